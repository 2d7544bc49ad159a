"""cogscript: a plain-text language for things people do on a screen.

    import cogscript
    from cogscript import ops

    workflow = cogscript.Workflow([ops.TYPE(box=(352, 102, 786, 139), text="CogAgent", enter=True)])
    cogscript.save(workflow, "search.cog")

Importing this loads no parser, screen, engine or model: each comes with its first use.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from cogscript.language.box import Box
from cogscript.language.diagnostic import CogError, Diagnostic, Fault
from cogscript.language.tree import Operation, Value, Workflow

if TYPE_CHECKING:
    from collections.abc import Mapping, Set
    from pathlib import Path

    from cogscript.runtime.run import Run

__all__ = [
    "Box", "CogError", "Diagnostic", "Fault", "Operation", "Value", "Workflow",
    "check", "format", "load", "parse", "run", "save",
]  # fmt: skip


def parse(text: str, path: str | None = None) -> Workflow:
    """The tree of a text; raises CogError with all its diagnostics."""
    from cogscript.language import document

    return document.parse(text, path)


def load(path: str | os.PathLike[str]) -> Workflow:
    """The tree of a file; raises CogError when it cannot be read or parsed."""
    from cogscript.language import document

    return document.load(path)


def save(workflow: Workflow, path: str | os.PathLike[str]) -> None:
    """Write a workflow's canonical text to a file, all of it or nothing."""
    from cogscript.language import document

    document.save(workflow, path)


def format(workflow: Workflow) -> str:
    """A workflow's canonical text."""
    from cogscript.language import formatter

    return formatter.format(workflow)


def check(
    workflow: Workflow, *, variables: Iterable[str] = (), strict_seed: bool = False
) -> list[Diagnostic]:
    """What is wrong with a workflow; `variables` names those that the run will start with."""
    from cogscript.language import checker

    return checker.check(workflow, given=variables, strict_seed=strict_seed, surroundings=_Surroundings())


def run(workflow: Workflow, *, variables: Mapping[str, str] | None = None, **options: Any) -> Run:
    """Run a workflow; the options are those of `cogscript.runtime.run.run`."""
    from cogscript.runtime.run import run as run_workflow

    return run_workflow(workflow, variables=variables, **options)


class _Surroundings:
    """The files around a workflow, as the checker asks for them."""

    def columns(self, rows: Path) -> Set[str] | None:
        from cogscript.runtime.rows import columns

        return columns(rows)

    def load(self, workflow: Path) -> Workflow:
        return load(workflow)
