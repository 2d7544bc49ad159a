"""What a person, or another program, sees of a data-driven run: each row as it ends, the table at the end.

As with a single run it goes to standard error, and with `--json` to standard output. The steps of a row
are in its record; here a row is one line.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import IO

from cogscript.language.model.diagnostic import printable
from cogscript.runtime.batch.results import RowResult, Tally, cut, ranges
from cogscript.runtime.console.display import Live

_REMEMBERED = 1000
"""Different warnings after which it no longer matters whether one was said before."""
_LONGEST = 200
"""Characters of a list of rows that a person would still copy."""


class QuietBoard:
    """Nothing but what went wrong."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._said: set[str] = set()

    def line(self, text: str) -> None:
        self._stream.write(text + "\n")
        self._stream.flush()

    def note(self, text: str) -> None: ...

    def begin(self, tally: Tally, table: Path, jobs: int) -> None: ...

    def hear(self, kind: str, number: int, text: str) -> None: ...

    def finished(self, result: RowResult) -> None:
        if result.outcome != "ok":
            self.line(f"row {result.number}: {result.outcome}")
            if result.rendered:
                self.line(result.rendered)

    def clear(self) -> None:
        """Standard output is about to be written to, and may be the same terminal."""

    def end(self, tally: Tally, results: Path | None) -> None:
        if tally.exit_code:
            self.line(tally.summary())


class PlainBoard(QuietBoard):
    """A line a row, for a log."""

    def note(self, text: str) -> None:
        self.line(text)

    def begin(self, tally: Tally, table: Path, jobs: int) -> None:
        self._total = tally.total
        self._done = 0
        beside = f", {min(jobs, tally.total)} side by side" if jobs > 1 else ""
        self.line(f"running {tally.total} row{'s' * (tally.total != 1)} of {table}{beside}")

    def hear(self, kind: str, number: int, text: str) -> None:
        """A row's word; what many rows say alike is said once."""
        if kind == "line":
            self.line(f"row {number}: {text.strip()}")
        if kind == "said" and text not in self._said:
            if len(self._said) < _REMEMBERED:
                self._said.add(text)
            self.line(f"row {number}: {text}" if number else text)

    def finished(self, result: RowResult) -> None:
        self._done += 1
        word = {"ok": "finished"}.get(result.outcome, result.outcome)
        steps = f"{result.steps} step{'s' * (result.steps != 1)}"
        record = f" · record {result.run}" if result.run else ""
        who = cut(", ".join(result.cells.values()), 40)
        self.line(
            f"  [{self._done}/{self._total}] row {result.number} ({who}): {word}, {steps} in "
            f"{result.seconds:.1f} s{record}"
        )
        if result.rendered:
            self.line(result.rendered)

    def end(self, tally: Tally, results: Path | None) -> None:
        for line in tally.table():
            self.line(line)
        self.line(tally.summary())
        if results is not None:
            self.line(f"results: {results}")
        left = ranges(tally.again)
        if left and len(left) <= _LONGEST:
            self.line(f"to run what is left again, add: --row {left}")


class LiveBoard(PlainBoard):
    """With a line at the foot of the terminal that says what the rows are doing."""

    def __init__(self, stream: IO[str]) -> None:
        super().__init__(stream)
        self._live = Live(stream, str)
        self._doing: dict[int, str] = {}

    def line(self, text: str) -> None:
        self._live.line(text)

    def clear(self) -> None:
        self._live.wipe()

    def hear(self, kind: str, number: int, text: str) -> None:
        super().hear(kind, number, text)
        if kind == "answer":
            self.clear()
        if kind == "doing":
            self._doing[number] = text
            self._draw()

    def finished(self, result: RowResult) -> None:
        self._doing.pop(result.number, None)
        super().finished(result)
        self._draw()

    def end(self, tally: Tally, results: Path | None) -> None:
        self.clear()
        super().end(tally, results)

    def _draw(self) -> None:
        rows = "; ".join(f"row {row}: {said}" for row, said in sorted(self._doing.items()))
        self._live.draw(f"{self._done} of {self._total} done; {printable(rows)}")


class JsonBoard(QuietBoard):
    """The rows' own events on standard output, each with its row, and one at the end."""

    def hear(self, kind: str, number: int, text: str) -> None:
        if kind == "out":
            sys.stdout.write(text)
            sys.stdout.flush()

    def finished(self, result: RowResult) -> None:
        self._tell(
            event="row-finished", row=result.number, outcome=result.outcome, steps=result.steps,
            seconds=round(result.seconds, 3), run=result.run, error=result.error or None,
        )  # fmt: skip

    def end(self, tally: Tally, results: Path | None) -> None:
        self._tell(
            event="rows-finished", rows=tally.total, finished=tally.count("ok"), failed=tally.count("failed"),
            stopped=tally.count("stopped"), not_run=tally.count("not run"), exit_code=tally.exit_code,
            results=None if results is None else str(results),
        )  # fmt: skip

    def _tell(self, *, event: str, **values: object) -> None:
        print(json.dumps({"event": event, "at": round(time.time(), 3), **values}), flush=True)
