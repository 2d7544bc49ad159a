"""Lines that change while the run stands: in the file, and in the tree being run.

A person at a terminal changes the line the run stands at: the new text is parsed and checked with the whole
file around it before anything is written; then the file is replaced in one step, everything but the
operation as it was. A person in an editor has changed the file already: it is taken over, if its blocks are
still the same. The tree is changed in place, because loops and calls hold its nodes: all of them get their
new places, and those that changed their new arguments. Where several lines take the place of one, the further
ones are put behind it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cogscript.language.check.checker import check
from cogscript.language.document import normalised, parse, read_text, rewrite
from cogscript.language.model.diagnostic import CogError, Fault
from cogscript.language.write.formatter import format_value
from cogscript.records.storing import describe

if TYPE_CHECKING:
    from cogscript.language.model.tree import Operation, Workflow
    from cogscript.runtime.state import RunState

    Pairs = list[tuple[Operation, Operation]]


def text_of(operation: Operation, workflow: Workflow) -> str:
    """The operation as its file has it; what spans lines is put on one, for a terminal to edit."""
    source = workflow.source
    written = source.text[operation.start : operation.end] if source is not None else ""
    if written and "\n" not in written:
        return written
    inside = ", ".join(f"{name}={format_value(value)}" for name, value in operation.arguments.items())
    return f"{operation.name}({inside})"


def changed_text(state: RunState, operation: Operation, text: str) -> Workflow:
    """The workflow with `text` in the operation's place, checked; raises what is wrong with it."""
    workflow = state.frame.workflow
    source = workflow.source
    path = workflow.path
    if source is None or path is None or not os.path.isfile(path):
        raise Fault("edit", "this workflow is no file: its lines cannot be changed")
    fresh = parse(source.text[: operation.start] + text.strip() + source.text[operation.end :], path)
    if _matched(workflow, fresh, operation) is None:
        kind = f"{operation.name}(…)" if operation.body is not None else "one operation that opens no block"
        raise Fault("edit", f"the line has to stay {kind}; the file was not changed")
    _check(state, fresh, {*state.frame.given, *state.scope.values})
    return fresh


def change(state: RunState, operation: Operation, text: str) -> list[Operation]:
    """Put `text` in the operation's place; the operations that were added behind it.

    Raises CogError or Fault, and then nothing has changed.
    """
    fresh = changed_text(state, operation, text)
    workflow = state.frame.workflow
    source, path = workflow.source, workflow.path
    matched = _matched(workflow, fresh, operation)
    assert source is not None
    assert path is not None
    assert fresh.source is not None
    assert matched is not None
    pairs, added = matched
    whole = fresh.source.text
    try:
        written = rewrite(path, source.text, whole)
    except OSError as error:
        raise Fault("edit", f"{path} cannot be written: {error.strerror}; nothing was changed") from None
    if not written:
        raise Fault("edit", f"{path} was changed meanwhile by something else", "quit, and run it anew")
    if added:
        home = next(each for each in _bodies(workflow) if any(one is operation for one in each))
        at = next(index for index, each in enumerate(home) if each is operation)
        home[at + 1 : at + 1] = added
    _take_over(state, workflow, fresh, pairs)
    return added


def adopt(state: RunState, workflow: Workflow) -> list[Operation]:
    """Take over what was changed in a workflow's file meanwhile; the operations that say something else now.

    Raises CogError or Fault when that cannot be, and then the tree is as it was.
    """
    source, path = workflow.source, workflow.path
    if source is None or path is None or not os.path.isfile(path):
        return []
    text = read_text(path)
    if normalised(text) == source.text:
        return []
    fresh = parse(text, path)
    matched = _matched(workflow, fresh)
    if matched is None:
        raise Fault(
            "edit",
            f"lines of {path} came or went, or its blocks are others: the run continues as the file was",
            "start it anew to run the file as it is now",
        )
    given = {each.output for each in workflow.walk() if each.output}
    for frame in state.frames:
        if frame.workflow is workflow:
            given = {*frame.given, *frame.scope.values}
    _check(state, fresh, given)
    return _take_over(state, workflow, fresh, matched[0])


def _check(state: RunState, fresh: Workflow, given: set[str]) -> None:
    wrong = [each for each in check(fresh, given=given, files=state.program.disk) if each.is_error]
    if wrong:
        raise CogError(wrong)


def _take_over(state: RunState, workflow: Workflow, fresh: Workflow, pairs: Pairs) -> list[Operation]:
    changed, told = [], []
    for old, new in pairs:
        before, after = describe(old), describe(new)
        if before != after:
            told.append((before, after))
        if (old.name, old.arguments) != (new.name, new.arguments):
            changed.append(old)
        old.name, old.arguments = new.name, new.arguments
        old.start, old.end, old.line, old.column = new.start, new.end, new.line, new.column
        old.spans, old.leading, old.trailing, old.closer = new.spans, new.leading, new.trailing, new.closer
    workflow.source, workflow.trailing = fresh.source, fresh.trailing
    for before, after in told:
        state.voice.listener.line_changed(workflow, before, after)
    return changed


def _bodies(workflow: Workflow) -> Iterator[list[Operation]]:
    """The lists of operations that a run goes through."""
    yield workflow.operations
    for each in workflow.walk():
        yield each.body or []


def _matched(
    workflow: Workflow, fresh: Workflow, behind: Operation | None = None
) -> tuple[Pairs, list[Operation]] | None:
    """Each operation with what it is in the new text, and those that came in behind one; None when it has
    other lines or other blocks."""
    old, new = list(workflow.walk()), list(fresh.walk())
    more = len(new) - len(old)
    if more and (more < 0 or behind is None or behind.body is not None):
        return None
    at = next((index + 1 for index, each in enumerate(old) if each is behind), len(old))
    pairs = [*zip(old[:at], new[:at], strict=True), *zip(old[at:], new[at + more :], strict=True)]
    added = new[at : at + more]
    plain = all(each.body is None and not each.name.startswith("END_") for each in added)
    return (pairs, added) if plain and all(_fits(*pair, behind, more) for pair in pairs) else None


def _fits(old: Operation, new: Operation, behind: Operation | None, more: int) -> bool:
    """Whether an operation can become another; the block that lines came into has so many `more`."""
    if old.body is None and new.body is None:
        return not new.name.startswith("END_")
    grown = more if any(each is behind for each in old.body or ()) else 0
    inside = (len(old.body or ()) + grown, len(old.branches)), (len(new.body or ()), len(new.branches))
    return old.name == new.name and inside[0] == inside[1]
