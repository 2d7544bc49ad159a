"""What a box said, as one value: its lines, its text, what it cost and what is uncertain."""

from __future__ import annotations

from dataclasses import dataclass

from cogscript.reading.layout import text_of
from cogscript.reading.lines import Line


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
        return text_of(self.lines)

    @property
    def confidence(self) -> float:
        """The least certain line's; 1 when nothing was read."""
        return min((line.confidence for line in self.lines), default=1.0)
