"""The studio's server: answers the page's requests, lets nobody else in, and tells pages what happens."""

from __future__ import annotations

import asyncio
import contextlib
import http
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.server import serve

from cogscript.language.model.diagnostic import Fault
from cogscript.settings import state_folder
from cogscript.studio import addresses
from cogscript.studio.addresses import HOST, StudioAddress
from cogscript.studio.language_link import serve_language
from cogscript.studio.page_files import answer, page_file, refused
from cogscript.studio.page_link import PageLink
from cogscript.studio.studio import Studio

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection
    from websockets.http11 import Request, Response

_LARGEST = 256 * 1024 * 1024
"""Bytes of one message: a person may paste a large file."""
_SOCKETS = ("/link", "/language")


def run_studio(folder: Path, started: Callable[[str], None], *, shown: Sequence[Path] = ()) -> None:
    """Serve a folder until somebody ends it; `started` is told the page's address."""
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(folder, started, shown))


async def _serve(folder: Path, started: Callable[[str], None], shown: Sequence[Path]) -> None:
    address = addresses.address_of(folder, state_folder())
    studio = Studio(folder, shown)
    door = Door(address, studio)
    try:
        server = await serve(
            door.connected, HOST, address.port, process_request=door.requested, max_size=_LARGEST,
            compression=None, server_header=None, ping_interval=20, ping_timeout=60,
        )  # fmt: skip
    except OSError as error:
        raise Fault(
            "studio", f"the studio cannot listen at {HOST}:{address.port}: {error.strerror}"
        ) from error
    addresses.keep(address, folder, state_folder())
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl+C ends asyncio.run
            asyncio.get_running_loop().add_signal_handler(number, ended.set)
    try:
        started(address.link)
        studio.begin()
        await ended.wait()
    finally:
        server.close()
        await studio.close()


class Door:
    """Who may come in, and where they go."""

    def __init__(self, address: StudioAddress, studio: Studio) -> None:
        self._address = address
        self._studio = studio

    def requested(self, connection: ServerConnection, request: Request) -> Response | None:
        """The answer to a plain request; None lets a socket be opened."""
        where = urlsplit(request.path)
        port = self._address.port
        headers = dict(request.headers.raw_items())
        is_socket = where.path in _SOCKETS
        if not self._address.is_meant(headers):
            return refused(port)
        guarded = is_socket or where.path in ("/", "/picture")
        if guarded and not self._address.lets_in(request.path, headers, with_origin=is_socket):
            return refused(port)
        if is_socket:
            return None
        if where.path == "/picture":
            return self._picture(parse_qs(where.query))
        return page_file(request.path, port)

    def _picture(self, query: dict[str, list[str]]) -> Response:
        asked = {name: values[0] for name, values in query.items()}
        port = self._address.port
        try:
            kind, data = self._studio.picture(asked)
        except Fault as fault:
            status = http.HTTPStatus.NOT_FOUND
            return answer(status, status.phrase, "text/plain; charset=utf-8", fault.reason.encode(), port)
        return answer(200, "OK", kind, data, port)

    async def connected(self, connection: ServerConnection) -> None:
        assert connection.request is not None
        if urlsplit(connection.request.path).path == "/language":
            await serve_language(connection)
        else:
            await PageLink(connection, self._studio).serve()
