"""The scripts that run in every frame of a page, as one text."""

from __future__ import annotations

from functools import cache
from pathlib import Path

HOME = "window[Symbol.for('cogscript')]"
"""Where a frame keeps what they define."""
_PARTS = ("page.js", "text.js", "still.js")
"""The first one defines what the others use."""


@cache
def page_script() -> str:
    folder = Path(__file__).with_name("scripts")
    return "\n;\n".join((folder / part).read_text("utf-8") for part in _PARTS)
