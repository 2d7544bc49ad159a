"""Applications as a Linux desktop lists them: .desktop entries, by the freedesktop specification.

An entry's command line is split by the specification's own rules, never by a shell, and a name that
is looked for is only ever compared.
"""

from __future__ import annotations

import locale
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

_NAMED = ("Name", "GenericName", "X-GNOME-FullName")
_ESCAPES = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
_ESCAPE = re.compile(r"\\([sntr\\])")
_FIELD_CODE = re.compile(r"%(.)")


@dataclass(frozen=True, slots=True)
class Entry:
    """One application."""

    identity: str
    """The file's name without .desktop: `org.xfce.mousepad`."""
    name: str
    """Its name in the person's own language."""
    argv: tuple[str, ...]
    names: tuple[str, ...]
    """Every Name, in every language, then GenericName and the like."""
    keywords: tuple[str, ...] = ()
    folder: str | None = None
    in_terminal: bool = False
    hidden: bool = False
    """Whether menus leave it out; it can still be launched by its very name."""
    schemes: tuple[str, ...] = field(default=())
    """The kinds of link it opens: http, https …"""


def application_folders(environment: Mapping[str, str]) -> list[Path]:
    """Where entries are, the most important first."""
    home = environment.get("XDG_DATA_HOME") or str(
        Path(environment.get("HOME", "~")).expanduser() / ".local/share"
    )
    shared = environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    return [Path(folder) / "applications" for folder in (home, *shared.split(":")) if folder]


def read_entries(environment: Mapping[str, str]) -> list[Entry]:
    """Every application there is; the first entry of an identity hides the later ones."""
    found: dict[str, Entry | None] = {}
    languages = _languages(environment)
    desktops = set(environment.get("XDG_CURRENT_DESKTOP", "").split(":")) - {""}
    for folder in application_folders(environment):
        for path in sorted(folder.rglob("*.desktop")):
            identity = "-".join(path.relative_to(folder).with_suffix("").parts)
            if identity not in found:
                found[identity] = _read(path, identity, languages, desktops)
    return [entry for entry in found.values() if entry]


def _read(path: Path, identity: str, languages: list[str], desktops: set[str]) -> Entry | None:
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
    argv = command_line(_unescape(values.get("Exec", "")), name, str(path), _unescape(values.get("Icon", "")))
    if not name or not argv:
        return None
    return Entry(
        identity,
        name,
        tuple(argv),
        tuple(
            dict.fromkeys(_unescape(value) for key, value in values.items() if key.split("[")[0] in _NAMED)
        ),
        tuple(
            word for key, value in values.items() if key.split("[")[0] == "Keywords" for word in _list(value)
        ),
        _unescape(values["Path"]) if values.get("Path") else None,
        values.get("Terminal") == "true",
        values.get("NoDisplay") == "true" or elsewhere,
        tuple(
            kind.removeprefix("x-scheme-handler/")
            for kind in _list(values.get("MimeType", ""))
            if kind.startswith("x-scheme-handler/")
        ),
    )  # fmt: skip


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


def _languages(environment: Mapping[str, str]) -> list[str]:
    """The locale's names for keys such as Name[zh_CN], the most exact first."""
    chosen = next(
        (environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), ""
    )
    if not chosen:
        chosen = locale.getlocale()[0] or ""
    code = chosen.split(".")[0].split("@")[0]
    return [code, code.split("_")[0]] if code else []


def _localized(values: Mapping[str, str], key: str, languages: list[str]) -> str:
    named = [f"{key}[{language}]" for language in languages] + [key]
    return _unescape(next((values[each] for each in named if values.get(each)), ""))


def command_line(line: str, name: str, path: str, icon: str) -> list[str]:
    """An Exec line's arguments, its field codes filled in; no files are passed."""
    codes = {"c": name, "k": path, "%": "%"}
    arguments: list[str] = []
    for argument in split_exec(line):
        if argument == "%i":
            arguments += ["--icon", icon] if icon else []
        elif argument in ("%f", "%F", "%u", "%U", "%d", "%D", "%n", "%N", "%v", "%m"):
            continue
        else:
            arguments.append(_FIELD_CODE.sub(lambda match: codes.get(match[1], ""), argument))
    return arguments


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


# --- finding --------------------------------------------------------------------------------


def find_entry(name: str, entries: list[Entry]) -> Entry | None:
    """The application people mean by a name.

    In turn: a name shown in menus, the entry's own identity or program, a whole part of a name
    (`Firefox` of `Firefox Web Browser`), the beginning of a name that is written without spaces
    (`设置` of `设置管理器`), a keyword that only one application has.
    """
    wanted = fold(name)
    if not wanted:
        return None
    shown = [entry for entry in entries if not entry.hidden]
    for matches in (_by_name, _by_program, _by_part, _by_beginning, _by_keyword):
        for candidates in (shown, entries):
            found = [entry for entry in candidates if matches(entry, wanted)]
            if found and (matches is not _by_keyword or len(found) == 1):
                return found[0]
    return None


def fold(name: str) -> str:
    return " ".join(name.split()).casefold()


def _by_name(entry: Entry, wanted: str) -> bool:
    return any(fold(name) == wanted for name in entry.names)


def _by_program(entry: Entry, wanted: str) -> bool:
    program = os.path.basename(entry.argv[0])
    return wanted in (
        entry.identity.casefold(),
        entry.identity.rpartition(".")[2].casefold(),
        program.casefold(),
    )


def _by_part(entry: Entry, wanted: str) -> bool:
    return any(wanted in fold(name).split() for name in entry.names)


def _by_beginning(entry: Entry, wanted: str) -> bool:
    return (
        not wanted.isascii()
        and len(wanted) > 1
        and any(fold(name).startswith(wanted) for name in entry.names)
    )


def _by_keyword(entry: Entry, wanted: str) -> bool:
    return any(fold(word) == wanted for word in entry.keywords)
