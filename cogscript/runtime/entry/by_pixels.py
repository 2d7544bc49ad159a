"""Entering a text where nothing tells what arrived but the pixels: by keys, and seen on the screen."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault, shown
from cogscript.records import seen
from cogscript.runtime.entry.job import NOT_READ, READ, Job
from cogscript.runtime.entry.pixel_view import PixelView
from cogscript.surfaces import roles
from cogscript.surfaces.capabilities import Method, TextEntry, Windows
from cogscript.surfaces.finding.name_matching import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogscript.surfaces.capabilities import Window

_TELLING = 4
"""Characters, without spaces, from which on a text that was read tells something."""
_COMMON = 0.5
"""The part of the shorter text that both have, at least, if they are one: signs are misread."""


def enter(job: Job) -> str:
    """What the record says of a text that only shows."""
    view = PixelView.of_window(job.state) if job.text.strip() else None
    known = {window.handle for window in _windows(job)}
    for method in _worth_trying(job):
        job.put(method)
        if view is None:
            return seen.UNKNOWN
        outcome = view.outcome(job.state, job.text, job.step.area, read=not job.secret)
        if outcome == "read":
            return READ
        job.state.settle()
        came = [window for window in _windows(job) if window.handle not in known]
        if came:
            return _in_newcomer(job, view, came[-1])
        if outcome == "elsewhere":
            return _elsewhere(job)
        if outcome == "changed":
            return _not_read(job, view)
        if job.state.surface.need(TextEntry).in_terminal():
            return f"{seen.UNKNOWN}: {seen.UNCHANGED}, and a terminal need not show what is typed"
    raise job.failed(f"{seen.UNCHANGED} when the text was entered by {method}: {job.field} takes no text")


def _windows(job: Job) -> Sequence[Window]:
    windows = job.state.surface.root.capability(Windows)
    return windows.windows() if windows is not None else ()


def _in_newcomer(job: Job, view: PixelView, window: Window) -> str:
    """A window came while the text was typed, and has part of it, or nothing: the step before had opened it.

    One character may have opened it, and so may a line break.
    """
    if not job.secret and fold(job.text) in fold(view.text_in(window.rect)):
        return READ
    title = shown(window.title, job.state.mask)
    if len(job.text) == 1 or "\n" in job.text:
        return f"{seen.UNKNOWN}: the window {title} came, and the text could not be read"
    raise Fault(
        "not-entered",
        f"the window {title} came while the text was typed, and does not show it",
        "let the line wait for that window, with IN(window=…) around it",
    )


def _not_read(job: Job, view: PixelView) -> str:
    """What a field shows that is named, and was seen to be one, is its text: another text is no success."""
    target, area = job.step.target, job.step.area
    if target is None or area is None or target.kind not in roles.FIELDS or job.secret:
        return NOT_READ
    shown = view.text_in(area)
    if not is_another(shown, job.text):
        return NOT_READ
    raise job.failed(f"what was taken for the field shows {job.quoted(shown)} after the text was entered")


def is_another(shown: str, text: str) -> bool:
    """Whether a text that was read has so little in common with the one entered that it is another."""
    one, other = fold(shown), fold(text)
    if min(len(one), len(other)) < _TELLING or not any(map(str.isalnum, one)):
        return False
    common = sum(
        block.size for block in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    )
    return common < _COMMON * min(len(one), len(other))


def _elsewhere(job: Job) -> str:
    """What is named is the field itself; a box alone may lie anywhere in a sheet or a calculator."""
    if any(job.step.arguments.get(name) for name in ("element_info", "id", "picture")):
        raise job.failed("the text appeared elsewhere than in the field that is named")
    return f"{seen.UNKNOWN}: something changed elsewhere than at the box"


def _worth_trying(job: Job) -> Sequence[Method]:
    """Every key of a plain text arrives: pasting it as well could only double it. Other texts may not."""
    plain = job.secret or job.text.isascii()
    return job.methods[:1] if plain else job.methods
