"""The words of a shell script, and the operators between them: read as text, never run.

A word keeps how each of its parts was quoted, because a variable in it is put in later, when it is known what
the script has set it to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.scripts.xdotool.shell_escapes import c_string

Quoting = Literal["bare", "quoted", "double"]

_OPERATOR = re.compile(r"\r?\n|;;|&&|\|\||&>>?|\d?>\||\|&|[;&|()]|\d?>>?&?|<<<|<<-?|\d?<&?")
_HERE = re.compile(r"<<-?[ \t]*(?P<quote>['\"\\]?)(?P<mark>\w+)(?P=quote)")
_LIST = re.compile(r"[A-Za-z_]\w*\+?=")
"""What stands before the bracket of a list: `places=(10 20)`."""
_SOURCED = re.compile(r"(?:source|(?<![^\s;&|])\.)[ \t]+(?=<\()")
_HANDED = re.compile(r"<[ \t]+<\(")
_SPACE = re.compile(r"(?:[ \t\r]|\\\r?\n)+")
_COMMENT = re.compile(r"#[^\n]*")
_BARE = re.compile(r"(?:[^\s;&|()<>'\"\\$`]|\\[^\n])+")
_VARIABLE = re.compile(r"\$(?:[A-Za-z_]\w*|\d|[?#@*!$-])")
_BRACES = re.compile(
    r"^(?P<before>[^{}]*)\{(?:(?P<first>-?\d+|[A-Za-z])\.\.(?P<last>-?\d+|[A-Za-z])(?:\.\.(?P<step>[1-9]\d{0,5}))?|(?P<list>[^{}]*,[^{}]*))\}(?P<after>[^{}]*)$"
)
_ESCAPED = re.compile(r"\\(.)", re.S)
_ESCAPED_IN_DOUBLE = re.compile(r'\\(?:(["\\$`])|\r?\n)')
MOST_NUMBERS = 200_000
"""How long a list of numbers may be that is written down as its ends."""


class WordPart(NamedTuple):
    text: str
    how: Quoting


class ShellWord(NamedTuple):
    parts: list[WordPart]
    start: int
    end: int

    @property
    def plain(self) -> str:
        """The word if nothing in it has to be put in; how it was quoted does not matter."""
        return "".join(_unescaped(part) for part in self.parts)

    @property
    def is_open(self) -> bool:
        """Whether anything in it has still to be put in."""
        return any(part.how != "quoted" and any(expansions(part.text)) for part in self.parts)

    @property
    def keyword(self) -> str:
        """The word as a keyword of the shell: those are never quoted."""
        return self.parts[0].text if len(self.parts) == 1 and self.parts[0].how == "bare" else ""


class Operator(NamedTuple):
    text: str
    start: int
    end: int


class Comment(NamedTuple):
    text: str
    start: int
    end: int


Token = ShellWord | Operator | Comment


class Unclosed(ValueError):
    """A quote or a bracket that nothing closes: where it opens."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


def tokens(text: str, start: int = 0) -> Iterator[Token]:
    """What a script consists of. Raises Unclosed."""
    at = start
    body = 0
    """Where the text that a `<<` reads ends: behind the line that it stands in."""
    while at < len(text):
        if body and text[at] == "\n":
            yield Operator("\n", at, at + 1)
            at, body = body, 0
        elif here := _HERE.match(text, at):
            opened = text.find("\n", here.end()) + 1 or len(text)
            closed = re.compile(rf"^[ \t]*{re.escape(here['mark'])}[ \t]*\r?$", re.M).search(
                text, body or opened
            )
            if closed is None:
                raise Unclosed(at)
            yield Operator("<<<", at, at + 2)
            how: Quoting = "quoted" if here["quote"] else "double"
            given = text[body or opened : closed.start()]
            if here[0].startswith("<<-"):
                given = re.sub(r"^\t+", "", given, flags=re.M)
            yield ShellWord([WordPart(given, how)], here.start("mark"), here.end())
            at, body = here.end(), closed.end()
        elif text.startswith("<(", at) and _SOURCED.search(text, max(0, at - 20), at + 2):
            end = _bracketed(text, at + 1)
            yield ShellWord([WordPart(f"${text[at + 1 : end]}", "double")], at, end)
            at = end
        elif handed := _HANDED.match(text, at):
            # `< <(…)` hands over what a command prints, as `<<< "$(…)"` does.
            end = _bracketed(text, handed.end() - 1)
            yield Operator("<<<", at, at + 1)
            yield ShellWord([WordPart(f"${text[handed.end() - 1 : end]}", "double")], handed.end() - 1, end)
            at = end
        elif space := _SPACE.match(text, at):
            at = space.end()
        elif comment := _COMMENT.match(text, at):
            yield Comment(comment[0], at, comment.end())
            at = comment.end()
        elif operator := _OPERATOR.match(text, at):
            yield Operator(operator[0].replace("\r", ""), at, operator.end())
            at = operator.end()
        else:
            word = _word(text, at)
            yield word
            at = word.end


def _word(text: str, start: int) -> ShellWord:
    parts: list[WordPart] = []
    at = start
    while at < len(text):
        if text.startswith("$'", at):
            end = _closed(text, at + 2, "'", escapes=True)
            parts.append(WordPart(c_string(text[at + 2 : end]), "quoted"))
            at = end + 1
        elif text[at] == "'":
            end = _closed(text, at + 1, "'")
            parts.append(WordPart(text[at + 1 : end], "quoted"))
            at = end + 1
        elif text[at] == '"':
            end = _closed(text, at + 1, '"', escapes=True)
            parts.append(WordPart(text[at + 1 : end], "double"))
            at = end + 1
        elif end := _expansion(text, at):
            parts.append(WordPart(text[at:end], "bare"))
            at = end
        elif bare := _BARE.match(text, at):
            parts.append(WordPart(bare[0], "bare"))
            at = bare.end()
            if at < len(text) and text[at] == "(" and _LIST.fullmatch(text, start, at):
                at = _bracketed(text, at)
                return ShellWord([WordPart(text[start:at], "bare")], start, at)
        elif text[at] == "$":
            parts.append(WordPart("$", "quoted"))
            at += 1
        else:
            break
    if at == start:
        raise Unclosed(start)
    return ShellWord(parts, start, at)


def _closed(text: str, at: int, mark: str, escapes: bool = False) -> int:
    """Where a quote ends; one inside `$(…)` in double quotes is that command's."""
    opened = at
    while at < len(text):
        if escapes and text[at] == "\\":
            at += 2
        elif mark == '"' and text.startswith(("$(", "${", "`"), at):
            try:
                at = _expansion(text, at)
            except Unclosed:
                if text.startswith("$(", at):
                    raise
                at += 1
        elif text[at] == mark:
            return at
        else:
            at += 1
    raise Unclosed(opened - 1)


def _expansion(text: str, at: int) -> int:
    """Where `$x`, `${x}`, `$(…)`, `$((…))` or a command in backticks ends; 0 where there is none."""
    if text[at] == "`":
        return _closed(text, at + 1, "`", escapes=True) + 1
    if text.startswith(("$(", "${", "$["), at):
        return _bracketed(text, at + 1)
    variable = _VARIABLE.match(text, at)
    return variable.end() if variable else 0


_CLOSING = {"(": ")", "{": "}", "[": "]"}


def _bracketed(text: str, opened: int) -> int:
    """Where a bracket is closed again; those in quotes do not count."""
    opening, closing = text[opened], _CLOSING[text[opened]]
    depth, at = 0, opened
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] == '"' or (text[at] == "'" and opening == "("):
            at = _closed(text, at + 1, text[at], escapes=text[at] == '"')
        else:
            depth += (text[at] == opening) - (text[at] == closing)
            if not depth:
                return at + 1
        at += 1
    raise Unclosed(opened - 1)


def expansions(text: str) -> Iterator[tuple[int, int]]:
    """Where something has to be put into a text that is not quoted, or is in double quotes."""
    at = 0
    while at < len(text):
        if text[at] == "\\":
            at += 2
        elif text[at] in "$`":
            try:
                end = _expansion(text, at)
            except Unclosed:
                end = 0
            if end:
                yield at, end
            at = end or at + 1
        else:
            at += 1


def _unescaped(part: WordPart) -> str:
    if part.how == "quoted":
        return part.text
    if part.how == "double":
        return _ESCAPED_IN_DOUBLE.sub(lambda match: match[1] or "", part.text)
    return _ESCAPED.sub(r"\1", part.text)


Value = Callable[[str], str | list[str]]
"""What is put in for `$x`, `$(…)` and the like: a text, or several words for `$@`."""


_QUOTED_DEFAULT = re.compile(r"""\$\{\w+:?[-=+].*["'].*\}""", re.S)
"""The words of such a default stay together; those of the variable's own value do not."""


def expanded(word: ShellWord, value: Value) -> list[str]:
    """The words that a word becomes: variables put in, parted at spaces where it is not quoted."""
    made: list[str] = [""]
    is_nothing = False
    """Whether the word is a list without an element, or a variable without a text that is not quoted."""
    for part in word.parts:
        if part.how == "quoted":
            made[-1] += part.text
            continue
        at = 0
        for start, end in [*expansions(part.text), (len(part.text), len(part.text))]:
            made[-1] += _unescaped(WordPart(part.text[at:start], part.how))
            at = end
            if start == end:
                break
            found = value(part.text[start:end])
            if isinstance(found, list) or part.how == "bare":
                if _QUOTED_DEFAULT.fullmatch(part.text, start, end) and len(_parted(found)) > 1:
                    raise Untranslatable(
                        f"whether `{part.text[start:end][:40]}` is one word depends on where it comes from"
                    )
                words = found if isinstance(found, list) and part.how != "bare" else _parted(found)
                is_nothing = not words and (start, end) == (0, len(part.text)) and len(word.parts) == 1
                first, *rest = words or [""]
                made[-1] += first
                made += rest
            else:
                made[-1] += found
    if is_nothing:
        return []
    if len(word.parts) == 1 and word.parts[0].how == "bare":
        return [each for one in made for each in _braces(one)]
    return made


def _parted(found: str | list[str]) -> list[str]:
    return (found if isinstance(found, str) else " ".join(found)).split()


def joined(word: ShellWord, value: Value) -> str:
    """A word as one text: what a variable is set to."""
    double = [part._replace(how="double") if part.how == "bare" else part for part in word.parts]
    return " ".join(expanded(word._replace(parts=double), value))


_GLOB = re.compile(r"[*?]|\[[^\[\]]+\]")
_HOME = re.compile(r"~[\w.-]*(?:/|$)")


def by_the_shell(word: ShellWord, value: Value) -> str:
    """What a shell would put into a word that is not quoted, and only it can: empty where that is nothing."""
    bare = ""
    for part in word.parts:
        if part.how != "bare":
            bare += '"'  # something that is quoted, and no pattern
        elif re.fullmatch(r"\$\w+|\$\{\w+\}", part.text):
            bare += " ".join(_parted(value(part.text)))
        elif not part.text.startswith(("$", "`")):
            bare += _ESCAPED.sub('"', part.text)
    if "://" in bare:
        return ""
    if _HOME.match(bare) and word.parts[0].text.startswith("~"):
        return "the home directory"
    return "the names of the files that fit" if _GLOB.search(bare) else ""


def _braces(text: str) -> list[str]:
    """`{1..5}` and `{a,b}` written out."""
    found = _BRACES.fullmatch(text)
    if found is None:
        return [text]
    if found["list"] is not None:
        inner = found["list"].split(",")
    elif found["first"].isalpha() and found["last"].isalpha():
        inner = [chr(code) for code in _counted(ord(found["first"]), ord(found["last"]), found["step"])]
    elif found["first"].isalpha() or found["last"].isalpha():
        return [text]
    else:
        first, last = found["first"], found["last"]
        padded = any(each.lstrip("-").startswith("0") and len(each) > 1 for each in (first, last))
        width = max(len(first), len(last)) if padded else 0
        inner = [str(number).zfill(width) for number in _counted(int(first), int(last), found["step"])]
    return [found["before"] + each + found["after"] for each in inner]


def _counted(first: int, last: int, step: str | None) -> range:
    size = int(step or 1)
    if abs(last - first) >= MOST_NUMBERS * size:
        raise Untranslatable(f"a list of more than {MOST_NUMBERS:,} numbers is not written out")
    way = 1 if last >= first else -1
    return range(first, last + way, way * size)
