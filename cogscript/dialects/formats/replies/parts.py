"""The parts of a text agent's reply or prompt, by the grammar in grammars/agent_reply.lark.

A reply says what it sees, what it thinks and what it does, each after a label. Only what stands after
the label of an action is an action: a thought may well mention one that is not meant.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cache

from lark import Lark

from cogscript.dialects.formats.replies.text_calls import TextCall, Unreadable, read_call
from cogscript.language.model.diagnostic import Span
from cogscript.language.syntax.grammars import grammar_text

_PLATFORMS = {
    "win": "windows", "windows": "windows", "mac": "macos", "macos": "macos", "osx": "macos",
    "linux": "linux", "ubuntu": "linux", "android": "android", "mobile": "android", "phone": "android",
    "ios": "ios", "iphone": "ios", "browser": "browser", "web": "browser", "chrome": "browser",
}  # fmt: skip


@dataclass(slots=True)
class Part:
    """A stretch of the text after a label, with the calls that begin a line of it.

    The labels are operation, action, thought, task, history, entry (of a history), item (of any other
    list), mark, platform, box (between an agent's own answer marks), and the empty one for text that has
    none.
    """

    label: str
    start: int
    end: int
    title: str = ""
    """The label as it was written, in lower case."""
    calls: list[TextCall | Unreadable] = field(default_factory=list)

    def of(self, text: str) -> str:
        return text[self.start : self.end]

    def rest(self, text: str) -> str:
        """What stands after the last call."""
        spans = [call.span.end for call in self.calls if call.span]
        return text[max([self.start, *spans]) : self.end]


@cache
def _parser() -> Lark:
    return Lark(grammar_text("agent_reply.lark"), parser="lalr", lexer="basic")


_LABELS = {"OPERATION": "operation", "ACTION": "action", "THOUGHT": "thought", "TASK": "task",
           "HISTORY": "history", "ENTRY": "entry", "OPEN_THINK": "thought", "OPEN_BOX": "box",
           "CLOSE_THINK": "", "CLOSE_BOX": "", "FORMAT": ""}  # fmt: skip
_ONE_LINE = ("entry", "item", "task")
"""What ends with its line: text below it is something else."""
_MAY_CALL = ("operation", "action", "entry", "item", "box", "")

_CALL = re.compile(r"[ \t`>*;,；，-]*#?[ \t]*(?P<name>[^\W\d]\w*)[ \t]*[(（]")
_CODE_SPAN = re.compile(r"(?<!`)`[ \t]*(?P<name>[^\W\d]\w*)[ \t]*[(（]")
"""A call between backticks in the middle of a line, as documents write it."""
_LISTED = re.compile(r"[ \t]*\d+[.、)][ \t]")
_LOG_LABEL = re.compile(
    r"[ \t]*(?:(?:\[[^\]\n]{1,60}\]|\d[\d:.,/TZ+-]{0,30}|DEBUG|INFO|WARN(?:ING)?|ERROR|[-|:]"
    r"|[\w.]{1,40}(?=[ \t]+[-|:][ \t])|(?:INFO|DEBUG):[\w.]{1,40}:)[ \t]+){0,8}"
    r"(?i:(?:model |raw |agent |final |next )*(?:response|reply|output"
    r"|prediction|completion|answer|assistant|result|step(?:[ \t]*\d+)?)|回复|输出|回答)[ \t]*\d*[ \t]*"
    r"[:：=][ \t]*"
)
"""What programs that log an agent's replies write before them."""
_LOGGED = re.compile(r"[ \t]*(?:\[[^\]\n]*\d[^\]\n]*\]|\d{2,4}[-:/]\d)")
"""How a line begins that a program logged: with the time."""
_ITEM_LABEL = re.compile(r"[ \t]*[-*•][ \t]+\**[\w /]{1,24}\**[:：]\**[ \t]*")
"""What a list of actions calls each: `- Tap: do(…)`."""


def parts(text: str, names: Collection[str]) -> list[Part]:
    """The labelled parts of a text in order, without those that hold nothing; `names` are the actions
    that a call may have."""
    found = [Part("", 0, 0)]
    taken = _take_calls(text, found[-1], 0, names)
    thinking = history = False
    for token in _parser().lex(text):
        start, end = token.start_pos or 0, token.end_pos or 0
        if token.type == "CLOSE_THINK":
            thinking = False
        if start < taken or thinking:
            # Inside a call, or a thought, a label is only talked about.
            found[-1].end = max(found[-1].end, end)
            continue
        if token.type in ("MARK", "PLATFORM"):
            found += [Part(token.type.casefold(), start, end), Part("", end, end)]
        elif token.type in _LABELS:
            label = _LABELS[token.type]
            if label == "entry" and not history:
                label = "item"
            history = label in ("history", "entry")
            found.append(Part(label, end, end, token.strip(" \t\n>*_#-:：0123456789.)`").casefold()))
            thinking = token.type == "OPEN_THINK"
            taken = _take_calls(text, found[-1], end, names)
        elif token.type == "OTHER_TAG":
            found.append(Part(found[-1].label, end, end))
            taken = _take_calls(text, found[-1], end, names)
        elif token.type == "NEWLINE":
            if found[-1].label in _ONE_LINE:
                found.append(Part("", end, end))
            found[-1].end = end
            taken = _take_calls(text, found[-1], end, names)
        else:
            found[-1].end = end
    return [part for part in found if part.of(text).strip()]


def _take_calls(text: str, part: Part, at: int, names: Collection[str]) -> int:
    """Read the calls that begin here, and return where the last one ends."""
    if part.label not in _MAY_CALL:
        return at
    labelled = _LOG_LABEL.match(text, at)
    if not part.label:
        labelled = labelled or _ITEM_LABEL.match(text, at)
    elif labelled and not _LOGGED.match(text, at):
        labelled = None  # beneath an action, only what a program logged is another reply
    if labelled and (match := _CALL.match(text, labelled.end())) and match["name"] in names:
        at = labelled.end()
    while match := _next_call(text, at, part, names):
        try:
            call = read_call(text, match.start("name"))
        except Unreadable as fault:
            line_end = text.find("\n", match.start("name"))
            end = len(text) if line_end < 0 else line_end
            part.calls.append(Unreadable(fault.reason, fault.advice, Span(match.start("name"), end)))
            part.end = end
            return end
        part.calls.append(call)
        at = part.end = call.span.end
    return at


def _next_call(text: str, at: int, part: Part, names: Collection[str]) -> re.Match[str] | None:
    """The call that begins here; in text without a label, also the next one between backticks on the line."""
    match = _CALL.match(text, at)
    if match and match["name"] in names:
        return match
    if part.label in ("", "item") and not _LISTED.match(text, at):
        line_end = text.find("\n", at)
        for span in _CODE_SPAN.finditer(text, at, len(text) if line_end < 0 else line_end):
            if span["name"] in names:
                return span
    return None


def platform_of(text: str) -> str:
    """The platform that a prompt names, `(Platform: Mac)`; empty for one that is not known."""
    name = re.split("[:：]", text.strip("()（） \t"), maxsplit=1)[-1]
    return _PLATFORMS.get(name.strip().casefold(), "")
