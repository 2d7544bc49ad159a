"""What OCR gives back, and the interface an engine offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
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
    columns: tuple[tuple[int, int], ...] = field(default=(), compare=False, repr=False)
    """Where each character of `text` begins and ends, left to right; empty when the engine cannot say."""

    def moved(self, right: int, down: int) -> Line:
        """The same line in a picture whose top left lies elsewhere."""
        left, top, far, bottom = self.rect
        return Line(
            self.text,
            Rect(left + right, top + down, far + right, bottom + down),
            self.confidence,
            tuple((begin + right, end + right) for begin, end in self.columns),
        )


class Reader(Protocol):
    """An OCR engine: lines in reading order."""

    def lines(self, picture: Image) -> Sequence[Line]: ...


@dataclass(frozen=True, slots=True)
class Reading:
    """What a box said, and what it cost to read it."""

    lines: tuple[Line, ...]
    """In reading order; rectangles are in pixels of the picture, or of the whole document when scrolled."""
    warnings: tuple[str, ...] = ()
    area: int = 0
    """Pixels given to the engine."""
    document: int = 0
    """Pixels of what was to be read: the box, or the whole document when scrolled."""
    scrolls: int = 0
    """Notches turned."""
    scroll_seconds: float = 0.0
    """Time spent turning the wheel and waiting for the program to be still."""
    read_seconds: float = 0.0

    @property
    def text(self) -> str:
        from cogscript.reading.layout import text_of

        return text_of(self.lines)

    @property
    def confidence(self) -> float:
        """The least certain line's; 1 when nothing was read."""
        return min((line.confidence for line in self.lines), default=1.0)
