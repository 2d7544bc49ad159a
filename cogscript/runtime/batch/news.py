"""What a row's run says, on its way to whoever shows the batch: the same process, or a worker's parent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.rendering import render
from cogscript.runtime.console.display import Plain, summary
from cogscript.runtime.events import Level, Listener

if TYPE_CHECKING:
    from cogscript.records.step import Step
    from cogscript.runtime.batch.workers import Post
    from cogscript.runtime.outcome import Run
    from cogscript.runtime.scope import Secrets


class News(Listener):
    """What a row's run says, sent on to whoever shows the batch."""

    def __init__(self, number: int, post: Post, secrets: Secrets) -> None:
        self._number = number
        self._post = post
        self._secrets = secrets

    def step_started(self, step: Step) -> None:
        self._post("doing", self._number, f"line {step.line} {summary(step, self._secrets.mask)}")

    def answered(self, text: str) -> None:
        self._post("answer", self._number, "")

    def message(self, level: Level, text: str) -> None:
        text = self._secrets.mask(text)
        self._post("said", self._number, f"{level}: {text}" if level == "warning" else text)

    def warned(self, diagnostic: Diagnostic) -> None:
        self._post("said", self._number, self._secrets.mask(render([diagnostic])))


class Out:
    """A stream as a row writes to it: whole lines, by way of whoever shows the batch."""

    def __init__(self, kind: str, number: int, post: Post) -> None:
        self._kind = kind
        self._number = number
        self._post = post

    def write(self, text: str, /) -> None:
        self._post(self._kind, self._number, text)

    def flush(self) -> None: ...


class StepLines(Plain):
    """Each step, and nothing of the run around it: for a dry run, which is a list, and for stepping."""

    def run_started(self, run: Run) -> None:
        self.total = run.total
        self.run = run

    def message(self, level: Level, text: str) -> None: ...

    def warned(self, diagnostic: Diagnostic) -> None: ...

    def run_finished(self, run: Run) -> None: ...
