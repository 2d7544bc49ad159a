"""Writes cogscript/ops.py: one Python function an operation, from the operation table.

The file is generated, not made at import, so that an editor completes an operation's parameters and
a type checker knows them. `python -m cogscript.language.write.constructors` prints it; a test fails when
the file is stale.
"""

from __future__ import annotations

from collections.abc import Iterator

from cogscript.language.model.operations import OPERATIONS, Kind, Parameter, Spec

_TYPES = {
    Kind.BOX: "BoxLike",
    Kind.BOXES: "BoxLike | Sequence[BoxLike]",
    Kind.INTEGER: "int | str",
    Kind.NUMBER: "float | str",
    Kind.BOOLEAN: "bool",
    Kind.KEYS: "Sequence[str]",
    Kind.TEXTS: "Sequence[str]",
    Kind.VALUE: "str | float",
    Kind.SIZE: "tuple[int, int]",
    Kind.VERSION: "int | str",
    Kind.ACTIONS: "Sequence[Operation]",
    Kind.TEST: "Operation",
    Kind.TESTS: "Sequence[Operation]",
}

_HEAD = '''"""One constructor an operation: `CLICK(box=(387, 248, 727, 317), element_info="Save")`.

Generated from the operation table by `python -m cogscript.language.write.constructors`; not edited by hand.
Every constructor takes `comment`, the description above the line; blocks take `body` and `branches`.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogscript.language.model.construction import BoxLike, made
from cogscript.language.model.tree import Operation, Value
'''


def source() -> str:
    """The text of cogscript/ops.py."""
    return _HEAD + "".join(f"\n\n{_function(spec)}" for spec in OPERATIONS.values() if spec.role != "closer")


def _function(spec: Spec) -> str:
    lines = [f"def {spec.name}("]
    if spec.parameters or spec.role in ("opener", "branch") or not spec.open_keywords:
        lines.append("    *,")
    lines += [f"    {_signature(each)}," for each in _ordered(spec)]
    lines += [f"    {each}," for each in _extras(spec)]
    lines.append(") -> Operation:")
    lines.append(f'    """{spec.doc}."""')
    given = ", ".join(f'"{each.name}": {each.name}' for each in spec.parameters)
    given = f"{{{given}, **inputs}}" if spec.open_keywords else f"{{{given}}}"
    more = {"opener": ", body, branches", "branch": ", body"}.get(spec.role, "")
    lines.append(f'    return made("{spec.name}", {given}, comment{more})')
    return "\n".join(lines) + "\n"


def _ordered(spec: Spec) -> Iterator[Parameter]:
    yield from (each for each in spec.parameters if each.required)
    yield from (each for each in spec.parameters if not each.required)


def _signature(parameter: Parameter) -> str:
    kind = _TYPES.get(parameter.kind, "str")
    if parameter.required:
        return f"{parameter.name}: {kind}"
    return f"{parameter.name}: {kind} | None = None"


def _extras(spec: Spec) -> Iterator[str]:
    if spec.role in ("opener", "branch"):
        yield "body: Sequence[Operation] = ()"
    if spec.role == "opener":
        yield "branches: Sequence[Operation] = ()"
    yield 'comment: str = ""'
    if spec.open_keywords:
        yield "**inputs: Value"


if __name__ == "__main__":
    print(source(), end="")
