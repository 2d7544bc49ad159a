"""One operation against the operation table: its name, its arguments, the variables they use."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from cogscript.language.check.assignment import Known
from cogscript.language.check.value_rules import VALUE_RULES, Wrong
from cogscript.language.model import variables
from cogscript.language.model.diagnostic import Diagnostic, Note, Severity, Source, Span, nearest
from cogscript.language.model.operations import OPERATIONS, TELLING, Kind, Spec, Target
from cogscript.language.model.tree import Operation, Text, Value


class OperationChecker:
    """Collects diagnostics about single operations, and follows the variables they use and set."""

    def __init__(self, source: Source | None, strict_seed: bool) -> None:
        self.source = source
        self.strict_seed = strict_seed
        self.diagnostics: list[Diagnostic] = []
        self.muted = False
        """Whether the current line is broken and has its message already: it gets no second one."""
        self.unset: set[str] = set()
        """The variables reported as not set: each is reported once."""
        self.ever_set: set[str] = set()
        """The variables that something before has set, if only on one path."""

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
        if self.muted:
            return
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

    # --- one operation -----------------------------------------------------------------------

    def operation(self, operation: Operation, spec: Spec, known: Known) -> None:
        if spec.role == "test":
            self.report(
                "test-as-operation",
                f"{spec.name} is a test; it does nothing by itself",
                operation.name_span,
                label=f"use it as IF(test={spec.name}(…)) or WAIT_FOR(test={spec.name}(…))",
            )
        if self.strict_seed and not spec.seed:
            self.report(
                "not-in-seed",
                f"{spec.name} is an extension: CogAgent's own action space does not have it",
                operation.name_span,
            )
        self._arguments(operation, spec, known)

    def _arguments(self, operation: Operation, spec: Spec, known: Known) -> None:
        arguments = operation.arguments
        rules = _RULES[spec.name]
        given: Collection[str] = arguments
        for name, value in arguments.items():
            rule = rules.get(name)
            if rule is None:
                given = {*given, self._further(operation, spec, name, known)}
                continue
            parameter, holds = rule
            wrong = holds(value, parameter) if value is not None or parameter.required else None
            if wrong is not None:
                self._wrong(operation, name, wrong)
            kind = parameter.kind
            if kind in _NESTING:
                self._nested(operation, name, value, kind, known)
            elif kind is not Kind.VARIABLE and (
                type(value) is list or (type(value) is str and variables.PREFIX in value)
            ):
                self._use(operation.texts_of(name), known)
            if self.strict_seed and spec.seed and not parameter.seed:
                self.report(
                    "not-in-seed",
                    f"`{name}` is an extension: CogAgent's own {spec.name} does not have it",
                    operation.name_span_of(name),
                )
        if len(arguments) < len(spec.parameters):
            self._missing(operation, spec, given)
        if spec.name in _TOGETHER or not _DEPENDENT[spec.name].isdisjoint(given):
            self._together(operation, spec, given)

    def _further(self, operation: Operation, spec: Spec, name: str, known: Known) -> str:
        """A keyword that the table does not have; the parameter that was meant by it."""
        meant = name
        if not spec.open_keywords:
            meant = self._unknown_parameter(operation, spec, name)
        elif isinstance(operation.arguments[name], Operation):
            self.report("wrong-type", f"`{name}` takes a value, not an operation", operation.span_of(name))
        self._use(operation.texts_of(name), known)
        return meant

    def _wrong(self, operation: Operation, name: str, wrong: Wrong) -> None:
        self.report(
            wrong.code,
            wrong.message,
            operation.span_of(name) if wrong.item is None else operation.item_span_of(name, wrong.item),
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

    def _unknown_parameter(self, operation: Operation, spec: Spec, name: str) -> str:
        names = [parameter.name for parameter in spec.parameters]
        guess = nearest(name, [each for each in names if each not in operation.arguments])
        self.report(
            "unknown-parameter",
            f"{spec.name} has no parameter `{name[:60]}`",
            operation.name_span_of(name),
            suggestion=guess,
            advice="" if guess else _list_parameters(spec),
        )
        return guess or name

    def _missing(self, operation: Operation, spec: Spec, given: Collection[str]) -> None:
        """What must be given and is not; a misspelt keyword counts as the one it was meant for."""
        for parameter in spec.parameters:
            if parameter.required and parameter.name not in given:
                self.report(
                    "missing-parameter",
                    f"{spec.name} needs `{parameter.name}`: {_lower(parameter.doc)}",
                    operation.name_span,
                )
        if spec.target is Target.NONE or _says("box", operation, given):
            return
        if spec.target is Target.NAMED and not any(_says(name, operation, given) for name in TELLING):
            self.report(
                "missing-target",
                f"{spec.name} needs a box, or something to find the element by: {', '.join(TELLING)}",
                operation.name_span,
            )
        elif self.strict_seed and spec.seed:
            self.report("not-in-seed", f"CogAgent's own {spec.name} always has a box", operation.name_span)

    def _together(self, operation: Operation, spec: Spec, given: Collection[str]) -> None:
        """Parameters that need one another, or exclude one another."""
        given = {name for name in given if not _is_absent(operation, spec, name)}
        groups = [group for group in spec.one_of if not given.isdisjoint(group)]
        if spec.one_of and not groups:
            names = [name for group in spec.one_of for name in group]
            self.report("missing-parameter", f"{spec.name} needs {_listed(names, 'or')}", operation.name_span)
        elif len(groups) > 1:
            first, second = (next(name for name in group if name in given) for group in groups[:2])
            self.report(
                "conflicting-parameters",
                f"{spec.name} cannot have both `{first}` and `{second}`",
                operation.name_span_of(second),
                advice=f"put one {spec.name} block inside the other" if spec.role == "opener" else "",
            )
        for parameter in spec.parameters:
            if parameter.name in given and parameter.only_with and given.isdisjoint(parameter.only_with):
                self.report(
                    "conflicting-parameters",
                    f"`{parameter.name}` means nothing without {_listed(parameter.only_with, 'or')}",
                    operation.name_span_of(parameter.name),
                )
            if parameter.needed_for and parameter.name not in given:
                other, words = parameter.needed_for
                if operation.arguments.get(other) in words:
                    self.report(
                        "missing-parameter",
                        f"{spec.name} needs `{parameter.name}` to {operation.arguments[other]} it",
                        operation.name_span,
                    )

    # --- operations inside values --------------------------------------------------------------

    def _nested(self, operation: Operation, name: str, value: Value, kind: Kind, known: Known) -> None:
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
                    f"`{name}` takes {wanted}; {spec.name} is not allowed there",
                    each.name_span or operation.span_of(name),
                )
            self._arguments(each, spec, known)

    # --- variables -----------------------------------------------------------------------------

    def _use(self, texts: Iterable[Text], known: Known) -> None:
        for text in texts:
            if variables.PREFIX in text.text and not self.muted:
                self._use_text(text, known)

    def _use_text(self, text: Text, known: Known) -> None:
        from cogscript.language.check.occurrences import occurrences  # only for a file with variables

        found = list(occurrences(text, self.source))
        if len(found) < text.text.count(variables.PREFIX):
            self.report(
                "odd-variable",
                "this looks like a variable, but it does not end in `__`",
                text.span,
                severity="warning",
                advice="a variable is written __CogName_<name>__",
            )
        for each in found:
            if each.name not in known and not known.open and not known.dead and each.name not in self.unset:
                self.unset.add(each.name)
                self._unset(each.name, each.span or text.operation.span_of(text.parameter), known)

    def _unset(self, name: str, span: Span | None, known: Known) -> None:
        if name in self.ever_set:
            self.report(
                "unset-variable",
                f"the variable `{name}` is not set on every path that leads here",
                span,
                advice="set it before, so that every path has a value",
            )
            return
        guess = nearest(name, known)
        self.report(
            "unset-variable",
            f"the variable `{name}` is used before anything sets it",
            span,
            suggestion=variables.spell(guess) if guess else None,
            advice="" if guess else f"set it with INPUT(output='{variables.spell(name)}') or `--var`",
        )

    def _set(self, operation: Operation, spec: Spec | None, known: Known) -> None:
        """Note the variable that an operation sets."""
        output = operation.arguments.get("output")
        if type(output) is str:
            name = operation.output or output.strip()  # one mistake is not reported twice
            self.ever_set.add(name)
            if not operation.arguments.get("optional"):  # which may be skipped
                known.add(name)
        if self.muted and operation.output is None and (spec is None or spec.parameter("output")):
            known.open = True  # a broken line may set what could not be read of it


def _says(name: str, operation: Operation, given: Collection[str]) -> bool:
    return name in given and operation.arguments.get(name, "") is not None


def _is_absent(operation: Operation, spec: Spec, name: str) -> bool:
    """Whether an argument says no more than leaving it out would."""
    value = operation.arguments.get(name, "given")
    if value is None or value is False:
        return True
    rule = _RULES[spec.name].get(name)
    return rule is not None and value in rule[0].absent


_RULES = {
    name: {parameter.name: (parameter, VALUE_RULES[parameter.kind]) for parameter in spec.parameters}
    for name, spec in OPERATIONS.items()
}

_TOGETHER = frozenset(
    name
    for name, spec in OPERATIONS.items()
    if spec.one_of or any(each.needed_for for each in spec.parameters)
)
"""The operations that need one parameter or another."""

_DEPENDENT = {
    name: frozenset(each.name for each in spec.parameters if each.only_with)
    for name, spec in OPERATIONS.items()
}
"""The parameters of each that mean nothing without another: looked at only where one is given."""

_NESTING: dict[Kind, tuple[str, Callable[[Spec], bool]]] = {
    Kind.TEST: ("a test", lambda spec: spec.role == "test"),
    Kind.TESTS: ("tests", lambda spec: spec.role == "test"),
    Kind.ACTIONS: ("KEY_DOWN, KEY_PRESS and KEY_UP", lambda spec: spec.key_action),
}


def _list_parameters(spec: Spec) -> str:
    names = ", ".join(parameter.name for parameter in spec.parameters)
    return f"{spec.name} takes {names}" if names else f"{spec.name} takes no parameters"


def _listed(names: Iterable[str], word: str) -> str:
    *others, last = (f"`{name}`" for name in names)
    return f"{', '.join(others)} {word} {last}" if others else last


def _lower(doc: str) -> str:
    return doc[0].lower() + doc[1:]
