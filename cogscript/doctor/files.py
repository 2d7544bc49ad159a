"""The settings file, and the folder runs are recorded in."""

from __future__ import annotations

import shutil
import tempfile

from cogscript.doctor.probe import Probe, Visit
from cogscript.language.model.diagnostic import Fault
from cogscript.settings import config_file, load_settings, state_folder

_ROOM_WANTED = 500_000_000
"""Bytes: a run of some hundred steps with pictures."""


def _settings(visit: Visit) -> str:
    path = config_file()
    visit.settings = load_settings(path)
    return str(path) if path.exists() else f"the defaults: there is no {path}"


def _run_folder(_: Visit) -> str:
    """Nothing is made: where the folder is not there yet, its nearest parent is tried in its place."""
    folder = nearest = state_folder()
    while not nearest.exists():
        nearest = nearest.parent
    try:
        tempfile.TemporaryFile(dir=nearest).close()
    except OSError as error:
        advice = f"make {nearest} writable for you, or set XDG_STATE_HOME to a folder that is"
        raise Fault("run-folder", f"{folder} cannot be written: {error.strerror}", advice) from error
    free = shutil.disk_usage(nearest).free
    if free < _ROOM_WANTED:
        advice = "make room there: `cog runs --prune 20` keeps only the last 20 runs"
        raise Fault("run-folder", f"{folder} has only {free / 1e6:.0f} MB of room left", advice)
    return f"{folder} can be written, {free / 1e9:.0f} GB are free"


PROBES = (
    Probe(
        "settings",
        "every command",
        _settings,
        essential=True,
        fix="fix the file, or move it away to use the defaults",
    ),
    Probe("run folder", "the record of a run", _run_folder, essential=True),
)
