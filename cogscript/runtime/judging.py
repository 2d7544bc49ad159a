"""Tests: whether something holds. One function a test; None where a dry run cannot know.

Tests are judged on a `Look`, one moment of the screen, so that every branch of an IF chain sees the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cogscript.language.diagnostic import Diagnostic, Fault
from cogscript.language.operations import OPERATIONS, Need
from cogscript.language.tree import Operation
from cogscript.runtime import numbers
from cogscript.runtime.arguments import BadArgument, Plan, as_text
from cogscript.runtime.scope import shown
from cogscript.runtime.signals import StepFailed

if TYPE_CHECKING:
    from cogscript.runtime.context import Context
    from cogscript.runtime.finder import Look

Arguments = dict[str, Any]
Test = Callable[["Context", Arguments, "Look"], bool | None]


def holds(context: Context, test: Operation, look: Look) -> bool | None:
    """Whether a test holds now; None where only a real run could tell."""
    try:
        plan = Plan(test)
        if context.dry and not all(map(context.scope.knows, _texts(test))):
            return None
        arguments = {**plan.defaults, **plan.resolve(context.scope)}
        return TESTS[test.name](context, arguments, look)
    except Fault as fault:
        span = test.span_of(fault.parameter) if isinstance(fault, BadArgument) else test.span
        raise StepFailed(
            Diagnostic(
                fault.code,
                context.mask(fault.reason),
                span=span,
                source=context.frame.source,
                advice=context.mask(fault.advice),
            )
        ) from fault


def _texts(test: Operation) -> list[object]:
    return [value for name, value in test.arguments.items() if name not in ("test", "tests")]


def reads_screen(test: object) -> bool:
    """Whether judging a test means looking at the screen."""
    if not isinstance(test, Operation):
        return False
    if Need.SCREEN in OPERATIONS[test.name].needs:
        return True
    inner = test.arguments.get("tests") or [test.arguments.get("test")]
    return isinstance(inner, list) and any(map(reads_screen, inner))


def described(context: Context, test: Operation) -> str:
    """The test with its values filled in, as a message shows it."""
    from cogscript.language.formatter import format_operation

    def fill(value: Any) -> Any:
        if isinstance(value, Operation):
            return Operation(value.name, {name: fill(item) for name, item in value.arguments.items()})
        if isinstance(value, list):
            return [fill(item) for item in value]
        if isinstance(value, str):
            try:
                value = context.mask(context.scope.expand(value))
            except Fault:
                return value
            return value if len(value) <= 80 else value[:80] + "…"
        return value

    filled = fill(test)
    return format_operation(filled)


# --- the tests -----------------------------------------------------------------------------------


def _visible(context: Context, arguments: Arguments, look: Look) -> bool | None:
    if context.dry:
        return None
    box = arguments["box"]
    area = None if box is None else box.rect(context.screen.size)
    return bool(look.find(arguments["element_info"], arguments["element_type"], area))


def _equals(context: Context, arguments: Arguments, look: Look) -> bool:
    """As texts; as numbers where one side is written as a number."""
    left, right = arguments["left"], arguments["right"]
    if as_text(left) == as_text(right):
        return True
    if isinstance(left, str) and isinstance(right, str):
        return False
    one, other = numbers.read(left), numbers.read(right)
    return one is not None and other is not None and one.value == other.value


def _contains(context: Context, arguments: Arguments, look: Look) -> bool:
    return as_text(arguments["part"]) in as_text(arguments["text"])


def _matches(context: Context, arguments: Arguments, look: Look) -> bool:
    try:
        pattern = re.compile(arguments["pattern"])
    except re.error as error:
        raise BadArgument(
            "pattern", "bad-pattern", f"{shown(arguments['pattern'])} is no regular expression: {error}"
        ) from None
    return pattern.search(as_text(arguments["text"])) is not None


def _less(context: Context, arguments: Arguments, look: Look) -> bool:
    return numbers.compare(arguments["left"], arguments["right"]) < 0


def _greater(context: Context, arguments: Arguments, look: Look) -> bool:
    return numbers.compare(arguments["left"], arguments["right"]) > 0


def _exists(context: Context, arguments: Arguments, look: Look) -> bool | None:
    return None if context.dry else context.path(arguments["file"]).exists()


def _not(context: Context, arguments: Arguments, look: Look) -> bool | None:
    inner = holds(context, arguments["test"], look)
    return None if inner is None else not inner


def _all(context: Context, arguments: Arguments, look: Look) -> bool | None:
    unknown = False
    for test in arguments["tests"]:
        inner = holds(context, test, look)
        if inner is False:
            return False
        unknown = unknown or inner is None
    return None if unknown else True


def _any(context: Context, arguments: Arguments, look: Look) -> bool | None:
    unknown = False
    for test in arguments["tests"]:
        inner = holds(context, test, look)
        if inner:
            return True
        unknown = unknown or inner is None
    return None if unknown else False


def _judge(context: Context, arguments: Arguments, look: Look) -> bool | None:
    if context.dry:
        return None
    from cogscript.models import judge

    return judge(arguments["prompt"], context.settings.model, notice=context.progress)


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
