"""What the last runs of a file saw: names to offer, and the picture of the place that a line points at."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import NamedTuple

from cogscript.language.model.diagnostic import Fault
from cogscript.records.folders import list_runs
from cogscript.records.reader import Record
from cogscript.records.schema import StepRecord

_MOST_RUNS = 20
"""Records to look into for the last run of a file; older ones tell little of the screen as it is."""
_MARGIN = 60
_LARGEST = 480
"""Pixels of a picture's longer side: editors cut off what is longer than 100,000 characters."""


class SeenPlace(NamedTuple):
    """Where a line's step acted in a run."""

    picture: Path
    area: tuple[int, int, int, int]
    when: str


class _Seen(NamedTuple):
    names: list[str]
    places: dict[str, SeenPlace]
    """By the line's canonical text, so that a line that was moved still has its picture."""


class LastRuns:
    def __init__(self, runs: Path) -> None:
        self.runs = runs
        self._read: dict[str, tuple[str, _Seen]] = {}

    def names(self, path: str) -> list[str]:
        """What elements were called in the last run of a file."""
        return self._seen(path).names

    def place(self, path: str, line: str) -> SeenPlace | None:
        """Where an operation, given by its canonical text, acted in the last run of a file."""
        return self._seen(path).places.get(line)

    def _seen(self, path: str) -> _Seen:
        folders = list_runs(self.runs)[-_MOST_RUNS:]
        newest = folders[-1].name if folders else ""
        known = self._read.get(path)
        if known is None or known[0] != newest:
            known = self._read[path] = newest, _last_of(path, folders)
        return known[1]


def _last_of(path: str, folders: list[Path]) -> _Seen:
    for folder in reversed(folders):
        try:
            with Record(folder) as record:
                header = record.header
                if _same_file(path, str(header.get("folder") or ""), str(header.get("file") or "")):
                    return _seen_in(record)
        except Fault:
            continue  # a damaged record, or one of a newer cogscript: the one before it will do
    return _Seen([], {})


def _same_file(path: str, folder: str, file: str) -> bool:
    try:
        return Path(folder, file).resolve() == Path(path).resolve()
    except (OSError, ValueError):
        return False


def _seen_in(record: Record) -> _Seen:
    import time

    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(record.header.get("started") or 0))
    names: dict[str, None] = {}
    places: dict[str, SeenPlace] = {}
    for step in record.steps():
        names.update(dict.fromkeys(_names_in(step)))
        if step.area and step.before and len(step.area) == 4:
            left, top, right, bottom = step.area
            places[step.operation.text] = SeenPlace(
                record.folder / step.before, (left, top, right, bottom), when
            )
    return _Seen(list(names), places)


def _names_in(step: StepRecord) -> list[str]:
    """The names that were evidence for a target, and those that came near when it was not found."""
    found = [each.get("is") for each in step.evidence if each.get("what") == "name"]
    found += [each.get("text") for each in (step.halt or {}).get("candidates") or ()]
    return [each for each in found if isinstance(each, str) and each]


def picture_of(place: SeenPlace) -> str | None:
    """The place with its box drawn, as an address that holds the picture; None when it is gone."""
    from PIL import Image, ImageDraw

    left, top, right, bottom = place.area
    try:
        with Image.open(place.picture) as whole:
            picture = whole.convert("RGB")
    except OSError:
        return None
    ImageDraw.Draw(picture).rectangle(
        (left, top, max(left, right - 1), max(top, bottom - 1)), outline="red", width=2
    )
    picture = picture.crop(
        (
            max(0, left - _MARGIN),
            max(0, top - _MARGIN),
            min(picture.width, right + _MARGIN),
            min(picture.height, bottom + _MARGIN),
        )
    )
    picture.thumbnail((_LARGEST, _LARGEST))
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=70)
    return "data:image/jpeg;base64," + base64.b64encode(written.getvalue()).decode("ascii")
