"""From the text of a plan to a workflow: the part that is the same for every dialect.

Which dialect it is, how large a plan may be, comments from descriptions, IN blocks, the header, and the
promise that the result passes the checker.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby

from cogscript.dialects.core.builders import arguments
from cogscript.dialects.core.detection import broken_plugins
from cogscript.dialects.core.draft import (
    NOT_TEXT,
    REPAIRED,
    UNTRANSLATABLE,
    DialectOptions,
    Draft,
    DraftStep,
    every,
)
from cogscript.dialects.core.merging import merge, place_pointer
from cogscript.dialects.core.plan_reading import read
from cogscript.dialects.core.registry import reader_named
from cogscript.language.check.checker import check
from cogscript.language.model import variables
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import CogError, Diagnostic, Source, Span
from cogscript.language.model.operations import OPERATIONS, Target
from cogscript.language.model.tree import Operation, Value, Workflow

LARGEST = 32 * 1024 * 1024
"""Characters of the largest plan that is read: beyond any transcript, short of a machine's memory."""

DEEPEST = 1000
_BRACKET = re.compile(r"[\[\]{}]")
_EXCERPT = 80
_BAR = re.compile(r"^[ \t]*\|[ \t]*$", re.M)
_BARS_AMONG_LINES = 4
"""Where at least one line in so many is a bar alone, the bars are a table's and not the plan's."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A plan as a workflow. Its operations carry their places in the plan's own text."""

    workflow: Workflow
    diagnostics: list[Diagnostic]
    """What was repaired and what could not be translated: warnings, all with a place."""
    dialect: str

    @property
    def untranslated(self) -> list[Diagnostic]:
        """What is missing in the workflow. Running it would do half: refuse while there is any."""
        return [each for each in self.diagnostics if each.code == UNTRANSLATABLE]


def import_text(
    text: str,
    dialect: str | None = None,
    screen: Size | None = None,
    literal: bool = False,
    strict: bool = False,
    *,
    path: str = "<text>",
    coordinates: str | None = None,
) -> Imported:
    """The workflow of a plan; CogError when there is no action in it, when dialects are mixed, or,
    with `strict`, when anything had to be repaired or could not be translated."""
    if len(text) > LARGEST:
        reason = f"the plan has {len(text):,} characters, more than the {LARGEST:,} that are read"
        advice = "leave out its pictures, or cut it into several plans"
        raise CogError([Diagnostic("too-large", reason, source=Source("", path), advice=advice)])
    source = Source(_without_table_bars(text), path)
    _refuse_binary(source)
    _refuse_nesting(source)
    options = DialectOptions(screen, literal, coordinates)
    reading = read(source, dialect, options)
    draft = reading.draft
    if strict and draft.diagnostics:
        raise CogError([each._replace(severity="error") for each in draft.diagnostics])
    rules = () if literal else reader_named(reading.dialect).MERGES
    steps = merge(place_pointer(draft.steps, everywhere=bool(rules)), rules)
    workflow = _checked(draft, steps)
    return Imported(workflow, [*draft.diagnostics, *(() if dialect else broken_plugins())], reading.dialect)


def _checked(draft: Draft, steps: list[DraftStep]) -> Workflow:
    """The workflow of the steps. One that the checker refuses is left out and said, and not the whole plan;
    unless it points: what follows it may be meant for the place it would have gone to."""
    said = list(draft.diagnostics)
    while True:
        workflow = _workflow(draft, steps)
        wrong = [each for each in check(workflow) if each.is_error]
        if not wrong:
            return workflow
        refused = {id(step): each for each in wrong if (step := _step_at(steps, each.span)) is not None}
        if not refused or any(id(step) in refused and _points(step) for step in every(steps)):
            raise CogError(wrong)
        for step in every(steps):
            if each := refused.get(id(step)):
                step.operation, step.inner, step.notes = None, None, [each.message]
                said.append(Diagnostic(UNTRANSLATABLE, each.message, "warning", step.span, draft.source))
        if not any(step.operation for step in every(steps)):
            raise CogError(wrong)
        draft.diagnostics = list(said)


def _points(step: DraftStep) -> bool:
    return step.operation is not None and OPERATIONS[step.operation.name].target is not Target.NONE


def _step_at(steps: list[DraftStep], span: Span | None) -> DraftStep | None:
    """The innermost step at a place."""
    found = [
        step
        for step in every(steps)
        if span is not None and step.operation and step.span.start <= span.start < step.span.end
    ]
    return min(found, key=lambda step: step.span.end - step.span.start, default=None)


def _without_table_bars(text: str) -> str:
    """A page of code, copied out of a browser: its table leaves a bar on every second line. As many spaces
    are put there, so that every place stays where it was."""
    bars = list(_BAR.finditer(text))
    if len(bars) * _BARS_AMONG_LINES < text.count("\n"):
        return text
    return _BAR.sub(lambda bar: " " * len(bar.group()), text)


def _refuse_binary(source: Source) -> None:
    """NUL, and halves of characters, are in no text that a person or a model wrote."""
    found = NOT_TEXT.search(source.text)
    if found:
        message = f"the plan is not text: it holds the character U+{ord(found.group()):04X}"
        raise CogError([Diagnostic("not-text", message, span=Span(*found.span()), source=source)])


def _refuse_nesting(source: Source) -> None:
    """A plan has a dozen brackets within each other; a thousand are an attack, and are not looked into."""
    depth = 0
    for match in _BRACKET.finditer(source.text):
        depth = max(0, depth + (1 if match.group() in "[{" else -1))
        if depth > DEEPEST:
            message = f"brackets are nested more than {DEEPEST:,} deep"
            raise CogError([Diagnostic("too-deep", message, span=Span(*match.span()), source=source)])


# --- the workflow ---------------------------------------------------------------------------------


def _workflow(draft: Draft, steps: list[DraftStep]) -> Workflow:
    """The steps with their comments; neighbours of one window in one IN block."""
    operations: list[Operation] = []
    comments: list[str] = []
    for block, members in groupby(steps, key=lambda step: step.block):
        inner, comments = _commented(draft, list(members), comments)
        if block is None or not inner:
            operations += inner
            continue
        opener = Operation("IN", dict(block.arguments), body=inner)
        opener.leading = [_comment(line) for line in _lines(block.description)]
        opener.closer = Operation("END_IN", leading=_without_blank_end(comments))
        _locate(opener, draft.source, block.span)
        operations.append(opener)
        comments = []
    head = _header(draft) + _inputs(draft, operations)
    if head and operations and operations[0].leading[:1] != [""]:
        operations[0].leading.insert(0, "")
    return Workflow(head + operations, trailing=_without_blank_end(comments), source=draft.source)


def _commented(
    draft: Draft, steps: list[DraftStep], comments: list[str]
) -> tuple[list[Operation], list[str]]:
    """The operations of some steps, each below the comments that belong to it; and the comments left
    over, of steps that were not translated."""
    operations: list[Operation] = []
    for step in steps:
        if step.operation is None:
            comments += [_comment(f"not translated: {note}") for note in step.notes]
            comments += [_comment(f"  {_excerpt(draft.source, step.span)}"), ""]
            continue
        operation = step.operation
        operation.leading = comments + [_comment(line) for line in _lines(step.description)]
        if step.notes:
            operation.trailing = _comment("; ".join(dict.fromkeys(step.notes)))
        _locate(operation, draft.source, step.span)
        operations.append(operation)
        comments = []
        if step.inner is not None:
            operation.body, left = _commented(draft, step.inner, [])
            operation.closer = Operation(f"END_{operation.name}", leading=_without_blank_end(left))
    return operations, comments


def _without_blank_end(lines: list[str]) -> list[str]:
    return lines[:-1] if lines and not lines[-1] else lines


def _header(draft: Draft) -> list[Operation]:
    screen: Value = list(draft.screen) if draft.screen else None
    given = arguments(title=_one_line(draft.title) or None, screen=screen, platform=draft.platform or None)
    return [Operation("WORKFLOW", given)] if given else []


def _inputs(draft: Draft, operations: list[Operation]) -> list[Operation]:
    """An INPUT for each variable that the plan uses and nothing in it sets: it is part of a longer plan. What
    is used inside FOR_EACH is a column of its file."""
    set_by: set[str] = set()
    missing: dict[str, Span] = {}
    in_rows = {
        id(inner)
        for each in operations
        for rows in each.walk()
        if rows.name == "FOR_EACH"
        for inner in rows.walk()
        if inner is not rows
    }
    for operation in (inner for each in operations for inner in each.walk()):
        for text in () if id(operation) in in_rows else operation.texts():
            for name in variables.names(text.text) if text.parameter != "output" else ():
                if name not in set_by:
                    missing.setdefault(name, Span(operation.start, operation.end))
        output = operation.arguments.get("output")
        own = variables.sole_name(output) if isinstance(output, str) else None
        if own is not None:
            set_by.add(own)
    made = [Operation("INPUT", {"output": variables.spell(name)}) for name in missing]
    for name, span in missing.items():
        message = f"nothing here sets `{name[:40]}`: the workflow asks for it as an INPUT"
        draft.diagnostics.append(Diagnostic(REPAIRED, message, "warning", span, draft.source))
    if made:
        made[0].leading = [_comment("The plan uses these, and nothing in it sets them")]
    return made


def _locate(operation: Operation, source: Source, span: Span) -> None:
    """Let an error at this step, in the check or in a run, point into the plan. Its arguments are not
    written there as a workflow writes them: they have no places of their own."""
    operation.start, operation.end = span
    operation.line, operation.column = source.position(span.start)


def _comment(text: str) -> str:
    return f"# {_one_line(text)}".rstrip()


def _lines(text: str) -> list[str]:
    """The lines that say something: a bracket left over from a container does not."""
    return [line for line in text.splitlines() if any(map(str.isalnum, line))]


def _one_line(text: str) -> str:
    """One line that a file can hold: NUL is the one character it cannot."""
    return " ".join(text.split()).replace("\0", "\N{REPLACEMENT CHARACTER}")


def _excerpt(source: Source, span: Span) -> str:
    text = _one_line(source.text[span.start : span.end])
    return text if len(text) <= _EXCERPT else text[:_EXCERPT] + "…"


__all__ = ["LARGEST", "REPAIRED", "UNTRANSLATABLE", "Imported", "import_text"]
