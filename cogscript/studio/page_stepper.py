"""A run that a page controls: it stops where the page says, tells where it stands, and takes the page's word.

The commands are those of stepping in a terminal (`runtime.stepping`): step, over, go, skip, jump, set, edit,
take, retry, fail, quit.
"""

from __future__ import annotations

import queue
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cogscript.language.model.diagnostic import CogError, Diagnostic, Fault, printable
from cogscript.records.storing import json_value
from cogscript.runtime.control import Decision
from cogscript.runtime.stepping.line_places import is_file, is_inside, landing, operation_at
from cogscript.runtime.stepping.stepper import Stepper
from cogscript.studio.stage_channel import Channel

if TYPE_CHECKING:
    from cogscript.language.model.tree import Operation, Workflow
    from cogscript.runtime.control import Stop
    from cogscript.runtime.program import Program


class PageConsole:
    """Where a stop's sentences go, and where the person's words come from: a stepping Console."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self.commands: queue.Queue[str] = queue.Queue()

    def say(self, text: str) -> None:
        if text:
            self._channel.tell("said", text=text)

    def stopped(self, stop: Stop) -> None:
        step, state = stop.step, stop.state
        failed = step.outcome == "failed"
        values: dict[str, Any] = {
            "step": step.number, "file": step.file, "line": step.line, "name": step.name, "title": step.title,
            "rounds": step.rounds, "failed": failed, "halt": step.halt, "variables": state.scope.values,
            "error": step.diagnostic if failed else None,
        }  # fmt: skip
        self._channel.tell("stopped", **json_value(values, state.mask))

    def ask(self, prompt: str, given: str = "") -> str | None:
        return self.commands.get()


class PagePerson:
    """Whoever sits at the page: questions are put there, and wait for their answer."""

    present = True

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self.answers: queue.Queue[str | None] = queue.Queue()

    def ask(self, question: str, *, secret: bool = False) -> str:
        answer = self._put(question, "secret" if secret else "text")
        if answer is None:
            raise Fault("no-person", f"nobody answered `{printable(question)}`")
        return answer

    def confirm(self, question: str) -> bool:
        return self._put(question, "confirm") == "yes"

    def _put(self, question: str, kind: str) -> str | None:
        self._channel.tell("question", text=printable(question), kind=kind)
        try:
            return self.answers.get()
        finally:
            self._channel.tell("answered")


class PageBreaks:
    """The lines that are marked in the page's text: stepping's Breaks. A mark where nothing runs is none."""

    def __init__(self, wanted: list[str]) -> None:
        self._wanted = wanted
        self._program: Program | None = None
        self._operations: list[Operation] = []

    def set(self, wanted: list[str]) -> None:
        """May be called by another thread while the run goes on."""
        self._wanted = wanted
        if self._program is not None:
            self.check(self._program)

    def check(self, program: Program) -> None:
        self._program = program
        found = []
        for each in self._wanted:
            file, _, line = each.rpartition(":")
            workflows = [one for one in program.files() if is_file(one, file)] if file else [program.main]
            if workflows and line.isdecimal():
                found.append(operation_at(workflows[0], int(line)))
        self._operations = [each for each in found if each is not None]

    def at(self, stop: Stop) -> bool:
        return any(stop.step.operation is each for each in self._operations)

    def toggle(self, workflow: Workflow, argument: str) -> str:
        return "breaks are set in the page's text"


class PageStepper:
    """A stepper that may begin in the middle of a file, and says when it goes on: a Controller."""

    def __init__(
        self,
        stepper: Stepper,
        channel: Channel,
        *,
        from_line: int = 0,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        self._stepper = stepper
        self._channel = channel
        self._from_line = from_line
        self._target: Operation | None = None
        """Where a run that begins in the middle is to begin, until it is there."""
        self._carried = dict(variables or {})
        """What earlier runs here left in their variables, for a run that begins in the middle."""

    def check(self, program: Program) -> None:
        self._stepper.check(program)
        if self._from_line:
            self._target = operation_at(program.main, self._from_line)
            if self._target is None:
                said = f"there is no operation at line {self._from_line} or after it"
                raise CogError([Diagnostic("no-such-line", said, source=program.main.source)])

    def before(self, stop: Stop) -> Decision:
        target = self._target
        if target is None or stop.step.operation is target:
            self._target = None
            return self._told(self._stepper.before(stop))
        for name, value in self._carried.items():
            if name not in stop.state.scope.values:
                stop.set_variable(name, value)
        self._carried = {}
        return self._on_the_way(stop, target)

    def failed(self, stop: Stop) -> Decision:
        return self._told(self._stepper.failed(stop))

    def _told(self, decision: Decision) -> Decision:
        self._channel.tell("continued")
        return decision

    def _on_the_way(self, stop: Stop, target: Operation) -> Decision:
        """To a line inside of blocks: past what stands before each block, into it, and on."""
        current, workflow = stop.step.operation, stop.state.frame.workflow
        if is_inside(target, current):
            return Decision("run")  # the block that holds it is entered as always
        around = [each for each in workflow.walk() if each is target or is_inside(target, each)]
        for each in reversed(around):
            try:
                reached = landing(workflow, current, each.line)
            except Fault:
                continue
            if reached is each:
                self._target = None if each is target else target
                return Decision("jump", each.line)
        self._target = None
        self._channel.tell("said", text=f"line {target.line} cannot be reached: its block was not entered so")
        self._stepper.pause()
        return self._told(self._stepper.before(stop))
