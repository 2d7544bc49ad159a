"""What OCR gives back, and the interface an engine offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from cogscript.language.model.box import Rect

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True, slots=True)
class Line:
    """A run of text in a picture: `rect` in the picture's own pixels."""

    text: str
    rect: Rect
    confidence: float
    columns: tuple[tuple[int, int], ...] = field(default=(), compare=False, repr=False)
    """Where each character of `text` begins and ends, left to right; empty when the engine cannot say."""
    is_title: bool = field(default=False, compare=False, repr=False)
    """Whether it is the title in a window's frame: a part of that labels nothing."""

    def moved(self, right: int, down: int) -> Line:
        """The same line in a picture whose top left lies elsewhere."""
        left, top, far, bottom = self.rect
        return Line(
            self.text,
            Rect(left + right, top + down, far + right, bottom + down),
            self.confidence,
            tuple((begin + right, end + right) for begin, end in self.columns),
            self.is_title,
        )


class Reader(Protocol):
    """An OCR engine: lines in reading order."""

    def lines(self, picture: Image) -> Sequence[Line]: ...
