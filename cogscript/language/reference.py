"""The operation table as people read it: docs/operations.md, and `cog ops` in a terminal.

`python -m cogscript.language.reference` prints the document; a test fails when the file is stale.
"""

from __future__ import annotations

from cogscript.language.formatter import format_value
from cogscript.language.operations import GROUPS, OPERATIONS, Kind, Parameter, Spec, Target

_HEAD = """# Operations

Generated from the operation table by `python -m cogscript.language.reference`; not edited by hand.
*seed* marks what CogAgent's own action space has; everything else is an extension. A parameter in
**bold** must be given.
"""

_TARGETS = {
    Target.NAMED: "Without a box, the one element that `element_info` names is looked for on the screen.",
    Target.POINTER: "Without a box and a name: where the pointer is.",
    Target.FOCUS: "Without a box and a name: what has the focus.",
}


def document() -> str:
    """The text of docs/operations.md."""
    parts = [_HEAD]
    for group in GROUPS:
        parts.append(f"\n## {group.capitalize()}\n")
        parts += [_section(spec) for spec in OPERATIONS.values() if spec.group == group]
    return "".join(parts)


def _section(spec: Spec) -> str:
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
    return remarks


def _row(parameter: Parameter, spec: Spec) -> str:
    name = f"**{parameter.name}**" if required(parameter, spec) else parameter.name
    seed = "*seed*" if parameter.seed and spec.seed else ""
    return f"| {name} | {_takes(parameter)} | {_default(parameter)} | {seed} | {parameter.doc} |"


def required(parameter: Parameter, spec: Spec) -> bool:
    """Whether a parameter must be given: a box not where a name will do."""
    return parameter.required and not (parameter.name == "box" and spec.target is Target.NAMED)


def _takes(parameter: Parameter) -> str:
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
    lines.append("In the seed's action space." if spec.seed else "An extension of the seed's action space.")
    width = max((len(each.name) for each in spec.parameters), default=0)
    for parameter in spec.parameters:
        mark = "required" if required(parameter, spec) else "optional"
        default = f", {_default(parameter).strip('`')} when unsaid" if _default(parameter) else ""
        lines.append(f"  {parameter.name:<{width}}  {mark}, {_takes(parameter).replace('`', '')}{default}")
        lines.append(f"  {'':<{width}}  {parameter.doc}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(document(), end="")
