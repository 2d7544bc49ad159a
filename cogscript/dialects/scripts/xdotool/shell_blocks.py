"""Where the statements and the blocks of a shell script begin and end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.scripts.xdotool.shell_commands import ONLY_A_SHELL, is_keyword
from cogscript.dialects.scripts.xdotool.shell_words import Operator, ShellWord, Token

OPENING = {"if": "fi", "while": "done", "until": "done", "for": "done", "case": "esac", "select": "done"}
_BEFORE_COMMAND = frozenset(
    {"then", "do", "else", "elif", "{", "!", "while", "until", "if", "time", "coproc"}
)
"""After these words another command begins."""
SET = re.compile(
    r"(?<![$\w])(?:for[ \t]+(?=\w+[ \t]+in\b))?([A-Za-z_]\w*)(?:\[[^\]]*\])?"
    r"(?:\+?=|\+\+|--|[-*/]=|[ \t]+in\b)"
)
"""A variable that a part of a script sets."""
READ = re.compile(
    r"\b(?:read|mapfile|readarray|getopts|select)\b[^\n;|]*?\b([A-Za-z_]\w*)[ \t]*(?=[;\n<)]|$)"
)
_COMMAND_STARTS = r"(?:^|[;&|({\n]|\b(?:do|then|else))[ \t]*"
SETS_ANY = re.compile(rf"{_COMMAND_STARTS}(?:read|eval|source|\.|mapfile|readarray|getopts)\s")
"""What may set any variable."""
LEAVES = re.compile(rf"{_COMMAND_STARTS}(?:break|continue|return|exit)\b")


def statement_end(found: Sequence[Token], at: int) -> int:
    """Where a statement ends: at the line's end, or where all that it opens is closed again."""
    depth: list[str] = []
    first = True
    named = [
        token.keyword
        for token in found[at + 1 : at + 2]
        if isinstance(token, ShellWord) and is_keyword(found[at], "function")
    ]
    for index in range(at, len(found)):
        token = found[index]
        if isinstance(token, ShellWord) and first:
            keyword = token.keyword
            if keyword in OPENING:
                depth.append(OPENING[keyword])
            elif keyword == "{":
                depth.append("}")
            elif keyword == "function":
                continue
            elif depth and keyword == depth[-1]:
                depth.pop()
            first = keyword in named or keyword in _BEFORE_COMMAND
        elif isinstance(token, Operator):
            if token.text == "(":
                depth.append(")")
            elif token.text == ")" and depth and depth[-1] == ")":
                depth.pop()
            if token.text in ("\n", ";", "&") and not depth:
                return index if not _goes_on(found, index) else statement_end(found, index + 1)
            first = True
    return len(found)


def _goes_on(found: Sequence[Token], index: int) -> bool:
    """Whether a line break is none: after `&&`, and before the body of a function."""
    before, after = found[index - 1], found[index + 1] if index + 1 < len(found) else None
    if isinstance(before, Operator) and before.text in ("&&", "||", "|"):
        return is_keyword(found[index], "\n")
    opens = isinstance(after, ShellWord) and after.keyword == "{"
    return opens and isinstance(before, Operator) and before.text == ")"


def parts(found: Sequence[Token], marks: Sequence[str]) -> list[tuple[str, list[Token]]]:
    """A block cut at the words that part it: `then`, `elif`, `else`, `fi`. The first part begins with the
    word that opens it; what stands in blocks inside stays whole. The last part is what follows the end."""
    cut: list[tuple[str, list[Token]]] = []
    depth: list[str] = []
    first = True
    for token in found:
        keyword = token.keyword if isinstance(token, ShellWord) and first else ""
        if not cut:
            cut.append((keyword, []))
            continue
        if not depth and keyword in marks:
            cut.append((keyword, []))
            first = keyword in _BEFORE_COMMAND
            continue
        cut[-1][1].append(token)
        if keyword in OPENING:
            depth.append(OPENING[keyword])
        elif keyword == "{":
            depth.append("}")
        elif depth and keyword == depth[-1]:
            depth.pop()
        if isinstance(token, Operator):
            if token.text == "(":
                depth.append(")")
            elif token.text == ")" and depth and depth[-1] == ")":
                depth.pop()
            first = True
        else:
            first = keyword in _BEFORE_COMMAND
    if cut[-1][0] != marks[-1]:
        raise Untranslatable(ONLY_A_SHELL)
    return cut


def three(found: Sequence[Token]) -> list[tuple[str, list[Token]]]:
    """The head of a loop, its body, and what follows its end."""
    cut = parts(found, ("do", "done"))
    if len(cut) != 3:
        raise Untranslatable(ONLY_A_SHELL)
    return cut


def closed(found: Sequence[Token]) -> int:
    """Where the bracket is closed that stands first."""
    opening = "{" if is_keyword(found[0], "{") else "("
    closing = {"{": "}", "(": ")"}[opening]
    depth = 0
    for at, token in enumerate(found):
        starts = at == 0 or isinstance(found[at - 1], Operator) or found[at - 1] is found[0] or opening == "("
        depth += is_keyword(token, opening) - (is_keyword(token, closing) and starts)
        if not depth:
            return at
    raise Untranslatable(ONLY_A_SHELL)


def branches(found: Sequence[Token]) -> Iterator[tuple[list[ShellWord], Sequence[Token]]]:
    """The branches of `case`: the patterns and what is done for them."""
    patterns: list[ShellWord] = []
    start, depth = -1, 0
    for at, token in enumerate([*found, Operator(";;", 0, 0)]):
        if start >= 0:
            # Another `case` inside has branches of its own.
            depth += is_keyword(token, "case") and _begins(found, at)
            depth -= is_keyword(token, "esac") and depth > 0
            ends = is_keyword(token, ";") or is_keyword(token, ";;")
            if ends and at + 1 < len(found) and is_keyword(found[at + 1], "&"):
                raise Untranslatable("one branch goes on into the next")
            if not depth and isinstance(token, Operator) and token.text == ";;":
                yield patterns, found[start:at]
                patterns, start = [], -1
        elif isinstance(token, ShellWord):
            patterns.append(token)
        elif is_keyword(token, ")"):
            start = at + 1


def _begins(found: Sequence[Token], at: int) -> bool:
    """Whether a command begins there."""
    before = found[at - 1] if at else None
    return not isinstance(before, ShellWord) or before.keyword in _BEFORE_COMMAND


def loop_behind_pipe(found: Sequence[Token]) -> int:
    """Where a loop begins that reads what the commands before it print: `… | while read x`; 0 for none."""
    for at in range(1, len(found)):
        if is_keyword(found[at], "while") and is_keyword(found[at - 1], "|"):
            return at
    return 0


def is_block(found: Sequence[Token]) -> bool:
    """Whether a command is one of the shell's own blocks."""
    first = found[0] if found else None
    if isinstance(first, ShellWord):
        return first.keyword in OPENING or first.keyword == "{"
    return isinstance(first, Operator) and first.text == "("


def and_or_list(found: Sequence[Token]) -> list[tuple[list[Token], str]]:
    """The parts of a statement that && and || join, each with what follows it; blocks stay whole."""
    made: list[tuple[list[Token], str]] = []
    own: list[Token] = []
    depth: list[str] = []
    first = True
    for token in found:
        keyword = token.keyword if isinstance(token, ShellWord) and first else ""
        if isinstance(token, ShellWord) and token.keyword == "[[":
            depth.append("]]")
        elif isinstance(token, ShellWord) and depth[-1:] == ["]]"] and token.keyword == "]]":
            depth.pop()
        elif keyword in OPENING:
            depth.append(OPENING[keyword])
        elif keyword == "{":
            depth.append("}")
        elif depth and keyword == depth[-1]:
            depth.pop()
        elif isinstance(token, Operator) and token.text == "(":
            depth.append(")")
        elif isinstance(token, Operator) and token.text == ")" and depth[-1:] == [")"]:
            depth.pop()
        if isinstance(token, Operator) and token.text in ("&&", "||") and not depth:
            made.append((own, token.text))
            own = []
        elif not (isinstance(token, Operator) and token.text == "\n" and not own):
            own.append(token)
        first = isinstance(token, Operator) or keyword in _BEFORE_COMMAND
    return [*made, (own, "")] if own else made
