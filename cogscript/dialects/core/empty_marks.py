"""Marks around replies that say nothing: a terminal's colours, the tokens of a chat's template, CDATA.

They are taken out before anything is read, so that no reader has to know them; every character that is left
still knows where it stands in the file.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Told(NamedTuple):
    """A part of a text that is read in the place of another, and where it begins in the file."""

    text: str
    start: int


_MARK = re.compile(
    r"(?P<nothing>\x1b\[[0-9;?]*[A-Za-z]|<\|(?:im_end|endoftext|eot_id|eom_id|end_of_turn)\|>|</s>(?=\s*\Z))"
    r"|(?P<line><!\[CDATA\[|\]\]>)"
    r"|(?P<thought>^[ \t]*<(?P<tag>think|thinking|thought)>(?:(?!</(?P=tag)>)[\s\S])*</(?P=tag)>)(?=[^\s<])",
    re.M,
)


def without_margin(text: str) -> list[Told] | None:
    """The text without the spaces that all its lines begin with; None where there are none. Code and YAML
    that were cut out of something mean the same without them."""
    lines = text.split("\n")
    filled = [line for line in lines if line.strip()]
    margin = min((len(line) - len(line.lstrip(" ")) for line in filled), default=0)
    if margin < 2 or len(filled) < 2:
        return None
    told: list[Told] = []
    at = 0
    for line in lines:
        cut = margin if line.strip() else 0
        told.append(Told(text[at + cut : at + len(line) + 1], at + cut))
        at += len(line) + 1
    return told


def without_marks(text: str) -> list[Told] | None:
    """The text without such marks; None where there are none."""
    told: list[Told] = []
    at = 0
    for mark in _MARK.finditer(text):
        if mark["line"] and "<![CDATA[" not in text:
            continue
        end = mark.end() if mark["thought"] else mark.start()
        told.append(Told(text[at:end], at))
        if not mark["nothing"]:
            told.append(Told("\n", mark.end()))  # what stands there begins a line
        at = mark.end()
    return [*told, Told(text[at:], at)] if told else None
