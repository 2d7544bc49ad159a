"""The console of a stepping session whose person sits in an editor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from cogscript.editor.debugging.adapter_wire import Message, Wire
from cogscript.editor.debugging.inbox import Inbox
from cogscript.editor.debugging.stop_answers import ANSWERS, THREAD, StoppedRun
from cogscript.language.model.diagnostic import CogError, Fault, printable
from cogscript.language.model.rendering import render
from cogscript.runtime.signals import StepFailed
from cogscript.runtime.stepping.stepper import COMMANDS

if TYPE_CHECKING:
    from cogscript.runtime.control import Stop

Reason = Literal["entry", "breakpoint", "step", "pause", "goto"]

_VERBS = {
    "continue": "go",
    "next": "over",
    "stepIn": "step",
    "stepOut": "out",
    "restartFrame": "retry",
    "cogSkip": "skip",
}
_GOING_ON = frozenset({"go", "over", "step", "out"})


class DebugConsole:
    """The stepper asks it for words as it asks a terminal; it answers the editor's questions meanwhile."""

    def __init__(self, wire: Wire, inbox: Inbox) -> None:
        self._wire = wire
        self._inbox = inbox
        self._run: StoppedRun
        self._failed = False
        self._asked: Message | None = None
        """The request whose words the stepper is dealing with."""
        self._said: list[str] = []
        self.stands = False
        self.reason: Reason = "breakpoint"
        """Why the next stop will be."""

    def say(self, text: str) -> None:
        if self._asked is None:
            self.tell(text)
        else:
            self._said.append(text)

    def tell(self, text: str, category: str = "console") -> None:
        """Say something that is no answer to what the person said."""
        self._wire.event("output", category=category, output=text + "\n")

    def at(self, run: StoppedRun) -> None:
        """Where the run is, and stops if the stepper wants it."""
        self._run = run
        self.stands = False

    def stopped(self, stop: Stop) -> None:
        step, mask = stop.step, stop.state.mask
        self.stands = True
        self._inbox.open()
        self._failed = step.outcome == "failed"
        told: dict[str, Any] = {"threadId": THREAD, "allThreadsStopped": True}
        if self._failed and step.diagnostic is not None:
            self.tell(mask(render([step.diagnostic])), "stderr")
            said = mask(step.diagnostic.message)
            self.tell(_AT_A_FAILURE)
            self._wire.event("stopped", reason="exception", description="failed", text=said, **told)
        else:
            self._wire.event("stopped", reason=self.reason, **told)
        self.reason = "breakpoint"

    def ask(self, prompt: str, given: str = "") -> str | None:
        """What the person says at the stop; None when the run is to end."""
        self._answer_said()
        while True:
            request = self._inbox.take()
            command = request.get("command", "")
            if command in ("terminate", "disconnect"):
                return None
            words = self._words(request)
            if words is not None:
                self._asked = request
                return words
            self._wire_answer(request)

    def _words(self, request: Message) -> str | None:
        """What a request comes to in the stepper's own words; None when it only asks."""
        command, given = request.get("command", ""), request.get("arguments") or {}
        if command == "goto":
            self.reason = "goto"
            return f"jump {given.get('targetId')}"
        if command == "evaluate" and given.get("context") == "repl":
            text = str(given.get("expression", "")).strip()
            known = {name for verb in COMMANDS for name in verb.names}
            return text if text.partition(" ")[0] in known else None
        verb = _VERBS.get(command)
        if verb in _GOING_ON:
            self.reason = "step" if verb != "go" else "breakpoint"
            if self._failed:
                return "fail"
        return verb

    def resumed(self) -> None:
        """The stepper has decided, and the run goes on."""
        self._inbox.close()
        request, self._asked = self._asked, None
        if request is None:
            return
        if request["command"] == "evaluate":
            self._wire.answer(request, result="\n".join(self._said), variablesReference=0)
            self._wire.event("continued", threadId=THREAD, allThreadsContinued=True)
        else:
            self._wire.answer(request, allThreadsContinued=True)
        self._said.clear()

    def _answer_said(self) -> None:
        """The stepper has said something and stays where it is."""
        request, self._asked = self._asked, None
        if request is None:
            return
        said = "\n".join(self._said)
        self._said.clear()
        if request["command"] == "evaluate":
            self._wire.answer(request, result=said, variablesReference=0)
        else:
            self._wire.refuse(request, said or "that cannot be done here")

    def answer_pictures(self, run: StoppedRun) -> None:
        """What was asked while the run went on, answered between two steps."""
        for request in self._inbox.waiting():
            self._run = run
            self._wire_answer(request)

    def _wire_answer(self, request: Message) -> None:
        command = request.get("command", "")
        answer = ANSWERS.get(command)
        if answer is None:
            self._wire.refuse(request, f"`{printable(command)}` cannot be done while the run stands")
            return
        mask = self._run.state.mask
        try:
            body = answer(self._run, request.get("arguments") or {})
        except Fault as fault:
            self._wire.refuse(
                request, mask(f"{fault.reason}; {fault.advice}" if fault.advice else fault.reason)
            )
        except (CogError, StepFailed) as error:
            self._wire.refuse(request, mask(str(error)))
        except (TypeError, ValueError) as error:
            self._wire.refuse(request, f"`{printable(command)}` was asked wrongly: {error}")
        else:
            self._wire.answer(request, **body)


_AT_A_FAILURE = (
    "Change the line, save it and continue: it is tried again. Continue without a change lets it fail.\n"
    "Here you can also say `retry`, `skip`, `take 1` (what came near), `jump LINE`; `help` lists all."
)
