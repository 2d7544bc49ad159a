"""Entering a text into a field that tells its value: read back, and taken out again if it came out wrong."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from cogscript.language.model.diagnostic import Fault
from cogscript.language.model.operations import TELLING
from cogscript.records import seen
from cogscript.runtime.entry.comparing import Comparison, change, compare
from cogscript.runtime.entry.job import NOT_READ, READ, Job
from cogscript.runtime.entry.pixel_view import PixelView
from cogscript.surfaces.capabilities import Keys
from cogscript.surfaces.key_presses import press

if TYPE_CHECKING:
    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState
    from cogscript.surfaces.elements import Element, Elements

_GLANCE = 0.02
_STEADY = 0.15
"""Seconds without a change after which a text that the field wrote otherwise counts as its last word."""
_PATIENCE = 1.0
"""Seconds without a change after which a text that is not there is taken not to come."""
_LIMIT = 15.0
_BACKSPACES = 300
"""Characters that are taken out one by one; more are put back by setting the field's whole text."""


def enter(job: Job, service: Elements, element: Element) -> str:
    """What the record says of a text in a field whose text can be read."""
    field = ReadableField(job.state, service, element, replaced=job.focus.replaces)
    told = job.state.surface.root.fields_tell_all
    view = None if told else PixelView.of_field(job.state, element.rect)
    for method in job.methods:
        job.put(method, lambda: field.holds(job.text))
        entered = field.await_text(job.text)
        if (said := _said(job, entered)) is not None:
            _retell(job.step, field.before, entered.value, job.text)
            return said
        if entered.verdict is Comparison.UNCHANGED and view is not None:
            # Editors of formatted text tell only a part of what they show.
            outcome = view.outcome(job.state, job.text, None, read=not job.secret)
            if outcome != "unchanged":
                return READ if outcome == "read" else NOT_READ
        if method != job.methods[-1] and not field.take_out(entered.value):
            break
    raise job.failed(
        f"{job.field} holds {job.quoted(entered.value)} after the text was entered by {method}, and not "
        f"{job.quoted(job.text)}"
    )


def _retell(step: Step, before: str, value: str, text: str) -> None:
    """Say how a text that went to the focus is entered again, by a line that names its field and clicks it:
    a selection that was replaced, the suggested name of a file, is no selection any more by then."""
    if step.told is None or not before or any(step.arguments.get(name) for name in ("box", *TELLING)):
        return
    if value == text:
        step.told["clear"] = True
    elif len(value) != len(before) + len(text):  # a part was replaced: only the focus tells which
        step.told = None


class Entered(NamedTuple):
    """What a field holds after a text was entered."""

    verdict: Comparison | None
    """None when the field has gone meanwhile."""
    value: str = ""


def _said(job: Job, entered: Entered) -> str | None:
    """What the record says of it; None when it is wrong."""
    if entered.verdict is None:
        return f"{seen.UNKNOWN}: the field has gone"
    how = {Comparison.EXACT: "", Comparison.ALIKE: ", as ", Comparison.COMPLETED: ", completed to "}.get(
        entered.verdict
    )
    if how is None:
        return None
    return f"{seen.YES}{how}{job.quoted(entered.value)}" if how else seen.YES


class ReadableField:
    """A field of the accessibility service, watched while a text is entered into it."""

    def __init__(
        self, state: RunState, service: Elements, element: Element, *, replaced: bool = False
    ) -> None:
        """`replaced`: the text goes in the place of what it holds."""
        self._state = state
        self._service = service
        self._element = element
        self._replaced = (element.value or "") if replaced else None
        self.before = "" if replaced else element.value or ""
        self.now = element
        """As it was last seen."""

    def holds(self, text: str) -> bool:
        """Whether the text is all there, as it was given."""
        now = self._service.refresh(self._element)
        return now is not None and compare(self.before, now.value or "", text) is Comparison.EXACT

    def await_text(self, text: str) -> Entered:
        """What came of the text, once the field has had its time to show it."""
        began = changed = time.monotonic()
        last: str | None = None
        while True:
            now = self._service.refresh(self._element)
            if now is None:
                return Entered(None)
            value, moment = now.value or "", time.monotonic()
            if value != last:
                last, changed = value, moment
            verdict = self._compared(value, text)
            settled = verdict in (Comparison.ALIKE, Comparison.COMPLETED) and moment - changed >= _STEADY
            given_up = moment - changed >= _PATIENCE or moment - began >= _LIMIT
            if verdict is Comparison.EXACT or settled or given_up:
                return Entered(verdict, value)
            self._state.pause(_GLANCE)

    def _compared(self, value: str, text: str) -> Comparison:
        if value == self._replaced and value != text:
            return Comparison.UNCHANGED  # what was to be replaced is no text that came
        return compare(self.before, value, text)

    def await_value(self, wanted: str) -> bool:
        end = time.monotonic() + _PATIENCE
        while True:
            last = time.monotonic() >= end
            now = self._service.refresh(self._element)
            self.now = now or self.now
            if now is not None and (now.value or "") == wanted:
                return True
            if last:
                return False
            self._state.pause(_GLANCE)

    def take_out(self, after: str) -> bool:
        """Remove what was entered and nothing else; whether the field holds again what it held before."""
        if after == self.before:
            return True
        done = change(self.before, after)
        if done.removed:
            return False  # a selection was replaced, and only the person could say which it was
        if len(done.added) <= _BACKSPACES:
            keys = self._state.surface.need(Keys)
            end = done.start + len(done.added)
            press(keys, "backspace")
            # Only if the last character went, the caret is where it is thought to be.
            if self.await_value(after[: end - 1] + after[end:]):
                for _ in done.added[1:]:
                    press(keys, "backspace")
                if self.await_value(self.before):
                    return True
        return self.set_to(self.before)

    def set_to(self, text: str) -> bool:
        """Set the whole text of the field; whether it then holds it."""
        self._state.surface.root.permit(self._element.rect.middle)
        try:
            self._service.set_text(self._element, text)
        except Fault:
            return False
        return self.await_value(text)


# --- password fields --------------------------------------------------------------------------------


def enter_secret(job: Job, service: Elements, element: Element) -> str:
    """The same for a password field: only how many characters it holds is ever asked."""
    before = service.length(element)
    # A character beyond the basic plane counts as two in some toolkits.
    lengths = {len(job.text), len(job.text.encode("utf-16-le")) // 2}

    def holds() -> bool:
        now = service.length(element)
        if now is None or before is None or now == before:
            return False
        # What was selected is replaced: then the field holds the new text alone.
        return now in lengths or now - before in lengths

    for method in job.methods:
        job.put(method, holds)
        end = time.monotonic() + _PATIENCE
        while not (arrived := holds()) and before is not None and time.monotonic() < end:
            job.state.pause(_GLANCE)
        if arrived:
            return f"{seen.YES}, {len(job.text)} characters"
        if before is None or before in lengths:
            return f"{seen.UNKNOWN}: the length of what the field holds does not tell"
        if service.length(element) != before:
            break  # what came cannot be told from what was there
    raise job.failed(f"{job.field} does not hold {len(job.text)} characters more after the text was entered")
