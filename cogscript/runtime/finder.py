"""Finding a thing on the screen by what it says: for operations that name their target, and for VISIBLE.

The accessibility service is asked first, because it knows roles and exact names; what it does not know
(a picture, a terminal, a program without accessibility) is read by OCR. A `Look` is one moment of the
screen: everything asked of it is answered from the same picture.
"""

from __future__ import annotations

import time
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cogscript.language.box import Rect
from cogscript.runtime.scope import shown
from cogscript.runtime.signals import SeveralFound, TargetMissing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PIL.Image import Image

    from cogscript.reading.lines import Line
    from cogscript.runtime.context import Context
    from cogscript.runtime.step import Step

POLL = 0.2
"""Seconds between two looks while a target has not come."""
_LISTED = 12
"""How many of the things seen an error names."""


@dataclass(frozen=True, slots=True)
class Found:
    """Something that goes by the name: where it is, what it says, what kind it is."""

    rect: Rect
    text: str
    kind: str = "text"


class Look:
    """One moment of the screen."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._picture: Image | None = None
        self._lines: dict[Rect, Sequence[Line]] = {}
        self._found: dict[tuple[str, str | None, Rect | None], list[Found]] = {}

    @property
    def picture(self) -> Image:
        if self._picture is None:
            self._picture = self._context.screen.capture()
        return self._picture

    def lines(self, area: Rect | None = None) -> Sequence[Line]:
        """The text of the screen, or of a part of it, in the screen's own pixels."""
        from cogscript.reading import read_still

        area = area or self._context.screen.size.rect
        if area not in self._lines:
            picture = self.picture
            cache = self._context.read_before
            if cache is None or cache[0] != area or cache[1].tobytes() != picture.tobytes():
                lines = read_still(picture, self._context.reader, area).lines
                cache = self._context.read_before = (area, picture, lines)
            self._lines[area] = cache[2]
        return self._lines[area]

    def find(self, name: str, kind: str | None = None, area: Rect | None = None) -> list[Found]:
        """Everything that goes by the name: whole names first, else parts of longer texts."""
        key = (name, kind, area)
        if key not in self._found:
            self._found[key] = _places(self._elements(name, kind, area) or self._read(name, area))
        return self._found[key]

    def _elements(self, name: str, kind: str | None, area: Rect | None) -> list[Found]:
        elements = self._context.elements
        if elements is None:
            return []
        return [Found(e.rect, e.name, e.role) for e in elements.find(name, kind, area)]

    def _read(self, name: str, area: Rect | None) -> list[Found]:
        wanted = fold(name)
        if not wanted:
            return []
        lines = self.lines(area)
        whole = [Found(line.rect, line.text) for line in lines if fold(line.text) == wanted]
        if whole:
            return whole
        return [Found(rect, line.text) for line in lines for rect in _parts(line, wanted)]

    def seen(self) -> str:
        """What is on the screen, for an error message."""
        texts = [line.text for line in self.lines()]
        if not texts:
            return "there is no text on the screen"
        some = ", ".join(shown(text, self._context.mask, 30) for text in texts[:_LISTED])
        more = f" and {len(texts) - _LISTED} more" if len(texts) > _LISTED else ""
        return f"on the screen: {some}{more}"


def _places(found: list[Found]) -> list[Found]:
    """One of each place: a thing that is told twice (a menu, by its window and by itself) is one target."""
    return list({each.rect.middle: each for each in reversed(found)}.values())[::-1]


def fold(text: str) -> str:
    """Texts that look the same are the same: width, case and spaces, which OCR gets wrong, do not count."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def _parts(line: Line, wanted: str) -> list[Rect]:
    """Where in a line the text stands, each time: the line's rectangle shared out among its characters."""
    text = line.text
    folded = [fold(character) for character in text]
    places = [index for index, piece in enumerate(folded) for _ in piece]
    joined = "".join(folded)
    widths = [2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text]
    total = sum(widths) or 1
    rects = []
    at = joined.find(wanted)
    while at >= 0:
        first, last = places[at], places[at + len(wanted) - 1]
        left = line.rect.left + line.rect.width * sum(widths[:first]) // total
        right = line.rect.left + line.rect.width * sum(widths[: last + 1]) // total
        rects.append(Rect(left, line.rect.top, max(right, left + 1), line.rect.bottom))
        at = joined.find(wanted, at + len(wanted))
    return rects


def until(context: Context, timeout: float) -> Iterator[None]:
    """One round a look. The last begins when the time is up: a slow look must not be the only one."""
    end = time.monotonic() + timeout
    while True:
        began = time.monotonic()
        yield
        if began >= end:
            return
        context.pause(min(POLL, max(0.0, end - time.monotonic())))


def locate(context: Context, step: Step, arguments: dict[str, Any]) -> None:
    """Find what the step points at: its pixel and rectangle go into the step.

    A box is the place itself. With `timeout` or `optional` its element_info must be seen there first:
    that is the target which may never come.
    """
    box, name = arguments.get("box"), arguments.get("element_info")
    size = context.screen.size
    awaited = arguments.get("timeout") is not None or arguments.get("optional")
    if box is not None:
        step.point, step.area = box.middle(size), box.rect(size)
        if name and awaited and not context.dry:
            _await(context, arguments, name, step.area, need_one=False)
    elif name:
        if context.dry:
            return
        found = _await(context, arguments, name, None, need_one=True)
        step.point, step.area = found.rect.middle, found.rect


def _await(
    context: Context, arguments: dict[str, Any], name: str, area: Rect | None, *, need_one: bool
) -> Found:
    kind = arguments.get("element_type")
    timeout = arguments.get("timeout") or 0
    for _ in until(context, timeout):
        look = Look(context)
        found = look.find(name, kind, area)
        if len(found) == 1 or (found and not need_one):
            return found[0]
    raise _missing(context, look, name, kind, found, timeout)


def _missing(
    context: Context, look: Look, name: str, kind: str | None, found: list[Found], timeout: float
) -> TargetMissing | SeveralFound:
    what = shown(name, context.mask) + (f" ({kind})" if kind else "")
    if not found:
        within = f" within {timeout:g} s" if timeout else ""
        return TargetMissing("target-missing", f"{what} was not found on the screen{within}; {look.seen()}")
    places = "; ".join(
        f"{each.kind} {shown(each.text, context.mask, 40)} at {each.rect.middle.x},{each.rect.middle.y}"
        for each in found[:_LISTED]
    )
    return SeveralFound(
        "target-ambiguous",
        f"{what} is on the screen {len(found)} times: {places}",
        "give the box, an element_type, or more of its text",
    )
