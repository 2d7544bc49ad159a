"""`cog run --teach`: a person is shown each step and does it; the run does only what no hand can do.

It is a controller, as somebody who steps is: what a person does by hand, the run skips.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cogscript.language.model.diagnostic import Fault
from cogscript.language.model.operations import OPERATIONS, TELLING, Target
from cogscript.runtime.bindings import BoundArguments
from cogscript.runtime.control import Decision
from cogscript.runtime.targets import locate
from cogscript.surfaces.capabilities import Notes, PersonsHand, Pointer, Windows
from cogscript.surfaces.finding.name_matching import Fit, fit

if TYPE_CHECKING:
    from cogscript.language.model.tree import Operation
    from cogscript.records.step import Step
    from cogscript.runtime.control import Stop
    from cogscript.runtime.program import Program
    from cogscript.runtime.state import RunState
    from cogscript.surfaces.elements import Element

_GLANCE = 0.01
BY_PERSON = "done by the person"

_WORDS = {
    "CLICK": "Click {what}", "DOUBLE_CLICK": "Double-click {what}",
    "RIGHT_CLICK": "Click {what} with the right button",
    "MIDDLE_CLICK": "Click {what} with the middle button", "TRIPLE_CLICK": "Click {what} three times",
    "HOVER": "Move the pointer to {what}", "LONG_PRESS": "Press {what} and hold it",
    "DRAG": "Drag from {what}", "TYPE": "Type “{text}” into {what}", "SELECT": "Choose “{option}” in {what}",
    "CHECK": "Set {what}", "KEY_PRESS": "Press {key}", "GESTURE": "Press {keys}", "LAUNCH": "Open {app}",
    "SCROLL_DOWN": "Scroll down at {what}", "SCROLL_UP": "Scroll up at {what}",
}  # fmt: skip
"""What a person is told of the operations that a hand can do; all others the run does itself."""


class Teacher:
    def __init__(self) -> None:
        self._shown = 0

    def check(self, program: Program) -> None:
        """Every workflow can be shown."""

    def failed(self, stop: Stop) -> Decision:
        return Decision()

    def before(self, stop: Stop) -> Decision:
        step, state = stop.step, stop.state
        notes = state.surface.capability(Notes) if step.name in _WORDS else None
        if notes is None or not state.outside.is_real:
            return Decision()
        self._shown += 1
        arguments = BoundArguments(step.operation).arguments(state.scope)
        place = self._find(state, step, arguments)
        done = _doing(state, step, arguments)
        total = f" of {state.run.total}" if state.run.total else ""
        notes.show_note(
            f"Step {self._shown}{total}\n{told(step.operation, arguments, state)}", place, buttons=True
        )
        try:
            while (answer := notes.note_answer()) is None and not done():
                time.sleep(_GLANCE)
        finally:
            notes.hide_note()
        state.surfaces.forget_hand()
        if answer == "stop":
            return Decision("quit")
        step.seen = BY_PERSON
        return Decision("skip")

    def _find(self, state: RunState, step: Step, arguments: dict[str, Any]) -> Any:
        """Where the note points; nowhere, when what is meant is not there yet."""
        if OPERATIONS[step.name].target is Target.NONE or not any(
            arguments.get(k) for k in ("box", *TELLING)
        ):
            return None
        try:
            state.surface.prepare()
            state.settle()
            locate(state, step, arguments)
        except Fault as fault:
            state.voice.message(f"line {step.line}: {fault.reason}")
            return None
        return step.area


def told(operation: Operation, arguments: dict[str, Any], state: RunState) -> str:
    """What the person is to do: the line's own description, or what the operation says."""
    if operation.description:
        return state.mask(operation.description)
    what = (
        arguments.get("element_info")
        or arguments.get("element_type")
        or arguments.get("id")
        or "the marked place"
    )
    keys = arguments.get("keys") or [
        str(each.arguments.get("key")) for each in arguments.get("actions") or () if each.name != "KEY_UP"
    ]
    words = {
        "what": "the field that has the focus" if operation.name == "TYPE" and what == "the marked place"
                and arguments.get("box") is None else what,
        "text": arguments.get("text"), "option": arguments.get("option"), "key": arguments.get("key"),
        "keys": "+".join(map(str, keys)), "app": arguments.get("app") or arguments.get("url"),
    }  # fmt: skip
    said = _WORDS[operation.name].format_map(words)
    if operation.name == "CHECK":
        said += " on" if arguments.get("on", True) else " off"
    return state.mask(said + (", then press Return" if arguments.get("enter") else ""))


# --- whether it is done ---------------------------------------------------------------------------


def _doing(state: RunState, step: Step, arguments: dict[str, Any]) -> Callable[[], bool]:
    """Asked again and again: whether the person has done it."""
    surface, name = state.surface, step.name
    hand, pointer = surface.capability(PersonsHand), surface.capability(Pointer)
    element: Element | None = step.target.element if step.target is not None else None
    service = surface.elements

    def now() -> Element | None:
        return service.refresh(element) if service is not None and element is not None else None

    if name == "TYPE":
        return lambda: bool(arguments["text"]) and _holds(now(), arguments["text"])
    if name == "SELECT":
        return lambda: (
            (found := now()) is not None and fit(arguments["option"], found.value or "") >= Fit.DECORATED
        )
    if name == "CHECK":
        return lambda: (found := now()) is not None and ("checked" in found.states) is bool(arguments["on"])
    if name == "LAUNCH":
        windows = surface.capability(Windows)
        known = {each.handle for each in windows.windows()} if windows is not None else set()
        return lambda: windows is not None and any(each.handle not in known for each in windows.windows())
    if name == "HOVER" and pointer is not None and step.area is not None:
        area = step.area
        return lambda: area.holds(pointer.pointer())
    if name in ("KEY_PRESS", "GESTURE") and hand is not None:
        return _Keys(hand, _last_key(arguments)).pressed
    if step.area is not None and hand is not None and pointer is not None and not name.startswith("SCROLL"):
        return _Press(hand, pointer, step.area.holds).released
    return lambda: False


def _holds(field: Element | None, text: str) -> bool:
    return field is not None and text in (field.value or "")


def _last_key(arguments: dict[str, Any]) -> str:
    if arguments.get("key"):
        return str(arguments["key"])
    if arguments.get("keys"):
        return str(arguments["keys"][-1])
    pressed = [each for each in arguments.get("actions") or () if each.name != "KEY_UP"]
    return str(BoundArguments(pressed[-1]).constant["key"]) if pressed else ""


class _Press:
    """A press that began inside the target and has ended."""

    def __init__(self, hand: PersonsHand, pointer: Pointer, inside: Callable[[Any], bool]) -> None:
        self._hand, self._pointer, self._inside = hand, pointer, inside
        self._began = False

    def released(self) -> bool:
        if self._hand.is_pressing():
            self._began = self._began or self._inside(self._pointer.pointer())
            return False
        return self._began


class _Keys:
    def __init__(self, hand: PersonsHand, key: str) -> None:
        self._hand, self._key = hand, key
        self._began = False

    def pressed(self) -> bool:
        if self._key and self._hand.is_key_down(self._key):
            self._began = True
            return False
        return self._began
