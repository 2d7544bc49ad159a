"""Makes an operation from Python values: what every constructor of `cogscript.ops` calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cogscript.language.model.box import Box
from cogscript.language.model.operations import OPERATIONS, Kind, Spec
from cogscript.language.model.tree import Operation, Value

BoxLike = Box | Sequence[int]


def made(
    name: str,
    given: Mapping[str, object],
    comment: str,
    body: Sequence[Operation] | None = None,
    branches: Sequence[Operation] = (),
) -> Operation:
    """The operation; what is None is not given, and a tuple for a place is a box."""
    return Operation(
        name,
        {key: _argument(OPERATIONS[name], key, value) for key, value in given.items() if value is not None},
        body=None if body is None else list(body),
        branches=list(branches),
        leading=[f"# {line}" for line in comment.splitlines()],
    )


def _argument(spec: Spec, name: str, value: object) -> Value:
    parameter = spec.parameter(name)
    if parameter is not None and isinstance(value, list | tuple):
        if parameter.kind is Kind.BOX or (parameter.kind is Kind.BOXES and all(map(_is_number, value))):
            return Box(value)
        if parameter.kind is Kind.BOXES:
            return [Box(item) for item in value]
    return _value(value, name)


def _is_number(value: object) -> bool:
    return isinstance(value, int)


def _value(value: object, name: str) -> Value:
    if isinstance(value, list | tuple) and not isinstance(value, Box):
        return [_value(item, name) for item in value]
    if value is None or isinstance(value, str | int | float | Box | Operation):
        return value
    raise TypeError(f"{name}: {value!r} is no value of the language")
