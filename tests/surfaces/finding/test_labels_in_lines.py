"""What OCR reads as one line may be several labels: wide white parts them, spaces do not."""

from __future__ import annotations

import pytest

from cogscript.language.model.box import Rect
from cogscript.reading.lines import Line
from cogscript.surfaces.finding.by_text import labels_of


def line(text: str, letter: int, space: int, height: int) -> Line:
    """A text with letters of one width, and so much white for a space."""
    columns, at = [], 10
    for character in text:
        width = space if character == " " else letter
        columns.append((at, at + width - (character != " ")))
        at += width
    return Line(text, Rect(10, 0, at, height), 1.0, tuple(columns))


TERMINAL = Line(
    "Total: 1", Rect(0, 0, 96, 14), 1.0,
    ((1, 11), (13, 23), (26, 34), (37, 47), (53, 55), (65, 67), (67, 80), (84, 92)),
)  # fmt: skip
"""Every letter has 12 pixels there, and a colon fills two of them: much white, but no more than a space."""


@pytest.mark.parametrize(
    ("read", "labels"),
    [
        (line("Photo Audio Settings", 9, 14, 13), ["Photo", "Audio", "Settings"]),  # a Swing menu bar
        (line("File  Edit  Shell", 8, 7, 14), ["File", "Edit", "Shell"]),  # a Tk one
        (line("No data loaded", 8, 6, 10), ["No data loaded"]),
        (line("ls -l notes", 8, 8, 13), ["ls -l notes"]),  # a terminal
        (line("on no one", 8, 8, 7), ["on no one"]),  # low letters only
        (TERMINAL, ["Total: 1"]),
    ],
)
def test_white_that_parts_labels(read, labels):
    assert [text for text, _ in labels_of(read)] == labels
