"""Lines of a reply that look like an action and that its reader did not take: never left out in silence.

Agents that answer in text write one call a line. A reader takes the calls that it knows and leaves the rest
as prose, so a call of another name (`press(…)` among `click(…)` and `type(…)`) would vanish.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import accumulate

from cogscript.dialects.core.action_shapes import actions_in
from cogscript.dialects.core.draft import REPAIRED, UNTRANSLATABLE, Draft, DraftStep, every
from cogscript.dialects.core.echoes import TOLD_AGAIN, is_copy
from cogscript.dialects.core.leads import is_label, key_before, lead, may_be_reply
from cogscript.language.model.diagnostic import Diagnostic, Span

_LINE = re.compile(
    r"^[ \t]*(?:\[[^\]\n]{1,60}\][ \t]*)?"
    r"(?:(?:[-*•>]|\d{1,3}[.)、]|(?:action|response|reply|prediction)[ \t]*[:：])[ \t]*){0,2}`?"
    r"(?P<call>(?P<name>[A-Za-z][A-Za-z_]{2,40})\((?P<given>[^\n]*)\))`?[ \t]*;?[ \t]*\r?$",
    re.M | re.I,
)
_RECORDED = re.compile(
    r"\"action\"\s*:\s*\"\s*(?P<call>(?P<name>[A-Za-z][A-Za-z_]{2,40})\((?P<given>(?:[^\"\\\n]|\\.)*)\))\s*\""
)
"""An action as a record of a run keeps it."""
_TOOL_LINE = re.compile(r"^[^\w\n]{0,12}(?P<call>mcp__[\w-]+?__(?P<name>[A-Za-z_]\w*)\W[^\n]*)$", re.M)
"""A line of a session's list of calls."""
_ARGUMENT = re.compile(r"""\s*(?:$|["'\[({<]|-?\d|\w+\s*=\s*(?:["'\[({<]|-?\d|True|False|true|false))""")
"""How the arguments of a call begin that was made: with a value, and not with the name of one."""
_THOUGHT = re.compile(r"<(think|thinking|reasoning|thought)>.*?(?:</\1>|\Z)", re.S | re.I)
_NO_ACTIONS = frozenset({"print", "len", "range", "str", "int", "list", "dict", "log", "main", "exit"})


_LONGEST_LEAD = 200
_LONGEST_REPLY = 1000
_PARSED = re.compile(r"pars|execut|structur|convert|translat|normali[sz]|dict|json")
_NEAR = 500
_STRING_BEGINS = re.compile(r"""[:=,(\[]\s*["']$""")


def report_unread(draft: Draft, in_text: bool) -> None:
    """Note each line that is a call and is no step, and each action after a label, in its place among the
    steps."""
    text = draft.source.text
    taken = [step.span for step in every(draft.steps)] + draft.passed_over
    taken += [Span(*thought.span()) for thought in _THOUGHT.finditer(text)]
    taken.sort()
    starts, ends = [span.start for span in taken], list(accumulate((span.end for span in taken), max))

    def left(span: Span) -> bool:
        before = bisect_left(starts, span.end)
        return not (before and ends[before - 1] > span.start)

    found: dict[int, tuple[Span, str]] = {}
    for line in (*_LINE.finditer(text), *_RECORDED.finditer(text)):
        span = Span(*line.span("call"))
        if left(span) and line["name"].casefold() not in _NO_ACTIONS and _ARGUMENT.match(line["given"]):
            found[span.start] = (
                span,
                f"`{line['name'][:40]}` looks like an action, and is none that is known here",
            )
    for line in _TOOL_LINE.finditer(text):
        span = Span(*line.span("call"))
        if left(span):
            found[span.start] = (span, f"`{line['name'][:40]}` is called here, and is not understood")
    written = {text[step.span.start : step.span.end] for step in every(draft.steps)} - {""}
    for span in _unread_actions(text, left, in_text):
        quoted = text[span.start - 1 : span.start] in ("'", '"', "n", " ")
        if quoted and any(text.startswith(each, span.start) for each in written):
            continue  # a record keeps the reply, and the action that was taken from it
        if (
            text[span.start] == "{"
            and _PARSED.search(key_before(text, span.start))
            and any(0 <= span.start - step.span.end <= _NEAR for step in every(draft.steps))
        ):
            continue  # and what a program made of it
        before = max((step.span for step in every(draft.steps) if step.span.end <= span.start), default=None)
        if text[span.start] == "{" and before is not None and is_copy(text, before, span):
            draft.diagnostics.append(Diagnostic(REPAIRED, TOLD_AGAIN, "warning", span, draft.source))
            continue
        found.setdefault(span.start, (span, "this looks like an action, and was not read"))
    if in_text:
        _say_mentions(draft, left, written)
    for span, reason in sorted(found.values()):
        index = next((at for at, step in enumerate(draft.steps) if step.span.start > span.start), None)
        draft.steps.insert(
            len(draft.steps) if index is None else index, DraftStep(None, span, notes=[reason])
        )
        draft.diagnostics.append(Diagnostic(UNTRANSLATABLE, reason, "warning", span, draft.source))


def _say_mentions(draft: Draft, left: Callable[[Span], bool], written: set[str]) -> None:
    """An action that a sentence speaks of is not done, which must be said, unless it is done as well."""
    text = draft.source.text
    for span in actions_in(text):
        before = lead(text, max(0, span.start - _LONGEST_LEAD), span.start)
        spoken = text[span.start] != "{" and text[span.end : span.end + 1] not in ")）" and left(span)
        if not spoken or _is_reached(before) or _STRING_BEGINS.search(before):
            continue
        if any(text.startswith(each, span.start) for each in written):
            continue
        message = "a sentence speaks of this action: it is not done"
        draft.diagnostics.append(Diagnostic(REPAIRED, message, "warning", span, draft.source))


def _unread_actions(text: str, left: Callable[[Span], bool], in_text: bool) -> Iterator[Span]:
    """What looks like an action of any agent, begins a string or, in text, a line or follows a label, and is
    left."""
    for span in actions_in(text):
        is_object, is_empty = text[span.start] == "{", text[span.end : span.end + 1] in ")）"
        if not left(span) or (not in_text and (is_object or is_empty)):
            continue
        before = lead(text, max(0, span.start - _LONGEST_LEAD), span.start)
        opened = span.start - 1
        if not _STRING_BEGINS.search(before):
            if in_text:
                if _is_reached(before):
                    yield span
                continue
            opened = text.rfind('"', max(0, span.start - _LONGEST_REPLY), span.start)
            if opened < 0 or not _STRING_BEGINS.search(text, max(0, opened - 40), opened + 1):
                continue
        if may_be_reply(text, opened, span.end) and (opened + 1 == span.start or _is_reached(before)):
            yield span


def _is_reached(before: str) -> bool:
    return not any(map(str.isalnum, before)) or is_label(before)
