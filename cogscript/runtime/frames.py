"""The workflows being run: the file itself, and those it called, each with variables of its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.runtime.scope import Scope

if TYPE_CHECKING:
    from cogscript.language.model.diagnostic import Source
    from cogscript.language.model.tree import Operation, Workflow


@dataclass(slots=True, eq=False)
class CallFrame:
    """One workflow being run."""

    workflow: Workflow
    scope: Scope
    given: dict[str, str] = field(default_factory=dict)
    """The inputs it was given."""
    answers: list[str] = field(default_factory=list)
    handlers: list[Operation] = field(default_factory=list)
    """The ON blocks in force."""
    blocks: dict[int, Operation | None] = field(default_factory=dict)
    """The IN around each operation, once somebody has asked."""

    file: str = field(init=False)
    """The path of the workflow's file, for messages and the record."""

    def __post_init__(self) -> None:
        self.file = self.workflow.path or "<text>"

    @property
    def source(self) -> Source | None:
        return self.workflow.source

    def path(self, text: str) -> Path:
        """A path written in the workflow: beside its file when relative."""
        own = self.workflow.path
        folder = Path(own).parent if own and not own.startswith("<") else Path()
        return folder / Path(text).expanduser()
