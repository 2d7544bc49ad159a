"""A session: a surface, variables and a record, fed with operations; a run of a file is one fed by a file.

    with cogscript.Session(screen="virtual") as session:
        session.perform("LAUNCH(app='mousepad')")
        session.perform(ops.TYPE(text="Dear reader,"))
        session.save("letter.cog")

Everything that can be known to be wrong is said before anything is done, and whatever ends a session, keys
are up, the record is whole and what the session opened is closed.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any

from cogscript.language.model.diagnostic import CogError, Diagnostic, Fault, Source, Span
from cogscript.language.model.operations import Need
from cogscript.language.model.tree import Operation, Workflow
from cogscript.records.step import Step
from cogscript.records.writer import RecordBroken, RecordWriter
from cogscript.runtime import saved_results
from cogscript.runtime.appending import Appended
from cogscript.runtime.blocks import entered
from cogscript.runtime.checks import check_program
from cogscript.runtime.console.person import Nobody, TerminalPerson
from cogscript.runtime.events import Fan, Listener
from cogscript.runtime.failures import unexpected
from cogscript.runtime.frames import CallFrame
from cogscript.runtime.healing import heal
from cogscript.runtime.inputs import gather
from cogscript.runtime.interpreter import Interpreter
from cogscript.runtime.left_open import tell_dialogs
from cogscript.runtime.options import Options
from cogscript.runtime.outcome import Run
from cogscript.runtime.outside import DryOutside, Outside
from cogscript.runtime.permissions import Permissions
from cogscript.runtime.program import Program
from cogscript.runtime.record_keeper import RecordKeeper
from cogscript.runtime.run_record import Unfinished, new_record, reopened_record
from cogscript.runtime.scope import Scope
from cogscript.runtime.signals import EndWorkflow, StepFailed
from cogscript.runtime.state import RunState
from cogscript.runtime.step_pictures import StepPictures
from cogscript.runtime.stopping import quietly, stopping, uninterrupted
from cogscript.runtime.surface_stack import SurfaceStack
from cogscript.runtime.totals import total
from cogscript.runtime.voice import Voice
from cogscript.settings import Settings, load_settings
from cogscript.surfaces import read_size, surface_kind
from cogscript.surfaces.capabilities import Notes, Programs
from cogscript.surfaces.look import Look
from cogscript.surfaces.pointing import Stopped
from cogscript.surfaces.protocol import Monitors, Surface

if TYPE_CHECKING:
    from cogscript.runtime.control import Controller
    from cogscript.runtime.performer import Past

NAME = "<session>"
"""What the text that is performed bit by bit is called in messages and in the record."""


class Session:
    def __init__(
        self,
        screen: str | Surface = "",
        *,
        options: Options | None = None,
        workflow: Workflow | None = None,
        controller: Controller | None = None,
        resumed: Unfinished | None = None,
        **keywords: Any,
    ) -> None:
        """`screen` and the keywords are those of `Options`. A workflow is for `run`; without one, operations
        are given to `perform`. `resumed` is a run that is to continue."""
        self.options = options or Options(screen=screen, **keywords)
        self.settings = _with_profile(self.options.settings or load_settings(), self.options.profile)
        self._chosen = self.options.surface(self.settings)
        self._kind = surface_kind(self._chosen) if isinstance(self._chosen, str) else None
        self._fed = workflow is None
        self.program = Program(workflow or Workflow(source=Source("", NAME)))
        self.result = Run(self.program.main, acts=self._kind is None or self._kind.acts)
        self._controller = controller
        self._resumed = resumed
        self._stack = contextlib.ExitStack()
        self.listener = Fan([self.options.listener or Listener()])
        self._person = self.options.person or (TerminalPerson() if self.options.argv else Nobody())
        real = self._kind is None or self._kind.acts
        self.state = RunState(
            program=self.program,
            options=self.options,
            settings=self.settings,
            voice=Voice(self.listener, self.options.secrets),
            surfaces=SurfaceStack(
                self._open_surface, self._person, watch_hand=real and not self.options.ignore_mouse
            ),
            outside=Outside() if real else DryOutside(),
            person=self._person,
            permissions=Permissions(
                self.settings.permissions,
                self.options.allow_apps,
                self._person,
                asks=self.options.ask_apps,
            ),
            run=self.result,
            open_beside=self._open_beside,
        )
        self.writer: RecordWriter | None = None
        self._pictures: StepPictures | None = None
        self._interpreter: Interpreter
        self._frame: CallFrame
        self._appended = Appended(self.program, NAME)

    # --- opening and closing ------------------------------------------------------------------------

    def __enter__(self) -> Session:
        needs = check_program(
            self.program, self.options, self.settings, self._kind, self._controller, self.listener
        )
        given = gather(
            self.program,
            dict(self.options.variables),
            self._person,
            self.options.secrets,
            dry=not self.state.outside.is_real,
        )
        with contextlib.ExitStack() as opening:
            opening.enter_context(stopping())
            if self._fed or Need.SCREEN in needs:
                chosen = self._chosen
                self.result.screen = chosen if isinstance(chosen, str) else chosen.name
            if self.options.journal:
                self._open_record(given, opening)
            self._frame = CallFrame(self.program.main, Scope(given), given, answers=self.result.answers)
            self._interpreter = Interpreter(self.state, pictures=self._pictures, controller=self._controller)
            if self._fed:
                opening.enter_context(self.state.inside(self._frame))
            self._say_what_is_refused()
            self.result.started = time.time()
            self._stack = opening.pop_all()
        if self._fed:
            self.listener.run_started(self.result)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        with self._stack:
            if self._fed:
                if isinstance(error, Stopped | KeyboardInterrupt):
                    self.result.outcome, self.result.error = "stopped", self._stopped(error)
                elif error is not None:
                    self.result.outcome = "failed"
                self.finish()

    def _open_surface(self) -> Surface:
        """The surface the run was given, opened when a step first needs it."""
        chosen, options = self._chosen, self.options
        if isinstance(chosen, str):
            assert self._kind is not None
            if not options.screen and not self.settings.run.screen and not self._kind.personal:
                self.state.voice.message("there is no display here: running on a private one")
            size = read_size(options.size) if options.size else None
            surface = self._kind.open(self.settings, size)
            self._stack.callback(surface.close)
            self._stack.callback(self._dismiss, surface)
            if options.monitor != 1:
                surface = surface.need(Monitors).monitor(options.monitor)
                self._stack.callback(surface.close)
            self._stack.callback(self.listener.surface_closing, surface)
        else:
            surface = chosen
        self._stack.callback(quietly, surface.release_all)
        permissions = self.state.permissions
        self._stack.callback(setattr, surface, "guard", None)
        permissions.watch(surface)
        notes = surface.capability(Notes)
        if notes is not None:
            self._stack.callback(quietly, notes.clear_notes)
        programs = surface.capability(Programs)
        if programs is not None:
            permissions.resolve = programs.goes_by
        if self.writer is not None:
            surface.files = self.writer.folder
            self.writer.header(size=list(surface.size))
        self.listener.surface_opened(surface)
        return surface

    def _open_beside(self, name: str, settings: Settings) -> Surface:
        """A surface that an IN names and that is no part of the run's own."""
        surface = surface_kind(name).open(settings, None)
        self._stack.callback(surface.close)
        self._stack.callback(self._dismiss, surface)
        self._stack.callback(quietly, surface.release_all)
        surface.files = self.result.folder
        self.state.permissions.watch(surface)
        return surface

    def _dismiss(self, surface: Surface) -> None:
        """Programs may write what they were told to write, unless a person wants the run to stop now."""
        if self.result.outcome != "stopped":
            quietly(surface.dismiss)

    def _open_record(self, given: dict[str, str], stack: contextlib.ExitStack) -> None:
        options = self.options
        if self._resumed is None:
            writer = new_record(self.program, options, self.settings, self.result.screen, given)
        else:
            writer = reopened_record(self._resumed, options.secrets)
        self.writer = writer
        stack.callback(writer.close)
        self.result.folder = writer.folder
        existing = self._resumed.last if self._resumed is not None else 0
        self.listener.listeners.insert(0, RecordKeeper(writer, existing))
        if self.settings.run.pictures if options.pictures is None else options.pictures:
            self._pictures = StepPictures(writer)
            stack.callback(self._pictures.close)

    def _say_what_is_refused(self) -> None:
        """Say now what will be refused later, while nothing has been done."""
        if self._person.present or not self.state.outside.is_real:
            return
        for workflow in self.program.files():
            for operation in workflow.walk():
                asks = operation.name == "ASK_USER"
                if asks or (operation.arguments.get("sensitive") is True and not self.options.yes):
                    where = "" if workflow is self.program.main else f" of {workflow.path}"
                    self.state.voice.message(
                        f"line {operation.line}{where} asks a person, and there is no terminal: it is refused"
                        + ("" if asks else " without `--yes`"),
                        "warning",
                    )

    # --- a whole file ---------------------------------------------------------------------------------

    def run(self, past: Past | None = None) -> Run:
        """Perform the workflow the session was made for, to its end. What fails is in the Run."""
        result = self.result
        self._interpreter.past = past
        result.total = total(self.program.main, self.program)
        self.listener.run_started(result)
        try:
            self._interpreter.workflow(self._frame)
        except StepFailed as failed:
            result.outcome, result.error = "failed", failed.diagnostic
        except (Stopped, KeyboardInterrupt) as stopped:
            result.outcome, result.error = "stopped", self._stopped(stopped)
        except Fault as fault:
            result.outcome = "failed"
            result.error = fault.diagnostic(*self._place())
        except Exception as error:  # between two steps; within one the interpreter has caught it
            result.outcome = "failed"
            result.error = unexpected(error, self.state).diagnostic(*self._place())
        with uninterrupted():
            self.finish()
        return result

    def finish(self) -> None:
        """Let go of every key, wait for what came of it, take the last picture, close the record, say how
        it ended."""
        result, state = self.result, self.state
        quietly(state.surfaces.release_all)
        if self.options.settle and result.outcome != "stopped":
            self._await_effects()
            if result.outcome == "ok":
                quietly(partial(tell_dialogs, state))
        for said in state.surfaces.news():
            state.voice.message(said)
        result.variables = dict(self._frame.scope.values)
        if self._pictures is not None:
            self._pictures.last(settle=self.options.settle and result.outcome == "ok")
        if self.options.save_results and state.outside.is_real:
            try:
                saved_results.save(state)
            except (Fault, CogError, OSError) as error:
                state.voice.message(f"the results could not be written into the file: {error}", "warning")
        result.ended = time.time()
        self._close_record()
        if self.options.heal and result.outcome == "ok":
            heal(state)
        self.listener.run_finished(result)

    def _await_effects(self) -> None:
        """What the last steps set going; a run that leaves something half done has failed."""
        result = self.result
        for surface in {id(each.root): each for each in self.state.surfaces.every}.values():
            quietly(surface.await_effect)
            lost = surface.root.unfinished()
            if lost is not None and result.outcome == "ok":
                result.outcome, result.error = "failed", lost.diagnostic(*self._place())

    def _close_record(self) -> None:
        result = self.result
        if self.writer is None or (self._interpreter.past is not None and result.outcome == "failed"):
            return  # a resumed file that differs: the record stays as it was
        try:
            self.writer.header(
                outcome=result.outcome, ended=result.ended, error=result.error, steps=result.performed
            )
        except RecordBroken as fault:
            if result.outcome == "ok":
                result.outcome, result.error = "failed", fault.diagnostic()

    def _place(self) -> tuple[Source | None, Span | None]:
        step = self._interpreter.step
        return self._frame.source if step is None else self.state.frame.source, (
            step.operation.span if step else None
        )

    def _stopped(self, stopped: BaseException) -> Diagnostic:
        source, span = self._place()
        said = str(stopped) or "Ctrl+C"
        return Diagnostic("stopped", f"the run was stopped here: {said}", span=span, source=source)

    # --- bit by bit -------------------------------------------------------------------------------------

    @property
    def variables(self) -> dict[str, str]:
        """The variables and their values; what is set here counts from the next operation on."""
        return self._frame.scope.values

    def perform(self, what: Operation | str) -> Step:
        """Perform an operation, or the operations of a text; the last step that was performed.

        Raises CogError when the text is wrong or uses a variable that has no value, and then nothing was
        done. A step that fails is given back with its `outcome` and `diagnostic`, and what followed it in
        the text is not done.
        """
        operations = self._appended.take(what, self._frame.scope.values)
        self.listener.text_grew(self.program.main)
        interpreter = self._interpreter
        for operation in operations:
            interpreter.step = None
            try:
                interpreter.perform(operation)
            except StepFailed:
                self._appended.done(operation, ok=False)
                break
            except EndWorkflow:
                pass
            self._appended.done(operation, ok=True)
        assert interpreter.step is not None, "a text that can be performed has an operation"
        return interpreter.step

    @contextlib.contextmanager
    def inside(self, **where: Any) -> Iterator[Surface]:
        """Perform what follows on another surface, as inside an IN block: `inside(window="Notes")`."""
        operation = self._appended.take(Operation("IN", where, body=[]), self._frame.scope.values)[0]
        with entered(self._interpreter, operation) as step:
            if step is None:
                raise Stopped(f"line {operation.line} was skipped")
            with self._interpreter.under(step), self._appended.within(operation):
                yield self.state.surface
        self._appended.done(operation, ok=True)

    def look(self) -> Look:
        """What is on the current surface now."""
        return Look(self.state.surface)

    def save(self, path: str | os.PathLike[str], *, title: str = "", everything: bool = False) -> None:
        """Write what was performed as a workflow: what succeeded, or `everything`."""
        from cogscript.language.document import save

        save(self._appended.workflow(title, everything=everything), path)


def _with_profile(settings: Settings, profile: str) -> Settings:
    return replace(settings, run=replace(settings.run, profile=profile)) if profile else settings
