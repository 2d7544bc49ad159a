"""One operation against the operation table: its name, its arguments, the variables they use."""

from __future__ import annotations

from collections.abc import Callable

from cogscript.language import variables
from cogscript.language.diagnostic import Diagnostic, Note, Severity, Source, Span, nearest
from cogscript.language.flow import Known
from cogscript.language.operations import KEY_ACTIONS, OPERATIONS, Kind, Spec, Target
from cogscript.language.tree import Operation, Value
from cogscript.language.values import VALUE_RULES, Wrong

VERSION = 1
"""The version of the language that this program speaks."""


class OperationChecker:
    """Collects diagnostics; `known` is None where the variables cannot be followed."""

    def __init__(self, source: Source | None, strict_seed: bool) -> None:
        self.source = source
        self.strict_seed = strict_seed
        self.diagnostics: list[Diagnostic] = []
        self.reported: set[str] = set()

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

    # --- one operation -----------------------------------------------------------------------

    def operation(self, operation: Operation, spec: Spec, known: Known | None = None) -> None:
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

    def _arguments(self, operation: Operation, spec: Spec, known: Known | None) -> None:
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
            wrong.message,
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
        unboxed = spec.target in (Target.FOCUS, Target.POINTER) and "box" not in arguments
        if self.strict_seed and spec.seed and unboxed:
            self.report("not-in-seed", f"the seed's {spec.name} needs a box", operation.name_span)

    # --- operations inside values --------------------------------------------------------------

    def _nested(self, operation: Operation, name: str, value: Value, kind: Kind, known: Known | None) -> None:
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

    def _use(self, operation: Operation, known: Known) -> None:
        for name, value in operation.arguments.items():
            if name != "output":
                self._use_value(value, operation, name, known)

    def _use_value(self, value: Value, operation: Operation, name: str, known: Known) -> None:
        if isinstance(value, str):
            if variables.PREFIX in value:
                self._use_text(value, operation, name, known)
        elif isinstance(value, Operation):
            self._use(value, known)
        elif isinstance(value, list):
            for item in value:
                self._use_value(item, operation, name, known)

    def _use_text(self, text: str, operation: Operation, name: str, known: Known) -> None:
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

    def _set(self, operation: Operation, known: Known) -> None:
        output = operation.arguments.get("output")
        if type(output) is str and not operation.arguments.get("optional"):  # which may be skipped
            name = variables.sole_name(output)
            known.add(output.strip() if name is None else name)  # one mistake is not reported twice

    # --- operations with a rule of their own ---

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


_EXTRA = {
    "LAUNCH": OperationChecker._launch,
    "WORKFLOW": OperationChecker._version,
    "WINDOW": OperationChecker._bounded,
}

_RULES = {
    name: {parameter.name: (parameter, VALUE_RULES[parameter.kind]) for parameter in spec.parameters}
    for name, spec in OPERATIONS.items()
}

_NESTING: dict[Kind, tuple[str, Callable[[Spec], bool]]] = {
    Kind.TEST: ("a test", lambda spec: spec.role == "test"),
    Kind.TESTS: ("tests", lambda spec: spec.role == "test"),
    Kind.ACTIONS: ("KEY_DOWN, KEY_PRESS and KEY_UP", lambda spec: spec.name in KEY_ACTIONS),
}


def _list_parameters(spec: Spec) -> str:
    names = ", ".join(parameter.name for parameter in spec.parameters)
    return f"{spec.name} takes {names}" if names else f"{spec.name} takes no parameters"


def _lower(doc: str) -> str:
    return doc[0].lower() + doc[1:]
