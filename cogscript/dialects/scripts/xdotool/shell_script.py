"""What a shell script does, as far as it can be told without a shell.

Commands one after the other, variables that the script sets itself, loops over what is written down,
functions of its own. Whatever depends on anything else (a test, another program's output) is reported as a
whole: half of a condition is never done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress

from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.scripts.xdotool.shell_commands import (
    ONLY_A_SHELL,
    Simple,
    is_keyword,
    simple_commands,
)
from cogscript.dialects.scripts.xdotool.shell_words import (
    Comment,
    Operator,
    ShellWord,
    Token,
    Unclosed,
    WordPart,
    by_the_shell,
    expanded,
    sum_of,
    tokens,
)
from cogscript.language.model.diagnostic import Span

_ASSIGNED = re.compile(r"(?P<name>[A-Za-z_]\w*)=(?P<value>.*)", re.S)
_OPENING = {"if": "fi", "while": "done", "until": "done", "for": "done", "case": "esac", "select": "done"}
_DECLARING = ("export", "local", "readonly", "declare")
_MOST_ROUNDS = 200
_MOST_COMMANDS = 5_000
_DEEPEST = 20
_DEFAULT = re.compile(r"\$\{(\w+)(?::?-([^{}]*))?\}|\$(\w+)")
_SET = re.compile(r"\b(?:for[ \t]+(?=\w+[ \t]+in\b))?([A-Za-z_]\w*)(?:=|\+\+|--|\+=|[ \t]+in\b)")
"""A variable that a part of a script sets."""
_COUNTING = re.compile(
    r"\s*(\w+)\s*=\s*(\d+)\s*;\s*\1\s*(<=?)\s*(\w+)\s*;\s*(?:\1\+\+|\+\+\1|\1\s*\+=\s*(\d{1,6}))\s*"
)


Run = Callable[[list[str], Simple, Span], None]
"""What does a command whose words are known."""


class _Leave(Exception):
    """`break`, `continue` or `return`: what follows in the loop or the function is not done."""


class ShellReader:
    """Goes through a script in order, and hands each command over with its words."""

    def __init__(self, draft: Draft, piece: Piece, run: Run, answer: Callable[[str], str | None]) -> None:
        self.draft = draft
        self.piece = piece
        self._run = run
        self._answer = answer
        """What `$(…)` gives, where that is known."""
        self.values: dict[str, str] = {}
        self.folder = ""
        """The last `cd` as it is written: nothing here has a folder to go to."""
        self._functions: dict[str, list[Token]] = {}
        self._called: set[str] = set()
        self._arguments: list[str] = []
        """What the function that is gone through was given."""
        self._left = _MOST_COMMANDS
        self._depth = 0

    def read(self, start: int, end: int) -> None:
        """Read a part of the piece; a quote that nothing closes spoils its own line only."""
        text = self.piece.text[:end]
        found: list[Token] = []
        at = start
        while at < end:
            try:
                for token in tokens(text, at):
                    found.append(token)
                    at = token.end
                break
            except Unclosed as fault:
                self._outermost(found)
                found = []
                line = text.rfind("\n", 0, fault.at) + 1
                at = text.find("\n", fault.at)
                at = end if at < 0 else at + 1
                self.draft.untranslatable(self._span(max(line, start), at), "a quote is not closed")
        self._outermost(found)
        for name, body in self._functions.items():
            if name not in self._called and body:
                span = self._span(body[0].start, body[-1].end)
                self.draft.repaired(
                    span, f"the function `{name[:40]}` is not called, and nothing of it is done"
                )

    def _outermost(self, found: Sequence[Token]) -> None:
        with suppress(_Leave):
            self._block(found)

    def _span(self, start: int, end: int) -> Span:
        text = self.piece.text
        while end > start + 1 and text[end - 1].isspace():
            end -= 1
        return self.piece.place(start, max(end, start + 1))

    # --- blocks ---------------------------------------------------------------------------------

    def _block(self, found: Sequence[Token], description: str = "") -> None:
        at = 0
        while at < len(found):
            token = found[at]
            if isinstance(token, Comment):
                description = token.text.lstrip("# \t").strip() if not token.text.startswith("#!") else ""
                at += 1
            elif isinstance(token, Operator) and token.text in ("\n", ";", "&"):
                at += 1
            else:
                end = self._statement_end(found, at)
                before = len(self.draft.steps)
                span = self._span(token.start, found[end - 1].end)
                behind = found[end : end + 1] if end < len(found) and is_keyword(found[end], "&") else []
                with self.draft.attempt(span, description):
                    self._attempt([*found[at:end], *behind], description)
                if len(self.draft.steps) > before:
                    description = ""
                at = end

    def _statement_end(self, found: Sequence[Token], at: int) -> int:
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
                if keyword in _OPENING:
                    depth.append(_OPENING[keyword])
                elif keyword == "{":
                    depth.append("}")
                elif keyword == "function":
                    continue
                elif depth and keyword == depth[-1]:
                    depth.pop()
                first = keyword in named or keyword in (
                    "then",
                    "do",
                    "else",
                    "elif",
                    "{",
                    "!",
                    "while",
                    "until",
                    "if",
                    "time",
                )
            elif isinstance(token, Operator):
                if token.text == "(":
                    depth.append(")")
                elif token.text == ")" and depth and depth[-1] == ")":
                    depth.pop()
                if token.text in ("\n", ";", "&") and not depth:
                    return index if not self._goes_on(found, index) else self._statement_end(found, index + 1)
                first = True
        return len(found)

    def _goes_on(self, found: Sequence[Token], index: int) -> bool:
        """Whether a line break is none: after `&&`, and before the body of a function."""
        before, after = found[index - 1], found[index + 1] if index + 1 < len(found) else None
        if isinstance(before, Operator) and before.text in ("&&", "||", "|"):
            return is_keyword(found[index], "\n")
        opens = isinstance(after, ShellWord) and after.keyword == "{"
        return opens and isinstance(before, Operator) and before.text == ")"

    def _attempt(self, found: Sequence[Token], description: str) -> None:
        try:
            self._statement(found, description)
        except Untranslatable:
            # Whatever it would have set has no known value from here on.
            for name in _SET.findall(self.piece.text[found[0].start : found[-1].end]):
                self.values.pop(name, None)
            if isinstance(found[0], ShellWord) and found[0].keyword == "read":
                self.values.clear()
            raise

    def _statement(self, found: Sequence[Token], description: str) -> None:
        found = [token for token in found if not isinstance(token, Comment)]
        first = found[0]
        keyword = first.keyword if isinstance(first, ShellWord) else first.text
        if keyword == "for":
            self._for(found, description)
        elif keyword == "{" or (keyword == "(" and is_keyword(found[-1], ")")):
            if not (is_keyword(found[-1], "}") or is_keyword(found[-1], ")")):
                raise Untranslatable(ONLY_A_SHELL)
            folder = self.folder
            self._block(found[1:-1], description)
            self.folder = folder if keyword == "(" else self.folder
        elif keyword == "function" or (
            len(found) > 2 and is_keyword(found[1], "(") and is_keyword(found[2], ")")
        ):
            self._define(found, keyword)
        elif keyword in _OPENING or keyword in _OPENING.values():
            raise Untranslatable("whether or how often it is done is known only when it runs")
        else:
            self._commands(found, description)

    def _define(self, found: Sequence[Token], keyword: str) -> None:
        at = next((index for index, token in enumerate(found) if is_keyword(token, "{")), -1)
        name = found[1] if keyword == "function" and len(found) > 1 else found[0]
        if at < 0 or not is_keyword(found[-1], "}") or not isinstance(name, ShellWord):
            raise Untranslatable(ONLY_A_SHELL)
        self._functions[name.plain] = list(found[at + 1 : -1])

    def _for(self, found: Sequence[Token], description: str) -> None:
        start = next((index for index, token in enumerate(found) if is_keyword(token, "do")), -1)
        if start < 0 or not is_keyword(found[-1], "done") or len(found) < 4:
            raise Untranslatable(ONLY_A_SHELL)
        text = self.piece.text[found[1].start : found[start].start]
        name, rounds = "", []
        if counting := re.fullmatch(r"\(\((.*)\)\)\s*;?\s*", text, re.S):
            counted = _COUNTING.fullmatch(counting[1])
            last = (
                self._value(f"${counted[4]}")
                if counted and not counted[4].isdecimal()
                else counted and counted[4]
            )
            if counted is None or not str(last).isdecimal():
                raise Untranslatable("the loop does not say how often")
            limit = int(str(last)) + (counted[3] == "<=")
            numbers = range(int(counted[2]), limit, int(counted[5] or 1) or 1)
            name, rounds = counted[1], [str(number) for number in numbers[: _MOST_ROUNDS + 1]]
        elif isinstance(found[1], ShellWord) and is_keyword(found[2], "in"):
            name = found[1].plain
            listed = [token for token in found[3:start] if isinstance(token, ShellWord)]
            rounds = [each for word in listed for each in expanded(word, self._value) if each]
            if unknown := next(filter(None, (by_the_shell(word, self._value) for word in listed)), ""):
                raise Untranslatable(f"the loop is over {unknown}: they are known only when it runs")
        else:
            raise Untranslatable("the loop does not say over what")
        if len(rounds) > _MOST_ROUNDS:
            raise Untranslatable(f"a loop of more than {_MOST_ROUNDS} rounds is not written out")
        for each in rounds:
            self.values[name] = each
            try:
                self._block(found[start + 1 : -1], description)
            except _Leave as left:
                if str(left) == "return":
                    raise
                if str(left) == "break":
                    return
            description = ""

    # --- commands -------------------------------------------------------------------------------

    def _commands(self, found: Sequence[Token], description: str) -> None:
        commands = simple_commands(found)
        if any(command.joined == "|" for command in commands):
            commands = [self._handed_over(commands)]
        for index, command in enumerate(commands):
            command.description = description
            if command.joined == "||":
                self._despite(command, commands[index + 1 :])
                return
            self._command(command)
            description = "" if self.draft.steps else description

    def _handed_over(self, commands: Sequence[Simple]) -> Simple:
        """`echo … | program`: the program with the text that it reads."""
        if len(commands) == 2 and commands[0].joined == "|" and not commands[0].redirected:
            first, second = commands
            name, *given = [each for word in first.words for each in expanded(word, self._value)]
            exact = name == "printf" or given[:1] == ["-n"]
            text = " ".join(given[1:] if given[:1] == ["-n"] else given)
            self.say_unknown(first)
            if name in ("echo", "printf") and not re.search(r"[\\%]", text) and given[:1] != ["-e"]:
                word = ShellWord([WordPart(text if exact else f"{text}\n", "quoted")], first.start, first.end)
                second.redirected.append(("|", word))
                return second
        raise Untranslatable("what one program hands to another is known only when it runs")

    def _despite(self, command: Simple, others: Sequence[Simple]) -> None:
        """`a || b`: b is for the case that a fails, in which a run ends here anyway."""
        ending = ("true", ":", "exit", "return", "echo", "break", "continue", "printf")
        written = (self.piece.text[word.start : word.end] for word in command.words)
        first = next((at for at, word in enumerate(written) if not _ASSIGNED.fullmatch(word)), 0)
        name = command.words[first].plain.rpartition("/")[2]
        if name not in ("xdotool", "cd") or any(other.words[0].plain not in ending for other in others):
            raise Untranslatable("whether or how often it is done is known only when it runs")
        if name == "cd":
            self._command(command)
            return
        self.draft.repaired(self._span(command.start, command.end), "a failure ends the run here")
        self._command(command)

    def _command(self, command: Simple) -> None:
        self._left -= 1
        if self._left < 0:
            raise Untranslatable(f"more than {_MOST_COMMANDS:,} commands are not written out")
        words = command.words
        while words and words[0].plain in _DECLARING:
            words = words[1:]
        assigned = 0
        for word in words:
            if not _ASSIGNED.fullmatch(self.piece.text[word.start : word.end]):
                break
            assigned += 1
        if assigned and assigned == len(words):
            for word in words:
                self._assign(word)
            return
        if not words:
            return
        if words[assigned].plain == "cd":
            self.folder = self.piece.text[words[assigned].start : words[-1].end]
            return
        given = [each for word in words[assigned:] for each in expanded(word, self._value)]
        if given and given[0] in ("break", "continue", "return"):
            raise _Leave(given[0])
        if given and given[0] in self._functions:
            self._call(given, command.description)
            return
        self._run(given, command, self._span(command.start, command.end))

    def say_unknown(self, command: Simple) -> None:
        """Say which words of a command a shell would replace by something that it alone knows."""
        for word in command.words:
            if unknown := by_the_shell(word, self._value):
                text = self.piece.text[word.start : word.end][:40]
                span = self._span(word.start, word.end)
                self.draft.repaired(span, f"`{text}` is kept as it is written: a shell puts in {unknown}")

    def _assign(self, word: ShellWord) -> None:
        name, _, _ = self.piece.text[word.start : word.end].partition("=")
        self.values.pop(name, None)
        (first, *rest) = word.parts
        if first.how == "bare" and first.text.partition("=")[2].startswith("~"):
            return  # the home directory of whoever runs it
        value = ShellWord([first._replace(text=first.text.partition("=")[2]), *rest], word.start, word.end)
        double = [part._replace(how="double") if part.how == "bare" else part for part in value.parts]
        self.values[name] = "".join(expanded(value._replace(parts=double), self._value))

    def _call(self, given: list[str], description: str) -> None:
        if self._depth >= _DEEPEST:
            raise Untranslatable("functions call each other without end")
        before = {name: self.values.get(name) for name in map(str, range(1, 10))}
        for number in range(1, 10):
            self.values.pop(str(number), None)
        self.values.update({str(number): each for number, each in enumerate(given[1:10], 1)})
        outer, self._arguments = self._arguments, given[1:]
        self._depth += 1
        self._called.add(given[0])
        with suppress(_Leave):
            self._block(self._functions[given[0]], description)
        self._depth -= 1
        self._arguments = outer
        for name, value in before.items():
            self.values.pop(name, None)
            if value is not None:
                self.values[name] = value

    def _value(self, found: str) -> str:
        """What a variable, a sum or a command in a word stands for."""
        if found.startswith("$(("):
            return str(self._sum(found[3:-2]))
        if found.startswith(("$(", "`")):
            inside = found[2:-1] if found.startswith("$(") else found[1:-1]
            answer = self._answer(
                _DEFAULT.sub(lambda match: self.values.get(match[1] or match[3], match[0]), inside)
            )
            if answer is None:
                raise Untranslatable(f"what `{inside.strip()[:40]}` gives is known only when it runs")
            return answer
        if found in ("$*", "$@", "${*}", "${@}") and self._depth:
            return " ".join(self._arguments)
        variable = _DEFAULT.fullmatch(found)
        name = (variable[1] or variable[3]) if variable else ""
        if name in self.values:
            return self.values[name]
        if variable and variable[2] is not None:
            return variable[2]
        raise Untranslatable(f"the value of `{found[:40]}` is not in the script")

    def _sum(self, text: str) -> int:
        for name in set(re.findall(r"[A-Za-z_]\w*", text)):
            text = re.sub(rf"\$?\{{?\b{name}\b\}}?", self._value(f"${name}"), text)
        return sum_of(text)
