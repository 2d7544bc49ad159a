"""Where a run stops for a person without being asked to stop everywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from cogscript.language.model.diagnostic import CogError, Diagnostic, printable
from cogscript.runtime.stepping.line_places import is_file, operation_at

if TYPE_CHECKING:
    from cogscript.language.model.tree import Operation, Workflow
    from cogscript.runtime.control import Stop
    from cogscript.runtime.program import Program


class Breaks(Protocol):
    def check(self, program: Program) -> None:
        """Refuse what cannot be, while nothing has been done."""

    def at(self, stop: Stop) -> bool:
        """Whether the run is to stop here."""

    def toggle(self, workflow: Workflow, argument: str) -> str:
        """Set a break at a line, or take it away, or tell them all; what there is to say about it."""


class LineBreaks:
    """Lines that a person names, on the command line or at a stop: `12`, or `sub.cog:12` in a called file."""

    def __init__(self, wanted: list[str], say: Callable[[str], None]) -> None:
        self._wanted = wanted
        self._say = say
        self._told: set[str] = set()
        self._operations: list[Operation] = []

    def check(self, program: Program) -> None:
        self._operations = [self._found(program, text) for text in self._wanted]

    def at(self, stop: Stop) -> bool:
        return any(stop.step.operation is each for each in self._operations)

    def toggle(self, workflow: Workflow, argument: str) -> str:
        if not argument:
            lines = ", ".join(str(each.line) for each in self._operations)
            return f"breaks at line {lines}" if lines else "no breaks; `b 12` sets one at line 12"
        if not argument.isdecimal():
            return "break at which line? like `b 12`"
        target = operation_at(workflow, int(argument))
        if target is None:
            return f"there is no operation at line {argument} or after it"
        if any(each is target for each in self._operations):
            self._operations = [each for each in self._operations if each is not target]
            return f"the break at line {target.line} is gone"
        self._operations.append(target)
        return f"break at line {target.line}"

    def _found(self, program: Program, text: str) -> Operation:
        file, _, number = text.rpartition(":")
        if not number.isdecimal():
            raise _wrong(
                f"`--break {printable(text)}` names no line", "write it like `--break 12` or `sub.cog:12`"
            )
        workflow = program.main
        if file:
            same = [each for each in program.files() if is_file(each, file)]
            if not same:
                names = ", ".join(each.path or "" for each in program.files())
                raise _wrong(f"the run does not use a file `{printable(file)}`", f"its files are {names}")
            workflow = same[0]
        found = operation_at(workflow, int(number))
        if found is None:
            raise _wrong(f"{workflow.path or 'the workflow'} has no operation at line {number} or after it")
        if found.line != int(number) and text not in self._told:
            self._told.add(text)
            self._say(f"no step begins at line {number}: the run stops at line {found.line}")
        return found


def _wrong(reason: str, advice: str = "see `cog run --help`") -> CogError:
    return CogError([Diagnostic("usage", reason, advice=advice)])
