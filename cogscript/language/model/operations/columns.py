"""The columns of the operation table: what is known of an operation, and of a parameter.

A rule that holds for one operation only is a column here, not a test of its name elsewhere.
"""

from __future__ import annotations

from enum import Enum
from typing import Literal, NamedTuple


class Kind(Enum):
    """What a parameter's value may be. The value is the name people see."""

    BOX = "a box"
    BOXES = "a box, or a list of boxes"
    TEXT = "text"
    LINK = "a link"
    PROSE = "prose"  # text that may run over several lines, and is written so
    INTEGER = "a whole number"
    NUMBER = "a number"
    BOOLEAN = "True or False"
    KEY = "a key name"
    KEYS = "a list of key names"
    CHORD = "keys pressed together, such as 'Ctrl+Shift+S'"
    VARIABLE = "one variable"
    VALUE = "text or a number"
    CHOICE = "one of the words listed"
    SIZE = "[width, height]"
    VERSION = "a version of the language"
    TEXTS = "a list of texts"
    FILE = "a file's path"
    PICTURE = "the path of a picture"
    ROWS = "the path of a .csv, .json or .jsonl file"
    WORKFLOW = "the path of a .cog file"
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
    """Whether CogAgent's own action space has it."""
    minimum: float | None = None
    absent: tuple[str, ...] = ()
    """Texts that mean the same as leaving it out."""
    needed_for: tuple[str, tuple[str, ...]] | None = None
    """Another parameter, and the words in it that make this one required."""
    only_with: tuple[str, ...] = ()
    """Parameters of which one must be given too, or this one means nothing."""
    needs_instead: frozenset[Need] | None = None
    """What a machine must have when it is given, in the place of what the operation else needs."""


TELLING = ("element_info", "element_type", "id", "picture")
"""The parameters that tell a target without a box."""


class Target(Enum):
    """What an operation points at when no box is given."""

    NONE = "does not point"
    NAMED = "the element that its name, kind, id or picture tells"
    POINTER = "where the pointer is"
    FOCUS = "what has the focus"
    SURFACE = "the surface as a whole"


class Need(Enum):
    """What a machine must have before the operation can run."""

    SCREEN = "screen"
    CLIPBOARD = "clipboard"
    READER = "reader"
    MODEL = "model"
    EYES = "eyes"  # a model that is shown pictures
    PERSON = "person"
    AGENT = "agent"


Role = Literal["header", "operation", "test", "opener", "branch", "closer"]


class Spec(NamedTuple):
    """One operation of the language."""

    name: str
    group: str
    doc: str
    parameters: tuple[Parameter, ...] = ()
    role: Role = "operation"
    seed: bool = False
    """Whether CogAgent's own action space has it."""
    target: Target = Target.NONE
    needs: frozenset[Need] = frozenset()
    one_of: tuple[tuple[str, ...], ...] = ()
    """Groups of parameters: at least one parameter must be given, and all that are given are of one group."""
    open_keywords: bool = False
    """Whether further keywords are allowed: the inputs of CALL, the arguments of TOOL."""
    recorded: bool = False
    """Whether a complete `result` in the file is taken instead of reading the value again."""
    key_action: bool = False
    """Whether it may stand in the actions of a GESTURE."""
    by_model: bool = False
    """Whether a model that does a task (DO) may do it: nothing that reads or writes files, calls or asks."""
    bare: bool = False
    """Whether it may be written without brackets."""
    misspelt: tuple[str, ...] = ()
    """Names that CogAgent's own documents misspell: accepted with a warning, rewritten by the formatter."""

    # How a run goes through it.
    opener: str | None = None
    """For a branch or a closer: the operation that opens its block."""
    loop: bool = False
    """Whether its body runs in rounds, which BREAK and CONTINUE end."""
    leaves: Literal["", "loop", "run"] = ""
    """What it leaves, so that no line after it runs."""
    needs_branch: bool = False
    """For an opener: whether a block without a branch is an error."""
    repeats: bool = False
    """For a branch: whether a block may have several of it."""
    last: bool = False
    """For a branch: whether no other branch may follow it."""

    def parameter(self, name: str) -> Parameter | None:
        return next((each for each in self.parameters if each.name == name), None)

    @property
    def in_block(self) -> bool:
        return self.role in ("opener", "branch", "closer")
