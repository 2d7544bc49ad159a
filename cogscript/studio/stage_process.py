"""The stage: a process of its own that holds the private screen and performs runs, one at a time.

Its own process, so that a run that hangs can be stopped as a terminal stops it, and so that what a run loads
or breaks is not the server's. When the server has gone, the run is stopped in order and the screen closed.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import threading
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cogscript.language.model.diagnostic import CogError, Fault
from cogscript.records.storing import json_value
from cogscript.runtime.console.display import JsonEvents
from cogscript.runtime.events import Fan, Listener
from cogscript.runtime.options import Options
from cogscript.runtime.run import start
from cogscript.runtime.scope import Secrets
from cogscript.runtime.stepping.stepper import Stepper
from cogscript.settings import load_settings
from cogscript.studio.page_stepper import PageBreaks, PageConsole, PagePerson, PageStepper
from cogscript.studio.run_eye import RunEye
from cogscript.studio.stage_channel import Channel, Message
from cogscript.surfaces import open_surface, read_size
from cogscript.surfaces.pointing import Stopped

if TYPE_CHECKING:
    from cogscript.runtime.outcome import Run
    from cogscript.surfaces.protocol import Surface

PRIVATE = "virtual"


class StageProcess:
    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._jobs: queue.Queue[Message | None] = queue.Queue()
        self._screen: Surface | None = None
        self._stepper: Stepper | None = None
        self._breaks = PageBreaks([])
        self._console = PageConsole(channel)
        self._person = PagePerson(channel)
        self._eye = RunEye(channel)
        self._variables: dict[str, str] = {}
        """What runs left behind, for one that begins in the middle; secrets are not kept."""

    # --- the main thread, which performs ----------------------------------------------------------

    def serve(self) -> None:
        threading.Thread(target=self._listen, daemon=True).start()
        jobs: dict[str, Callable[[Message], None]] = {
            "open": self._open,
            "run": self._run,
            "close": self._close,
        }
        while True:
            try:
                job = self._jobs.get()
                if job is None:
                    break
                self._perform(jobs[job["do"]], job)
            except (KeyboardInterrupt, Stopped):
                continue  # a stop that came when nothing ran any more
        with contextlib.suppress(KeyboardInterrupt):
            self._close({})

    def _perform(self, act: Callable[[Message], None], job: Message) -> None:
        try:
            act(job)
        except CogError as error:
            found = [json_value(each, str) for each in error.diagnostics]
            self._channel.tell("refused", diagnostics=found, message=error.diagnostics[0].message)
        except Fault as fault:
            self._channel.tell("refused", message=fault.reason, advice=fault.advice)
        except (KeyboardInterrupt, Stopped):
            self._channel.tell("refused", message="stopped")
        except Exception as error:  # a fault of ours must still be a sentence
            details = traceback.format_exc()
            self._channel.tell(
                "refused", message=f"this is a fault of cogscript itself: {type(error).__name__}: {error}",
                details=details,
            )  # fmt: skip

    def _open(self, job: Message) -> None:
        self._private_screen(job.get("size") or "")

    def _private_screen(self, size: str = "") -> Surface:
        if self._screen is None:
            self._screen = open_surface(
                PRIVATE, settings=load_settings(), size=read_size(size) if size else None
            )
            environment = getattr(self._screen, "environment", {})
            self._channel.tell("screen-opened", environment=environment, size=list(self._screen.size))
        return self._screen

    def _close(self, _: Message) -> None:
        screen, self._screen = self._screen, None
        if screen is not None:
            with contextlib.suppress(Fault):
                screen.close()
            self._channel.tell("screen-closed")

    def _run(self, job: Message) -> None:
        chosen = str(job.get("screen") or PRIVATE)
        secrets = Secrets()
        self._breaks = PageBreaks([str(each) for each in job.get("breaks") or ()])
        stepper = Stepper(self._console, self._breaks, stepping=bool(job.get("stepping")))
        controller = PageStepper(
            stepper, self._channel, from_line=int(job.get("from_line") or 0), variables=self._variables
        )
        _empty(self._console.commands)
        _empty(self._person.answers)
        self._stepper = stepper
        eyes = [] if chosen == PRIVATE else [self._eye]  # the server sees the private screen itself
        listener = Fan([JsonEvents(self._channel, secrets.mask), _Ending(self, secrets), *eyes])
        options = Options(
            screen=self._private_screen() if chosen == PRIVATE else chosen,
            variables={str(name): str(value) for name, value in (job.get("variables") or {}).items()},
            listener=listener,
            person=self._person,
            secrets=secrets,
            ignore_mouse=chosen == PRIVATE,
        )
        try:
            start(str(job["file"]), options, controller)
        finally:
            self._stepper = None

    def ended(self, run: Run, secrets: Secrets) -> None:
        open_values = {name: value for name, value in run.variables.items() if secrets.mask(value) == value}
        self._variables = open_values
        self._channel.tell("variables", values=json_value(run.variables, secrets.mask))

    # --- the listening thread, which never waits for a run ----------------------------------------

    def _listen(self) -> None:
        for request in self._channel.requests():
            what = request.get("do")
            if what == "command":
                self._console.commands.put(str(request.get("text") or ""))
            elif what == "answer":
                self._person.answers.put(request.get("text"))
            elif what == "pause" and self._stepper is not None:
                self._stepper.pause()
            elif what == "breaks":
                self._breaks.set([str(each) for each in request.get("breaks") or ()])
            elif what == "watch":
                (self._eye.watched.set if request.get("on") else self._eye.watched.clear)()
            elif what in ("open", "run", "close"):
                self._jobs.put(request)
        self._jobs.put(None)
        if self._stepper is not None:
            os.kill(os.getpid(), signal.SIGTERM)


class _Ending(Listener):
    def __init__(self, stage: StageProcess, secrets: Secrets) -> None:
        self._stage, self._secrets = stage, secrets

    def run_finished(self, run: Run) -> None:
        self._stage.ended(run, self._secrets)


def _empty(waiting: queue.Queue[Any]) -> None:
    with contextlib.suppress(queue.Empty):
        while True:
            waiting.get_nowait()


if __name__ == "__main__":
    StageProcess(Channel.of_process()).serve()
