"""What gives a workflow its shape: the header, blocks, the tests in them, the end."""

from __future__ import annotations

from collections.abc import Iterator

from cogscript.language.model.operations.columns import Kind, Need, Parameter, Spec
from cogscript.language.model.operations.parameters import (
    ELEMENT_INFO,
    ELEMENT_TYPE,
    ID,
    LOOKED_AT,
    MASK,
    NEAR,
    ON_SCREEN,
    TEST,
    block,
    required,
)

_READ = ON_SCREEN | {Need.READER}


def header() -> Iterator[Spec]:
    yield Spec(
        "WORKFLOW", "header", "What this file is; only as the first line",
        (
            Parameter("title", Kind.TEXT, "What the workflow does, in a few words"),
            Parameter("screen", Kind.SIZE, "The screen it was made on, in pixels"),
            Parameter(
                "platform", Kind.CHOICE, "The system it was made on",
                choices=("windows", "macos", "linux", "android", "ios", "browser"),
            ),
            Parameter("version", Kind.VERSION, "The version it is written in", default=1, minimum=1),
        ),
        role="header",
    )  # fmt: skip


def blocks() -> Iterator[Spec]:
    yield from block(
        Spec("IF", "blocks", "Do what follows if the test holds", (TEST,)),
        Spec("ELSE_IF", "blocks", "Otherwise, if this test holds", (TEST,), repeats=True),
        Spec("ELSE", "blocks", "Otherwise", last=True),
    )
    yield from block(
        Spec(
            "REPEAT", "blocks", "Do what follows several times",
            (Parameter("times", Kind.INTEGER, "How often", True, minimum=0),),
            loop=True,
        )
    )  # fmt: skip
    yield from block(
        Spec(
            "WHILE", "blocks", "Do what follows as long as the test holds",
            (TEST, Parameter("limit", Kind.INTEGER, "Fail after so many rounds", default=1000, minimum=1)),
            loop=True,
        )
    )  # fmt: skip
    yield from block(
        Spec(
            "FOR_EACH", "blocks", "Do what follows for each row; its columns become variables",
            (required("rows", Kind.ROWS, "The rows, in a file beside the workflow"),),
            loop=True,
        )
    )  # fmt: skip
    yield from block(
        Spec("TRY", "blocks", "Do what follows; a failing step goes to CATCH", needs_branch=True),
        Spec(
            "CATCH", "blocks", "What to do when a step failed",
            (Parameter("output", Kind.VARIABLE, "The variable that takes the error's text"),),
        ),
        Spec("FINALLY", "blocks", "What to do afterwards in any case", last=True),
    )  # fmt: skip
    yield from block(
        Spec("ON", "blocks", "Whenever the test holds before an operation, do what follows first", (TEST,))
    )
    yield Spec("BREAK", "blocks", "Leave the loop", leaves="loop")
    yield Spec("CONTINUE", "blocks", "Start the loop's next round", leaves="loop")


def tests() -> Iterator[Spec]:
    yield Spec(
        "VISIBLE", "tests", "Whether an element or a text is on the screen",
        (
            ELEMENT_INFO._replace(seed=False, needs_instead=_READ),
            ELEMENT_TYPE._replace(seed=False),
            ID,
            NEAR._replace(
                doc="A text in its row, or the name of the group it is in", only_with=(), needs_instead=_READ
            ),
            Parameter("box", Kind.BOX, "Where to look; everywhere by default"),
        ),
        role="test", needs=ON_SCREEN, one_of=(("element_info", "id"),),
    )  # fmt: skip
    yield _compare("EQUALS", "Whether both sides are the same")
    yield Spec(
        "CONTAINS", "tests", "Whether a text contains another",
        (required("text", Kind.VALUE, "The text"), required("part", Kind.VALUE, "What to look for")),
        role="test",
    )  # fmt: skip
    yield Spec(
        "MATCHES", "tests", "Whether a regular expression is found in a text",
        (required("text", Kind.VALUE, "The text"), required("pattern", Kind.TEXT, "The pattern")),
        role="test",
    )  # fmt: skip
    yield _compare("LESS", "Whether the left number is less than the right one")
    yield _compare("GREATER", "Whether the left number is greater than the right one")
    yield Spec(
        "EXISTS", "tests", "Whether a file exists",
        (required("file", Kind.TEXT, "The file's path"),), role="test",
    )  # fmt: skip
    yield Spec("NOT", "tests", "Whether a test does not hold", (TEST,), role="test")
    tests = required("tests", Kind.TESTS, "The tests")
    yield Spec("ALL", "tests", "Whether every test holds", (tests,), role="test")
    yield Spec("ANY", "tests", "Whether at least one test holds", (tests,), role="test")
    yield Spec(
        "JUDGE", "tests", "Ask the model a question of yes or no",
        (
            required("prompt", Kind.PROSE, "The question"),
            Parameter(
                "box", Kind.BOX, "A vision model is asked, and shown this part of the surface",
                needs_instead=LOOKED_AT,
            ),
            MASK,
        ),
        role="test", needs=frozenset({Need.MODEL}),
    )  # fmt: skip


def _compare(name: str, doc: str) -> Spec:
    return Spec(
        name, "tests", doc,
        (required("left", Kind.VALUE, "One side"), required("right", Kind.VALUE, "The other side")),
        role="test",
    )  # fmt: skip


def end() -> Iterator[Spec]:
    yield Spec(
        "END",
        "end",
        "The task is done; nothing after it runs",
        seed=True,
        bare=True,
        leaves="run",
        by_model=True,
    )
