"""What a run's record holds: every table and every column, defined here and nowhere else.

A class is a table and an annotation is a column: its Python type, its SQL type, what it means, how it is
stored and when it is written. The statements (`sql`), the writer, the reader and the document
docs/records.md (`schema_document`) all derive from these classes. A new column is one entry here, with an
SQL type that may be NULL so that older records can be read, and a higher VERSION.
"""

# Without `from __future__ import annotations`: the annotations are read while the module is loaded.

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypedDict, TypeVar

VERSION = 5
"""1: the first. 2: steps have `surface`, `locator`, `evidence` and `seen`. 3: `healed` and `halt`.
4: `place`, `goal` and `spent`. 5: `asked` and `told`."""

Stored = Literal["plain", "text", "json"]
"""As it is; as text with the secrets masked; as JSON with the secrets masked in every text of it."""

Written = Literal["start", "end", "both"]
"""When a step's column is written: before it acts, when it has ended, or at both moments."""


class Column(NamedTuple):
    sql: str
    meaning: str
    stored: Stored = "plain"
    written: Written = "start"
    empty: Callable[[], Any] = lambda: None
    """What is read where nothing is stored; a value equal to it is not stored."""


Row = TypeVar("Row")


class Table(NamedTuple, Generic[Row]):
    name: str
    row: type[Row]
    meaning: str
    options: str = ""

    @property
    def columns(self) -> dict[str, Column]:
        return {name: each.__metadata__[0] for name, each in self.row.__annotations__.items()}


@dataclass(frozen=True, slots=True)
class Fact:
    key: Annotated[str, Column("TEXT PRIMARY KEY", "one of the names below")]
    value: Annotated[Any, Column("TEXT NOT NULL", "its value", "json")]


@dataclass(frozen=True, slots=True)
class FileRecord:
    path: Annotated[str, Column("TEXT PRIMARY KEY", "as the command line or the CALL names it")]
    text: Annotated[str, Column("TEXT NOT NULL", "the file as it was run", "text")]
    sha256: Annotated[str, Column("TEXT NOT NULL", "the checksum of the text, secrets included")]


@dataclass(frozen=True, slots=True)
class OperationRecord:
    id: Annotated[int, Column("INTEGER PRIMARY KEY", "what `steps.operation` refers to")]
    file: Annotated[str, Column("TEXT NOT NULL", "the path of its file")]
    line: Annotated[int, Column("INTEGER", "its line in the file, from 1")]
    column: Annotated[int, Column("INTEGER", "its column in the line, from 1")]
    start: Annotated[int, Column("INTEGER", "its first character in the file's text, from 0")]
    end: Annotated[int, Column("INTEGER", "the character after its last")]
    name: Annotated[str, Column("TEXT NOT NULL", "`CLICK`, `TYPE` …")]
    text: Annotated[str, Column("TEXT NOT NULL", "in canonical form, without `result`", "text")]
    title: Annotated[str, Column("TEXT NOT NULL", "the comment above it", "text")]


@dataclass(frozen=True, slots=True)
class StepRecord:
    """A step as the record has it; `Step` is the same while the run is alive."""

    number: Annotated[int, Column("INTEGER PRIMARY KEY", "from 1, in the order in which the steps began")]
    operation: Annotated[
        OperationRecord, Column("INTEGER NOT NULL REFERENCES operations", "the `id` of what was performed")
    ]
    kind: Annotated[
        str,
        Column(
            "TEXT NOT NULL",
            "`step`; `block`: a block's first line, with what was decided there; `call`: a CALL, which ends "
            "after the steps of the called file; `task`: a DO, which ends after the steps a model took; "
            "`row`: one row of a FOR_EACH; `set`: variables that a person set while stepping",
        ),
    ]
    depth: Annotated[int, Column("INTEGER NOT NULL", "how many blocks and CALLs it is inside of")]
    parent: Annotated[int | None, Column("INTEGER", "the number of the CALL or block around it")]
    rounds: Annotated[
        str, Column("TEXT NOT NULL", "which round of each loop around it, outermost first: `3.1`")
    ]
    started: Annotated[float, Column("REAL NOT NULL", "seconds since 1970")]
    ended: Annotated[float | None, Column("REAL", "seconds since 1970", written="end")]
    outcome: Annotated[
        str | None,
        Column(
            "TEXT",
            "`ok`, `skipped`, `failed`, `stopped`, `jumped`, `retried`; NULL: not finished",
            written="end",
        ),
    ]
    arguments: Annotated[
        dict[str, Any],
        Column("TEXT", "as performed: variables filled in, defaults left out", "json", "both", dict),
    ]
    point: Annotated[list[int] | None, Column("TEXT", "the pixel acted on: `[x,y]`", "json", "both")]
    area: Annotated[
        list[int] | None,
        Column("TEXT", "the pixels of the box or element: `[left,top,right,bottom]`", "json", "both"),
    ]
    variables: Annotated[dict[str, str], Column("TEXT", "what it set", "json", "end", dict)]
    value: Annotated[
        Any,
        Column(
            "TEXT",
            "what was decided or given back: a branch's number, a test's result, an answer",
            "json",
            "end",
        ),
    ]
    settled: Annotated[float | None, Column("REAL", "seconds waited for a still screen", written="both")]
    before: Annotated[
        str | None, Column("TEXT", "the picture before it, as a path in the run's folder", written="both")
    ]
    after: Annotated[str | None, Column("TEXT", "the picture after it", written="end")]
    error: Annotated[str | None, Column("TEXT", "the error's text", "text", "end")]
    diagnostic: Annotated[
        dict[str, Any] | None,
        Column("TEXT", "the error with its place, and `rendered` as people see it", "json", "end"),
    ]
    surface: Annotated[
        str | None,
        Column("TEXT", 'what it acted on: `desktop`, `window "Notes" of mousepad`', "text", "both"),
    ]
    locator: Annotated[
        str | None,
        Column(
            "TEXT",
            "what found the target: `box`, `accessibility`, `text`, `model` …; NULL: nothing was looked for",
            "text",
            "both",
        ),
    ]
    evidence: Annotated[
        list[dict[str, Any]],
        Column("TEXT", 'what agreed about the target: `[{"what":"name","is":"Save"}]`', "json", "both", list),
    ]
    seen: Annotated[
        str | None,
        Column(
            "TEXT",
            "what was seen of its effect: `yes`, `nothing changed` or `not known`, mostly with how or why",
            "text",
            "end",
        ),
    ]

    healed: Annotated[
        list[dict[str, Any]],
        Column(
            "TEXT",
            "what of its line is no longer true: "
            '`[{"argument":"box","was":[[…]],"is":[[…]],"guess":false}]`; a guess was found by likeness only',
            "json",
            "end",
            list,
        ),
    ]
    halt: Annotated[
        dict[str, Any] | None,
        Column(
            "TEXT",
            "why its target was not taken: `looked_for`, `means`, `candidates` (each with its `rect`, `box`, "
            "why it was rejected, and the `line` that would take it), `there` and `picture`",
            "json",
            "end",
        ),
    ]
    place: Annotated[
        list[int] | None,
        Column(
            "TEXT", "the pixels of the line's own box, where the target was looked for first", "json", "both"
        ),
    ]
    goal: Annotated[
        list[int] | None, Column("TEXT", "the pixel where a movement ends: `[x,y]`", "json", "end")
    ]
    spent: Annotated[
        dict[str, float],
        Column(
            "TEXT",
            "seconds by what they went into: `finding` the target, waiting for a `model`, for a `person`; "
            "a still screen is in `settled`, and the rest was acting",
            "json",
            "end",
            dict,
        ),
    ]

    asked: Annotated[
        dict[str, Any] | None,
        Column(
            "TEXT",
            "for a step that a model decided on: `protocol`, `tokens` (read and written), `seconds` in the "
            "model and `ours` before it acted, its `reply`; for the DO itself the totals",
            "json",
            "end",
        ),
    ]
    told: Annotated[
        dict[str, Any] | None,
        Column(
            "TEXT",
            "for a step that a model decided on: the arguments that tell its target again, as it was hit",
            "json",
            "end",
        ),
    ]

    @property
    def seconds(self) -> float | None:
        return None if self.ended is None else self.ended - self.started


@dataclass(frozen=True, slots=True)
class Message:
    step: Annotated[int | None, Column("INTEGER", "the last step begun")]
    at: Annotated[float, Column("REAL NOT NULL", "seconds since 1970")]
    level: Annotated[str, Column("TEXT NOT NULL", "`note` or `warning`")]
    text: Annotated[str, Column("TEXT NOT NULL", "what a person was told", "text")]


RUN = Table("run", Fact, "the run as a whole", "WITHOUT ROWID")
FILES = Table("files", FileRecord, "the workflow and every file it calls", "WITHOUT ROWID")
OPERATIONS = Table("operations", OperationRecord, "each operation that was performed, once")
STEPS = Table("steps", StepRecord, "each operation, each time it was performed")
MESSAGES = Table("messages", Message, "what a person was told")
TABLES: Sequence[Table[Any]] = (RUN, FILES, OPERATIONS, STEPS, MESSAGES)


class RunFacts(TypedDict, total=False):
    """The keys of the table `run`."""

    id: Annotated[str, "the name of the run's folder"]
    file: Annotated[str, "the workflow's path"]
    folder: Annotated[str, "the folder from which it was run"]
    title: Annotated[str, "of its WORKFLOW line"]
    screen: Annotated[str, "`desktop`, `virtual`, `dry` …"]
    size: Annotated[list[int] | None, "the screen's: `[width,height]`"]
    started: Annotated[float, "seconds since 1970"]
    ended: Annotated[float | None, "seconds since 1970"]
    outcome: Annotated[str | None, "`ok`, `failed` or `stopped`; null: it runs, or was killed"]
    error: Annotated[Any, "like `steps.diagnostic`"]
    versions: Annotated[dict[str, str], "of cogscript, Python and the system"]
    argv: Annotated[list[str], "the command line"]
    given: Annotated[dict[str, str], "the variables it started with"]
    results: Annotated[str, "`recorded`, `live` or `check`"]
    steps: Annotated[int, "how many operations were performed"]
    resumed: Annotated[int, "how many times it was resumed"]
    emptied: Annotated[int, "the last step whose desktop was gone when the run was resumed"]
    pid: Annotated[int, "the process that ran it"]
    changed: Annotated[list[tuple[str, str]], "lines changed while stepping: before, after"]
    batch: Annotated[
        dict[str, Any], "of a run of one row: `id` (the same for all rows), `table`, `row` and how many, `of`"
    ]
