"""Logs of what was sent to a model: each request repeats all answers before it, and only the last is new.

What a request repeats is taken out before anything is read. It is a repetition where the same question
stands first, the answers go on from those before, and at least one more comes after them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from cogscript.dialects.core.empty_marks import Told
from cogscript.dialects.core.event_streams import json_values

_LARGEST = 16_000_000
_ANSWERS = ("assistant", "gpt", "model")
_REPEATED = "what the log repeats of earlier answers is done once"


def without_repetitions(text: str) -> tuple[list[Told], list[tuple[str, int]]] | None:
    """The text without what its requests repeat, and what is to be said, with places; None where nothing
    is repeated."""
    if len(text) > _LARGEST or not any(f'"{name}"' in text for name in _ANSWERS):
        return None
    log = _Log()
    told: list[Told] = []
    said: list[tuple[str, int]] = []
    at = 0
    for value, start, end in json_values(text):
        dropped = sum(map(log.shorten, _records(value)))
        if not dropped:
            continue
        told += [Told(text[at:start], at), Told(json.dumps(value, ensure_ascii=False), start)]
        said.append((_REPEATED, start))
        at = end
    if not at:
        return None
    return [*told, Told(text[at:], at)], said


def _records(value: Any) -> list[dict[str, Any]]:
    """The requests of a log: each a line, an item of a list, or an item of a list in the one object."""
    if isinstance(value, list):
        return [each for each in value if isinstance(each, dict)]
    if not isinstance(value, dict):
        return []
    inner = [each for listed in value.values() if isinstance(listed, list) for each in listed]
    records = [each for each in inner if isinstance(each, dict) and "role" not in each and _turns(each)]
    return records if len(records) > 1 else [value]


def _turns(record: dict[str, Any]) -> list[dict[str, Any]] | None:
    """The list of a record in which people and the model take turns."""
    for value in record.values():
        if isinstance(value, list) and value and all(map(_is_turn, value)) and any(map(_speaker, value)):
            return value
        if isinstance(value, dict) and "role" not in value and (found := _turns(value)):
            return found
    return None


def _is_turn(value: Any) -> bool:
    return isinstance(value, dict) and bool(value.keys() & {"role", "from", "type"})


def _speaker(turn: dict[str, Any]) -> str:
    speaker = turn.get("role", turn.get("from"))
    return speaker if isinstance(speaker, str) else ""


def _content(turn: dict[str, Any]) -> Any:
    """What a turn says; how a service marks it, and what it thought, may be left out the next time."""
    content = turn.get("content", turn.get("value", turn.get("parts")))
    if isinstance(content, list) and len(content) == 1 and isinstance(content[0], dict):
        content = content[0].get("text", content)
    plain = content.strip() if isinstance(content, str) else content
    return [plain, turn["tool_calls"]] if turn.get("tool_calls") else plain


class _Log:
    """The answers of the last requests, with the question that they belong to."""

    def __init__(self) -> None:
        self.question: Any = None
        self.answers: list[Any] = []

    def shorten(self, record: dict[str, Any]) -> int:
        """Take out of a record what it repeats; how many answers that are."""
        turns = _turns(record)
        if turns is None:
            return 0
        question = next((_content(turn) for turn in turns if _speaker(turn) in ("user", "human")), None)
        spoken = [turn for turn in turns if _speaker(turn) in _ANSWERS]
        answers = [_content(turn) for turn in spoken]
        later = [_content(turn) for turn in _responses(record, turns)]
        same = 0
        if question == self.question:
            longest = min(len(answers), len(self.answers))
            same = next(
                (count for count in range(longest, 0, -1) if answers[:count] == self.answers[-count:]), 0
            )
            is_new = len(answers) > same or bool(later) or same > 1
            same = same if is_new else 0
        else:
            self.question, self.answers = question, []
        for turn in spoken[:same]:
            turns.remove(turn)
        self.answers += answers[same:] + later
        return same


def _responses(value: Any, turns: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The answers in a record that stand outside its turns."""
    if value is turns:
        return
    if isinstance(value, dict):
        if _speaker(value) in _ANSWERS:
            yield value
            return
        for inner in value.values():
            yield from _responses(inner, turns)
    elif isinstance(value, list):
        for inner in value:
            yield from _responses(inner, turns)
