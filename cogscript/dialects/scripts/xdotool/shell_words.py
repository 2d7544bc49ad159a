"""The words of a shell script, and the operators between them: read as text, never run.

A word keeps how each of its parts was quoted, because a variable in it is put in later, when it is known what
the script has set it to.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from cogscript.dialects.core.draft import Untranslatable

Quoting = Literal["bare", "quoted", "double"]

_OPERATOR = re.compile(r"\r?\n|;;|&&|\|\||[;&|()]|\d?>>?&?|<<<|<<-?|<")
_HERE = re.compile(r"<<-?[ \t]*(?P<quote>['\"\\]?)(?P<mark>\w+)(?P=quote)")
_SPACE = re.compile(r"(?:[ \t\r]|\\\r?\n)+")
_COMMENT = re.compile(r"#[^\n]*")
_BARE = re.compile(r"(?:[^\s;&|()<>'\"\\$`]|\\[^\n])+")
_VARIABLE = re.compile(r"\$(?:\w+|[?#@*!$-])|\$\{[^{}]*\}")
_BRACES = re.compile(
    r"^(?P<before>[^{}]*)\{(?:(?P<first>-?\d+)\.\.(?P<last>-?\d+)(?:\.\.(?P<step>[1-9]\d{0,5}))?|(?P<list>[^{}]*,[^{}]*))\}(?P<after>[^{}]*)$"
)
_ESCAPED = re.compile(r"\\(.)", re.S)
_ESCAPED_IN_DOUBLE = re.compile(r'\\(["\\$`])')
_C_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "'": "'", '"': '"', "\\": "\\"}
_ROUNDS = 200


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
        return any(part.how != "quoted" and _IN_TEXT.search(part.text) for part in self.parts)

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
            yield ShellWord(
                [WordPart(text[body or opened : closed.start()], how)], here.start("mark"), here.end()
            )
            at, body = here.end(), closed.end()
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
            parts.append(WordPart(_c_string(text[at + 2 : end]), "quoted"))
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
        elif mark == '"' and text.startswith("$(", at) and (end := _expansion(text, at)):
            at = end
        elif text[at] == mark:
            return at
        else:
            at += 1
    raise Unclosed(opened - 1)


def _expansion(text: str, at: int) -> int:
    """Where `$x`, `${x}`, `$(…)`, `$((…))` or a command in backticks ends; 0 where there is none."""
    if text[at] == "`":
        return _closed(text, at + 1, "`", escapes=True) + 1
    if text.startswith("$(", at):
        depth = 0
        for index in range(at + 1, len(text)):
            depth += (text[index] == "(") - (text[index] == ")")
            if not depth:
                return index + 1
        raise Unclosed(at)
    variable = _VARIABLE.match(text, at)
    return variable.end() if variable else 0


def _c_string(text: str) -> str:
    return _ESCAPED.sub(lambda match: _C_ESCAPES.get(match[1], match[0]), text)


def _unescaped(part: WordPart) -> str:
    if part.how == "quoted":
        return part.text
    return (_ESCAPED_IN_DOUBLE if part.how == "double" else _ESCAPED).sub(r"\1", part.text)


_IN_TEXT = re.compile(
    r"(?<!\\)(?P<found>\$\(\(.*?\)\)|\$\([^()]*(?:\([^()]*\)[^()]*)*\)|`[^`]*`|\$\w+|\$\{[^{}]*\}|\$[?#@*!$-])",
    re.S,
)


def expanded(word: ShellWord, value: Callable[[str], str]) -> list[str]:
    """The words that a word becomes: variables put in, parted at spaces where it is not quoted."""
    made: list[str] = [""]
    for part in word.parts:
        if part.how == "quoted":
            made[-1] += part.text
            continue
        at = 0
        for match in [*_IN_TEXT.finditer(part.text), None]:
            made[-1] += _unescaped(WordPart(part.text[at : match.start() if match else None], part.how))
            if match is None:
                break
            at = match.end()
            found = value(match["found"])
            if part.how == "bare" and len(found.split()) != 1:
                first, *rest = [*found.split(), ""]
                made[-1] += first
                made += rest[:-1]
            else:
                made[-1] += found
    if len(word.parts) == 1 and word.parts[0].how == "bare":
        return [each for one in made for each in _braces(one)]
    return made


_GLOB = re.compile(r"[*?]|\[[^\[\]]+\]")
_HOME = re.compile(r"~[\w.-]*(?:/|$)")


def by_the_shell(word: ShellWord, value: Callable[[str], str]) -> str:
    """What a shell would put into a word that is not quoted, and only it can: empty where that is nothing."""
    bare = ""
    for part in word.parts:
        if part.how != "bare":
            bare += '"'  # something that is quoted, and no pattern
        elif re.fullmatch(r"\$\w+|\$\{\w+\}", part.text):
            bare += value(part.text)
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
    else:
        first, last, step = int(found["first"]), int(found["last"]), int(found["step"] or 1)
        if abs(last - first) >= _ROUNDS * step:
            raise Untranslatable(f"a loop of more than {_ROUNDS} rounds is not written out")
        way = 1 if last >= first else -1
        inner = [str(number) for number in range(first, last + way, way * step)]
    return [found["before"] + each + found["after"] for each in inner]


def sum_of(text: str) -> int:
    """The value of `$((…))`, once its variables are put in."""
    if not re.fullmatch(r"[\d\s+*/%()-]{1,80}", text) or "**" in text:
        raise Untranslatable(f"`{text[:40]}` is not a sum")
    try:
        return _computed(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ZeroDivisionError, RecursionError):
        raise Untranslatable(f"`{text[:40]}` is not a sum") from None


def _computed(node: ast.expr) -> int:
    match node:
        case ast.Constant(value=int(number)):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_computed(operand)
        case ast.BinOp(left=left, op=operator, right=right):
            first, second = _computed(left), _computed(right)
            match operator:
                case ast.Add():
                    return first + second
                case ast.Sub():
                    return first - second
                case ast.Mult():
                    return first * second
                case ast.Div():
                    return int(first / second)
                case ast.Mod():
                    return first % second
    raise SyntaxError
