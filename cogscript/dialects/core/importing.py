"""From the text of a plan to a workflow: the part that is the same for every dialect.

Which dialect it is, how large a plan may be, comments from descriptions, IN blocks, the header, and the
promise that the result passes the checker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from cogscript.dialects.core.builders import arguments
from cogscript.dialects.core.detection import CERTAIN, broken_plugins, claims, detect, first_line, mixture
from cogscript.dialects.core.doubts import leave_out_doubtful
from cogscript.dialects.core.draft import (
    NOT_TEXT,
    REPAIRED,
    UNTRANSLATABLE,
    DialectOptions,
    Draft,
    DraftStep,
)
from cogscript.dialects.core.merging import merge, place_pointer
from cogscript.dialects.core.registry import full_name, reader_named
from cogscript.dialects.core.unread import report_unread
from cogscript.dialects.core.unwrapping import Unwrapped, from_strings, is_program, unwrapped
from cogscript.language.check.checker import check
from cogscript.language.model import variables
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import CogError, Diagnostic, Source, Span
from cogscript.language.model.tree import Operation, Value, Workflow

LARGEST = 32 * 1024 * 1024
"""Characters of the largest plan that is read: beyond any transcript, short of a machine's memory."""

DEEPEST = 1000
_BRACKET = re.compile(r"[\[\]{}]")
_EXCERPT = 80
_BAR = re.compile(r"^[ \t]*\|[ \t]*$", re.M)
_OF_LINES = (
    "cogagent",
    "ui-tars",
    "glm",
    "autoglm",
    "openai",
    "computer-use",
    "gui-plus",
    "gemini",
    "visual-agent",
)
"""Dialects of agents that answer in text; what a script holds, its own reader accounts for."""
_OF_CALLS = ("cogagent", "ui-tars", "glm", "autoglm")
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
    reading = _read(source, dialect, options)
    draft = reading.draft
    if strict and draft.diagnostics:
        raise CogError([each._replace(severity="error") for each in draft.diagnostics])
    rules = () if literal else reader_named(reading.dialect).MERGES
    steps = merge(place_pointer(draft.steps, everywhere=bool(rules)), rules)
    workflow = _workflow(draft, steps)
    wrong = [each for each in check(workflow) if each.is_error]
    if wrong:
        raise CogError(wrong)
    return Imported(workflow, [*draft.diagnostics, *(() if dialect else broken_plugins())], reading.dialect)


# --- reading --------------------------------------------------------------------------------------


class _Reading(NamedTuple):
    """A plan as one dialect reads it."""

    dialect: str
    draft: Draft

    @property
    def operations(self) -> list[Operation]:
        return [step.operation for step in self.draft.steps if step.operation is not None]

    @property
    def is_whole(self) -> bool:
        return not any(each.code == UNTRANSLATABLE for each in self.draft.diagnostics)


def _read(source: Source, dialect: str | None, options: DialectOptions) -> _Reading:
    """The plan as it stands; or, where that is none, or not all of it, what it is without its wrapping."""
    refusal: CogError | None = None
    best: _Reading | None = None
    try:
        best = _as_it_stands(source, dialect, options)
    except CogError as error:
        if not all(each.code in ("no-action", UNTRANSLATABLE) for each in error.diagnostics):
            raise
        refusal = error
    if is_program(source.text):
        pass  # what it does not do, a condition or a comment say why
    elif best is None or not best.is_whole:
        best = _without_wrapping(source, unwrapped(source.text), dialect, options, best)
    elif _is_escaped(best):
        best = _without_wrapping(source, from_strings(source.text), dialect, options, best)
    if best is None:
        assert refusal is not None
        raise refusal
    leave_out_doubtful(best.draft)
    return best


def _without_wrapping(
    source: Source,
    ways: Iterator[Unwrapped],
    dialect: str | None,
    options: DialectOptions,
    best: _Reading | None,
) -> _Reading | None:
    for inner in ways:
        try:
            found = _as_it_stands(Source(inner.text, source.path), dialect, options)
        except CogError:
            continue
        if best is not None and not _says_more(found, best):
            continue
        inner.restore(found.draft, source)
        for note, span in inner.notes:
            found.draft.diagnostics.append(Diagnostic(REPAIRED, note, "warning", span, source))
        best = found
        if best.is_whole:
            break
    return best


def _says_more(found: _Reading, best: _Reading) -> bool:
    """Whether a reading without the wrapping is the better one: all of it is understood, and nothing less."""
    if not found.is_whole:
        return False
    more = len(found.operations) - len(best.operations)
    return more > 0 or (more == 0 and best.is_whole and found.operations != best.operations)


def _is_escaped(reading: _Reading) -> bool:
    """Whether a call was read as it stands in a string, with that string's escapes."""
    text = reading.draft.source.text
    written = [text[step.span.start : step.span.end] for step in reading.draft.steps]
    return reading.dialect in _OF_CALLS and any("\\" in each or '""' in each for each in written)


def _as_it_stands(source: Source, dialect: str | None, options: DialectOptions) -> _Reading:
    """The plan in its dialect. Where that does not know all of it, and another that claims the text does, it
    is the other's."""
    if dialect:
        return _in_dialect(source, full_name(dialect), options)
    likely = detect(source, options)
    best = _in_dialect(source, likely, options)
    if not best.is_whole:
        for _, name in claims(source):
            if name == likely:
                continue
            try:
                other = _in_dialect(source, name, options)
            except CogError:
                continue
            if other.is_whole and len(other.operations) > len(best.operations):
                return other
    return best


def _in_dialect(source: Source, name: str, options: DialectOptions) -> _Reading:
    draft = reader_named(name).read(source, options)
    if name in _OF_LINES and any(step.operation for step in draft.steps):
        report_unread(draft, in_text=name in _OF_CALLS)
    if not any(step.operation for step in draft.steps):
        raise CogError(_nothing(draft, name))
    mixed = mixture(source, name, draft)
    if mixed:
        raise CogError(mixed)
    return _Reading(name, draft)


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


def _nothing(draft: Draft, dialect: str) -> list[Diagnostic]:
    """Why a text gives no workflow: each broken action, or that there is none."""
    sure = {name: score for score, name in claims(draft.source)}
    others = [
        name
        for name, score in sure.items()
        if score >= max(CERTAIN, sure.get(dialect, 0) + 0.1)
        and any(step.operation for step in reader_named(name).read(draft.source, draft.options).steps)
    ]
    if draft.diagnostics and not others:
        return [each._replace(severity="error") for each in draft.diagnostics]
    advice = "docs/dialects.md shows what each dialect looks like; choose one with --from"
    if others:
        advice = f"it reads like a plan of {others[0]}: --from {others[0]}"
    return [
        Diagnostic(
            "no-action",
            f"there is no action of the dialect {dialect} in this text",
            span=first_line(draft.source),
            source=draft.source,
            advice=advice,
        )
    ]


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
    head = _header(draft) + _inputs(operations)
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


def _inputs(operations: list[Operation]) -> list[Operation]:
    """An INPUT for each variable that the plan uses and nothing in it sets: it is part of a longer plan."""
    set_by: set[str] = set()
    missing: dict[str, None] = {}
    for operation in (inner for each in operations for inner in each.walk()):
        for parameter, value in operation.arguments.items():
            for name in _used(value) if parameter != "output" else ():
                if name not in set_by:
                    missing[name] = None
        output = operation.arguments.get("output")
        own = variables.sole_name(output) if isinstance(output, str) else None
        if own is not None:
            set_by.add(own)
    made = [Operation("INPUT", {"output": variables.spell(name)}) for name in missing]
    if made:
        made[0].leading = [_comment("The plan uses these, and nothing in it sets them")]
    return made


def _used(value: Value) -> Iterator[str]:
    """The variables in an argument, also in the test of an ASSERT."""
    if isinstance(value, str):
        yield from variables.names(value)
    elif isinstance(value, list):
        for item in value:
            yield from _used(item)
    elif isinstance(value, Operation):
        for inner in value.arguments.values():
            yield from _used(inner)


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
