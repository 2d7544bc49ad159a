"""Entering a text where nothing tells what arrived but the pixels: by keys, and seen on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.records import seen
from cogscript.runtime.entry.job import NOT_READ, READ, Job
from cogscript.runtime.entry.pixel_view import PixelView
from cogscript.surfaces.protocol import Method, TextEntry

if TYPE_CHECKING:
    from collections.abc import Sequence


def enter(job: Job) -> str:
    """What the record says of a text that only shows."""
    view = PixelView.of_window(job.state) if job.text.strip() else None
    for method in _worth_trying(job):
        job.put(method)
        if view is None:
            return seen.UNKNOWN
        outcome = view.outcome(job.state, job.text, job.step.area, read=not job.secret)
        if outcome == "elsewhere":
            return _elsewhere(job)
        if outcome != "unchanged":
            return READ if outcome == "read" else NOT_READ
        if job.state.surface.need(TextEntry).in_terminal():
            return f"{seen.UNKNOWN}: {seen.UNCHANGED}, and a terminal need not show what is typed"
    raise job.failed(f"{seen.UNCHANGED} when the text was entered by {method}: {job.field} takes no text")


def _elsewhere(job: Job) -> str:
    """What is named is the field itself; a box alone may lie anywhere in a sheet or a calculator."""
    if any(job.step.arguments.get(name) for name in ("element_info", "id", "picture")):
        raise job.failed("the text appeared elsewhere than in the field that is named")
    return f"{seen.UNKNOWN}: something changed elsewhere than at the box"


def _worth_trying(job: Job) -> Sequence[Method]:
    """Every key of a plain text arrives: pasting it as well could only double it. Other texts may not."""
    plain = job.secret or job.text.isascii()
    return job.methods[:1] if plain else job.methods
