"""The log is the judge: what was to happen, what happened, and what the run said of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from drifted.spec import Node
from drifted.steps import Act
from drifted.task import Task

DISPLAY = "display"
"""A calculator's, which nobody types into: what it holds is told with each key."""

Verdict = Literal["right", "wrong", "silent", "halt", "harness"]


@dataclass(frozen=True, slots=True)
class Judgement:
    verdict: Verdict
    """`right` is what was to happen, or a halt where a halt is right; `harness` is no result at all."""
    reason: str
    done: bool = False
    """Whether the whole task was done."""


def expected(task: Task) -> tuple[list[Act], dict[str, str]]:
    """What the log must say, and what the fields hold in the end."""
    fields: dict[str, str] = {}
    acts = [act for step in task.steps for act in step.acts(fields)]
    fields.pop(DISPLAY, None)
    return acts, fields


def acts_of(log: Sequence[Node]) -> list[Act]:
    """What was done. Of several choices in one list only the last counts: keys go through the others."""
    acts: list[Act] = []
    for line in log:
        if "act" not in line:
            continue
        act = {key: value for key, value in line.items() if key != "time"}
        if "fields" in act:
            act["fields"] = {name: text for name, text in act["fields"].items() if text}
        if acts and act["act"] == acts[-1]["act"] == "choose" and _list_of(act) == _list_of(acts[-1]):
            acts.pop()
        acts.append(act)
    return acts


def _list_of(act: Act) -> str:
    return str(act["id"]).partition("=")[0]


def is_done(task: Task, log: Sequence[Node]) -> bool:
    acts, fields = expected(task)
    texts = _texts(log)
    return acts_of(log) == acts and all(texts.get(name) == text for name, text in fields.items())


def judge(task: Task, log: Sequence[Node], exit_code: int | None, said: str, halt_is_right: str) -> Judgement:
    """`exit_code` is None for a run that did not end in time."""
    wrong = _wrong(task, log)
    if wrong:
        return Judgement("wrong", wrong)
    if is_done(task, log):
        if exit_code == 0:
            return Judgement("right", "done", done=True)
        return Judgement("halt", f"done, and yet: {_last_error(said)}", done=True)
    if exit_code == 0:
        missing = expected(task)[0][len(acts_of(log)) :]
        return Judgement(
            "silent", f"the run ended well without: {_say(missing[0]) if missing else 'its text'}"
        )
    if exit_code is None:
        return Judgement("halt", "the run did not end in time")
    if halt_is_right:
        return Judgement("right", f"halted, because {halt_is_right}")
    return Judgement("halt", _last_error(said))


def _wrong(task: Task, log: Sequence[Node]) -> str:
    """What happened that was not to happen."""
    acts, fields = expected(task)
    happened = acts_of(log)
    for number, act in enumerate(happened):
        if number >= len(acts):
            return f"one too many: {_say(act)}"
        if act != acts[number]:
            return f"{_say(act)} in the place of {_say(acts[number])}"
    for name, text in _texts(log).items():
        if not fields.get(name, "").startswith(text):
            return f"the field {name} holds {text!r} in the place of {fields.get(name, '')!r}"
    return ""


def _texts(log: Sequence[Node]) -> dict[str, str]:
    """What each field holds in the end."""
    return {line["id"]: line["text"] for line in log if "text" in line}


def _say(act: Act) -> str:
    said = f"{act['act']} {act['id']}" + (f" {act['value']}" if "value" in act else "")
    return f"{said} with {act['fields']}" if act.get("fields") else said


def _last_error(said: str) -> str:
    """The run's own reason, without the quoted line of the file; its last words where it gives none."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    starts = [number for number, line in enumerate(lines) if line.startswith("error")]
    if not starts:
        return lines[-1] if lines else "it said nothing"
    block = lines[starts[-1] :]
    return " ".join([block[0], *(line for line in block[1:] if line.startswith("= "))])
