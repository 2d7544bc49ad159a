"""A run as its pages show it: the record as JSON, with what follows from it said in words.

What is empty is left out: most steps have no error, no variables and no picture of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from cogscript.records import seen
from cogscript.records.reader import Record
from cogscript.records.schema import OperationRecord, StepRecord
from cogscript.report.ending_steps import ended_the_run
from cogscript.report.target_facts import target_facts

NamePicture = Callable[[str | None], str | None]
"""A picture's path in the run's folder → the name by which the page knows it; None when it has none."""

_ABOUT = ("element_info", "app", "url", "key", "keys", "title", "text", "question", "output")
"""Arguments that say what a step without a comment is about."""


def run_data(record: Record, picture: NamePicture) -> dict[str, Any]:
    """All of a run."""
    header = record.header
    steps = list(record.steps())
    final = ended_the_run(record, steps)
    told: dict[int | None, list[str]] = {}
    for message in record.messages():
        told.setdefault(message.step, []).append(message.text)
    places: dict[int, int] = {}
    operations: list[dict[str, Any]] = []
    for step in steps:
        if step.operation.id not in places:
            places[step.operation.id] = len(operations)
            operations.append(_operation(step.operation))
    running = record.outcome == "running"
    return {
        **summary(record),
        "error": header.get("error"),
        "ended": header.get("ended"),
        "screen": header.get("screen") or "",
        "size": header.get("size"),
        "resumed": header.get("resumed"),
        "answers": _answers(steps),
        "variables": _variables(steps),
        "files": list(record.files().items()),
        "operations": operations,
        "steps": [
            {
                **step_data(step, picture, caught=step.outcome == "failed" and step.number not in final),
                **_present(
                    operation=places[step.operation.id],
                    outcome=step.outcome or ("running" if running else "unfinished"),
                    messages=told.get(step.number),
                ),
            }
            for step in steps
        ],
    }


def summary(record: Record) -> dict[str, Any]:
    """What a list of runs says of one."""
    header = record.header
    started, ended = header.get("started"), header.get("ended")
    batch = header.get("batch")
    return {
        "id": record.id,
        "title": title(record),
        "file": header.get("file", ""),
        "outcome": record.outcome,
        "started": started,
        "batch": {**batch, "table": Path(str(batch["table"])).name} if batch else None,
    } | _present(seconds=ended - started if started and ended else None)


def title(record: Record) -> str:
    return record.header.get("title") or Path(str(record.header.get("file", "run"))).name


def step_data(step: StepRecord, picture: NamePicture, *, caught: bool = False) -> dict[str, Any]:
    """One step."""
    return _present(
        number=step.number,
        kind=step.kind,
        parent=step.parent,
        rounds=step.rounds,
        started=step.started,
        ended=step.ended,
        outcome=step.outcome,
        title=step.operation.title or _sentence(step),
        caught=caught,
        arguments=_told(step.arguments),
        facts=target_facts(step),
        variables=step.variables,
        value=step.value,
        settled=step.settled,
        spent=step.spent,
        asking=step.asked.get("seconds") if step.asked and step.kind != "task" else None,
        point=step.point,
        area=step.area,
        place=step.place,
        goal=step.goal,
        before=picture(step.before),
        after=picture(step.after),
        error=step.error,
        diagnostic=step.diagnostic,
        healed=step.healed,
        unseen=seen.is_unseen(step),
        halt=_halt(step.halt, picture),
    )


def _present(**facts: Any) -> dict[str, Any]:
    """Without what is empty; 0 is not empty."""
    return {
        name: value
        for name, value in facts.items()
        if value is not None and value is not False and value not in ("", [], {})
    }


def _operation(operation: OperationRecord) -> dict[str, Any]:
    return {
        "file": operation.file,
        "line": operation.line,
        "name": operation.name,
        "text": operation.text,
        "title": operation.title,
    }


def _halt(halt: Mapping[str, Any] | None, picture: NamePicture) -> dict[str, Any] | None:
    return None if halt is None else {**halt, "picture": picture(halt.get("picture"))}


def _sentence(step: StepRecord) -> str:
    """The title of a step without a comment: its operation, and what it is about."""
    about = next((_text(step.arguments[name]) for name in _ABOUT if step.arguments.get(name)), "")
    return f"{step.operation.name} {about[:80]}".strip()


def _text(value: object) -> str:
    return (
        value
        if isinstance(value, str)
        else "+".join(map(str, value))
        if isinstance(value, list)
        else str(value)
    )


def _told(arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments worth a line: operations inside them are in the operation's own text."""

    def nested(value: Any) -> bool:
        return isinstance(value, dict) or (isinstance(value, list) and any(map(nested, value)))

    return {name: value for name, value in arguments.items() if not nested(value)}


def _answers(steps: Sequence[StepRecord]) -> list[str]:
    """The workflow's own: those of a file it calls went into a variable."""
    called: set[int] = set()
    for step in steps:
        if step.kind == "call" or step.parent in called:
            called.add(step.number)
    return [
        str(step.arguments.get("text", ""))
        for step in steps
        if step.operation.name == "ANSWER" and step.outcome == "ok" and step.number not in called
    ]


def _variables(steps: Sequence[StepRecord]) -> dict[str, str]:
    """As they were at the end."""
    values: dict[str, str] = {}
    for step in steps:
        values |= step.variables
    return values
