"""A log that tells a step twice: as the agent answered it, and then as what a program made of that.

The second is no step. It is known by standing right after the reply: in another notation, behind a label of
what programs do with replies (`Parsed:`, `Executing:`), or as an object that has no word and no number that
the reply does not have.
"""

from __future__ import annotations

import re

from cogscript.dialects.core.draft import DraftStep
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.tree import Operation

TOLD_AGAIN = "the log tells this step again, in another notation: it is done once"
_MADE_OF_IT = re.compile(
    r"pars(?:e|ed|ing)\b|execut|perform|\brun(?:ning|s)?\b|dispatch|convert|translat|structur|normali[sz]"
    r"|\bcode\b|\bcommands?\b|pyautogui|xdotool|\badb\b|解析|执行|转换|代码|命令",
    re.I,
)
_FARTHEST = 2000
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?")
_SCALAR = re.compile(
    r"\"(?P<double>(?:[^\"\\]|\\.)*)\"(?!\s*:)|'(?P<single>(?:[^'\\]|\\.)*)'(?!\s*:)|(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')\s*:"
    rf"|(?P<number>{_NUMBER.pattern})"
)
_ON_THE_WAY = ("HOVER", "WAIT")
"""What a program does for an action besides it: it goes there, and lets it take effect."""


def tells_again(text: str, reply: DraftStep, group: list[DraftStep]) -> bool:
    """Whether the steps after a reply, in another notation, are that reply as a program does it."""
    if reply.operation is None or any(step.operation is None for step in group):
        return False
    between = text[reply.span.end : group[0].span.start]
    said = [line for line in between.splitlines()[1:] if line.strip(" \t`")][-2:]
    if len(between) > _FARTHEST or not _MADE_OF_IT.search("\n".join(said)):
        return False
    operations = [step.operation for step in group if step.operation is not None]
    same = [each for each in operations if each.name not in _ON_THE_WAY or each.name == reply.operation.name]
    return (
        len(same) == 1 and same[0].name == reply.operation.name and _texts(same[0]) <= _texts(reply.operation)
    )


def _texts(operation: Operation) -> set[str]:
    return {each.text for each in operation.texts()}


def is_copy(text: str, reply: Span, copy: Span) -> bool:
    """Whether an object right after a reply says nothing that the reply does not say."""
    if copy.start - reply.end > _FARTHEST:
        return False
    said = text[reply.start : reply.end]
    numbers = set(_NUMBER.findall(said))
    found = list(_SCALAR.finditer(text, copy.start, copy.end))
    return bool(found) and all(
        each["number"] in numbers if each["number"] else (each["double"] or each["single"] or "") in said
        for each in found
        if each.lastgroup  # else the name of a field
    )
