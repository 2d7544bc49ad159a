"""The folders of runs: one for each, named so that they sort by time; listed, found by name, locked, pruned.

RUN/journal.db     the record itself (`schema`)
RUN/pictures/      00001.jpg …
RUN/alive.db       locked as long as the run's process lives
"""

from __future__ import annotations

import contextlib
import re
import shutil
import sqlite3
import time
from pathlib import Path

from cogscript.language.model.diagnostic import CogError, Diagnostic, Fault, nearest

JOURNAL = "journal.db"
ALIVE = "alive.db"
PICTURES = "pictures"


def new_folder(runs: Path, name: str) -> Path:
    """A folder for a run that begins now."""
    runs.mkdir(parents=True, exist_ok=True)
    stem = re.sub(r"[^\w.-]+", "-", name).strip("-.")[:40] or "workflow"
    now = time.time()
    stamp = f"{time.strftime('%Y%m%d-%H%M%S', time.localtime(now))}.{int(now % 1 * 1000):03d}"
    for attempt in range(1, 10_000):
        folder = runs / (f"{stamp}-{stem}" if attempt == 1 else f"{stamp}-{stem}-{attempt}")
        with contextlib.suppress(FileExistsError):
            folder.mkdir()
            (folder / PICTURES).mkdir()
            return folder
    raise FileExistsError(f"too many runs of {stem} at one time")


def claim(folder: Path) -> sqlite3.Connection:
    """Hold the run's lock until the process ends: the system releases it even after kill -9."""
    connection = sqlite3.connect(folder / ALIVE, timeout=0, isolation_level=None, check_same_thread=False)
    connection.execute("BEGIN EXCLUSIVE")
    return connection


def is_alive(folder: Path) -> bool:
    """Whether the run's process still holds its lock."""
    if not (folder / ALIVE).exists():
        return False
    try:
        connection = sqlite3.connect(folder / ALIVE, timeout=0, isolation_level=None)
        with contextlib.closing(connection):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
        return False
    except sqlite3.Error as error:
        return "locked" in str(error)


def list_runs(runs: Path) -> list[Path]:
    """The folders of the runs on record, the newest last."""
    with contextlib.suppress(OSError):
        return sorted(
            (folder for folder in runs.iterdir() if (folder / JOURNAL).is_file()), key=lambda f: f.name
        )
    return []


def find_run(name: str | None, runs: Path) -> Path:
    """The folder of a run: by its name, a part of it, or its path; the newest run for None."""
    folders = list_runs(runs)
    if name is None:
        if not folders:
            raise Fault("record", f"there is no run on record in {runs}", "run one: `cog run FILE`")
        return folders[-1]
    if (Path(name) / JOURNAL).is_file():
        return Path(name)
    exact = [folder for folder in folders if folder.name == name]
    found = exact or [folder for folder in folders if name in folder.name]
    if len(found) == 1:
        return found[0]
    if found:
        some = ", ".join(folder.name for folder in found[-5:])
        raise _wrong_name(f"several runs are called `{name}`: {some}", "give more of the name")
    guess = nearest(name, [folder.name for folder in folders])
    advice = f"did you mean `{guess}`?" if guess else "`cog runs` lists them"
    raise _wrong_name(f"there is no run `{name}` on record", advice)


def _wrong_name(reason: str, advice: str) -> CogError:
    """The command line is wrong, and nothing was done."""
    return CogError([Diagnostic("record", reason, advice=advice)])


def prune(runs: Path, keep: int) -> list[str]:
    """Remove the oldest records beyond `keep`; never one that is still being written."""
    folders = list_runs(runs)
    removed = []
    for folder in folders[: max(0, len(folders) - keep)]:
        if not is_alive(folder):
            shutil.rmtree(folder, ignore_errors=True)
            removed.append(folder.name)
    return removed
