"""A click of a step's own: two steps that click the same place are two clicks, and no double click."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogscript.language.model.box import Point, Rect
from cogscript.language.model.diagnostic import Fault, shown
from cogscript.runtime.watching import Watched, aim
from cogscript.surfaces.capabilities import Button, ClickTarget, Pointer, Windows

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState
    from cogscript.surfaces.capabilities import Dialog
    from cogscript.surfaces.elements import Element
    from cogscript.surfaces.finding.wanted import Candidate


_SHOWS = 0.6
"""Seconds in which a window shows that it took a click."""


@dataclass(frozen=True, slots=True)
class Behind(Watched):
    """A window that a click was sent to while a dialog of its program was open."""

    dialog: Rect
    pointer: Point
    is_open: Callable[[], bool]

    @staticmethod
    def dialog_at(state: RunState, dialog: Dialog, pointer: Point) -> Behind | None:
        plain = Watched.of(state.surface.root, dialog.behind)
        if plain is None:
            return None

        def is_open() -> bool:
            return _dialog_before(state, pointer) is not None

        return Behind(plain.surface, plain.area, plain.before, dialog.rect, pointer, is_open)

    def has_changed(self) -> bool:
        """Whether anything tells of the click: not the dialog, which may go by itself just then, nor what is
        under the pointer and lights up when the dialog has gone."""
        from cogscript.reading.changes import changes

        left, top = self.area.left, self.area.top
        over = self.dialog.overlap(self.area)
        aside = Rect(over.left - left, over.top - top, over.right - left, over.bottom - top)
        pointer = Point(self.pointer.x - left, self.pointer.y - top)
        found = changes(self.before, self.now(), restless=[aside])
        return any(not rect.holds(pointer) for rect in found) or (bool(found) and self.is_open())


def told_target(step: Step) -> Element | None:
    """The target as the program itself tells of it."""
    found: Candidate | None = step.target
    return found.element if found is not None else None


def click(
    state: RunState, place: Point, button: Button = "left", count: int = 1, on: Step | None = None
) -> None:
    """For the target of a step alone, where one is given. Where a dialog may keep the window from taking
    clicks, the click is watched, and done again later."""
    dialog = _dialog_before(state, place)
    if dialog is not None:
        aim(state, place)
    watched = Behind.dialog_at(state, dialog, place) if dialog is not None else None
    _click(state, place, button, count, on)
    if dialog is None or watched is None or watched.await_change(state, _SHOWS):
        return
    for _ in state.looks(state.settings.run.timeout):
        if _dialog_before(state, place) is None:
            state.surface.root.need(Windows).focus_anew(place)
            _click(state, place, button, count, on)
            return
    raise Fault(
        "target-covered",
        f"the dialog {shown(dialog.title, state.mask)} is open, and a click beside it changes nothing",
        "answer it first: with a step before this one, or with ON(test=VISIBLE(…)) whenever it comes",
    )


def _dialog_before(state: RunState, place: Point) -> Dialog | None:
    """Asked only where a run waits for programs at all: without that, a click is a click."""
    looks = state.outside.is_real and state.options.settle
    windows = state.surface.root.capability(Windows) if looks else None
    return windows.dialog_before(place) if windows is not None else None


def _click(state: RunState, place: Point, button: Button, count: int, on: Step | None) -> None:
    surface = state.surface
    last = surface.root.last_click
    if state.options.settle and (wait := last.before(place, button)):
        state.pause(wait)
    last.note(place, button)
    pointer = surface.need(Pointer)
    if on is None or not state.options.settle:  # without that, a click is a click
        pointer.click(place, button, count)
    else:
        pointer.click_on(ClickTarget(told_target(on), on.beneath), place, button, count)
