"""What is answered to plain requests: the page's own files, pictures of runs, and sentences."""

from __future__ import annotations

import mimetypes
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from websockets.datastructures import Headers
from websockets.http11 import Response

PAGE = Path(__file__).with_name("page")
_REPORT = Path(__file__).parents[1] / "report" / "page"
"""The parts of the report's page, which this page shows, too: under `report/`."""

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self' ws://127.0.0.1:{port} ws://localhost:{port}; font-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""Nothing of any other place is loaded, and no other page may show this one."""

_REFUSED = (
    "<!doctype html><meta charset=utf-8><title>cog studio</title><p>This is the studio of cogscript. "
    "It opens with the whole address that <code>cog studio</code> has printed, with its token.</p>"
    "<p lang=zh>这是 cogscript 的工作室。"
    "请使用 <code>cog studio</code> 打印出的完整地址（包括其中的 token）打开它。</p>"
)


@cache
def _places() -> dict[str, Path]:
    own = {each.name: each for each in PAGE.iterdir() if each.is_file()}
    return own | {f"report/{each.name}": each for each in _REPORT.iterdir() if each.suffix in (".js", ".css")}


def page_file(path: str, port: int) -> Response:
    """One of the page's files; only those that are there, whatever a path says."""
    name = urlsplit(path).path.lstrip("/") or "index.html"
    place = _places().get(name)
    if place is None:
        return answer(404, "Not Found", "text/plain; charset=utf-8", b"there is no such file\n", port)
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    kind = "text/javascript" if name.endswith(".js") else kind
    text = "; charset=utf-8" if kind.startswith("text/") or kind.endswith("json") else ""
    return answer(200, "OK", kind + text, place.read_bytes(), port)


def refused(port: int) -> Response:
    return answer(403, "Forbidden", "text/html; charset=utf-8", _REFUSED.encode(), port)


def answer(status: int, reason: str, kind: str, body: bytes, port: int) -> Response:
    headers = Headers(
        {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Cache-Control": "no-store",
            "Content-Security-Policy": _POLICY.format(port=port),
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "Connection": "close",
        }
    )
    return Response(status, reason, headers, body)
