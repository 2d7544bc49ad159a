"""A workflow in CogAgent's words: a prompt's head, then a reply for each operation of the seed."""

from __future__ import annotations

from cogscript.dialects.exporting import Unsayable, say_each, unsayable
from cogscript.dialects.plan import Context
from cogscript.language.box import Box
from cogscript.language.diagnostic import Diagnostic
from cogscript.language.formatter import format_operation
from cogscript.language.operations import OPERATIONS
from cogscript.language.tree import Operation, Value, Workflow

_PLATFORMS = {"windows": "WIN", "macos": "Mac", "linux": "Linux", "android": "Android", "ios": "iOS",
              "browser": "Browser"}  # fmt: skip


def write(workflow: Workflow, context: Context) -> tuple[str, list[Diagnostic]]:
    """The workflow as CogAgent's replies, and what it has no words for."""
    said: list[Diagnostic] = []
    lines = _head(workflow, said)
    marked = any(operation.arguments.get("sensitive") is True for operation in workflow.walk())
    for operation, text in say_each(workflow, "CogAgent", lambda each: _say(each, workflow, said), said):
        if operation.description:
            lines.append(f"Action: {operation.description}")
        lines.append(f"Grounded Operation: {text}")
        if marked:
            sensitive = operation.arguments.get("sensitive") is True
            lines.append("<<敏感操作>>" if sensitive else "<<一般操作>>")
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n", said


def _head(workflow: Workflow, said: list[Diagnostic]) -> list[str]:
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
    for name in ("screen", "version"):
        if name in header.arguments:
            said.append(unsayable(workflow, header, f"CogAgent has no word for the {name} of a workflow"))
    return [*lines, ""] if lines else []


def _say(operation: Operation, workflow: Workflow, said: list[Diagnostic]) -> str:
    spec = OPERATIONS[operation.name]
    if not spec.seed:
        raise Unsayable(f"CogAgent has no {operation.name}")
    if spec.parameter("box") and "box" not in operation.arguments:
        raise Unsayable(f"CogAgent's {operation.name} needs a box")
    spoken: dict[str, Value] = {}
    for name, value in operation.arguments.items():
        parameter = spec.parameter(name)
        if parameter is not None and parameter.seed:
            spoken[name] = Box(value.corners) if isinstance(value, Box) else value
        elif name != "sensitive":
            said.append(unsayable(workflow, operation, f"CogAgent's {operation.name} has no `{name}`"))
    return format_operation(Operation(operation.name, spoken)).replace("\n", "\\n")
