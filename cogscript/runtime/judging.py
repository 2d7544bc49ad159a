"""Tests: whether something holds. One function a test; None where a dry run cannot know.

Tests are judged on one moment, so that every branch of an IF chain sees the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cogscript.language.model.diagnostic import Diagnostic, Fault, shown
from cogscript.language.model.operations import Need
from cogscript.language.model.tree import Operation
from cogscript.runtime.bindings import BadArgument, BoundArguments, as_text
from cogscript.runtime.program import needs_of
from cogscript.runtime.scope import Unknown
from cogscript.runtime.sight import eyes, picture_of
from cogscript.runtime.signals import StepFailed, Undecided
from cogscript.surfaces.capabilities import Pixels
from cogscript.surfaces.finding.by_id import IdUnknown
from cogscript.surfaces.finding.wanted import Wanted
from cogscript.surfaces.look import Look
from cogscript.tables import numbers

if TYPE_CHECKING:
    from cogscript.runtime.state import RunState

Arguments = dict[str, Any]
Test = Callable[["RunState", Arguments, "Moment"], bool | None]


class Moment:
    """One moment that several tests are judged on: the surface is looked at once, and only if one asks."""

    def __init__(self, state: RunState, read_for: float | None = None) -> None:
        """`read_for`: how many seconds pictures are read, where there will be another moment."""
        self._state = state
        self._read_for = read_for

    @cached_property
    def look(self) -> Look:
        return Look(self._state.surface, self._read_for)


def holds(state: RunState, test: Operation, moment: Moment) -> bool | None:
    """Whether a test holds now; None where only a real run could tell."""
    try:
        binding = BoundArguments(test)
        if not all(map(state.scope.knows, _texts(test))):
            return None
        arguments = binding.arguments(state.scope)
        return TESTS[test.name](state, arguments, moment)
    except Fault as fault:
        span = test.span_of(fault.parameter) if isinstance(fault, BadArgument) else test.span
        said = Diagnostic(
            fault.code,
            state.mask(fault.reason),
            span=span,
            source=state.frame.source,
            advice=state.mask(fault.advice),
        )
        if isinstance(fault, IdUnknown):
            raise Undecided(said, passing=fault.passing) from fault
        raise StepFailed(said) from fault


def _texts(test: Operation) -> list[object]:
    return [value for name, value in test.arguments.items() if name not in ("test", "tests")]


def reads_screen(test: object) -> bool:
    """Whether judging a test means looking at the screen."""
    if not isinstance(test, Operation):
        return False
    return Need.SCREEN in needs_of(test)


def described(state: RunState, test: Operation) -> str:
    """The test with its values filled in, as a message shows it."""
    from cogscript.language.write.formatter import format_operation

    def fill(value: Any) -> Any:
        if isinstance(value, Operation):
            return Operation(value.name, {name: fill(item) for name, item in value.arguments.items()})
        if isinstance(value, list):
            return [fill(item) for item in value]
        if isinstance(value, str):
            try:
                value = state.mask(state.scope.expand(value))
            except Fault:
                return value
            return value if len(value) <= 80 else value[:80] + "…"
        return value

    filled = fill(test)
    return format_operation(filled)


# --- the tests -----------------------------------------------------------------------------------


def _visible(state: RunState, arguments: Arguments, moment: Moment) -> bool | None:
    surface = state.surface
    if not surface.can_be_seen:
        if state.outside.is_real:
            surface.need(Pixels)  # says what is lacking
        return None
    box, name, id = arguments["box"], arguments["element_info"], arguments["id"]
    if not (name or id) and id is not None:
        raise BadArgument("id", "missing-target", "an id without a letter is the id of nothing")
    wanted = Wanted(
        name or "",
        arguments["element_type"],
        id=id or "",
        near=arguments["near"] or "",
        place=None if box is None else surface.rect_of(box),
    )
    return bool(moment.look.find(wanted))


def _equals(state: RunState, arguments: Arguments, moment: Moment) -> bool:
    """As texts; as numbers where one side is written as a number."""
    left, right = arguments["left"], arguments["right"]
    if as_text(left) == as_text(right):
        return True
    if isinstance(left, str) and isinstance(right, str):
        return False
    one, other = numbers.read(left), numbers.read(right)
    return one is not None and other is not None and one.value == other.value


def _contains(state: RunState, arguments: Arguments, moment: Moment) -> bool:
    return as_text(arguments["part"]) in as_text(arguments["text"])


def _matches(state: RunState, arguments: Arguments, moment: Moment) -> bool:
    try:
        pattern = re.compile(arguments["pattern"])
    except re.error as error:
        raise BadArgument(
            "pattern", "bad-pattern", f"{shown(arguments['pattern'])} is no regular expression: {error}"
        ) from None
    return pattern.search(as_text(arguments["text"])) is not None


def _less(state: RunState, arguments: Arguments, moment: Moment) -> bool:
    return numbers.compare(arguments["left"], arguments["right"]) < 0


def _greater(state: RunState, arguments: Arguments, moment: Moment) -> bool:
    return numbers.compare(arguments["left"], arguments["right"]) > 0


def _exists(state: RunState, arguments: Arguments, moment: Moment) -> bool | None:
    return _or_none(state.outside.obtain(state.frame.path(arguments["file"]).exists))


def _or_none(value: bool | Unknown) -> bool | None:
    return None if isinstance(value, Unknown) else value


def _not(state: RunState, arguments: Arguments, moment: Moment) -> bool | None:
    inner = holds(state, arguments["test"], moment)
    return None if inner is None else not inner


def _all(state: RunState, arguments: Arguments, moment: Moment) -> bool | None:
    unknown = False
    for test in arguments["tests"]:
        inner = holds(state, test, moment)
        if inner is False:
            return False
        unknown = unknown or inner is None
    return None if unknown else True


def _any(state: RunState, arguments: Arguments, moment: Moment) -> bool | None:
    unknown = False
    for test in arguments["tests"]:
        inner = holds(state, test, moment)
        if inner:
            return True
        unknown = unknown or inner is None
    return None if unknown else False


def _judge(state: RunState, arguments: Arguments, moment: Moment) -> bool | None:
    box = arguments["box"]

    def ask() -> bool:
        from cogscript.models import judge

        shown_to_it = (
            [] if box is None else [picture_of(state, box, mask=arguments["mask"] or (), look=moment.look)]
        )
        return judge(
            arguments["prompt"],
            state.settings.model if box is None else eyes(state),
            pictures=shown_to_it,
            hide=state.mask,
            notice=state.voice.progress,
            warn=lambda text: state.voice.message(text, "warning"),
        )

    return _or_none(state.outside.obtain(ask))


TESTS: dict[str, Test] = {
    "VISIBLE": _visible,
    "EQUALS": _equals,
    "CONTAINS": _contains,
    "MATCHES": _matches,
    "LESS": _less,
    "GREATER": _greater,
    "EXISTS": _exists,
    "NOT": _not,
    "ALL": _all,
    "ANY": _any,
    "JUDGE": _judge,
}
