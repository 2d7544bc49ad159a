"""Applications as a Linux desktop lists them: .desktop entries, by the freedesktop specification.

An entry's command line is split by the specification's own rules, never by a shell.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

_NAMED = ("Name", "X-GNOME-FullName")
_FILE_CODES = ("%f", "%F", "%u", "%U")
_OLD_CODES = ("%d", "%D", "%n", "%N", "%v", "%m")
_LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")
_ESCAPES = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
_ESCAPE = re.compile(r"\\([sntr\\])")
_FIELD_CODE = re.compile(r"%(.)")


@dataclass(frozen=True, slots=True)
class DesktopEntry:
    """One application."""

    identity: str
    """The file's name without .desktop: `org.xfce.mousepad`."""
    name: str
    """Its name in the run's language, as menus show it."""
    argv: tuple[str, ...]
    names: tuple[str, ...] = ()
    """Every Name, in every language."""
    kinds: tuple[str, ...] = ()
    """What kind of program it is, in every language: `Text Editor`."""
    keywords: tuple[str, ...] = ()
    folder: str | None = None
    in_terminal: bool = False
    hidden: bool = False
    """Whether menus leave it out; it can still be launched by its very name."""
    schemes: tuple[str, ...] = field(default=())
    """The kinds of link it opens: http, https …"""
    files_at: int | None = None
    """Where in `argv` the files to open belong; at its end by default."""

    def command(self, arguments: Sequence[str] = ()) -> list[str]:
        """The command line with further arguments, each passed as it is."""
        at = len(self.argv) if self.files_at is None else self.files_at
        return [*self.argv[:at], *arguments, *self.argv[at:]]


def application_folders(environment: Mapping[str, str]) -> list[Path]:
    """Where entries are, the most important first."""
    home = environment.get("XDG_DATA_HOME") or str(
        Path(environment.get("HOME", "~")).expanduser() / ".local/share"
    )
    shared = environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    return [Path(folder) / "applications" for folder in (home, *shared.split(":")) if folder]


def read_entries(environment: Mapping[str, str]) -> list[DesktopEntry]:
    """Every application there is; the first entry of an identity hides the later ones."""
    found: dict[str, DesktopEntry | None] = {}
    languages = message_languages(environment)
    desktops = set(environment.get("XDG_CURRENT_DESKTOP", "").split(":")) - {""}
    for folder in application_folders(environment):
        for path in sorted(folder.rglob("*.desktop")):
            identity = "-".join(path.relative_to(folder).with_suffix("").parts)
            if identity not in found:
                found[identity] = _read(path, identity, languages, desktops)
    return [entry for entry in found.values() if entry]


def _read(path: Path, identity: str, languages: list[str], desktops: set[str]) -> DesktopEntry | None:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    values = dict(_main_group(text))
    if values.get("Type") != "Application" or values.get("Hidden") == "true":
        return None
    tried = values.get("TryExec")
    if tried and not shutil.which(_unescape(tried)):
        return None
    only, never = (_list(values.get(key, "")) for key in ("OnlyShowIn", "NotShowIn"))
    # A desktop that says nothing about itself (a private one) is shown everything.
    elsewhere = bool(desktops) and bool((only and not desktops & set(only)) or desktops & set(never))
    name = _localized(values, "Name", languages)
    argv, files_at = command_line(
        _unescape(values.get("Exec", "")), name, str(path), _unescape(values.get("Icon", ""))
    )
    if not name or not argv:
        return None
    return DesktopEntry(
        identity,
        name,
        tuple(argv),
        names=_in_every_language(values, *_NAMED),
        kinds=_in_every_language(values, "GenericName"),
        keywords=tuple(
            word for key, value in values.items() if key.split("[")[0] == "Keywords" for word in _list(value)
        ),
        folder=_unescape(values["Path"]) if values.get("Path") else None,
        in_terminal=values.get("Terminal") == "true",
        hidden=values.get("NoDisplay") == "true" or elsewhere,
        schemes=tuple(
            kind.removeprefix("x-scheme-handler/")
            for kind in _list(values.get("MimeType", ""))
            if kind.startswith("x-scheme-handler/")
        ),
        files_at=files_at,
    )


def _main_group(text: str) -> Iterator[tuple[str, str]]:
    """The keys and values of [Desktop Entry], not of the actions after it."""
    inside = False
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("["):
            inside = line == "[Desktop Entry]"
        elif inside and "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            yield key.rstrip(), value.lstrip()


def _unescape(value: str) -> str:
    return _ESCAPE.sub(lambda match: _ESCAPES[match[1]], value)


def _list(value: str) -> list[str]:
    return [_unescape(part) for part in value.split(";") if part]


def message_languages(environment: Mapping[str, str]) -> list[str]:
    """The languages that programs speak, the first wish first, as gettext decides: `de_AT`, `de`.

    LANGUAGE is a list of wishes and counts before the locale, unless the locale is plain C; C.UTF-8 is not.
    """
    chosen = next((environment[name] for name in _LOCALES if environment.get(name)), "C")
    if chosen in ("C", "POSIX"):
        return []
    codes = [_code(wish) for wish in (*environment.get("LANGUAGE", "").split(":"), chosen)]
    return list(dict.fromkeys(each for code in codes if code for each in (code, code.split("_")[0])))


def _code(locale: str) -> str:
    return locale.split(".")[0].split("@")[0]


def _in_every_language(values: Mapping[str, str], *keys: str) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(_unescape(value) for key, value in values.items() if key.split("[")[0] in keys)
    )


def _localized(values: Mapping[str, str], key: str, languages: list[str]) -> str:
    named = [f"{key}[{language}]" for language in languages] + [key]
    return _unescape(next((values[each] for each in named if values.get(each)), ""))


def command_line(line: str, name: str, path: str, icon: str) -> tuple[list[str], int | None]:
    """An Exec line's arguments, its field codes filled in, and where among them files belong."""
    codes = {"c": name, "k": path, "%": "%"}
    arguments: list[str] = []
    files_at: int | None = None
    for argument in split_exec(line):
        if argument == "%i":
            arguments += ["--icon", icon] if icon else []
        elif argument in _FILE_CODES:
            files_at = len(arguments)
        elif argument not in _OLD_CODES:
            arguments.append(_FIELD_CODE.sub(lambda match: codes.get(match[1], ""), argument))
    return arguments, files_at


def split_exec(line: str) -> list[str]:
    """The specification's quoting: double quotes, and inside them a backslash before " ` $ and itself."""
    arguments: list[str] = []
    current: list[str] | None = None
    quoted = False
    characters = iter(line)
    for character in characters:
        if quoted:
            if character == '"':
                quoted = False
            else:
                current = current if current is not None else []
                current.append(next(characters, "") if character == "\\" else character)
        elif character == '"':
            quoted, current = True, current if current is not None else []
        elif character in " \t\n":
            if current is not None:
                arguments.append("".join(current))
            current = None
        else:
            current = current if current is not None else []
            current.append(character)
    if current is not None:
        arguments.append("".join(current))
    return arguments
