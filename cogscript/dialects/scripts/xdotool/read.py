"""Shell scripts with xdotool: `xdotool mousemove 100 200 click 1`, one line after the other.

The script is never run. What the shell would do with it is told by `shell_script`, what xdotool would do by
`xdotool_commands`; here is which text is a script, and the few other programs that people call beside it.
"""

from __future__ import annotations

import re
import shlex

from cogscript.dialects.core.coordinates import SCREENS
from cogscript.dialects.core.draft import Action, DialectOptions, Draft, DraftBlock, Untranslatable
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.containers import Piece, pieces
from cogscript.dialects.scripts.step_wording import SECRET
from cogscript.dialects.scripts.xdotool.asked_values import ask_for_values, question
from cogscript.dialects.scripts.xdotool.other_programs import (
    clipboard,
    is_cleared,
    is_read,
    leaves_one,
    other,
    picture_of_window,
    printed,
    program_looked_up,
    title_listed,
)
from cogscript.dialects.scripts.xdotool.script_pieces import InnerPiece, shown_in_terminal
from cogscript.dialects.scripts.xdotool.script_state import ShellWindow
from cogscript.dialects.scripts.xdotool.shell_calls import BESIDE, QUIET, Leave
from cogscript.dialects.scripts.xdotool.shell_commands import Simple
from cogscript.dialects.scripts.xdotool.shell_loops import read_lines
from cogscript.dialects.scripts.xdotool.shell_script import ShellReader
from cogscript.dialects.scripts.xdotool.shell_texts import (
    MISSPELT,
    SHELL_FENCES,
    SHELLS,
    commands_in_prose,
    is_claimed,
    is_said,
    is_script,
    own_commands,
)
from cogscript.dialects.scripts.xdotool.unknown_values import (
    ONE_WINDOW,
    PROCESS_MARK,
    WINDOW,
    is_number_mark,
)
from cogscript.dialects.scripts.xdotool.wrappers import given_by_xargs, unwrapped
from cogscript.dialects.scripts.xdotool.xdotool_commands import ToolSession
from cogscript.dialects.scripts.xdotool.xdotool_windows import wmctrl
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import Source, Span
from cogscript.language.model.tree import Operation

MERGES = ALL_RULES
_CLIPBOARD = "__CogName_clipboard__"
"""The variable that takes what the clipboard holds."""


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
        _row(
            "search", "--name 'Text Editor' windowactivate", "a window by its title; --class: by its program"
        ),
        _row(
            "getactivewindow",
            "windowmove 480 270",
            "also windowsize, windowminimize, windowclose, windowstate",
        ),
        _row("getmouselocation", "", query=True),
    )
)

_SILENT = QUIET | {"apt", "apt-get", "pip", "pip3", "pidof", "pgrep", "xdpyinfo", "xwininfo", "xprop",
                   "disown", "cat", "ls", "grep", "tput", "stty", "umask", "ulimit"}  # fmt: skip
"""Commands that do nothing on the screen."""
_DISPLAY = re.compile(r"\b(?:Xvfb|Xephyr|xvfb-run)\b[^\n]*?-screen[ \t]+(?:\d[ \t]+)?(\d{3,4})x(\d{3,4})")
"""Where a script starts a display of its own, and how large."""
_DISPLAY_TOLD = {
    "xrandr": "screen connected primary {0}+0+0\n   {0}     60.00*+\n",
    "xdpyinfo": "  dimensions:    {0} pixels\n",
}
"""How programs tell the display's size."""


def detect(source: Source) -> float:
    texts = [piece.text for piece in pieces(source) if piece.kind != "json"]
    return 0.97 if any(map(is_claimed, texts)) else 0.0


def read(source: Source, options: DialectOptions) -> Draft:
    told = _told_screen(source.text)
    screen = options.screen or told or SCREENS[0]
    draft, session = _read(source, options, screen)
    if options.screen is None and told is None:
        # A place may be worked out from variables: how large the display is, shows when all are known.
        larger = next((size for size in SCREENS if _holds(size, session.extent)), SCREENS[-1])
        if larger != screen:
            draft, session = _read(source, options, larger)
    if session.pointed:
        draft.screen = session.screen
        if told and options.screen is None:
            draft.repaired(
                session.pointed,
                f"the display is taken to be the one that the script names: {told.width}x{told.height}; "
                "--screen gives another",
            )
        elif options.screen is None:
            draft.assumed(session.pointed, session.screen)
    return draft


def _read(source: Source, options: DialectOptions, screen: Size) -> tuple[Draft, ToolSession]:
    draft = Draft(source, options)
    session = ToolSession(draft, screen)
    for piece in pieces(source):
        if piece.kind != "json" and piece.role not in ("user", "system", "tool"):
            _ScriptReader(draft, session, piece).read()
    ask_for_values(draft)
    return draft, session


def _holds(size: Size, extent: tuple[float, float]) -> bool:
    return extent[0] <= size.width and extent[1] <= size.height


def _told_screen(text: str) -> Size | None:
    """The size of the display that the script itself starts or sets."""
    sizes = {(int(width), int(height)) for width, height in _DISPLAY.findall(text)}
    return Size(*sizes.pop()) if len(sizes) == 1 else None


class _ScriptReader:
    """One piece of a text: a script, or words with commands among them."""

    def __init__(self, draft: Draft, session: ToolSession, piece: Piece) -> None:
        self.draft = draft
        self.session = session
        self.piece = piece = shown_in_terminal(piece)
        self.shell = ShellReader(draft, piece, self._run, self._output, self._left_out)

    def read(self) -> None:
        text = self.piece.text
        if self.piece.kind == "fence" and self.piece.language.casefold() not in SHELL_FENCES:
            if is_said(text):
                span = self.piece.place(0, max(1, len(text.rstrip())))
                self.draft.untranslatable(span, f"it is {self.piece.language[:20]}, and not of a shell")
            return
        if own := own_commands(text):
            self._own_script(own, self.piece.place(0, len(text.rstrip())))
        elif is_script(text, is_fenced=self.piece.kind == "fence"):
            self.shell.read(0, len(text))
        else:
            found = list(commands_in_prose(text))
            if not found and self.piece.kind == "fence" and self.piece.language.casefold() in SHELLS:
                self.shell.read(0, len(text))  # other programs: they are done, or said
            for part in found:
                if part.is_sentence:
                    span = self.piece.place(part.start, part.end)
                    self.draft.untranslatable(span, "a command stands in the middle of a sentence")
                else:
                    self.shell.read(part.start, part.end)

    def _own_script(self, text: str, span: Span) -> None:
        """Commands of xdotool, without its name before them: all of them one run of it."""
        with self.draft.attempt(span):
            self._add(self.session.run_lines(_split_lines(text), span), span, "")

    def _add(self, operations: list[Operation], span: Span, description: str) -> None:
        for operation in operations:
            if operation.body is None:
                self.draft.add(operation, span, description)
            else:
                with self.draft.nested(Operation(operation.name, operation.arguments), span, description):
                    for inner in operation.body:
                        self.draft.add(Operation(inner.name, dict(inner.arguments)), span)
            description = ""

    def _left_out(self, text: str) -> None:
        """Where a command that is not done would have moved the pointer, its place is not known any more."""
        if re.search(r"\bmousemove", text):
            self.session.lose()

    def _output(self, commands: list[list[str]]) -> str | None:
        """What the commands of a pipe print: the number of a window that a search by its title finds, a text
        that is known, the clipboard."""
        plain, say = [unwrapped(words).words for words in commands], self.shell.variables.say
        first = plain[0] if plain and plain[0] else [""]
        name = first[0].rpartition("/")[2]
        if name in self.shell.functions:
            self.shell.called.add(name)
            return None
        if name == "xdotool":
            if first[1:2] == ["getdisplaygeometry"] and "--shell" not in first:
                size = self.session.screen
                self.session.pointed = self.session.pointed or self.shell.now
                return printed([["echo", f"{size.width} {size.height}"], *plain[1:]], say)
            if first[1:2] == ["getmouselocation"]:
                return printed([["echo", self.session.located("--shell" in first)], *plain[1:]], say)
            if any(words[0] in ("sed", "awk", "cut") for words in plain[1:]):
                say(ONE_WINDOW)
            return self.session.ticket(first[1:], self.shell.now) if leaves_one(plain[1:]) else None
        if name in _DISPLAY_TOLD and plain[1:]:
            size = self.session.screen
            self.session.pointed = self.session.pointed or self.shell.now
            told = _DISPLAY_TOLD[name].format(f"{size.width}x{size.height}")
            return printed([["printf", "%s", told], *plain[1:]], say)
        if name == "echo" and (found := [word for word in first if WINDOW.fullmatch(word)]):
            self.shell.variables.say(ONE_WINDOW)
            return found[0] if leaves_one(plain[1:]) else None
        if (program := program_looked_up(plain)) is not None:
            return f"{PROCESS_MARK}{program}"
        if (title := title_listed(plain)) is not None:
            return self.session.remember(ShellWindow(self.session.text_in(title, self.shell.now)))
        if clipboard(name, first[1:]) and is_read(name, first[1:]) and len(plain) == 1:
            self._add([Operation("QUOTE_CLIPBOARD", {"output": _CLIPBOARD})], self.shell.now, "")
            return _CLIPBOARD
        return printed(plain, say)

    def _run(self, words: list[str], command: Simple, span: Span) -> None:
        self.shell.now = span
        for how, file in command.redirected:
            # What it prints changes nothing on the screen, wherever it goes.
            if how not in ("<<<", "|") and ">" not in how and file.plain != "/dev/null":
                raise Untranslatable("what it reads is known only when it runs")
        given = next(
            (self.shell.variables.text(file.plain) if how == "<<<" and file.is_open else file.plain
             for how, file in command.redirected if how in ("<<<", "|")),
            None,
        )  # fmt: skip
        if given is not None and not given.endswith("\n") and command.redirected[0][0] == "<<<":
            given += "\n"
        bare = unwrapped(words)
        if bare.elsewhere and (bare.words or bare.script):
            self.draft.repaired(span, f"it is done here, and not in `{bare.elsewhere[:40]}`")
        if bare.limit and (bare.words or bare.script):
            self.draft.repaired(span, f"it is not ended after {bare.limit[:20]}, as `timeout` does it")
        if bare.script is not None:
            self._inner(bare.script, bare.arguments, span)
        elif bare.words:
            self._program(bare.words, given, command, span)

    def _inner(self, text: str, arguments: tuple[str, ...], span: Span) -> None:
        """Go through a script that a command is given as a word."""
        outer = self.shell
        self.shell = ShellReader(
            self.draft, InnerPiece(self.piece, text, span), self._run, self._output, self._left_out
        )
        if arguments:
            self.shell.variables.values["0"] = arguments[0]
            self.shell.variables.arguments = list(arguments[1:])
        try:
            self.shell.read(0, len(text))
        finally:
            self.shell = outer

    def _program(self, words: list[str], given: str | None, command: Simple, span: Span) -> None:
        path = words[0]
        name = path.rpartition("/")[2]
        if name in MISSPELT:
            self.draft.repaired(span, f"`{name}` is read as xdotool")
            name = "xdotool"
        if name not in _SILENT:
            self.shell.say_unknown(command)
        if command.joined == "&":
            self.shell.variables.forget("!")
        takes_marks = name in (*_SILENT, "xdotool", "wmctrl", "xargs", "sleep") or picture_of_window(
            name, words[1:]
        )
        hands_mark_on = (
            given is not None and is_number_mark(given) and name not in ("xargs", "read", "xdotool")
        )
        if hands_mark_on or (not takes_marks and any(map(is_number_mark, words))):
            raise Untranslatable("a number in it is known only when it runs")
        if name == "xdotool":
            made = self._of_tool(words[1:], given, span)
            if command.joined == "&" and any(each.name == "WAIT" for each in made):
                self.draft.repaired(span, BESIDE)
            self._add(made, span, command.description)
        elif name == "xargs" and given is not None:
            for each in given_by_xargs(words, given):
                if any(WINDOW.fullmatch(word) for word in each):
                    self.draft.repaired(span, ONE_WINDOW)
                self._run(each, Simple([], command.start, command.end), span)
        elif name == "wmctrl" and given is None:
            self._add(wmctrl(words[1:], self.session, span), span, command.description)
        elif name == "read" and given is None:
            asked = question(words[1:])
            if asked.name == "INPUT":
                self.draft.repaired(span, SECRET)
            if isinstance(output := asked.arguments.get("output"), str):
                self.shell.variables.values[words[-1]] = output
            self._add([asked], span, command.description)
        elif name == "read" and given is not None:
            parting = [each.plain for each in command.words if each.plain.startswith("IFS=")]
            lines = list(read_lines([*parting, *words], given))
            if not lines:
                raise Untranslatable("what it reads is known only when it runs")
            self.shell.variables.values.update(lines[0])
        elif given is not None and clipboard(name, words[1:]):
            text = given.removesuffix("\n") if name == "wl-copy" and "-n" in words else given
            self._add([Operation("SET_CLIPBOARD", {"text": text})], span, command.description)
        elif clipboard(name, words[1:]) and is_cleared(name, words[1:]):
            self._add([Operation("SET_CLIPBOARD", {"text": ""})], span, command.description)
        elif clipboard(name, words[1:]) and is_read(name, words[1:]) and not command.redirected:
            return  # it is shown where the script was started
        elif clipboard(name, words[1:]) is False:
            raise Untranslatable("what is marked, and pasted with the middle button, is not the clipboard")
        else:
            self._other(path, name, words[1:], given, command, span)

    def _other(
        self, path: str, name: str, words: list[str], given: str | None, command: Simple, span: Span
    ) -> None:
        made = None
        if given is None and (name not in _SILENT or command.joined == "&"):
            made = other(name, words, command.joined, lambda message: self.draft.repaired(span, message))
        if made is None and given is None and (pictured := picture_of_window(name, words)):
            found = self.session.window_of(pictured[0], span)
            if found is not None:
                self.draft.block = DraftBlock(found.given("window"), span)
                self._add([Operation("SCREENSHOT", {"file": pictured[1]})], span, command.description)
                self.draft.block = None
                return
        if made:
            if name == "sleep" and command.joined == "&":
                self.draft.repaired(span, BESIDE)
            if made[0].name == "LAUNCH" and "app" in made[0].arguments:
                self._say_where(path, span)
                if command.joined == "&":
                    self.shell.variables.values["!"] = f"{PROCESS_MARK}{name}"
            self._add(made, span, command.description)
            if name == "exit":
                raise Leave(name)
        elif made is None and (name not in _SILENT or given is not None):
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
            if words in ([], ["-"], ["/dev/stdin"]):
                return self.session.run_lines(_split_lines(given), span)
            filed = next(
                (at for at, word in enumerate(words) if re.match(r"--?f(?:ile)?(?:=|$)", word)), None
            )
            if filed is None or "type" not in words[:filed]:
                raise Untranslatable("what it reads is known only when it runs")
            width = 1 if "=" in words[filed] else 2
            if " ".join(words[filed : filed + width]).partition("=")[2] not in ("", "-", "/dev/stdin"):
                raise Untranslatable("what it reads is known only when it runs")
            words = [*words[:filed], *words[filed + width :]]
            words = [*words, given] if words[-1] == "--" else [*words, "--", given]
        return self.session.run(words, span)


def _split_lines(text: str) -> list[list[str]]:
    try:
        return [shlex.split(line, comments=True) for line in text.splitlines()]
    except ValueError:
        raise Untranslatable("a quote is not closed") from None
