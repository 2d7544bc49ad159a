"""Tree → diagnostics: what a workflow says wrongly, found before anything runs.

One walk in the order of execution does it all: each operation is compared with the operation table,
and the variables that are set on every path are carried along each branch. In a text that could not
be read completely, the broken lines have their messages already: they are followed, and get no second
one. Files that a workflow names are asked for through `Files`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from cogscript.language.check.assignment import Known, join, leaves_loop
from cogscript.language.check.file_access import Files, path_of
from cogscript.language.check.operation_rules import OperationChecker
from cogscript.language.model.diagnostic import Diagnostic, Note, Reported, Source, nearest
from cogscript.language.model.operations import LOOPS, OPERATIONS, Kind, Spec
from cogscript.language.model.tree import Operation, Workflow
from cogscript.language.syntax.folding import OF_A_BLOCK


def check(
    workflow: Workflow,
    *,
    given: Iterable[str] | None = (),
    strict_seed: bool = False,
    files: Files | None = None,
) -> list[Diagnostic]:
    """Everything wrong with a workflow, errors and warnings, in file order.

    `given` names variables that a run starts with; None when they are not known yet, so that no
    variable is reported as unset.
    """
    own = files.find(workflow.path) if files is not None and workflow.path else None
    checker = _Checker(workflow, strict_seed, files, {own or ""})
    checker.block(workflow.operations, Known(given or (), open_=given is None), loop=False, first=True)
    found = [*workflow.diagnostics, *checker.diagnostics]
    return sorted(found, key=lambda each: _place(each, workflow.source))


def _place(diagnostic: Diagnostic, own: Source | None) -> tuple[str, int]:
    """File order; what is wrong in called files comes after the file itself."""
    path = "" if diagnostic.source is own or diagnostic.source is None else diagnostic.source.path
    return path, diagnostic.span.start if diagnostic.span else 0


class _Checker(OperationChecker):
    def __init__(self, workflow: Workflow, strict_seed: bool, files: Files | None, visited: set[str]) -> None:
        super().__init__(workflow.source, strict_seed)
        self.workflow = workflow
        self.files = files
        self.visited = visited
        self.reported = Reported(each for each in workflow.diagnostics if each.code not in OF_A_BLOCK)

    # --- the walk ----------------------------------------------------------------------------

    def block(self, body: list[Operation], known: Known, *, loop: bool, first: bool = False) -> Known:
        """Check a run of operations; the variables set after it."""
        warned = False
        for operation in body:
            self.muted = self.reported.within(operation.start, operation.end)
            if known.dead and not warned:
                warned = True
                self._unreachable(operation, body)
            spec = OPERATIONS.get(operation.name)
            if spec is None:
                self.unknown_operation(operation)
                self._use((each for each in operation.texts() if each.parameter != "output"), known)
                self._set(operation, spec, known)
                continue
            self.operation(operation, spec, known)
            if "picture" in operation.arguments and spec.parameter("picture") is not None:
                self._file(operation, "picture")
            if operation.body is not None:
                known = _FLOW[operation.name](self, operation, known, loop)
            else:
                if spec.name in _PARTICULAR:
                    self._particular(operation, spec, known, loop, first)
                self._set(operation, spec, known)
            first = False
        return known

    def _unreachable(self, operation: Operation, body: list[Operation]) -> None:
        before = next((each for each in body if _leaves(each)), None)
        self.report(
            "unreachable",
            f"nothing after {before.name} runs" if before else "every path ends before this line",
            operation.name_span,
            severity="warning",
            label="this is never reached",
            notes=(Note(f"{before.name} stands here", before.name_span),)
            if before and before.name_span
            else (),
        )

    # --- blocks --------------------------------------------------------------------------------

    def _branch(self, branch: Operation, known: Known, loop: bool) -> Known:
        self.muted = self.reported.within(branch.start, branch.end)
        spec = OPERATIONS[branch.name]
        self.operation(branch, spec, known)
        self._set(branch, spec, known)
        return self.block(branch.body or [], known, loop=loop)

    def _if(self, operation: Operation, known: Known, loop: bool) -> Known:
        paths = [self.block(operation.body or [], known.fork(), loop=loop)]
        paths += [self._branch(branch, known.fork(), loop) for branch in operation.branches]
        if not any(branch.name == "ELSE" for branch in operation.branches):
            paths.append(known)
        return join(paths)

    def _repeat(self, operation: Operation, known: Known, loop: bool) -> Known:
        times = operation.arguments.get("times")
        inside = self.block(operation.body or [], known.fork(), loop=True)
        runs = type(times) is int and times > 0 and not inside.dead
        # A BREAK may leave the first round early, so only a loop without one sets its variables always.
        return inside if runs and not leaves_loop(operation.body or []) else known

    def _while(self, operation: Operation, known: Known, loop: bool) -> Known:
        self.block(operation.body or [], known.fork(), loop=True)
        return known

    def _for_each(self, operation: Operation, known: Known, loop: bool) -> Known:
        inside = known.fork()
        path = self._file(operation, "rows")
        columns = self.files.columns(path) if path is not None and self.files is not None else None
        if columns is None:
            inside.open = True
        else:
            inside |= columns
            self.ever_set |= columns
        self.block(operation.body or [], inside, loop=True)
        return known

    def _try(self, operation: Operation, known: Known, loop: bool) -> Known:
        paths = [self.block(operation.body or [], known.fork(), loop=loop)]
        for branch in operation.branches:
            after = self._branch(branch, known.fork(), loop)
            if branch.name == "CATCH":
                paths.append(after)
            else:
                for path in paths:
                    path |= after
        return join(paths)

    def _on(self, operation: Operation, known: Known, loop: bool) -> Known:
        # A handler runs between any two later steps, or never: nothing counts on what it sets.
        self.block(operation.body or [], known.fork(), loop=False)
        return known

    def _in(self, operation: Operation, known: Known, loop: bool) -> Known:
        after = self.block(operation.body or [], known.fork(), loop=loop)
        after.dead |= known.dead
        return after

    # --- operations with a rule of their own ---------------------------------------------------

    def _particular(self, operation: Operation, spec: Spec, known: Known, loop: bool, first: bool) -> None:
        if spec.leaves:
            known.dead = loop or spec.leaves == "run"
        if spec.leaves == "loop" and not loop:
            self.report(
                "outside-loop",
                f"{operation.name} is not inside a loop",
                operation.name_span,
                advice=f"it belongs inside {', '.join(LOOPS[:-1])} or {LOOPS[-1]}",
            )
        if spec.role == "header" and not first:
            message = f"{operation.name} is only allowed as the first line"
            self.report("header-not-first", message, operation.name_span)
        for parameter in spec.parameters:
            if parameter.kind is Kind.WORKFLOW:
                self._call(operation, spec, parameter.name)

    def _call(self, operation: Operation, spec: Spec, parameter: str) -> None:
        """A called file must itself be right, and take the inputs it is given."""
        path = self._file(operation, parameter)
        if path is None or self.files is None:
            return
        called = self.files.read(path)
        real = self.files.find(path) or path
        if real not in self.visited:
            self.visited.add(real)
            checker = _Checker(called, self.strict_seed, self.files, self.visited)
            checker.block(called.operations, Known(), loop=False, first=True)
            self.diagnostics += [*called.diagnostics, *checker.diagnostics]
        if not called.is_broken:
            self._inputs(operation, spec, called, os.path.basename(path))

    def _inputs(self, operation: Operation, spec: Spec, called: Workflow, name: str) -> None:
        from cogscript.language.check.symbols import answers, inputs  # only for a file that calls others

        taken = inputs(called)
        own = {parameter.name for parameter in spec.parameters}
        for given in operation.arguments:
            if given in own or given in taken:
                continue
            guess = nearest(given, taken)
            self.report(
                "unknown-input",
                f"{name} has no INPUT `{given}`",
                operation.name_span_of(given),
                suggestion=guess,
                advice="" if guess else f"its inputs: {', '.join(taken) or 'none'}",
            )
        for each, declared in taken.items():
            if declared.arguments.get("default") is None and each not in operation.arguments:
                self.report("missing-input", f"{name} needs the input `{each}`", operation.name_span)
        if "output" in operation.arguments and not answers(called):
            self.report(
                "no-answer",
                f"{name} has no ANSWER to put into `output`",
                operation.span_of("output"),
                severity="warning",
            )

    def _file(self, operation: Operation, parameter: str) -> str | None:
        """The path of a file that must be there, reported when it is not; None when only the run knows it."""
        path = path_of(self.workflow, operation, parameter)
        if path is None or self.files is None:
            return None
        if self.files.find(path) is not None:
            return path
        folder, name = os.path.split(path)
        written = str(operation.arguments[parameter])
        guess = nearest(name, self.files.names(folder))
        self.report(
            "no-such-file",
            f"there is no file `{written}` beside the workflow",
            operation.span_of(parameter),
            suggestion=f"'{written.removesuffix(name)}{guess}'" if guess else None,
        )
        return None


def _leaves(operation: Operation) -> bool:
    spec = OPERATIONS.get(operation.name)
    return spec is not None and bool(spec.leaves)


_PARTICULAR = frozenset(
    name
    for name, spec in OPERATIONS.items()
    if spec.leaves or spec.role == "header" or any(each.kind is Kind.WORKFLOW for each in spec.parameters)
)
_FLOW: dict[str, Callable[[_Checker, Operation, Known, bool], Known]] = {
    "IF": _Checker._if,
    "REPEAT": _Checker._repeat,
    "WHILE": _Checker._while,
    "FOR_EACH": _Checker._for_each,
    "TRY": _Checker._try,
    "ON": _Checker._on,
    "IN": _Checker._in,
}
