"""One step: an operation performed once, with everything that is known of it.

The interpreter fills it, the listeners show it, the journal keeps it, a resumed run reads it again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from cogscript.language.box import Box
from cogscript.language.tree import Operation, value_to_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogscript.language.box import Point, Rect
    from cogscript.language.diagnostic import Diagnostic

Kind = Literal["step", "block", "call", "row", "set"]
"""What a step is: an operation that does one thing; a block's opener with what was decided there; a
CALL, which ends after the steps of the called file; one row of a FOR_EACH; variables set by a person
while stepping."""

Outcome = Literal["ok", "skipped", "failed", "stopped", "jumped", "retried"]
"""How it ended. None while it runs, and for ever if the run was killed in the middle of it.
`jumped`: a person went to another line instead; `retried`: it failed, its line was changed, and what
follows in the record took its place."""


class Step:
    """One operation, performed once."""

    __slots__ = (
        "after", "area", "arguments", "before", "depth", "diagnostic", "ended", "error", "file", "kind",
        "number", "operation", "outcome", "parent", "point", "rounds", "settled", "started", "value",
        "variables",
    )  # fmt: skip

    def __init__(
        self, number: int, operation: Operation, file: str, kind: Kind, depth: int, parent: int | None,
        rounds: str, started: float,
    ) -> None:  # fmt: skip
        self.number = number
        """From 1, in the order in which the steps began."""
        self.operation = operation
        self.file = file
        """The path of the file the operation stands in."""
        self.kind: Kind = kind
        self.depth = depth
        """How many blocks and CALLs it stands in."""
        self.parent = parent
        """The number of the CALL or block it stands in."""
        self.rounds = rounds
        """Which round of each loop around it, outermost first: `3.1`."""
        self.started = started
        """Seconds since the epoch."""
        self.ended: float | None = None
        self.outcome: Outcome | None = None
        self.arguments: dict[str, Any] = {}
        """As they were performed: variables expanded, defaults left out."""
        self.point: Point | None = None
        """The pixel acted on."""
        self.area: Rect | None = None
        """The pixels of the box, or of the element that was found."""
        self.variables: dict[str, str] = {}
        """What it set."""
        self.value: Any = None
        """What was decided or given back: a branch's number, a test's outcome, an answer's text."""
        self.settled: float | None = None
        """Seconds waited for a still screen."""
        self.before: str | None = None
        self.after: str | None = None
        """Pictures, as paths within the run's folder."""
        self.error: str | None = None
        """The error's text, for CATCH and for the record."""
        self.diagnostic: Diagnostic | None = None
        """The error with its place."""

    @property
    def name(self) -> str:
        return self.operation.name

    @property
    def line(self) -> int:
        return self.operation.line

    @property
    def title(self) -> str:
        return self.operation.description

    def __repr__(self) -> str:
        return f"<step {self.number}: line {self.line} {self.name} {self.outcome}>"


def plain(value: Any, mask: Callable[[str], str]) -> Any:
    """A value as JSON can say it, with every text masked."""
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, dict):
        return {mask(str(name)): plain(item, mask) for name, item in value.items()}
    if isinstance(value, Operation):
        return plain(value.to_json(), mask)
    if isinstance(value, list):
        return [plain(item, mask) for item in value]
    if isinstance(value, Box):
        return value_to_json(value)
    if isinstance(value, tuple):
        return [plain(item, mask) for item in value]
    return value
