"""Tree → diagnostics: what a workflow says wrongly, found before anything runs.

One walk in the order of execution does it all: each operation is held against the operation table,
its values by `values`, and the variables that are surely set are carried along every branch. Files
that a workflow names are looked up through `Surroundings`, so that this stays free of other rooms.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Callable, Iterable, Set
from typing import TYPE_CHECKING, Protocol

from cogscript.language import variables
from cogscript.language.arguments import OperationChecker
from cogscript.language.diagnostic import CogError, Diagnostic, Note, Source, Span, nearest
from cogscript.language.flow import Known, join, leaves_loop
from cogscript.language.operations import LOOPS, OPERATIONS
from cogscript.language.tree import Operation, Workflow

if TYPE_CHECKING:
    from pathlib import Path


class Surroundings(Protocol):
    """What a workflow's check may ask of the world around the file."""

    def columns(self, rows: Path) -> Set[str] | None:
        """The columns of a table of rows; None when they cannot be told beforehand."""

    def load(self, workflow: Path) -> Workflow:
        """A called workflow."""


def check(
    workflow: Workflow,
    *,
    given: Iterable[str] = (),
    strict_seed: bool = False,
    surroundings: Surroundings | None = None,
) -> list[Diagnostic]:
    """Everything wrong with a workflow, errors and warnings, in file order.

    `given` names variables that a run starts with.
    """
    checker = _Checker(workflow, strict_seed, surroundings, {_identity(workflow)})
    checker.block(workflow.operations, Known(given), loop=False, first=True)
    found = [*workflow.warnings, *checker.diagnostics]
    return sorted(found, key=lambda each: _place(each, workflow.source))


def check_lines(workflow: Workflow, reported: Iterable[Span]) -> list[Diagnostic]:
    """What is wrong with single operations, for a file of which only some lines could be read.

    An operation in which something was reported already is passed over: one mistake, one message.
    """
    places = sorted(span.start for span in reported)
    checker = _Checker(workflow, False, None, set())
    for operation in workflow.walk():
        if bisect_left(places, operation.start) != bisect_left(places, operation.end):
            continue
        spec = OPERATIONS.get(operation.name)
        if spec is None:
            checker.unknown_operation(operation)
        else:
            checker.operation(operation, spec)
    return checker.diagnostics


def _place(diagnostic: Diagnostic, own: Source | None) -> tuple[str, int]:
    """File order; what is wrong in called files comes after the file itself."""
    path = "" if diagnostic.source is own or diagnostic.source is None else diagnostic.source.path
    return path, diagnostic.span.start if diagnostic.span else 0


def _identity(workflow: Workflow) -> str:
    return os.path.realpath(workflow.path) if workflow.path else ""


class _Checker(OperationChecker):
    def __init__(
        self,
        workflow: Workflow,
        strict_seed: bool,
        surroundings: Surroundings | None,
        visited: set[str],
    ) -> None:
        super().__init__(workflow.source, strict_seed)
        self.workflow = workflow
        self.surroundings = surroundings
        self.visited = visited

    # --- the walk ----------------------------------------------------------------------------

    def block(self, body: list[Operation], known: Known, *, loop: bool, first: bool = False) -> Known:
        """Check a run of operations; the variables set after it."""
        warned = False
        for operation in body:
            if known.dead and not warned:
                warned = True
                self._unreachable(operation, body)
            spec = OPERATIONS.get(operation.name)
            if spec is None:
                self.unknown_operation(operation)
                self._use(operation, known)
                self._set(operation, known)
                continue
            self.operation(operation, spec, known)
            if operation.body is not None:
                known = _FLOW[operation.name](self, operation, known, loop)
            elif operation.name in _SINGLE:
                _SINGLE[operation.name](self, operation, known, loop, first)
            else:
                self._set(operation, known)
            first = False
        return known

    def _unreachable(self, operation: Operation, body: list[Operation]) -> None:
        before = next((each for each in body if each.name in _ENDS), None)
        name = before.name if before else "END"
        self.report(
            "unreachable",
            f"nothing after {name} runs",
            operation.name_span,
            severity="warning",
            label="this is never reached",
            notes=(Note(f"{name} stands here", before.name_span),) if before and before.name_span else (),
        )

    # --- blocks --------------------------------------------------------------------------------

    def _branch_operation(self, branch: Operation, known: Known) -> None:
        self.operation(branch, OPERATIONS[branch.name], known)

    def _if(self, operation: Operation, known: Known, loop: bool) -> Known:
        start = known.fork()
        paths = [self.block(operation.body or [], known.fork(), loop=loop)]
        for branch in operation.branches:
            inside = start.fork()
            self._branch_operation(branch, inside)
            paths.append(self.block(branch.body or [], inside, loop=loop))
        if not any(branch.name == "ELSE" for branch in operation.branches):
            paths.append(start)
        return join(paths)

    def _repeat(self, operation: Operation, known: Known, loop: bool) -> Known:
        times = operation.arguments.get("times")
        inside = self.block(operation.body or [], known.fork(), loop=True)
        surely = type(times) is int and times > 0 and not inside.dead
        # A BREAK may leave the first round early, so only a loop without one surely sets its variables.
        return inside if surely and not leaves_loop(operation.body or []) else known

    def _while(self, operation: Operation, known: Known, loop: bool) -> Known:
        self.block(operation.body or [], known.fork(), loop=True)
        return known

    def _for_each(self, operation: Operation, known: Known, loop: bool) -> Known:
        inside = known.fork()
        path = self._file(operation, "rows")
        columns = None
        if path is not None and self.surroundings is not None:
            columns = self.surroundings.columns(path)
        if columns is None:
            inside.open = True
        else:
            inside |= columns
        inside = self.block(operation.body or [], inside, loop=True)
        return known

    def _try(self, operation: Operation, known: Known, loop: bool) -> Known:
        paths = [self.block(operation.body or [], known.fork(), loop=loop)]
        caught = False
        for branch in operation.branches:
            inside = known.fork()
            self._branch_operation(branch, inside)
            self._set(branch, inside)
            after = self.block(branch.body or [], inside, loop=loop)
            if branch.name == "CATCH":
                caught = True
                paths.append(after)
            else:
                for path in paths:
                    path |= after
        return join(paths if caught else paths[:1])

    def _on(self, operation: Operation, known: Known, loop: bool) -> Known:
        # A handler runs between any two later steps: what it sets is never surely set.
        self.block(operation.body or [], known.fork(), loop=False)
        return known

    # --- operations with a rule of their own ---------------------------------------------------

    def _end(self, operation: Operation, known: Known, loop: bool, first: bool) -> None:
        known.dead = True

    def _leave_loop(self, operation: Operation, known: Known, loop: bool, first: bool) -> None:
        known.dead = loop
        if not loop:
            self.report(
                "outside-loop",
                f"{operation.name} stands in no loop",
                operation.name_span,
                advice=f"it belongs inside {', '.join(LOOPS[:-1])} or {LOOPS[-1]}",
            )

    def _header(self, operation: Operation, known: Known, loop: bool, first: bool) -> None:
        if not first:
            self.report("header-not-first", "WORKFLOW is only allowed as the first line", operation.name_span)

    def _call(self, operation: Operation, known: Known, loop: bool, first: bool) -> None:
        path = self._file(operation, "workflow")
        if path is not None and self.surroundings is not None:
            self._called(operation, path)
        self._set(operation, known)

    def _called(self, operation: Operation, path: Path) -> None:
        """A called file must itself be right, and take the inputs it is given."""
        assert self.surroundings is not None
        try:
            called = self.surroundings.load(path)
        except CogError as error:
            self.diagnostics += error.diagnostics
            return
        if _identity(called) not in self.visited:
            self.visited.add(_identity(called))
            checker = _Checker(called, self.strict_seed, self.surroundings, self.visited)
            checker.block(called.operations, Known(), loop=False, first=True)
            self.diagnostics += [*called.warnings, *checker.diagnostics]
        inputs = _inputs(called)
        own = {parameter.name for parameter in OPERATIONS["CALL"].parameters}
        for name in operation.arguments.keys() - own - inputs.keys():
            guess = nearest(name, inputs)
            self.report(
                "unknown-input",
                f"{path.name} has no INPUT `{name}`",
                operation.name_span_of(name),
                suggestion=guess,
                advice="" if guess else f"its inputs: {', '.join(inputs) or 'none'}",
            )
        for name, required in inputs.items():
            if required and name not in operation.arguments:
                self.report("missing-input", f"{path.name} needs the input `{name}`", operation.name_span)
        if "output" in operation.arguments and not any(each.name == "ANSWER" for each in called.walk()):
            self.report(
                "no-answer",
                f"{path.name} has no ANSWER to put into `output`",
                operation.span_of("output"),
                severity="warning",
            )

    def _file(self, operation: Operation, parameter: str) -> Path | None:
        """The file an argument names, reported when it is not there; None when it cannot be told."""
        name = operation.arguments.get(parameter)
        own = self.workflow.path
        if not isinstance(name, str) or variables.PREFIX in name or not own or own.startswith("<"):
            return None
        from pathlib import Path  # only for a file that names others

        path = Path(own).parent / name
        try:
            if path.is_file():
                return path
            beside = [each.name for each in path.parent.iterdir()] if path.parent.is_dir() else []
        except (OSError, ValueError):
            beside = []
        guess = nearest(path.name, beside)
        self.report(
            "no-such-file",
            f"there is no file `{name}` beside the workflow",
            operation.span_of(parameter),
            suggestion=f"'{Path(name).with_name(guess).as_posix()}'" if guess else None,
        )
        return None


_ENDS = frozenset({"END", "FAIL", "BREAK", "CONTINUE"})

_FLOW: dict[str, Callable[[_Checker, Operation, Known, bool], Known]] = {
    "IF": _Checker._if,
    "REPEAT": _Checker._repeat,
    "WHILE": _Checker._while,
    "FOR_EACH": _Checker._for_each,
    "TRY": _Checker._try,
    "ON": _Checker._on,
}
_SINGLE: dict[str, Callable[[_Checker, Operation, Known, bool, bool], None]] = {
    "END": _Checker._end,
    "FAIL": _Checker._end,
    "BREAK": _Checker._leave_loop,
    "CONTINUE": _Checker._leave_loop,
    "WORKFLOW": _Checker._header,
    "CALL": _Checker._call,
}


def _inputs(workflow: Workflow) -> dict[str, bool]:
    """The inputs a workflow takes, and whether each must be given."""
    inputs: dict[str, bool] = {}
    for operation in workflow.walk():
        output = operation.arguments.get("output")
        if operation.name == "INPUT" and isinstance(output, str):
            name = variables.sole_name(output)
            if name is not None:
                inputs[name] = operation.arguments.get("default") is None
    return inputs
