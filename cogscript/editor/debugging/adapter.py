"""`cog debug-adapter`: speaks the Debug Adapter Protocol with an editor, and runs one workflow for it.

One thread hears the editor; the run has the main one, where signals arrive. What the editor asks about a run
that stands is answered by the run's own thread (`inbox`), everything else here.
"""

from __future__ import annotations

import _thread
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from cogscript.editor.debugging.adapter_wire import Message, Wire
from cogscript.editor.debugging.debug_person import DebugPerson
from cogscript.editor.debugging.debugger import FAILURES, Debugger
from cogscript.editor.debugging.inbox import Inbox
from cogscript.editor.debugging.run_output import RunOutput
from cogscript.editor.debugging.stop_answers import ANSWERS, THREAD
from cogscript.language.model.diagnostic import CogError, Fault, printable
from cogscript.language.model.rendering import render
from cogscript.runtime.control import Controller
from cogscript.runtime.events import Listener
from cogscript.runtime.stopping import stopping
from cogscript.surfaces.pointing import Stopped

Mask = Callable[[str], str]


class RunCommand(Protocol):
    """`cog run`, as the command line understands its words."""

    def __call__(
        self,
        words: list[str],
        controller: Controller,
        person: DebugPerson,
        listener_for: Callable[[Mask], Listener],
    ) -> int: ...


_CAPABILITIES = {
    "supportsConfigurationDoneRequest": True,
    "supportsSetVariable": True,
    "supportsSetExpression": True,
    "supportsEvaluateForHovers": True,
    "supportsGotoTargetsRequest": True,
    "supportsRestartFrame": True,
    "supportsTerminateRequest": True,
    "supportsExceptionInfoRequest": True,
    "supportsConditionalBreakpoints": True,
    "supportsHitConditionalBreakpoints": True,
    "supportsLogPoints": True,
    "exceptionBreakpointFilters": [
        {"filter": name, "label": label, "default": wanted} for name, label, wanted in FAILURES
    ],
}

_WHILE_STANDING = frozenset(ANSWERS) - {"cogPicture"} | {
    "continue", "next", "stepIn", "stepOut", "restartFrame", "goto", "cogSkip", "cogAnswer",
}  # fmt: skip


class DebugAdapter:
    def __init__(self, wire: Wire, run: RunCommand) -> None:
        self._wire = wire
        self._perform = run
        self._inbox = Inbox(wire)
        self._debugger = Debugger(wire, self._inbox, self._checked)
        self._launched: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._configured = threading.Event()
        self._ending = False
        self._running = False
        self._launch: Message | None = None
        """The request to launch, while it has no answer."""
        self._gone = threading.Event()

    # --- the thread that runs --------------------------------------------------------------------------

    def serve(self) -> None:
        threading.Thread(target=self._hear, daemon=True).start()
        with stopping(), suppress(Stopped):
            request = self._launched.get()
            if request is not None:
                self._run(request)
        self._gone.wait()

    def _run(self, request: Message) -> None:
        self._configured.wait()
        if self._ending:
            return
        self._launch = request
        code = 1
        try:
            self._running = True
            given = request.get("arguments") or {}
            self._prepare(given)
            code = self._perform(
                _words(given),
                self._debugger,
                DebugPerson(self._wire, self._inbox),
                lambda mask: RunOutput(self._wire, mask),
            )
        except CogError as error:
            code = 2
            self._not_begun(render(error.diagnostics))
        except Fault as fault:
            self._not_begun(render([fault.diagnostic()]))
        except (Stopped, KeyboardInterrupt):
            code = 130
        finally:
            self._running = False
            for each in self._inbox.waiting():
                self._wire.refuse(each, "the run has ended")
            self._checked()
        self._wire.event("exited", exitCode=code)
        self._wire.event("terminated")

    def _prepare(self, given: dict[str, Any]) -> None:
        if given.get("cwd"):
            os.chdir(str(given["cwd"]))
        if given.get("stopOnEntry"):
            self._debugger.pause(at_entry=True)
        if given.get("noDebug"):
            self._debugger.failures = frozenset()
            self._debugger.breakpoints.ignore_all()
        program = str(given.get("program") or "")
        if given.get("stopAtLine"):
            self._debugger.breakpoints.stop_once(program, int(given["stopAtLine"]))
        if given.get("beginAtLine"):
            self._debugger.begin_at(int(given["beginAtLine"]))

    def _checked(self) -> None:
        """The workflow is right: it has begun, as far as the editor is concerned."""
        request, self._launch = self._launch, None
        if request is not None:
            self._wire.answer(request)

    def _not_begun(self, said: str) -> None:
        request, self._launch = self._launch, None
        if request is not None:
            self._wire.refuse(request, said)
        self._wire.event("output", category="stderr", output=said + "\n")

    # --- the thread that hears -------------------------------------------------------------------------

    def _hear(self) -> None:
        try:
            while (request := self._wire.read()) is not None:
                if request.get("type") == "request":
                    self._answer(request)
                if request.get("command") == "disconnect":
                    break
        except Fault as fault:
            print(render([fault.diagnostic()]), file=sys.stderr)
        finally:
            self._end()
            self._gone.set()

    def _answer(self, request: Message) -> None:
        command = str(request.get("command", ""))
        handler = _HEARD.get(command)
        try:
            if handler is not None:
                handler(self, request, request.get("arguments") or {})
            elif command not in _WHILE_STANDING:
                self._wire.refuse(request, f"`{printable(command)}` is not known here")
            elif not self._inbox.hand_over(request):
                self._wire.refuse(request, "the run does not stand: pause it first")
        except (KeyError, TypeError, ValueError) as error:
            self._wire.refuse(request, f"`{printable(command)}` was asked wrongly: {error!r}")

    def _initialize(self, request: Message, given: dict[str, Any]) -> None:
        self._wire.answer(request, **_CAPABILITIES)
        self._wire.event("initialized")

    def _hear_launch(self, request: Message, given: dict[str, Any]) -> None:
        self._launched.put(request)

    def _set_breakpoints(self, request: Message, given: dict[str, Any]) -> None:
        path = str(given["source"]["path"])
        self._wire.answer(
            request, breakpoints=self._debugger.breakpoints.set(path, given.get("breakpoints") or [])
        )

    def _set_failures(self, request: Message, given: dict[str, Any]) -> None:
        self._debugger.failures = frozenset(given.get("filters") or ())
        self._wire.answer(request)

    def _hear_configured(self, request: Message, given: dict[str, Any]) -> None:
        self._wire.answer(request)
        self._configured.set()

    def _threads(self, request: Message, given: dict[str, Any]) -> None:
        self._wire.answer(request, threads=[{"id": THREAD, "name": "workflow"}])

    def _pause(self, request: Message, given: dict[str, Any]) -> None:
        self._debugger.pause()
        self._wire.answer(request)

    def _picture(self, request: Message, given: dict[str, Any]) -> None:
        if self._running:
            self._inbox.hand_over_some_time(request)
        else:
            self._wire.refuse(request, "no run is under way")

    def _hear_end(self, request: Message, given: dict[str, Any]) -> None:
        self._end()
        self._wire.answer(request)

    def _end(self) -> None:
        """Stop the run in order: keys up, on record, what it opened closed."""
        if not self._ending:
            self._ending = True
            self._launched.put(None)
            self._configured.set()
            if self._running and not self._inbox.hand_over({"command": "terminate"}):
                _interrupt_main()


_HEARD: dict[str, Callable[[DebugAdapter, Message, dict[str, Any]], None]] = {
    "initialize": DebugAdapter._initialize,
    "launch": DebugAdapter._hear_launch,
    "setBreakpoints": DebugAdapter._set_breakpoints,
    "setExceptionBreakpoints": DebugAdapter._set_failures,
    "configurationDone": DebugAdapter._hear_configured,
    "threads": DebugAdapter._threads,
    "pause": DebugAdapter._pause,
    "cogPicture": DebugAdapter._picture,
    "terminate": DebugAdapter._hear_end,
    "disconnect": DebugAdapter._hear_end,
}


def _interrupt_main() -> None:
    if hasattr(signal, "pthread_kill"):
        main = threading.main_thread().ident
        assert main is not None
        signal.pthread_kill(main, signal.SIGTERM)  # ends a wait of the system's too
    else:
        _thread.interrupt_main()


def _words(given: dict[str, Any]) -> list[str]:
    """The words of `cog run` that a launch configuration comes to."""
    program = str(given.get("program") or "")
    words = [program] if program else []
    for name in ("screen", "size"):
        if given.get(name):
            words += [f"--{name}", str(given[name])]
    for name, value in (given.get("variables") or {}).items():
        words += ["--var", f"{name}={value}"]
    return [*words, *map(str, given.get("args") or ())]


def serve(run: RunCommand) -> None:
    """Answer one editor; standard input and output are the protocol's alone, also for programs that start."""
    incoming = os.fdopen(os.dup(0), "rb")
    outgoing = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    DebugAdapter(Wire(incoming, outgoing), run).serve()
