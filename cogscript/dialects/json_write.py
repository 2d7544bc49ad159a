"""What every JSON exporter needs: an operation's arguments said one by one, and what was left unsaid.

A dialect says an operation by taking its arguments. What it has not taken, and is not the default
anyway, is lost, and so is the extent of a box where the dialect points at single places: both are listed
with the operation's line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from cogscript.dialects.coordinates import Frame
from cogscript.dialects.exporting import Unsayable, unsayable
from cogscript.dialects.plan import Context
from cogscript.language import keys, variables
from cogscript.language.box import Box, Size
from cogscript.language.diagnostic import Diagnostic
from cogscript.language.operations import OPERATIONS
from cogscript.language.tree import Operation, Value, Workflow

DISPLAY = Size(1920, 1080)
"""The display an export is made for when none is named: large enough to keep every thousandth."""

T = TypeVar("T")


class Saying:
    """One operation that is being said."""

    def __init__(self, operation: Operation, frame: Frame) -> None:
        self.operation = operation
        self.name = operation.name
        self.frame = frame
        self.lost: list[str] = []
        self._left = {
            name: value
            for name, value in operation.arguments.items()
            if not _is_default(operation, name, value)
        }

    @property
    def left(self) -> list[str]:
        return [*self._left, *self.lost]

    def has(self, name: str) -> bool:
        return self.operation.arguments.get(name) is not None

    def take(self, name: str) -> Value:
        self._left.pop(name, None)
        return self.operation.arguments.get(name)

    def text(self, name: str) -> str:
        value = self.take(name)
        if not isinstance(value, str):
            raise Unsayable(f"{self.name} has no {name} to say")
        return value

    def number(self, name: str, default: float = 0) -> float | int:
        value = self.take(name)
        return value if isinstance(value, int | float) and not isinstance(value, bool) else default

    def point(self, name: str = "box") -> list[float | int]:
        """The midpoint of a box in the frame."""
        box = self.take(name)
        if not isinstance(box, Box) or box.fault:
            raise Unsayable(f"{self.name} names no place in `{name}`")
        if not box.is_point:
            self.lost.append(f"the extent of `{name}`")
        return [round(number, 4) for number in self.frame.point(box)]

    def maybe_point(self, name: str = "box") -> list[float | int] | None:
        return self.point(name) if self.has(name) else None

    def corners(self, name: str = "box") -> list[float | int]:
        box = self.take(name)
        if not isinstance(box, Box) or box.fault:
            raise Unsayable(f"{self.name} names no place in `{name}`")
        return [round(number, 4) for number in self.frame.corners(box)]

    def held(self) -> list[str]:
        """The keys held during a click or a scroll."""
        value = self.take("keys")
        return [key_word(str(key)) for key in value] if isinstance(value, list) else []


def _is_default(operation: Operation, name: str, value: Value) -> bool:
    spec = OPERATIONS.get(operation.name)
    parameter = spec.parameter(name) if spec else None
    return value is None or (parameter is not None and parameter.default == value)


_WORDS = {
    "return": "Return", "escape": "Escape", "page_up": "Page_Up", "page_down": "Page_Down",
    "left_ctrl": "ctrl", "left_alt": "alt", "left_shift": "shift", "left_super": "super",
    "backspace": "BackSpace", "space": "space",
    "right_ctrl": "Control_R", "right_alt": "Alt_R", "right_shift": "Shift_R", "right_super": "Super_R",
}  # fmt: skip


def key_word(name: str) -> str:
    """A key as agents on Linux write it (xdotool's names), which every importer here reads back."""
    key = keys.canonical(name)
    if key is None:
        raise Unsayable(f"there is no key `{name[:40]}`")
    return _WORDS.get(key) or (key if keys.is_character(key) else keys.label(key).replace(" ", "_"))


def display_of(context: Context) -> Size:
    return context.screen or DISPLAY


def header_of(workflow: Workflow) -> dict[str, str]:
    """The title and the platform that the first line names."""
    first = workflow.operations[0] if workflow.operations else None
    if first is None or first.name != "WORKFLOW":
        return {}
    return {name: str(first.arguments[name]) for name in ("title", "platform") if first.arguments.get(name)}


def _variables(operation: Operation) -> Iterator[str]:
    """The variables an operation uses; the one that takes its value does not count."""
    for parameter, value in operation.arguments.items():
        for text in value if isinstance(value, list) else [value]:
            if isinstance(text, str) and parameter != "output":
                yield from variables.names(text)


def say_steps(
    workflow: Workflow,
    dialect: str,
    frame: Frame,
    say: Callable[[Saying], list[T]],
    said: list[Diagnostic],
    *,
    ends: bool = False,
) -> Iterator[tuple[Operation, list[T]]]:
    """Each operation with what the dialect says for it. With `ends`, END at the end of the file is said
    by the end of the plan."""
    last = workflow.operations[-1] if workflow.operations else None
    for operation in workflow.operations:
        if operation.name == "WORKFLOW" or (ends and operation is last and operation.name == "END"):
            continue
        saying = Saying(operation, frame)
        try:
            if operation.body is not None:
                raise Unsayable(f"{dialect} has no blocks: {operation.name} is left out with all it holds")
            for name in _variables(operation):
                raise Unsayable(f"{dialect} has no variables, and {operation.name} uses `{name}`")
            words = say(saying)
        except Unsayable as refusal:
            said.append(unsayable(workflow, operation, refusal.reason))
            continue
        if saying.left:
            lost = ", ".join(saying.left)
            said.append(unsayable(workflow, operation, f"{dialect} says {operation.name} without {lost}"))
        yield operation, words
