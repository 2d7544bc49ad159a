"""Actions of a text that says itself that they are not done: they failed, are examples, were done before, are
one of several candidates, or stand there a second time.

This is told by the words before an action, whatever its dialect. Such an action is left out and reported; a
text in which every action is of that kind (a page of examples) is its author's plan, and is kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from cogscript.dialects.core.draft import REPAIRED, Draft, DraftStep
from cogscript.dialects.core.leads import lead, line_before
from cogscript.language.model.diagnostic import CogError, Diagnostic

_FAILED = re.compile(
    r"\b(?:fail(?:ed|ure)|error|exception|could ?n[o']t|cannot|can't|unable to|invalid|malformed"
    r"|unparsable|rejected|skipp(?:ed|ing)|ignor(?:ed|ing))\b|失败|错误|无法",
    re.I,
)
_EXAMPLE = re.compile(
    r"\b(?:for example|for instance|e\.g\.|such as|examples?[ \t]*[:：])|例如|比如|示例[:：]", re.I
)
_MENTIONED = re.compile(r"\w[^\n]*[(（,，][ \t]*(?:e\.g\.|for example|for instance|such as|例如|比如)", re.I)
"""An example in the middle of a sentence, between brackets or commas."""
_PROMPT = re.compile(
    r"\byou (?:should|must|need to|are an?|have to)\b"
    r"|\byour (?:task|job|response|output|answer) (?:is|should|must)\b"
    r"|\"properties\"\s*:\s*\{|你(?:是|需要|必须|应该)",
    re.I,
)
"""What tells an agent what to do, or which tools it has."""
_THOUGHT = re.compile(
    r"^[^\w\n]*(?:thoughts?|reasoning|reflection|observation|思考)\**[ \t]*[:：]"
    r"(?!.*\b(?:action|operation|answer|response|output)\w*\**[ \t]*[:：])",
    re.I,
)
_CANDIDATE = re.compile(r"\b(?:candidate|alternative|option)s?[ \t#_]*\d+\b", re.I)
_THOUGHT_OF = "it stands in a thought, or in what was seen"
_ONE_OF_SEVERAL = "it is one of several candidates"
_SHOWN = "the text calls it an example"
_KINDS = (
    ("the text says that it failed", _FAILED),
    (_SHOWN, _EXAMPLE),
    (_THOUGHT_OF, _THOUGHT),
    (_ONE_OF_SEVERAL, _CANDIDATE),
)
_OTHER_ANSWER = "it is another answer to the same question"
_CHOICES = re.compile(r"\"(?:choices|candidates)\"\s*:\s*\[\s*(?=\{)")
_COMMA = re.compile(r"\s*,\s*(?=\{)")
_LABELLED = re.compile(r"[\"{]|\w=")
"""What stands before an action in a record: names of its fields, and no words."""
_HEAD = re.compile(
    r"^[ \t]*(?:[*_]+|#+[ \t]*)?(?:(?P<example>(?:an?[ \t]+|for[ \t]+|output[ \t]+|few-shot[ \t]+)*examples?"
    r"(?:[ \t]+[a-z]+){0,5}(?:[ \t]*\d+)?|示例|例如)"
    r"|(?P<before>(?:(?:previous|past|earlier|prior|historical|completed)[ \t]+(?:\w+[ \t]+)?"
    r"(?:actions?|steps?|operations?)"
    r"|(?:action|operation|step)s?[ \t]+history|history|历史(?:操作|动作|步骤))(?:[ \t]+\w+){0,3}))"
    r"[ \t]*[*_]*[:：][ \t]*[*_]*\r?\n(?:[ \t]*\r?\n)*"
    r"(?P<body>(?:[ \t]*```[^\n]*\n[\s\S]*?\n[ \t]*```\s*)+|[\s\S]*?(?=\n[ \t]*\r?\n|\Z))",
    re.M | re.I,
)
_TRACEBACK = re.compile(r"^Traceback \(most recent call last\):\n(?P<body>(?:[ \t]+[^\n]*\n?)*)", re.M)
_THINKING = re.compile(r"<(think|thinking|thought)>(?P<body>(?:(?!</?\1>)[\s\S])*)</\1>", re.I)
_CHOSEN = re.compile(r"^[^\w\n]*(?:chosen|selected|final|best)\b[^\n:：]{0,30}[:：]", re.M | re.I)
_CANDIDATES = re.compile(
    r"^[^\w\n]*(?:candidate|alternative|option)[ \t#_]*\d+\**[ \t]*[:：](?P<body>[\s\S]*?)"
    r"(?=^[^\w\n]*(?:(?:candidate|alternative|option)[ \t#_]*\d|chosen|selected|final|best)\b|\Z)",
    re.M | re.I,
)
_PARSED = re.compile(
    r"(?:^|[\n,{])[^\n]{0,60}?(?:(?:\b|_)(?:pars(?:ed|ing)|execut\w*|perform\w*|running|dispatch\w*|convert\w*"
    r"|translated)|解析|执行|转换)[^\n]{0,30}?[:：>]",
    re.I,
)
"""How a log calls the action once more, after the reply that it came from."""
_OTHER_CHOICE = re.compile(
    r"""["']?\bindex["']?[ \t]*[:=][ \t]*(\d+)\s*,\s*["']?(?:message|text|content|delta)\b"""
)


def leave_out_doubtful(draft: Draft) -> None:
    """Leave out what the text says is not done, and say so; nothing, where nothing else would stay."""
    text = draft.source.text
    reasons = _reasons(draft, text)
    if not reasons:
        return
    if not any(step.operation and id(step) not in reasons for step in draft.steps):
        examples = all(reasons.get(id(step)) == _SHOWN for step in draft.steps if step.operation)
        mentioned = all(
            _MENTIONED.search(line_before(text, step.span.start)) for step in draft.steps if step.operation
        )
        if mentioned or (examples and _PROMPT.search(text)):
            message = "these actions are examples of a prompt, or of a sentence: it is no plan"
            raise CogError([Diagnostic("no-action", message, span=draft.steps[0].span, source=draft.source)])
        return
    shown = {
        id(step)
        for step in draft.steps
        if reasons.get(id(step)) == _SHOWN and text[: step.span.start].endswith("`")
    }
    for step in draft.steps:
        if reason := reasons.get(id(step)):
            # A document shows its actions between backticks, and calls them examples: these are its plan.
            done = "done all the same" if id(step) in shown else "not done"
            message = f"this action is {done}: {reason}"
            draft.diagnostics.append(Diagnostic(REPAIRED, message, "warning", step.span, draft.source))
    draft.steps = [step for step in draft.steps if id(step) not in reasons or id(step) in shown]


def _reasons(draft: Draft, text: str) -> dict[int, str]:
    """Why each doubtful step is one, by its identity."""
    found: dict[int, str] = {}
    sections = [
        (*head.span("body"), _SHOWN if head["example"] else "it was done before")
        for head in _HEAD.finditer(text)
    ]
    sections += [(*each.span("body"), "it stands in a traceback") for each in _TRACEBACK.finditer(text)]
    sections += [(*each.span("body"), _THOUGHT_OF) for each in _THINKING.finditer(text)]
    if _CHOSEN.search(text):
        sections += [(*each.span("body"), _ONE_OF_SEVERAL) for each in _CANDIDATES.finditer(text)]
    sections += [(*each, _OTHER_ANSWER) for each in _other_answers(text)]
    before: DraftStep | None = None
    other_choice = parsed = False
    for step in draft.steps:
        begin, start = before.span.end if before else 0, step.span.start
        between = text[begin:start] if begin <= start else ""
        choices = _OTHER_CHOICE.findall(between)
        other_choice = choices[-1] != "0" if choices else other_choice
        again = bool(_PARSED.search(between))
        section = next((why for first, last, why in sections if first <= start < last), None)
        said = lead(text, begin if begin <= start else 0, start)
        if other_choice:
            found[id(step)] = _OTHER_ANSWER
        elif before is not None and again and not parsed and step.operation == before.operation:
            found[id(step)] = "the log gives it twice"
        elif section:
            found[id(step)] = section
        elif before is not None and id(before) in found and not between.strip(" \t,;\"'`"):
            found[id(step)] = found[id(before)]  # the same list, on the same line
        elif _MENTIONED.search(said):
            found[id(step)] = _SHOWN
        elif not _LABELLED.search(said):
            why = next((why for why, pattern in _KINDS if pattern.search(said)), None)
            if why:
                found[id(step)] = why
        parsed = again
        before = step
    return found


def _other_answers(text: str) -> Iterator[tuple[int, int]]:
    """Where the second and further answers stand in the envelope of a model's interface."""
    decoder = json.JSONDecoder()
    for choices in _CHOICES.finditer(text):
        at, found = choices.end(), []
        try:
            while True:
                value, end = decoder.raw_decode(text, at)
                found.append((at, end, value))
                if (comma := _COMMA.match(text, end)) is None:
                    break
                at = comma.end()
        except (ValueError, RecursionError):
            continue
        if all(
            isinstance(value, dict) and value.keys() & {"message", "content", "text"} for *_, value in found
        ):
            yield from ((start, end) for start, end, _ in found[1:])
