"""A workflow with every file it calls: loaded, checked, and what it needs of the machine, before it runs."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.disk import Disk
from cogscript.language.check.checker import check
from cogscript.language.check.symbols import inputs
from cogscript.language.model.diagnostic import CogError, Diagnostic, Fault, nearest
from cogscript.language.model.elision import is_complete
from cogscript.language.model.operations import OPERATIONS, Need
from cogscript.language.model.tree import Operation, Value, Workflow
from cogscript.language.model.variables import PREFIX, names, spell

if TYPE_CHECKING:
    from cogscript.runtime.options import Results


def needs_of(operation: Operation, results: Results = "live") -> frozenset[Need]:
    """What an operation needs of the machine, with the tests and actions in its arguments."""
    spec = OPERATIONS[operation.name]
    given = (spec.parameter(name) for name, value in operation.arguments.items() if value is not None)
    needs = next(
        (each.needs_instead for each in given if each is not None and each.needs_instead is not None),
        spec.needs,
    )
    if results == "recorded" and spec.recorded and is_complete(operation.arguments.get("result")):
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
        self.disk = Disk(main)

    def load(self, path: Path) -> Workflow:
        """A called workflow, each file read once; raises CogError when it is wrong."""
        workflow = self.disk.read(str(path))
        if workflow.is_broken:
            raise CogError(workflow.diagnostics)
        return workflow

    def check(self, given: Collection[str]) -> list[Diagnostic]:
        """Raise everything that is wrong, with every file that is called; the warnings come back."""
        found = check(self.main, given=given, files=self.disk)
        found += self._unknown_variables(given)
        cycle = self._endless()
        if cycle is not None:
            found.append(cycle)
        if any(diagnostic.is_error for diagnostic in found):
            raise CogError(found)
        return found

    def files(self) -> list[Workflow]:
        """Every workflow, the main one first."""
        return [self.main, *(each for each in self.disk.workflows.values() if each is not self.main)]

    def needs(self, results: Results) -> set[Need]:
        needs: set[Need] = set()
        for workflow in self.files():
            for operation in workflow.walk():
                needs |= needs_of(operation, results)
        return needs

    def mentioned(self) -> set[str]:
        """The variables that the main workflow uses or sets."""
        texts = (text.text for operation in self.main.walk() for text in operation.texts())
        return {name for text in texts for name in names(text)}

    def inputs(self) -> list[Operation]:
        return list(inputs(self.main).values())

    def called(self, path: Path) -> Workflow:
        """A workflow whose name only the run knows: checked when it is called."""
        key = os.path.realpath(path)
        if key in self.disk.workflows:
            return self.disk.workflows[key]
        if not path.is_file():
            raise Fault("no-such-file", f"there is no workflow {path}")
        workflow = self.load(path)
        given = {operation.output for operation in workflow.walk() if operation.output}
        found = check(workflow, given=given, files=self.disk)
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
            called = self.disk.workflows.get(os.path.realpath(folder / str(call.arguments["workflow"])))
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
    """The first CALL that is always reached: no block and no END comes before it."""
    for operation in workflow.operations:
        spec = OPERATIONS.get(operation.name)
        if spec is None or spec.leaves or operation.body is not None:
            return None
        if operation.name == "CALL" and PREFIX not in str(operation.arguments.get("workflow", PREFIX)):
            return operation
    return None
