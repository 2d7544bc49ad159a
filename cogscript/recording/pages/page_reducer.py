"""A page's events → the workflow that does them again: typing is TYPE, choosing SELECT, ticking CHECK.

A pure function. A click that only brought the focus to a field, opened a list or set a tick is a part of what
followed, and no step of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogscript.language.model import keys, variables
from cogscript.language.model.box import from_pixels
from cogscript.language.model.tree import Operation, Value, Workflow
from cogscript.recording.pages.page_events import PageEvent, PageTarget
from cogscript.surfaces import roles

_CLICKS = {"click": "CLICK", "double": "DOUBLE_CLICK", "right": "RIGHT_CLICK"}
_SET_BY = {"input", "select", "check", "file"}
"""Events that tell the outcome of the clicks before them."""


def workflow_of(events: Sequence[PageEvent], title: str) -> Workflow:
    """The workflow of a recording; its first event is the visit of the page it began on."""
    writer = _PageWriter()
    for index, event in enumerate(events):
        writer.add(event, events[index + 1] if index + 1 < len(events) else None)
    first = next((event.url for event in events if event.kind == "visit"), "about:blank")
    size = events[-1].size if events else PageEvent("visit").size
    header = Operation(
        "WORKFLOW", {"title": title, "screen": [size.width, size.height], "platform": "browser"}
    )
    block = Operation("IN", {"browser": first}, body=writer.made)
    block.closer = Operation("END_IN")
    return Workflow([header, *writer.inputs, block, Operation("END")])


class _PageWriter:
    def __init__(self) -> None:
        self.made: list[Operation] = []
        self.inputs: list[Operation] = []
        self._field: int | None = None
        """The field that the last TYPE went into."""
        self._began = False
        self._caused = False
        """Whether the last event may have led to another page."""

    def add(self, event: PageEvent, following: PageEvent | None) -> None:
        if event.kind == "visit":
            if self._began and not self._caused:
                self.made.append(Operation("LAUNCH", {"url": event.url}))
            self._began, self._field = True, None
            return
        self._caused = event.kind in ("click", "double", "key", "check", "select")
        if event.kind in _CLICKS:
            self._click(event, following)
        elif event.kind == "input":
            self._input(event)
        elif event.kind == "key":
            self._key(event)
        elif event.target is not None:
            self._set(event, event.target)

    def _click(self, event: PageEvent, following: PageEvent | None) -> None:
        target = event.target
        if target is None:
            return
        then = following.target if following is not None and following.kind in _SET_BY else None
        if then is not None and then.number == target.number:
            return
        if target.kind in roles.FIELDS | {"checkbox", "radio button"} and event.kind == "click":
            return  # the focus alone: what was done with it comes as an event of its own
        self.made.append(Operation(_CLICKS[event.kind], _where(event, target)))
        self._field = None

    def _input(self, event: PageEvent) -> None:
        target = event.target
        if target is None:
            return
        text: str = self._secret(target) if target.secret else event.value
        if self._field == target.number and self.made and self.made[-1].name == "TYPE":
            self.made[-1].arguments["text"] = text
            self.made[-1].arguments.pop("enter", None)
            return
        arguments: dict[str, Value] = {**_where(event, target), "text": text}
        if event.before:
            arguments["clear"] = True
        self.made.append(Operation("TYPE", arguments))
        self._field = target.number

    def _secret(self, target: PageTarget) -> str:
        name = variables.spell("".join(target.name.split()).lower() or "password")
        if not any(each.arguments["output"] == name for each in self.inputs):
            prompt = target.name or "Password"
            self.inputs.append(Operation("INPUT", {"output": name, "secret": True, "prompt": prompt}))
        return name

    def _key(self, event: PageEvent) -> None:
        key, target = event.value, event.target
        typed = self.made[-1] if self.made else None
        in_field = target is not None and target.number == self._field and typed is not None
        if key == "Enter" and in_field and typed is not None and typed.name == "TYPE":
            typed.arguments["enter"] = (
                True  # in a field of several lines the text that follows holds the break
            )
            return
        if key == "Tab" or (key == "Enter" and target is not None and target.kind in ("button", "link")):
            return  # the focus moves by itself; a button that was pressed by a key is told as clicked
        parts = key.split("+")
        names = [keys.canonical(each) for each in parts]
        if any(name is None for name in names):
            return
        operation = (
            Operation("KEY_PRESS", {"key": keys.label(names[0] or "")})
            if len(parts) == 1
            else Operation("GESTURE", {"keys": key})
        )
        self.made.append(operation)
        self._field = None

    def _set(self, event: PageEvent, target: PageTarget) -> None:
        where = _where(event, target)
        if event.kind == "select":
            self.made.append(Operation("SELECT", {**where, "option": event.value}))
        elif event.kind == "check":
            on: dict[str, Value] = {} if event.value == "true" else {"on": False}
            self.made.append(Operation("CHECK", {**where, **on}))
        else:
            comment = ["# A page does not tell where a file lies: write its whole path here"]
            self.made.append(Operation("TYPE", {**where, "text": event.value}, leading=comment))
        self._field = None


def _where(event: PageEvent, target: PageTarget) -> dict[str, Value]:
    where: dict[str, Value] = {}
    inside = target.rect.overlap(event.size.rect)
    if inside.width > 0 and inside.height > 0:
        where["box"] = from_pixels(inside, event.size)
    if target.kind != "area":
        where["element_type"] = target.kind
    for name in ("name", "id", "near"):
        if value := getattr(target, name):
            where["element_info" if name == "name" else name] = value[:80]
    return where
