"""What an importer makes of a plan before it becomes a workflow: steps, each with its place in the file.

An importer reads one dialect and nothing else. It adds steps to a Draft, reports what it repaired and what
it could not translate, and leaves to `merging` and `importing` what is the same for all dialects: the
pointer's last place, sequences that are one operation in a `.cog` file, IN blocks, comments, the header.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from cogscript.dialects.core.coordinates import UI_TARS, CoordinateSpace, space_of
from cogscript.language.model.box import GRID, Box, Size
from cogscript.language.model.diagnostic import CogError, Diagnostic, Source, Span
from cogscript.language.model.tree import Operation, Value

NOT_TEXT = re.compile(r"[\0\ud800-\udfff]")
"""Characters that a `.cog` file cannot hold."""
REPAIRED = "repaired"
UNTRANSLATABLE = "untranslatable"


@dataclass(frozen=True, slots=True)
class DialectOptions:
    """What the person chose on the command line; the same for every dialect."""

    screen: Size | None = None
    literal: bool = False
    coordinates: str | None = None
    """The coordinate system, if given: a key of `coordinates.SYSTEMS`."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a dialect, by an example from which the documents and the tests are made."""

    example: str
    """The action as the agent writes it; the importer must translate it."""
    remark: str = ""
    query: bool = False
    """Whether it only asks (where is the pointer?) and so becomes no operation."""


class NoPlan(CogError):
    """The text is known for something else, whatever actions it holds: nothing in it is looked for."""


class Untranslatable(Exception):
    """An action that is understood, or is broken, but has no operation in a `.cog` file."""

    def __init__(self, reason: str, advice: str = "", span: Span | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.advice = advice
        self.span = span
        """The part at fault, when it is smaller than the whole action."""


@dataclass(slots=True, eq=False)
class DraftBlock:
    """An IN block: neighbouring steps that have the same one stand in it."""

    arguments: dict[str, Value]
    span: Span
    description: str = ""


@dataclass(slots=True)
class DraftStep:
    """One operation, where it stood, and what the agent said about it.

    A step without an operation holds the place of an action that could not be translated.
    """

    operation: Operation | None
    span: Span
    description: str = ""
    notes: list[str] = field(default_factory=list)
    """What was repaired, or why there is no operation: they become comments."""
    block: DraftBlock | None = None
    """The window it acts in; None for the screen."""
    inner: list[DraftStep] | None = None
    """What a block of its own (REPEAT, IF) holds."""
    moves: bool = False
    """Whether an action that could not be translated may have moved the pointer."""


class Draft:
    """The steps of a plan, in order, and everything that has to be reported about it."""

    def __init__(self, source: Source, options: DialectOptions, screen: Size | None = None) -> None:
        self.source = source
        self.options = options
        self.steps: list[DraftStep] = []
        self.diagnostics: list[Diagnostic] = []
        self.title = ""
        self.platform = ""
        self.screen = options.screen or screen
        """What is known of the screen: given, or found in the plan, or the dialect's own."""
        self.resizing = UI_TARS
        """How the model's family resizes the pictures it sees."""
        self.block: DraftBlock | None = None
        """The window that the next steps act in."""
        self.passed_over: list[Span] = []
        """What was read and is not to be done: a person's turn, a thought, a history."""
        self._notes: list[str] = []
        self._of_the_plan: set[str] = set()
        """What was said once and holds for every step: it stays said if the step at hand is refused."""

    def add(self, operation: Operation, span: Span, description: str = "") -> DraftStep:
        """The next step. What was repaired since the last one belongs to it."""
        step = DraftStep(operation, span, description, self._notes, self.block)
        self._notes = []
        self.steps.append(step)
        return step

    @contextmanager
    def nested(self, operation: Operation, span: Span, description: str = "") -> Iterator[None]:
        """Everything added inside is the body of this block."""
        outer, self.steps = self.steps, []
        step = DraftStep(operation, span, description, self._notes, self.block)
        self._notes = []
        try:
            yield
        finally:
            step.inner, self.steps = self.steps, outer
            self.steps.append(step)

    def repaired(self, span: Span, message: str) -> None:
        """Report what was read otherwise than it was written; `message` is a clause without a full stop."""
        self._notes.append(message)
        self.diagnostics.append(Diagnostic(REPAIRED, message, "warning", span, self.source))

    def assumed(self, span: Span, size: Size) -> None:
        """Report that nothing says how large the display is whose pixels the plan counts."""
        message = (
            f"the plan does not give its display's size: {size.width}x{size.height} is assumed; "
            "--screen gives another"
        )
        if message not in self._of_the_plan:
            self._of_the_plan.add(message)
            self.repaired(span, message)

    def remark(self, message: str) -> None:
        """A comment on the next step that is no repair: what an action also says, and .cog cannot express."""
        self._notes.append(message)

    def untranslatable(
        self, span: Span, reason: str, advice: str = "", description: str = "", at_fault: Span | None = None
    ) -> None:
        """Report that the action there has no operation, and keep its place."""
        self.steps.append(DraftStep(None, span, description, [reason], self.block))
        self._notes = []
        self.diagnostics.append(
            Diagnostic(UNTRANSLATABLE, reason, "warning", at_fault or span, self.source, advice=advice)
        )

    @contextmanager
    def attempt(self, span: Span, description: str = "") -> Iterator[None]:
        """Translate one action: an Untranslatable raised inside is reported with this place, and the
        repairs made before it are dropped, because nothing came of them."""
        before = len(self.diagnostics)
        try:
            yield
        except Untranslatable as refusal:
            kept = [each for each in self.diagnostics[before:] if each.message in self._of_the_plan]
            del self.diagnostics[before:]
            self.untranslatable(span, refusal.reason, refusal.advice, description, refusal.span)
            self.diagnostics += kept
            self._notes = [each.message for each in kept]

    def space(self, system: str) -> CoordinateSpace:
        """The space of a coordinate system on this plan's screen; what the person chose goes first."""
        try:
            return space_of(self.options.coordinates or system, self.screen, self.resizing)
        except ValueError as fault:
            raise Untranslatable(str(fault), "give the screen's size: --screen 1920x1080") from None

    def box(self, space: CoordinateSpace, numbers: tuple[float, ...], span: Span) -> Box:
        """The box of two or four numbers of a space; what had to be moved is reported."""
        tiny = min(numbers, default=0) >= 0 and max(numbers, default=0) <= 1 and any(n % 1 for n in numbers)
        if tiny and not space.is_fractions and self.options.coordinates is None:
            self.repaired(span, "numbers below 1 are read as fractions of the screen")
            space = self.space("fractions")
        try:
            box, repairs = space.box(numbers)
        except ValueError as fault:
            larger = self.options.screen is None and space.width > GRID
            advice = "if the display is larger, give its size: --screen 2560x1440" if larger else ""
            raise Untranslatable(str(fault), advice, span) from None
        for repair in repairs:
            self.repaired(span, repair)
        return box


def every(steps: list[DraftStep]) -> list[DraftStep]:
    """The steps and all that stand in their blocks."""
    return [each for step in steps for each in (step, *every(step.inner or []))]
