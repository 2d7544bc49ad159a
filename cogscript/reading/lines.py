"""What OCR gives back, and the interface an engine offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from cogscript.language.box import Rect

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True, slots=True)
class Line:
    """A run of text in a picture: `rect` in the picture's own pixels."""

    text: str
    rect: Rect
    confidence: float


class Reader(Protocol):
    """An OCR engine: lines in reading order."""

    def lines(self, picture: Image) -> Sequence[Line]: ...
