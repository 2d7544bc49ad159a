"""Steps → operations: the box of what was hit, what tells it from others, and a comment in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cogscript.language.model import keys, variables
from cogscript.language.model.box import Size
from cogscript.language.model.tree import Operation, Value, Workflow
from cogscript.recording.box_frame import BoxFrame
from cogscript.recording.input_events import Hit, Recording
from cogscript.recording.recorded_step import RecordedStep
from cogscript.recording.step_comments import comment, one_line
from cogscript.recording.window_blocks import WindowBlocks

LONGEST_NAME = 80

_TYPED_BY_NAME = frozenset({"text field", "password field", "combo box", "spin box"})
"""Kinds that a click into enters nothing else than the focus: text is typed there by their name."""


def to_workflow(steps: Sequence[RecordedStep], recording: Recording, title: str, pictures: str) -> Workflow:
    """The workflow that the steps are, with its header, its secrets' INPUTs, and its END.

    `pictures`: the folder beside the workflow for pictures of what has no name; empty for none.
    """
    writer = _Writer(recording.size, steps, pictures)
    for step in steps:
        writer.add(step)
    arguments: dict[str, Value] = {"title": title} if title else {}
    arguments["screen"] = [recording.size.width, recording.size.height]
    if recording.platform:
        arguments["platform"] = recording.platform
    end = Operation("END", leading=writer.waiting)
    return Workflow([Operation("WORKFLOW", arguments), *writer.inputs(), *writer.blocks.finished(), end])


class _Writer:
    def __init__(self, size: Size, steps: Sequence[RecordedStep], pictures: str) -> None:
        self._size = size
        self._pictures = pictures
        self.blocks = WindowBlocks(size, steps)
        self._secrets: dict[str, tuple[str, str]] = {}
        """The secrets' variables, and the window and name of the field that each belongs to."""
        self.waiting: list[str] = []
        """Comments whose place is above the next operation."""

    def inputs(self) -> list[Operation]:
        return [
            Operation(
                "INPUT", {"output": variables.spell(name), "secret": True, "prompt": _prompt(field, name)}
            )
            for name, (_, field) in self._secrets.items()
        ]

    def add(self, step: RecordedStep) -> None:
        if not step.name:
            self.waiting += [f"# {note}" for note in step.notes] + [""]
            return
        frame = self.blocks.frame_of(step)
        arguments = self._arguments(step)
        notes = [*step.notes, *self._outside(step)]
        texts = _apart(str(arguments["text"])) if step.name == "TYPE" and not step.secret_field else []
        made = [Operation(step.name, {**self._target(step, frame), **arguments})]
        if len(texts) > 1:
            made = self._in_parts(made[0], texts)
        made[0].leading = [
            *self.waiting,
            *(f"# {one_line(note)}" for note in notes),
            f"# {comment(step, arguments, frame)}",
        ]
        self.waiting = []
        self.blocks.add(made)

    def _in_parts(self, operation: Operation, texts: Sequence[str]) -> list[Operation]:
        """A text that would be read as a variable, entered in pieces that are not."""
        enter = operation.arguments.pop("enter", None)
        parts = [operation] + [Operation("TYPE", {"text": text}) for text in texts[1:]]
        operation.arguments["text"] = texts[0]
        if enter is not None:
            parts[-1].arguments["enter"] = enter
        return parts

    def _arguments(self, step: RecordedStep) -> dict[str, Value]:
        arguments = dict(step.arguments)
        if step.name.startswith("SCROLL_"):
            count = arguments["step_count"]
            arguments["step_count"] = max(1, round(count if isinstance(count, (int, float)) else 1))
        if step.name == "GESTURE":
            arguments["actions"] = [
                *(Operation("KEY_DOWN", {"key": keys.label(key)}) for key in step.held),
                *(Operation("KEY_PRESS", {"key": keys.label(key)}) for key in step.presses),
                *(Operation("KEY_UP", {"key": keys.label(key)}) for key in reversed(step.held)),
            ]
        if step.secret_field:
            arguments["text"] = variables.spell(self._secret(step.focus))
        return arguments

    def _target(self, step: RecordedStep, frame: BoxFrame) -> dict[str, Value]:
        """The place, and what tells the thing there from others."""
        at, hit = step.at, step.target
        if at is None:
            hit = step.focus
            if step.name != "TYPE" or hit is None or hit.filled or hit.role not in _TYPED_BY_NAME:
                return {}
            if not hit.name or not frame.rect.holds(hit.rect.middle):
                return {}
            at = hit.rect.middle
        scrolls = step.name.startswith("SCROLL_")
        placed: dict[str, Value] = {}
        if frame.rect.holds(at) or frame.noun == "screen":
            placed["box"] = frame.box_of(at, hit, exact=scrolls or step.name == "DRAG")
        if step.to is not None:
            placed["to"] = frame.small(step.to)
        # The wheel turns whatever lies under it: what else is there is of no matter.
        return placed if hit is None or scrolls else {**placed, **self._evidence(hit)}

    def _evidence(self, hit: Hit) -> dict[str, Value]:
        said: dict[str, Value] = {}
        if hit.role and hit.role != "area":
            said["element_type"] = hit.role
        for parameter, text in (("element_info", hit.name), ("id", hit.id), ("near", hit.near)):
            plain = one_line(text)[:LONGEST_NAME]
            if plain and not variables.names(plain):
                said[parameter] = plain
        if hit.icon and hit.role and self._pictures:
            said["picture"] = f"{self._pictures}/{hit.icon}"
        return said

    def _secret(self, field: Hit | None) -> str:
        """The variable of a secret: one for each field that has a name, else one for each secret."""
        place = (field.window, field.name) if field else ("", "")
        known = next((name for name, of in self._secrets.items() if of == place and place[1]), None)
        if known is not None:
            return known
        word = re.sub(r"[\W_]+", "_", place[1]).strip("_").lower() or "password"
        names = (word, *(f"{word}_{n}" for n in range(2, 10_000)))
        name = next(each for each in names if each not in self._secrets)
        self._secrets[name] = place
        return name

    def _outside(self, step: RecordedStep) -> list[str]:
        width, height = self._size
        return [
            f"The place ({at.x}, {at.y}) lies outside of the {width}×{height} screen; its edge is taken"
            for at in (step.at, step.to)
            if at is not None and not self._size.rect.holds(at)
        ]


def _prompt(field: str, name: str) -> str:
    said = one_line(field)[:LONGEST_NAME]
    return said if said and not variables.names(said) else name.replace("_", " ").capitalize()


def _apart(text: str) -> list[str]:
    """A text in pieces none of which reads as a variable; most texts are one piece."""
    if not variables.names(text):
        return [text]
    cut = len(variables.PREFIX) // 2
    pieces = text.split(variables.PREFIX)
    joined = variables.PREFIX[:cut] + "\0" + variables.PREFIX[cut:]
    return joined.join(pieces).split("\0")
