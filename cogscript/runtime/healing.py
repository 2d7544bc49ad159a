"""Healing: what a run found elsewhere or otherwise, as changes of the lines of its files.

The record of a run is all that is needed. Only the arguments that tell a target are changed, in lines that
are still what was run; a line is left alone where one change cannot be right for every time it was
performed, and where it is sensitive.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cogscript.language.document import parse, read, read_text, rewrite
from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import CogError, Fault
from cogscript.language.write.editing import Edit, edited
from cogscript.records.reader import Record
from cogscript.records.storing import describe
from cogscript.runtime.healed_pictures import bring_picture, kept_picture
from cogscript.runtime.retelling import HEALABLE, Retold

if TYPE_CHECKING:
    from cogscript.language.model.tree import Operation, Workflow
    from cogscript.records.schema import OperationRecord, StepRecord
    from cogscript.runtime.state import RunState

_WHY = {
    "box": "it stood elsewhere",
    "element_info": "its name is another",
    "id": "its id is another",
    "picture": "it looks otherwise",
}
_NEAR = 3
"""Thousandths by which two boxes of one place may differ."""


@dataclass(frozen=True, slots=True)
class LineChange:
    """New values for one line."""

    line: int
    values: Retold
    guess: bool
    """Whether it was found by likeness only, or by a model's word."""
    by_model: bool = False

    @property
    def why(self) -> str:
        said = " and ".join(_WHY[name] for name in self.values)
        how = "a model pointed at it" if self.by_model else "it was found by likeness only"
        return f"{said}; {how}, so look at it first" if self.guess else said


@dataclass(frozen=True, slots=True)
class FileChange:
    path: Path
    shown: str
    """The file as the run names it."""
    before: str
    after: str
    lines: Sequence[LineChange]
    run: Path
    """The folder of the run, which has the new pictures."""

    def diff(self) -> str:
        """Whole lines, as `patch` reads them."""
        before, after = self.before.splitlines(keepends=True), self.after.splitlines(keepends=True)
        return "".join(difflib.unified_diff(before, after, self.shown, f"{self.shown} (healed)"))

    def write(self) -> None:
        for name in (str(each.values["picture"]) for each in self.lines if "picture" in each.values):
            bring_picture(kept_picture(self.run, name), self.path.parent / name)
        try:
            written = rewrite(self.path, self.before, self.after)
        except OSError as error:
            raise Fault(
                "unwritable", f"{self.shown} cannot be written: {error.strerror}; it is unchanged"
            ) from error
        if not written:
            raise Fault("heal", f"{self.shown} was changed meanwhile: it is left as it is")


@dataclass(slots=True)
class Healing:
    """What would have to change for a run's lines to be true again."""

    files: list[FileChange] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Lines that are left alone, and why."""


def healing_of(record: Record) -> Healing:
    healing = Healing()
    folder = Path(str(record.header.get("folder") or ""))
    by_file: dict[str, list[tuple[OperationRecord, Sequence[StepRecord]]]] = {}
    for operation, steps in _performed(record):
        if any(step.healed for step in steps):
            by_file.setdefault(operation.file, []).append((operation, steps))
    for file, performed in by_file.items():
        try:
            workflow = read(read_text(folder / file), file)
        except CogError as error:
            healing.notes.append(error.diagnostics[0].message)
            continue
        if workflow.is_broken or workflow.source is None:
            healing.notes.append(f"{file} is no workflow, or no longer one: nothing in it is changed")
            continue
        edits: list[Edit] = []
        lines: list[LineChange] = []
        for operation, steps in performed:
            found, said = _change(workflow, operation, steps)
            if said:
                healing.notes.append(f"{file}:{operation.line}: {said}")
            elif found is not None:
                edits.append(found[0])
                lines.append(found[1])
        if edits:
            before = workflow.source.text
            after = edited(before, edits)
            parse(after, file)
            healing.files.append(FileChange(folder / file, file, before, after, lines, record.folder))
    return healing


def heal(state: RunState) -> None:
    """Write what a run that ended well found into its files, and say so."""
    folder, say = state.run.folder, state.voice.message
    if folder is None:
        return
    try:
        with Record(folder) as record:
            healing = healing_of(record)
        for file in healing.files:
            file.write()
            state.run.healed = 0
            say(f"healed {file.shown}:\n{file.diff()}".rstrip())
        for note in healing.notes:
            say(f"not healed: {note}", "warning")
    except (Fault, CogError) as error:
        say(f"the file could not be healed: {error}", "warning")


def _performed(record: Record) -> Iterator[tuple[OperationRecord, Sequence[StepRecord]]]:
    """Each operation with the times it was performed and ended well, in the order of its line."""
    found: dict[int, list[StepRecord]] = {}
    operations: dict[int, OperationRecord] = {}
    for step in record.steps():
        if step.kind == "step" and step.outcome == "ok" and step.asked is None:  # a model's stand in no file
            operations[step.operation.id] = step.operation
            found.setdefault(step.operation.id, []).append(step)
    for identity in sorted(found, key=lambda each: (operations[each].file, operations[each].line)):
        yield operations[identity], found[identity]


def _change(
    workflow: Workflow, operation: OperationRecord, steps: Sequence[StepRecord]
) -> tuple[tuple[Edit, LineChange] | None, str]:
    """The change of a line, or why it is left alone; neither when it has been changed already."""
    values = _values(steps[-1])
    if any(step.arguments.get("sensitive") is True for step in steps):
        told = ", ".join(f"{name}={value!s}" for name, value in values.items())
        return None, f"the step is sensitive: change it by hand ({told})"
    if not all(_agree(values, _values(step)) for step in steps):
        return None, "it was found at different places in its rounds: no one change is right for all"
    if not values:
        return None, ""
    now = _operation(workflow, operation)
    if now is None:
        at = [each for each in workflow.walk() if each.line == operation.line and each.name == operation.name]
        if any(all(each.arguments.get(name) == value for name, value in values.items()) for each in at):
            return None, ""
        return None, "the line is no longer what was run: run it again"
    facts = [fact for step in steps for fact in step.healed]
    guess, by_model = (any(fact["guess"] for fact in facts), any(fact.get("by") == "model" for fact in facts))
    return (Edit(now, values), LineChange(now.line, values, guess, by_model)), ""


def _values(step: StepRecord) -> Retold:
    return {
        fact["argument"]: _value(fact["argument"], fact["is"])
        for fact in step.healed
        if fact["argument"] in HEALABLE
    }


def _value(name: str, stored: Any) -> Any:
    return Box(stored[0]) if name == "box" else str(stored)


def _agree(one: Retold, other: Retold) -> bool:
    if one.keys() != other.keys():
        return False
    for name, value in one.items():
        another = other[name]
        if isinstance(value, Box) and isinstance(another, Box):
            if any(abs(a - b) > _NEAR for a, b in zip(value, another, strict=True)):
                return False
        elif value != another:
            return False
    return True


def _operation(workflow: Workflow, wanted: OperationRecord) -> Operation | None:
    """The operation as the file has it now: at its line, or elsewhere if there is only one like it."""
    same = [each for each in workflow.walk() if describe(each) == wanted.text]
    at_line = [each for each in same if each.line == wanted.line]
    found = at_line or same
    return found[0] if len(found) == 1 else None
