"""Makes an operation from Python values: what every constructor of `cogscript.ops` calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cogscript.language.box import Box
from cogscript.language.tree import Operation, Value

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
        {key: _value(value, key) for key, value in given.items() if value is not None},
        body=None if body is None else list(body),
        branches=list(branches),
        leading=[f"# {line}" for line in comment.splitlines()],
    )


def _value(value: object, name: str) -> Value:
    if name in ("box", "to") and isinstance(value, list | tuple):
        return Box(value)
    if isinstance(value, list | tuple) and not isinstance(value, Box):
        return [_value(item, "") for item in value]
    if value is None or isinstance(value, str | int | float | Box | Operation):
        return value
    raise TypeError(f"{name}: {value!r} is no value of the language")
