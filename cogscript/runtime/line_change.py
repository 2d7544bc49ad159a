"""Changing an operation's line while the run stands before it: in the file, and in the tree being run.

The new text is parsed and checked with the whole file around it before anything is written; then the file
is replaced in one step, everything but the operation as it was. The tree is changed in place, because
loops and calls hold its nodes: all of them get their new places, one of them its new arguments.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cogscript.language.checker import check
from cogscript.language.diagnostic import CogError, Fault
from cogscript.language.document import parse, read_text, write_text
from cogscript.language.formatter import format_value
from cogscript.runtime.journal import describe

if TYPE_CHECKING:
    from cogscript.language.tree import Operation, Workflow
    from cogscript.runtime.context import Context


def text_of(operation: Operation, workflow: Workflow) -> str:
    """The operation as its file has it; what spans lines is put on one, for a terminal to edit."""
    source = workflow.source
    written = source.text[operation.start : operation.end] if source is not None else ""
    if written and "\n" not in written:
        return written
    inside = ", ".join(f"{name}={format_value(value)}" for name, value in operation.arguments.items())
    return f"{operation.name}({inside})"


def change(context: Context, operation: Operation, text: str) -> None:
    """Put `text` in the operation's place. Raises CogError or Fault, and then nothing has changed."""
    workflow = context.frame.workflow
    source = workflow.source
    path = workflow.path
    if source is None or path is None or not os.path.isfile(path):
        raise Fault("edit", "this workflow is no file: its lines cannot be changed")
    raw = read_text(path)
    if raw.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n") != source.text:
        raise Fault("edit", f"{path} was changed meanwhile by something else", "quit, and run it anew")
    whole = source.text[: operation.start] + text.strip() + source.text[operation.end :]
    fresh = parse(whole, path)
    pairs = _matched(workflow, fresh, operation)
    given = {*context.frame.given, *context.scope.values}
    found = check(fresh, given=given, surroundings=context.program)
    if any(diagnostic.is_error for diagnostic in found):
        raise CogError([diagnostic for diagnostic in found if diagnostic.is_error])
    try:
        write_text(path, _as_it_was(raw, whole))
    except OSError as error:
        raise Fault("edit", f"{path} cannot be written: {error.strerror}; nothing was changed") from None
    before = describe(operation)
    for old, new in pairs:
        old.start, old.end, old.line, old.column = new.start, new.end, new.line, new.column
        old.spans, old.leading, old.trailing, old.closer = new.spans, new.leading, new.trailing, new.closer
        if old is operation:
            old.name, old.arguments = new.name, new.arguments
    workflow.source, workflow.trailing = fresh.source, fresh.trailing
    context.listener.line_changed(workflow, before, describe(operation))


def _matched(workflow: Workflow, fresh: Workflow, changed: Operation) -> list[tuple[Operation, Operation]]:
    """Each operation with what it is in the new text: only the changed one may be another."""
    old, new = list(workflow.walk()), list(fresh.walk())
    if len(old) == len(new):
        pairs = list(zip(old, new, strict=True))
        if all(_same_shape(each, other) or each is changed for each, other in pairs):
            twin = next(other for each, other in pairs if each is changed)
            if changed.body is None and twin.body is None and not twin.name.startswith("END_"):
                return pairs
            if changed.body is not None and twin.name == changed.name:
                return pairs
    kind = f"{changed.name}(…)" if changed.body is not None else "one operation that opens no block"
    raise Fault("edit", f"the line has to stay {kind}; the file was not changed")


def _same_shape(old: Operation, new: Operation) -> bool:
    return old.name == new.name and (old.body is None) == (new.body is None)


def _as_it_was(raw: str, text: str) -> str:
    """With the byte order mark and the line ends that the file had."""
    if "\r\n" in raw:
        text = text.replace("\n", "\r\n")
    return "\ufeff" + text if raw.startswith("\ufeff") else text
