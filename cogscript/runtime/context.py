"""What a step may use: the screen, the variables, the person, the record. One for a whole run."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.language.diagnostic import Diagnostic, Fault, Source, Span
from cogscript.runtime.events import Level, Listener
from cogscript.runtime.scope import Scope, Secrets

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL.Image import Image

    from cogscript.language.box import Point, Rect
    from cogscript.language.tree import Operation, Workflow
    from cogscript.reading.lines import Line, Reader
    from cogscript.runtime.hand import Hand
    from cogscript.runtime.options import Options
    from cogscript.runtime.person import Person
    from cogscript.runtime.pictures import Pictures
    from cogscript.runtime.program import Program
    from cogscript.runtime.replay import Replay
    from cogscript.runtime.run import Run
    from cogscript.runtime.step import Step
    from cogscript.screens.elements import Elements
    from cogscript.screens.protocol import Screen
    from cogscript.settings import Settings

SLICE = 0.1
"""Seconds between two looks at the person's hand while a step waits."""


@dataclass(slots=True)
class Frame:
    """One workflow being run: the file itself, or one that was called."""

    workflow: Workflow
    scope: Scope
    given: dict[str, str] = field(default_factory=dict)
    """The inputs it was given."""
    answers: list[str] = field(default_factory=list)
    handlers: list[Operation] = field(default_factory=list)
    """The ON blocks that stand."""

    @property
    def source(self) -> Source | None:
        return self.workflow.source

    @property
    def file(self) -> str:
        return self.workflow.path or "<text>"

    @property
    def folder(self) -> Path:
        """Where relative paths start: beside the file."""
        path = self.workflow.path
        return Path(path).parent if path and not path.startswith("<") else Path()


class Context:
    def __init__(
        self, *, program: Program, options: Options, settings: Settings, listener: Listener, person: Person,
        run: Run, secrets: Secrets,
    ) -> None:  # fmt: skip
        self.program = program
        self.options = options
        self.settings = settings
        self.listener = listener
        self.person = person
        self.run = run
        self.secrets = secrets
        self.screen_or_none: Screen | None = None
        self.dry = False
        self.pictures: Pictures | None = None
        self.replay: Replay | None = None
        self.hand: Hand | None = None
        self.folder: Path | None = None
        """The run's own folder; None when nothing is recorded."""
        self.frames: list[Frame] = []
        self.frame: Frame
        self.call: Callable[[Frame, Step], None]
        """Runs a called workflow; the interpreter puts it here."""
        self.set_variable: Callable[[str, str], None]
        """Gives a variable a value while a step waits, on record; the interpreter puts it here."""
        self.step: Step | None = None
        """The step being performed."""
        self.supposing = 0
        """In a dry run: inside how many branches whose test cannot be known."""
        self.obtained: dict[int, tuple[Operation, Frame, str]] = {}
        """What QUOTE_TEXT and LLM read, by operation, for --save-results."""
        self.clicked: tuple[Point, str, float] | None = None
        """Where, with which button and when the last click was."""
        self.scrolled_from: Image | None = None
        """The screen before the wheel was last turned: programs begin to move a while after it."""
        self._elements: Elements | None = None
        self._elements_known = False
        self._reader: Reader | None = None
        self.read_before: tuple[Rect, Image, Sequence[Line]] | None = None
        """What OCR last read, and the picture it read: a screen that has not changed is not read again."""

    # --- variables ---------------------------------------------------------------------------

    @property
    def scope(self) -> Scope:
        return self.frame.scope

    def mask(self, text: str) -> str:
        return self.secrets.mask(text)

    def set(self, step: Step, name: str | None, value: str) -> None:
        """Give a variable its value, on record as this step's doing."""
        if name is not None:
            self.frame.scope.set(name, value)
            step.variables[name] = value

    def set_unknown(self, name: str | None) -> None:
        if name is not None:
            self.frame.scope.set_unknown(name)

    def path(self, text: str) -> Path:
        """A path written in the workflow: beside its file when relative."""
        return self.frame.folder / Path(text).expanduser()

    # --- people ------------------------------------------------------------------------------

    def message(self, text: str, level: Level = "note") -> None:
        self.listener.message(level, self.mask(text))

    def warn(self, code: str, text: str, operation: Operation, span: Span | None = None) -> None:
        """A warning with the place it is about."""
        self.listener.warned(
            Diagnostic(code, self.mask(text), "warning", span or operation.span, self.frame.source)
        )

    def progress(self, text: str) -> None:
        self.listener.progress(self.mask(text))

    def pause(self, seconds: float) -> None:
        """Wait, and notice meanwhile when a person wants the run to stop."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            time.sleep(min(left, SLICE))
            if self.hand is not None and left > SLICE:
                self.hand.watch()

    # --- the screen and what reads it ----------------------------------------------------------

    @property
    def screen(self) -> Screen:
        if self.screen_or_none is None:
            raise Fault("no-screen", "this step needs a screen, and the run has started none")
        return self.screen_or_none

    @property
    def elements(self) -> Elements | None:
        """The accessibility service, asked for once."""
        if not self._elements_known and not self.dry:
            from cogscript.screens.elements import open_elements

            self._elements = open_elements(self.screen)
            self._elements_known = True
        return self._elements

    @property
    def reader(self) -> Reader:
        """The OCR engine, loaded when first needed."""
        if self._reader is None:
            from cogscript.reading import open_reader

            self._reader = open_reader(self.settings.reading)
        return self._reader
