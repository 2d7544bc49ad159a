"""Reads what a text agent wrote, part by part, into a plan: the part its dialects share.

CogAgent, GLM-V and UI-TARS label their replies alike. They differ in the names of their actions and in
what these mean, which a dialect gives as a Speech.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.formats.replies.parts import Part, parts, platform_of
from cogscript.dialects.formats.replies.text_calls import SPOKEN_OF, TextCall, Unreadable
from cogscript.language.model.diagnostic import Span, nearest
from cogscript.language.model.operations import OPERATIONS
from cogscript.language.model.tree import Operation

_NO_TITLE = ("memory", "status", "plan", "observation", "状态", "计划")
"""Thoughts that do not say what the step does."""
_SENSITIVE = ("敏感", "sensitive")
_LONGEST_TITLE = 300
_INSTEAD = re.compile(r"(?:[*<\[{]+\|?[A-Za-z_ ]{1,30}\|?[*>\]}]+[\s.…]*)+")
"""What a log writes in the place of a picture or a page: `** XML **`, `<image>`."""
_INSTRUCTION = re.compile(r"#+[ \t]*user instruction[ \t]*:?[ \t]*\n+(?P<task>[^\n]+)", re.I)
_CALL = re.compile(r"#?\s*(?P<name>[^\W\d]\w*)\s*[(（]")
_MENTION = re.compile(r"(?<!\w)(?P<name>[^\W\d]\w*)[ \t]*[(（]")
_YAML_BLOCKS = ("|", "|-", ">", ">-")
"""What stands after a key in YAML whose text begins on the next line."""
_PAGE_BREAK = re.compile(r"(?:<br ?/?>\s*)+$")
_PUNCTUATION = " \t\r\n`*#.。;；,，:：、-"


Translate = Callable[[TextCall, Draft, Callable[[Span], Span]], list[Operation]]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """How one agent writes: the names of its calls, what each means, and what it writes without brackets."""

    names: Collection[str]
    translate: Translate
    """A call as operations; the function turns a span of the text into a place of the file."""
    bare: Callable[[str, Draft, Span], list[Operation] | None]
    """A line that is no call, such as END; None when it gives no action either."""


class TranscriptReader:
    """Reads the pieces of one plan in order; history that was already read is not read twice."""

    def __init__(self, draft: Draft, vocabulary: Vocabulary) -> None:
        self.draft = draft
        self.vocabulary = vocabulary
        self.task_start = 0
        """How many steps there were when the present task began."""
        self.description = ""

    def read(self, piece: Piece) -> None:
        """Add what a piece says. A person's turn gives the task and the history, never an action."""
        asked = piece.role in ("user", "system", "tool")
        if asked:
            self.draft.passed_over.append(piece.span)
        if piece.role == "tool":
            return
        found = parts(piece.text, self.vocabulary.names)
        if asked and not any(part.label == "task" for part in found):
            self._title_from(piece)
        before = len(self.draft.steps) - self.task_start
        entries = 0
        self.description = ""
        for part, described in zip(found, _described(found), strict=True):
            if described or part.label in ("history", "entry", "thought"):
                self.draft.passed_over.append(piece.place(part.start, part.end))
            if part.label == "task":
                before = self._task(part.of(piece.text).strip(), before)
            elif part.label == "platform":
                self.draft.platform = self.draft.platform or platform_of(part.of(piece.text))
            elif part.label == "entry":
                if entries >= before:
                    self._entry(piece, part)
                entries += 1
            elif part.label == "item" and not asked:
                self._entry(piece, part)
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
        labelled = _INSTRUCTION.search(text)
        if labelled:
            self._task(labelled["task"].strip(), 0)
        elif piece.role == "user" and not self.draft.title and _may_be_task(text):
            self._task(text, 0)

    def _task(self, task: str, before: int) -> int:
        if not self.draft.title:
            self.draft.title = task
        elif task != self.draft.title and len(self.draft.steps) > self.task_start:
            self.task_start = len(self.draft.steps)
            return 0
        return before

    def _entry(self, piece: Piece, part: Part) -> None:
        """An operation of a list; what stands after it on the line says what it does."""
        self.description = part.rest(piece.text).strip().lstrip(_PUNCTUATION)
        self._calls(piece, part, remarks=False)
        self.description = ""

    def _acts(self, piece: Piece, part: Part, described: bool) -> None:
        """A part that may be an action, or describe in words what the operation after it does."""
        said = part.of(piece.text)
        if part.label == "action" and described:
            self.description = said.strip()
            return
        if part.calls:
            self._calls(piece, part, bare=True)
            return
        if self._bare(piece, part.start, part.end) or not part.label or said.lstrip().startswith("{"):
            return  # JSON is another reader's
        if said.strip() in _YAML_BLOCKS:
            return
        span = _stripped(piece, part)
        match = _CALL.match(said.strip())
        if match:
            near = nearest(match["name"], self.vocabulary.names)
            advice = f"did it mean {near}?" if near else ""
            self.draft.untranslatable(span, f"there is no action `{match['name']}`", advice, self.description)
        else:
            self.draft.untranslatable(span, "there is no action where one should be", "", self.description)

    def _bare(self, piece: Piece, start: int, end: int) -> bool:
        """Actions without brackets: one a line, and all of it."""
        found = False
        at = start
        for line in piece.text[start:end].split("\n"):
            said = _PAGE_BREAK.sub("", line).strip(" \t\r`*#.。")
            if said:
                begin = at + line.index(said)
                span = piece.place(begin, begin + len(said))
                with self.draft.attempt(span, self.description):
                    operations = self.vocabulary.bare(said, self.draft, span)
                    found = found or operations is not None
                    self._add(operations or [], span)
            at += len(line) + 1
        return found

    def _calls(self, piece: Piece, part: Part, bare: bool = False, remarks: bool = True) -> None:
        """The calls of a part, and with `bare` the actions without brackets on lines between them. Other
        text on a call's own line is kept as a comment."""
        at = part.start
        for index, call in enumerate(part.calls):
            assert call.span is not None  # a call that cannot be read is given the rest of its line
            if bare:
                self._bare(piece, *_whole_lines(piece.text, at, call.span.start))
            at = call.span.end
            span = piece.place(*call.span)
            if SPOKEN_OF.match(piece.text, at, part.end):
                continue
            with self.draft.attempt(span, self.description):
                if isinstance(call, Unreadable):
                    raise Untranslatable(call.reason, call.advice)
                for repair in call.repairs:
                    self.draft.repaired(span, repair)
                operations = self.vocabulary.translate(call, self.draft, lambda inner: piece.place(*inner))
                if not operations:
                    self.draft.passed_over.append(span)  # read, and nothing to do
                self._add(operations, span)
            if remarks:
                following = part.calls[index + 1].span if index + 1 < len(part.calls) else None
                self._remark(piece, at, following.start if following else part.end)
        if bare:
            self._bare(piece, *_whole_lines(piece.text, at, part.end))

    def _remark(self, piece: Piece, start: int, end: int) -> None:
        """What stands after a call on its line: a comment, unless it is another action."""
        line = piece.text[start:end].split("\n")[0]
        said = line.strip(_PUNCTUATION)
        if not any(map(str.isalnum, said)):
            return
        mention = next(
            (each for each in _MENTION.finditer(line) if each["name"] in self.vocabulary.names), None
        )
        if mention is not None:
            span = piece.place(start + mention.start("name"), start + len(line.rstrip()))
            self.draft.untranslatable(span, "another action stands in the middle of a sentence")
        elif self.draft.steps:
            self.draft.steps[-1].notes.append(said)

    def _add(self, operations: list[Operation], span: Span) -> None:
        for operation in operations:
            self.draft.add(operation, span, self.description)
            self.description = ""  # the first operation of a reply carries what it says

    def _mark(self, piece: Piece, part: Part) -> None:
        """`<<敏感操作>>` is about the operation before it; `<<END>>` ends the task."""
        mark = part.of(piece.text).strip("<>《》 ").casefold()
        last = self.draft.steps[-1] if self.draft.steps else None
        if mark == "end":
            if last is None or last.operation is None or last.operation.name != "END":
                self.draft.add(Operation("END"), piece.place(part.start, part.end))
        elif any(word in mark for word in _SENSITIVE) and last is not None and last.operation is not None:
            if OPERATIONS[last.operation.name].parameter("sensitive"):
                last.operation.arguments["sensitive"] = True
            else:
                last.notes.append("the agent called this sensitive")


def _may_be_task(text: str) -> bool:
    return len(text) <= _LONGEST_TITLE and not _INSTEAD.fullmatch(text)


def _whole_lines(text: str, start: int, end: int) -> tuple[int, int]:
    """The part of a range that consists of whole lines."""
    if start and text[start - 1 : start] != "\n":
        line_end = text.find("\n", start, end)
        start = end if line_end < 0 else line_end + 1
    if end < len(text) and text[end : end + 1] not in ("\n", "\r"):
        start, end = start, max(start, text.rfind("\n", start, end) + 1)
    return start, end


def _described(found: list[Part]) -> list[bool]:
    """For each part, whether it describes an operation after it in words. A call is words too when an
    operation comes right after it; prose may have a plan and another action in between."""
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
