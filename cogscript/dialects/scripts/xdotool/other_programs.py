"""The other programs that people call beside xdotool: what they do on the screen, and what they print."""

from __future__ import annotations

import re
from collections.abc import Callable

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.scripts.xdotool.asking_programs import PICTURING, UNKNOWN_FILE
from cogscript.dialects.scripts.xdotool.shell_filters import passed_on
from cogscript.dialects.scripts.xdotool.shell_sums import sum_of
from cogscript.dialects.scripts.xdotool.unknown_values import ASKED, PATIENT, in_the_middle, random_mark
from cogscript.language.model.tree import Operation, Value

_MOST_NUMBERS = 200_000
_DISPLAYS = frozenset(
    {
        "Xvfb", "Xephyr", "Xvnc", "Xorg", "vncserver", "tigervncserver", "x11vnc", "x0vncserver",
        "websockify", "openbox", "openbox-session", "fluxbox", "blackbox", "icewm", "xfwm4", "metacity",
        "mutter", "twm", "matchbox-window-manager", "jwm", "ratpoison", "i3", "bspwm", "dwm",
        "dbus-daemon", "pulseaudio",
    }
)  # fmt: skip
"""Displays, window managers and services: a run has its own."""
_FOREGROUND = frozenset(
    {
        "firefox", "firefox-esr", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
        "brave-browser", "epiphany", "midori", "opera", "gnome-terminal", "xterm", "konsole",
        "xfce4-terminal", "gedit", "mousepad", "kate", "leafpad", "gnome-calculator", "xcalc", "nautilus",
        "thunar", "gimp", "vlc", "libreoffice", "soffice", "evince", "thunderbird", "code",
    }
)  # fmt: skip
"""Programs with a window, which are known to be that without an `&` behind them."""
_WINDOWLESS = frozenset(
    {
        "ffmpeg", "tail", "curl", "wget", "npm", "npx", "node", "docker", "rsync", "ssh", "tcpdump",
        "inotifywait", "dbus-monitor", "xbindkeys", "sxhkd", "unclutter", "picom", "xcompmgr", "make",
        "cargo", "go", "find", "sed", "awk", "tee", "cp", "mv", "rm", "kill", "pkill", "killall", "aplay",
        "paplay", "mpg123", "espeak",
    }
)  # fmt: skip
"""Programs that show no window, even where they run on beside the script."""
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "a": "", "b": "\b", "e": "\x1b", '"': '"', "'": "'"}
_UNREAD = re.compile(r"(?<!\\)(?:\\\\)*\\[0-9xuUcfv]")
"""An escape that is not read: a number of a character, or one that ends the text."""

_FILTERS = frozenset({"head", "tail", "sort", "tr", "sed", "awk", "cut", "uniq", "xargs", "tee"})
"""What may stand behind a search for a window: it leaves one of the numbers."""


def slept(words: list[str]) -> Operation:
    if len(words) == 1 and re.fullmatch(rf"{ASKED}\w+?__", words[0]):
        return Operation("WAIT", {"seconds": words[0]})
    seconds = 0.0
    for text in [in_the_middle(word, PATIENT) for word in words] or [""]:
        match = re.fullmatch(r"(\d{0,6}(?:\.\d*)?)([smhd]?)", text)
        if not match or not match[1] or match[1] == ".":
            raise Untranslatable("sleep does not say how long")
        seconds += float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[match[2]]
    return Operation("WAIT", {"seconds": int(seconds) if seconds.is_integer() else round(seconds, 6)})


def other(name: str, words: list[str], joined: str, say: Callable[[str], None]) -> list[Operation] | None:
    """What another program does on the screen; None for one that is not known here."""
    if name == "sleep":
        return [slept(words)]
    if name == "usleep" and len(words) == 1 and words[0].isdecimal():
        return [Operation("WAIT", {"seconds": int(words[0]) / 1_000_000})]
    if name == "exit":
        failed = words[:1] not in ([], ["0"])
        return [Operation("FAIL", {}) if failed else Operation("END")]
    if name in ("xdg-open", "sensible-browser", "x-www-browser", "gnome-open") and len(words) == 1:
        if "://" in words[0]:
            return [builders.opened(words[0])]
        return None
    if name == "notify-send":
        return _told(words)
    if name in PICTURING:
        return _pictured(name, words, say)
    if name in _DISPLAYS:
        say(f"`{name}` is not started: a run has its own display")
        return []
    if name in _WINDOWLESS or re.fullmatch(r"[A-Z]{2,}", name):
        return None
    if joined == "&" and re.fullmatch(r"[\w.+-]+", name):
        return [_launched(name, words)]
    if name in _FOREGROUND:
        say(f"it does not wait until `{name}` is closed")
        return [_launched(name, words)]
    return None


def _launched(name: str, words: list[str]) -> Operation:
    return Operation("LAUNCH", builders.arguments(app=name, arguments=list(words) or None))


def _told(words: list[str]) -> list[Operation] | None:
    """`notify-send`: a note that goes away by itself."""
    said: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if re.fullmatch(r"-[utiahcr]|--(?:urgency|expire-time|icon|app-name|hint|category|replace-id)", word):
            rest = rest[1:]
        elif not word.startswith("-"):
            said.append(word)
    return [Operation("STATUS", {"text": ": ".join(said)})] if said else None


def _pictured(name: str, words: list[str], say: Callable[[str], None]) -> list[Operation] | None:
    """A picture of the whole screen; one of a window, or of a part that is chosen then, is another matter."""
    rest, made = list(words), []
    if name == "magick":
        if rest[:1] != ["import"]:
            return None
        name, rest = "import", rest[1:]
    if name == "import":
        if rest[:2] != ["-window", "root"]:
            return None
        rest = rest[2:]
    file: Value = None
    while rest:
        word = rest.pop(0)
        if word in ("-f", "--file", "-o", "--output") and name in ("gnome-screenshot", "spectacle") and rest:
            file = rest.pop(0)
        elif word in ("-d", "--delay") and rest:
            made.append(slept([rest.pop(0)]))
        elif word in ("-q", "--quality", "-quality") and rest:
            rest.pop(0)
        elif word in (
            "-o",
            "--overwrite",
            "-z",
            "--silent",
            "-p",
            "--pointer",
            "-b",
            "-n",
            "--hidecursor",
            "-u",
        ) and (word != "-u" or name == "maim"):
            continue
        elif word.startswith("-") or file is not None:
            return None
        else:
            file = word
    if isinstance(file, str) and ("%" in file or "$" in file):
        say(UNKNOWN_FILE)
        file = None
    return [*made, Operation("SCREENSHOT", builders.arguments(file=file))]


def picture_of_window(name: str, words: list[str]) -> tuple[str, str] | None:
    """The window that a picture is taken of, and the file that takes it."""
    rest = words[1:] if name == "magick" and words[:1] == ["import"] else words
    known = (name in ("import", "magick") and rest[:1] == ["-window"]) or (
        name == "maim" and rest[:1] == ["-i"]
    )
    if not known or len(rest) != 3 or rest[1] == "root" or rest[2].startswith("-"):
        return None
    return rest[1], rest[2]


def is_cleared(name: str, words: list[str]) -> bool:
    """Whether a program for the clipboard empties it."""
    return (name == "xsel" and any(re.fullmatch(r"-[a-z]*c[a-z]*|--clear", word) for word in words)) or (
        name == "wl-copy" and bool({"-c", "--clear"} & set(words))
    )


def clipboard(name: str, words: list[str]) -> bool | None:
    """Whether a program deals with the clipboard; False for what is marked, which is no clipboard; None for
    any other program."""
    if name in ("wl-copy", "wl-paste"):
        return not {"-p", "--primary"} & set(words)
    if name == "xsel":
        return any(re.fullmatch(r"-[a-z]*b[a-z]*|--clipboard", word) for word in words)
    if name == "xclip":
        for at, word in enumerate(words):
            if re.fullmatch(r"-sel?(?:e|ec|ect|ecti|ectio|ection)?", word):
                return at + 1 < len(words) and "clipboard".startswith(words[at + 1].lower())
            if word in ("-selc", "-selclip", "-b"):
                return True
        return False
    return None


def is_read(name: str, words: list[str]) -> bool:
    """Whether a program for the clipboard prints it."""
    return name == "wl-paste" or any(re.fullmatch(r"-[a-z]*o[a-z]*|--output|-out", word) for word in words)


def printed(commands: list[list[str]], say: Callable[[str], None]) -> str | None:
    """What the commands of a pipe print, where that does not depend on the machine."""
    first, *behind = commands
    text = _printed(first, say)
    if text is not None and ASKED in text and (behind or first[0] not in ("echo", "printf")):
        return None
    for command in behind:
        text = None if text is None else passed_on(command, text)
    return text


def _printed(words: list[str], say: Callable[[str], None]) -> str | None:
    name, *rest = words or [""]
    if name == "echo":
        flags = ""
        while rest and re.fullmatch(r"-[neE]+", rest[0]):
            flags += rest.pop(0)
        text = " ".join(rest)
        if "e" in flags and _UNREAD.search(text):
            return None
        return (_unescaped(text) if "e" in flags else text) + ("" if "n" in flags else "\n")
    if name == "printf" and rest and rest[0] != "-v":
        form, *given = rest[1:] if rest[0] == "--" and len(rest) > 1 else rest
        return _formatted(form, given)
    if name == "seq" and 1 <= len(rest) <= 3 and all(re.fullmatch(r"-?\d{1,9}", each) for each in rest):
        *before, last = map(int, rest)
        start, step = before[0] if before else 1, before[1] if len(before) > 1 else 1
        numbers = range(start, last + (1 if step > 0 else -1), step) if step else range(0)
        return "".join(f"{number}\n" for number in numbers) if len(numbers) <= _MOST_NUMBERS else None
    if name == "shuf" and (ends := re.fullmatch(r"-i ?(\d{1,6})-(\d{1,6}) -n ?1", " ".join(rest))):
        return f"{random_mark(int(ends[1]), int(ends[2]), say)}\n"
    if name == "expr":
        try:
            return f"{sum_of(' '.join(rest))}\n"
        except Untranslatable:
            return None
    if name == "basename" and len(rest) in (1, 2):
        file = rest[0].rstrip("/").rpartition("/")[2]
        return f"{file.removesuffix(rest[1]) if len(rest) > 1 else file}\n"
    return None


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[0]), text)


_PLACE = re.compile(r"%(?:%|[-0+ ]*\d{0,3}(?:\.\d{1,2})?[sdifxX])")


def _formatted(form: str, given: list[str]) -> str | None:
    """What `printf` prints: texts and numbers put in, the form again for what is left."""
    if _UNREAD.search(form) or "%" in _PLACE.sub("", form):
        return None
    form = _unescaped(form)
    has_places = _PLACE.sub("", form.replace("%%", "")) != form.replace("%%", "")
    made, rest = "", list(given)
    try:
        while True:
            made += _PLACE.sub(lambda match: _put_in(match[0], rest), form)
            if not rest or not has_places:
                return made
    except ValueError:
        return None


def _put_in(place: str, rest: list[str]) -> str:
    if place == "%%":
        return "%"
    text = rest.pop(0) if rest else "" if place[-1] == "s" else "0"
    if place in ("%s", "%d", "%i") and ASKED in text:
        return text
    if ASKED in text or (place[-1] != "s" and re.search(r"^[+-]?0[\dx]|_", text)):
        raise ValueError(text)  # how long it is, or in which base, is not known
    if place[-1] == "s":
        return place % text
    return place % (float(text) if place[-1] == "f" else int(text))


def leaves_one(commands: list[list[str]]) -> bool:
    """Whether the commands of a pipe only choose among the lines that they read."""
    return all(words and words[0] in _FILTERS for words in commands)


def program_looked_up(commands: list[list[str]]) -> str | None:
    """The program whose process `pidof` or `pgrep` looks for."""
    first, *behind = commands
    named = [word for word in first[1:] if not word.startswith("-")]
    flags = {word for word in first[1:] if word.startswith("-")}
    if first[:1] not in (["pidof"], ["pgrep"]) or len(named) != 1 or not leaves_one(behind):
        return None
    is_plain = flags <= {"-s", "-x", "-o", "-n", "-i", "-f"} and re.fullmatch(r"[\w.+-]+", named[0])
    return named[0] if is_plain else None


def title_listed(commands: list[list[str]]) -> str | None:
    """The title that `wmctrl -l | grep …` looks for."""
    first, *behind = commands
    if not first or first[0] != "wmctrl" or not all(re.fullmatch(r"-[lpGx]+", word) for word in first[1:]):
        return None
    wanted = [words for words in behind if words[:1] in (["grep"], ["egrep"])]
    others = [words for words in behind if words not in wanted]
    if len(wanted) != 1 or not leaves_one(others) or not first[1:]:
        return None
    patterns = [word for word in wanted[0][1:] if not word.startswith("-")]
    if any(re.match(r"-\w*[vc]", word) for word in wanted[0][1:]):
        return None
    return patterns[0] if len(patterns) == 1 else None
