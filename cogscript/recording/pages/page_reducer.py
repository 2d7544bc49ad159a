"""A page's events → the workflow that does them again: typing is TYPE, choosing SELECT, ticking CHECK.

A pure function. A click that only brought the focus to a field, opened a list or set a tick is a part of what
followed, and no step of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogscript.language.model import keys, variables
from cogscript.language.model.box import Box, Rect, from_pixels
from cogscript.language.model.tree import Operation, Value, Workflow
from cogscript.recording.pages.page_events import PageEvent, PageTarget
from cogscript.surfaces import roles

_CLICKS = {"click": "CLICK", "double": "DOUBLE_CLICK", "right": "RIGHT_CLICK"}
_SET_BY = {"input", "select", "check", "file"}
"""Events that tell the outcome of the clicks before them."""
_SETTABLE = roles.FIELDS | {"checkbox", "radio button", "switch"}
_UNSAID = frozenset({"area"})
"""Kinds that say nothing of what was clicked."""
_MARKING = frozenset({"Ctrl+A", "Command+A"})
_LONG = 200
"""Characters of a text from which on only what was added to it is written, not all of it."""


def workflow_of(events: Sequence[PageEvent], title: str) -> Workflow:
    """The workflow of a recording; its first event is the visit of the page it began on."""
    writer = _PageWriter()
    for event in events:
        writer.add(event)
    writer.end()
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
        self._field: str | None = None
        """The field that the last TYPE went into."""
        self._began = False
        self._caused = False
        """Whether the last event may have led to another page."""
        self._focus: PageEvent | None = None
        """A click on a field of which nothing has come yet."""
        self._held: tuple[str, str] = ("", "")
        """The field that was last written in, and what it held then."""
        self._going_on = Operation("TYPE")
        """The last TYPE that goes on where the caret was."""
        self._clicked: Rect | None = None
        """Where the last click went that is a line of its own."""
        self._marked: PageEvent | None = None
        """A Ctrl+A of which nothing has come yet."""

    def add(self, event: PageEvent) -> None:
        if event.kind == "visit":
            if self._began and not self._caused:
                self.made.append(Operation("LAUNCH", {"url": event.url}))
            self._began, self._field, self._focus = True, None, None
            return
        self._caused = event.kind in ("click", "double", "key", "check", "select", "answer")
        if not self._comes_of_marking(event):
            self._write_marking()
        if not self._comes_of_focus(event):
            self._write_focus()
        if event.kind in _CLICKS:
            self._click(event)
        elif event.kind == "input":
            self._input(event)
        elif event.kind == "key":
            self._key(event)
        elif event.kind == "drag":
            self._drag(event)
        elif event.kind == "answer":
            self._answer(event)
        elif event.target is not None:
            self._set(event, event.target)

    def end(self) -> None:
        self._write_marking()

    def _comes_of_marking(self, event: PageEvent) -> bool:
        """Whether all of a field was selected only to be replaced by what is entered now."""
        marked, target = self._marked, event.target
        if marked is None or marked.target is None:
            return True
        replaced = event.kind == "input" and target is not None and target.number == marked.target.number
        return replaced or (event.kind == "key" and event.value in _MARKING)

    def _write_marking(self) -> None:
        marked, self._marked = self._marked, None
        if marked is not None:
            self._write_focus()
            self.made.append(Operation("GESTURE", {"keys": marked.value}))
            self._field = None

    # --- clicks -------------------------------------------------------------------------------------

    def _comes_of_focus(self, event: PageEvent) -> bool:
        """Whether a click on a field before this event is a part of it, or of nothing at all."""
        focus, target = self._focus, event.target
        if focus is None or focus.target is None:
            return True
        if target is None:
            return False
        if target.number == focus.target.number:
            return True
        if target.listed and event.kind == "click" and focus.target.kind == "combo box":
            return True  # both are a SELECT
        return target.kind in _SETTABLE  # on to the next field

    def _write_focus(self) -> None:
        focus, self._focus = self._focus, None
        if focus is not None and focus.target is not None:
            self.made.append(Operation("CLICK", _where(focus, focus.target)))

    def _click(self, event: PageEvent) -> None:
        target, opened = event.target, self._focus
        self._focus = None
        if target is None:
            return
        if target.listed and event.kind == "click" and opened is not None and opened.target is not None:
            self.made.append(Operation("SELECT", {**_where(opened, opened.target), "option": target.name}))
        elif target.kind in _SETTABLE and event.kind == "click":
            self._focus = event
        else:
            self.made.append(Operation(_CLICKS[event.kind], _where(event, target)))
            self._clicked = target.rect
        self._field = None

    def _answer(self, event: PageEvent) -> None:
        """A page asked in a window of its own."""
        if event.typed:
            asked: dict[str, Value] = {"text": event.typed, "element_type": "text field", "clear": True}
            self.made.append(Operation("TYPE", {**asked, "element_info": event.before}))
        self.made.append(Operation("CLICK", {"element_type": "button", "element_info": event.value}))
        self._field = None

    def _drag(self, event: PageEvent) -> None:
        if event.target is None or event.way is None:
            return
        start, end = (_point(place, event) for place in event.way)
        where = _where(event, event.target)
        if not ({"element_info", "id"} & where.keys()):
            where = {}
        self.made.append(Operation("DRAG", {**where, "box": start, "to": end}))
        self._field = self._focus = None

    # --- fields -------------------------------------------------------------------------------------

    def _input(self, event: PageEvent) -> None:
        target = event.target
        self._focus = None
        if target is None:
            return
        text: str = self._secret(target) if target.secret else event.value
        if self._field == target.number and self.made and self.made[-1].name == "TYPE":
            self._held = (target.number, event.value)
            self.made[-1].arguments["text"] = text
            self.made[-1].arguments.pop("enter", None)
            return
        went_on = self._went_on(event, target)
        self._held = (target.number, event.value)
        if went_on:
            if not (self.made and self.made[-1] is self._going_on):
                self._going_on = Operation("TYPE", {"text": ""})
                self.made.append(self._going_on)
            self._going_on.arguments["text"] = str(self._going_on.arguments["text"]) + went_on
            self._field = None
            return
        where = {} if self._was_opened(target) else _where(event, target)
        arguments: dict[str, Value] = {**where, "text": text}
        added = _added(event.before, event.value) if len(event.before) > _LONG else None
        if added is not None:
            arguments["text"] = added
        elif event.before or self._marked is not None:
            arguments["clear"] = True
        self._marked = None
        self.made.append(Operation("TYPE", arguments))
        self._field = target.number if added is None else None

    def _went_on(self, event: PageEvent, target: PageTarget) -> str:
        """What was written on where the caret was: a button of an editor's own leaves it there."""
        number, value = self._held
        goes_on = event.kept and number == target.number and not target.secret
        return event.value[len(value) :] if goes_on and event.value.startswith(value) else ""

    def _was_opened(self, target: PageTarget) -> bool:
        """Whether it is a nameless field that a click on its place has just opened: a cell of a grid."""
        last = self.made[-1].name if self.made else ""
        if last not in ("CLICK", "DOUBLE_CLICK") or self._clicked is None or target.rect is None:
            return False
        return not target.name and self._clicked.holds(target.rect.middle)

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
        if key in _MARKING and target is not None:
            self._marked = event
            return
        self._write_focus()
        if len(parts) > 1:
            self.made.append(Operation("GESTURE", {"keys": key}))
        elif (
            typed is not None and typed.name == "KEY_PRESS" and self.made[-1] is typed and _same(typed, names)
        ):
            typed.arguments["times"] = int(str(typed.arguments.get("times", 1))) + 1
        else:
            self.made.append(Operation("KEY_PRESS", {"key": keys.label(names[0] or "")}))
        self._field = None

    def _set(self, event: PageEvent, target: PageTarget) -> None:
        self._focus = None
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


def _same(pressed: Operation, names: Sequence[str | None]) -> bool:
    return keys.canonical(str(pressed.arguments["key"])) == names[0]


def _added(before: str, after: str) -> str | None:
    """What was put into a text; None when something was taken out, too."""
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    rest = len(before) - start
    return (
        after[start : len(after) - rest]
        if after.endswith(before[start:]) and len(after) > len(before)
        else None
    )


def _point(place: tuple[int, int], event: PageEvent) -> Box:
    x, y = (min(999, max(0, side * 1000 // full)) for side, full in zip(place, event.size, strict=True))
    return Box.of(x, y)


def _where(event: PageEvent, target: PageTarget) -> dict[str, Value]:
    where: dict[str, Value] = {}
    inside = target.rect.overlap(event.size.rect) if target.rect is not None else None
    if inside is not None and inside.width > 0 and inside.height > 0:
        where["box"] = from_pixels(inside, event.size)
    if target.kind not in _UNSAID and (target.name or target.kind != "label"):
        where["element_type"] = target.kind
    for name in ("name", "id", "near"):
        if value := getattr(target, name):
            where["element_info" if name == "name" else name] = value
    if "near" in where and not ({"element_type", "element_info", "id"} & where.keys()):
        where["element_type"] = target.kind
    return where
