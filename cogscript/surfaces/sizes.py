"""A size as the command line and the settings write it: 1280x800."""

from __future__ import annotations

from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import Fault


def read_size(text: str) -> Size:
    width, _, height = text.lower().replace("×", "x").partition("x")
    if not (width.strip().isdecimal() and height.strip().isdecimal()):
        raise Fault("size", f"`{text}` is not a size", "write it like 1280x800")
    return Size(int(width), int(height))
