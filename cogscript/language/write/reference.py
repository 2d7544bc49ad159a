"""The operation table as people read it: docs/operations.md, and `cog ops` in a terminal.

`python -m cogscript.language.write.reference` prints the document; a test fails when the file is stale.
"""

from __future__ import annotations

from cogscript.language.model.operations import GROUPS, OPERATIONS, Kind, Parameter, Spec, Target
from cogscript.language.write.formatter import format_value

_HEAD = """# Operations

Generated from the operation table by `python -m cogscript.language.write.reference`; not edited by hand.
*seed* marks what CogAgent's own action space has: the list of operations that the language grew from. The
rest are extensions, which `cog check --strict-seed` reports. A parameter in **bold** must be given.
"""

_SEED = "In CogAgent's own action space."
_EXTENSION = "An extension: CogAgent's own action space does not have it."

_TARGETS = {
    Target.NAMED: "Without a box, the one element that `element_info` names is looked for on the screen.",
    Target.POINTER: "Without a box and a name: where the pointer is.",
    Target.FOCUS: "Without a box and a name: what has the focus.",
    Target.SURFACE: "Without a box and a name: the surface as a whole.",
}


def document() -> str:
    """The text of docs/operations.md."""
    parts = [_HEAD]
    for group in GROUPS:
        parts.append(f"\n## {group.capitalize()}\n")
        parts += [operation_markdown(spec) for spec in OPERATIONS.values() if spec.group == group]
    return "".join(parts)


def operation_markdown(spec: Spec) -> str:
    """One operation in Markdown."""
    lines = [f"\n### {spec.name}\n", f"{spec.doc}." + (" *seed*" if spec.seed else "")]
    lines += _remarks(spec)
    if spec.parameters:
        lines += ["", "| parameter | takes | default | | |", "|---|---|---|---|---|"]
        lines += [_row(each, spec) for each in spec.parameters]
    return "\n".join(lines) + "\n"


def _remarks(spec: Spec) -> list[str]:
    remarks = []
    if spec.target in _TARGETS:
        remarks.append(_TARGETS[spec.target])
    if spec.opener:
        remarks.append(f"Belongs to {spec.opener}.")
    if spec.open_keywords:
        remarks.append("Further keywords are passed on.")
    if spec.one_of:
        groups = (" and/or ".join(f"`{name}`" for name in group) for group in spec.one_of)
        only = "; only one of these" if len(spec.one_of) > 1 else ""
        remarks.append(f"Needs {', or '.join(groups)}{only}.")
    return remarks


def _row(parameter: Parameter, spec: Spec) -> str:
    name = f"**{parameter.name}**" if parameter.required else parameter.name
    seed = "*seed*" if parameter.seed and spec.seed else ""
    return f"| {name} | {takes(parameter)} | {_default(parameter)} | {seed} | {parameter.doc} |"


def takes(parameter: Parameter) -> str:
    if parameter.kind is Kind.CHOICE:
        return ", ".join(f"`'{choice}'`" for choice in parameter.choices)
    return "text" if parameter.kind is Kind.PROSE else parameter.kind.value


def _default(parameter: Parameter) -> str:
    return "" if parameter.default is None else f"`{format_value(parameter.default)}`"


def overview_text() -> str:
    """Every operation with its line, by group."""
    width = max(map(len, OPERATIONS))
    lines: list[str] = []
    for group in GROUPS:
        lines += ["", f"{group}:"] if lines else [f"{group}:"]
        lines += [
            f"  {spec.name:<{width}}  {spec.doc}" for spec in OPERATIONS.values() if spec.group == group
        ]
    return "\n".join(lines) + "\n"


def operation_text(spec: Spec) -> str:
    """One operation, all of it."""
    lines = [f"{spec.name}: {spec.doc}.", *_remarks(spec)]
    lines.append(_SEED if spec.seed else _EXTENSION)
    width = max((len(each.name) for each in spec.parameters), default=0)
    for parameter in spec.parameters:
        mark = "required" if parameter.required else "optional"
        default = f", {_default(parameter).strip('`')} by default" if _default(parameter) else ""
        lines.append(f"  {parameter.name:<{width}}  {mark}, {takes(parameter).replace('`', '')}{default}")
        lines.append(f"  {'':<{width}}  {parameter.doc}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(document(), end="")
