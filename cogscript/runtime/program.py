"""A workflow with every file it calls: loaded, checked, and what it needs of the machine, before it runs."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Set
from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.language.checker import check
from cogscript.language.diagnostic import CogError, Diagnostic, Fault, nearest
from cogscript.language.document import load
from cogscript.language.operations import OPERATIONS, Need
from cogscript.language.tree import Operation, Value, Workflow
from cogscript.language.variables import PREFIX, names, sole_name, spell
from cogscript.runtime import rows

if TYPE_CHECKING:
    from cogscript.runtime.options import Results

ELLIPSES = ("...", "…")


def is_complete(result: object) -> bool:
    """Whether a `result` is the value itself: an ellipsis says that part of it was left out."""
    return isinstance(result, str) and not any(mark in result for mark in ELLIPSES)


def needs_of(operation: Operation, results: Results = "live") -> frozenset[Need]:
    """What an operation needs of the machine, with the tests and actions in its arguments."""
    needs = OPERATIONS[operation.name].needs
    if (
        results == "recorded"
        and operation.name in ("QUOTE_TEXT", "LLM")
        and is_complete(operation.arguments.get("result"))
    ):
        return frozenset()
    for inner in _nested(list(operation.arguments.values())):
        needs |= needs_of(inner, results)
    return needs


def _nested(values: list[Value]) -> Iterator[Operation]:
    for value in values:
        if isinstance(value, Operation):
            yield value
        elif isinstance(value, list):
            yield from _nested(value)


class Program:
    """The main workflow and all that it calls, each file loaded once."""

    def __init__(self, main: Workflow) -> None:
        self.main = main
        self._called: dict[str, Workflow] = {}
        if main.path and not main.path.startswith("<"):
            self._called[os.path.realpath(main.path)] = main

    # --- for the checker: what lies around the file ---------------------------------------------

    def columns(self, path: Path) -> Set[str] | None:
        return rows.columns(path)

    def load(self, path: Path) -> Workflow:
        key = os.path.realpath(path)
        if key not in self._called:
            self._called[key] = load(path)
        return self._called[key]

    # --- for the run ------------------------------------------------------------------------------

    def check(self, given: Collection[str]) -> list[Diagnostic]:
        """Raise everything that is wrong, with every file that is called; the warnings come back."""
        found = check(self.main, given=given, surroundings=self)
        found += self._unknown_variables(given)
        cycle = self._endless()
        if cycle is not None:
            found.append(cycle)
        if any(diagnostic.is_error for diagnostic in found):
            raise CogError(found)
        return found

    def files(self) -> list[Workflow]:
        """Every workflow, the main one first."""
        return [self.main, *(each for each in self._called.values() if each is not self.main)]

    def needs(self, results: Results) -> set[Need]:
        needs: set[Need] = set()
        for workflow in self.files():
            for operation in workflow.walk():
                needs |= needs_of(operation, results)
        return needs

    def mentioned(self) -> set[str]:
        """The variables that the main workflow uses or sets."""
        return {name for operation in self.main.walk() for name in _mentioned(operation)}

    def inputs(self) -> list[Operation]:
        return [operation for operation in self.main.walk() if operation.name == "INPUT"]

    def called(self, path: Path) -> Workflow:
        """A workflow whose name only the run knows: checked when it is called."""
        key = os.path.realpath(path)
        if key in self._called:
            return self._called[key]
        if not path.is_file():
            raise Fault("no-such-file", f"there is no workflow {path}")
        workflow = self.load(path)
        inputs = {name for operation in workflow.walk() if (name := output_of(operation))}
        found = check(workflow, given=inputs, surroundings=self)
        if any(diagnostic.is_error for diagnostic in found):
            raise CogError([diagnostic for diagnostic in found if diagnostic.is_error])
        return workflow

    def _unknown_variables(self, given: Collection[str]) -> list[Diagnostic]:
        """A variable given that nothing takes is a slip of the keyboard."""
        known = self.mentioned()
        found = []
        for name in given:
            if name not in known:
                guess = nearest(name, known)
                found.append(
                    Diagnostic(
                        "unknown-variable",
                        f"the workflow has no variable `{spell(name)}`",
                        source=self.main.source,
                        advice=f"did you mean `{guess}`?" if guess else "",
                    )
                )
        return found

    def _endless(self) -> Diagnostic | None:
        """A CALL that comes back to its own file with no condition in between never ends."""
        path, workflow = [self.main], self.main
        while True:
            call = _unconditional_call(workflow)
            if call is None:
                return None
            folder = Path(workflow.path).parent if workflow.path else Path()
            called = self._called.get(os.path.realpath(folder / str(call.arguments["workflow"])))
            if called is None:
                return None
            if any(each is called for each in path):
                names_ = " → ".join(Path(each.path or "").name for each in [*path, called])
                return Diagnostic(
                    "endless-call",
                    f"this CALL never ends: {names_}",
                    span=call.span_of("workflow"),
                    source=workflow.source,
                    advice="a workflow that calls itself needs an IF that stops it",
                )
            path.append(called)
            workflow = called


def _unconditional_call(workflow: Workflow) -> Operation | None:
    """The first CALL that is surely reached: no block and no END comes before it."""
    for operation in workflow.operations:
        if operation.body is not None or operation.name in ("END", "FAIL"):
            return None
        if operation.name == "CALL" and PREFIX not in str(operation.arguments.get("workflow", PREFIX)):
            return operation
    return None


def _mentioned(operation: Operation) -> Iterator[str]:
    for value in operation.arguments.values():
        yield from _names_in(value)


def _names_in(value: Value) -> Iterator[str]:
    if isinstance(value, str):
        yield from names(value)
    elif isinstance(value, list):
        for item in value:
            yield from _names_in(item)
    elif isinstance(value, Operation):
        yield from _mentioned(value)


def output_of(operation: Operation) -> str | None:
    output = operation.arguments.get("output")
    return sole_name(output) if isinstance(output, str) else None
