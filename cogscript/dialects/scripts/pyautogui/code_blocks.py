"""Finds the code in what an agent or a person wrote: fences, lines, code after a label or in backticks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.formats.python_syntax import NotPython, parse

PROMPT = re.compile(r"^(?:>>>|\.\.\.)(?: |$)", re.M)
"""What Python itself writes before the lines that it is given."""
_FIRST_PROMPT = re.compile(r"^>>> ", re.M)
_OPENER = re.compile(
    r"[ \t]*(?:(?:for|while|if|elif|with|def|class|except)\b[^\n]*|else|try|finally)[ \t]*:[ \t]*(?:#.*)?$"
)
_CODE = re.compile(
    r"^[ \t]*(?:(?:with )?(?:pyautogui|pg|time|sys|computer|pyperclip|webbrowser)\.\w"
    r"|import |from \w+ import )",
    re.M,
)
_INLINE = re.compile(
    r"^[^\n]*?(?:[:：][ \t]*`*|`)[ \t]*(?P<code>(?:pyautogui|pg|time|computer|pyperclip)\.\w+\([^\n`]*\))"
    r"`*[ \t.。]*\r?$",
    re.M,
)
"""Code at the end of a line of prose, after a colon or between backticks."""
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


def claims(text: str) -> bool:
    return bool(_STATEMENT.search(text))


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
    return None if any(before.count(mark) % 2 for mark in ('"""', "'''")) else prompt.start()


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
    if not any(_is_labelled(line) for line in lines):
        try:
            parse(text)
            yield 0, len(text)
            return
        except NotPython:
            pass
    at, start = 0, -1
    for line, below in zip([*lines, ""], [*lines[1:], "", ""], strict=True):
        # Of code that is broken somewhere, what opens a block belongs to the lines that it decides about.
        opens = bool(_OPENER.match(line)) and _indent(below) > _indent(line)
        decides = bool(_INLINE.match(line)) and not _is_labelled(line)
        if _CODE.match(line) or opens or decides or (start >= 0 and line[:1] in (" ", "\t") and line.strip()):
            start = at if start < 0 else start
        else:
            if start >= 0:
                yield start, at
                start = -1
            inline = _INLINE.match(line)
            if inline and _parses(inline["code"]):
                yield at + inline.start("code"), at + inline.end("code")
        at += len(line)


def _is_labelled(line: str) -> bool:
    """Whether code stands at the end of a line of prose, and not behind a condition of its own."""
    if not _INLINE.match(line) or _OTHERWISE.match(line):
        return False
    return not (_DECIDES.match(line) and _parses(line.strip()))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _parses(code: str) -> bool:
    try:
        parse(code)
    except NotPython:
        return False
    return True
