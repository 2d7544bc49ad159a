"""The pictures of a run, inside the page: each once, whatever number of steps shows it."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

ROOM = 60 * 1024 * 1024
"""Bytes of pictures to put into a page; a browser opens no larger one gladly. More are left out."""


class Pictures:
    """Gives each different picture a name, and the style sheet that holds them all."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names: dict[str, str] = {}
        self._by_path: dict[str, str | None] = {}
        self._data: dict[str, tuple[str, bytes]] = {}
        self._taken = 0
        self.left_out = 0

    def name(self, path: str | None) -> str | None:
        """The class that shows the picture; None when there is no such picture."""
        if not path:
            return None
        if path not in self._by_path:
            self._by_path[path] = self._take(path)
        return self._by_path[path]

    def _take(self, path: str) -> str | None:
        try:
            data = (self._folder / path).read_bytes()
        except OSError:
            return None  # the run was killed before it was written
        digest = hashlib.sha256(data).hexdigest()
        if digest in self._names:
            return self._names[digest]
        if self._taken + len(data) > ROOM:
            self.left_out += 1
            return None
        self._taken += len(data)
        name = self._names[digest] = f"p{len(self._names) + 1}"
        self._data[name] = (_media_type(data), data)
        return name

    def style(self) -> str:
        return "\n".join(
            f".{name}{{background-image:url(data:{kind};base64,{base64.b64encode(data).decode()})}}"
            for name, (kind, data) in self._data.items()
        )


def _media_type(data: bytes) -> str:
    if data.startswith(b"\x89PNG"):
        return "image/png"
    return "image/webp" if data[8:12] == b"WEBP" else "image/jpeg"
