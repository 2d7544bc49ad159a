"""The pictures of runs, inside the page: each once, however many steps show it."""

from __future__ import annotations

import base64
import hashlib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

LIMIT = 60 * 1024 * 1024
"""Bytes of pictures in one page: a browser struggles with larger ones. Further pictures are left out."""


class _Picture(NamedTuple):
    name: str
    kind: str
    width: int
    height: int
    data: bytes


class PagePictures:
    """Gives each different picture a name, and the elements of the page that hold them all."""

    def __init__(self) -> None:
        self._by_digest: dict[str, _Picture] = {}
        self._by_path: dict[Path, str | None] = {}
        self._taken = 0
        self.left_out = 0

    def name(self, folder: Path, path: str | None) -> str | None:
        """What the page calls a picture of a run; None when there is no such picture."""
        if not path:
            return None
        whole = folder / path
        if whole not in self._by_path:
            self._by_path[whole] = self._take(whole)
        return self._by_path[whole]

    def _take(self, path: Path) -> str | None:
        try:
            data = path.read_bytes()
        except OSError:
            return None  # the run was killed before it was written
        digest = hashlib.sha256(data).hexdigest()
        if digest in self._by_digest:
            return self._by_digest[digest].name
        if self._taken + len(data) > LIMIT:
            self.left_out += 1
            return None
        size = _size(data)
        if size is None:
            return None
        self._taken += len(data)
        name = f"p{len(self._by_digest) + 1}"
        self._by_digest[digest] = _Picture(name, _media_type(data), *size, data)
        return name

    def elements(self) -> Iterator[str]:
        """Blocks of data that no browser runs or draws before the page's script asks for them."""
        for name, kind, width, height, data in self._by_digest.values():
            yield (
                f'<script type="text/plain" id="{name}" data-kind="{kind}" data-width="{width}" '
                f'data-height="{height}">{base64.b64encode(data).decode("ascii")}</script>'
            )


def _size(data: bytes) -> tuple[int, int] | None:
    """A picture's own width and height: a page or a phone is no screen's size."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data)) as picture:
            return picture.size
    except OSError:  # written half
        return None


def _media_type(data: bytes) -> str:
    if data.startswith(b"\x89PNG"):
        return "image/png"
    return "image/webp" if data[8:12] == b"WEBP" else "image/jpeg"
