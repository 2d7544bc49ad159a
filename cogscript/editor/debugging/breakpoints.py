"""The breakpoints of an editor: files and lines, some with a condition, a count or a message of their own."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cogscript.editor.debugging.expressions import value_of
from cogscript.language.document import read_file
from cogscript.language.model.diagnostic import CogError, Fault
from cogscript.runtime.signals import StepFailed
from cogscript.runtime.stepping.line_places import operation_at

if TYPE_CHECKING:
    from cogscript.language.model.tree import Workflow
    from cogscript.runtime.control import Stop
    from cogscript.runtime.program import Program


@dataclass(slots=True)
class _Breakpoint:
    condition: str = ""
    after: str = ""
    """How many times the line is passed first, as the person wrote it."""
    message: str = ""
    """What is said in place of stopping."""
    passed: int = 0


class Breakpoints:
    """Set by the thread that hears the editor, asked by the one that runs: a file's are replaced at once."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._of_file: dict[str, dict[int, _Breakpoint]] = {}
        self._once: tuple[str, int] | None = None
        self._ignored = False

    def ignore_all(self) -> None:
        self._ignored = True

    def set(self, path: str, wanted: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """A file's breakpoints from now on; each as the editor is to show it."""
        workflow = read_file(path)
        found: dict[int, _Breakpoint] = {}
        shown = []
        for each in wanted:
            operation = operation_at(workflow, int(each.get("line", 0)))
            if operation is None:
                said = "no operation stands at this line or after it"
                shown.append({"verified": False, "line": each.get("line"), "message": said})
                continue
            found[operation.line] = _Breakpoint(
                str(each.get("condition") or "").strip(),
                str(each.get("hitCondition") or "").strip(),
                str(each.get("logMessage") or ""),
            )
            shown.append({"verified": True, "line": operation.line})
        self._of_file[os.path.realpath(path)] = found
        return shown

    def stop_once(self, path: str, line: int) -> None:
        """Stop the first time a line is reached."""
        operation = operation_at(read_file(path), line)
        if operation is None:
            raise Fault("no-such-line", f"{path} has no operation at line {line} or after it")
        self._once = os.path.realpath(path), operation.line

    def check(self, program: Program) -> None:
        """A breakpoint in a file that the run does not use is never reached, and does no harm."""

    def at(self, stop: Stop) -> bool:
        path, line = os.path.realpath(stop.step.file), stop.step.line
        if self._once == (path, line):
            self._once = None
            return True
        found = self._of_file.get(path, {}).get(line)
        return found is not None and not self._ignored and self._is_met(found, stop)

    def _is_met(self, found: _Breakpoint, stop: Stop) -> bool:
        line = stop.step.line
        try:
            if found.condition and value_of(found.condition, stop) != "True":
                return False
        except (CogError, Fault, StepFailed) as error:
            self._say(f"the condition of the breakpoint at line {line} cannot be judged: {error}")
            return True
        found.passed += 1
        if found.after.isdecimal() and found.passed < int(found.after):
            return False
        if not found.message:
            return True
        try:
            self._say(stop.state.scope.expand(found.message))
        except Fault as fault:
            self._say(f"the message of the breakpoint at line {line} cannot be said: {fault.reason}")
        return False

    def toggle(self, workflow: Workflow, argument: str) -> str:
        return "breakpoints are set in the editor, beside the line"
