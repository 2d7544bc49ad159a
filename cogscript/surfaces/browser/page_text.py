"""What a page says in a place, put together from the pieces that its script tells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Literal

Reach = Literal["view", "end", "all"]
"""A place alone; what follows below it, too; what stands above it, as well."""

_BOUND, _OPENS, _CLOSES, _KEPT = "\x01", "\x02", "\x03", "\x04"
"""The script's signs: the edge of a block, a cell that begins and ends, a space that counts."""


def written(pieces: Iterable[str]) -> str:
    """A line to each block, a tab between the cells of a row; spaces as a browser shows them."""
    lines, depth, cells = [""], 0, 0
    for part in re.split(f"([{_BOUND}{_OPENS}{_CLOSES}])", "".join(pieces)):
        if part == _OPENS:
            depth += 1
            if depth == 1:
                lines[-1] = f"{lines[-1]}\t" if cells else ""
                cells += 1
        elif part == _CLOSES:
            depth -= 1
        elif part == _BOUND and depth:
            lines[-1] += " "
        elif part == _BOUND:
            lines.append("")
            cells = 0
        elif depth or not cells or part.strip(" "):  # the space between two cells shows nothing
            lines[-1] += part
    tidy = ("\t".join(_tidy(cell) for cell in line.split("\t")) for line in lines)
    return "\n".join(line.rstrip("\t") for line in tidy if line.strip())


def _tidy(text: str) -> str:
    shown = re.sub(r" {2,}", " ", text.replace("\xa0", " ")).strip(" ")
    return shown.replace(_KEPT, " ").rstrip(" ")


def frame_at(piece: dict[str, Any], corners: Sequence[tuple[float, float]]) -> int | None:
    """Which of the frames stands where a piece says that one does."""
    left, top = piece["frame"]
    near = [at for at, (x, y) in enumerate(corners) if abs(x - left) < 8 and abs(y - top) < 8]
    return near[0] if near else None
