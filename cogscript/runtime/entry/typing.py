"""TYPE from its click to its last key: the right field, the method that suits it, a look at what came of it.

A field whose text can be read gets it pasted: that is exact, and sets off nothing. Everything else gets key
strokes, because what pasting does there nobody knows: calculators, terminals, editors with commands,
spreadsheets, whatever has the keyboard without saying what it is. A text that did not arrive is entered
once more by the other method, after exactly what was entered has been taken out again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault
from cogscript.records import seen
from cogscript.runtime.clicking import told_target
from cogscript.runtime.entry import by_pixels, by_value, secret_fields
from cogscript.runtime.entry.focus import Focus, take_focus
from cogscript.runtime.entry.job import Job
from cogscript.surfaces.capabilities import Keys, Pointer, TextEntry
from cogscript.surfaces.key_presses import press

if TYPE_CHECKING:
    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState
    from cogscript.runtime.step_arguments import TypeArguments


def type_text(state: RunState, step: Step, arguments: TypeArguments) -> None:
    if not state.outside.is_real:
        _note(state, step, arguments)
        return
    text = arguments["text"]
    secret = state.voice.secrets.holds(text)
    focus = _filled(state, step, arguments) if arguments["clear"] and not secret else None
    focus = focus or take_focus(state, step)
    if secret:
        secret_fields.check(state, step, focus)
    if arguments["clear"] and not focus.filled:
        at_once = _replaces(state, focus, arguments)
        focus = replace(focus, replaces=True) if at_once else _clear(state, focus)
    if text:
        step.seen = _enter(Job(state, step, focus, text, secret))
    if arguments["enter"]:
        if not (step.seen or "").startswith(seen.YES):
            state.settle()  # a form that is still taking the text in may swallow the key
        press(state.surface.need(Keys), "return")


def _enter(job: Job) -> str:
    service, element = job.state.surface.elements, job.focus.element
    if service is None or element is None or not job.focus.readable:
        return by_pixels.enter(job)
    return (by_value.enter_secret if element.secret else by_value.enter)(job, service, element)


def _filled(state: RunState, step: Step, arguments: TypeArguments) -> Focus | None:
    """The field that the line names, filled in one go where the surface can do that."""
    field, place = told_target(step), step.point
    if field is None or place is None or not _replaces(state, Focus(field), arguments):
        return None
    done = state.surface.need(TextEntry).fill(field, place, arguments["text"])
    return Focus(field, replaces=True, filled=True) if done else None


def _replaces(state: RunState, focus: Focus, arguments: TypeArguments) -> bool:
    """Whether the text can go in the place of what the field holds, without emptying it first."""
    field = focus.element
    readable = field is not None and focus.readable and not field.secret
    pasted = arguments["text"] and arguments["method"] != "keys"
    return bool(pasted) and readable and state.surface.need(TextEntry).replaces


def _clear(state: RunState, focus: Focus) -> Focus:
    """Empty the field, and see that it is empty where it tells."""
    _select_and_delete(state)
    service, element = state.surface.elements, focus.element
    if service is None or element is None or not focus.readable or element.secret:
        return focus
    field = by_value.ReadableField(state, service, element)
    if not field.await_value("") and not field.set_to(""):
        raise Fault("not-cleared", f"{focus.described(state)} could not be emptied")
    return Focus(field.now, focus.window)


def _select_and_delete(state: RunState) -> None:
    keys = state.surface.need(Keys)
    press(keys, keys.shortcut_key, "a")
    press(keys, "delete")


def _note(state: RunState, step: Step, arguments: TypeArguments) -> None:
    """In a dry run: what would be done."""
    surface = state.surface
    if step.point is not None:
        surface.need(Pointer).click(step.point)
    if arguments["clear"]:
        _select_and_delete(state)
    surface.need(TextEntry).type_text(arguments["text"])
    if arguments["enter"]:
        press(surface.need(Keys), "return")
