"""`run`: a workflow, checked with all it needs, then performed to its end, and what came of it."""

from __future__ import annotations

import contextlib
import os
import platform
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cogscript.language.diagnostic import CogError, Diagnostic, Fault, render
from cogscript.language.document import load
from cogscript.language.operations import Need
from cogscript.language.tree import Workflow
from cogscript.runtime import results
from cogscript.runtime.context import Context, Frame
from cogscript.runtime.events import Fan, Listener
from cogscript.runtime.faults import unexpected
from cogscript.runtime.hand import Hand
from cogscript.runtime.inputs import gather
from cogscript.runtime.interpreter import Interpreter
from cogscript.runtime.journal import Journal, prune, runs_folder
from cogscript.runtime.options import Options
from cogscript.runtime.person import Nobody, TerminalPerson
from cogscript.runtime.pictures import Pictures
from cogscript.runtime.program import Program
from cogscript.runtime.record import Record, StepRecord
from cogscript.runtime.recorder import Recorder
from cogscript.runtime.replay import Replay, changes
from cogscript.runtime.scope import Scope
from cogscript.runtime.signals import RunOver, StepFailed
from cogscript.runtime.steps.calling import check_tools
from cogscript.runtime.stopping import quietly, stopping, uninterrupted
from cogscript.runtime.totals import total
from cogscript.screens.protocol import Stopped
from cogscript.settings import Settings, load_settings

if TYPE_CHECKING:
    from cogscript.screens.protocol import Screen

Outcome = Literal["ok", "failed", "stopped"]

EXIT_CODES: dict[Outcome, int] = {"ok": 0, "failed": 1, "stopped": 130}


@dataclass(slots=True)
class Run:
    """What a run gives back."""

    workflow: Workflow
    outcome: Outcome = "ok"
    answers: list[str] = field(default_factory=list)
    variables: dict[str, str] = field(default_factory=dict)
    error: Diagnostic | None = None
    performed: int = 0
    """How many operations were performed; blocks and CALLs themselves do not count."""
    total: int | None = None
    """How many there are to perform; None where only the run can tell."""
    differences: int = 0
    """Results that differ from the file's, for `results="check"`."""
    folder: Path | None = None
    """Where the record is; None when none was kept."""
    screen: str = ""
    started: float = 0.0
    ended: float = 0.0

    @property
    def id(self) -> str:
        return self.folder.name if self.folder else ""

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.outcome]

    @property
    def steps(self) -> list[StepRecord]:
        """Every step with its outcome, from the record; empty when none was kept."""
        if self.folder is None:
            return []
        with Record(self.folder) as record:
            return list(record.steps())


def run(
    workflow: Workflow | str | os.PathLike[str], *, variables: Mapping[str, str] | None = None, **options: Any
) -> Run:
    """Run a workflow: see `Options` for the keywords.

    Raises CogError when the file is wrong, and Fault when the machine lacks something; then nothing
    was done. Whatever fails afterwards is in the Run that comes back.
    """
    return start(workflow, Options(variables=variables or {}, **options))


def start(workflow: Workflow | str | os.PathLike[str], options: Options) -> Run:
    if not isinstance(workflow, Workflow):
        workflow = load(workflow)
    return Runner(workflow, options).run()


@dataclass(slots=True)
class Resumption:
    """What a resumed run starts from."""

    folder: Path
    record: Record
    decided: dict[int, str]
    last: int


class Runner:
    def __init__(self, workflow: Workflow, options: Options, resumption: Resumption | None = None) -> None:
        self.options = options
        self.settings: Settings = options.settings or load_settings()
        self.resumption = resumption
        self.result = Run(workflow)
        self.program = Program(workflow)
        self.secrets = options.secrets
        self.person = options.person or (TerminalPerson() if options.argv else Nobody())
        self.listener = Fan([options.listener or Listener()])
        self.journal: Journal | None = None

    def run(self) -> Run:
        options, result = self.options, self.result
        needs = self._check()
        given = gather(
            self.program, dict(options.variables), self.person, self.secrets, dry=self._screen_name() == "dry"
        )
        context = Context(
            program=self.program, options=options, settings=self.settings, listener=self.listener,
            person=self.person, run=result, secrets=self.secrets,
        )  # fmt: skip
        context.dry = self._screen_name() == "dry"
        with contextlib.ExitStack() as stack:
            stack.enter_context(stopping())
            if Need.SCREEN in needs:
                self._open_screen(context, stack)
            if options.journal:
                self._open_journal(context, given, stack)
            self._foresee(context)
            self._perform(context, given)
        return result

    # --- before -------------------------------------------------------------------------------

    def _check(self) -> set[Need]:
        options = self.options
        if options.results not in ("recorded", "live", "check"):
            raise Fault("results", f"`{options.results}` is no way to take results: recorded, live, check")
        for warning in self.program.check(options.variables.keys()):
            self.listener.warned(warning)
        if options.controller is not None:
            options.controller.check(self.program)
        wrong = check_tools(self.program, self.settings.tools, options.allow_tools)
        if wrong:
            raise CogError(wrong)
        needs = self.program.needs(options.results)
        if Need.MODEL in needs and self._screen_name() != "dry":
            from cogscript.models import resolve

            resolve(self.settings.model, os.environ)  # says how to get a model when there is none
        return needs

    def _screen_name(self) -> str:
        from cogscript.screens import default_screen

        chosen = self.options.screen or self.settings.run.screen or default_screen()
        return chosen if isinstance(chosen, str) else chosen.name

    def _open_screen(self, context: Context, stack: contextlib.ExitStack) -> None:
        from cogscript.screens import open_screen, read_size

        name, options = self._screen_name(), self.options
        screen: Screen
        if isinstance(options.screen, str):
            size = read_size(options.size) if options.size else None
            screen = open_screen(name, size=size, settings=self.settings)
            stack.callback(screen.close)
        else:
            screen = options.screen
        stack.callback(quietly, screen.release_all)
        context.screen_or_none = screen
        self.result.screen = name
        if not options.ignore_mouse and not context.dry:
            context.hand = Hand(context)
        if name == "virtual" and not options.screen and not self.settings.run.screen:
            context.message("there is no display here: running on a private one")

    def _open_journal(self, context: Context, given: dict[str, str], stack: contextlib.ExitStack) -> None:
        options, result = self.options, self.result
        runs = options.runs or runs_folder()
        resumption = self.resumption
        if resumption is None:
            name = Path(self.program.main.path or "workflow").stem
            journal = Journal.create(runs, name)
        else:
            journal = Journal.reopen(resumption.folder)
        self.journal = journal
        stack.callback(journal.close)
        journal.mask = self.secrets.mask
        context.folder = result.folder = journal.folder
        if resumption is None:
            journal.header(**_header(self, context, given))
            for workflow in self.program.files():
                if workflow.source is not None:
                    journal.file(workflow.source.path, workflow.source.text)
        self.listener.listeners.insert(0, Recorder(journal, resumption.last if resumption else 0))
        if self.settings.run.keep and resumption is None:
            prune(runs, self.settings.run.keep)
        pictures = self.settings.run.pictures if options.pictures is None else options.pictures
        if pictures and context.screen_or_none is not None and not context.dry:
            context.pictures = Pictures(journal, context.screen_or_none)
            stack.callback(context.pictures.close)

    def _foresee(self, context: Context) -> None:
        """Say now what will be refused later, while nothing has been done."""
        if self.person.present or context.dry:
            return
        for workflow in self.program.files():
            for operation in workflow.walk():
                asks = operation.name == "ASK_USER"
                if asks or (operation.arguments.get("sensitive") is True and not self.options.yes):
                    where = "" if workflow is self.program.main else f" of {workflow.path}"
                    context.message(
                        f"line {operation.line}{where} asks a person, and there is no terminal: it is refused"
                        + ("" if asks else " without `--yes`"),
                        "warning",
                    )

    # --- the run itself -----------------------------------------------------------------------

    def _perform(self, context: Context, given: dict[str, str]) -> None:
        result = self.result
        interpreter = Interpreter(context)
        frame = Frame(self.program.main, Scope(given), given, answers=result.answers)
        context.frame = frame
        result.started = time.time()
        result.total = total(self.program.main, self.program)
        if self.resumption is not None:
            self._replay(context)
        self.listener.run_started(result)
        try:
            interpreter.workflow(frame)
        except StepFailed as failed:
            result.outcome, result.error = "failed", failed.diagnostic
        except (Stopped, KeyboardInterrupt) as stopped:
            result.outcome, result.error = "stopped", self._stopped(context, stopped)
        except Fault as fault:
            result.outcome = "failed"
            result.error = fault.diagnostic(*self._place(context))
        except Exception as error:  # between two steps; within one the interpreter has caught it
            result.outcome = "failed"
            result.error = unexpected(error, context).diagnostic(*self._place(context))
        with uninterrupted():
            self._finish(context, frame)

    def _replay(self, context: Context) -> None:
        resumption, journal = self.resumption, self.journal
        assert resumption is not None
        assert journal is not None
        mask = self.secrets.mask
        replay = Replay(resumption.record, resumption.last, resumption.decided, mask)
        context.replay = replay
        for line in changes(resumption.record, self.program, mask):
            self.listener.listeners[-1].message("note", line)  # for the person; the record stays as it is

        def go_on() -> None:
            """Only now is anything changed: a resumed file that differs leaves the record as it was."""
            for number, outcome in resumption.decided.items():
                journal.outcome(number, outcome)
            journal.header(outcome=None, error=None, ended=None, resumed=_times(resumption.record) + 1)
            for workflow in self.program.files():
                if workflow.source is not None:
                    journal.file(workflow.source.path, workflow.source.text)

        replay.on_live = go_on

    def _finish(self, context: Context, frame: Frame) -> None:
        result = self.result
        if context.screen_or_none is not None:
            quietly(context.screen_or_none.release_all)
        result.variables = dict(frame.scope.values)
        if context.pictures is not None:
            context.pictures.last(settle=self.options.settle and result.outcome == "ok")
        if self.options.save_results and not context.dry:
            try:
                results.save(context)
            except (Fault, CogError, OSError) as error:
                context.message(f"the results could not be written into the file: {error}", "warning")
        result.ended = time.time()
        if self.journal is not None:
            self._close_record(context)
        self.listener.run_finished(result)

    def _close_record(self, context: Context) -> None:
        result, journal = self.result, self.journal
        assert journal is not None
        if context.replay is not None and result.outcome == "failed":
            return  # the resumed file differs: the record stays as it was
        error = None
        if result.error is not None:
            error = {**result.error.to_json(), "rendered": render([result.error])}
        try:
            journal.header(outcome=result.outcome, ended=result.ended, error=error, steps=result.performed)
        except RunOver as fault:
            if result.outcome == "ok":
                result.outcome, result.error = "failed", fault.diagnostic()

    def _place(self, context: Context) -> tuple[Any, Any]:
        step = context.step
        return context.frame.source, step.operation.span if step else None

    def _stopped(self, context: Context, stopped: BaseException) -> Diagnostic:
        said = str(stopped) or "Ctrl+C"
        source, span = self._place(context)
        return Diagnostic("stopped", f"the run was stopped here: {said}", span=span, source=source)


def _header(runner: Runner, context: Context, given: dict[str, str]) -> dict[str, Any]:
    """The facts of a run as a whole."""
    from importlib.metadata import version

    main, options = runner.program.main, runner.options
    head = main.operations[0] if main.operations else None
    title = str(head.arguments.get("title") or "") if head is not None and head.name == "WORKFLOW" else ""
    assert runner.journal is not None
    screen = context.screen_or_none
    return {
        "id": runner.journal.folder.name,
        "file": main.path or "<text>",
        "folder": os.getcwd(),
        "title": title,
        "screen": runner.result.screen,
        "size": list(screen.size) if screen is not None else None,
        "started": time.time(),
        "versions": {
            "cogscript": version("cogscript"),
            "python": platform.python_version(),
            "system": platform.platform(),
        },
        "argv": list(options.argv),
        "given": given,
        "results": options.results,
        "pid": os.getpid(),
    }


def _times(record: Record) -> int:
    return int(record.header.get("resumed") or 0)


__all__ = ["EXIT_CODES", "Options", "Run", "run", "start"]
