"""A recording put into a file that exists: at a line, and nothing else of the file is changed."""

from __future__ import annotations

from cogscript.language.model import variables
from cogscript.language.model.diagnostic import CogError, Diagnostic, Span
from cogscript.language.model.tree import Operation, Value, Workflow
from cogscript.language.write.formatter import format as format_workflow

_HEADS = ("WORKFLOW", "INPUT")


def place_of(workflow: Workflow, line: int) -> Operation | None:
    """The operation that a recording inserted at a line comes before; None for the end of the file."""
    source = workflow.source
    assert source is not None
    lines = len(source.starts())
    if not 1 <= line <= lines + 1:
        message = f"there is no line {line}: the file has {lines}"
        raise CogError([Diagnostic("no-such-line", message, source=source)])
    for operation in _every_line(workflow):
        if operation.line >= line:
            return operation
        if source.position(max(operation.start, operation.end - 1)).line >= line:
            raise CogError(
                [
                    Diagnostic(
                        "inside-operation",
                        f"line {line} is inside of an operation",
                        span=Span(operation.start, operation.end),
                        source=source,
                        advice=f"insert before it, at line {operation.line}, or after it",
                    )
                ]
            )
    return None


def _every_line(workflow: Workflow) -> list[Operation]:
    """Every operation that has a line of its own, closers too, in the order of the file."""
    found: list[Operation] = []
    for operation in workflow.walk():
        found.append(operation)
        if operation.closer is not None:
            found.append(operation.closer)
    return sorted((each for each in found if each.line), key=lambda each: each.start)


def insert(workflow: Workflow, line: int, recorded: Workflow) -> str:
    """The file's text with the recorded operations before a line, and their INPUTs at its head."""
    source = workflow.source
    assert source is not None
    before = place_of(workflow, line)
    recorded = _apart_from(recorded, workflow)
    steps = [each for each in recorded.operations if each.name not in (*_HEADS, "END")]
    trailing = [each for end in recorded.operations if end.name == "END" for each in end.leading if each]
    inputs = [each for each in recorded.operations if each.name == "INPUT"]
    text = source.text
    at = len(text) if before is None else _above(workflow, before)
    indent = "" if before is None else " " * (before.column - 1)
    if before is not None and before.name.startswith(("END_", "ELSE", "CATCH", "FINALLY")):
        indent += "  "
    made = _lines(Workflow(steps, trailing=trailing), indent)
    if at and text[at - 1] != "\n":
        made = "\n" + made
    text = text[:at] + made + text[at:]
    if inputs:
        head = _head_end(workflow)
        text = text[:head] + _lines(Workflow(inputs), "") + text[head:]
    return text


def _above(workflow: Workflow, operation: Operation) -> int:
    """Where the comments directly above an operation begin: they belong to it."""
    source = workflow.source
    assert source is not None
    line = operation.line
    while line > 1 and source.line(line - 1).lstrip().startswith("#"):
        line -= 1
    return source.starts()[line - 1]


def _head_end(workflow: Workflow) -> int:
    """Where the file's WORKFLOW and INPUT lines end."""
    source = workflow.source
    assert source is not None
    last = 0
    for operation in workflow.operations:
        if operation.name not in _HEADS:
            break
        last = source.position(max(operation.start, operation.end - 1)).line
    starts = source.starts()
    return starts[last] if last < len(starts) else len(source.text)


def _lines(workflow: Workflow, indent: str) -> str:
    text = format_workflow(workflow).strip("\n")
    if not text:
        return ""
    return "".join(f"{indent}{line}".rstrip() + "\n" for line in text.split("\n"))


def _apart_from(recorded: Workflow, workflow: Workflow) -> Workflow:
    """The recording with its secrets' variables named unlike those the file has."""
    taken = {
        name for operation in workflow.walk() for text in _texts(operation) for name in variables.names(text)
    }
    for operation in recorded.operations:
        if operation.name != "INPUT":
            continue
        output = str(operation.arguments["output"])
        name = variables.sole_name(output) or ""
        new = next(each for each in (name, *(f"{name}_{n}" for n in range(2, 10_000))) if each not in taken)
        taken.add(new)
        for other in recorded.walk():
            for key, value in other.arguments.items():
                if value == output:
                    other.arguments[key] = variables.spell(new)
    return recorded


def _texts(operation: Operation) -> list[str]:
    def inside(value: Value) -> list[str]:
        if isinstance(value, str):
            return [value]
        if isinstance(value, Operation):
            return _texts(value)
        return [text for item in value for text in inside(item)] if isinstance(value, list) else []

    return [text for value in operation.arguments.values() for text in inside(value)]
