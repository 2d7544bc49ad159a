"""A prompt's list of the actions that an agent has: `click(point='<point>x1 y1</point>')`, line after line.

Some of its lines have nothing to fill in (`press_home()`, `finished(content='xxx')`) and read like actions
that are done. They are known by their neighbours, which have letters where a place or a value would stand.
Others have an example in every line, with values: they are known by what they are called (`e.g.`, `available
actions`), and by the doubled braces of a program's template.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right

from cogscript.dialects.core.draft import REPAIRED, UNTRANSLATABLE, Draft
from cogscript.language.model.diagnostic import CogError, Diagnostic, Span

_PARAMETER = r"\*{0,2}[a-z_]\w*[ \t]*(?:[:=][^,()'\"\n]+)?"
_FORM = re.compile(
    r"^[^\n]*?(?:[\[(>]\s*x_?(?:\d|min)?\s*[, ]\s*y_?(?:\d|min)?\s*[,\])<]|\[[ \t]*,[ \t]*[,\]]"
    r"|=[ \t]*(?:['\"]\(?|\()(?:\.\.\.|…)\)?['\"]?[ \t]*[,)]"
    r"|:[ \t]*(\"?)<[a-z][a-z_, -]{2,40}>\1[ \t]*[,}]"
    r"|^[ \t*`]*(?:action|thought)\**[ \t]*[:：][ \t]*(?:\.\.\.|…)[ \t`]*$"
    r"|^[ \t#*`-]*(?:def[ \t]+|async[ \t]+)*[a-z_]\w*"
    rf"\([ \t]*(?:{_PARAMETER}(?:,[ \t]*{_PARAMETER})*,?[ \t]*)?\)"
    r"(?:[ \t]*->[^\n:]+)?:[ \t]*$|\bcalling rule\b[ \t*]*[:：][ \t]*`?\w+\()[^\n]*",
    re.M | re.I,
)
"""A line with letters in place of numbers, or with the name of a value between angle brackets; or one that
defines an action by the names of its parameters."""
_FILL_IN = (
    r"(?:(?:the|some|your)[ _])?(?:text|message|answer|content|question)"
    r"[ _](?:to[ _](?:type|enter|input|send|show)|here)"
    r"|(?:the|your)[ _](?:text|message|answer|input)"
    r"|(?:the[ _]|your[ _])?(?:app(?:lication)?|package)[ _]name"
    r"|[xX]{3,}|(?:要|需要|待)输入的?(?:文本|文字|内容)|(?:输入|文本|回答)内容|应用(?:名称?|包名)"
)
FILL_IN = re.compile(rf"\s*(?:{_FILL_IN})\s*")
"""What a prompt writes where a text would stand: the name of the text."""
_SPEAKS = r"(?![ \t*#\[]*(?:thought|action|assistant|response|reply|output|step)\b)"
_SHOWN = re.compile(
    rf"^{_SPEAKS}(?:[^\n]{{0,200}}?[,，、(（;；:：。.][ \t]*"
    r"(?:如|例如|比如|e\.g\.|for example|for instance|such as)"
    r"[ \t]*[:：,，]?[ \t`]*(?:\w+\(|\{)"
    r"|[ \t*\d.)-]*for [a-z]+ing\b[^\n:：]{0,40}[:：][ \t`]*(?:\w+\(|\{)"
    rf"|[^\n]*[\"'](?:{_FILL_IN})[\"'])[^\n]*",
    re.M | re.I,
)
"""A line that says of its action that it is an example, or what it is for; or with a name to fill in."""
_DOUBLED = re.compile(r"^[^\n{]*\{\{[ \t]*(?:[\"'][^\n]*\}\}[^\n]*|$)", re.M)
_TEMPLATE = re.compile(
    r"(?<![{$\w])\{[a-z_][a-z_\d]*\}(?!\})|^(?=[^\n{:：]*[a-z])[^\n{:：]*[:：][ \t`]*\{\{[ \t]*[\"']",
    re.M | re.I,
)
"""What a program puts its own values into, and where braces that stay are doubled."""
_ACTIONS = r"(?:actions?|operations?|commands?|functions?)"
_OFFERED = re.compile(
    r"^[ \t#*【\[]*(?:[^\n]{0,40}\b(?:available|supported|allowed|possible|valid)[ \t]+(?:\w+[ \t]+)?"
    rf"{_ACTIONS}\b"
    rf"|[^\n]{{0,40}}\b{_ACTIONS} (?:that )?(?:are available|you can|you may)\b"
    r"|[^\n]{0,20}(?:可用|支持|可执行|可以执行|允许|可选)的?\w{0,4}(?:操作|动作|指令|命令|函数))"
    r"[^\n]{0,30}\n(?:[ \t]*\n)?(?P<lines>(?:[ \t]*\S[^\n]*(?:\n|\Z))+)",
    re.M | re.I,
)
"""What a prompt writes over a list of examples, and its lines down to an empty one."""
_HEADING = re.compile(
    r"^[ \t#*]*(?:(?:available |possible )?action[ _]?(?:space|list)s?"
    r"|[^\n]{0,80}\b(?:(?:following|this|one of these|output|response|reply) (?:formats?|forms?|actions?))"
    r"|[^\n]{0,40}格式[^\n]{0,10})[ \t*]*[:：]?[ \t*]*$",
    re.M | re.I,
)
"""What a prompt writes over its list."""
_REPLY = re.compile(
    r"^[ \t*#\[]*(?:thought|action|assistant|response|reply|output|step[ \t]*\d+)\b[^\n:：]{0,20}[:：]"
    r"(?![ \t]*(?:\.\.\.|…))[ \t]*\S|<think|^[ \t]*(?:assistant|user|human)[ \t]*$",
    re.M | re.I,
)
"""Where a list has ended, because somebody speaks."""
_BLANK = re.compile(r"\n[ \t]*\r?\n")
_FEWEST = 2
_FARTHEST = 1500
"""Characters between two actions of one list: each is followed by what it is good for."""


def leave_out_listed(draft: Draft, of_agent: bool = True) -> None:
    """Leave out what a prompt lists, and say so; a text that is nothing else is refused. What a script's
    comments say stands over commands that are done."""
    text = draft.source.text
    lists = _lists(draft, text, of_agent)
    if not lists:
        return
    starts = [each.start for each in lists]

    def listed(span: Span) -> bool:
        at = bisect_right(starts, span.start)
        return at > 0 and span.start < lists[at - 1].end

    kept = [step for step in draft.steps if not listed(step.span)]
    if not any(step.operation for step in kept):
        message = "this lists the actions that an agent has: it is a prompt and no plan"
        advice = "give what the agent answered"
        raise CogError([Diagnostic("no-action", message, span=lists[0], source=draft.source, advice=advice)])
    # Without a reply after it, what is left may be more of the list: the plan stays one that lacks steps.
    answered = _REPLY.search(text, lists[-1].end) is not None
    for step in draft.steps:
        if step.operation and listed(step.span):
            message = "this action is not done: a prompt lists it"
            draft.diagnostics.append(Diagnostic(REPAIRED, message, "warning", step.span, draft.source))
    draft.diagnostics = [
        each._replace(code=REPAIRED, message="a form to fill in is no action")
        if each.code == UNTRANSLATABLE and each.span and listed(each.span) and answered
        else each
        for each in draft.diagnostics
    ]
    draft.steps = kept


def _lists(draft: Draft, text: str, of_agent: bool) -> list[Span]:
    """Where the lists stand: lines to fill in, and the actions among them, of which none has a place."""
    forms = [Span(*form.span()) for form in (*_FORM.finditer(text), *_HEADING.finditer(text))]
    forms += _examples(text) if of_agent else []
    if len(forms) < _FEWEST or _is_json(text):
        return []
    acted = [step for step in draft.steps if step.operation]
    entries = sorted(
        [(form, True, False) for form in forms]
        + [
            (step.span, False, "box" in (step.operation.arguments if step.operation else ()))
            for step in acted
        ]
    )
    runs: list[list[tuple[Span, bool, bool]]] = []
    end = 0
    for entry in entries:
        between = text[end : entry[0].start]
        if not runs or len(between) > _FARTHEST or _REPLY.search(between):
            runs.append([])
        runs[-1].append(entry)
        end = max(end, entry[0].end)
    return [span for run in runs if (span := _extent(run, text)) is not None]


def _examples(text: str) -> list[Span]:
    """The lines that are examples although they have all their values."""
    found = [Span(*line.span()) for line in _SHOWN.finditer(text)]
    if _TEMPLATE.search(text):
        found += [Span(*line.span()) for line in _DOUBLED.finditer(text)]
    for offered in _OFFERED.finditer(text):
        for line in re.finditer(r"[^\n]+", offered["lines"]):
            if _REPLY.match(line.group()):
                break
            start = offered.start("lines") + line.start()
            found.append(Span(start, start + len(line.group())))
    return found


def _extent(run: list[tuple[Span, bool, bool]], text: str) -> Span | None:
    """From the first line to fill in to the last, and the actions right before and after them."""
    at = [index for index, (_, is_form, _) in enumerate(run) if is_form]
    if len(at) < _FEWEST:
        return None
    first, last = at[0], at[-1]
    while first and not _BLANK.search(text, run[first - 1][0].end, run[first][0].start):
        first -= 1
    while last + 1 < len(run) and not _BLANK.search(text, run[last][0].end, run[last + 1][0].start):
        last += 1
    inside = run[first : last + 1]
    forms = [span for span, is_form, _ in inside if is_form]
    if any(
        has_place and not any(form.start <= span.start < form.end for form in forms)
        for span, _, has_place in inside
    ):
        return None
    return Span(inside[0][0].start, max(span.end for span, *_ in inside))


def _is_json(text: str) -> bool:
    """Records name who speaks, and what a prompt says in them is not read."""
    begun = text.lstrip()
    if begun[:1] not in ("{", "["):
        return False
    for value in (begun, begun.partition("\n")[0]):
        try:
            json.loads(value)
        except (ValueError, RecursionError):
            continue
        return True
    return False
