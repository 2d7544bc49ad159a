"""Lines of a reply that look like an action and that its reader did not take: never left out in silence.

Agents that answer in text write one call a line. A reader takes the calls that it knows and leaves the rest
as prose, so a call of another name (`press(…)` among `click(…)` and `type(…)`) would vanish.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import accumulate

from cogscript.dialects.core.draft import UNTRANSLATABLE, Draft, DraftStep
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
_ARGUMENT = re.compile(r"""\s*(?:$|["'\[({<]|-?\d|\w+\s*=\s*(?:["'\[({<]|-?\d|True|False|true|false))""")
"""How the arguments of a call begin that was made: with a value, and not with the name of one."""
_THOUGHT = re.compile(r"<(think|thinking|reasoning|thought)>.*?(?:</\1>|\Z)", re.S | re.I)
_NO_ACTIONS = frozenset({"print", "len", "range", "str", "int", "list", "dict", "log", "main", "exit"})


def report_unread(draft: Draft) -> None:
    """Note each line that is a call and is no step, in its place among the steps."""
    text = draft.source.text
    taken = sorted(step.span for step in _all(draft.steps))
    taken += [Span(*thought.span()) for thought in _THOUGHT.finditer(text)]
    taken.sort()
    starts, ends = [span.start for span in taken], list(accumulate((span.end for span in taken), max))
    for line in (*_LINE.finditer(text), *_RECORDED.finditer(text)):
        before = bisect_left(starts, line.end("call"))
        if before and ends[before - 1] > line.start("call"):
            continue
        if line["name"].casefold() in _NO_ACTIONS or not _ARGUMENT.match(line["given"]):
            continue
        span = Span(*line.span("call"))
        reason = f"`{line['name'][:40]}` looks like an action, and is none that is known here"
        index = next((at for at, step in enumerate(draft.steps) if step.span.start > span.start), None)
        draft.steps.insert(
            len(draft.steps) if index is None else index, DraftStep(None, span, notes=[reason])
        )
        draft.diagnostics.append(Diagnostic(UNTRANSLATABLE, reason, "warning", span, draft.source))


def _all(steps: list[DraftStep]) -> list[DraftStep]:
    return [each for step in steps for each in (step, *_all(step.inner or []))]
