"""Going on with a run that was killed, stopped or failed: what it was, what changed, what is unfinished."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cogscript.language.document import load, parse
from cogscript.language.model.diagnostic import CogError, Diagnostic, Fault, Source, Span
from cogscript.language.model.tree import Workflow
from cogscript.records.folders import find_run, is_alive
from cogscript.records.reader import Record
from cogscript.records.schema import StepRecord
from cogscript.runtime.inputs import secret_inputs
from cogscript.runtime.options import Options
from cogscript.runtime.outcome import Run
from cogscript.runtime.resume.replay import Replay, changes, outside_tasks
from cogscript.runtime.run_record import Unfinished, keep_files
from cogscript.runtime.session import Session
from cogscript.runtime.steps import STEPS
from cogscript.settings import runs_folder
from cogscript.surfaces import surface_kind

if TYPE_CHECKING:
    from cogscript.runtime.control import Controller

Choice = Literal["redo", "skip"]


def resume(
    name: str | None, options: Options, choice: Choice | None = None, controller: Controller | None = None
) -> Run:
    """Continue a run: the newest by default."""
    try:
        record = _resumable(name, options)
    except Fault as fault:
        raise CogError([fault.diagnostic()]) from fault  # the command line asks for what cannot be
    decided, last = _unfinished(record, choice)
    workflow = _workflow(record)
    options = replace(
        options,
        screen=options.screen or str(record.header.get("screen") or ""),
        size=options.size or _size(record),
        variables={**_given(record, workflow), **options.variables},
    )
    session = Session(
        options=options, workflow=workflow, controller=controller, resumed=Unfinished(record.folder, last)
    )
    kind = surface_kind(options.screen) if isinstance(options.screen, str) and options.screen else None
    empty = kind is not None and not kind.personal
    if empty:
        session.listener.message("warning", "the private desktop ended with the run: this one begins empty")
    mask = options.secrets.mask
    with session:
        for line in changes(record, session.program, mask):
            session.listener.listeners[-1].message("note", line)  # for the person; the record stays as it is
        past = Replay(
            record,
            last,
            decided,
            mask,
            lambda: _go_on(session, record, decided, last if empty else 0),
            same_desktop=not empty,
        )
        return session.run(past)


def _go_on(session: Session, record: Record, decided: dict[int, str], gone: int) -> None:
    """Only now is anything changed: a resumed file that differs leaves the record as it was."""
    writer = session.writer
    assert writer is not None
    for number, outcome in decided.items():
        writer.amend(number, outcome=outcome)
    times = int(record.header.get("resumed") or 0)
    writer.header(outcome=None, error=None, ended=None, resumed=times + 1)
    if gone:
        writer.header(emptied=gone)
    keep_files(writer, session.program)


def _resumable(name: str | None, options: Options) -> Record:
    folder = find_run(name, options.runs or runs_folder())
    if is_alive(folder):
        raise Fault("resume", f"the run {folder.name} is still running")
    record = Record(folder)
    if record.outcome == "ok":
        raise Fault("resume", f"the run {folder.name} has finished: there is nothing to continue")
    return record


def _size(record: Record) -> str:
    size = record.header.get("size")
    made_to_order = not surface_kind(str(record.header.get("screen") or "desktop")).personal
    return f"{size[0]}x{size[1]}" if size and made_to_order else ""


def _workflow(record: Record) -> Workflow:
    """The file as it is now; as it was, when it never was a file."""
    path = str(record.header.get("file"))
    place = Path(str(record.header.get("folder"))) / path
    if place.is_file():
        here = Path(path).is_file() and Path(path).samefile(place)
        return load(path if here else place)
    if path.startswith("<"):
        return parse(record.files()[path], path)
    raise Fault("resume", f"the workflow {path} is no longer there")


def _given(record: Record, workflow: Workflow) -> dict[str, str]:
    """The values the run was started with; secret ones are not on record and are asked for again."""
    secret = secret_inputs(workflow)
    given: dict[str, str] = record.header.get("given") or {}
    return {name: value for name, value in given.items() if name not in secret}


def _unfinished(record: Record, choice: Choice | None) -> tuple[dict[int, str], int]:
    """A person's word on the step that had begun and not finished; and the last step's number."""
    last: StepRecord | None = None
    parents: dict[int, int | None] = {}
    calls: set[int] = set()
    number = max((step.number for step in record.steps()), default=0)
    for step in outside_tasks(record.steps()):
        if step.kind in ("step", "task"):
            last = step
            continue
        parents[step.number] = step.parent
        if step.kind == "call":
            calls.add(step.number)
    if last is None or not _open(last, record):
        return {}, number
    if last.outcome is None and not _has_effect(last, parents, calls):
        return {last.number: "retried"}, number  # doing it again changes nothing
    if choice is None:
        raise CogError([_which(last, record)])
    return {last.number: "retried" if choice == "redo" else "skipped"}, number


def _has_effect(step: StepRecord, parents: dict[int, int | None], calls: set[int]) -> bool:
    """Whether it matters if a step is done twice: a called file's ANSWER only goes to its CALL."""
    if step.operation.name == "ANSWER":
        parent = step.parent
        while parent is not None:
            if parent in calls:
                return False
            parent = parents.get(parent)
    return STEPS[step.operation.name].effect


def _open(step: StepRecord, record: Record) -> bool:
    if step.outcome in (None, "stopped"):
        return True
    return step.outcome == "failed" and record.header.get("outcome") == "failed" and _is_last(step, record)


def _is_last(failed: StepRecord, record: Record) -> bool:
    """Whether the run ended with this failure, and nothing (a FINALLY) was done after it."""
    later = (step for step in outside_tasks(record.steps()) if step.number > failed.number)
    return not any(step.kind in ("step", "task") for step in later)


def _which(step: StepRecord, record: Record) -> Diagnostic:
    operation = step.operation
    text = record.files().get(operation.file, "")
    said = {"failed": "failed", "stopped": "was stopped in the middle"}.get(
        step.outcome or "", "had begun and was not finished"
    )
    return Diagnostic(
        "unfinished-step",
        f"step {step.number}, {operation.name} at line {operation.line}, {said}",
        span=Span(operation.start, operation.end),
        source=Source(text, operation.file),
        advice=f"see whether it was done, then continue with `cog run --resume {record.id} --redo` "
        "(do it again) or `--skip` (it was done, or is not wanted)",
    )
