"""The scripts that run in every frame of a page, as one text."""

from __future__ import annotations

from functools import cache
from pathlib import Path

HOME = "window[Symbol.for('cogscript')]"
"""Where a frame keeps what they define."""
_PARTS = ("roots.js", "page.js", "entering.js", "lines.js", "text.js", "still.js")
"""Each uses what those before it define."""


@cache
def page_script() -> str:
    folder = Path(__file__).with_name("scripts")
    return "\n;\n".join((folder / part).read_text("utf-8") for part in _PARTS)
