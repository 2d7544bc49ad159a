"""THE table: every operation, its parameters, types, defaults, and one line on each.

The checker, the formatter's order, the reference document, the Python constructors, the importers
and exporters and the run all read it here. Nobody writes an operation's parameters twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Literal, NamedTuple


class Kind(Enum):
    """What a parameter's value may be. The value is the name people see."""

    BOX = "a box"
    TEXT = "text"
    PROSE = "prose"  # text that may run over several lines, and is written so
    INTEGER = "a whole number"
    NUMBER = "a number"
    BOOLEAN = "True or False"
    KEY = "a key name"
    KEYS = "a list of key names"
    VARIABLE = "one variable"
    VALUE = "text or a number"
    CHOICE = "one of the words listed"
    SIZE = "[width, height]"
    FILE = "a file's path"
    WORKFLOW = "a .cog file's path"
    ACTIONS = "a list of KEY_DOWN, KEY_PRESS and KEY_UP"
    TEST = "a test"
    TESTS = "a list of tests"


class Parameter(NamedTuple):
    name: str
    kind: Kind
    doc: str
    required: bool = False
    default: str | int | float | bool | None = None
    choices: tuple[str, ...] = ()
    seed: bool = False
    """Whether the seed's action space has it."""
    minimum: float | None = None


class Target(Enum):
    """What an operation points at when no box is given."""

    NONE = "does not point"
    NAMED = "the element that element_info names"
    POINTER = "where the pointer is"
    FOCUS = "what has the focus"


class Need(Enum):
    """What a machine must have before the operation can run."""

    SCREEN = "screen"
    CLIPBOARD = "clipboard"
    READER = "reader"
    MODEL = "model"
    PERSON = "person"


Role = Literal["operation", "test", "opener", "branch", "closer"]


class Spec(NamedTuple):
    """One operation of the language."""

    name: str
    group: str
    doc: str
    parameters: tuple[Parameter, ...] = ()
    role: Role = "operation"
    seed: bool = False
    target: Target = Target.NONE
    needs: frozenset[Need] = frozenset()
    opener: str | None = None
    """For a branch or a closer: the operation that opens its block."""
    open_keywords: bool = False
    """Whether further keywords are allowed: the inputs of CALL, the arguments of TOOL."""

    def parameter(self, name: str) -> Parameter | None:
        return next((each for each in self.parameters if each.name == name), None)

    @property
    def in_block(self) -> bool:
        return self.role in ("opener", "branch", "closer")


# --- parameters that many operations share ------------------------------------------------------

_BOX = Parameter("box", Kind.BOX, "The place: [[left,top,right,bottom]], each 000 to 999", True, seed=True)
_ELEMENT_TYPE = Parameter("element_type", Kind.TEXT, "What kind of element it is", seed=True)
_ELEMENT_INFO = Parameter("element_info", Kind.TEXT, "What the element says or is called", seed=True)
_OUTPUT = Parameter("output", Kind.VARIABLE, "The variable that takes the value", True, seed=True)
_RESULT = Parameter("result", Kind.TEXT, "The value, when it is already known and complete", seed=True)
_TIMEOUT = Parameter("timeout", Kind.NUMBER, "Seconds to wait for the target", minimum=0)
_OPTIONAL = Parameter("optional", Kind.BOOLEAN, "Skip the step if the target never comes", default=False)
_SENSITIVE = Parameter("sensitive", Kind.BOOLEAN, "Ask a person before doing it", default=False)
_ACTS = (_TIMEOUT, _OPTIONAL, _SENSITIVE)
_HELD_KEYS = Parameter("keys", Kind.KEYS, "Keys held down meanwhile")
_BUTTON = Parameter(
    "button", Kind.CHOICE, "The mouse button", default="left", choices=("left", "right", "middle")
)
_TO = Parameter("to", Kind.BOX, "The place where it ends", True)
_TEST = Parameter("test", Kind.TEST, "The test", True)

_WHERE_SEEN = (_BOX, _ELEMENT_TYPE, _ELEMENT_INFO)
_WHERE_OR_ELSE = (_BOX._replace(required=False), _ELEMENT_TYPE, _ELEMENT_INFO)

_SCREEN = frozenset({Need.SCREEN})


def _seconds(doc: str, default: float | None = None) -> Parameter:
    return Parameter("seconds", Kind.NUMBER, doc, default=default, minimum=0)


def _required(name: str, kind: Kind, doc: str) -> Parameter:
    return Parameter(name, kind, doc, True)


def _clicks(names: dict[str, str], *, seed: bool) -> Iterable[Spec]:
    for name, doc in names.items():
        yield Spec(
            name, "pointer", doc, (*_WHERE_SEEN, _HELD_KEYS, *_ACTS),
            seed=seed, target=Target.NAMED, needs=_SCREEN,
        )  # fmt: skip


def _scrolls() -> Iterable[Spec]:
    count = Parameter("step_count", Kind.INTEGER, "Notches of the wheel", True, seed=True, minimum=0)
    for direction in ("up", "down", "left", "right"):
        yield Spec(
            f"SCROLL_{direction.upper()}", "pointer", f"Turn the wheel {direction} at the box's midpoint",
            (*_WHERE_OR_ELSE, count, _HELD_KEYS, *_ACTS),
            seed=True, target=Target.POINTER, needs=_SCREEN,
        )  # fmt: skip


def _block(opener: Spec, branches: tuple[Spec, ...] = ()) -> Iterable[Spec]:
    yield opener._replace(group="blocks", role="opener")
    for branch in branches:
        yield branch._replace(group="blocks", role="branch", opener=opener.name)
    yield Spec(f"END_{opener.name}", "blocks", f"Close {opener.name}", role="closer", opener=opener.name)


def _compare(name: str, doc: str) -> Spec:
    return Spec(
        name, "tests", doc,
        (_required("left", Kind.VALUE, "One side"), _required("right", Kind.VALUE, "The other side")),
        role="test",
    )  # fmt: skip


def _table() -> Iterable[Spec]:
    yield Spec(
        "WORKFLOW", "header", "What this file is; only as the first line",
        (
            Parameter("title", Kind.TEXT, "What the workflow does, in a few words"),
            Parameter("screen", Kind.SIZE, "The screen it was made on, in pixels"),
            Parameter(
                "platform", Kind.CHOICE, "The system it was made on",
                choices=("windows", "macos", "linux", "android", "ios", "browser"),
            ),
            Parameter("version", Kind.INTEGER, "The version of the language", default=1, minimum=1),
        ),
    )  # fmt: skip

    yield from _clicks(
        {
            "CLICK": "Click the left button at the box's midpoint",
            "DOUBLE_CLICK": "Click the left button twice at the box's midpoint",
            "RIGHT_CLICK": "Click the right button at the box's midpoint",
            "HOVER": "Move the pointer to the box's midpoint",
        },
        seed=True,
    )
    yield from _clicks(
        {
            "MIDDLE_CLICK": "Click the middle button at the box's midpoint",
            "TRIPLE_CLICK": "Click the left button three times at the box's midpoint",
        },
        seed=False,
    )
    yield Spec(
        "LONG_PRESS", "pointer", "Hold the left button at the box's midpoint",
        (*_WHERE_SEEN, _seconds("How long", 1), *_ACTS),
        target=Target.NAMED, needs=_SCREEN,
    )  # fmt: skip
    yield Spec(
        "DRAG", "pointer", "Drag with a button held, from the box's midpoint to another's",
        (_BOX, _TO, _ELEMENT_TYPE, _ELEMENT_INFO, _seconds("How long it takes", 0.5), _BUTTON,
         _HELD_KEYS, *_ACTS),
        target=Target.NAMED, needs=_SCREEN,
    )  # fmt: skip
    for name, doc in (
        ("MOUSE_DOWN", "Press a button and keep it down"),
        ("MOUSE_UP", "Release a button"),
    ):
        yield Spec(
            name, "pointer", doc, (*_WHERE_OR_ELSE, _BUTTON, *_ACTS),
            target=Target.POINTER, needs=_SCREEN,
        )  # fmt: skip
    yield Spec(
        "SWIPE", "pointer", "Swipe a finger, or drag the content, from one place to another",
        (_BOX, _TO, _ELEMENT_TYPE, _ELEMENT_INFO, _seconds("How long it takes", 0.5), *_ACTS),
        target=Target.NAMED, needs=_SCREEN,
    )  # fmt: skip
    yield from _scrolls()

    yield Spec(
        "TYPE", "keyboard", "Click the box's midpoint, then enter the text, all of it, exactly",
        (
            _BOX._replace(required=False),
            Parameter("text", Kind.TEXT, "The text to enter", True, seed=True),
            _ELEMENT_TYPE, _ELEMENT_INFO,
            Parameter("clear", Kind.BOOLEAN, "Empty the field first", default=False),
            Parameter("enter", Kind.BOOLEAN, "Press Return afterwards", default=False),
            *_ACTS,
        ),
        seed=True, target=Target.FOCUS, needs=_SCREEN,
    )  # fmt: skip
    key = Parameter("key", Kind.KEY, "The key's name", True, seed=True)
    yield Spec(
        "KEY_PRESS", "keyboard", "Press and release a key",
        (
            key,
            Parameter("times", Kind.INTEGER, "How often", default=1, minimum=0),
            _seconds("How long to hold it"),
            *_ACTS,
        ),
        seed=True, needs=_SCREEN,
    )  # fmt: skip
    yield Spec("KEY_DOWN", "keyboard", "Press a key and keep it down", (key, *_ACTS), needs=_SCREEN)
    yield Spec("KEY_UP", "keyboard", "Release a key", (key, *_ACTS), needs=_SCREEN)
    yield Spec(
        "GESTURE", "keyboard", "Press several keys together",
        (
            Parameter("actions", Kind.ACTIONS, "What to press and release, in order", True, seed=True),
            *_ACTS,
        ),
        seed=True, needs=_SCREEN,
    )  # fmt: skip

    yield Spec(
        "LAUNCH", "screen", "Open an application, or a link in the browser; the link wins",
        (
            Parameter("app", Kind.TEXT, "The application's name", seed=True),
            Parameter("url", Kind.TEXT, "The link", seed=True),
            *_ACTS,
        ),
        seed=True, needs=_SCREEN,
    )  # fmt: skip
    yield Spec(
        "SCREENSHOT", "screen", "Save a picture of the screen, or of the box",
        (
            Parameter("file", Kind.FILE, "Where to save it; in the run's folder when unsaid"),
            _BOX._replace(required=False),
        ),
        needs=_SCREEN,
    )  # fmt: skip
    yield Spec(
        "WINDOW", "screen", "Bring a window to the front, or move, size or close it",
        (
            Parameter(
                "action", Kind.CHOICE, "What to do with it", True,
                choices=("activate", "maximize", "minimize", "restore", "close", "move", "resize"),
            ),
            Parameter("title", Kind.TEXT, "Part of its title; the active window when unsaid"),
            Parameter("box", Kind.BOX, "Where to put it, for move and resize"),
            *_ACTS,
        ),
        needs=_SCREEN,
    )  # fmt: skip
    yield Spec(
        "SELECT", "screen", "Choose an option of a list or a drop-down menu",
        (*_WHERE_SEEN, _required("option", Kind.TEXT, "The option's text"), *_ACTS),
        target=Target.NAMED, needs=_SCREEN | {Need.READER},
    )  # fmt: skip
    yield Spec("GO_BACK", "screen", "Go back, as the Back button does", _ACTS, needs=_SCREEN)
    yield Spec(
        "SYSTEM_BUTTON", "screen", "Press a button of the device",
        (
            Parameter(
                "button", Kind.CHOICE, "Which one", True,
                choices=("back", "home", "menu", "enter", "recent", "power", "volume_up", "volume_down"),
            ),
            *_ACTS,
        ),
        needs=_SCREEN,
    )  # fmt: skip

    yield Spec(
        "QUOTE_TEXT", "values", "Put the text in the box into a variable",
        (
            *_WHERE_SEEN,
            Parameter(
                "auto_scroll", Kind.BOOLEAN, "Scroll down to the bottom and take it all",
                default=False, seed=True,
            ),
            _OUTPUT, _RESULT, _TIMEOUT, _OPTIONAL,
        ),
        seed=True, target=Target.NAMED, needs=_SCREEN | {Need.READER},
    )  # fmt: skip
    yield Spec(
        "LLM", "values", "Put a language model's answer into a variable",
        (
            Parameter("prompt", Kind.PROSE, "What to ask", True, seed=True),
            _OUTPUT, _RESULT, _SENSITIVE,
        ),
        seed=True, needs=frozenset({Need.MODEL}),
    )  # fmt: skip
    yield Spec(
        "QUOTE_CLIPBOARD", "values", "Put the clipboard's text into a variable",
        (_OUTPUT, _RESULT),
        seed=True, needs=_SCREEN | {Need.CLIPBOARD},
    )  # fmt: skip
    yield Spec(
        "SET", "values", "Give a variable a value",
        (_OUTPUT, _required("value", Kind.VALUE, "The value")),
    )  # fmt: skip
    yield Spec(
        "INPUT", "values", "A value given when the workflow starts",
        (
            _OUTPUT,
            Parameter("default", Kind.VALUE, "The value when none is given"),
            Parameter("secret", Kind.BOOLEAN, "Keep it out of every log and picture", default=False),
            Parameter("prompt", Kind.TEXT, "What to ask a person"),
        ),
    )  # fmt: skip
    yield Spec(
        "SET_CLIPBOARD", "values", "Put text on the clipboard",
        (_required("text", Kind.TEXT, "The text"), _SENSITIVE),
        needs=_SCREEN | {Need.CLIPBOARD},
    )  # fmt: skip
    yield Spec(
        "ANSWER", "values", "Give a text back: on standard output, or to the CALL",
        (_required("text", Kind.TEXT, "The text"),),
    )  # fmt: skip
    yield Spec(
        "ASK_USER", "values", "Ask the person at the terminal",
        (_required("question", Kind.PROSE, "What to ask"), _OUTPUT._replace(required=False)),
        needs=frozenset({Need.PERSON}),
    )  # fmt: skip

    yield Spec(
        "WAIT", "waiting", "Wait a fixed time",
        (_seconds("How long")._replace(required=True),),
    )  # fmt: skip
    yield Spec(
        "WAIT_FOR", "waiting", "Wait until a test holds",
        (_TEST, _TIMEOUT._replace(doc="Seconds to wait at most", default=10), _OPTIONAL),
    )  # fmt: skip
    yield Spec(
        "ASSERT", "waiting", "Fail unless a test holds",
        (_TEST, Parameter("message", Kind.TEXT, "What to say when it does not")),
    )  # fmt: skip
    yield Spec(
        "FAIL", "waiting", "End the run as failed",
        (Parameter("reason", Kind.TEXT, "Why"),),
    )  # fmt: skip

    yield Spec(
        "CALL", "calling", "Run another workflow; further keywords are its inputs",
        (
            _required("workflow", Kind.WORKFLOW, "The file, beside this one"),
            Parameter("output", Kind.VARIABLE, "The variable that takes its ANSWER"),
            _SENSITIVE,
        ),
        open_keywords=True,
    )  # fmt: skip
    yield Spec(
        "TOOL", "calling", "Call a registered Python function; further keywords are its arguments",
        (
            _required("name", Kind.TEXT, "The tool's name"),
            Parameter("output", Kind.VARIABLE, "The variable that takes what it returns"),
            _SENSITIVE,
        ),
        open_keywords=True,
    )  # fmt: skip

    yield from _block(
        Spec("IF", "", "Do what follows if the test holds", (_TEST,)),
        (
            Spec("ELSE_IF", "", "Otherwise, if this test holds", (_TEST,)),
            Spec("ELSE", "", "Otherwise"),
        ),
    )
    yield from _block(
        Spec(
            "REPEAT",
            "",
            "Do what follows several times",
            (Parameter("times", Kind.INTEGER, "How often", True, minimum=0),),
        )
    )
    yield from _block(
        Spec(
            "WHILE",
            "",
            "Do what follows as long as the test holds",
            (_TEST, Parameter("limit", Kind.INTEGER, "Fail after so many rounds", default=1000, minimum=1)),
        )
    )
    yield from _block(
        Spec(
            "FOR_EACH",
            "",
            "Do what follows for each row; its columns become variables",
            (_required("rows", Kind.FILE, "A .csv, .json or .jsonl file"),),
        )
    )
    yield from _block(
        Spec("TRY", "", "Do what follows; a failing step goes to CATCH"),
        (
            Spec(
                "CATCH",
                "",
                "What to do when a step failed",
                (Parameter("output", Kind.VARIABLE, "The variable that takes the error's text"),),
            ),
            Spec("FINALLY", "", "What to do afterwards in any case"),
        ),
    )
    yield from _block(
        Spec("ON", "", "Whenever the test holds before an operation, do what follows first", (_TEST,))
    )
    yield Spec("BREAK", "blocks", "Leave the loop")
    yield Spec("CONTINUE", "blocks", "Go on with the loop's next round")

    yield Spec(
        "VISIBLE", "tests", "Whether an element or a text is on the screen",
        (
            Parameter("element_info", Kind.TEXT, "What the element says or is called", True),
            Parameter("element_type", Kind.TEXT, "What kind of element it is"),
            Parameter("box", Kind.BOX, "Where to look; everywhere when unsaid"),
        ),
        role="test", needs=_SCREEN | {Need.READER},
    )  # fmt: skip
    yield _compare("EQUALS", "Whether both sides are the same")
    yield Spec(
        "CONTAINS", "tests", "Whether a text contains another",
        (_required("text", Kind.VALUE, "The text"), _required("part", Kind.VALUE, "What to look for")),
        role="test",
    )  # fmt: skip
    yield Spec(
        "MATCHES", "tests", "Whether a regular expression is found in a text",
        (_required("text", Kind.VALUE, "The text"), _required("pattern", Kind.TEXT, "The pattern")),
        role="test",
    )  # fmt: skip
    yield _compare("LESS", "Whether the left number is less than the right one")
    yield _compare("GREATER", "Whether the left number is greater than the right one")
    yield Spec(
        "EXISTS", "tests", "Whether a file exists",
        (_required("file", Kind.TEXT, "The file's path"),), role="test",
    )  # fmt: skip
    yield Spec("NOT", "tests", "Whether a test does not hold", (_TEST,), role="test")
    tests = _required("tests", Kind.TESTS, "The tests")
    yield Spec("ALL", "tests", "Whether every test holds", (tests,), role="test")
    yield Spec("ANY", "tests", "Whether at least one test holds", (tests,), role="test")
    yield Spec(
        "JUDGE", "tests", "Ask the model a question of yes or no",
        (_required("prompt", Kind.PROSE, "The question"),),
        role="test", needs=frozenset({Need.MODEL}),
    )  # fmt: skip

    yield Spec("END", "end", "The task is done; nothing after it runs", seed=True)


OPERATIONS: dict[str, Spec] = {spec.name: spec for spec in _table()}

MISSPELT = {"QUOTE_CLIPBORAD": "QUOTE_CLIPBOARD"}
"""Names the seed itself misspells: accepted with a warning, rewritten by the formatter."""

GROUPS = tuple(dict.fromkeys(spec.group for spec in OPERATIONS.values()))

KEY_ACTIONS = ("KEY_DOWN", "KEY_PRESS", "KEY_UP")
"""What may stand in a GESTURE's actions."""

LOOPS = ("REPEAT", "WHILE", "FOR_EACH")
