"""Tree → diagnostics: what a workflow says wrongly, found before anything runs.

One walk in the order of execution does it all: each operation is held against the operation table,
its values by `values`, and the variables that are surely set are carried along every branch. Files
that a workflow names are looked up through `Surroundings`, so that this stays free of other rooms.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Set
from pathlib import Path
from typing import Protocol

from cogscript.language import variables
from cogscript.language.diagnostic import CogError, Diagnostic, Note, Severity, Source, Span, nearest
from cogscript.language.operations import KEY_ACTIONS, LOOPS, OPERATIONS, Kind, Spec, Target
from cogscript.language.tree import Operation, Value, Workflow
from cogscript.language.values import VALUE_RULES, Wrong

VERSION = 1
"""The version of the language that this program speaks."""


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
    checker.block(workflow.operations, _Known(given), loop=False, first=True)
    found = [*workflow.warnings, *checker.diagnostics]
    return sorted(found, key=_place)


def check_lines(workflow: Workflow) -> list[Diagnostic]:
    """What is wrong with single operations, for a file of which only some lines could be read."""
    checker = _Checker(workflow, False, None, set())
    for operation in workflow.walk():
        spec = OPERATIONS.get(operation.name)
        if spec is None:
            checker.unknown_operation(operation)
        else:
            checker.operation(operation, spec)
    return checker.diagnostics


def _place(diagnostic: Diagnostic) -> tuple[bool, int]:
    return diagnostic.span is None, diagnostic.span.start if diagnostic.span else 0


def _identity(workflow: Workflow) -> str:
    return os.path.realpath(workflow.path) if workflow.path else ""


class _Known(set[str]):
    """The variables that are surely set here; `open` inside rows whose columns are not known."""

    __slots__ = ("dead", "open")

    def __init__(self, names: Iterable[str] = (), open_: bool = False) -> None:
        super().__init__(names)
        self.open = open_
        self.dead = False
        """Whether the run never comes past here: END, FAIL, BREAK, CONTINUE."""

    def fork(self) -> _Known:
        return _Known(self, self.open)


def _join(paths: list[_Known]) -> _Known:
    """What is set whichever path was taken; a path that ends the run does not count."""
    alive = [path for path in paths if not path.dead]
    if not alive:
        joined = paths[0].fork()
        joined.dead = True
        return joined
    joined = alive[0].fork()
    for path in alive[1:]:
        joined &= path
    return _Known(joined, alive[0].open)


class _Checker:
    def __init__(
        self,
        workflow: Workflow,
        strict_seed: bool,
        surroundings: Surroundings | None,
        visited: set[str],
    ) -> None:
        self.workflow = workflow
        self.source: Source | None = workflow.source
        self.strict_seed = strict_seed
        self.surroundings = surroundings
        self.visited = visited
        self.diagnostics: list[Diagnostic] = []
        self.reported: set[str] = set()
        self.folder = self._folder()

    def _folder(self) -> Path | None:
        """Where relative paths start: beside the file. A text without a file has no beside."""
        path = self.workflow.path
        return Path(path).parent if path and not path.startswith("<") else None

    def report(
        self,
        code: str,
        message: str,
        span: Span | None,
        *,
        severity: Severity = "error",
        suggestion: str | None = None,
        label: str = "",
        advice: str = "",
        notes: tuple[Note, ...] = (),
    ) -> None:
        self.diagnostics.append(
            Diagnostic(
                code,
                message,
                severity,
                span,
                self.source,
                label=label,
                suggestion=suggestion,
                notes=notes,
                advice=advice,
            )
        )

    # --- the walk ----------------------------------------------------------------------------

    def block(self, body: list[Operation], known: _Known, *, loop: bool, first: bool = False) -> _Known:
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

    # --- one operation -----------------------------------------------------------------------

    def operation(self, operation: Operation, spec: Spec, known: _Known | None = None) -> None:
        if spec.role == "test":
            self.report(
                "test-as-operation",
                f"{spec.name} is a test; it does nothing by itself",
                operation.name_span,
                label=f"use it as IF(test={spec.name}(…)) or WAIT_FOR(test={spec.name}(…))",
            )
        if self.strict_seed and not spec.seed:
            self.report("not-in-seed", f"{spec.name} is not in the seed's action space", operation.name_span)
        self._arguments(operation, spec, known)

    def _arguments(self, operation: Operation, spec: Spec, known: _Known | None) -> None:
        arguments = operation.arguments
        rules = _RULES[spec.name]
        for name, value in arguments.items():
            rule = rules.get(name)
            if rule is None:
                if not spec.open_keywords:
                    self._unknown_parameter(operation, spec, name)
                elif isinstance(value, Operation):
                    self.report(
                        "wrong-type", f"`{name}` takes a value, not an operation", operation.span_of(name)
                    )
                if known is not None:
                    self._use_value(value, operation, name, known)
                continue
            parameter, holds = rule
            wrong = holds(value, parameter) if value is not None or parameter.required else None
            if wrong is not None:
                self._wrong(operation, name, wrong)
            kind = parameter.kind
            if kind in _NESTING:
                self._nested(operation, name, value, kind, known)
            elif known is not None and kind is not Kind.VARIABLE:
                if type(value) is str:
                    if variables.PREFIX in value:
                        self._use_text(value, operation, name, known)
                elif type(value) is list:
                    self._use_value(value, operation, name, known)
            if self.strict_seed and spec.seed and not parameter.seed:
                self.report(
                    "not-in-seed",
                    f"the seed's {spec.name} has no parameter `{name}`",
                    operation.name_span_of(name),
                )
        if len(arguments) < len(spec.parameters):
            self._missing(operation, spec)
        extra = _EXTRA.get(spec.name)
        if extra:
            extra(self, operation)

    def _wrong(self, operation: Operation, name: str, wrong: Wrong) -> None:
        self.report(
            wrong.code,
            wrong.message.format(name=f"`{name}`", operation=operation.name),
            (wrong.part.span if wrong.part else None) or operation.span_of(name),
            suggestion=wrong.suggestion,
            label=wrong.label,
            advice=wrong.advice,
        )

    def unknown_operation(self, operation: Operation) -> None:
        name = operation.name
        guess = name.upper() if name.upper() in OPERATIONS else nearest(name, OPERATIONS)
        message = f"there is no operation `{name[:60]}`"
        if name != name.upper() and guess == name.upper():
            message = f"operation names are upper case: `{guess}`"
        self.report(
            "unknown-operation",
            message,
            operation.name_span,
            suggestion=guess,
            advice="" if guess else "`cog ops` lists the operations",
        )

    def _unknown_parameter(self, operation: Operation, spec: Spec, name: str) -> None:
        names = [parameter.name for parameter in spec.parameters]
        unused = [each for each in names if each not in operation.arguments]
        self.report(
            "unknown-parameter",
            f"{spec.name} has no parameter `{name[:60]}`",
            operation.name_span_of(name),
            suggestion=nearest(name, unused),
            advice="" if nearest(name, unused) else _list_parameters(spec),
        )

    def _missing(self, operation: Operation, spec: Spec) -> None:
        arguments = operation.arguments
        for parameter in spec.parameters:
            if not parameter.required or parameter.name in arguments:
                continue
            if parameter.name == "box" and spec.target is Target.NAMED:
                if arguments.get("element_info") is None:
                    self.report(
                        "missing-target",
                        f"{spec.name} needs a box, or element_info to find the element by",
                        operation.name_span,
                    )
                elif self.strict_seed:
                    self.report("not-in-seed", f"the seed's {spec.name} needs a box", operation.name_span)
                continue
            self.report(
                "missing-parameter",
                f"{spec.name} needs `{parameter.name}`: {_lower(parameter.doc)}",
                operation.name_span,
            )
        if self.strict_seed and spec.seed and spec.target in (Target.FOCUS, Target.POINTER):
            if "box" not in arguments:
                self.report("not-in-seed", f"the seed's {spec.name} needs a box", operation.name_span)

    # --- operations inside values --------------------------------------------------------------

    def _nested(
        self, operation: Operation, name: str, value: Value, kind: Kind, known: _Known | None
    ) -> None:
        inner = value if isinstance(value, list) else [value]
        for each in inner:
            if not isinstance(each, Operation):
                continue
            spec = OPERATIONS.get(each.name)
            if spec is None:
                self.unknown_operation(each)
                continue
            wanted, fits = _NESTING[kind]
            if not fits(spec):
                self.report(
                    "wrong-operation",
                    f"`{name}` takes {wanted}, and {spec.name} is none",
                    each.name_span or operation.span_of(name),
                )
            self._arguments(each, spec, known)

    # --- variables -----------------------------------------------------------------------------

    def _use(self, operation: Operation, known: _Known) -> None:
        for name, value in operation.arguments.items():
            if name != "output":
                self._use_value(value, operation, name, known)

    def _use_value(self, value: Value, operation: Operation, name: str, known: _Known) -> None:
        if isinstance(value, str):
            if variables.PREFIX in value:
                self._use_text(value, operation, name, known)
        elif isinstance(value, Operation):
            self._use(value, known)
        elif isinstance(value, list):
            for item in value:
                self._use_value(item, operation, name, known)

    def _use_text(self, text: str, operation: Operation, name: str, known: _Known) -> None:
        used = variables.names(text)
        if len(used) < text.count(variables.PREFIX):
            self.report(
                "odd-variable",
                "this looks like a variable, but it does not end in `__`",
                operation.span_of(name),
                severity="warning",
                advice="a variable is written __CogName_<name>__",
            )
        for each in used:
            if each in known or known.open or known.dead or each in self.reported:
                continue
            self.reported.add(each)
            guess = nearest(each, known)
            self.report(
                "unset-variable",
                f"the variable `{each}` is used before anything surely sets it",
                self._variable_span(operation, name, each),
                suggestion=variables.spell(guess) if guess else None,
                advice="" if guess else f"set it with INPUT(output='{variables.spell(each)}') or `--var`",
            )

    def _variable_span(self, operation: Operation, name: str, variable: str) -> Span | None:
        span = operation.span_of(name)
        if span is None or self.source is None:
            return span
        spelt = variables.spell(variable)
        at = self.source.text.find(spelt, span.start, span.end)
        return Span(at, at + len(spelt)) if at >= 0 else span

    def _set(self, operation: Operation, known: _Known) -> None:
        output = operation.arguments.get("output")
        if type(output) is str:
            name = variables.sole_name(output)
            known.add(output.strip() if name is None else name)  # one mistake is not reported twice

    # --- blocks --------------------------------------------------------------------------------

    def _branch_operation(self, branch: Operation, known: _Known) -> None:
        self.operation(branch, OPERATIONS[branch.name], known)

    def _if(self, operation: Operation, known: _Known, loop: bool) -> _Known:
        start = known.fork()
        paths = [self.block(operation.body or [], known.fork(), loop=loop)]
        for branch in operation.branches:
            inside = start.fork()
            self._branch_operation(branch, inside)
            paths.append(self.block(branch.body or [], inside, loop=loop))
        if not any(branch.name == "ELSE" for branch in operation.branches):
            paths.append(start)
        return _join(paths)

    def _repeat(self, operation: Operation, known: _Known, loop: bool) -> _Known:
        times = operation.arguments.get("times")
        inside = self.block(operation.body or [], known.fork(), loop=True)
        surely = type(times) is int and times > 0 and not inside.dead
        # A BREAK may leave the first round early, so only a loop without one surely sets its variables.
        return inside if surely and not _leaves_loop(operation.body or []) else known

    def _while(self, operation: Operation, known: _Known, loop: bool) -> _Known:
        self.block(operation.body or [], known.fork(), loop=True)
        return known

    def _for_each(self, operation: Operation, known: _Known, loop: bool) -> _Known:
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

    def _try(self, operation: Operation, known: _Known, loop: bool) -> _Known:
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
        return _join(paths if caught else paths[:1])

    def _on(self, operation: Operation, known: _Known, loop: bool) -> _Known:
        # A handler runs between any two later steps: what it sets is never surely set.
        self.block(operation.body or [], known.fork(), loop=False)
        return known

    # --- operations with a rule of their own ---------------------------------------------------

    def _end(self, operation: Operation, known: _Known, loop: bool, first: bool) -> None:
        known.dead = True

    def _leave_loop(self, operation: Operation, known: _Known, loop: bool, first: bool) -> None:
        known.dead = loop
        if not loop:
            self.report(
                "outside-loop",
                f"{operation.name} stands in no loop",
                operation.name_span,
                advice=f"it belongs inside {', '.join(LOOPS[:-1])} or {LOOPS[-1]}",
            )

    def _header(self, operation: Operation, known: _Known, loop: bool, first: bool) -> None:
        if not first:
            self.report("header-not-first", "WORKFLOW is only allowed as the first line", operation.name_span)

    def _call(self, operation: Operation, known: _Known, loop: bool, first: bool) -> None:
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
            checker.block(called.operations, _Known(), loop=False, first=True)
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
        if not isinstance(name, str) or variables.PREFIX in name or self.folder is None:
            return None
        path = self.folder / name
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

    def _launch(self, operation: Operation) -> None:
        given = [operation.arguments.get(name) for name in ("app", "url")]
        if all(value in (None, "None", "") for value in given):
            self.report("missing-parameter", "LAUNCH needs `app` or `url`", operation.name_span)

    def _version(self, operation: Operation) -> None:
        version = operation.arguments.get("version")
        if isinstance(version, int) and version > VERSION:
            self.report(
                "newer-version",
                f"the file is written in version {version} of the language; this program speaks {VERSION}",
                operation.span_of("version"),
                advice="a newer cogscript reads it",
            )

    def _bounded(self, operation: Operation) -> None:
        if operation.arguments.get("action") in ("move", "resize") and "box" not in operation.arguments:
            action = operation.arguments["action"]
            self.report("missing-parameter", f"WINDOW needs `box` to {action} it", operation.name_span)


_ENDS = frozenset({"END", "FAIL", "BREAK", "CONTINUE"})

_FLOW: dict[str, Callable[[_Checker, Operation, _Known, bool], _Known]] = {
    "IF": _Checker._if,
    "REPEAT": _Checker._repeat,
    "WHILE": _Checker._while,
    "FOR_EACH": _Checker._for_each,
    "TRY": _Checker._try,
    "ON": _Checker._on,
}
_SINGLE: dict[str, Callable[[_Checker, Operation, _Known, bool, bool], None]] = {
    "END": _Checker._end,
    "FAIL": _Checker._end,
    "BREAK": _Checker._leave_loop,
    "CONTINUE": _Checker._leave_loop,
    "WORKFLOW": _Checker._header,
    "CALL": _Checker._call,
}
_EXTRA = {"LAUNCH": _Checker._launch, "WORKFLOW": _Checker._version, "WINDOW": _Checker._bounded}

_RULES = {
    name: {parameter.name: (parameter, VALUE_RULES[parameter.kind]) for parameter in spec.parameters}
    for name, spec in OPERATIONS.items()
}

_NESTING: dict[Kind, tuple[str, Callable[[Spec], bool]]] = {
    Kind.TEST: ("a test", lambda spec: spec.role == "test"),
    Kind.TESTS: ("tests", lambda spec: spec.role == "test"),
    Kind.ACTIONS: ("KEY_DOWN, KEY_PRESS and KEY_UP", lambda spec: spec.name in KEY_ACTIONS),
}


def _leaves_loop(body: list[Operation]) -> bool:
    """Whether a BREAK or CONTINUE of this loop, not of one inside it, stands in the body."""
    for operation in body:
        if operation.name in ("BREAK", "CONTINUE"):
            return True
        parts = [operation.body or [], *(branch.body or [] for branch in operation.branches)]
        if operation.name not in LOOPS and any(map(_leaves_loop, parts)):
            return True
    return False


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


def _list_parameters(spec: Spec) -> str:
    names = ", ".join(parameter.name for parameter in spec.parameters)
    return f"{spec.name} takes {names}" if names else f"{spec.name} takes no parameters"


def _lower(doc: str) -> str:
    return doc[0].lower() + doc[1:]
