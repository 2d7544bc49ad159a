"""The answer to a tool's call."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(slots=True)
class Answer:
    text: str
    picture: bytes | None = None
    """A PNG."""
    is_error: bool = False
    code: str = ""
    """Of an error: its code."""


def png(picture: Image) -> bytes:
    written = io.BytesIO()
    picture.save(written, "PNG")
    return written.getvalue()
