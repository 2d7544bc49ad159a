"""Runs in one zip, to hand to somebody else.

    RUN/journal.db     the record, one whole file
    RUN/pictures/      as in the run's folder
    RUN/files/         the workflow and what it calls, for people; the record has them too

What comes back out of a zip that somebody sent is only ever such files, in such places.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

from cogscript.language.model.diagnostic import Fault
from cogscript.records.folders import JOURNAL, PICTURES, is_alive
from cogscript.records.reader import Record

_FILES = "files"
_MEMBER = re.compile(rf"(?P<run>[^/\\:]+)/(?:{JOURNAL}|(?:{PICTURES}|{_FILES})/[^/\\:]+)")
_LARGEST = 8 * 1024**3
"""Bytes that a zip may hold when it is unpacked."""


def pack(folders: Sequence[Path], into: Path) -> None:
    """Write the runs into a zip; the file is there only when it is whole."""
    for folder in folders:
        if is_alive(folder):
            raise Fault("trace", f"the run {folder.name} is still going on", "pack it when it has ended")
    making = into.with_name(f".{into.name}.making")
    try:
        with zipfile.ZipFile(making, "w", zipfile.ZIP_DEFLATED) as archive:
            for folder in folders:
                _pack_one(folder, archive)
        making.replace(into)
    except OSError as error:
        raise Fault("unwritable", f"{into} cannot be written: {error.strerror}") from error
    finally:
        making.unlink(missing_ok=True)


def _pack_one(folder: Path, archive: zipfile.ZipFile) -> None:
    with Record(folder) as record:
        texts = record.files()
    with tempfile.TemporaryDirectory() as scratch:
        whole = Path(scratch) / JOURNAL
        _copy_journal(folder / JOURNAL, whole)
        archive.write(whole, f"{folder.name}/{JOURNAL}")
    for number, (path, text) in enumerate(texts.items(), 1):
        name = re.sub(r"[^\w.-]+", "-", Path(path).name) or "workflow.cog"
        archive.writestr(f"{folder.name}/{_FILES}/{number}-{name}", text)
    for picture in sorted((folder / PICTURES).glob("*")):
        # JPEG is compressed already.
        archive.write(picture, f"{folder.name}/{PICTURES}/{picture.name}", zipfile.ZIP_STORED)


def _copy_journal(source: Path, target: Path) -> None:
    """One file, whatever of the journal still stands in its log."""
    location = source.resolve().as_uri()
    with (
        contextlib.closing(sqlite3.connect(f"{location}?mode=ro", uri=True)) as there,
        contextlib.closing(sqlite3.connect(target)) as here,
    ):
        there.backup(here)
        here.execute("PRAGMA journal_mode = DELETE")


def unpack(archive: Path, into: Path) -> list[Path]:
    """The runs' folders, unpacked below `into`; a Fault when it is no zip of runs."""
    try:
        with zipfile.ZipFile(archive) as opened:
            members = [member for member in opened.infolist() if not member.is_dir()]
            for member in members:
                if not _MEMBER.fullmatch(member.filename) or member.filename.startswith((".", "~")):
                    raise Fault("trace", f"{archive} is no zip of runs: it holds `{member.filename}`")
            if sum(member.file_size for member in members) > _LARGEST:
                raise Fault("trace", f"{archive} is larger than {_LARGEST // 1024**3} GB when it is unpacked")
            for member in members:
                target = into / member.filename
                target.parent.mkdir(parents=True, exist_ok=True)
                with opened.open(member) as packed, target.open("wb") as stream:
                    shutil.copyfileobj(packed, stream)
    except (zipfile.BadZipFile, NotImplementedError, EOFError) as error:
        raise Fault("trace", f"{archive} is no zip of runs: {error}") from error
    except OSError as error:
        raise Fault("trace", f"{archive} cannot be unpacked: {error.strerror or error}") from error
    runs = sorted({into / member.filename.split("/")[0] for member in members})
    if not runs or not all((run / JOURNAL).is_file() for run in runs):
        raise Fault("trace", f"{archive} holds no record of a run", "make one with `cog report --trace FILE`")
    return runs
