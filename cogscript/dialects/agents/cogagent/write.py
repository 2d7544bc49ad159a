"""A workflow as CogAgent's replies: a prompt's head, then a reply for each operation it has."""

from __future__ import annotations

from cogscript.dialects.core.coordinates import space_of
from cogscript.dialects.core.draft import DialectOptions
from cogscript.dialects.core.step_export import LOST, Exporter, NotExportable, StepExport
from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.operations import OPERATIONS
from cogscript.language.model.tree import Operation, Value, Workflow
from cogscript.language.write.formatter import format_operation

_PLATFORMS = {"windows": "WIN", "macos": "Mac", "linux": "Linux", "android": "Android", "ios": "iOS",
              "browser": "Browser"}  # fmt: skip


def write(workflow: Workflow, options: DialectOptions) -> tuple[str, list[Diagnostic]]:
    """The workflow as CogAgent's replies, and what CogAgent cannot express."""
    exporter = Exporter("CogAgent", space_of("thousandths", None), _write, has_variables=True)
    workflow = Workflow(joined(workflow.operations), source=workflow.source)
    lines = _head(workflow, exporter)
    marked = any(operation.arguments.get("sensitive") is True for operation in workflow.walk())
    for operation, replies in exporter.steps(workflow):
        if operation.description:
            lines.append(f"Action: {operation.description}")
        for reply in replies:
            lines.append(f"Grounded Operation: {reply}")
            if marked:
                sensitive = operation.arguments.get("sensitive") is True
                lines.append("<<敏感操作>>" if sensitive else "<<一般操作>>")
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n", exporter.diagnostics


def joined(operations: list[Operation]) -> list[Operation]:
    """A click and then text without a place is one TYPE at that place, which CogAgent cannot do without."""
    made: list[Operation] = []
    for operation in operations:
        before = made[-1] if made else None
        if operation.name == "IN" and operation.body is not None:
            inner = Operation(
                "IN", operation.arguments, body=joined(operation.body), leading=operation.leading
            )
            made.append(_at_the_place_of(inner, operation))
        elif before is not None and _types_where_it_clicked(before, operation):
            both = Operation("TYPE", {**before.arguments, **operation.arguments})
            both.leading = before.leading + operation.leading
            made[-1] = _at_the_place_of(both, operation)
        else:
            made.append(operation)
    return made


def _types_where_it_clicked(before: Operation, operation: Operation) -> bool:
    where = {"box", "element_type", "element_info"}
    return (
        (before.name, operation.name) == ("CLICK", "TYPE")
        and "box" in before.arguments
        and before.arguments.keys() <= where
        and not operation.arguments.keys() & where
    )


def _at_the_place_of(made: Operation, operation: Operation) -> Operation:
    made.start, made.end, made.line, made.column = (
        operation.start, operation.end, operation.line, operation.column,
    )  # fmt: skip
    return made


def _head(workflow: Workflow, exporter: Exporter[str]) -> list[str]:
    header = workflow.operations[0] if workflow.operations else None
    if header is None or header.name != "WORKFLOW":
        return []
    lines = []
    title = header.arguments.get("title")
    if isinstance(title, str) and title.strip():
        lines.append(f"Task: {' '.join(title.split())}")
    platform = header.arguments.get("platform")
    if isinstance(platform, str) and platform in _PLATFORMS:
        lines.append(f"(Platform: {_PLATFORMS[platform]})")
    lost = [name for name in ("screen", "version") if name in header.arguments]
    if lost:
        reason = f"WORKFLOW is exported to CogAgent without {', '.join(lost)}"
        exporter.report(workflow, header, reason, LOST)
    return [*lines, ""] if lines else []


def _write(step: StepExport) -> list[str]:
    spec = OPERATIONS[step.name]
    if not spec.seed:
        raise NotExportable(f"CogAgent has no {step.name}")
    if spec.parameter("box") and not step.has("box"):
        raise NotExportable(f"CogAgent's {step.name} needs a box")
    given: dict[str, Value] = {}
    for parameter in spec.parameters:
        if parameter.seed and parameter.name in step.operation.arguments:
            value = step.take(parameter.name)
            given[parameter.name] = Box(value.corners) if isinstance(value, Box) else value
    step.take("sensitive")  # written as the mark after the reply
    return [format_operation(Operation(step.name, given)).replace("\n", "\\n")]
