"""Reads what a text agent wrote, part by part, into a plan: the part its dialects share.

CogAgent, GLM-V and UI-TARS label their replies alike. They differ in the names of their actions and in
what these mean, which a dialect gives as a Speech.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from cogscript.dialects.calls import Call, Unreadable
from cogscript.dialects.containers import Piece
from cogscript.dialects.plan import Plan, Untranslatable
from cogscript.dialects.replies import Part, parts, platform_of
from cogscript.language.diagnostic import Span, nearest
from cogscript.language.operations import OPERATIONS
from cogscript.language.tree import Operation

_NO_TITLE = ("memory", "status", "plan", "observation", "状态", "计划")
"""Thoughts that do not say what the step does."""
_SENSITIVE = ("敏感", "sensitive")
_LONGEST_TITLE = 300
_INSTRUCTION = re.compile(r"#+[ \t]*user instruction[ \t]*:?[ \t]*\n+(?P<task>[^\n]+)", re.I)
_CALL = re.compile(r"#?\s*(?P<name>[^\W\d]\w*)\s*[(（]")


@dataclass(frozen=True, slots=True)
class Speech:
    """How one agent speaks: the names of its calls, what each means, and what it says without brackets."""

    names: Collection[str]
    translate: Callable[[Call, Plan, Callable[[Span], Span]], list[Operation]]
    """A call as operations; the function turns a span of the text into a place of the file."""
    bare: Callable[[str, Plan, Span], list[Operation] | None]
    """A line that is no call, such as END; None when it says no action either."""


class Reader:
    """Reads the pieces of one plan in order; history that was already read is not read twice."""

    def __init__(self, plan: Plan, speech: Speech) -> None:
        self.plan = plan
        self.speech = speech
        self.task_start = 0
        """How many steps there were when the present task began."""
        self.description = ""

    def read(self, piece: Piece) -> None:
        """Add what a piece says. A person's turn gives the task and the history, never an action."""
        if piece.role == "tool":
            return
        asked = piece.role in ("user", "system")
        found = parts(piece.text, self.speech.names)
        if asked and not any(part.label == "task" for part in found):
            self._title_from(piece)
        before = len(self.plan.steps) - self.task_start
        entries = 0
        self.description = ""
        for part, described in zip(found, _described(found), strict=True):
            if part.label == "task":
                before = self._task(part.of(piece.text).strip(), before)
            elif part.label == "platform":
                self.plan.platform = self.plan.platform or platform_of(part.of(piece.text))
            elif part.label == "entry":
                if entries >= before:
                    self._entry(piece, part)
                entries += 1
            elif asked or part.label == "history":
                continue
            elif part.label == "mark":
                self._mark(piece, part)
            elif part.label == "thought":
                if part.title not in _NO_TITLE:
                    self.description = part.of(piece.text).strip()
            else:
                self._acts(piece, part, described)

    def _title_from(self, piece: Piece) -> None:
        """The task of an unlabelled first question."""
        text = piece.text.strip()
        told = _INSTRUCTION.search(text)
        if told:
            self._task(told["task"].strip(), 0)
        elif piece.role == "user" and len(text) <= _LONGEST_TITLE and not self.plan.title:
            self._task(text, 0)

    def _task(self, task: str, before: int) -> int:
        if not self.plan.title:
            self.plan.title = task
        elif task != self.plan.title and len(self.plan.steps) > self.task_start:
            self.task_start = len(self.plan.steps)
            return 0
        return before

    def _entry(self, piece: Piece, part: Part) -> None:
        self.description = part.rest(piece.text).strip()
        self._calls(piece, part)
        self.description = ""

    def _acts(self, piece: Piece, part: Part, described: bool) -> None:
        """A part that may be an action, or say in words what the operation behind it does."""
        said = part.of(piece.text)
        if part.label == "action" and described:
            self.description = said.strip()
            return
        if part.calls:
            self._calls(piece, part, bare=True)
            return
        if self._bare(piece, part.start, part.end) or not part.label or said.lstrip().startswith("{"):
            return  # what is said in JSON is another reader's
        span = _stripped(piece, part)
        match = _CALL.match(said.strip())
        if match:
            near = nearest(match["name"], self.speech.names)
            advice = f"did it mean {near}?" if near else ""
            self.plan.untranslatable(span, f"there is no action `{match['name']}`", advice, self.description)
        else:
            self.plan.untranslatable(span, "there is no action where one should be", "", self.description)

    def _bare(self, piece: Piece, start: int, end: int) -> bool:
        """Actions without brackets: one a line."""
        found = False
        at = start
        for line in piece.text[start:end].split("\n"):
            said = line.strip(" \t\r`*#.。")
            if said:
                begin = at + line.index(said)
                span = piece.place(begin, begin + len(said))
                with self.plan.attempt(span, self.description):
                    operations = self.speech.bare(said, self.plan, span)
                    found = found or operations is not None
                    self._add(operations or [], span)
            at += len(line) + 1
        return found

    def _calls(self, piece: Piece, part: Part, bare: bool = False) -> None:
        """The calls of a part, and with `bare` the actions without brackets between them."""
        at = part.start
        for call in part.calls:
            assert call.span is not None  # a call that cannot be read is given the rest of its line
            if bare:
                self._bare(piece, at, call.span.start)
            at = call.span.end
            span = piece.place(*call.span)
            with self.plan.attempt(span, self.description):
                if isinstance(call, Unreadable):
                    raise Untranslatable(call.reason, call.advice)
                for repair in call.repairs:
                    self.plan.repaired(span, repair)
                operations = self.speech.translate(call, self.plan, lambda inner: piece.place(*inner))
                self._add(operations, span)
        if bare:
            self._bare(piece, at, part.end)

    def _add(self, operations: list[Operation], span: Span) -> None:
        for operation in operations:
            self.plan.add(operation, span, self.description)
            self.description = ""  # the first operation of a reply carries what it says

    def _mark(self, piece: Piece, part: Part) -> None:
        """`<<敏感操作>>` is about the operation before it; `<<END>>` ends the task."""
        mark = part.of(piece.text).strip("<>《》 ").casefold()
        last = self.plan.steps[-1] if self.plan.steps else None
        if mark == "end":
            if last is None or last.operation is None or last.operation.name != "END":
                self.plan.add(Operation("END"), piece.place(part.start, part.end))
        elif any(word in mark for word in _SENSITIVE) and last is not None and last.operation is not None:
            if OPERATIONS[last.operation.name].parameter("sensitive"):
                last.operation.arguments["sensitive"] = True
            else:
                last.notes.append("the agent called this sensitive")


def _described(found: list[Part]) -> list[bool]:
    """For each part, whether an operation behind it is what it says in words. A call is words too when an
    operation comes right behind it; prose may have a plan and another action in between."""
    answers = [False] * len(found)
    following = acting = ""
    for index in range(len(found) - 1, -1, -1):
        part = found[index]
        answers[index] = (following if part.calls else acting) in ("operation", "box")
        if part.label in ("action", "operation", "box"):
            following = part.label
            acting = part.label if part.calls or part.label != "action" else acting
    return answers


def _stripped(piece: Piece, part: Part) -> Span:
    text = part.of(piece.text)
    start = part.start + len(text) - len(text.lstrip())
    return piece.place(start, start + max(1, len(text.strip().split("\n")[0])))
