"""Which window each step is done in, and the IN block that says so.

A program's name is enough while it has one window. As soon as it has had two, the titles tell them apart: a
dialog must be waited for, not mistaken for the window that opens it. What many programs are called (as in
`python3`) is no name: there the title tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cogscript.language.model import variables
from cogscript.language.model.box import Rect, Size, from_pixels
from cogscript.language.model.tree import Operation, Value
from cogscript.recording.box_frame import BoxFrame
from cogscript.recording.input_events import WindowPlace, elsewhere, plain_title
from cogscript.recording.recorded_step import RecordedStep
from cogscript.recording.step_comments import one_line

LONGEST_TITLE = 80
_SMALLEST = 16
"""Pixels: boxes in thousandths of less mean nothing."""
_OF_MANY = re.compile(
    r"(?:pythonw?|perl|ruby|lua|wish|tclsh|php|guile)[\d.]*|javaw?|node(?:js)?|gjs|electron|mono|tk|toplevel|"
    r"sh|bash|dash",
    re.IGNORECASE,
)
"""What a program goes by that does not say its own name: that of its interpreter or toolkit."""


class WindowBlocks:
    def __init__(self, size: Size, steps: Iterable[RecordedStep]) -> None:
        self._size = size
        self._screen = BoxFrame("screen", size.rect)
        self._titled = _with_several(step.window for step in steps if step.window is not None)
        self._operations: list[Operation] = []
        self._open: tuple[WindowPlace, Operation] | None = None

    def frame_of(self, step: RecordedStep) -> BoxFrame:
        """What the step's boxes are of; and from now on operations go there."""
        window = step.window
        arguments = self._arguments(window) if window is not None and self._is_inside(step, window) else {}
        if window is None or not arguments:
            self._open = None
            return self._screen
        if self._open is None or elsewhere(self._open[0], window):
            block = Operation("IN", arguments, body=[], closer=Operation("END_IN"))
            block.leading = [""]
            self._operations.append(block)
            self._open = (window, block)
        return BoxFrame("window", self._frame(window))

    def add(self, operations: list[Operation]) -> None:
        body = self._operations if self._open is None else self._open[1].body
        assert body is not None
        body += operations

    def finished(self) -> list[Operation]:
        return [each for each in self._operations if each.body is None or each.body]

    def _frame(self, window: WindowPlace) -> Rect:
        return window.rect.overlap(self._size.rect)

    def _is_inside(self, step: RecordedStep, window: WindowPlace) -> bool:
        """Whether a step can be said in thousandths of the window, or by name: its menus stand out of it."""
        frame = self._frame(window)
        if frame.width < _SMALLEST or frame.height < _SMALLEST:
            return False
        if step.to is not None and not frame.holds(step.to):
            return False
        return step.at is None or frame.holds(step.at) or bool(step.target and step.target.name)

    def _arguments(self, window: WindowPlace) -> dict[str, Value]:
        """What IN says of the window; nothing where nothing tells it."""
        title = one_line(plain_title(window.title))[:LONGEST_TITLE].strip()
        app = one_line(window.app)
        if variables.names(title) or variables.names(app):
            return {}
        wanted: dict[str, Value] = {}
        of_many = not app or window.app in self._titled
        if of_many and not title:
            return {}
        if of_many or (title and _OF_MANY.fullmatch(app)):
            wanted["window"] = title
        if app:
            wanted["app"] = app
        return {**wanted, "box": from_pixels(self._frame(window), self._size)}


def _with_several(windows: Iterable[WindowPlace]) -> set[str]:
    """The programs that had more than one window at any time."""
    known: dict[str, set[tuple[int | str, str, int]]] = {}
    several: set[str] = set()
    for window in windows:
        known.setdefault(window.app, set()).add(window.identity)
        if not window.alone or len(known[window.app]) > 1:
            several.add(window.app)
    return several
