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

from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import CogError, Diagnostic, Fault
from cogscript.language.model.tree import Operation, Value, Workflow

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cogscript.runtime.outcome import Run
    from cogscript.runtime.session import Session

__all__ = [
    "Box", "CogError", "Diagnostic", "Fault", "Operation", "Session", "Value", "Workflow",
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
    from cogscript.language.write import formatter

    return formatter.format(workflow)


def check(
    workflow: Workflow, *, variables: Iterable[str] = (), strict_seed: bool = False
) -> list[Diagnostic]:
    """What is wrong with a workflow; `variables` names those that the run will start with."""
    from cogscript.disk import Disk
    from cogscript.language.check import checker

    return checker.check(workflow, given=variables, strict_seed=strict_seed, files=Disk(workflow))


def run(workflow: Workflow, *, variables: Mapping[str, str] | None = None, **options: Any) -> Run:
    """Run a workflow; the options are those of `cogscript.runtime.run.run`."""
    from cogscript.agents import Agent
    from cogscript.runtime.run import run as run_workflow

    return run_workflow(workflow, variables=variables, **{"doer": Agent(), **options})


def __getattr__(name: str) -> Any:
    """`Session` brings the whole runtime, so it comes with its first use."""
    if name == "Session":
        from cogscript.runtime.session import Session

        return Session
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
