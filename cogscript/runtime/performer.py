"""What blocks and a resumed run may ask of the interpreter, and what it may ask of a resumed run."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from cogscript.language.model.tree import Operation
    from cogscript.records.step import Step, StepKind
    from cogscript.runtime.assignments import Provenance
    from cogscript.runtime.bindings import BoundArguments
    from cogscript.runtime.frames import CallFrame
    from cogscript.runtime.state import RunState
    from cogscript.runtime.steps.behaviour import Behaviour

Row = dict[str, str]


class Performer(Protocol):
    """The interpreter, as others see it."""

    state: RunState
    past: Past | None
    number: int
    """Of the last step that began."""
    rounds: str
    """Which round of each loop around the next step, outermost first: `3.1`."""
    standing: int
    """How many ON handlers are in force: most workflows have none, and then nothing is judged."""
    handling: bool
    """Whether a handler is being run."""
    step: Step | None
    """The step being performed."""
    known: Provenance | None
    """How the next step came about, where a model decided on it."""

    def perform(self, operation: Operation) -> None: ...
    def under(self, step: Step) -> AbstractContextManager[None]:
        """What is performed meanwhile is on record as this step's own."""

    def begin(self, operation: Operation, kind: StepKind = "step") -> Step: ...
    def ended(self, step: Step) -> None: ...
    def tell(self, step: Step) -> None:
        """Put a step that is already over on record."""

    def fail(self, step: Step, error: Exception, *, acting: bool) -> bool:
        """Put a failed step on record, and raise; True when a person wants it tried again."""

    def binding(self, operation: Operation) -> BoundArguments: ...
    def decide(self, operation: Operation, judge: Callable[[Step], Any]) -> Step | None:
        """A block's decision as a step; None when a person skips it."""

    def inside(self, step: Step, operations: list[Operation]) -> None:
        """Run a block's body, its steps on record as the block's."""

    def call(self, frame: CallFrame, step: Step) -> None:
        """Run a called workflow, its steps on record as the CALL's."""


@dataclass(slots=True)
class Recalled:
    """A decision or a row as the record has it."""

    step: Step | None = None
    row: Row | None = None


class Past(Protocol):
    """The finished part of a run that is resumed: the one hook for resuming.

    As long as it has a step on record, the record's word is taken for it and nothing is done. When the record
    ends, it takes itself out of the interpreter, and the run is live.
    """

    def performs(
        self, performer: Performer, operation: Operation, binding: BoundArguments, behaviour: Behaviour
    ) -> bool:
        """Whether the record had this step, and its word was taken."""

    def decides(self, performer: Performer, operation: Operation) -> Recalled | None:
        """A block's decision; None when it is to be made now."""

    def gives_row(
        self, performer: Performer, operation: Operation, number: int, fetch: Callable[[], Row | None]
    ) -> Recalled | None:
        """The next row of a FOR_EACH, compared with what it was; None when it is to be bound now."""

    def fires(self, handler: Operation) -> bool:
        """Whether an ON handler ran here."""
