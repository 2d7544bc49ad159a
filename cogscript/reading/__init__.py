"""What a picture says: OCR, text that has to be scrolled, and whether the screen is still.

Takes pictures and callables, never a screen, so that everything here can be tried on a picture. Nothing
heavy is loaded before the first picture comes.
"""

from __future__ import annotations

from cogscript.reading.layout import text_of
from cogscript.reading.lines import Line, Reader
from cogscript.reading.result import Reading
from cogscript.reading.scrolling import read_scrolling
from cogscript.reading.still import read_still
from cogscript.reading.stillness import wait_still
from cogscript.settings import ReadingSettings

__all__ = [
    "Line",
    "Reader",
    "Reading",
    "open_reader",
    "read_scrolling",
    "read_still",
    "text_of",
    "wait_still",
]


def open_reader(settings: ReadingSettings) -> Reader:
    """The reader the settings name; its engine is loaded with the first picture, once a process."""
    from cogscript.reading.recognition import OcrReader

    return OcrReader(settings.engine)
