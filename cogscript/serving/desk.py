"""The one session that a server's clients work in: opened by the first call, one call at a time, on record.

Everything that touches the screen happens in one thread of its own; whatever ends the server, keys are up,
the record is whole and what the session opened is closed.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from cogscript.language.model.diagnostic import CogError, Fault
from cogscript.language.model.rendering import render
from cogscript.records.step import Step
from cogscript.runtime.events import Level, Listener
from cogscript.runtime.failures import unexpected
from cogscript.runtime.options import Options
from cogscript.runtime.session import Session
from cogscript.runtime.signals import StepFailed
from cogscript.serving.asking import ClientPerson, PendingCall
from cogscript.serving.tool_answers import Answer
from cogscript.surfaces.pointing import Stopped
from cogscript.surfaces.protocol import Surface

_IDLE = 60.0
"""Seconds without a call after which another client may take the session over."""


class _Heard(Listener):
    """What happened since it was last asked."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.said: list[str] = []

    def step_finished(self, step: Step) -> None:
        self.steps.append(step)

    def answered(self, text: str) -> None:
        self.said.append(f"answer: {text}")

    def message(self, level: Level, text: str) -> None:
        self.said.append(text)

    def take(self) -> tuple[list[Step], list[str]]:
        taken = self.steps, self.said
        self.steps, self.said = [], []
        return taken


class Desk:
    def __init__(self, options: Options, folder: Path) -> None:
        self.person = ClientPerson()
        self.heard = _Heard()
        self.options = replace(options, listener=self.heard, person=self.person, ask_apps=True)
        self.folder = folder
        """Where workflows are read from and written to."""
        self.memory: dict[str, Any] = {}
        """What a set of tools keeps from call to call: the bound window."""
        self.blocks: dict[str, contextlib.ExitStack] = {}
        """IN blocks that stay open from call to call, by what they are for."""
        self._executor = ThreadPoolExecutor(1, "desk")
        self._stack = contextlib.ExitStack()
        self._session: Session | None = None
        self._over = ""
        self._owner = ""
        self._last_call = 0.0
        self._lock = threading.Lock()

    # --- in the server's thread -------------------------------------------------------------------

    def start(self, work: Callable[[Desk], Answer], *, asks: bool, client: str = "") -> PendingCall:
        """Have a call done; the PendingCall has its answer, and its questions before."""
        job = PendingCall(asks)

        def run() -> None:
            self.person.job = job
            try:
                job.answer.set_result(self._answer(work, client))
            except BaseException as error:
                job.answer.set_exception(error)
            finally:
                self.person.job = None
                job.news.set()

        self._executor.submit(run)
        return job

    def release_all(self) -> None:
        """A client has gone in the middle of something: nothing stays pressed, and others may go on."""
        self._executor.submit(self._let_go)

    def close(self) -> None:
        """End the session, after the call under way."""
        self._executor.submit(self._close).result()
        self._executor.shutdown()

    # --- in the desk's thread ---------------------------------------------------------------------

    def _answer(self, work: Callable[[Desk], Answer], client: str) -> Answer:
        now = time.monotonic()
        if client != self._owner and self._owner and now - self._last_call < _IDLE:
            return Answer(
                "another client is working on this screen: wait until it has ended, or start a server of "
                "your own with `cog mcp --screen virtual`",
                is_error=True,
            )
        self._owner = client
        if self._over:
            return Answer(self._over, is_error=True)
        try:
            return work(self)
        except CogError as error:
            return Answer(render(error.diagnostics), is_error=True)
        except Fault as fault:
            return Answer(render([fault.diagnostic()]), is_error=True)
        except StepFailed as failed:
            return Answer(render([failed.diagnostic]), is_error=True)
        except Stopped as stopped:
            self._over = (
                f"the person stopped this session ({stopped}): ask them before you start another server"
            )
            self._close(stopped)
            return Answer(self._over, is_error=True)
        except Exception as error:
            if self._session is None:
                raise
            return Answer(render([unexpected(error, self._session.state).diagnostic()]), is_error=True)
        finally:
            self._last_call = time.monotonic()

    @property
    def session(self) -> Session:
        if self._session is None:
            self._session = self._stack.enter_context(Session(options=self.options))
        return self._session

    @property
    def surface(self) -> Surface:
        return self.session.state.surface

    def path(self, name: str) -> Path:
        """A file in the folder, and nowhere else."""
        path = (self.folder / name).resolve()
        if "\0" in name or not path.is_relative_to(self.folder.resolve()):
            raise Fault("path", f"`{name}` lies outside of {self.folder}", "give a name inside that folder")
        return path

    def _let_go(self) -> None:
        self._owner = ""
        if self._session is not None:
            with contextlib.suppress(Exception):
                self._session.state.surfaces.release_all()

    def _close(self, error: BaseException | None = None) -> None:
        while self.blocks:
            _, block = self.blocks.popitem()
            with contextlib.suppress(Exception):
                block.close()
        self._session = None
        stack, self._stack = self._stack, contextlib.ExitStack()
        with contextlib.suppress(Exception):
            stack.__exit__(type(error) if error else None, error, None)
