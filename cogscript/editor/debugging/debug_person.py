"""The person in the editor, when a run asks for something: an input, a consent, an answer."""

from __future__ import annotations

from cogscript.editor.debugging.adapter_wire import Wire
from cogscript.editor.debugging.inbox import Inbox
from cogscript.language.model.diagnostic import Fault, printable
from cogscript.runtime.console.person import is_yes
from cogscript.surfaces.pointing import Stopped


class DebugPerson:
    """Asked by an event that an editor may show as a dialog, and answered by a request or in the console."""

    present = True

    def __init__(self, wire: Wire, inbox: Inbox) -> None:
        self._wire = wire
        self._inbox = inbox

    def ask(self, question: str, *, secret: bool = False) -> str:
        return self._answer(question, secret=secret, confirms=False)

    def confirm(self, question: str) -> bool:
        return is_yes(self._answer(question, secret=False, confirms=True))

    def _answer(self, question: str, *, secret: bool, confirms: bool) -> str:
        hint = "yes or no, in this console" if confirms else "answer in this console"
        self._inbox.open()
        self._wire.event("output", category="important", output=f"{printable(question)} ({hint})\n")
        self._wire.event("cogAsk", question=question, secret=secret, confirms=confirms)
        try:
            while True:
                request = self._inbox.take()
                given = request.get("arguments") or {}
                if request["command"] in ("terminate", "disconnect"):
                    raise Stopped("stopped at a question")
                if request["command"] == "cogAnswer":
                    self._wire.answer(request)
                    if given.get("text") is None:
                        raise Fault("no-person", f"nobody answered `{printable(question)}`")
                    return str(given["text"])
                if request["command"] == "evaluate" and given.get("context") == "repl":
                    self._wire.answer(request, result="", variablesReference=0)
                    return str(given.get("expression", ""))
                self._wire.refuse(request, "the run waits for an answer")
        finally:
            self._inbox.close()
