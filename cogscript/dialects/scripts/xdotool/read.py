"""Shell scripts with xdotool: `xdotool mousemove 100 200 click 1`, one line after the other.

The script is never run. What the shell would do with it is told by `shell_script`, what xdotool would do by
`xdotool_commands`; here is which text is a script, and the few other programs that people call beside it.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

from cogscript.dialects.core import builders
from cogscript.dialects.core.coordinates import SCREENS
from cogscript.dialects.core.draft import Action, DialectOptions, Draft, Untranslatable
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.containers import Piece, pieces
from cogscript.dialects.scripts.xdotool.shell_commands import Simple
from cogscript.dialects.scripts.xdotool.shell_script import ShellReader
from cogscript.dialects.scripts.xdotool.shell_words import ShellWord, Unclosed, tokens
from cogscript.dialects.scripts.xdotool.xdotool_commands import COMMANDS, ToolSession, slept
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import Source, Span
from cogscript.language.model.tree import Operation

MERGES = ALL_RULES


def _row(name: str, rest: str, remark: str = "", query: bool = False) -> tuple[str, Action]:
    return name, Action(f"xdotool {name} {rest}".strip(), remark, query)


ACTIONS: dict[str, Action] = dict(
    (
        _row("mousemove", "960 540"),
        _row("click", "1", "2 middle, 3 right, 4 to 7 the wheel; --repeat"),
        _row("mousedown", "1"),
        _row("mouseup", "1"),
        _row("key", "ctrl+s"),
        _row("keydown", "shift"),
        _row("keyup", "shift"),
        _row("type", "'green tea'"),
        _row("sleep", "0.5", "also the shell's own `sleep`"),
        _row("search", "--name 'Text Editor' windowactivate", "a window by its title"),
        _row("getmouselocation", "", query=True),
    )
)

_SETTINGS = r"(?:[A-Z]+=[\w.:/\"'-]*[ \t]+)*(?:sudo[ \t]+)?"
_MARK = r"[ \t]*(?:[$>+*-][ \t]+|\d{1,3}[.)][ \t]+|[\w.-]+@[\w.-]+[^\s$#]*[$#][ \t]*)?`?"
"""What stands before a command: a prompt, a bullet, a number, the plus of a trace."""
_TOOL = r"(?:/[\w./-]*/)?xdotool"
_SHEBANG = r"\A\ufeff?#[ \t]?![ \t]*\S*(?:/|[ \t])xdotool[ \t]*(?:-[ \t]*)?\r?"
"""The first line of a script that xdotool itself runs; some editors put a blank into it."""
_SIGN = re.compile(
    rf"(?:^{_MARK}|[;&|][ \t]*|\$\(|`|\b(?:then|do|else)[ \t]+){_SETTINGS}{_TOOL}[ \t]+(?:\w|-[ \t]*<<)"
    rf"|{_SHEBANG}$",
    re.M,
)
_LINE = re.compile(
    rf"^{_MARK}(?P<command>{_SETTINGS}(?:{_TOOL}[ \t]+[\w-]|sleep[ \t]+[\d.]|\w+=(?:\$\(|`)[ \t]*xdotool)"
    r"[^\n]*?)`?[ \t]*\r?$"
)
_SAID = re.compile(rf"{_TOOL}[ \t]+(?:mouse|key|click|type|search|window)\w*[ \t]+[\w'\"-]")
"""A command in the middle of a sentence."""
_OF_XDOTOOL = re.compile(rf"{_SHEBANG}\n")
_STRUCTURE = re.compile(
    r"^[ \t]*(?:(?:function[ \t]+)?\w+[ \t]*\(\)[ \t]*(?:\{|$)"
    r"|(?:if|while|until)[ \t]+\S.*;[ \t]*(?:then|do)\b|for[ \t]+\S.*;[ \t]*do\b"
    r"|(?:then|do|done|fi|esac)[ \t]*$)",
    re.M,
)
"""What no prose has: functions, loops, conditions."""
_PROSE = re.compile(r"^[^\W\d_a-z][^\W\d_A-Z]*[ ,]|[^\W\d_)`][.:!?。：][ \t]*$")
"""A line that begins or ends as a sentence does."""
_SHELL_FENCES = ("", "sh", "bash", "shell", "zsh", "console", "shellscript", "terminal")
_SILENT = (
    "set",
    "echo",
    "printf",
    "true",
    ":",
    "wait",
    "clear",
    "shopt",
    "unset",
    "apt",
    "apt-get",
    "pip",
)
"""Commands that do nothing on the screen."""
_BEFORE = ("sudo", "time", "nohup", "exec", "command", "env")
"""What stands before a command and changes nothing of what it does on the screen."""
_MOST_NUMBERS = 1_000
_NEEDING = frozenset({"type", "key", "keydown", "keyup", "click", "mousemove", "search", "sleep"})
"""Commands that are nothing without an argument."""
_FIRST_ONLY = re.compile(r"\|\s*(?:head|tail|sort|tr)\b[^|]*$|2>\s*/dev/null|2>&1")


def detect(source: Source) -> float:
    texts = [piece.text for piece in pieces(source) if piece.kind != "json"]
    return 0.97 if any(_SIGN.search(text) or _are_own_commands(text) for text in texts) else 0.0


def _are_own_commands(text: str) -> bool:
    """Whether every line is a command of xdotool without its name before it, and not each of them one that
    an agent writes just so: `type "green tea"`."""
    lines = [line.split() for _, line in _lines(text) if line.strip() and not line.lstrip().startswith("#")]
    names = {words[0] for words in lines}
    return (
        len(lines) > 1
        and names <= COMMANDS.keys()
        and bool(names - {"type", "click", "sleep"})
        and all(len(words) > 1 or words[0] not in _NEEDING for words in lines)
    )


def read(source: Source, options: DialectOptions) -> Draft:
    draft = Draft(source, options)
    session = ToolSession(draft, options.screen or _screen(source.text))
    for piece in pieces(source):
        if piece.kind != "json" and piece.role not in ("user", "system", "tool"):
            _ScriptReader(draft, session, piece).read()
    if session.pointed:
        draft.screen = session.screen
        if options.screen is None:
            draft.assumed(session.pointed, session.screen)
    return draft


def _screen(text: str) -> Size:
    places = [(int(x), int(y)) for x, y in re.findall(r"mousemove[^\n]*?\s(\d{1,5})\s+(\d{1,5})", text)]
    right, bottom = (max((place[axis] for place in places), default=0) for axis in (0, 1))
    return next((size for size in SCREENS if right <= size.width and bottom <= size.height), SCREENS[-1])


class _ScriptReader:
    """One piece of a text: a script, or words with commands among them."""

    def __init__(self, draft: Draft, session: ToolSession, piece: Piece) -> None:
        self.draft = draft
        self.session = session
        self.piece = piece
        self.shell = ShellReader(draft, piece, self._run, self._answer)

    def read(self) -> None:
        text = self.piece.text
        if self.piece.kind == "fence" and self.piece.language not in _SHELL_FENCES:
            return
        if of_xdotool := _OF_XDOTOOL.match(text):
            self._own_script(text[of_xdotool.end() :], self.piece.place(0, len(text.rstrip())))
            return
        if _are_own_commands(text):
            self._own_script(text, self.piece.place(0, len(text.rstrip())))
            return
        if self._is_script():
            self.shell.read(0, len(text))
            return
        for start, line in _lines(text):
            if found := _LINE.match(line):
                self.shell.read(start + found.start("command"), start + found.end("command"))
            elif _SAID.search(line) and not line.lstrip().startswith("#"):
                span = self.piece.place(start, start + max(1, len(line.rstrip())))
                self.draft.untranslatable(span, "a command stands in the middle of a sentence")

    def _is_script(self) -> bool:
        """Whether every line is meant to be done, and none is prose or has a mark before it."""
        lines = [line.strip() for _, line in _lines(self.piece.text) if line.strip()]
        if self.piece.text.lstrip("\ufeff").startswith("#!") or _STRUCTURE.search(self.piece.text):
            return True
        plain = re.compile(
            rf"{_SETTINGS}{_TOOL}[ \t]|sleep[ \t]|#|\w+=|(?:if|for|while|then|do|done|fi|else)\b"
        )
        known = sum(bool(plain.match(line)) for line in lines)
        marked = sum(bool(_LINE.match(line)) and not plain.match(line) for line in lines)
        commands = any(_SIGN.search(line) for line in lines)
        spoken = any(_PROSE.search(line) and not plain.match(line) for line in lines)
        return (
            commands and not marked and (self.piece.kind == "fence" or not spoken or known * 2 >= len(lines))
        )

    def _own_script(self, text: str, span: Span) -> None:
        """Commands of xdotool, without its name before them: all of them one run of it."""
        with self.draft.attempt(span):
            self._add(self.session.run_lines(_split_lines(text), span), span, "")

    def _add(self, operations: list[Operation], span: Span, description: str) -> None:
        for operation in operations:
            self.draft.add(operation, span, description)
            description = ""

    def _answer(self, command: str) -> str | None:
        """What a command in a word gives: a window that a search by its title finds."""
        plain = command
        while _FIRST_ONLY.search(plain.strip()):
            plain = _FIRST_ONLY.sub("", plain.strip())
        if counted := re.fullmatch(r"\s*seq((?:\s+-?\d{1,9}){1,3})\s*", plain):
            *before, last = map(int, counted[1].split())
            first, step = before[0] if before else 1, before[1] if len(before) > 1 else 1
            numbers = range(first, last + (1 if step > 0 else -1), step) if step else range(0)
            return " ".join(map(str, numbers)) if len(numbers) <= _MOST_NUMBERS else None
        try:
            found = list(tokens(plain))
        except Unclosed:
            return None
        words = [token.plain for token in found if isinstance(token, ShellWord) and not token.is_open]
        if not words or words[0].rpartition("/")[2] != "xdotool" or len(words) != len(found):
            return None
        return self.session.ticket(words[1:], Span(0, 1))

    def _run(self, words: list[str], command: Simple, span: Span) -> None:
        for how, file in command.redirected:
            # What it prints changes nothing on the screen, wherever it goes.
            if how not in ("<<<", "|") and ">" not in how and file.plain != "/dev/null":
                raise Untranslatable("what it reads is known only when it runs")
        given = next((file.plain for how, file in command.redirected if how in ("<<<", "|")), None)
        if given is not None and not given.endswith("\n") and command.redirected[0][0] == "<<<":
            given += "\n"
        while len(words) > 1 and words[0] in _BEFORE:
            words = words[1:]
        if words[0] == "timeout" and len(words) > 2:
            words = words[2:]
        path = words[0]
        name = path.rpartition("/")[2]
        if name not in _SILENT:
            self.shell.say_unknown(command)
        if name == "xdotool":
            self._add(self._of_tool(words[1:], given, span), span, command.description)
        elif given is not None and name in ("xclip", "xsel"):
            self._add([Operation("SET_CLIPBOARD", {"text": given})], span, command.description)
        elif made := _other(name, words[1:], command.joined):
            if made[0].name == "LAUNCH" and "app" in made[0].arguments:
                self._say_where(path, span)
            self._add(made, span, command.description)
        elif name not in _SILENT or given is not None:
            raise Untranslatable(f"what `{name[:40]}` does is known only when it runs")

    def _say_where(self, path: str, span: Span) -> None:
        """Say what of a program's folder, and of the folder that it is started in, is not kept."""
        if "/" in path:
            self.draft.repaired(span, f"`{path[:40]}` is started by its name alone")
        if self.shell.folder:
            self.draft.repaired(
                span, f"`{self.shell.folder[:40]}` is not done: the program starts in another folder"
            )

    def _of_tool(self, words: list[str], given: str | None, span: Span) -> list[Operation]:
        if given is not None:
            if words in ([], ["-"]):
                return self.session.run_lines(_split_lines(given), span)
            if words[:1] != ["type"] or words[-2:] not in (["--file", "-"], ["-f", "-"]):
                raise Untranslatable("what it reads is known only when it runs")
            words = [*words[:-2], "--", given]
        return self.session.run(words, span)


def _split_lines(text: str) -> list[list[str]]:
    try:
        return [shlex.split(line, comments=True) for line in text.splitlines()]
    except ValueError:
        raise Untranslatable("a quote is not closed") from None


def _lines(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for line in text.splitlines(keepends=True):
        yield at, line.rstrip("\r\n")
        at += len(line)


def _other(name: str, words: list[str], joined: str) -> list[Operation]:
    """What other programs that are called beside xdotool do on the screen."""
    if name == "sleep":
        return [slept(words)]
    if name == "exit":
        failed = words[:1] not in ([], ["0"])
        return [Operation("FAIL", {}) if failed else Operation("END")]
    if name == "xdg-open" and len(words) == 1 and "://" in words[0]:
        return [builders.opened(words[0])]
    if name == "wmctrl" and len(words) == 2 and words[0] in ("-a", "-R"):
        return [Operation("WINDOW", {"action": "activate", "title": words[1]})]
    if joined == "&" and re.fullmatch(r"[\w.+-]+", name) and name not in _SILENT:
        return [Operation("LAUNCH", builders.arguments(app=name, arguments=list(words) or None))]
    return []
