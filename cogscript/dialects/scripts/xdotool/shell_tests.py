"""Whether a test of a shell script holds, where the script itself says what it is about.

What a test looks at and only a run knows (a file, another program, a window) makes it unknown: it raises
Untranslatable, and what depends on it is reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.scripts.xdotool.shell_commands import is_keyword
from cogscript.dialects.scripts.xdotool.shell_patterns import as_regex, with_classes
from cogscript.dialects.scripts.xdotool.shell_variables import Variables
from cogscript.dialects.scripts.xdotool.shell_words import Operator, ShellWord, Token, expanded, joined
from cogscript.dialects.scripts.xdotool.unknown_values import ASKED, WINDOW, is_number_mark

UNDECIDED = "whether or how often it is done is known only when it runs"
_COMPARED = {
    "-eq": lambda a, b: a == b, "-ne": lambda a, b: a != b, "-lt": lambda a, b: a < b,
    "-le": lambda a, b: a <= b, "-gt": lambda a, b: a > b, "-ge": lambda a, b: a >= b,
}  # fmt: skip


def test_holds(found: Sequence[Token], text: str, variables: Variables) -> bool:
    """Whether the tests between `if` and `then` hold, or those that stand before `&&`."""
    found = _trimmed(found)
    for at in range(len(found) - 1, 0, -1):
        token = found[at]
        if isinstance(token, Operator) and token.text in ("||", "&&") and _is_outside(found, at):
            first = test_holds(found[:at], text, variables)  # neither of the two binds closer
            if first == (token.text == "||"):
                return first
            return test_holds(found[at + 1 :], text, variables)
    if found and is_keyword(found[0], "!"):
        return not test_holds(found[1:], text, variables)
    if is_sum(found, text):
        return variables.compute(text[found[1].end : found[-2].start]) != 0
    if len(found) >= 2 and is_keyword(found[0], "[[") and is_keyword(found[-1], "]]"):
        return _in_double_brackets(found[1:-1], text, variables)
    if not found or not all(isinstance(token, ShellWord) for token in found):
        raise Untranslatable(UNDECIDED)
    words = [each for token in found if isinstance(token, ShellWord) for each in _words(token, variables)]
    if (words[0] == "[" and words[-1] == "]") or words[0] == "test":
        return _compared(words[1:-1] if words[0] == "[" else words[1:], variables)
    if words[0] in ("true", ":", "false"):
        return words[0] != "false"
    raise Untranslatable(UNDECIDED)


def is_test(found: Sequence[Token], text: str) -> bool:
    """Whether a command only looks, as the shell itself does."""
    while found and is_keyword(found[0], "!"):
        found = found[1:]
    first = found[0] if found else None
    return is_sum(found, text) or (
        isinstance(first, ShellWord) and first.keyword in ("[", "[[", "test", "true", "false", ":")
    )


def is_sum(found: Sequence[Token], text: str) -> bool:
    """Whether it is `((…))`."""
    return (
        len(found) > 4
        and text.startswith("((", found[0].start)
        and text.endswith("))", 0, found[-1].end)
        and is_keyword(found[-1], ")")
    )


def _trimmed(found: Sequence[Token]) -> Sequence[Token]:
    while found and isinstance(found[-1], Operator) and found[-1].text in (";", "\n"):
        found = found[:-1]
    while found and isinstance(found[0], Operator) and found[0].text in (";", "\n"):
        found = found[1:]
    return found


def _is_outside(found: Sequence[Token], at: int) -> bool:
    """Whether it stands in no brackets of a test."""
    opened = sum(is_keyword(token, "[[") - is_keyword(token, "]]") for token in found[:at])
    around = sum(is_keyword(token, "(") - is_keyword(token, ")") for token in found[:at])
    return opened == 0 and around == 0


def _words(token: ShellWord, variables: Variables) -> list[str]:
    return expanded(token, variables.value)


def _in_double_brackets(found: Sequence[Token], text: str, variables: Variables) -> bool:
    found = _trimmed(found)
    for operator in ("||", "&&"):
        for at in range(len(found) - 1, 0, -1):
            token = found[at]
            if isinstance(token, Operator) and token.text == operator:
                first = _in_double_brackets(found[:at], text, variables)
                if first == (operator == "||"):
                    return first
                return _in_double_brackets(found[at + 1 :], text, variables)
    if found and is_keyword(found[0], "!"):
        return not _in_double_brackets(found[1:], text, variables)
    if not found or not all(isinstance(token, ShellWord) for token in found):
        raise Untranslatable(UNDECIDED)
    words = [token for token in found if isinstance(token, ShellWord)]
    values = [joined(word, variables.value) for word in words]
    if len(words) == 3 and values[1] in ("=", "==", "!=") and not any(map(WINDOW.search, values)):
        _refuse_unknown(values)
        return is_like(values[0], words[2], variables) == (values[1] != "!=")
    if len(values) == 3 and values[1] == "=~":
        _refuse_unknown(values)
        try:
            regex = _put_together(words[2], variables, with_classes)
            if text.endswith("$", 0, words[2].end) and not text.endswith("\\$", 0, words[2].end):
                regex = regex.removesuffix("\\$") + "$"
            return re.search(regex, values[0]) is not None
        except re.error:
            raise Untranslatable(UNDECIDED) from None
    return _compared(values, variables)


def is_like(value: str, pattern: ShellWord, variables: Variables) -> bool:
    """Whether a value is as a pattern of `case` or `[[` wants it: what is quoted stands for itself."""
    return re.fullmatch(_put_together(pattern, variables, as_regex), value, re.S) is not None


def _put_together(word: ShellWord, variables: Variables, bare: Callable[[str], str]) -> str:
    made = ""
    for part in word.parts:
        text = joined(word._replace(parts=[part]), variables.value)
        made += bare(text) if part.how == "bare" else re.escape(text)
    return made


def _asks_for_window(words: list[str]) -> bool:
    """Whether a test only asks if a window was found: `-n "$w"`, `"$w" != ""`, `"x$w" = x`."""
    without = [WINDOW.sub("", word) for word in words]
    match without:
        case [first, "=" | "==" | "!=", second]:
            return first == second and not all(WINDOW.search(words[at]) for at in (0, 2))
        case ["-n" | "-z", ""] | [""]:
            return True
    return False


def _compared(words: list[str], variables: Variables) -> bool:
    """Whether what stands in the brackets of a test holds."""
    _refuse_unknown(words)
    for joint in ("-o", "-a"):
        if joint in words[1:-1] and len(words) > 4:
            at = words.index(joint, 1)
            holds = _compared(words[:at], variables)
            return holds if holds == (joint == "-o") else _compared(words[at + 1 :], variables)
    if words[:1] == ["!"] and words[1:]:
        return not _compared(words[1:], variables)
    if any(map(WINDOW.search, words)):
        if not _asks_for_window(words):
            raise Untranslatable(UNDECIDED)
        variables.say("the window is taken to be there")
    match words:
        case []:
            return False
        case [alone]:
            return alone != ""
        case ["-n", value]:
            return value != ""
        case ["-z", value]:
            return value == ""
        case [first, "=" | "==", second]:
            return first == second
        case [first, "!=", second]:
            return first != second
        case [first, operator, second] if operator in _COMPARED:
            if _is_number(first) and _is_number(second):
                return bool(_COMPARED[operator](int(first), int(second)))
    raise Untranslatable(UNDECIDED)


def is_asked(value: str) -> bool:
    """Whether a value is asked of a person, or read somewhere: it is known only when it runs."""
    return ASKED in value


def _refuse_unknown(words: list[str]) -> None:
    if any(is_asked(word) or (is_number_mark(word) and not WINDOW.search(word)) for word in words):
        raise Untranslatable(UNDECIDED)


def _is_number(word: str) -> bool:
    return word.strip().lstrip("-").isdecimal()
