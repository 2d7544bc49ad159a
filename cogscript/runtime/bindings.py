"""An operation's arguments, made ready to be performed.

What can be known beforehand is worked out once an operation (a `BoundArguments`); what holds a variable is
expanded, in one pass, each time the operation is performed, and converted to what its parameter asks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from cogscript.language.model import keys
from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import Fault, nearest, shown
from cogscript.language.model.operations import OPERATIONS, Kind, Parameter, Spec
from cogscript.language.model.tree import Operation
from cogscript.language.model.variables import PREFIX, sole_name
from cogscript.runtime.scope import Scope
from cogscript.tables import numbers

DEFAULTS: dict[str, dict[str, Any]] = {
    name: {parameter.name: parameter.default for parameter in spec.parameters}
    for name, spec in OPERATIONS.items()
}
_BOX = re.compile(r"\s*\[\[\s*\d+(\s*,\s*\d+)*\s*\]\]\s*")


class BadArgument(Fault):
    """An argument whose variable holds what the parameter cannot take."""

    def __init__(self, parameter: str, code: str, reason: str, advice: str = "") -> None:
        super().__init__(code, reason, advice)
        self.parameter = parameter


class BoundArguments:
    """What is known of an operation before it is performed."""

    __slots__ = ("constant", "defaults", "dynamic", "spec")

    def __init__(self, operation: Operation) -> None:
        self.spec: Spec = OPERATIONS[operation.name]
        self.defaults = DEFAULTS[operation.name]
        self.constant: dict[str, Any] = {}
        self.dynamic: list[tuple[str, Any, Parameter]] = []
        for name, value in operation.arguments.items():
            parameter = self.spec.parameter(name) or Parameter(name, Kind.VALUE, "")
            if parameter.kind is not Kind.VARIABLE and _holds_variable(value):
                self.dynamic.append((name, value, parameter))
            else:
                self.constant[name] = _ready(value, parameter)

    def arguments(self, scope: Scope) -> dict[str, Any]:
        """Every argument, ready: as given, or its default."""
        return {**self.defaults, **self.resolve(scope)}

    def resolve(self, scope: Scope) -> dict[str, Any]:
        """The given arguments, ready; the defaults are not among them."""
        if not self.dynamic:
            return dict(self.constant)
        given = dict(self.constant)
        for name, value, parameter in self.dynamic:
            try:
                if isinstance(value, list):
                    expanded: Any = [scope.expand(v) if isinstance(v, str) else v for v in value]
                else:
                    expanded = scope.expand(value)
            except Fault as fault:
                raise BadArgument(name, fault.code, fault.reason, fault.advice) from None
            given[name] = _ready(expanded, parameter)
        return given


def _holds_variable(value: object) -> bool:
    if isinstance(value, str):
        return PREFIX in value
    return isinstance(value, list) and any(isinstance(item, str) and PREFIX in item for item in value)


def _ready(value: Any, parameter: Parameter) -> Any:
    if value is None:
        return None
    convert = _CONVERT.get(parameter.kind)
    return value if convert is None else convert(value, parameter)


def _bad(parameter: Parameter, value: object) -> BadArgument:
    wanted = ", ".join(parameter.choices) or parameter.kind.value
    return BadArgument(
        parameter.name, "bad-value", f"`{parameter.name}` must be {wanted}; it is {shown(str(value))}"
    )


def _number(value: Any, parameter: Parameter) -> float | int:
    if isinstance(value, bool):
        raise _bad(parameter, value)
    if isinstance(value, str):
        found = numbers.read(value)
        if found is None:
            raise _bad(parameter, value)
        value = float(found.value)
    if parameter.minimum is not None and value < parameter.minimum:
        raise BadArgument(
            parameter.name,
            "bad-value",
            f"`{parameter.name}` must be at least {parameter.minimum:g}; it is {value:g}",
        )
    return value  # type: ignore[no-any-return]


def _integer(value: Any, parameter: Parameter) -> int:
    number = _number(value, parameter)
    if number != int(number):
        raise _bad(parameter, value)
    return int(number)


def _boolean(value: Any, parameter: Parameter) -> bool:
    if isinstance(value, bool):
        return value
    known = {"true": True, "false": False, "yes": True, "no": False, "1": True, "0": False}
    found = known.get(str(value).strip().casefold())
    if found is None:
        raise _bad(parameter, value)
    return found


def _box(value: Any, parameter: Parameter) -> Box:
    if isinstance(value, Box):
        return value
    if isinstance(value, str) and _BOX.fullmatch(value):
        box = Box.read(value)
        if box.fault is None:
            return box
        raise BadArgument(parameter.name, "bad-box", box.fault)
    raise _bad(parameter, value)


def _boxes(value: Any, parameter: Parameter) -> list[Box]:
    return [_box(item, parameter) for item in (value if isinstance(value, list) else [value])]


def _key(value: Any, parameter: Parameter) -> str:
    found = keys.canonical(value) if isinstance(value, str) else None
    if found is None:
        guess = keys.nearest_name(str(value))
        advice = f"did you mean `{guess}`?" if guess else ""
        raise BadArgument(parameter.name, "unknown-key", f"there is no key {shown(str(value))}", advice)
    return found


def _keys(value: Any, parameter: Parameter) -> list[str]:
    return [_key(item, parameter) for item in (value if isinstance(value, list) else [value])]


def _chord(value: Any, parameter: Parameter) -> list[str]:
    return [_key(name, parameter) for name in keys.chord(as_text(value))]


def _texts(value: Any, parameter: Parameter) -> list[str]:
    return [as_text(item) for item in (value if isinstance(value, list) else [value])]


def _choice(value: Any, parameter: Parameter) -> str:
    if value in parameter.choices:
        return str(value)
    guess = nearest(str(value), parameter.choices)
    fault = _bad(parameter, value)
    fault.advice = f"did you mean `{guess}`?" if guess else ""
    raise fault


def _variable(value: Any, parameter: Parameter) -> str:
    name = sole_name(value) if isinstance(value, str) else None
    if name is None:
        raise _bad(parameter, value)
    return name


def as_text(value: Any) -> str:
    """A value as a text: variables, inputs and answers are texts."""
    return value if isinstance(value, str) else "" if value is None else str(value)


def _text(value: Any, parameter: Parameter) -> str:
    return as_text(value)


_CONVERT: dict[Kind, Callable[[Any, Parameter], Any]] = {
    Kind.BOX: _box,
    Kind.BOXES: _boxes,
    Kind.TEXT: _text,
    Kind.LINK: _text,
    Kind.PROSE: _text,
    Kind.FILE: _text,
    Kind.PICTURE: _text,
    Kind.WORKFLOW: _text,
    Kind.INTEGER: _integer,
    Kind.NUMBER: _number,
    Kind.BOOLEAN: _boolean,
    Kind.KEY: _key,
    Kind.KEYS: _keys,
    Kind.CHORD: _chord,
    Kind.TEXTS: _texts,
    Kind.CHOICE: _choice,
    Kind.VARIABLE: _variable,
}
