"""The INPUTs of a workflow, gathered before the first step: given, asked for, or left to their default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.diagnostic import CogError, Diagnostic
from cogscript.runtime.program import output_of

if TYPE_CHECKING:
    from cogscript.runtime.person import Person
    from cogscript.runtime.program import Program
    from cogscript.runtime.scope import Secrets


def gather(
    program: Program, given: dict[str, str], person: Person, secrets: Secrets, *, dry: bool = False
) -> dict[str, str]:
    """Every value the run starts with. Secrets are marked here, before anything is put on record."""
    missing: list[Diagnostic] = []
    for operation in program.inputs():
        name = output_of(operation)
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
        if secret:
            secrets.add(name, given.get(name, "" if default is None else str(default)))
    if missing:
        raise CogError(missing)
    return given
