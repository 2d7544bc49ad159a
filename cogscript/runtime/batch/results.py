"""What came of the rows: the result CSV while they run, the table of outcomes when they have.

The CSV has a line for every row, in the rows' order, each written as soon as its turn comes, so that a
batch that is killed leaves a whole file. The table keeps no more than it shows: a million rows that went
well are one number.
"""

from __future__ import annotations

import csv
import heapq
import io
import itertools
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Literal

from cogscript.language.model.diagnostic import CogError, Diagnostic, Fault, printable
from cogscript.language.model.rendering import width
from cogscript.tables.rows import Row

RowOutcome = Literal["ok", "failed", "stopped", "not run"]

_SHOWN = 40
"""Rows in the table; of more, only those that did not go well."""
_WIDEST = 72
_WORDS: dict[RowOutcome, str] = {
    "ok": "finished", "failed": "failed", "stopped": "stopped", "not run": "not run"
}  # fmt: skip
_OURS = ("row", "outcome", "steps", "seconds", "error", "answers", "run")


@dataclass(slots=True)
class RowResult:
    """One row's run. All texts have the row's secrets masked, but the answers, which are for stdout."""

    number: int
    outcome: RowOutcome
    cells: Row
    steps: int = 0
    seconds: float = 0.0
    error: str = ""
    rendered: str = ""
    """The error as a person reads it, with its place."""
    answers: list[str] = field(default_factory=list)
    kept_answers: list[str] = field(default_factory=list)
    run: str = ""
    """The name of its record."""


class ResultFile:
    """The result CSV; a context manager. Rows run again take their place among the results that are there."""

    def __init__(self, path: Path, columns: list[str], *, again: bool = False) -> None:
        self.path = path
        self._columns = columns
        # A table that has a column of the same name keeps it: ours gets an underscore.
        ours = [name + "_" * (name in columns) for name in _OURS]
        self._header = [ours[0], *columns, *ours[1:]]
        self._merges = again and path.exists()
        if self._merges and next(_lines(path), None) != self._header:
            said = f"{path} is no result of these rows: it has other columns"
            raise CogError([Diagnostic("results", said, advice="give another file with `--result-csv`")])
        self._written = path.with_name(f".{path.name}.again") if self._merges else path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._stream: IO[str] = self._written.open("w", encoding="utf-8", newline="")
        except OSError as error:
            raise Fault(
                "results", f"the results cannot be written to {path}: {error.strerror}; nothing was done"
            ) from None
        self._write(self._header)

    def __enter__(self) -> ResultFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()
        if self._merges:
            self._merge()

    def add(self, result: RowResult) -> None:
        ran = result.outcome != "not run"
        cells = [result.cells.get(name, "") for name in self._columns]
        ours = [
            result.outcome, str(result.steps) if ran else "", f"{result.seconds:.3f}" if ran else "",
            result.error, "\n".join(result.kept_answers), result.run,
        ]  # fmt: skip
        self._write([str(result.number), *cells, *ours])

    def _write(self, cells: list[str]) -> None:
        line = io.StringIO()
        csv.writer(line).writerow(cells)
        try:
            # Half characters, which a program on the screen can give, cannot be written as they are.
            self._stream.write(line.getvalue().encode("utf-8", "backslashreplace").decode("utf-8"))
            self._stream.flush()
        except OSError as error:
            raise Fault(
                "results", f"the results cannot be written to {self.path}: {error.strerror}"
            ) from None

    def _merge(self) -> None:
        """Both files are in the rows' order: of two lines for a row the new one counts, if it was run."""
        outcome = len(self._columns) + 1
        whole = self.path.with_name(f".{self.path.name}.whole")
        with whole.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(self._header)
            both = heapq.merge(
                _numbered(self.path, 0), _numbered(self._written, 1), key=lambda each: each[:2]
            )
            for _, same in itertools.groupby(both, key=lambda each: each[0]):
                lines = [cells for _, _, cells in same]
                writer.writerow(lines[0] if lines[-1][outcome] == "not run" else lines[-1])
        os.replace(whole, self.path)
        self._written.unlink()


def _lines(path: Path) -> Iterator[list[str]]:
    with path.open(encoding="utf-8", errors="replace", newline="") as stream:
        yield from csv.reader(stream)


def _numbered(path: Path, rank: int) -> Iterator[tuple[int, int, list[str]]]:
    for cells in itertools.islice(_lines(path), 1, None):
        yield int(cells[0]), rank, cells


@dataclass(slots=True)
class Tally:
    """How many rows came out how, and those worth showing."""

    total: int
    counts: dict[RowOutcome, int] = field(default_factory=dict)
    shown: list[RowResult] = field(default_factory=list)
    again: list[int] = field(default_factory=list)
    """The rows to run again: failed, stopped, or never begun."""
    stopped: bool = False
    """Whether a person stopped the batch, be it between two rows."""

    def add(self, result: RowResult) -> None:
        self.counts[result.outcome] = self.counts.get(result.outcome, 0) + 1
        if result.outcome != "ok":
            self.again.append(result.number)
        worth_showing = result.outcome in ("failed", "stopped") or self.total <= _SHOWN
        if worth_showing and result.outcome != "not run" and len(self.shown) < _SHOWN:
            self.shown.append(result)

    def count(self, outcome: RowOutcome) -> int:
        return self.counts.get(outcome, 0)

    @property
    def exit_code(self) -> int:
        if self.stopped or self.count("stopped"):
            return 130
        return 0 if self.count("ok") == self.total else 1

    def table(self) -> list[str]:
        lines = [("ROW", "OUTCOME", "STEPS", "TOOK", "")]
        for each in sorted(self.shown, key=lambda each: each.number):
            said = each.error or ", ".join(each.cells.values())
            lines.append(
                (str(each.number), each.outcome, str(each.steps), f"{each.seconds:.1f} s", cut(said))
            )
        if self.count("not run"):
            # Rows are begun in order: what was not run is the end of the list.
            rest = self.again[-self.count("not run") :]
            lines.append((ranges(rest), "not run", "", "", ""))
        if len(lines) == 1:
            return []
        widths = [max(width(line[column]) for line in lines) for column in range(4)]
        return [
            "  ".join([*(cell + " " * (widths[i] - width(cell)) for i, cell in enumerate(line[:4])), line[4]])
            .rstrip()
            for line in lines
        ]  # fmt: skip

    def summary(self) -> str:
        said = [f"{self.counts[each]} {word}" for each, word in _WORDS.items() if self.counts.get(each)]
        return f"{self.total} row{'s' * (self.total != 1)}: " + (", ".join(said) or "nothing to do")


def cut(text: str, limit: int = _WIDEST) -> str:
    """One line that fits, and cannot drive the terminal."""
    text = printable(" ".join(text.split()))
    if width(text) <= limit:
        return text
    while width(text) > limit - 1:
        text = text[:-1]
    return text + "…"


def ranges(numbers: list[int]) -> str:
    """Numbers as `--row` takes them: 3,7-9."""
    parts: list[str] = []
    at = 0
    while at < len(numbers):
        end = at
        while end + 1 < len(numbers) and numbers[end + 1] == numbers[end] + 1:
            end += 1
        parts.append(str(numbers[at]) if end == at else f"{numbers[at]}-{numbers[end]}")
        at = end + 1
    return ",".join(parts)
