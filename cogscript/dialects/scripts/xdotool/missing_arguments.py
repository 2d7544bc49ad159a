"""Tests of a script on whether it was given an argument: `if [ -z "$1" ]`.

Nobody knows here whether it is given. Where the script only sets a value for the case that it is not, it is
taken to be called without; where it ends then, it is taken to be called as it must be. Where it compares the
argument with words of its own, and does something for any other, it is taken to be called without, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.scripts.xdotool.shell_blocks import LEAVES
from cogscript.dialects.scripts.xdotool.shell_variables import ASSIGNED, Variables
from cogscript.dialects.scripts.xdotool.shell_words import Comment, Operator, ShellWord, Token, expanded
from cogscript.dialects.scripts.xdotool.unknown_values import ASKED

_ASKED = re.compile(rf"{ASKED}(?P<name>.+?)__")
_ARGUMENT = re.compile(rf"{ASKED}(?P<name>argument\w+?)__")
_BRACKETS = ("[", "]", "[[", "]]", "test")
_NONE_GIVEN = {("-eq", "0"), ("=", "0"), ("==", "0"), ("-le", "0")} | {
    (how, str(number)) for how in ("-lt", "-ne", "!=") for number in range(1, 10)
}
_SOME_GIVEN = {("-ne", "0"), ("-gt", "0"), ("-ge", "1"), ("!=", "0")}


def chosen(
    test: Sequence[Token], then: Sequence[Token], otherwise: Sequence[Token], text: str, variables: Variables
) -> Sequence[Token] | None:
    """The branch that is done of a test on an argument; None where it is another test, or both may be."""
    asked = _asks(test, variables)
    if asked is None:
        return None
    name, wants_none = asked
    without, given = (then, otherwise) if wants_none else (otherwise, then)
    shown = f"`${name.removeprefix('argument')}`" if name else "an argument"
    if _only_sets(without, text):
        variables.say(f"{shown} is taken not to be given")
        return without
    part = text[without[0].start : without[-1].end] if without else ""
    if LEAVES.search(part) and "xdotool" not in part:
        variables.must_have.add(name)
        variables.say(f"{shown} is taken to be given")
        return given
    return None


def usual(
    tests: Sequence[Sequence[Token]],
    bodies: Sequence[Sequence[Token]],
    otherwise: Sequence[Token],
    text: str,
    variables: Variables,
) -> Sequence[Token] | None:
    """What `if [ "$1" = left ]; …; else …; fi` does when it is given nothing; None where that is only to end,
    where it is nothing, or where another test stands among them."""
    compared: list[tuple[str, bool]] = []
    for test in tests:
        found = _compares(test, variables)
        if found is None or (compared and found[0] != compared[0][0]):
            return None
        compared.append(found)
    differs = next((at for at, (_, differs) in enumerate(compared) if differs), None)
    taken = otherwise if differs is None else bodies[differs]
    if not taken and not all(_only_sets(body, text) for body in bodies):
        return None
    return _taken(compared[0][0], taken, text, variables)


def usual_case(
    value: str,
    cases: Iterable[tuple[list[ShellWord], Sequence[Token]]],
    text: str,
    variables: Variables,
) -> Sequence[Token] | None:
    """The same for `case "$1" in left) …;; *) …;; esac`."""
    found = _ARGUMENT.fullmatch(value)
    for patterns, body in cases if found else ():
        if found and body and any(each.plain in ("", "*") for each in patterns):
            return _taken(found["name"], body, text, variables)
    return None


def _taken(name: str, body: Sequence[Token], text: str, variables: Variables) -> Sequence[Token] | None:
    """What is done without an argument, if it is more than to tell how the script is called."""
    part = text[body[0].start : body[-1].end] if body else ""
    if part and (LEAVES.search(part) or not ("xdotool" in part or _only_sets(body, text))):
        return None
    if {"", name} & variables.must_have or _is_used(name, text, variables):
        return None
    variables.say(f"`${name.removeprefix('argument')}` is taken not to be given")
    return body


def _is_used(argument: str, text: str, variables: Variables) -> bool:
    """Whether the script does more with an argument than to compare it."""
    names = [name for name, value in variables.values.items() if value == f"{ASKED}{argument}__"]
    called = "|".join(map(re.escape, [argument.removeprefix("argument"), *names]))
    value = rf"\"?\$\{{?(?:{called})\b\}}?\"?"
    rest = re.sub(
        rf"(?m)\[[^\n\]]*\]|^[ \t]*(?:\w+=|case[ \t]+){value}(?=[\s;]|$)|#[^\n]*|'[^'\n]*'", "", text
    )
    return re.search(rf"{value}|\$[@*]", rest) is not None


def _compares(test: Sequence[Token], variables: Variables) -> tuple[str, bool] | None:
    """The argument that a test compares with a word, and whether it wants it to differ."""
    if any(isinstance(token, ShellWord) and re.search(r"\$\(|`", token.plain) for token in test):
        return None  # what a command prints is asked for once, where the test is gone through
    values = _values(test, variables)
    if values is None or len(values) != 3 or values[1] not in ("=", "==", "!="):
        return None
    for value, other in ((values[0], values[2]), (values[2], values[0])):
        found = _ARGUMENT.fullmatch(value)
        if found and other and ASKED not in other and not re.search(r"[*?\[]", other):
            return found["name"], values[1] == "!="
    return None


def _values(test: Sequence[Token], variables: Variables) -> list[str] | None:
    """The words of one test without its brackets; None where it is more than one, or they are not known."""
    words = [token for token in test if isinstance(token, ShellWord) and token.keyword not in _BRACKETS]
    others = [token for token in test if isinstance(token, Operator) and token.text not in (";", "\n")]
    if others or not 1 <= len(words) <= 3:
        return None
    try:
        return [" ".join(expanded(word, variables.value)) for word in words]
    except Untranslatable:
        return None


def _asks(test: Sequence[Token], variables: Variables) -> tuple[str, bool] | None:
    """The argument that a test asks for, and whether it wants it to be missing."""
    words = [token for token in test if isinstance(token, ShellWord) and token.keyword not in _BRACKETS]
    others = [token for token in test if isinstance(token, Operator) and token.text not in (";", "\n")]
    if others or not 1 <= len(words) <= 3:
        return None
    if words[0].plain == "$#" and variables.arguments is None:
        how = tuple(word.plain for word in words[1:])
        return ("", how in _NONE_GIVEN) if how in _NONE_GIVEN | _SOME_GIVEN else None
    match _values(test, variables):
        case ["-z", value] | [value, "=" | "==", ""]:
            wants_none = True
        case ["-n", value] | [value, "!=", ""] | [value]:
            wants_none = False
        case _:
            return None
    found = _ASKED.fullmatch(value)
    return (found["name"], wants_none) if found else None


def _only_sets(body: Sequence[Token], text: str) -> bool:
    """Whether it does nothing but to give variables a value."""
    words = [token for token in body if isinstance(token, ShellWord)]
    rest = [token for token in body if not isinstance(token, ShellWord | Comment)]
    return (
        bool(words)
        and all(ASSIGNED.fullmatch(text[word.start : word.end]) for word in words)
        and all(isinstance(token, Operator) and token.text in (";", "\n") for token in rest)
    )
