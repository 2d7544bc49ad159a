"""Shell scripts with xdotool: `xdotool mousemove 100 200 click 1`, one line after the other.

The script is never run, and of the shell only this is known: comments, quotes, `sleep`, `;` and `&&` between
commands, `DISPLAY=:1` before one, and a variable for the window that a search by its title found. A line with
anything else of the shell (other variables, pipes, loops) is reported.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Action, DialectOptions, Draft, Untranslatable
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.containers import Piece, pieces
from cogscript.language.model.box import Box, Size
from cogscript.language.model.diagnostic import Source, Span, nearest
from cogscript.language.model.tree import Operation

MERGES = ALL_RULES
SCREENS = (Size(1920, 1080), Size(2560, 1440), Size(3840, 2160))
"""Displays to try where none is given: the first that holds all the script's places."""


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

_SETTINGS = r"(?:[A-Z]+=[\w.:/-]*[ \t]+)*"
_SIGN = re.compile(rf"(?:^[ \t]*(?:[$#>][ \t]+)?|[;&][ \t]*){_SETTINGS}(?:/[\w./-]*/)?xdotool[ \t]+\w", re.M)
_COMMAND = re.compile(rf"{_SETTINGS}(?:(?:/[\w./-]*/)?xdotool|sleep)\b")
_FOUND = re.compile(
    r"""(?:local[ ]+|export[ ]+)?(?P<name>\w+)=["']?(?:\$\(|`)\s*"""
    r"""(?P<search>(?:/[\w./-]*/)?xdotool[ ]+search[ ][^|`()]*?)"""
    r"""\s*(?:2>\s*/dev/null\s*)?(?:\|\s*(?:head|tail)[ ]+-(?:n[ ]*)?1\s*)?(?:\)|`)["']?;?"""
)
"""`wid=$(xdotool search --name 'Editor' | head -1)`: the window that the name stands for from then on."""
_VARIABLE = re.compile(
    r'(?<=[ \t=])(?P<quote>"?)\$(?:\{(?P<braced>\w+)\}|(?P<bare>\w+))(?P=quote)(?=[ \t;&]|$)'
)
_SHELL = re.compile(r"[$`|<>(){}]|(?<!&)&(?!&)")
"""What only a shell knows the meaning of."""
_IN_QUOTES = re.compile(r"[$`]")
"""What it still means between double quotes."""
_QUOTED = re.compile(r"""(?P<double>"(?:[^"\\]|\\.)*")|'[^']*'""")
_NOTHING = ("set ", "export ", "echo ", "exit", "sudo apt", "cd ")
_WHEEL = {"4": "up", "5": "down", "6": "left", "7": "right"}
_BUTTONS = {"1": "left", "2": "middle", "3": "right"}
_QUERIES = frozenset(
    {"getmouselocation", "getactivewindow", "getwindowname", "getdisplaygeometry", "version"}
)
_OPTIONS = ("--sync", "--clearmodifiers", "--polar", "--file", "--onlyvisible", "--all", "--any", "--shell")
"""Options without a value, of any command; what changes something is refused where it is used."""
_NUMBER = re.compile(r"-?\d{1,5}(?:\.\d+)?")


def detect(source: Source) -> float:
    return 0.97 if any(_SIGN.search(piece.text) for piece in pieces(source) if piece.kind != "json") else 0.0


def read(source: Source, options: DialectOptions) -> Draft:
    draft = Draft(source, options)
    reader = _ScriptReader(draft, options.screen or _screen(source.text))
    for piece in pieces(source):
        if piece.kind != "json" and piece.role not in ("user", "system", "tool"):
            reader.read(piece)
    if reader.pointed:
        draft.screen = reader.screen
        if options.screen is None:
            size = f"{reader.screen.width}x{reader.screen.height}"
            report = f"the script does not give the display's size: {size} is assumed; --screen gives another"
            draft.repaired(reader.pointed, report)
    return draft


def _screen(text: str) -> Size:
    places = [(int(x), int(y)) for x, y in re.findall(r"mousemove[^\n]*?\s(\d{1,5})\s+(\d{1,5})", text)]
    right, bottom = (max((place[axis] for place in places), default=0) for axis in (0, 1))
    return next((size for size in SCREENS if right <= size.width and bottom <= size.height), SCREENS[-1])


class _ScriptReader:
    def __init__(self, draft: Draft, screen: Size) -> None:
        self.draft = draft
        self.screen = screen
        self.pointed: Span | None = None
        self.is_script = True
        """Whether every line is meant to be done, and none is prose."""
        self.pointer: tuple[float, float] | None = None
        """Where the script has moved the pointer, in pixels."""
        self.window: str | None = None
        """The title that the last search looked for."""
        self.windows: dict[str, str] = {}
        """The titles of the windows that the script has variables for."""

    def read(self, piece: Piece) -> None:
        at, description = 0, ""
        lines = [line.strip() for line in piece.text.splitlines() if line.strip()]
        known = sum(bool(_COMMAND.match(line.lstrip("$> "))) or line.startswith("#") for line in lines)
        self.is_script = (
            piece.kind == "fence" or piece.text.lstrip().startswith("#!") or known * 2 >= len(lines)
        )
        for line in piece.text.splitlines(keepends=True):
            text = line.strip()
            span = piece.place(at + len(line) - len(line.lstrip()), at + max(1, len(line.rstrip())))
            at += len(line)
            if text.startswith("#"):
                description = text.lstrip("#! ").strip() if not text.startswith("#!") else ""
            elif text:
                before = len(self.draft.steps)
                with self.draft.attempt(span, description):
                    for operation in self._line(text.lstrip("$> "), span):
                        self.draft.add(operation, span, description)
                        description = ""
                if len(self.draft.steps) > before:
                    description = ""

    def _line(self, text: str, span: Span) -> list[Operation]:
        if found := _FOUND.match(text):
            self._command(list(_words(found["search"])), span)
            if self.window is not None:
                self.windows[found["name"]] = self.window
            rest = text[found.end() :].lstrip(" \t;&")
            return self._line(rest, span) if rest else []
        text = _VARIABLE.sub(lambda word: _ticket(word, self.windows), text)
        if not _COMMAND.match(text):
            if text.startswith(_NOTHING) or ("xdotool" not in text and not self.is_script):
                return []
            raise Untranslatable("only a shell knows what this line does")
        try:
            words = list(_words(text))
        except ValueError:
            raise Untranslatable("a quote is not closed") from None
        if _SHELL.search(_QUOTED.sub("", text)) or any(
            _IN_QUOTES.search(quoted.group()) for quoted in _QUOTED.finditer(text) if quoted["double"]
        ):
            raise Untranslatable("only a shell knows what this line does")
        made: list[Operation] = []
        command: list[str] = []
        for word in [*words, ";"]:
            ended = word in (";", "&&")
            if not ended:
                command.append(word)
            elif command:
                made += self._command(command, span)
                command = []
        return made

    def _command(self, words: list[str], span: Span) -> list[Operation]:
        while len(words) > 1 and re.fullmatch(r"[A-Z]+=.*", words[0]):
            words = words[1:]  # a setting for this command: which display it is on
        if words[0] == "sleep":
            return [_sleep(words[1:])]
        if words[0].rpartition("/")[2] != "xdotool":
            raise Untranslatable(f"`{words[0][:40]}` is not xdotool")
        made: list[Operation] = []
        rest = words[1:]
        while rest:
            name, rest = rest[0], rest[1:]
            make = _COMMANDS.get(name)
            if make is None:
                near = nearest(name, _COMMANDS)
                raise Untranslatable(
                    f"xdotool's `{name[:40]}` has no operation", f"did it mean {near}?" if near else ""
                )
            operations, rest = make(_Words(rest), self, span)
            made += operations
        return made

    def title_of(self, word: str) -> str:
        """The title of a window; one by its number is one that only that session knew."""
        title = self.windows.get(word.removeprefix(_TICKET)) if word.startswith(_TICKET) else None
        title = self.window if word == "%1" else title
        if title is None:
            raise Untranslatable("a window is found by its title, and this one is given by a number")
        return title

    def box(self, x: float, y: float, span: Span) -> Box:
        self.pointer = (x, y)
        self.pointed = self.pointed or span
        self.draft.screen = self.screen
        return self.draft.box(self.draft.space("pixels"), (x, y), span)


_TICKET = "window-"


def _ticket(variable: re.Match[str], windows: dict[str, str]) -> str:
    """What stands for a window's variable among the words: no title, which could be a word of xdotool's."""
    name = variable["braced"] or variable["bare"]
    return f"{_TICKET}{name}" if name in windows else variable.group()


def _words(text: str) -> Iterator[str]:
    """The words of a line as a shell parts them; what ends a command is a word of its own."""
    lexer = shlex.shlex(text, posix=True, punctuation_chars=";&")
    lexer.whitespace_split = True
    yield from lexer


class _Words:
    """The words after a command: its options, its arguments, and what belongs to the next one."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.options: dict[str, str] = {}

    def take_options(self, *valued: str) -> None:
        while self.words and self.words[0].startswith("--"):
            name = self.words.pop(0)
            if name == "--":
                return
            name, mark, value = name.partition("=")
            if name not in (*valued, *_OPTIONS):
                raise Untranslatable(f"the option `{name[:40]}` is not known")
            self.options[name] = (
                value if mark else (self.words.pop(0) if name in valued and self.words else "")
            )

    def to_window(self, reader: _ScriptReader) -> list[Operation]:
        """The window that keys or clicks are sent to comes to the front first: so they are taken there."""
        if "--window" not in self.options:
            return []
        return [
            Operation("WINDOW", {"action": "activate", "title": reader.title_of(self.options["--window"])})
        ]

    def take(self) -> str:
        if not self.words:
            raise Untranslatable("an argument is missing")
        return self.words.pop(0)

    def until_command(self) -> Iterator[str]:
        while self.words and self.words[0] not in _COMMANDS:
            yield self.words.pop(0)


_Made = tuple[list[Operation], list[str]]


def _number(word: str) -> str:
    if not _NUMBER.fullmatch(word):
        raise Untranslatable(f"`{word[:40]}` is not a number")
    return word


def _sleep(words: list[str]) -> Operation:
    text = words[0] if words else ""
    match = re.fullmatch(r"(\d{0,6}(?:\.\d+)?)([smh]?)", text)
    if not match or not match[1] or match[1] == ".":
        raise Untranslatable("sleep does not say how long")
    seconds = float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[match[2]]
    return Operation("WAIT", {"seconds": int(seconds) if seconds.is_integer() else seconds})


def _slept(words: _Words, reader: _ScriptReader, span: Span) -> _Made:
    return [_sleep([words.take()])], words.words


def _moved(words: _Words, reader: _ScriptReader, span: Span) -> _Made:
    words.take_options("--window", "--screen")
    if "--window" in words.options or "--polar" in words.options:
        raise Untranslatable("a place that is counted from a window is not known here")
    if words.words[:1] == ["restore"]:
        words.take()
        reader.pointer = None
        reader.draft.repaired(span, "the pointer is not put back to where it was")
        return [], words.words
    x, y = _number(words.take()), _number(words.take())
    return [Operation("HOVER", {"box": reader.box(float(x), float(y), span)})], words.words


def _moved_by(words: _Words, reader: _ScriptReader, span: Span) -> _Made:
    words.take_options()
    if reader.pointer is None or "--polar" in words.options:
        raise Untranslatable("where the pointer is before it moves is not in the script")
    x, y = (float(_number(words.take())) + start for start in reader.pointer)
    return [Operation("HOVER", {"box": reader.box(x, y, span)})], words.words


def _clicked(words: _Words, reader: _ScriptReader, span: Span) -> _Made:
    words.take_options("--window", "--repeat", "--delay")
    front = words.to_window(reader)
    count = max(1, int(_number(words.options.get("--repeat") or "1")))
    button = words.take()
    if button in _WHEEL:
        return [*front, builders.scroll(_WHEEL[button], count, None)], words.words
    if button not in _BUTTONS:
        raise Untranslatable(f"there is no mouse button `{button[:40]}`")
    return [*front, *builders.click(None, _BUTTONS[button], count)], words.words


def _button(name: str) -> Callable[[_Words, _ScriptReader, Span], _Made]:
    def make(words: _Words, reader: _ScriptReader, span: Span) -> _Made:
        words.take_options("--window")
        front = words.to_window(reader)
        button = builders.button_named(words.take())
        made = Operation(name, builders.arguments(button=None if button == "left" else button))
        return [*front, made], words.words

    return make


def _keys(words: _Words, reader: _ScriptReader, span: Span) -> _Made:
    words.take_options("--window", "--delay", "--repeat", "--repeat-delay")
    front = words.to_window(reader)
    times = int(_number(words.options.get("--repeat") or "1"))
    chords = [
        press for word in words.until_command() for press in builders.presses(builders.split_keys(word))
    ]
    if not chords:
        raise Untranslatable("no key is named")
    repeated = [Operation(each.name, dict(each.arguments)) for _ in range(min(times, 100)) for each in chords]
    return [*front, *builders.repeated(repeated)], words.words


def _key(name: str) -> Callable[[_Words, _ScriptReader, Span], _Made]:
    def make(words: _Words, reader: _ScriptReader, span: Span) -> _Made:
        words.take_options("--window", "--delay")
        front = words.to_window(reader)
        named = [each for word in words.until_command() for each in builders.split_keys(word)]
        return [*front, *(Operation(name, {"key": builders.key_named(each)}) for each in named)], words.words

    return make


def _typed(words: _Words, reader: _ScriptReader, span: Span) -> _Made:
    """Everything after it is text."""
    words.take_options("--window", "--delay", "--args", "--terminator", "--file")
    front = words.to_window(reader)
    held = any(word.startswith(_TICKET) for word in words.words)  # the window's number is typed
    if held or words.options.keys() & {"--file", "--args", "--terminator"}:
        raise Untranslatable("what is typed is not in the script")
    return [*front, builders.typed(" ".join(words.words))], []


def _searched(words: _Words, reader: _ScriptReader, span: Span) -> _Made:
    words.take_options(
        "--name",
        "--class",
        "--classname",
        "--title",
        "--pid",
        "--maxdepth",
        "--limit",
        "--desktop",
        "--screen",
    )
    title = words.options.get("--name") or words.options.get("--title")
    if not title:
        left = list(words.until_command())
        title = left[0] if left and not words.options.keys() & {"--class", "--classname", "--pid"} else None
    if not title:
        raise Untranslatable("a window is found by its title, and this search gives none")
    reader.window = title
    return [], words.words


def _window(action: str) -> Callable[[_Words, _ScriptReader, Span], _Made]:
    def make(words: _Words, reader: _ScriptReader, span: Span) -> _Made:
        words.take_options()
        titles: list[str | None] = [reader.title_of(number) for number in words.until_command()]
        titles = titles or [reader.window]
        return [
            Operation("WINDOW", builders.arguments(action=action, title=each)) for each in titles
        ], words.words

    return make


def _queried(words: _Words, reader: _ScriptReader, span: Span) -> _Made:
    words.take_options()
    reader.draft.remark("it only asks: nothing to do")
    return [], words.words


_COMMANDS: dict[str, Callable[[_Words, _ScriptReader, Span], _Made]] = {
    "mousemove": _moved,
    "mousemove_relative": _moved_by,
    "click": _clicked,
    "mousedown": _button("MOUSE_DOWN"),
    "mouseup": _button("MOUSE_UP"),
    "key": _keys,
    "keydown": _key("KEY_DOWN"),
    "keyup": _key("KEY_UP"),
    "type": _typed,
    "sleep": _slept,
    "search": _searched,
    "windowactivate": _window("activate"),
    "windowfocus": _window("activate"),
    "windowraise": _window("activate"),
    "windowminimize": _window("minimize"),
    "windowclose": _window("close"),
    "windowquit": _window("close"),
    **dict.fromkeys(_QUERIES, _queried),
}
