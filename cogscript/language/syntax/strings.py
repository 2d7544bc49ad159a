"""String literals: Python's escapes, read and written in one place."""

from __future__ import annotations

import re
import unicodedata

_ESCAPE = re.compile(
    r"\\(?:([abfnrtv\\'\"])|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})"
    r"|N\{([^}\n]{1,80})\}|([0-7]{1,3})|(\n)|([\s\S]))"
)
_SIMPLE = {
    "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v",
    "\\": "\\", "'": "'", '"': '"',
}  # fmt: skip
_SHORT = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}

# What an input method writes for a quote; such a text is read where a mistake is repaired.
_CLOSING = {"‘": "’", "“": "”"}

# Invisible to Python's isprintable, and yet ordinary text: what joins an emoji, the wide space.
_ORDINARY = frozenset("\u200d\u3000")


class BadEscape(Exception):
    """An escape that means no character; `at` and `length` say where in the literal."""

    def __init__(self, code: str, message: str, at: int, length: int) -> None:
        super().__init__(message)
        self.code = code
        self.at = at
        self.length = length


def unquote(literal: str) -> str:
    """The text of a string literal, its quotes included in what is given."""
    start, end = _inside(literal)
    inner = literal[start:end]
    if "\\" not in inner:
        return inner
    return _ESCAPE.sub(lambda match: _unescape(match, start), inner)


def _inside(literal: str) -> tuple[int, int]:
    """Where the text begins and ends between its quotes; the closing ones may still be missing."""
    mark = literal[:3] if literal.startswith(("'''", '"""')) else literal[:1]
    closed = len(literal) >= 2 * len(mark) and literal.endswith(_CLOSING.get(mark, mark))
    return len(mark), len(literal) - len(mark) if closed else len(literal)


def places(literal: str) -> list[tuple[int, int]]:
    """Where each character of a literal's text stands in the literal.

    An escape is one character of the text and several of the literal; an escaped line break is none.
    """
    at, end = _inside(literal)
    found: list[tuple[int, int]] = []
    for match in _ESCAPE.finditer(literal, at, end):
        found += [(place, place + 1) for place in range(at, match.start())]
        if match.group(8):  # no escape: the backslash and the next character stay as they are
            found += [(place, place + 1) for place in range(*match.span())]
        elif not match.group(7):
            found.append(match.span())
        at = match.end()
    return found + [(place, place + 1) for place in range(at, end)]


def _unescape(match: re.Match[str], offset: int) -> str:
    simple, two, four, eight, name, octal, line_break, other = match.groups()
    if simple:
        return _SIMPLE[simple]
    if line_break:
        return ""
    if other:
        if other in "xuUN":
            raise _bad(match, offset, "bad-escape", f"the escape `\\{other}` is not complete")
        return "\\" + other  # as Python does: `\d` stays a backslash and a d
    if name:
        try:
            return unicodedata.lookup(name)
        except KeyError:
            raise _bad(match, offset, "bad-escape", f"there is no character named `{name}`") from None
    number = int(octal, 8) if octal else int(two or four or eight, 16)
    if number == 0:
        raise _bad(match, offset, "nul", "a text cannot hold the NUL character")
    if 0xD800 <= number <= 0xDFFF:
        message = f"`{match.group()}` is half of a character (a lone surrogate)"
        raise _bad(match, offset, "bad-escape", message)
    if number > 0x10FFFF:
        raise _bad(match, offset, "bad-escape", f"`{match.group()}` lies beyond the last character")
    return chr(number)


def _bad(match: re.Match[str], offset: int, code: str, message: str) -> BadEscape:
    return BadEscape(code, message, offset + match.start(), match.end() - match.start())


def unknown_escapes(literal: str) -> list[tuple[int, str]]:
    """The escapes that mean nothing and so stay as they are, with their places."""
    return [(match.start(), match.group()) for match in _ESCAPE.finditer(literal) if match.group(8)]


def quote(text: str) -> str:
    """The text as a literal on one line: single quotes unless the text holds one."""
    mark = '"' if "'" in text else "'"
    if text.isprintable() and "\\" not in text and mark not in text:
        return f"{mark}{text}{mark}"
    return mark + "".join(_escape(character, mark) for character in text) + mark


def _escape(character: str, mark: str) -> str:
    if character == mark:
        return "\\" + mark
    if character in _SHORT:
        return _SHORT[character]
    if character.isprintable() or character in _ORDINARY:
        return character
    number = ord(character)
    if number <= 0xFF:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"


def quote_prose(text: str) -> str:
    """The text over several lines between `'''`, where that shows it exactly; else on one line."""
    lines = text.split("\n")
    plain = len(lines) > 1 and "'''" not in text and not text.endswith("'")
    if plain and all(_shows(line) for line in lines):
        return "'''" + text.replace("\\", "\\\\") + "'''"
    return quote(text)


def _shows(line: str) -> bool:
    """Whether a person, and an editor that strips line ends, leaves the line as it is."""
    return line == line.rstrip() and all(
        character.isprintable() or character in _ORDINARY for character in line
    )
