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

from cogscript.language.model import variables
from cogscript.language.model.box import Box, Point, Rect
from cogscript.language.model.diagnostic import Fault, printable, shown
from cogscript.language.model.rendering import width
from cogscript.language.syntax.strings import quote
from cogscript.records.folders import PICTURES
from cogscript.runtime.bindings import BoundArguments
from cogscript.surfaces.capabilities import Pixels
from cogscript.surfaces.finding.wanted import Wanted
from cogscript.surfaces.look import Look

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.Image import Image

    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState
    from cogscript.surfaces.protocol import Surface

_AROUND = 2
"""Lines shown above and below."""
_FEW = 8
"""Variables that are shown unasked; of more, those that the step uses."""
_RED = (230, 0, 0)


class StopView:
    """Tells of one stop, to whoever prints its lines."""

    def __init__(self, state: RunState, step: Step) -> None:
        self._state = state
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
            self._arguments = step.arguments or BoundArguments(step.operation).resolve(self._state.scope)
        except Fault as fault:
            yield f"  it would fail: {self._state.mask(fault.reason)}"
        yield from self._values()
        yield from self._place()
        yield from self.variables(unasked=True)

    def _source(self) -> Iterator[str]:
        frame, step = self._state.frame, self._step
        source = frame.source
        yield f"{printable(step.file)}:{step.line}"
        if source is None:
            return
        first, last = step.line, source.position(step.operation.end).line
        count = len(source.text.rstrip("\n").split("\n"))
        room = shutil.get_terminal_size().columns - 1
        for number in range(max(1, first - _AROUND), min(count, last + _AROUND) + 1):
            mark = ">" if first <= number <= last else " "
            text = self._state.mask(printable(source.line(number).rstrip("\r")))
            yield _fit(f"{mark}{number:4} | {text}".rstrip(), room)

    def _values(self) -> Iterator[str]:
        """The arguments that hold variables, as they will be performed."""
        for name, value in self._step.operation.arguments.items():
            performed = self._arguments.get(name)
            if isinstance(performed, str) and performed != value and name != "output":
                yield f"  {name} = {_fit(printable(self._state.mask(quote(performed))), 200)}"

    def variables(self, *, unasked: bool = False) -> Iterator[str]:
        """Each variable and its value; unasked, not more than a person wants to see."""
        values = self._state.scope.values
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
            yield f"  {printable(name)} = {printable(shown(values[name], self._state.mask))}"
        if not unasked and not names:
            yield "  no variable has a value"

    # --- its place on the screen ----------------------------------------------------------------

    def _place(self) -> Iterator[str]:
        state, step = self._state, self._step
        surface = state.surfaces.opened
        points = any(self._arguments.get(name) for name in ("box", "to", "element_info"))
        if surface is None or not points:
            return
        area, said = self._area(surface)
        if said:
            yield f"  {said}"
        if area is None:
            return
        point = step.point or area.middle
        box = self._arguments.get("box")
        if step.point is None and isinstance(box, Box):
            point = surface.middle_of(box)
        yield f"  at {point.x},{point.y}{self._there(surface, point)}"
        if not surface.can_be_seen:
            return
        try:
            yield f"  picture: {self._draw(surface, area, point)}"
        except (Fault, OSError) as error:
            yield f"  there is no picture: {error}"

    def _area(self, surface: Surface) -> tuple[Rect | None, str]:
        """The pixels of its box, or of what goes by its name now; and what there is to say about that."""
        step, given, mask = self._step, self._arguments, self._state.mask
        if step.area is not None:
            return step.area, ""
        box, name = given.get("box"), given.get("element_info")
        if isinstance(box, Box):
            return surface.rect_of(box), ""
        if not name or not surface.can_be_seen:
            return None, ""
        try:
            found = Look(surface).find(Wanted(name, given.get("element_type")))
        except Fault as fault:
            return None, f"{shown(name, mask)} cannot be looked for: {fault.reason}"
        if len(found) == 1:
            return found[0].rect, ""
        said = "is not on the screen now" if not found else f"is on the screen {len(found)} times"
        return None, f"{shown(name, mask)} {said}"

    def _there(self, surface: Surface, point: Point) -> str:
        """What stands at the place, in words: over ssh nobody sees the picture."""
        mask = self._state.mask
        with contextlib.suppress(Exception):  # a program that hangs must not hang the person
            elements = surface.elements
            element = elements.at(point) if elements is not None else None
            if element is not None:
                named = f" {shown(element.name, mask, 40)}" if element.name else ""
                window = f" in {shown(element.window, mask, 40)}" if element.window else ""
                return printable(f": {element.role}{named}{window}")
        return ""

    def _draw(self, surface: Surface, area: Rect, point: Point) -> Path:
        picture = surface.need(Pixels).capture()
        to = self._arguments.get("to")
        mark(picture, area, point)
        if isinstance(to, Box):
            mark(picture, surface.rect_of(to), surface.middle_of(to))
        folder = self._state.run.folder
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
