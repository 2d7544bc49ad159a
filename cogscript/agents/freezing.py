"""The record of a task that a model did → operations that do the same without one.

Each step names what was hit, as it was found to be told again; values that are the task's own words become
inputs; the model's thought is the comment. The record is all that is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cogscript.agents.dead_ends import alike_in, useful
from cogscript.language.check.symbols import inputs
from cogscript.language.document import parse, read, read_text
from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import Fault
from cogscript.language.model.operations import OPERATIONS, TELLING
from cogscript.language.model.tree import Operation, Value, Workflow
from cogscript.language.model.variables import names, spell
from cogscript.records.reader import Record
from cogscript.records.schema import StepRecord
from cogscript.records.storing import describe

_MARK = re.compile(r"⟨secret (.+?)⟩")
_SHORTEST = 2
"""Characters of a value that may come from the task: a single one is there by chance."""
_WHERE = ("box", *TELLING, "near")


@dataclass(slots=True)
class Frozen:
    """A file in which tasks are written out as what was done for them."""

    path: str
    """As the run names it; in `<…>` where it was no file."""
    workflow: Workflow
    before: str
    notes: list[str] = field(default_factory=list)
    """Tasks that are left as they are, and why."""
    tasks: int = 0


@dataclass(slots=True)
class _Inputs:
    """The variables that take the task's own words."""

    taken: set[str]
    made: dict[str, str] = field(default_factory=dict)
    """Value → variable."""

    def variable(self, value: str, field_name: str) -> str:
        if value not in self.made:
            stem = re.sub(r"\W+", "_", field_name.strip().casefold()).strip("_") or "text"
            name = next(each for each in _numbered(stem[:30]) if each not in self.taken)
            self.taken.add(name)
            self.made[value] = name
        return spell(self.made[value])

    def operations(self) -> list[Operation]:
        return [
            Operation("INPUT", {"output": spell(name), "default": value}) for value, name in self.made.items()
        ]


def _numbered(stem: str) -> Iterator[str]:
    yield stem
    number = 2
    while True:
        yield f"{stem}_{number}"
        number += 1


def freeze(record: Record, *, everything: bool = False, unfinished: bool = False) -> list[Frozen]:
    """Every file of a run with its tasks written out; `everything` keeps dead ends, `unfinished` takes tasks
    that were not done as far as they came."""
    steps = list(record.steps())
    tasks: dict[tuple[str, int, str], list[StepRecord]] = {}
    for step in steps:
        if step.kind == "task":
            at = step.operation  # by its place: a run that was resumed has read the file again
            tasks.setdefault((at.file, at.line, at.text), []).append(step)
    if not tasks:
        raise Fault("freeze", f"there is no DO in the run {record.id}", "`cog runs` lists the runs")
    frozen: dict[str, Frozen] = {}
    made: dict[str, _Inputs] = {}
    gone = int(record.header.get("emptied") or 0)
    for (file, *_), done in tasks.items():
        if file not in frozen:
            frozen[file] = _file(record, file)
            made[file] = _Inputs({name for each in frozen[file].workflow.walk() for name in _names(each)})
        target = frozen[file]
        place = _place(target.workflow, done[0])
        times = [each for each in done if each.outcome != "retried"]
        why = _left(times, place, unfinished)
        if why or place is None:
            target.notes.append(f"{file}:{done[0].operation.line}: {why}")
            continue
        # An interrupted run did a part, and resumed it did the rest; unless its desktop was gone by then.
        numbers = {each.number for each in done if each in times or each.number > gone}
        children = [step for step in steps if step.parent in numbers and step.kind == "step"]
        body, index = place
        operation = body[index]
        body[index : index + 1] = _written(record, operation, times[0], children, made[file], everything)
        target.tasks += 1
    for file, each in frozen.items():
        _add_inputs(each.workflow, made[file].operations())
    return list(frozen.values())


def _left(done: Sequence[StepRecord], place: object, unfinished: bool) -> str:
    if place is None:
        return "the DO is no longer what was run"
    if not done:
        return "the task was not done to its end"
    if len(done) > 1:
        return f"it was done {len(done)} times, and no one text is right for all of them"
    if done[0].outcome != "ok" and not unfinished:
        return "the task was not done to its end"
    return ""


def _file(record: Record, file: str) -> Frozen:
    path = Path(str(record.header.get("folder") or "")) / file
    text = record.files().get(file, "") if file.startswith("<") else read_text(path)
    workflow = read(text, file)
    if workflow.is_broken:
        raise Fault("freeze", f"{file} is no workflow, or no longer one: nothing in it is changed")
    return Frozen(file, workflow, text)


def _place(workflow: Workflow, step: StepRecord) -> tuple[list[Operation], int] | None:
    """Where the DO stands in the file as it is now."""
    found = [
        (body, index)
        for body in _bodies(workflow.operations)
        for index, each in enumerate(body)
        if describe(each) == step.operation.text
    ]
    at_line = [each for each in found if each[0][each[1]].line == step.operation.line]
    chosen = at_line or found
    return chosen[0] if len(chosen) == 1 else None


def _bodies(operations: list[Operation]) -> Iterator[list[Operation]]:
    yield operations
    for operation in operations:
        for inner in (operation, *operation.branches):
            if inner.body is not None:
                yield from _bodies(inner.body)


def _names(operation: Operation) -> Iterator[str]:
    for text in operation.texts():
        yield from names(text.text)


# --- the steps of one task --------------------------------------------------------------------------


def _written(
    record: Record,
    task: Operation,
    done: StepRecord,
    steps: Sequence[StepRecord],
    made: _Inputs,
    everything: bool,
) -> list[Operation]:
    kept = list(steps) if everything else useful(steps, alike_in(record.folder))
    words = str(done.arguments.get("task") or "")
    known = _values(str(task.arguments.get("task") or ""), words)
    operations: list[Operation] = []
    for place, step in enumerate(kept):
        if not everything and place + 1 < len(kept) and _is_clicked_by(step, kept[place + 1]):
            continue
        operation = _operation(step)
        if operation.name == "END":
            continue
        if operation.name == "ANSWER":
            operation = _answer(operation, task)
        elif operation.name == "TYPE":
            _use_words(operation, words, known, made)
        if step.outcome != "ok":
            operation.trailing = "# failed then"
        operations.append(operation)
    if done.outcome != "ok":
        said = " ".join((done.error or "it was stopped").split())
        note = Operation("FAIL", {"reason": f"the task was not done: {said}"})
        note.leading = ["# Here the model's run ended"]
        operations.append(note)
    if operations and task.leading:
        operations[0].leading = [*task.leading, *operations[0].leading]
    return operations


def _operation(step: StepRecord) -> Operation:
    """What was done, with what tells its target again."""
    operation = parse(_MARK.sub(lambda mark: spell(mark[1]), step.operation.text)).operations[0]
    if step.told:
        others = {name: value for name, value in operation.arguments.items() if name not in _WHERE}
        operation.arguments = {**{name: _value(name, each) for name, each in step.told.items()}, **others}
    title = step.operation.title
    operation.leading = [f"# {title}"] if title else []
    return operation


def _value(name: str, stored: Any) -> Value:
    if name == "box":
        return Box(stored[0])
    return stored if isinstance(stored, bool) else str(stored)


def _is_clicked_by(step: StepRecord, following: StepRecord) -> bool:
    """Whether a click only went into the field that the next step types into, and clicks itself."""
    return (
        step.operation.name == "CLICK"
        and following.operation.name == "TYPE"
        and step.told is not None
        and step.told == following.told
    )


def _answer(operation: Operation, task: Operation) -> Operation:
    """What the model answered, as it was: a file has no model to read it again."""
    output = task.arguments.get("output")
    made = operation
    if output is not None:
        made = Operation("SET", {"output": output, "value": operation.arguments["text"]})
    made.leading = [*operation.leading, "# The model's own words then; they are not read again"]
    return made


def _use_words(operation: Operation, words: str, known: dict[str, str], made: _Inputs) -> None:
    """A typed value that is the task's own becomes a variable: the one it came from, or an input."""
    text = operation.arguments.get("text")
    if not isinstance(text, str) or len(text.strip()) < _SHORTEST or any(names(text)):
        return
    if text in known:
        operation.arguments["text"] = spell(known[text])
    elif text in words:
        operation.arguments["text"] = made.variable(text, str(operation.arguments.get("element_info") or ""))


def _values(task: str, words: str) -> dict[str, str]:
    """What the variables in a task's text stood for: value → variable."""
    used = list(names(task))
    pattern = re.escape(task)
    for name in used:
        pattern = pattern.replace(re.escape(spell(name)), "(.*?)", 1)
    found = re.fullmatch(pattern, words, re.DOTALL) if used else None
    return dict(zip(found.groups(), used, strict=False)) if found else {}


def _add_inputs(workflow: Workflow, made: list[Operation]) -> None:
    """After the header and the inputs that are there."""
    operations = workflow.operations
    declared = set(inputs(workflow))
    place = 0
    while place < len(operations) and (
        OPERATIONS[operations[place].name].role == "header" or operations[place].output in declared
    ):
        place += 1
    operations[place:place] = made
