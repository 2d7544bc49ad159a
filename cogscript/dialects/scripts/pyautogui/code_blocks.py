"""Finds the code in what an agent or a person wrote: fences, lines, code after a label or in backticks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.formats.python_syntax import NotPython, parse
from cogscript.dialects.scripts.pyautogui.functions import SPECIAL
from cogscript.dialects.scripts.pyautogui.lost_imports import USUAL, calls_by_short_name
from cogscript.language.model.diagnostic import Span

_SHORT = "|".join(USUAL)
PROMPT = re.compile(r"^(?:>>>|\.\.\.)(?: |$)", re.M)
"""What Python itself writes before the lines that it is given."""
_FIRST_PROMPT = re.compile(r"^>>> ", re.M)
_OPENER = re.compile(
    r"[ \t]*(?:(?:for|while|if|elif|with|def|class|except)\b[^\n]*|else|try|finally)[ \t]*:[ \t]*(?:#.*)?$"
)
_CODE = re.compile(
    rf"^[ \t]*(?:(?:with )?(?:pyautogui|{_SHORT}|time|sys|computer|pyperclip|webbrowser)\.\w"
    r"|import |from \w+ import )",
    re.M,
)
_INLINE = re.compile(
    r"^(?:[^\n]*?(?:[:：][ \t]*+`*+|`)|[ \t>]*(?:[-*+•]|\d+[.)])[ \t])[ \t]*"
    rf"(?P<code>(?:pyautogui|{_SHORT}|time|computer|pyperclip)\.\w+\([^\n`]*\))"
    r"`*[ \t.。]*\r?$",
    re.M,
)
"""Code at the end of a line of prose, after a colon, a bullet, or between backticks."""
_THOUGHT = re.compile(r"<(think|thinking|thought)>.*?</\1>", re.S | re.I)
_HEAD_IN_PROSE = re.compile(r"`(?:for \w+(?:, ?\w+)* in |while )[^`\n]*`")
"""The head of a loop between backticks: the code after it is done more than once."""
_DECIDES = re.compile(r"[ \t]*(?:if|for|while|with|def|class|try|lambda)\b")
_OTHERWISE = re.compile(r"[ \t]*(?:elif\b.*|else|except\b.*|finally)[ \t]*:")
_SECTION = re.compile(
    r"^[ \t]*#{1,3}[ \t]*(?P<name>step|thought|action|code|observation|reflection|plan|summary)\b"
    r"[^\n:]*:?[ \t]*$",
    re.M | re.I,
)
_CODE_LABEL = re.compile(r"^[ \t]*#*[ \t]*(?:code|action)[ \t]*:?[ \t]*$", re.M | re.I)
_STATEMENT = re.compile(
    r"(?:pyautogui|computer)\s*\.\s*\w+\s*\(|(?:time\.sleep|pyperclip\.copy|webbrowser\.open|sys\.exit)\s*\("
    r"|^[ \t]*(?:import|from)[ \t]+pyautogui",
    re.M,
)
_BEFORE_LABEL = r"[ \t]*+(?:\[[^\]\n]*\])?[#>*_ \t-]*+"
_ACTION_LABEL = r"(?:(?:next |final )?actions?(?:[ \t]*\d+)?|动作|操作)[*_ \t]*[:：]"
_STEP_LABEL = r"(?:step|步骤)[ \t]*\d+[*_ \t]*"
_ANSWER_LABEL = rf"(?:{_STEP_LABEL}|code|response|assistant|代码)[*_ \t]*[:：]"
_LABEL = rf"{_BEFORE_LABEL}(?:{_ACTION_LABEL}|{_ANSWER_LABEL})[*_ \t]*+"
_BULLET = r"[ \t>]*+(?:[-*+•]|\d+[.)])[ \t]++"
_MARKS = r"\"'`*\[\] \t"
_WORD = re.compile(
    rf"^(?:(?P<label>{_LABEL}|{_BULLET})|(?P<other>[^\n]*[:：][*_ \t]*+)|[ \t>]*+)"
    rf"[{_MARKS}]*+(?P<word>{'|'.join(SPECIAL)})(?:\(\))?[{_MARKS}]*+[.。,;!]?[ \t]*\r?$",
    re.I,
)
"""One of OSWorld's words on a line of its own, with what people write around it."""
_ACTION = re.compile(rf"^{_BEFORE_LABEL}(?P<action>{_ACTION_LABEL})[^\n]*", re.M | re.I)
_STEP = re.compile(rf"^{_BEFORE_LABEL}{_STEP_LABEL}", re.M | re.I)


def word_of(line: str) -> re.Match[str] | None:
    """The word that a line says instead of code; in small letters it is none, as OSWorld has it."""
    found = _WORD.match(line)
    return found if found and found["word"] in SPECIAL and found["other"] is None else None


def says_a_word(text: str) -> bool:
    return any(word_of(line) for line in text.splitlines())


def unread_actions(piece: Piece, read: list[Span], following: int) -> Iterator[Span]:
    """The lines that are labelled as an action while no code was found from there to the next action or step;
    and one of OSWorld's words after another label.

    `following` is where the next piece with a label begins.
    """
    labels = sorted({match.start() for pattern in (_ACTION, _STEP) for match in pattern.finditer(piece.text)})
    for action in _ACTION.finditer(piece.text):
        start = piece.place(action.start(), action.end())
        later = next((each for each in labels if each > action.start()), None)
        end = following if later is None else piece.place(later, later + 1).start
        if not any(span.start < max(end, start.end) and span.end > start.start for span in read):
            yield start
    for other in _otherwise_labelled(piece.text):
        span = piece.place(*other)
        if not any(each.start < span.end and each.end > span.start for each in read):
            yield span


def has_labels(text: str) -> bool:
    return bool(_ACTION.search(text) or _STEP.search(text) or any(_otherwise_labelled(text)))


def _otherwise_labelled(text: str) -> Iterator[tuple[int, int]]:
    """`Status: DONE`: whether that ends the plan is not said."""
    at = 0
    for line in text.splitlines(keepends=True):
        found = _WORD.match(line)
        if found and found["word"] in SPECIAL and found["other"] is not None:
            yield at, at + len(line.rstrip())
        at += len(line)


def claims(text: str) -> bool:
    """Whether there is code in a text; what an agent only thinks of is none."""
    said = _THOUGHT.sub("", text)
    return bool(_STATEMENT.search(said)) or calls_by_short_name(said)


def calling_lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The lines of a part of a text that call a function of pyautogui, or one that is called beside it, or
    decide about others of them."""
    at = start
    thoughts = [thought.span() for thought in _THOUGHT.finditer(text)]
    for line in text[start:end].splitlines(keepends=True):
        if any(first <= at < last for first, last in thoughts):
            at += len(line)
            continue
        if (claims(line) or _HEAD_IN_PROSE.search(line)) and not line.lstrip().startswith("#"):
            yield at, at + len(line.rstrip())
        at += len(line)


def describe(text: str) -> str:
    """What an agent says before its code: the section that names the action, where the reply has
    sections; else all of it."""
    sections = {match["name"].casefold(): match.end() for match in _SECTION.finditer(text)}
    if not sections:
        return _CODE_LABEL.sub("", text).strip()
    start = sections.get("action", sections.get("thought", next(iter(sections.values()))))
    following = _SECTION.search(text, start)
    return text[start : following.start() if following else len(text)].strip()


def session_start(text: str) -> int | None:
    """Where Python's own prompts begin; None where the text is code as it stands, or they are in a string."""
    prompt = _FIRST_PROMPT.search(text)
    if prompt is None or _parses(text):
        return None
    before = text[: prompt.start()]
    return None if _is_in_a_string(before) else prompt.start()


def blocks(piece: Piece) -> Iterator[tuple[int, int]]:
    """The code of a piece: all of it where it parses, else the runs of lines that look like code, and code
    at the end of a line after a label, or between backticks."""
    text = piece.text
    if (session := session_start(text)) is not None:
        yield session, len(text)
        return
    if piece.kind == "fence":
        yield 0, len(text)
        return
    lines = text.splitlines(keepends=True)
    if not any(_is_labelled(line) or _is_labelled_word(line) for line in lines):
        try:
            parse(text)
            yield 0, len(text)
            return
        except NotPython:
            pass
    at, start = 0, -1
    for number, line in enumerate([*lines, ""]):
        # Of code that is broken somewhere, what opens a block belongs to the lines that it decides about.
        below = next((each for each in lines[number + 1 :] if each.strip()), "")
        opens = bool(_OPENER.match(line)) and _indent(below) > _indent(line)
        decides = bool(_INLINE.match(line)) and not _is_labelled(line)
        word = None if _is_in_a_string(text[start:at] if start >= 0 else "") else word_of(line)
        goes_on = start >= 0 and (line[:1] in (" ", "\t") or not line.strip())
        if goes_on and not line.strip():
            goes_on = _indent(below) > _indent(text[start:at])
        if _CODE.match(line) or opens or decides or goes_on:
            start = at if start < 0 else start
        else:
            if start >= 0:
                yield start, at
                start = -1
            inline = _INLINE.match(line)
            if word:
                yield at + word.start("word"), at + word.end("word")
            elif inline and _parses(inline["code"]):
                yield at + inline.start("code"), at + inline.end("code")
        at += len(line)


def _is_labelled(line: str) -> bool:
    """Whether code stands at the end of a line of prose, and not behind a condition of its own."""
    if not _INLINE.match(line) or _OTHERWISE.match(line):
        return False
    return not (_DECIDES.match(line) and _parses(line.strip()))


def _is_labelled_word(line: str) -> bool:
    """Whether a word stands behind a label or a bullet, and not in a comment."""
    word = word_of(line)
    return bool(word and word["label"]) and not re.match(r"[ \t]*#(?!#)", line)


def _is_in_a_string(before: str) -> bool:
    return any(before.count(mark) % 2 for mark in ('"""', "'''"))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _parses(code: str) -> bool:
    try:
        parse(code)
    except NotPython:
        return False
    return True
