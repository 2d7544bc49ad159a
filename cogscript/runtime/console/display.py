"""What a person, or another program, sees of a run while it is under way.

All of it goes to standard error, because standard output carries the answers; with `--json` it is the
other way round: standard output carries the events, the answers among them.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Callable, Iterable
from typing import IO, TYPE_CHECKING, Any, Protocol

from cogscript.language.model.diagnostic import Diagnostic, printable
from cogscript.language.model.rendering import render, width
from cogscript.records import healed, seen
from cogscript.records.step import Step
from cogscript.records.storing import json_value
from cogscript.runtime.console.open_blocks import OpenBlocks
from cogscript.runtime.events import Level, Listener
from cogscript.runtime.signals import RunOver

if TYPE_CHECKING:
    from cogscript.runtime.outcome import Run

_REDRAW = 0.05
"""Seconds between two drawings of the live line: steps may come by the thousand."""

_NO_TIME = 0.005
"""Seconds that are not worth telling."""

Mask = Callable[[str], str]


class Output(Protocol):
    """Where lines go: a stream, or the process that owns it."""

    def write(self, text: str, /) -> object: ...

    def flush(self) -> object: ...


def summary(step: Step, mask: Mask) -> str:
    """A step in a few words: its comment where it has one, else what it does to what."""
    arguments = step.arguments or step.operation.arguments
    given = (arguments.get(name) for name in _TELLING)
    said = next((each for each in given if isinstance(each, str) and each not in _ABSENT), "")
    said = printable(mask(said))
    said = said if len(said) <= 40 else said[:39] + "…"
    words = f"{step.name} {said}".rstrip()
    return f"{words} — {printable(step.title)}" if step.title else words


_ABSENT = ("", "None")
"""What LAUNCH may say of an app or url that is not there."""
_TELLING = (
    "element_info", "key", "app", "url", "title", "option", "workflow", "name", "rows", "question",
    "file", "output",
)  # fmt: skip


def by_model(step: Step) -> str:
    """Of a step that a model decided on: what asking took, and where the picture is that it saw."""
    if step.asked is None:
        return ""
    tokens, seconds = step.asked.get("tokens"), step.asked.get("seconds")
    took = (
        f", {sum(tokens)} tokens and {seconds:.1f} s in the model" if tokens and seconds is not None else ""
    )
    return took + (f", {step.before}" if step.before else "")


def heading(run: Run) -> str:
    where = f" on a {run.screen} screen" if run.screen else ""
    return f"running {run.workflow.path or 'a workflow'}{where}"


def closing(run: Run) -> str:
    steps = f"{run.performed} step{'s' * (run.performed != 1)}"
    said = {"ok": "finished", "failed": "failed", "stopped": "stopped"}[run.outcome]
    said = said if run.acts else f"dry run {said}, nothing was done"
    differ = f"; {run.differences} results differ from the file" if run.differences else ""
    if run.healed:
        differ += f"; {run.healed} target{'s' * (run.healed != 1)} not as the file says: see `cog heal`"
    record = f" · record {run.id}" if run.id else ""
    return f"{said}: {steps} in {run.ended - run.started:.1f} s{differ}{record}"


class Answers(Listener):
    """Standard output: the texts of the ANSWERs, and nothing else."""

    def answered(self, text: str) -> None:
        stream = sys.stdout
        encoding = getattr(stream, "encoding", None) or "utf-8"
        try:
            stream.write(text.encode(encoding, "replace").decode(encoding) + "\n")
            stream.flush()
        except BrokenPipeError:
            raise _unheard() from None


def _unheard() -> RunOver:
    """`cog run … | head`: the run stops, because what it says goes nowhere."""
    return RunOver("output", "nobody reads the output any more: standard output was closed")


class Quiet(Listener):
    """Nothing but what went wrong."""

    def __init__(self, stream: Output, mask: Mask, *, colour: bool = False) -> None:
        self.stream = stream
        self.mask = mask
        self.colour = colour

    def line(self, text: str) -> None:
        self.stream.write(text + "\n")
        self.stream.flush()

    def run_finished(self, run: Run) -> None:
        if run.error is not None:
            self.line(self.mask(render([run.error], colour=self.colour)))


class Plain(Quiet):
    """One line a step, for a log."""

    def __init__(self, stream: Output, mask: Mask, *, colour: bool = False) -> None:
        super().__init__(stream, mask, colour=colour)
        self._blocks = OpenBlocks()

    def run_started(self, run: Run) -> None:
        self.total = run.total
        self.run = run
        self.line(heading(run))

    def step_finished(self, step: Step) -> None:
        if step.kind == "row":
            self.line(f"  row {step.value} of line {step.line}")
        if step.kind not in ("step", "call", "block"):
            return
        self._tell_blocks(self._blocks.left_at(step))
        if step.kind == "block":
            return
        seconds = (step.ended or step.started) - step.started
        where = f" at {step.point.x},{step.point.y}" if step.point is not None else ""
        where += f" to {step.goal.x},{step.goal.y}" if step.goal is not None else ""
        taken = f" {seconds:.2f} s" if seconds >= _NO_TIME else ""
        count = f"{self.run.performed}/{self.total}" if self.total else str(self.run.performed)
        said = "  " * step.depth + summary(step, self.mask)
        outcome = seen.NOT_SEEN if seen.is_unseen(step) else step.outcome
        if step.outcome == "ok" and step.healed:
            outcome = f"{outcome}, {healed.word(step.healed)}"
        if not self.run.acts and step.outcome == "ok":
            outcome, taken = "would", ""
        self.line(f"  [{count}] line {step.line}: {said}{where}: {outcome}{taken}{by_model(step)}")

    def message(self, level: Level, text: str) -> None:
        self.line(f"{level}: {text}" if level == "warning" else text)

    def warned(self, diagnostic: Diagnostic) -> None:
        self.line(render([diagnostic], colour=self.colour))

    def run_finished(self, run: Run) -> None:
        self._tell_blocks(self._blocks.left())
        super().run_finished(run)
        self.line(closing(run))

    def _tell_blocks(self, left: Iterable[tuple[Step, float]]) -> None:
        for block, seconds in left:
            if self.run.acts and seconds >= _NO_TIME:
                self.line(f"  line {block.line}: {'  ' * block.depth}{block.name} took {seconds:.2f} s")


class Live(Quiet):
    """One line at the foot of the terminal that says what is being done."""

    def __init__(self, stream: IO[str], mask: Mask, *, colour: bool = False) -> None:
        super().__init__(stream, mask, colour=colour)
        self._drawn = 0.0
        self._shown = ""
        self._text = ""
        self._task = ""
        """What is said of a model's task while nothing of it is being done."""

    def line(self, text: str) -> None:
        """A line that stays, above the live one."""
        self.wipe()
        super().line(text)

    def run_started(self, run: Run) -> None:
        self.run = run
        self.line(heading(run))

    def step_started(self, step: Step) -> None:
        self._say(step)

    def step_finished(self, step: Step) -> None:
        if step.outcome == "skipped":
            self.line(f"  line {step.line}: {summary(step, self.mask)}: skipped")
        elif step.kind == "step" and step.asked is not None:  # what a model decides stays to be read
            self.line(f"  line {step.line}: {summary(step, self.mask)}: {step.outcome}{by_model(step)}")
            self._text = self._task
        elif step.kind == "step" and time.monotonic() - self._drawn > _REDRAW:
            self._say(step)

    def progress(self, text: str) -> None:
        self.draw(f"{self._text} ({printable(text)})")

    def message(self, level: Level, text: str) -> None:
        self.line(f"{level}: {text}" if level == "warning" else text)

    def warned(self, diagnostic: Diagnostic) -> None:
        self.line(render([diagnostic], colour=self.colour))

    def answered(self, text: str) -> None:
        self.wipe()  # the answer goes to standard output, which may be this very terminal

    def run_finished(self, run: Run) -> None:
        self.wipe()
        super().run_finished(run)
        self.line(closing(run))

    def _say(self, step: Step) -> None:
        of = f" of {self.run.total}" if self.run.total else ""
        rounds = f", round {step.rounds}" if step.rounds else ""
        self._text = (
            f"step {max(1, self.run.performed)}{of}{rounds}: line {step.line} {summary(step, self.mask)}"
        )
        if step.kind == "task":
            self._task = self._text
        self.draw(self._text)

    def draw(self, text: str) -> None:
        room = shutil.get_terminal_size().columns - 1
        while width(text) > room:
            text = text[:-2] + "…" if len(text) > 1 else ""
        self._drawn = time.monotonic()
        self._shown = text
        self.stream.write(f"\r\x1b[K{text}")
        self.stream.flush()

    def wipe(self) -> None:
        if self._shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
            self._shown = ""


class JsonEvents(Listener):
    """One JSON object a line, on standard output, for another program."""

    def __init__(self, stream: Output, mask: Mask, **common: Any) -> None:
        self._stream = stream
        self._mask = mask
        self._common = common
        """What every event says besides: the row."""
        self._closed = False

    def _tell(self, event: str, **values: Any) -> None:
        shown = {
            "event": event,
            "at": round(time.time(), 3),
            **self._common,
            **json_value(values, self._mask),
        }
        if self._closed:
            return
        try:
            self._stream.write(json.dumps(shown, ensure_ascii=True) + "\n")
            self._stream.flush()
        except BrokenPipeError:
            self._closed = True
            raise _unheard() from None

    def run_started(self, run: Run) -> None:
        self._tell(
            "run-started", run=run.id, file=run.workflow.path, screen=run.screen, total=run.total,
            folder=None if run.folder is None else str(run.folder),
        )  # fmt: skip

    def step_started(self, step: Step) -> None:
        self._tell("step-started", **_described(step))

    def step_finished(self, step: Step) -> None:
        self._tell(
            "step-finished", **_described(step), outcome=step.outcome, seconds=_seconds(step),
            variables=step.variables, value=step.value, settled=step.settled, before=step.before,
            seen=step.seen, healed=step.healed, halt=step.halt,
            error=None if step.diagnostic is None else step.diagnostic.to_json(),
        )  # fmt: skip

    def answered(self, text: str) -> None:
        self._tell("answer", text=text)

    def message(self, level: Level, text: str) -> None:
        self._tell("message", level=level, text=text)

    def progress(self, text: str) -> None:
        self._tell("progress", text=text)

    def warned(self, diagnostic: Diagnostic) -> None:
        self._tell("warning", diagnostic=diagnostic.to_json())

    def run_finished(self, run: Run) -> None:
        self._tell(
            "run-finished", run=run.id, outcome=run.outcome, steps=run.performed, exit_code=run.exit_code,
            seconds=round(run.ended - run.started, 3), differences=run.differences, healed=run.healed,
            error=None if run.error is None else run.error.to_json(),
        )  # fmt: skip


def _described(step: Step) -> dict[str, Any]:
    return {
        "step": step.number, "kind": step.kind, "name": step.name, "file": step.file, "line": step.line,
        "title": step.title, "depth": step.depth, "rounds": step.rounds, "arguments": step.arguments,
        "point": step.point, "area": step.area, "surface": step.surface, "locator": step.locator,
        "evidence": step.evidence,
    }  # fmt: skip


def _seconds(step: Step) -> float | None:
    return None if step.ended is None else round(step.ended - step.started, 6)
