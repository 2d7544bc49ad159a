"""`run`: a workflow, checked with all it needs, then performed to its end, and what came of it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cogscript.language.document import load
from cogscript.language.model.tree import Workflow
from cogscript.runtime.options import Options
from cogscript.runtime.outcome import Run
from cogscript.runtime.session import Session

if TYPE_CHECKING:
    from cogscript.runtime.control import Controller


def run(
    workflow: Workflow | str | os.PathLike[str], *, variables: Mapping[str, str] | None = None, **options: Any
) -> Run:
    """Run a workflow: see `Options` for the keywords.

    Raises CogError when the file is wrong, and Fault when the machine lacks something; then nothing
    was done. Whatever fails afterwards is in the Run that comes back.
    """
    return start(workflow, Options(variables=variables or {}, **options))


def start(
    workflow: Workflow | str | os.PathLike[str], options: Options, controller: Controller | None = None
) -> Run:
    if not isinstance(workflow, Workflow):
        workflow = load(workflow)
    with Session(options=options, workflow=workflow, controller=controller) as session:
        return session.run()
