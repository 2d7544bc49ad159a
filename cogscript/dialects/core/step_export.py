"""What every exporter needs: the steps of a workflow one by one, and a report of what gets lost.

A dialect exports an operation by taking its arguments. Whatever it has not taken, and is not the default
anyway, is lost, and so is the extent of a box where the dialect points at single places: both are
reported with the operation's line. IN blocks become window bindings in the one dialect that has them; for
the others their boxes are moved to where the window stood on the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from cogscript.dialects.core.coordinates import CoordinateSpace, inside
from cogscript.dialects.core.draft import DialectOptions
from cogscript.language.model import keys, variables
from cogscript.language.model.box import Box, Size
from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.operations import OPERATIONS
from cogscript.language.model.tree import Operation, Value, Workflow

NOT_EXPORTED = "not-exported"
"""An operation that is left out."""
LOST = "lost"
"""A detail of an operation that is left out."""

DISPLAY = Size(1920, 1080)
"""The display an export is made for by default: large enough to keep every thousandth."""

T = TypeVar("T")


class NotExportable(Exception):
    """An operation that the dialect cannot express."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class StepExport:
    """One operation that is being exported."""

    def __init__(self, operation: Operation, space: CoordinateSpace) -> None:
        self.operation = operation
        self.name = operation.name
        self.space = space
        self.losses: list[str] = []
        self._left = {
            name: value
            for name, value in operation.arguments.items()
            if not _is_default(operation, name, value)
        }

    @property
    def lost(self) -> list[str]:
        return [*self._left, *self.losses]

    def has(self, name: str) -> bool:
        return self.operation.arguments.get(name) is not None

    def take(self, name: str) -> Value:
        self._left.pop(name, None)
        return self.operation.arguments.get(name)

    def take_all(self, *, but: Collection[str] = ()) -> None:
        """Take every argument except the named ones."""
        for name in [*self.operation.arguments]:
            if name not in but:
                self.take(name)

    def text(self, name: str) -> str:
        value = self.take(name)
        if not isinstance(value, str):
            raise NotExportable(f"{self.name} has no {name} to export")
        return value

    def number(self, name: str, default: float = 0) -> float | int:
        value = self.take(name)
        return value if isinstance(value, int | float) and not isinstance(value, bool) else default

    def point(self, name: str = "box") -> list[float | int]:
        """The midpoint of a box in the dialect's coordinates."""
        box = self._box(name)
        if not box.is_point:
            self.losses.append(f"the extent of `{name}`")
        return [round(number, 4) for number in self.space.point(box)]

    def maybe_point(self, name: str = "box") -> list[float | int] | None:
        return self.point(name) if self.has(name) else None

    def corners(self, name: str = "box") -> list[float | int]:
        return [round(number, 4) for number in self.space.corners(self._box(name))]

    def _box(self, name: str) -> Box:
        box = self.take(name)
        if not isinstance(box, Box) or box.fault:
            raise NotExportable(f"{self.name} names no place in `{name}`")
        return box

    def held_keys(self) -> list[str]:
        """The keys held during a click or a scroll, as the workflow names them."""
        value = self.take("keys")
        return [str(key) for key in value] if isinstance(value, list) else []

    def held(self) -> list[str]:
        """The same as agents on Linux name them."""
        return [key_name(key) for key in self.held_keys()]


def _is_default(operation: Operation, name: str, value: Value) -> bool:
    spec = OPERATIONS.get(operation.name)
    parameter = spec.parameter(name) if spec else None
    return value is None or (parameter is not None and parameter.default == value)


_KEY_NAMES = {
    "return": "Return", "escape": "Escape", "page_up": "Page_Up", "page_down": "Page_Down",
    "left_ctrl": "ctrl", "left_alt": "alt", "left_shift": "shift", "left_super": "super",
    "backspace": "BackSpace", "space": "space",
    "right_ctrl": "Control_R", "right_alt": "Alt_R", "right_shift": "Shift_R", "right_super": "Super_R",
}  # fmt: skip


def key_name(name: str) -> str:
    """A key as agents on Linux write it (xdotool's names), which every importer here reads back."""
    key = keys.canonical(name)
    if key is None:
        raise NotExportable(f"there is no key `{name[:40]}`")
    return _KEY_NAMES.get(key) or (key if keys.is_character(key) else keys.label(key).replace(" ", "_"))


def display_of(options: DialectOptions) -> Size:
    return options.screen or DISPLAY


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


# --- all the steps of a workflow ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Binding(Generic[T]):
    """How a dialect acts in a window: what it writes before and after, and the window's coordinates."""

    before: list[T]
    after: list[T]
    space: CoordinateSpace | None
    """None where the window's size is not known: steps that point by box cannot be exported."""


@dataclass(frozen=True, slots=True)
class Exporter(Generic[T]):
    """One dialect's way to write the steps of a workflow."""

    dialect: str
    space: CoordinateSpace
    write: Callable[[StepExport], list[T]]
    """What the dialect writes for one operation; NotExportable when it cannot."""
    ends: bool = False
    """Whether END as the last operation is left out: the plan simply ends."""
    has_variables: bool = False
    bind: Callable[[StepExport], Binding[T]] | None = None
    """How an IN block is entered and left, in a dialect that can act in a window or on a page."""
    binds: tuple[str, ...] = ("window", "app")
    """What `bind` can be given."""
    acts_on: str = "screen"
    """What its plans act on: an IN block for the same thing is simply entered."""
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def steps(self, workflow: Workflow) -> Iterator[tuple[Operation, list[T]]]:
        """Each operation with what the dialect writes for it; what cannot be written is reported."""
        operations = workflow.operations
        if self.ends and operations and operations[-1].name == "END":
            operations = operations[:-1]
        for operation in operations:
            if operation.name == "IN":
                yield from self._block(workflow, operation)
            elif operation.name != "WORKFLOW":
                yield from self._step(workflow, operation, self.space)

    def _step(
        self, workflow: Workflow, operation: Operation, space: CoordinateSpace
    ) -> Iterator[tuple[Operation, list[T]]]:
        step = StepExport(_spelled_out(operation), space)
        try:
            if operation.body is not None:
                raise NotExportable(
                    f"{self.dialect} has no blocks: {operation.name} is left out with everything in it"
                )
            for name in () if self.has_variables else _variables(operation):
                raise NotExportable(f"{self.dialect} has no variables, and {operation.name} uses `{name}`")
            written = self.write(step)
        except NotExportable as refusal:
            self.report(workflow, operation, refusal.reason, NOT_EXPORTED)
            return
        self._report_losses(workflow, step)
        yield operation, written

    def _block(self, workflow: Workflow, block: Operation) -> Iterator[tuple[Operation, list[T]]]:
        body = block.body or []
        step = StepExport(block, self.space)
        if self.bind is not None and any(map(step.has, self.binds)):
            binding = self.bind(step)
            self._report_losses(workflow, step)
            yield block, binding.before
            for operation in body:
                if binding.space is None and _points(operation):
                    reason = f"{self.dialect} points in pixels of the window, and IN does not say its size"
                    self.report(workflow, operation, f"{reason} (box=…)", NOT_EXPORTED)
                else:
                    yield from self._step(workflow, operation, binding.space or self.space)
            yield block.closer or Operation("END_IN"), binding.after
        elif step.has(self.acts_on):
            step.take_all()
            for operation in body:
                yield from self._step(workflow, operation, self.space)
        elif isinstance(outer := step.take("box"), Box) and not outer.fault:
            reason = f"{self.dialect} knows only the screen: the block is placed where its window stood"
            self.report(workflow, block, reason, LOST)
            for operation in body:
                yield from self._step(workflow, _moved(operation, outer), self.space)
        else:
            reason = f"{self.dialect} knows only the screen, and this IN does not say where its window stood"
            self.report(
                workflow, block, f"{reason} (box=…): it is left out with everything in it", NOT_EXPORTED
            )

    def _report_losses(self, workflow: Workflow, step: StepExport) -> None:
        if step.lost:
            reason = f"{step.name} is exported to {self.dialect} without {', '.join(step.lost)}"
            self.report(workflow, step.operation, reason, LOST)

    def report(self, workflow: Workflow, operation: Operation, reason: str, code: str) -> None:
        self.diagnostics.append(Diagnostic(code, reason, "warning", operation.span, workflow.source))


def _spelled_out(operation: Operation) -> Operation:
    """A gesture with its keys as presses and releases, the one form that the dialects write."""
    given = operation.arguments.get("keys")
    if operation.name != "GESTURE" or not isinstance(given, str):
        return operation
    *held, last = [keys.label(keys.canonical(name) or name) for name in keys.chord(given)]
    actions: list[Value] = [Operation("KEY_DOWN", {"key": key}) for key in held]
    actions.append(Operation("KEY_PRESS", {"key": last}))
    actions += [Operation("KEY_UP", {"key": key}) for key in reversed(held)]
    others = {name: value for name, value in operation.arguments.items() if name != "keys"}
    return _with(operation, {"actions": actions, **others})


def _points(operation: Operation) -> bool:
    return any(isinstance(value, Box) for value in operation.arguments.values())


def _moved(operation: Operation, outer: Box) -> Operation:
    """The operation with its boxes on the screen instead of in the window that stood at `outer`."""
    return _with(
        operation,
        {
            name: inside(value, outer) if isinstance(value, Box) else value
            for name, value in operation.arguments.items()
        },
    )


def _with(operation: Operation, arguments: dict[str, Value]) -> Operation:
    """The operation with other arguments, at the same place."""
    made = Operation(operation.name, arguments, body=operation.body, leading=operation.leading)
    made.start, made.end, made.line, made.column = (
        operation.start, operation.end, operation.line, operation.column,
    )  # fmt: skip
    return made
