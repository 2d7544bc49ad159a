"""Runs on record, as a page shows them: a list, their steps with pictures, what would heal their lines."""

from __future__ import annotations

import io
import mimetypes
import os
from pathlib import Path
from typing import Any

from cogscript.language.model.diagnostic import Fault
from cogscript.records.folders import find_run, list_runs
from cogscript.records.reader import Record
from cogscript.records.schema import StepRecord
from cogscript.runtime.healing import healing_of

_NEWEST = 60
"""Runs of the folder that are listed."""
_SEARCHED = 400
"""Records that are looked into for them."""


class RunViews:
    def __init__(self, folder: Path, runs: Path) -> None:
        self._folder = folder
        self._runs = runs
        self._admitted: dict[str, Path] = {}
        """Runs from elsewhere that were opened on purpose, by name."""

    def admit(self, folder: Path) -> str:
        """Show the run of another folder too; its name."""
        self._admitted[folder.name] = folder
        return folder.name

    def listed(self) -> list[dict[str, Any]]:
        """The runs of this folder's files, the newest first."""
        found = [_facts(folder, self._folder) for folder in self._admitted.values()]
        for folder in list_runs(self._runs)[: -_SEARCHED - 1 : -1]:
            if len(found) >= _NEWEST:
                break
            facts = _facts(folder, self._folder)
            if facts and facts["path"] is not None:
                found.append(facts)
        return [facts for facts in found if facts]

    def _record(self, run: str) -> Record:
        return Record(self._place(run))

    def _place(self, run: str) -> Path:
        if run in self._admitted:
            return self._admitted[run]
        if not run or os.sep in run or run in (".", ".."):
            raise Fault("record", "which run?")
        return find_run(run, self._runs)

    def steps(self, run: str) -> dict[str, Any]:
        with self._record(run) as record:
            return {
                "run": record.id,
                "outcome": record.outcome,
                "path": _path_of(record, self._folder),
                "size": record.header.get("size"),
                "error": record.header.get("error"),
                "files": list(record.files()),
                "steps": [_step(each) for each in record.steps()],
                "messages": [{"step": each.step, "level": each.level, "text": each.text}
                             for each in record.messages()],
            }  # fmt: skip

    def picture(self, run: str, path: str, width: int) -> tuple[str, bytes]:
        """A picture of a run, as it is or not wider than asked."""
        folder = self._place(run).resolve()
        place = (folder / path).resolve()
        if not place.is_relative_to(folder) or place.suffix not in (".jpg", ".png"):
            raise Fault("picture", "there is no such picture")
        kind = mimetypes.guess_type(place.name)[0] or "image/jpeg"
        try:
            return (
                (kind, place.read_bytes()) if not width else ("image/jpeg", _small(place, min(width, 2000)))
            )
        except OSError as error:
            raise Fault("picture", "there is no such picture") from error

    def healing(self, run: str) -> dict[str, Any]:
        with self._record(run) as record:
            healing = healing_of(record)
            return {
                "run": record.id,
                "writable": record.outcome == "ok" and bool(healing.files),
                "outcome": record.outcome,
                "diff": "".join(file.diff() for file in healing.files),
                "changes": [{"file": file.shown, "line": change.line, "why": change.why,
                             "guess": change.guess} for file in healing.files for change in file.lines],
                "notes": healing.notes,
            }  # fmt: skip

    def heal(self, run: str) -> dict[str, Any]:
        """Write what a run that ended well found."""
        with self._record(run) as record:
            if record.outcome != "ok":
                raise Fault("heal", f"the run did not end well ({record.outcome}): nothing is written")
            healing = healing_of(record)
            for file in healing.files:
                file.write()
            return {"lines": sum(len(file.lines) for file in healing.files)}


def _facts(folder: Path, root: Path) -> dict[str, Any] | None:
    try:
        with Record(folder) as record:
            header = record.header
            return {
                "run": record.id,
                "path": _path_of(record, root),
                "file": header.get("file"),
                "title": header.get("title"),
                "outcome": record.outcome,
                "started": header.get("started"),
                "ended": header.get("ended"),
                "steps": record.count(),
                "screen": header.get("screen"),
            }
    except Fault:
        return None  # a damaged record, or one of a newer cogscript


def _path_of(record: Record, root: Path) -> str | None:
    """The run's workflow as a path of the folder; None when it lies elsewhere."""
    header = record.header
    place = Path(str(header.get("folder") or ""), str(header.get("file") or ""))
    try:
        return place.resolve().relative_to(root).as_posix()
    except (ValueError, OSError):
        return None


def _step(step: StepRecord) -> dict[str, Any]:
    operation = step.operation
    return {
        "step": step.number, "kind": step.kind, "depth": step.depth, "parent": step.parent,
        "rounds": step.rounds, "started": step.started, "seconds": step.seconds, "outcome": step.outcome,
        "name": operation.name, "file": operation.file, "line": operation.line, "title": operation.title,
        "text": operation.text, "arguments": step.arguments, "point": step.point, "area": step.area,
        "variables": step.variables, "value": step.value, "settled": step.settled, "before": step.before,
        "after": step.after, "error": step.diagnostic, "surface": step.surface, "locator": step.locator,
        "evidence": step.evidence, "seen": step.seen, "healed": step.healed, "halt": step.halt,
    }  # fmt: skip


def _small(place: Path, width: int) -> bytes:
    from PIL import Image

    with Image.open(place) as picture:
        small = picture.convert("RGB")
    small.thumbnail((width, width))
    written = io.BytesIO()
    small.save(written, "JPEG", quality=75)
    return written.getvalue()
