"""Which links a workflow may open, and how they are written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from cogscript.language.model.diagnostic import Fault

_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]*):(.*)", re.DOTALL)
_PORT_AND_PATH = re.compile(r"\d{1,5}(?:[/?#].*)?\Z", re.DOTALL)


def checked_link(text: str, schemes: Sequence[str]) -> str:
    """The link to open: a bare `baidu.com` becomes https; a scheme that is not allowed is a Fault."""
    link = text.strip()
    # A browser would read a link that begins with a dash as an option, and drops control characters.
    if (
        not link
        or link.startswith("-")
        or any(ord(character) < 0x20 or character == "\x7f" for character in link)
    ):
        raise Fault("bad-link", f"`{_short(text)}` is not a link", "write it like https://example.com/")
    match = _SCHEME.match(link)
    # `localhost:8000/x` has a port, not a scheme.
    if match is None or _PORT_AND_PATH.match(match[2]):
        link = f"https://{link.lstrip('/')}"
    scheme = link.split(":", 1)[0].lower()
    if scheme not in schemes:
        raise Fault(
            "link-scheme",
            f"`{_short(text)}` is a {scheme}: link, and only {' and '.join(schemes)} links are opened",
            f'to allow it, add "{scheme}" to launch.schemes in the settings file',
        )
    if scheme in ("http", "https"):
        try:
            host = urlsplit(link).hostname
        except ValueError:
            host = None
        if not host or any(character.isspace() for character in host):
            raise Fault("bad-link", f"`{_short(text)}` names no host", "write it like https://example.com/")
    return link


def site_of(url: str) -> str:
    """`www.example.org`; empty for a page that is of no site."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"
