"""The commands of a statement in a shell script: lists with && and ||, pipes, variables, functions."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.scripts.xdotool.asking_programs import only_asks, without_unknown_file
from cogscript.dialects.scripts.xdotool.shell_blocks import and_or_list, is_block
from cogscript.dialects.scripts.xdotool.shell_commands import (
    Simple,
    is_keyword,
    is_redirection,
    simple_commands,
)
from cogscript.dialects.scripts.xdotool.shell_tests import UNDECIDED, is_test, test_holds
from cogscript.dialects.scripts.xdotool.shell_variables import ASSIGNED, UNSET, Variables
from cogscript.dialects.scripts.xdotool.shell_words import (
    Comment,
    Operator,
    ShellWord,
    Token,
    WordPart,
    by_the_shell,
    expanded,
    tokens,
)
from cogscript.dialects.scripts.xdotool.wrappers import unwrapped
from cogscript.language.model.diagnostic import Span

_DECLARING = ("export", "local", "readonly", "declare", "typeset")
_MOST_COMMANDS = 20_000
_DEEPEST = 20
QUIET = frozenset(
    {"echo", "printf", "true", "false", ":", "clear", "wait", "set", "shopt", "date", "hash", "which", "type"}
)
"""Commands that do nothing on the screen whatever they are given."""
_ENDING = ("true", ":", "exit", "return", "echo", "break", "continue", "printf")
"""What stands behind `||` for the case that a command fails."""
BESIDE = "it is done before what follows, and not beside it"
_NOWHERE = re.compile(r"/dev/(?:null|stderr|stdout|tty)|&?\d|-")

_SETTING = re.compile(r"([A-Za-z_]\w*)=([\w.:+-]*)(?=\s|$)")
_SETTINGS = re.compile(r"(?:\s*[A-Za-z_]\w*=[\w.:+-]*(?=\s|$))+\s*")
_GEOMETRY = re.compile(r"xdotool\b[^|;]*\bget(mouse|window|display)(?:location|geometry)\b[^|;]*--shell")


def _substituted(word: ShellWord) -> str | None:
    """The command whose output is the whole word: `$(…)`, and nothing else."""
    text = word.parts[0].text if len(word.parts) == 1 and word.parts[0].how == "bare" else ""
    if text.startswith("$(") and not text.startswith("$((") and text.endswith(")"):
        return text[2:-1]
    return text[1:-1] if len(text) > 2 and text[0] == text[-1] == "`" else None


Run = Callable[[list[str], Simple, Span], None]
"""What does a command whose words are known."""
Output = Callable[[list[list[str]]], str | None]
"""What the commands of a pipe print, where that is known."""


def _looking(found: Sequence[Token]) -> list[Token]:
    """A test without where its messages go."""
    kept: list[Token] = []
    for at, token in enumerate(found):
        if (
            isinstance(token, Operator)
            and is_redirection(token)
            and not any(is_keyword(each, "[[") for each in found)
        ):
            continue
        if at and isinstance(found[at - 1], Operator) and is_redirection(found[at - 1]) and len(kept) < at:
            continue
        kept.append(token)
    return kept


class Leave(Exception):
    """`break`, `continue`, `return` or `exit`: what follows in the loop or the function is not done."""

    def __init__(self, name: str, loops: int = 1) -> None:
        super().__init__(name)
        self.loops = loops


class CommandReader(ABC):
    """Hands each command over with its words; what is not simple is gone through by the whole reader."""

    def __init__(self, draft: Draft, piece: Piece, run: Run, output: Output) -> None:
        self.draft = draft
        self.piece = piece
        self._run = run
        self._output = output
        self.variables = Variables(output)
        self.now = Span(0, 1)
        """What is gone through: a statement, or a command of it."""
        self.folder = ""
        """The last `cd` as it is written: nothing here has a folder to go to."""
        self.functions: dict[str, list[Token]] = {}
        self.called: set[str] = set()
        self.is_beside = False
        """Whether what is gone through runs beside what follows."""
        self._left = _MOST_COMMANDS
        self._depth = 0
        self._locals: list[dict[str, tuple[str | None, list[str] | None]]] = []
        """For each function that is gone through, what its own variables hide."""

    @abstractmethod
    def block(self, found: Sequence[Token], description: str = "") -> None:
        """Go through the statements of a block."""

    @abstractmethod
    def statement(self, found: Sequence[Token], description: str) -> None:
        """Go through one statement, whatever it is."""

    def span(self, start: int, end: int) -> Span:
        text = self.piece.text
        while end > start + 1 and text[end - 1].isspace():
            end -= 1
        return self.piece.place(start, max(end, start + 1))

    def commands(self, found: Sequence[Token], description: str) -> None:
        """A list with && and ||: each command is done where those before it let it be done."""
        elements = and_or_list(found)
        for index, (own, following) in enumerate(elements):
            if following == "||" and not is_test(_looking(own), self.piece.text):
                self._despite(own, elements[index + 1 :])
        status, joint = True, ""
        for own, following in elements:
            skipped = (joint == "&&" and not status) or (joint == "||" and status)
            joint = following
            if skipped:
                continue
            looked = _looking(own)
            if is_test(looked, self.piece.text):
                status = test_holds(looked, self.piece.text, self.variables)
                continue
            status = True
            before = len(self.draft.steps)
            try:
                if is_block(own):
                    self.statement(own, description)
                else:
                    self._piped(own, description)
            except Untranslatable as refusal:
                if following != "&&" or not any(is_keyword(token, "|") for token in own):
                    raise
                # A pipe sets nothing outside itself: what follows it is known all the same.
                span = self.span(own[0].start, own[-1].end)
                self.draft.untranslatable(span, refusal.reason, refusal.advice)
            description = "" if len(self.draft.steps) > before else description

    def _piped(self, found: Sequence[Token], description: str) -> None:
        commands = simple_commands(found)
        if any(command.joined in ("|", "|&") for command in commands):
            commands = self._handed_over(commands)
        for command in commands:
            command.description = description
            self.command(command)

    def _handed_over(self, commands: list[Simple]) -> list[Simple]:
        """`echo … | program`: the program with the text that it reads."""
        at = next(index for index, command in enumerate(commands) if command.joined in ("|", "|&"))
        end = next(index for index in range(at, len(commands)) if commands[index].joined not in ("|", "|&"))
        given = self.printed(commands[at:end])
        word = ShellWord([WordPart(given, "quoted")], commands[at].start, commands[end - 1].end)
        commands[end].redirected.append(("|", word))
        return [*commands[:at], commands[end], *commands[end + 1 :]]

    def printed(self, commands: Sequence[Simple]) -> str:
        """What the commands of a pipe print."""
        for command in commands:
            self.say_unknown(command)
        words = [[each for word in command.words for each in self._words(word)] for command in commands]
        reads = any(
            how in ("<", "<<<") or how.endswith("<") for each in commands for how, _ in each.redirected
        )
        given = None if reads else self._output(words)
        if given is None:
            raise Untranslatable("what one program hands to another is known only when it runs")
        return given

    def _despite(self, own: Sequence[Token], others: Sequence[tuple[list[Token], str]]) -> None:
        """`a || b`: b is for the case that a fails, in which a run ends here anyway."""
        for other, _ in others:
            inside = other[1:-1] if is_block(other) and isinstance(other[0], ShellWord | Operator) else other
            for command in simple_commands(inside):
                if command.words and command.words[0].plain not in _ENDING:
                    raise Untranslatable(UNDECIDED)
        bare = unwrapped([token.plain for token in own if isinstance(token, ShellWord)])
        if bare.script is not None or [word.rpartition("/")[2] for word in bare.words[:1]] == ["xdotool"]:
            self.draft.repaired(self.span(own[0].start, own[-1].end), "a failure ends the run here")

    def _assigns(self, word: ShellWord) -> re.Match[str] | None:
        return ASSIGNED.fullmatch(self.piece.text[word.start : word.end])

    def _words(self, word: ShellWord) -> list[str]:
        return expanded(word, self.variables.value)

    def command(self, command: Simple) -> None:
        self._left -= 1
        if self._left < 0:
            raise Untranslatable(f"more than {_MOST_COMMANDS:,} commands are not written out")
        words = list(command.words)
        while words and words[0].keyword in _DECLARING:
            local = words.pop(0).keyword in ("local", "declare", "typeset")
            while words and words[0].plain.startswith("-"):
                local = local and words[0].plain != "-g"
                words.pop(0)
            if local and self._locals:
                self._hide([re.split(r"\+?=|\[", each.plain)[0] for each in words])
            for word in [each for each in words if not self._assigns(each)]:
                words.remove(word)
                if local:
                    self.variables.forget(word.plain)
                    self.variables.values.update({word.plain: ""} if self._locals else {})
            if not words:
                return
        assigned = next((at for at, word in enumerate(words) if not self._assigns(word)), len(words))
        if assigned == len(words):
            for word in words:
                self._assign(word)
                if word.plain.startswith("IFS="):
                    self.variables.say("words are parted at spaces here, and not as `IFS` says")
            return
        words = words[assigned:]
        if self._is_own(words, command):
            return
        name = words[0].plain
        if len(words) == 1 and (inside := _substituted(words[0])) is not None:
            self._run_inside(inside, command)
            return
        if name in self.functions:
            self._call(name, [each for word in words[1:] for each in self._given(word)], command)
            return
        words = without_unknown_file(words, self.variables.value, self.piece.text, self.variables.say)
        given = [each for word in words for each in self._words(word)]
        self.variables.is_done = False
        if given:
            self._run(given, command, self.span(command.start, self._end_with_text(command)))
            self.variables.is_done = given[0].rpartition("/")[2] == "xdotool"

    def _end_with_text(self, command: Simple) -> int:
        """Where a command ends, with the text that it reads below it."""
        for how, word in command.redirected:
            text = word.parts[0].text
            if how == "<<<" and "\n" in text and (at := self.piece.text.find(text, command.end)) >= 0:
                return at + len(text)
        return command.end

    def _run_inside(self, inside: str, command: Simple) -> None:
        """Run the commands of a word whose output would be run: xdotool prints nothing where it does
        something."""
        span = self.span(command.start, command.end)
        for each in simple_commands([token for token in tokens(inside) if not isinstance(token, Comment)]):
            given = [text for word in each.words for text in self._words(word)]
            if not given or given[0].rpartition("/")[2] != "xdotool" or each.joined not in ("\n", ";"):
                raise Untranslatable("what is run is known only when it runs")
            self._run(given, Simple([], command.start, command.end), span)

    def _hide(self, names: list[str]) -> None:
        """A function's own variables: what they hide comes back when it is left."""
        for name in names:
            values = self.variables.values.get(name), self.variables.lists.get(name)
            self._locals[-1].setdefault(name, values)

    def _given(self, word: ShellWord) -> list[str | Untranslatable]:
        """What a word gives to a function; it may be that the function never asks for it."""
        try:
            return [*self._words(word)]
        except Untranslatable as refusal:
            if not only_asks(self.piece.text[word.start : word.end]):
                raise
            return [refusal]

    def _is_own(self, words: list[ShellWord], command: Simple) -> bool:
        """Do what the shell does itself, and does not show: whether it was that."""
        name = words[0].keyword
        text = self.piece.text[words[0].start : words[-1].end]
        if name in self.functions:
            if [word.plain for word in words[1:]] in (["$@"], ["$*"]) and self.variables.arguments is None:
                self._call(name, None, command)  # what the script itself was given
                return True
            return False
        if name in ("break", "continue", "return"):
            loops = words[1].plain if len(words) > 1 and name != "return" else "1"
            if not re.fullmatch(r"[1-9]\d?", loops):
                raise Untranslatable(f"how many loops `{text}` leaves is known only when it runs")
            raise Leave(name, int(loops))
        if name == "cd" or name in ("pushd", "popd"):
            self.folder = text
        elif name == "shift":
            if self.variables.arguments is not None:
                del self.variables.arguments[: int(words[1].plain) if len(words) > 1 else 1]
        elif name == "set" and len(words) > 1 and words[1].plain == "--":
            self.variables.arguments = [each for word in words[2:] for each in self._given(word)]
        elif name == "unset":
            for word in words[1:]:
                self.variables.forget(word.plain.partition("[")[0], "" if "[" in word.plain else UNSET)
        elif name == "let":
            for word in words[1:]:
                self.variables.compute(word.plain)
        elif name == "printf" and len(words) > 2 and words[1].plain == "-v":
            self.variables.forget(words[2].plain)
            given = [each for word in (words[0], *words[3:]) for each in self._words(word)]
            if (made := self._output([given])) is not None:
                self.variables.values[words[2].plain] = made
        elif name in ("eval", "source", ".") and (settings := self._settings(words[1:])) is not None:
            for each, value in settings:
                self.variables.forget(each)
                self.variables.values[each] = value
        elif name == "eval" and (asked := _GEOMETRY.search(text)):
            for variable in ("X", "Y", "SCREEN", "WINDOW", "WIDTH", "HEIGHT"):
                self.variables.forget(variable, "only a run knows where the pointer or the window is")
            if asked[1] == "display":
                size = (self._output([["xdotool", "getdisplaygeometry"]]) or "").split()
                self.variables.values.update(zip(("WIDTH", "HEIGHT"), size, strict=False))
        elif name == "trap":
            if re.search(r"(?:EXIT|0)\s*$", text) and "xdotool" in text:
                return False
            self.draft.repaired(
                self.span(command.start, command.end), "what is done when the script is stopped is not kept"
            )
        elif name in QUIET and only_asks(text):
            self._say_written(command)
        else:
            return False
        return True

    def _settings(self, words: list[ShellWord]) -> list[tuple[str, str]] | None:
        """The variables that a printed text sets; None where it is another text, or not known."""
        written = self.piece.text[words[0].start : words[-1].end] if words else ""
        if re.search(r"\$\((?!\()|`", written) and "getmouselocation" not in written:
            return None  # whatever that does, it does more than to print
        try:
            text = " ".join(each for word in words for each in self._words(word))
        except Untranslatable:
            return None
        return _SETTING.findall(text) if _SETTINGS.fullmatch(text) else None

    def _say_written(self, command: Simple) -> None:
        """Say that a text that goes into a file is not kept."""
        for how, file in command.redirected:
            if ">" in how and not _NOWHERE.fullmatch(file.plain):
                self.draft.repaired(
                    self.span(command.start, command.end), f"`{file.plain[:40]}` is not written"
                )

    def say_unknown(self, command: Simple) -> None:
        """Say which words of a command a shell would replace by something that it alone knows."""
        for word in command.words:
            if unknown := by_the_shell(word, self.variables.value):
                text = self.piece.text[word.start : word.end][:40]
                span = self.span(word.start, word.end)
                self.draft.repaired(span, f"`{text}` is kept as it is written: a shell puts in {unknown}")

    def _assign(self, word: ShellWord) -> None:
        text = self.piece.text[word.start : word.end]
        name = re.split(r"\W", text, maxsplit=1)[0]
        try:
            self.variables.assign(text, word)
        except Untranslatable as refusal:
            if not only_asks(text):
                raise
            # It does nothing by itself; where the value is wanted, it is said that it is not known.
            # A value that is counted on from itself has no other reason than it had.
            of_itself = re.search(rf"`\$\{{?{name}\b", refusal.reason) is not None
            self.variables.forget(name, "" if of_itself else refusal.reason)

    def _call(self, name: str, given: list[str | Untranslatable] | None, command: Simple) -> None:
        if self._depth >= _DEEPEST:
            raise Untranslatable("functions call each other without end")
        if command.joined == "&":
            self.draft.repaired(self.span(command.start, command.end), BESIDE)
        beside, self.is_beside = self.is_beside, self.is_beside or command.joined == "&"
        outer, self.variables.arguments = self.variables.arguments, given
        self._depth += 1
        self._locals.append({})
        self.called.add(name)
        kept = self.variables.kept() if command.joined == "&" else None
        try:
            self.block(self.functions[name], command.description)
        except Leave as left:
            if str(left) in ("break", "continue"):
                raise Untranslatable(f"shells differ on a `{left}` whose loop is outside") from None
            if str(left) != "return":
                raise
        finally:
            self._depth -= 1
            for hidden, values in self._locals.pop().items():
                self.variables.restore_one(hidden, *values)
            if kept is not None:
                self.variables.restore(kept)
            self.variables.arguments = outer
            self.is_beside = beside
