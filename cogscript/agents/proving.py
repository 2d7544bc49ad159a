"""A file that was made of a model's run, run once more without the model: does it come to the same end?

The end is what stands on the screen when it is over. Numbers are left aside: clocks and counters go on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.records.reader import Record
from cogscript.runtime.run import start
from cogscript.surfaces.finding.name_matching import fold

if TYPE_CHECKING:
    from cogscript.language.model.tree import Workflow
    from cogscript.runtime.options import Options
    from cogscript.runtime.outcome import Run
    from cogscript.settings import ReadingSettings

_NUMBERS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Proof:
    run: Run
    missing: Sequence[str] = ()
    """Texts that stood on the screen at the end of the model's run, and not now."""
    instead: Sequence[str] = ()
    """Texts that stand there only now: a question about a file that is there since the first run."""
    compared: bool = True
    """Whether there were pictures to compare."""

    @property
    def holds(self) -> bool:
        return self.run.outcome == "ok" and not self.missing

    @property
    def said(self) -> str:
        if self.run.outcome != "ok":
            why = self.run.error.message if self.run.error is not None else self.run.outcome
            return f"without the model it {self.run.outcome}: {why}"
        if self.missing:
            instead = f"; instead there is {_listed(self.instead)}" if self.instead else ""
            return f"without the model its end is another: {_listed(self.missing)} is not there{instead}"
        return "without the model it comes to the same end" + (
            "" if self.compared else " (nothing is on the screen to compare)"
        )


def prove(workflow: Workflow, first: Path, options: Options, reading: ReadingSettings) -> Proof:
    """Run the file on a fresh surface, and hold its end against that of the run in the folder `first`."""
    run = start(workflow, replace(options, doer=None, listener=None, variables={}))
    if run.outcome != "ok" or run.folder is None:
        return Proof(run)
    then, now = _last_picture(first), _last_picture(run.folder)
    if then is None or now is None:
        return Proof(run, compared=False)
    before, after = _texts(then, reading), _texts(now, reading)
    return Proof(run, _without(before, after), _without(after, before))


def _without(texts: Sequence[str], others: Sequence[str]) -> list[str]:
    known = set(map(_plain, others))
    return [text for text in texts if _plain(text) not in known]


def _listed(texts: Sequence[str]) -> str:
    """The longest of them: they say the most."""
    return ", ".join(map(repr, sorted(texts, key=len, reverse=True)[:3]))


def _last_picture(folder: Path) -> Path | None:
    with Record(folder) as record:
        kept = [step.after or step.before for step in record.steps() if step.after or step.before]
    return folder / str(kept[-1]) if kept else None


def _texts(path: Path, reading: ReadingSettings) -> list[str]:
    from PIL import Image

    from cogscript.reading import open_reader, read_still

    with Image.open(path) as picture:
        image = picture.convert("RGB")
    return [line.text for line in read_still(image, open_reader(reading)).lines]


def _plain(text: str) -> str:
    return _NUMBERS.sub("", fold(text))
