"""What a step may use: the surface, the variables, the world outside, the voice. One for a whole run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from cogscript.runtime.frames import CallFrame
from cogscript.runtime.scope import Unknown

if TYPE_CHECKING:
    from cogscript.language.model.tree import Operation
    from cogscript.records.step import Step
    from cogscript.runtime.console.person import Person
    from cogscript.runtime.options import Options
    from cogscript.runtime.outcome import Run
    from cogscript.runtime.outside import Outside
    from cogscript.runtime.permissions import Permissions
    from cogscript.runtime.program import Program
    from cogscript.runtime.scope import Scope
    from cogscript.runtime.surface_stack import SurfaceStack
    from cogscript.runtime.voice import Voice
    from cogscript.settings import Settings
    from cogscript.surfaces.protocol import Surface

POLL = 0.2
"""Seconds between two looks while what is waited for has not come."""
_READING, _LAST_READING = 0.4, 1.0
"""Seconds of one look for reading pictures, where all other text is told: while it waits, and at the end."""
_ONE_READING = 6.0
"""Seconds for reading that a step has, however short it waits."""


class LookTime(NamedTuple):
    """What one look may take."""

    pictures: float
    """Seconds for reading pictures: what is left is read in the next look, which first sees whether the
    target has come meanwhile."""
    until: float
    """When all reading has to end."""


def _nothing() -> None: ...


@dataclass(slots=True)
class RunState:
    program: Program
    options: Options
    settings: Settings
    voice: Voice
    surfaces: SurfaceStack
    outside: Outside
    person: Person
    permissions: Permissions
    run: Run
    open_beside: Callable[[str, Settings], Surface]
    """Opens a kind of surface beside the one the run was given."""
    frames: list[CallFrame] = field(default_factory=list)
    """The workflows being run, the main one first."""
    frame: CallFrame = field(init=False)
    """The one whose operations are being performed."""
    supposing: int = 0
    """In a dry run: inside how many branches whose test cannot be known."""
    meanwhile: Callable[[], None] = _nothing
    """What is done while a step waits: ON handlers are judged."""
    obtained: dict[int, tuple[Operation, CallFrame, str]] = field(default_factory=dict)
    """What QUOTE_TEXT and LLM read, by operation, for --save-results."""
    interrupted: tuple[str, list[str]] | None = None
    """In a resumed run: the DO that is begun anew, and what was done for it on this desktop before."""

    @property
    def surface(self) -> Surface:
        return self.surfaces.current

    @property
    def scope(self) -> Scope:
        return self.frame.scope

    @contextmanager
    def inside(self, frame: CallFrame) -> Iterator[None]:
        """Run a workflow."""
        self.frames.append(frame)
        try:
            with self.as_if_in(frame):
                yield
        finally:
            self.frames.pop()

    @contextmanager
    def as_if_in(self, frame: CallFrame) -> Iterator[None]:
        """A handler runs in the frame that set it up, whichever workflow is under way."""
        before = getattr(self, "frame", frame)
        self.frame = frame
        try:
            yield
        finally:
            self.frame = before

    def mask(self, text: str) -> str:
        return self.voice.mask(text)

    def set(self, step: Step, name: str | None, value: str | Unknown) -> None:
        """Give a variable its value, on record as this step's doing."""
        if name is None:
            return
        if isinstance(value, Unknown):
            self.frame.scope.set_unknown(name)
        else:
            self.frame.scope.set(name, value)
            step.variables[name] = value

    def pause(self, seconds: float) -> None:
        self.outside.pause(seconds, self.surfaces.watch_hand)

    def settle(self, *, pointing: bool = True) -> float | None:
        """Wait until the surface is ready, where the run is to do so; the seconds waited."""
        surface = self.surface
        if not self.options.settle or not surface.can_be_seen:
            return None
        return surface.settle(pointing=pointing)

    def looks(self, timeout: float) -> Iterator[LookTime]:
        """One round a look. The last begins when the time is up: a slow look must not be the only one."""
        first = time.monotonic()
        end = first + timeout
        while True:
            began = time.monotonic()
            pictures = _READING if began < end else _LAST_READING
            yield LookTime(pictures, max(end, first + _ONE_READING, began + _LAST_READING))
            if began >= end or not self.outside.is_real:
                return
            self.meanwhile()
            self.pause(min(POLL, max(0.0, end - time.monotonic())))
