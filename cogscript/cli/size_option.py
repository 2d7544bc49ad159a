"""A screen's size on the command line: 1920x1080."""

from __future__ import annotations

import argparse
import re

from cogscript.language.model.box import Size

_SIZE = re.compile(r"\s*(\d{2,5})\s*[x×X*,]\s*(\d{2,5})\s*")


def screen_size(text: str) -> Size:
    """The size a text says, for argparse."""
    found = _SIZE.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"`{text}` is no size; write width x height, like 1920x1080")
    return Size(int(found[1]), int(found[2]))
