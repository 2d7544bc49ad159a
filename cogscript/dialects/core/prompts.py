"""A prompt, or a program's documentation: whatever actions such a text shows, it is no plan."""

from __future__ import annotations

import re

from cogscript.dialects.core.draft import Draft, DraftStep
from cogscript.dialects.core.leads import line_before
from cogscript.language.model.diagnostic import CogError, Diagnostic

_DOCUMENTED = re.compile(
    r"^[ \t]*(?:Returns|Raises|Yields)[ \t]*:[ \t]*$"
    r"|^[ \t]*Args[ \t]*:[ \t]*\n[ \t]+\w+(?: \([^()\n]*\))?: *(?:\S+ +){2}\S",
    re.M,
)
"""The parts of a docstring."""
_ADDRESSED = re.compile(
    r"[\s\"'`#*]*(?:[^\n]{0,60}\n\s*){0,2}[\s\"'`]*(?:you are (?:an?|the|operating|controlling|now)\b"
    r"|your (?:task|job|role) is\b|act as an?\b|你是一|您是一|你是专)",
    re.I,
)
"""How a prompt begins."""
_ANSWERS = re.compile(
    r"^[^\w\n]*(?:(?:next )?action|operation|response|reply|output|code|动作|操作)s?\W*[:：]", re.I
)
_SPEAKER = re.compile(
    r"^[^\w\n]{0,4}(?:assistant|user|human|ai|助手|用户)\b\W*[:：]|<\|im_start\|>|<\|assistant\|>"
    r"|\"role\"\s*:|^[^\w\n]*thoughts?\W*[:：][ \t]*\w",
    re.M | re.I,
)
_THOUGHT_OF_IT = re.compile(r"</think(?:ing)?>\s*(?:<\w+>\s*)?\Z", re.I)
_TAGS = re.compile(r"\s*(?:</?\w+>\s*)*")


def refuse_prompt(draft: Draft) -> None:
    """Refuse a text that tells an agent what it is, and in which nobody answers."""
    text = draft.source.text
    if _DOCUMENTED.search(text):
        message = "this documents a program: the actions that it speaks of are no plan"
        span = draft.steps[0].span if draft.steps else None
        raise CogError([Diagnostic("no-action", message, span=span, source=draft.source)])
    if not _ADDRESSED.match(text):
        return
    if any(_ANSWERS.search(line_before(text, step.span.start)) for step in draft.steps if step.operation):
        return
    if _SPEAKER.search(text) or _is_replied(text, [step for step in draft.steps if step.operation]):
        return
    message = "this tells an agent what to do, and no agent answers in it: it is a prompt and no plan"
    advice = "give what the agent answered"
    span = draft.steps[0].span if draft.steps else None
    raise CogError([Diagnostic("no-action", message, span=span, source=draft.source, advice=advice)])


def _is_replied(text: str, steps: list[DraftStep]) -> bool:
    """Whether a thought stands before every action, and the last one ends the text: a reply to the prompt."""
    return (
        bool(steps)
        and all(_THOUGHT_OF_IT.search(text[max(0, step.span.start - 80) : step.span.start]) for step in steps)
        and _TAGS.fullmatch(text, steps[-1].span.end) is not None
    )
