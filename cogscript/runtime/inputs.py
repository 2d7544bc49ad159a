"""The INPUTs of a workflow, gathered before the first step: given, asked for, or left to their default."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import CogError, Diagnostic
from cogscript.language.model.variables import PREFIX
from cogscript.runtime.bindings import as_text

if TYPE_CHECKING:
    from cogscript.language.model.tree import Value, Workflow
    from cogscript.runtime.console.person import Person
    from cogscript.runtime.program import Program
    from cogscript.runtime.scope import Secrets


def gather(
    program: Program, given: dict[str, str], person: Person, secrets: Secrets, *, dry: bool = False
) -> dict[str, str]:
    """Every value the run starts with. Secrets are marked here, before anything is put on record."""
    _mark_written(program, secrets)
    missing: list[Diagnostic] = []
    for operation in program.inputs():
        name = operation.output
        if name is None:
            continue
        secret = operation.arguments.get("secret") is True
        default = operation.arguments.get("default")
        if name not in given and default is None and not dry:
            if not person.present:
                missing.append(
                    Diagnostic(
                        "missing-input",
                        f"the input `{name}` was not given, and there is no terminal to ask on",
                        span=operation.span,
                        source=program.main.source,
                        advice=f"give it with `--var {name}=…`",
                    )
                )
                continue
            question = operation.arguments.get("prompt") or operation.description or f"{name}:"
            given[name] = person.ask(str(question), secret=secret)
        if secret and name in given:
            secrets.add(name, given[name])
    if missing:
        raise CogError(missing)
    return given


def _mark_written(program: Program, secrets: Secrets) -> None:
    """Secrets that stand in the files themselves: defaults, and what a CALL gives to a secret input."""
    for workflow in program.files():
        folder = Path(workflow.path or "").parent
        for operation in workflow.walk():
            if operation.name == "INPUT" and operation.arguments.get("secret") is True:
                _mark(operation.output, operation.arguments.get("default"), secrets)
            called = operation.arguments.get("workflow")
            if operation.name == "CALL" and isinstance(called, str) and PREFIX not in called:
                for name in secret_inputs(program.load(folder / called)):
                    _mark(name, operation.arguments.get(name), secrets)


def _mark(name: str | None, value: Value, secrets: Secrets) -> None:
    text = as_text(value)
    if name is not None and PREFIX not in text:
        secrets.add(name, text)


def secret_inputs(workflow: Workflow) -> set[str]:
    return {
        name
        for operation in workflow.walk()
        if operation.name == "INPUT" and operation.arguments.get("secret") is True
        if (name := operation.output) is not None
    }
