"""What an importer makes of a text before it becomes a workflow: steps, each with its place.

An importer reads one dialect and nothing else. It adds steps to a Plan, says what it repaired and what
it could not translate, and leaves to `merging` and `importing` what is the same for all dialects: the
pointer's last place, sequences that are one thing in a `.cog` file, comments, the header.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from cogscript.dialects.coordinates import Frame, frame_of
from cogscript.language.box import GRID, Box, Size
from cogscript.language.diagnostic import Diagnostic, Source, Span
from cogscript.language.tree import Operation

NO_TEXT = re.compile(r"[\0\ud800-\udfff]")
"""What a `.cog` file cannot hold."""
REPAIRED = "repaired"
UNTRANSLATABLE = "untranslatable"


@dataclass(frozen=True, slots=True)
class Context:
    """What the person said on the command line; the same for every dialect."""

    screen: Size | None = None
    literal: bool = False
    coordinates: str | None = None
    """The coordinate system, when told: a key of `coordinates.SYSTEMS`."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a dialect, by an example from which the documents and the tests are made."""

    example: str
    """The action as the agent writes it; the importer must translate it."""
    remark: str = ""
    query: bool = False
    """Whether it only asks (where is the pointer?) and so becomes nothing."""


class Untranslatable(Exception):
    """An action that is understood, or is broken, but cannot be said in a `.cog` file."""

    def __init__(self, reason: str, advice: str = "", span: Span | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.advice = advice
        self.span = span
        """The part to blame, when it is smaller than the whole action."""


@dataclass(slots=True)
class Step:
    """One operation, where it stood, and what the agent said about it.

    A step without an operation holds the place of an action that could not be translated.
    """

    operation: Operation | None
    span: Span
    description: str = ""
    notes: list[str] = field(default_factory=list)
    """What was repaired, or why there is no operation: they become comments."""


class Plan:
    """The steps of a text, in order, and everything that has to be said about it."""

    def __init__(self, source: Source, context: Context, screen: Size | None = None) -> None:
        self.source = source
        self.context = context
        self.steps: list[Step] = []
        self.diagnostics: list[Diagnostic] = []
        self.title = ""
        self.platform = ""
        self.screen = context.screen or screen
        """What is known of the screen: told, or found in the plan, or the dialect's own."""
        self._notes: list[str] = []

    def add(self, operation: Operation, span: Span, description: str = "") -> Step:
        """The next step. What was repaired since the last one belongs to it."""
        step = Step(operation, span, description, self._notes)
        self._notes = []
        self.steps.append(step)
        return step

    def repaired(self, span: Span, message: str) -> None:
        """Say what was read otherwise than it was written; `message` is a clause without a stop."""
        self._notes.append(message)
        self.diagnostics.append(Diagnostic(REPAIRED, message, "warning", span, self.source))

    def remark(self, message: str) -> None:
        """A comment on the next step that is no repair: what an action also said, and .cog cannot."""
        self._notes.append(message)

    def untranslatable(
        self, span: Span, reason: str, advice: str = "", description: str = "", blame: Span | None = None
    ) -> None:
        """Say that the action there has no operation, and keep its place; `blame` is the part at fault."""
        self.steps.append(Step(None, span, description, [reason]))
        self._notes = []
        self.diagnostics.append(
            Diagnostic(UNTRANSLATABLE, reason, "warning", blame or span, self.source, advice=advice)
        )

    @contextmanager
    def attempt(self, span: Span, description: str = "") -> Iterator[None]:
        """Translate one action: an Untranslatable raised inside is listed with this place, and what was
        repaired before it came to nothing."""
        said = len(self.diagnostics)
        try:
            yield
        except Untranslatable as refusal:
            del self.diagnostics[said:]
            self.untranslatable(span, refusal.reason, refusal.advice, description, refusal.span)

    def frame(self, system: str) -> Frame:
        """The frame of a coordinate system on this plan's screen; what the person told goes first."""
        try:
            return frame_of(self.context.coordinates or system, self.screen)
        except ValueError as fault:
            raise Untranslatable(str(fault), "say the screen's size: --screen 1920x1080") from None

    def box(self, frame: Frame, numbers: tuple[float, ...], span: Span) -> Box:
        """The box of two or four numbers of a frame; what had to be moved is said."""
        try:
            box, repairs = frame.box(numbers)
        except ValueError as fault:
            larger = self.context.screen is None and frame.width > GRID
            advice = "if the display is larger, say so: --screen 2560x1440" if larger else ""
            raise Untranslatable(str(fault), advice, span) from None
        for repair in repairs:
            self.repaired(span, repair)
        return box
