"""The application people mean by a name: as menus show it, as its entry is called, or as its program is.

A name is only ever compared. What is exactly that name wins over what merely contains it: `pcmanfm` is the
file manager and not its desktop preferences, which the same program shows.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches

from cogscript.surfaces.x11.desktop_entries import DesktopEntry

_PROGRAM = re.compile(r"[^\s/\0]+\Z")


def find_application(
    name: str, entries: Sequence[DesktopEntry], environment: Mapping[str, str]
) -> DesktopEntry | None:
    """The first that fits, in the order of how surely it is meant.

    Exactly: the name in menus, the entry's own, its program without options, a program on PATH. Then what
    contains it: the kind of program it is, a whole word of its name (`Firefox` of `Firefox Web Browser`), the
    beginning of a name that is written without spaces (`设置` of `设置管理器`), a keyword that only one
    application has. Last, a program on PATH in small letters: `XEyes`.
    """
    wanted = fold(name)
    if not wanted:
        return None
    likely = sorted(entries, key=_likelihood)
    return (
        _first(likely, wanted, _is_shown_as, _is_named, _is_entry, _is_program)
        or _on_path(name.strip(), environment)
        or _first(likely, wanted, _runs_program, _is_of_kind, _has_word, _begins_with)
        or _only(likely, wanted)
        or _on_path(name.strip().casefold(), environment)
    )


def _first(
    entries: Sequence[DesktopEntry], wanted: str, *ways: Callable[[DesktopEntry, str], bool]
) -> DesktopEntry | None:
    return next((entry for fits in ways for entry in entries if fits(entry, wanted)), None)


def _likelihood(entry: DesktopEntry) -> tuple[bool, bool, int]:
    """Of several that fit alike: one that menus show, that has a window of its own, that needs no options."""
    return entry.hidden, entry.in_terminal, len(entry.argv)


def fold(name: str) -> str:
    return " ".join(name.split()).casefold()


def _is_shown_as(entry: DesktopEntry, wanted: str) -> bool:
    return fold(entry.name) == wanted


def _is_named(entry: DesktopEntry, wanted: str) -> bool:
    return any(fold(name) == wanted for name in entry.names)


def _is_entry(entry: DesktopEntry, wanted: str) -> bool:
    identity = entry.identity.casefold()
    return wanted in (identity, identity.rpartition(".")[2])


def _is_program(entry: DesktopEntry, wanted: str) -> bool:
    return len(entry.argv) == 1 and _runs_program(entry, wanted)


def _runs_program(entry: DesktopEntry, wanted: str) -> bool:
    return os.path.basename(entry.argv[0]).casefold() == wanted


def _is_of_kind(entry: DesktopEntry, wanted: str) -> bool:
    return any(fold(kind) == wanted for kind in entry.kinds)


def _has_word(entry: DesktopEntry, wanted: str) -> bool:
    return any(wanted in fold(name).split() for name in (*entry.names, *entry.kinds))


def _begins_with(entry: DesktopEntry, wanted: str) -> bool:
    return (
        not wanted.isascii()
        and len(wanted) > 1
        and any(fold(name).startswith(wanted) for name in (*entry.names, *entry.kinds))
    )


def _only(entries: Sequence[DesktopEntry], wanted: str) -> DesktopEntry | None:
    """The one application that has the keyword; several would be a guess."""
    having = [entry for entry in entries if any(fold(word) == wanted for word in entry.keywords)]
    shown = [entry for entry in having if not entry.hidden] or having
    return shown[0] if len(shown) == 1 else None


def _on_path(name: str, environment: Mapping[str, str]) -> DesktopEntry | None:
    """A program by its file's name, or by its whole path."""
    if not _PROGRAM.match(name) and not os.path.isabs(name):
        return None
    found = shutil.which(name, path=environment.get("PATH"))
    return DesktopEntry(name, name, (found,)) if found else None


# --- what is there instead ------------------------------------------------------------------------


def close_names(name: str, entries: Sequence[DesktopEntry]) -> list[str]:
    """The names of applications that resemble one that is not there, in the run's language.

    Somebody who writes in another language is answered in it.
    """
    spelt = {
        fold(each): each if not each.isascii() and not name.isascii() else entry.name
        for entry in entries
        if not entry.hidden
        for each in (*entry.names, entry.name)
    }
    close = get_close_matches(fold(name)[:80], spelt, n=5, cutoff=0.5)
    return list(dict.fromkeys(spelt[match] for match in close))[:3]


def shown_names(entries: Sequence[DesktopEntry]) -> list[str]:
    """What menus show, in the order of the alphabet."""
    names = {entry.name for entry in entries if not entry.hidden}
    return sorted(names, key=str.casefold)
