"""What a run gives back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from cogscript.records.reader import Record
from cogscript.records.schema import StepRecord

if TYPE_CHECKING:
    from pathlib import Path

    from cogscript.language.model.diagnostic import Diagnostic
    from cogscript.language.model.tree import Workflow

Outcome = Literal["ok", "failed", "stopped"]

EXIT_CODES: dict[Outcome, int] = {"ok": 0, "failed": 1, "stopped": 130}


@dataclass(slots=True)
class Run:
    workflow: Workflow
    outcome: Outcome = "ok"
    answers: list[str] = field(default_factory=list)
    variables: dict[str, str] = field(default_factory=dict)
    error: Diagnostic | None = None
    performed: int = 0
    """How many operations were performed; blocks and CALLs themselves do not count."""
    total: int | None = None
    """How many there are to perform; None where only the run can tell."""
    differences: int = 0
    """Results that differ from the file's, for `results="check"`."""
    healed: int = 0
    """Steps whose target was found elsewhere or otherwise than the file says, as the file still stands."""
    folder: Path | None = None
    """Where the record is; None when none was kept."""
    screen: str = ""
    """The name of the surface it was given; empty when it needed none."""
    acts: bool = True
    """Whether anything is touched: False for a dry run."""
    started: float = 0.0
    ended: float = 0.0

    @property
    def id(self) -> str:
        return self.folder.name if self.folder else ""

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.outcome]

    @property
    def steps(self) -> list[StepRecord]:
        """Every step with its outcome, from the record; empty when none was kept."""
        if self.folder is None:
            return []
        with Record(self.folder) as record:
            return list(record.steps())
