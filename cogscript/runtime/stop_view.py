"""What a person sees when a run stops for them: the line among its neighbours, its values, its place.

All of it is plain text for a plain terminal, so that it serves over ssh too. The place is told in words
(what stands there, as the accessibility service knows it) and drawn into a picture, whose path is printed.
"""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cogscript.language import variables
from cogscript.language.box import Box, Point, Rect
from cogscript.language.diagnostic import Fault, printable, width
from cogscript.language.strings import quote
from cogscript.runtime.arguments import Plan
from cogscript.runtime.journal import PICTURES
from cogscript.runtime.scope import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.Image import Image

    from cogscript.runtime.context import Context
    from cogscript.runtime.step import Step

_AROUND = 2
"""Lines shown above and below."""
_FEW = 8
"""Variables that are shown unasked; of more, those that the step uses."""
_RED = (230, 0, 0)


class View:
    """Tells of one stop, to whoever prints its lines."""

    def __init__(self, context: Context, step: Step) -> None:
        self._context = context
        self._step = step
        self._arguments: dict[str, Any] = {}

    def lines(self) -> Iterator[str]:
        step = self._step
        yield from self._source()
        if step.title:
            yield f"  {printable(step.title)}"
        if step.rounds:
            yield f"  round {step.rounds}"
        try:
            self._arguments = step.arguments or Plan(step.operation).resolve(self._context.scope)
        except Fault as fault:
            yield f"  it would fail: {self._context.mask(fault.reason)}"
        yield from self._values()
        yield from self._place()
        yield from self.variables(unasked=True)

    def _source(self) -> Iterator[str]:
        frame, step = self._context.frame, self._step
        source = frame.source
        yield f"{printable(step.file)}:{step.line}"
        if source is None:
            return
        first, last = step.line, source.position(step.operation.end).line
        count = len(source.text.rstrip("\n").split("\n"))
        room = shutil.get_terminal_size().columns - 1
        for number in range(max(1, first - _AROUND), min(count, last + _AROUND) + 1):
            mark = ">" if first <= number <= last else " "
            text = self._context.mask(printable(source.line(number).rstrip("\r")))
            yield _fit(f"{mark}{number:4} | {text}".rstrip(), room)

    def _values(self) -> Iterator[str]:
        """The arguments that hold variables, as they will be performed."""
        for name, value in self._step.operation.arguments.items():
            performed = self._arguments.get(name)
            if isinstance(performed, str) and performed != value and name != "output":
                yield f"  {name} = {_fit(printable(self._context.mask(quote(performed))), 200)}"

    def variables(self, *, unasked: bool = False) -> Iterator[str]:
        """Each variable and its value; unasked, not more than a person wants to see."""
        values = self._context.scope.values
        names = sorted(values)
        if unasked and len(names) > _FEW:
            used = {
                name
                for value in self._step.operation.arguments.values()
                for name in variables.names(repr(value))
            }
            names = [name for name in names if name in used]
            yield f"  {len(values)} variables; `v` shows them all"
        for name in names:
            yield f"  {printable(name)} = {printable(shown(values[name], self._context.mask))}"
        if not unasked and not names:
            yield "  no variable has a value"

    # --- its place on the screen ----------------------------------------------------------------

    def _place(self) -> Iterator[str]:
        context, step = self._context, self._step
        screen = context.screen_or_none
        points = any(self._arguments.get(name) for name in ("box", "to", "element_info"))
        if screen is None or not points:
            return
        area, said = self._area()
        if said:
            yield f"  {said}"
        if area is None:
            return
        point = step.point or area.middle
        box = self._arguments.get("box")
        if step.point is None and isinstance(box, Box):
            point = box.middle(screen.size)
        yield f"  at {point.x},{point.y}{self._there(point)}"
        if context.dry:
            return
        try:
            yield f"  picture: {self._draw(area, point)}"
        except (Fault, OSError) as error:
            yield f"  there is no picture: {error}"

    def _area(self) -> tuple[Rect | None, str]:
        """The pixels of its box, or of what goes by its name now; and what there is to say about that."""
        context, step, given = self._context, self._step, self._arguments
        if step.area is not None:
            return step.area, ""
        box, name = given.get("box"), given.get("element_info")
        if isinstance(box, Box):
            return box.rect(context.screen.size), ""
        if not name or context.dry:
            return None, ""
        from cogscript.runtime.finder import Look

        try:
            found = Look(context).find(name, given.get("element_type"), None)
        except Fault as fault:
            return None, f"{shown(name, context.mask)} cannot be looked for: {fault.reason}"
        if len(found) == 1:
            return found[0].rect, ""
        said = "is not on the screen now" if not found else f"is on the screen {len(found)} times"
        return None, f"{shown(name, context.mask)} {said}"

    def _there(self, point: Point) -> str:
        """What stands at the place, in words: over ssh nobody sees the picture."""
        with contextlib.suppress(Exception):  # a program that hangs must not hang the person
            elements = self._context.elements
            element = elements.at(point) if elements is not None else None
            if element is not None:
                named = f" {shown(element.name, self._context.mask, 40)}" if element.name else ""
                window = f" in {shown(element.window, self._context.mask, 40)}" if element.window else ""
                return printable(f": {element.role}{named}{window}")
        return ""

    def _draw(self, area: Rect, point: Point) -> Path:
        picture = self._context.screen.capture()
        to = self._arguments.get("to")
        mark(picture, area, point)
        if isinstance(to, Box):
            size = self._context.screen.size
            mark(picture, to.rect(size), to.middle(size))
        folder = self._context.folder
        place = folder / PICTURES if folder is not None else Path(tempfile.mkdtemp(prefix="cogscript-stop-"))
        path = place / f"stop-{self._step.number:05d}.png"
        picture.save(path)
        return path


def mark(picture: Image, area: Rect, point: Point) -> None:
    """Draw a box and the pixel acted on, so that both are seen on light and on dark."""
    from PIL import ImageDraw

    draw = ImageDraw.Draw(picture)
    for grow, colour in ((3, (255, 255, 255)), (2, _RED), (1, _RED)):
        draw.rectangle(
            (area.left - grow, area.top - grow, area.right - 1 + grow, area.bottom - 1 + grow), outline=colour
        )
    for colour, thick in (((255, 255, 255), 3), (_RED, 1)):
        draw.line((point.x - 9, point.y, point.x + 9, point.y), fill=colour, width=thick)
        draw.line((point.x, point.y - 9, point.x, point.y + 9), fill=colour, width=thick)


def _fit(text: str, room: int) -> str:
    if width(text) <= room:
        return text
    while width(text) > max(room - 1, 1):
        text = text[:-1]
    return text + "…"
