"""Operations performed for a client, and what it is told of them."""

from __future__ import annotations

from cogscript.language.model.diagnostic import Fault
from cogscript.language.model.rendering import render
from cogscript.language.model.tree import Operation
from cogscript.language.write.formatter import format_operation
from cogscript.records.step import Step
from cogscript.serving.desk import Desk
from cogscript.serving.tool_answers import Answer
from cogscript.serving.what_changed import SurfaceGlance, changed
from cogscript.surfaces.protocol import Surface

_LONGEST = 160
"""Characters of an operation that an answer repeats."""
_MOST = 12
"""Steps that an answer lists; of more, the first and the last."""
_SETTLES = 1.0
"""Seconds that what was done gets to show."""


def perform(desk: Desk, what: Operation | str, *, tells: bool = True) -> Answer:
    """Perform it, and tell what came of it: each step in a line, what changed, what failed and why."""
    session = desk.session
    desk.heard.take()
    surface = session.state.surfaces.opened
    before = SurfaceGlance.of(surface) if surface is not None and surface.can_be_seen else None
    last = session.perform(what)
    steps, said = desk.heard.take()
    lines = [line for step in _few(steps) for line in _told(desk, step)]
    lines += [text[:_LONGEST] for text in said]
    failed = last.outcome in ("failed", "stopped")
    surface = session.state.surfaces.opened
    if tells and before is not None and surface is not None:
        lines += _effect(before, surface)
    if failed and last.diagnostic is not None:
        lines.append(session.state.mask(render([last.diagnostic])))
    code = last.diagnostic.code if failed and last.diagnostic is not None else ""
    return Answer("\n".join(lines) or "ok", is_error=failed, code=code)


def _effect(before: SurfaceGlance, surface: Surface) -> list[str]:
    try:
        surface.settle(_SETTLES)
        return changed(before, SurfaceGlance.of(surface), surface)
    except Fault as fault:
        return [fault.reason]


def _few(steps: list[Step]) -> list[Step]:
    return steps if len(steps) <= _MOST else [*steps[: _MOST // 2], *steps[-_MOST // 2 :]]


def _told(desk: Desk, step: Step) -> list[str]:
    if step.kind not in ("step", "call"):
        return []
    mask = desk.session.state.mask
    line = mask(format_operation(step.operation))
    line = line if len(line) <= _LONGEST else line[:_LONGEST] + "…"
    how = f" ({step.seen})" if step.seen else ""
    found = f", found by {step.locator}" if step.locator not in (None, "box") else ""
    values = [f"  {name} = {mask(value)}" for name, value in step.variables.items()]
    return [f"{step.outcome}: {line}{found}{mask(how)}", *values]
