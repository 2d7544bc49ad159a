"""Folders of a run's own for what programs keep of themselves: configuration, caches, profiles, sockets.

Two private screens side by side, and two runs after one another, then know nothing of each other: no
profile that the other has locked, no document that the other wants to recover, no single instance that opens
its window elsewhere. HOME stays, so that files land where people look for them, and so does whatever says
where those are: the folders' names, the bookmarks, the bin, the fonts, which program opens what.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple


class _Place(NamedTuple):
    variable: str
    """The environment variable that names it."""
    default: str
    """Where it is in a home folder when the variable does not say."""
    copied: tuple[str, ...] = ()
    """What is brought along and may be changed here."""
    linked: tuple[str, ...] = ()
    """What is used where it is, if it is there."""
    kept: tuple[str, ...] = ()
    """What must not come into being here, because it would go when the run ends."""


_PLACES = {
    "config": _Place(
        "XDG_CONFIG_HOME",
        ".config",
        copied=("user-dirs.dirs", "user-dirs.locale", "mimeapps.list", "gtk-3.0/bookmarks"),
        linked=("fontconfig",),
    ),
    "data": _Place("XDG_DATA_HOME", ".local/share", linked=("fonts",), kept=("Trash",)),
    "state": _Place("XDG_STATE_HOME", ".local/state"),
    "cache": _Place("XDG_CACHE_HOME", ".cache", linked=("fontconfig",)),
}
_SYSTEM_DATA = "/usr/local/share:/usr/share"

# A profile nobody has used asks questions and gives tips, which would lie in the way of the first step.
_OFFICE_PROFILE = "libreoffice/4/user/registrymodifications.xcu"
_OFFICE_SETTINGS = {
    "/org.openoffice.Office.Common/Misc": {
        "FirstRun": "false",
        "ShowTipOfTheDay": "false",
        # The lock of a run that was ended lies beside the document, and every later run, and the person's
        # own LibreOffice, would take it for somebody else's.
        "UseLocking": "false",
    },
    "/org.openoffice.Setup/Product": {
        "WhatsNew": "false",
        "ooSetupLastVersion": "99.9",  # an older one has a bar of news pushed between menu and document
        "LastTimeDonateShown": "4102444800",
        "LastTimeGetInvolvedShown": "4102444800",
    },
}


def own_folders(folder: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """Make them inside `folder`; the variables that lead programs there."""
    home = Path(environment.get("HOME") or Path.home())
    variables = {}
    for name, place in _PLACES.items():
        persons = Path(environment.get(place.variable) or home / place.default)
        own = folder / name
        own.mkdir(mode=0o700, parents=True)
        _bring(persons, own, place)
        variables[place.variable] = str(own)
        if name == "data":
            shared = environment.get("XDG_DATA_DIRS") or _SYSTEM_DATA
            variables["XDG_DATA_DIRS"] = f"{persons}:{shared}"
    _write_office_settings(folder / "config" / _OFFICE_PROFILE)
    # Programs that run only once find each other by a socket or a lock here.
    temporary = folder / "tmp"
    temporary.mkdir(mode=0o700)
    return variables | {"TMPDIR": str(temporary)}


def _bring(persons: Path, own: Path, place: _Place) -> None:
    for name in place.copied:
        with contextlib.suppress(OSError):  # what cannot be read is left out
            if (persons / name).is_file():
                (own / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(persons / name, own / name)
    for name in (*place.linked, *place.kept):
        if name in place.kept or (persons / name).is_dir():
            os.symlink((persons / name).absolute(), own / name)


def _write_office_settings(path: Path) -> None:
    items = "".join(
        f'<item oor:path="{group}">'
        f'<prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>\n'
        for group, values in _OFFICE_SETTINGS.items()
        for name, value in values.items()
    )
    path.parent.mkdir(parents=True)
    path.write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<oor:items xmlns:oor="http://openoffice.org/2001/registry"'
        ' xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n'
        f"{items}</oor:items>\n",
        encoding="utf-8",
    )
