"""One step: an operation performed once, with everything that is known of it.

The interpreter fills it, the listeners show it, the record keeps it, a resumed run reads it again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from cogscript.language.model.box import Point, Rect
    from cogscript.language.model.diagnostic import Diagnostic
    from cogscript.language.model.tree import Operation

StepKind = Literal["step", "block", "call", "task", "row", "set"]
"""What a step is; `schema.StepRecord` says what each word means."""

StepOutcome = Literal["ok", "skipped", "failed", "stopped", "jumped", "retried"]
"""How it ended. None while it runs, and for ever if the run was killed in the middle of it.
`jumped`: a person went to another line instead; `retried`: it failed, its line was changed, and the steps
that follow in the record replaced it."""

Spending = Literal["finding", "model", "person"]
"""What a step's time can go into, besides waiting for a still screen and acting."""

_WORTH_TELLING = 0.001


class Step:
    """One operation, performed once; `schema.StepRecord` says what each field means."""

    __slots__ = (
        "after", "area", "arguments", "asked", "before", "beneath", "depth", "diagnostic", "ended", "error",
        "evidence", "file", "goal", "halt", "healed", "kind", "locator", "number", "operation", "outcome",
        "parent", "place", "point", "rounds", "seen", "settled", "spent", "started", "surface", "target",
        "told", "value", "variables",
    )  # fmt: skip

    def __init__(
        self, number: int, operation: Operation, file: str, kind: StepKind, depth: int, parent: int | None,
        rounds: str, started: float,
    ) -> None:  # fmt: skip
        self.number = number
        self.operation = operation
        self.file = file
        """The path of the file the operation is in."""
        self.kind: StepKind = kind
        self.depth = depth
        self.parent = parent
        self.rounds = rounds
        self.started = started
        self.ended: float | None = None
        self.outcome: StepOutcome | None = None
        self.arguments: dict[str, Any] = {}
        self.point: Point | None = None
        self.area: Rect | None = None
        self.goal: Point | None = None
        """Where a movement ends."""
        self.variables: dict[str, str] = {}
        self.value: Any = None
        """What was decided or given back: a branch's number, a test's outcome, an answer's text."""
        self.settled: float | None = None
        self.before: str | None = None
        self.after: str | None = None
        self.error: str | None = None
        self.diagnostic: Diagnostic | None = None
        self.surface: str | None = None
        self.locator: str | None = None
        self.evidence: list[dict[str, Any]] = []
        self.seen: str | None = None
        self.healed: list[dict[str, Any]] = []
        self.halt: dict[str, Any] | None = None
        self.asked: dict[str, Any] | None = None
        self.told: dict[str, Any] | None = None
        self.place: Rect | None = None
        self.spent: dict[str, float] = {}
        self.target: Any = None
        """What was found, as the finder knows it; of interest only while the step is performed."""
        self.beneath: int | None = None
        """What lay there on top when it was found; of interest only until it is clicked."""

    @property
    def name(self) -> str:
        return self.operation.name

    @property
    def line(self) -> int:
        return self.operation.line

    @property
    def title(self) -> str:
        return self.operation.description

    @contextmanager
    def spending(self, on: Spending) -> Iterator[None]:
        """What is done meanwhile takes its time from the step, and the record says what for.

        A model that is asked while a target is looked for is the model's time, and not told twice.
        """
        began, known = time.monotonic(), sum(self.spent.values())
        try:
            yield
        finally:
            seconds = time.monotonic() - began - (sum(self.spent.values()) - known)
            if seconds >= _WORTH_TELLING:
                self.spent[on] = round(self.spent.get(on, 0.0) + seconds, 4)

    def __repr__(self) -> str:
        return f"<step {self.number}: line {self.line} {self.name} {self.outcome}>"
