"""Writes cogscript/runtime/step_arguments.py: what each step function is given, from the operation table.

Like `constructors` it is generated, so that a type checker knows a step's arguments. `python -m
cogscript.language.write.argument_types` prints it; a test fails when the file is stale.
"""

from __future__ import annotations

from cogscript.language.model.operations import OPERATIONS, Kind, Parameter, Spec

_TYPES = {
    Kind.BOX: "Box",
    Kind.BOXES: "list[Box]",
    Kind.INTEGER: "int",
    Kind.NUMBER: "float",
    Kind.BOOLEAN: "bool",
    Kind.KEYS: "list[str]",
    Kind.CHORD: "list[str]",
    Kind.TEXTS: "list[str]",
    Kind.VALUE: "str | float",
    Kind.SIZE: "list[int]",
    Kind.VERSION: "int",
    Kind.ACTIONS: "list[Operation]",
    Kind.TEST: "Operation",
    Kind.TESTS: "list[Operation]",
}
"""What a parameter's value is once its variables are filled in; text for every other kind."""

_HEAD = '''"""The arguments of each operation as a step function gets them: variables and defaults filled in.

Generated from the operation table by `python -m cogscript.language.write.argument_types`; not edited by hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from cogscript.language.model.box import Box
    from cogscript.language.model.tree import Operation
'''


def class_name(operation: str) -> str:
    return operation.title().replace("_", "") + "Arguments"


def source() -> str:
    """The text of cogscript/runtime/step_arguments.py."""
    specs = (spec for spec in OPERATIONS.values() if spec.parameters and spec.role != "closer")
    return _HEAD + "".join(f"\n\n{_class(spec)}" for spec in specs)


def _class(spec: Spec) -> str:
    fields = "\n".join(f"    {each.name}: {_type(each)}" for each in spec.parameters)
    return f"class {class_name(spec.name)}(TypedDict):\n{fields}\n"


def _type(parameter: Parameter) -> str:
    written = _TYPES.get(parameter.kind, "str")
    always = parameter.default is not None or parameter.required
    return written if always else f"{written} | None"


if __name__ == "__main__":
    print(source(), end="")
