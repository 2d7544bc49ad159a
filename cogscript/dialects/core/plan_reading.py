"""Reads a text in its dialect, with or without what it is wrapped in.

A text is read as it stands. Where that gives no action, or not all of them are understood, it is read without
its wrapping (`unwrapping`); what looks like an action and was not read is reported (`unread`), and what the
text says is not done is left out (`doubts`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from cogscript.dialects.core.detection import CERTAIN, claims, detect, first_line, mixture
from cogscript.dialects.core.doubts import leave_out_doubtful
from cogscript.dialects.core.draft import (
    REPAIRED,
    UNTRANSLATABLE,
    DialectOptions,
    Draft,
    DraftStep,
    NoPlan,
    every,
)
from cogscript.dialects.core.empty_marks import Told, without_margin, without_marks
from cogscript.dialects.core.event_streams import put_together
from cogscript.dialects.core.lost_pointer import leave_out_misplaced
from cogscript.dialects.core.prompt_lists import FILL_IN, leave_out_listed
from cogscript.dialects.core.prompts import refuse_prompt
from cogscript.dialects.core.registry import full_name, is_script, reader_named
from cogscript.dialects.core.repeated_history import without_repetitions
from cogscript.dialects.core.replies_twice import without_copies
from cogscript.dialects.core.script_strings import scripts_in_strings
from cogscript.dialects.core.unread import report_unread
from cogscript.dialects.core.unwrapping import Unwrapped, announced, from_strings, is_program, unwrapped
from cogscript.language.model.diagnostic import CogError, Diagnostic, Source, Span
from cogscript.language.model.tree import Operation

_OF_LINES = (
    "cogagent",
    "ui-tars",
    "glm",
    "autoglm",
    "openai",
    "computer-use",
    "gui-plus",
    "gemini",
)
"""Dialects of agents that answer in text; what a script holds, its own reader accounts for."""
_ENDS = ("END", "FAIL")
_LABELLED_AGAIN = re.compile(r"[ \t]*(?:#[^\n]*)?\s*action[ \t]*[:：][ \t]*", re.I)
_IN_PIXELS = ("computer-use", "openai")
_LIKELY = 0.8
"""From here on a dialect's claim rests on more than the names of actions."""
_DOTS = re.compile(r"\s*(?:\.\.\.|…|xxx)\s*", re.I)
_PLACEHOLDER = re.compile(
    r"\{\{\s*[A-Za-z_][\w. -]{0,40}\}\}"
    r"|\A\s*<[^\W\d_][\w .-]{1,40}>\s*\Z|(?<=://)[^\s<>]{0,200}<[^\W\d_][\w .-]{1,40}>"
)
"""What a program fills in, or a person: a text that is one, or a part of an address."""
_OF_CALLS = ("cogagent", "ui-tars", "glm", "autoglm")


class PlanReading(NamedTuple):
    """A plan as one dialect reads it."""

    dialect: str
    draft: Draft

    @property
    def operations(self) -> list[Operation]:
        return [step.operation for step in self.draft.steps if step.operation is not None]

    @property
    def is_whole(self) -> bool:
        return not any(each.code == UNTRANSLATABLE for each in self.draft.diagnostics)


def read(source: Source, dialect: str | None, options: DialectOptions) -> PlanReading:
    """The plan of a text; of a stream, or of a log of requests, what they tell once."""
    text = source.text
    if (told := without_marks(text) or without_margin(text) or put_together(text)) is not None:
        return _retold(source, told, [], dialect, options)
    if (shorter := without_repetitions(source.text)) is not None:
        return _retold(source, *shorter, dialect, options)
    is_code = (dialect and is_script(full_name(dialect))) or is_program(source.text)
    if not is_code and (once := without_copies(source.text)) is not None:
        return _retold(source, *once, dialect, options)
    return _read(source, dialect, options)


def _read(source: Source, dialect: str | None, options: DialectOptions) -> PlanReading:
    """The plan as it stands; or, where that is none, or not all of it, what it is without its wrapping."""
    refusal: CogError | None = None
    best: PlanReading | None = None
    try:
        best = _as_it_stands(source, dialect, options)
    except CogError as error:
        known = isinstance(error, NoPlan)
        if known or not all(each.code in ("no-action", UNTRANSLATABLE) for each in error.diagnostics):
            raise
        refusal = error
    strings = from_strings(source.text)
    if best is None or not (best.is_whole or is_script(best.dialect)):
        # What a program does not do, a condition or a comment says why: only its strings may be replies.
        ways = strings if is_program(source.text) else unwrapped(source.text)
        best = _without_wrapping(source, ways, dialect, options, best)
        if best is None and not is_program(source.text):
            best = _without_wrapping(source, iter([announced(source.text)]), dialect, options, best)
        if best is None:
            best = _without_wrapping(source, scripts_in_strings(source.text), dialect, options, best)
    elif _is_escaped(best):
        best = _without_wrapping(source, strings, dialect, options, best)
    if best is None:
        assert refusal is not None
        raise refusal
    if not is_program(source.text):  # what a program's comments say is about its code, which is done
        refuse_prompt(best.draft)
        leave_out_listed(best.draft, of_agent=not is_script(best.dialect))
        leave_out_doubtful(best.draft)
    if not is_script(best.dialect):
        _go_on_after_ends(best.draft)
    # A reader of code tells which of its statements move the pointer; of an agent's action, any may.
    leave_out_misplaced(best.draft, any_moves=not is_script(best.dialect) and best.dialect != "osworld")
    _say_placeholders(best.draft)
    return best


def _go_on_after_ends(draft: Draft) -> None:
    """An agent that acts after it had finished, or given up, went on, with another task or the same one: what
    it did then is done as well, and the run ends where its log does. It ends once, even if said twice."""
    acted = ended = False
    kept: list[DraftStep] = []
    for step in reversed(draft.steps):
        name = step.operation.name if step.operation else ""
        if name in _ENDS and acted:
            message = f"the agent goes on after this: no {name} stands here"
            draft.diagnostics.append(Diagnostic(REPAIRED, message, "warning", step.span, draft.source))
            continue
        if name == "END" and ended:
            continue
        if (
            name == "ASK_USER"
            and kept
            and kept[-1].operation == step.operation
            and _LABELLED_AGAIN.fullmatch(draft.source.text, step.span.end, kept[-1].span.start)
        ):
            continue  # one reply asks a person once
        acted = acted or bool(name and name not in _ENDS)
        ended = ended or name == "END"
        kept.append(step)
    draft.steps = kept[::-1]


def _retold(
    source: Source,
    told: list[Told],
    said: list[tuple[str, int]],
    dialect: str | None,
    options: DialectOptions,
) -> PlanReading:
    """The plan of a text that says the same without its repetitions and pieces, with places in the file."""
    offsets: list[int] = []
    for part in told:
        kept = source.text.startswith(part.text, part.start)
        offsets += [part.start + (at if kept else 0) for at in range(len(part.text))]
    plain = Unwrapped("".join(part.text for part in told), [*offsets, len(source.text)], [])
    reading = read(Source(plain.text, source.path), dialect, options)
    plain.restore(reading.draft, source)
    for message, start in said:
        span = Span(start, start + 1)
        reading.draft.diagnostics.append(Diagnostic(REPAIRED, message, "warning", span, source))
    return reading


def _say_placeholders(draft: Draft) -> None:
    """A text that some program would have filled in is kept as it stands, which must be said."""
    for step in every(draft.steps):
        given = step.operation.arguments.items() if step.operation else ()
        texts = [value for _, value in given if isinstance(value, str)]
        for text in texts:
            found = _PLACEHOLDER.search(text) or FILL_IN.fullmatch(text) or _DOTS.fullmatch(text)
            if found:
                message = f"`{found[0]}` is a place to fill in, and is kept as it stands"
                draft.diagnostics.append(Diagnostic(REPAIRED, message, "warning", step.span, draft.source))


def _without_wrapping(
    source: Source,
    ways: Iterator[Unwrapped],
    dialect: str | None,
    options: DialectOptions,
    best: PlanReading | None,
) -> PlanReading | None:
    for inner in ways:
        try:
            found = _as_it_stands(Source(inner.text, source.path), dialect, options)
        except CogError:
            continue
        if best is not None and not _says_more(found, best):
            continue
        if found.is_whole and _is_escaped(found):
            found, inner = _deeper(found, inner, dialect, options)
        inner.restore(found.draft, source)
        for note, span in inner.notes:
            found.draft.diagnostics.append(Diagnostic(REPAIRED, note, "warning", span, source))
        best = found
        if best.is_whole:
            break
    return best


def _deeper(
    found: PlanReading, inner: Unwrapped, dialect: str | None, options: DialectOptions
) -> tuple[PlanReading, Unwrapped]:
    """What was read with the escapes of a string, without them."""
    for string in from_strings(inner.text):
        try:
            other = _as_it_stands(Source(string.text), dialect, options)
        except CogError:
            continue
        if other.is_whole and len(other.operations) == len(found.operations):
            return other, inner.within(string)
    return found, inner


def _says_more(found: PlanReading, best: PlanReading) -> bool:
    """Whether a reading without the wrapping is the better one: all of it is understood, and nothing less."""
    if not found.is_whole:
        return False
    more = len(found.operations) - len(best.operations)
    return more > 0 or (more == 0 and best.is_whole and found.operations != best.operations)


def _is_escaped(reading: PlanReading) -> bool:
    """Whether a call was read as it stands in a string, with that string's escapes."""
    text = reading.draft.source.text
    written = [text[step.span.start : step.span.end] for step in reading.draft.steps]
    return reading.dialect in _OF_CALLS and any("\\" in each or '""' in each for each in written)


def _as_it_stands(source: Source, dialect: str | None, options: DialectOptions) -> PlanReading:
    """The plan in its dialect. Where that does not know all of it, and another that claims the text does, it
    is the other's."""
    if dialect:
        return _in_dialect(source, full_name(dialect), options)
    likely = detect(source, options)
    best, refusal = None, None
    try:
        best = _in_dialect(source, likely, options)
    except CogError as error:
        if isinstance(error, NoPlan):
            raise
        if error.diagnostics[0].code == "mixed-dialects":
            return _as_replied(source, likely, options, error)
        refusal = error
    if not (best is not None and best.is_whole) and not is_script(likely):
        for _, name in claims(source):
            if name == likely:
                continue
            try:
                other = _in_dialect(source, name, options)
            except CogError:
                continue
            better = len(other.operations) > len(best.operations) if best else _is_beside(other, refusal)
            if other.is_whole and better:
                return other
    if best is None:
        assert refusal is not None
        raise refusal
    if best.draft.options.coordinates is None and not is_script(likely):
        return _with_other_places_said(best)
    return best


def _with_other_places_said(reading: PlanReading) -> PlanReading:
    """Say it where the text has no sign of its agent's own, and another would do the same elsewhere. Who
    gives the display's size means pixels."""
    found = claims(reading.draft.source)
    if next(score for score, name in found if name == reading.dialect) >= _LIKELY:
        return reading
    if reading.draft.options.screen and reading.dialect in _IN_PIXELS:
        return reading
    for _, name in found:
        if name == reading.dialect or is_script(name):
            continue
        other = reader_named(name).read(reading.draft.source, reading.draft.options)
        operations = [step.operation for step in other.steps if step.operation is not None]
        if [each.name for each in operations] == [each.name for each in reading.operations] and any(
            one.arguments.get(place) != another.arguments.get(place)
            for one, another in zip(operations, reading.operations, strict=True)
            for place in ("box", "to")
        ):
            if reading.draft.options.screen and name in _IN_PIXELS and reading.dialect not in _IN_PIXELS:
                return _in_dialect(reading.draft.source, name, reading.draft.options)
            message = f"what the numbers of the places are is not said: `--from {name}` reads them otherwise"
            span = next(step.span for step in reading.draft.steps if step.operation)
            reading.draft.diagnostics.append(
                Diagnostic(REPAIRED, message, "warning", span, reading.draft.source)
            )
            break
    return reading


def _is_beside(other: PlanReading, refusal: CogError | None) -> bool:
    """Whether a reading has its actions where the one that was refused saw none, not even broken ones."""
    broken = [each.span for each in refusal.diagnostics if each.span] if refusal else []
    return not any(
        step.span.start < span.end and span.start < step.span.end
        for step in other.draft.steps
        for span in broken
    )


def _as_replied(source: Source, likely: str, options: DialectOptions, mixed: CogError) -> PlanReading:
    """The reading that takes all of a log's other notations for what a program made of the replies."""
    for _, name in claims(source):
        if name != likely and not is_script(name):
            try:
                return _in_dialect(source, name, options)
            except CogError:
                continue
    raise mixed


def _in_dialect(source: Source, name: str, options: DialectOptions) -> PlanReading:
    draft = reader_named(name).read(source, options)
    if not any(step.operation for step in draft.steps):
        raise CogError(_nothing(draft, name))
    mixed = [] if is_program(source.text) else mixture(source, name, draft)
    if any(each.is_error for each in mixed):
        raise CogError(mixed)
    draft.diagnostics += mixed
    draft.passed_over += [each.span for each in mixed if each.span]
    if name in _OF_LINES:
        report_unread(draft, in_text=name in _OF_CALLS)
    return PlanReading(name, draft)


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
