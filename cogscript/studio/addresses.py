"""Where a studio listens and who may come in: this computer, with the token, from the studio's own page.

The address of a folder's studio is kept from one start to the next, so that a page whose server has died
finds it again when it is started anew, with what was typed meanwhile.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import secrets
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from cogscript.language.model.diagnostic import Fault

HOST = "127.0.0.1"
_FROM_OURSELVES = (None, "same-origin", "none")
"""What a browser says of where a request comes from, if not from another page; others say nothing."""


@dataclass(frozen=True, slots=True)
class StudioAddress:
    port: int
    token: str

    @property
    def link(self) -> str:
        return f"http://{HOST}:{self.port}/?token={self.token}"

    def _hosts(self) -> tuple[str, ...]:
        return f"{HOST}:{self.port}", f"localhost:{self.port}"

    def is_meant(self, headers: Mapping[str, str]) -> bool:
        """Whether a request names this computer: a name that another server points here must not do."""
        return headers.get("Host", "").lower() in self._hosts()

    def lets_in(self, path: str, headers: Mapping[str, str], *, with_origin: bool) -> bool:
        """Whether a request has the token and comes from no other page.

        A socket must say its origin, as every browser does; a picture cannot.
        """
        given = parse_qs(urlsplit(path).query).get("token", [""])[0]
        if not (self.is_meant(headers) and hmac.compare_digest(given.encode(), self.token.encode())):
            return False
        if headers.get("Sec-Fetch-Site") not in _FROM_OURSELVES:
            return False
        return not with_origin or headers.get("Origin") in [f"http://{host}" for host in self._hosts()]


def address_of(folder: Path, state: Path) -> StudioAddress:
    """The address that a folder's studio had the last time, if its port is free; else a new one."""
    kept = _kept(folder, state)
    try:
        found = json.loads(kept.read_text(encoding="utf-8"))
        address = StudioAddress(int(found["port"]), str(found["token"]))
    except (OSError, ValueError, KeyError, TypeError):
        address = StudioAddress(0, secrets.token_urlsafe(24))
    if not (address.port and _is_free(address.port)):
        address = StudioAddress(_free_port(), secrets.token_urlsafe(24))
    return address


def keep(address: StudioAddress, folder: Path, state: Path) -> None:
    """Remember it for the next start, readable by this person alone."""
    kept = _kept(folder, state)
    with contextlib.suppress(OSError):  # without it, the next start has another address
        kept.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump({"port": address.port, "token": address.token}, file)


def _kept(folder: Path, state: Path) -> Path:
    name = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:24]
    return state / "studio" / f"{name}.json"


def _is_free(port: int) -> bool:
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((HOST, port))
        except OSError:
            return False
    return True


def _free_port() -> int:
    try:
        with socket.create_server((HOST, 0)) as made:
            port: int = made.getsockname()[1]
            return port
    except OSError as error:
        raise Fault("studio", f"no port of this computer can be used: {error.strerror}") from error
