"""Reading a text again after an edit: only the lines around the edit are parsed, the others are moved.

A person types one character at a time, and a long file takes far longer to parse than to move. What was
read before and after the edit is taken over when it is certain that the parser would read it the same
way; where it is not, the whole text is read.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import NamedTuple

from cogscript.language.document import lines_of, normalised, read, without_collector, workflow_of
from cogscript.language.model.diagnostic import Diagnostic, Note, Source, Span
from cogscript.language.model.operations import OPERATIONS
from cogscript.language.model.tree import ArgumentSpan, ItemSpan, Operation, Value, Workflow
from cogscript.language.syntax.parser import Refused, parse_piece
from cogscript.language.syntax.recovery import BEGUN_IN_BRACKETS, recover

_LOOKS_FURTHER = frozenset({"unclosed-bracket", "unclosed-string", "stray-bracket"})
"""Mistakes for which the parser looked at lines further down: an edit there may change them."""

_ATTEMPTS = 4
"""Operations after the edit that are tried as the place from which on everything is as it was."""


_REST_OF_LINE = re.compile(r"[ \t]*(?:#[^\n]*)?\n")


class ParsedText(NamedTuple):
    """A text with its tree, and what the next parse can take over."""

    workflow: Workflow
    lines: list[Operation]
    """Every operation in file order, those of blocks too."""
    troubles: list[Diagnostic]
    """What could not be read of the lines."""
    source: Source


class _Middle(NamedTuple):
    """The lines around an edit, read anew."""

    lines: list[Operation]
    troubles: list[Diagnostic]
    after: int
    """The first of the old operations that is taken over behind them."""


def first_parse(text: str, path: str | None = None) -> ParsedText:
    """The whole text, read."""
    source = Source(normalised(text), path or "<text>")
    if "\0" in source.text:
        broken = read(text, path)
        return ParsedText(broken, [], broken.diagnostics, source)
    with without_collector():
        lines, troubles = lines_of(source)
        return ParsedText(workflow_of(source, lines, troubles), lines, troubles, source)


def reparse(before: ParsedText, text: str) -> ParsedText:
    """The text as it is now. The tree of `before` is used up: its operations are part of the new one."""
    source = Source(normalised(text), before.source.path)
    if source.text == before.source.text:
        return before
    if "\0" in source.text or not before.lines:
        return first_parse(text, source.path)
    with without_collector():
        return _patched(before, source) or first_parse(text, source.path)


def _patched(before: ParsedText, source: Source) -> ParsedText | None:
    old, new = before.source.text, source.text
    same = _common_start(old, new)
    ending = _common_end(old, new, same)
    # One more operation is read anew than the edit touched: it may end what comes before it.
    kept = max(0, bisect_left(before.lines, old.rfind("\n", 0, same) + 1, key=lambda each: each.end) - 1)
    while kept and not _is_clean_cut(before, kept):
        kept -= 1
    start = before.lines[kept - 1].end if kept else 0
    if any(each.code in _LOOKS_FURTHER and each.span and each.span.start < start for each in before.troubles):
        return None
    middle = _middle(before, source, start, len(old) - ending)
    if middle is None:
        return None
    if (before.troubles or middle.troubles) and (
        _holds_a_line(old, before.lines) or _holds_a_line(new, middle.lines)
    ):
        return None  # a mistake anywhere else decides how such lines are read
    moved = before.lines[middle.after :]
    delta = len(new) - len(old)
    behind = before.lines[middle.after - 1].end if moved else len(old) + 1
    down = new.count("\n") - old.count("\n")
    troubles = [
        *(each._replace(source=source) for each in before.troubles if _start(each) < start),
        *middle.troubles,
        *(_moved_trouble(each, delta, source) for each in before.troubles if _start(each) >= behind),
    ]
    for operation in moved:
        _move(operation, delta, down)
    lines = [*before.lines[:kept], *middle.lines, *moved]
    for line in lines:
        line.body, line.branches, line.closer, line.leading, line.trailing = None, [], None, [], ""
    return ParsedText(workflow_of(source, lines, troubles), lines, troubles, source)


def _is_clean_cut(before: ParsedText, kept: int) -> bool:
    """Whether the operation before a cut was read without trouble, and has its lines for itself."""
    text = before.source.text
    last, following = before.lines[kept - 1], before.lines[kept]
    line = text.rfind("\n", 0, last.start) + 1
    if text[line : last.start].strip() or not _REST_OF_LINE.match(text, last.end):
        return False
    if before.troubles and _may_be_held(last):
        return False  # a mistake below it may be that of brackets around it
    return not any(line <= _start(each) < following.start for each in before.troubles)


def _middle(before: ParsedText, source: Source, start: int, edited_to: int) -> _Middle | None:
    """What stands from `start` on, up to an operation that is read as it was before."""
    old = before.source.text
    delta = len(source.text) - len(old)
    line_end = old.find("\n", edited_to)
    line_end = len(old) if line_end < 0 else line_end
    first = bisect_right(before.lines, line_end, key=lambda each: each.start)
    for place in range(first, min(first + _ATTEMPTS, len(before.lines) - 1)):
        known = before.lines[place]
        if not _is_clean_cut(before, place + 1):
            continue
        lines, troubles = _read_part(source, start, known.end + delta)
        last = lines[-1] if lines else None
        if last is None or (last.name, last.start, last.end) != (
            known.name,
            known.start + delta,
            known.end + delta,
        ):
            continue
        if any(_start(each) >= last.start for each in troubles):
            continue
        if _may_be_held(known) and (troubles or _had_trouble(before, start, known.start)):
            continue
        part = source.text[start : known.end + delta]
        if troubles and ("'''" in part or '"""' in part):
            return None  # the text that begins here may end anywhere below
        return _Middle(lines, troubles, place + 1)
    if len(before.lines) - first > _ATTEMPTS:
        return None
    lines, troubles = _read_part(source, start, len(source.text))
    return _Middle(lines, troubles, len(before.lines))


def _may_be_held(operation: Operation) -> bool:
    """Whether the parser may take a line that begins so for a value in brackets left open above it."""
    spec = OPERATIONS.get(operation.name)
    return spec is None or spec.role == "test" or spec.key_action


def _holds_a_line(text: str, lines: list[Operation]) -> bool:
    """Whether brackets hold a line that could as well be an operation of its own."""
    return any(
        "\n" in text[each.start : each.end] and BEGUN_IN_BRACKETS.search(text, each.start, each.end)
        for each in lines
    )


def _had_trouble(before: ParsedText, start: int, end: int) -> bool:
    return any(start <= _start(each) < end for each in before.troubles)


def _read_part(source: Source, start: int, end: int) -> tuple[list[Operation], list[Diagnostic]]:
    part = Source(source.text[:end], source.path)
    try:
        lines, troubles = parse_piece(part, start, end)
    except Refused:
        lines, troubles = recover(part, start)
    return lines, [each._replace(source=source) for each in troubles]


def _start(diagnostic: Diagnostic) -> int:
    return diagnostic.span.start if diagnostic.span else 0


def _common_start(one: str, other: str) -> int:
    """How many characters both begin with; slices are compared, which is far faster than characters."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_end(one: str, other: str, same: int) -> int:
    """How many characters both end with, none of the first `same` among them."""
    low, high = 0, min(len(one), len(other)) - same
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low


def _moved_trouble(diagnostic: Diagnostic, delta: int, source: Source) -> Diagnostic:
    span = diagnostic.span and Span(diagnostic.span.start + delta, diagnostic.span.end + delta)
    notes = tuple(
        Note(note.message, Span(note.span.start + delta, note.span.end + delta)) for note in diagnostic.notes
    )
    return diagnostic._replace(source=source, span=span, notes=notes)


def _move(operation: Operation, delta: int, down: int) -> None:
    operation.line += down
    if delta == 0:
        for value in operation.arguments.values():
            _move_value(value, delta, down)
        return
    operation.start += delta
    operation.end += delta
    if operation.spans:
        operation.spans = {
            name: ArgumentSpan(
                start + delta, value + delta, end + delta, _moved(items, delta) if items else ()
            )
            for name, (start, value, end, items) in operation.spans.items()
        }
    for value in operation.arguments.values():
        if isinstance(value, (Operation, list)):
            _move_value(value, delta, down)


def _move_value(value: Value, delta: int, down: int) -> None:
    if isinstance(value, Operation):
        _move(value, delta, down)
    elif isinstance(value, list):
        for item in value:
            _move_value(item, delta, down)


def _moved(items: tuple[ItemSpan, ...], delta: int) -> tuple[ItemSpan, ...]:
    return tuple(ItemSpan(start + delta, end + delta, _moved(inner, delta)) for start, end, inner in items)
