"""Operations that obtain values, wait for something, or call something else."""

from __future__ import annotations

from collections.abc import Iterator

from cogscript.language.model.operations.columns import Kind, Need, Parameter, Spec, Target
from cogscript.language.model.operations.parameters import (
    LOOKED_AT,
    MASK,
    ON_SCREEN,
    OPTIONAL,
    OUTPUT,
    RESULT,
    SENSITIVE,
    TEST,
    TIMEOUT,
    WHERE,
    required,
    seconds,
)


def values() -> Iterator[Spec]:
    yield Spec(
        "QUOTE_TEXT", "values", "Put the text in the box into a variable",
        (
            *WHERE,
            Parameter(
                "auto_scroll", Kind.BOOLEAN, "Scroll down to the bottom and take it all",
                default=False, seed=True,
            ),
            OUTPUT, RESULT, TIMEOUT, OPTIONAL,
        ),
        seed=True, target=Target.NAMED, needs=ON_SCREEN | {Need.READER}, recorded=True,
    )  # fmt: skip
    yield Spec(
        "LLM", "values", "Put a language model's answer into a variable",
        (
            Parameter("prompt", Kind.PROSE, "What to ask", True, seed=True),
            OUTPUT, RESULT, SENSITIVE,
        ),
        seed=True, needs=frozenset({Need.MODEL}), recorded=True,
    )  # fmt: skip
    yield Spec(
        "LOOK", "values", "Put a vision model's answer about the picture into a variable",
        (
            required("prompt", Kind.PROSE, "What to ask about the picture"),
            Parameter("box", Kind.BOX, "What it is shown; the whole surface by default"),
            OUTPUT, RESULT, MASK._replace(only_with=()), SENSITIVE,
        ),
        needs=LOOKED_AT, recorded=True,
    )  # fmt: skip
    yield Spec(
        "QUOTE_CLIPBOARD", "values", "Put the clipboard's text into a variable",
        (OUTPUT, RESULT._replace(doc="What it was when the file was written; it is read all the same")),
        seed=True, needs=ON_SCREEN | {Need.CLIPBOARD}, misspelt=("QUOTE_CLIPBORAD",),
    )  # fmt: skip
    yield Spec(
        "EXTRACT", "values", "Put the part of a text that a pattern finds into a variable",
        (
            required("text", Kind.VALUE, "The text"),
            required("pattern", Kind.TEXT, "A regular expression; its first group, if any, is the value"),
            OUTPUT, OPTIONAL._replace(doc="Skip the step if the pattern finds nothing"),
        ),
    )  # fmt: skip
    yield Spec(
        "SET", "values", "Give a variable a value",
        (OUTPUT, required("value", Kind.VALUE, "The value")),
    )  # fmt: skip
    yield Spec(
        "INPUT", "values", "A value given when the workflow starts",
        (
            OUTPUT,
            Parameter("default", Kind.VALUE, "The value when none is given"),
            Parameter("secret", Kind.BOOLEAN, "Keep it out of every log and picture", default=False),
            Parameter("prompt", Kind.TEXT, "What to ask a person"),
        ),
    )  # fmt: skip
    yield Spec(
        "SET_CLIPBOARD", "values", "Put text on the clipboard",
        (required("text", Kind.TEXT, "The text"), SENSITIVE),
        needs=ON_SCREEN | {Need.CLIPBOARD},
    )  # fmt: skip
    yield Spec(
        "ANSWER", "values", "Give a text back: on standard output, or to the CALL",
        (required("text", Kind.TEXT, "The text"),), by_model=True,
    )  # fmt: skip
    yield Spec(
        "ASK_USER", "values", "Ask the person at the terminal",
        (required("question", Kind.PROSE, "What to ask"), OUTPUT._replace(required=False)),
        needs=frozenset({Need.PERSON}), by_model=True,
    )  # fmt: skip


def waiting() -> Iterator[Spec]:
    yield Spec(
        "WAIT", "waiting", "Wait a fixed time",
        (seconds("How long")._replace(required=True),), by_model=True,
    )  # fmt: skip
    yield Spec(
        "WAIT_FOR", "waiting", "Wait until a test holds",
        (TEST, TIMEOUT._replace(doc="Seconds to wait at most", default=10), OPTIONAL),
    )  # fmt: skip
    yield Spec(
        "ASSERT", "waiting", "Fail unless a test holds",
        (TEST, Parameter("message", Kind.TEXT, "What to say when it does not")),
    )  # fmt: skip
    yield Spec(
        "FAIL", "waiting", "End the run as failed",
        (Parameter("reason", Kind.TEXT, "Why"),),
        leaves="run", by_model=True,
    )  # fmt: skip


def calling() -> Iterator[Spec]:
    yield Spec(
        "CALL", "calling", "Run another workflow; further keywords are its inputs",
        (
            required("workflow", Kind.WORKFLOW, "The file, beside this one"),
            Parameter("output", Kind.VARIABLE, "The variable that takes its ANSWER"),
            SENSITIVE,
        ),
        open_keywords=True,
    )  # fmt: skip
    yield Spec(
        "TOOL", "calling", "Call a registered Python function; further keywords are its arguments",
        (
            required("name", Kind.TEXT, "The tool's name"),
            Parameter("output", Kind.VARIABLE, "The variable that takes what it returns"),
            SENSITIVE,
        ),
        open_keywords=True, by_model=True,
    )  # fmt: skip


def agents() -> Iterator[Spec]:
    yield Spec(
        "DO", "agents", "Hand a task to a model that sees the screen and does it step by step",
        (
            required("task", Kind.PROSE, "What is to be done"),
            Parameter("limit", Kind.INTEGER, "How many steps it may take", default=30, minimum=1),
            Parameter("output", Kind.VARIABLE, "The variable that takes its answer"),
            MASK._replace(only_with=()),
            SENSITIVE,
        ),
        needs=ON_SCREEN | {Need.AGENT},
    )  # fmt: skip
