"""Finds an agent's calls in whatever JSON they come in, with what was said about each.

A single action, an array, JSON lines, a request or a response of a model's interface, a chat log, a
Markdown answer, a text with `<tool_call>` blocks: the same walk finds the calls in all of them. A dialect
only says what its own actions look like (Shape) and what each becomes. The walk also keeps what stands
around the calls: the task, the platform, sizes, the elements that came with a screenshot, and what the
agent said before it acted.
"""

from __future__ import annotations

import re

from cogscript.dialects.formats.argument_names import DESCRIPTIONS, HELD, REPEATS
from cogscript.dialects.formats.containers import Piece, pieces
from cogscript.dialects.formats.json_text import find
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue, NotJson, Parsed
from cogscript.dialects.formats.tool_calls.alike import Alike
from cogscript.dialects.formats.tool_calls.before_break import whole_values
from cogscript.dialects.formats.tool_calls.broken_json import is_template, was_an_action
from cogscript.dialects.formats.tool_calls.call_objects import call_of, placed, says_more
from cogscript.dialects.formats.tool_calls.nested_parameters import with_parameters
from cogscript.dialects.formats.tool_calls.objects import (
    CALLS,
    RESULTS,
    SPOKEN,
    acts,
    is_definition,
    is_idle,
    kind_of,
    names_action,
    role_of,
    words_of,
)
from cogscript.dialects.formats.tool_calls.plan import Broken, JsonPlan, Repair, Shape, ToolCall
from cogscript.dialects.formats.tool_calls.sisters import Sisters
from cogscript.dialects.formats.tool_calls.text_marks import THOUGHTS, marks
from cogscript.dialects.formats.tool_calls.titled_calls import TitledCalls
from cogscript.dialects.formats.yaml_text import NotYaml, documents
from cogscript.language.model.diagnostic import Source, Span

_TEXTS = ("content", "text", "output", "response", "message", "completion", "prediction", "value", "action")
"""Keys whose strings may hold calls of their own."""
_APPLIED = re.compile(r"(?<![\w.])((?:computer|mobile|browser)(?:_use)?)\(\s*\Z")
"""A tool that says in its arguments what is done, written as a call of the object of them."""
_ONE_WORD = re.compile(r"[A-Za-z_]{2,40}")
_STEPS = frozenset({"actions", "steps", "trajectory", "user_history"})
"""Keys of lists in which every item is a step."""
_CHOICES = ("choices", "candidates")
_OF_SCHEMAS = frozenset({"enum", "properties", "required"})
"""What says which arguments a tool takes."""
_NOT_DONE = frozenset({"proposed_actions", "proposed_action"})
_LABEL = re.compile(r"^[\s*#>-]*(?:action|thought|step \d+|动作|思考)\**\s*[:：]\**\s*", re.I)
_YAML = re.compile(
    r"\s*(?:---\s+)?(?:(?:steps|actions|plan)\s*:\s*\n\s*)?(?:-[ \t]+)?"
    r"(?:action|action_type|type|name|function|tool)[ \t]*:[ \t]+[\"']?[A-Za-z_]+[\"']?[ \t]*\r?\n"
    r"[ \t]*\w+[ \t]*:"
)
"""A list of actions in YAML: the first key names an action, and another follows on the next line."""
_NESTING = 4
"""Strings of JSON within strings of JSON."""


def read_plan(source: Source, shape: Shape) -> JsonPlan:
    return _Walk(source, shape).read()


def glimpse(source: Source, shape: Shape) -> list[ToolCall]:
    """The calls of a text, also of one that was cut off: enough to recognise its dialect."""
    return _Walk(source, shape, partial=True).read().calls


def read_piece(piece: Piece, shape: Shape) -> JsonPlan:
    """The calls in one piece of a file, for a dialect that shares its files with another."""
    walk = _Walk(piece.source, shape)
    walk.read_piece(piece)
    return walk.found


class _Walk:
    def __init__(self, source: Source, shape: Shape, *, partial: bool = False) -> None:
        self.source = source
        self.partial = partial
        self.shape = shape
        self.found = JsonPlan()
        self.metadata = self.found.metadata
        self.said = ""
        """What the agent said since its last call."""
        self.sensitive = False
        self.depth = 0
        self.told: dict[tuple[str, str], dict[str, JsonValue]] = {}
        """The calls that have an id of their own, by their kind and that."""
        self.titled = TitledCalls(shape)
        self.applied = ""
        """The tool whose brackets stand around the object that is read now."""

    def read(self) -> JsonPlan:
        values = self._only_json()
        if values is not None:
            for value in values:
                self._take(value, None)
        elif listed := self._yaml():
            for each in listed:
                self._items(each, Span(0, len(self.source.text)), None)
        else:
            for piece in pieces(self.source):
                self.read_piece(piece)
        return self.found

    def read_piece(self, piece: Piece) -> None:
        if piece.node is not None:
            self._visit(piece.node.value, piece.node.span, None, piece.role)
        else:
            self._text(piece, piece.role)

    def _yaml(self) -> list[JsonValue]:
        """The values of a file that is a list of actions in YAML, or one action."""
        if not _YAML.match(self.source.text):
            return []
        try:
            found = documents(self.source.text)
        except NotYaml:
            return []
        return [each for each in found if isinstance(each, JsonObject | JsonArray)]

    def _only_json(self) -> list[Parsed | NotJson] | None:
        """The values of a file that holds JSON alone: one value, or several one after the other."""
        text = self.source.text
        at = len(text) - len(text.lstrip("\ufeff \t\r\n"))
        if text[at : at + 1] not in ("{", "["):
            return None
        values: list[Parsed | NotJson] = []
        for value in find(text, at):
            if text[at : value.span.start].strip(" \t\r\n,") and isinstance(value, Parsed):
                return None
            values.append(value)
            at = value.span.end
        return values if values and not text[at:].strip(" \t\r\n,;`") else None

    def _take(self, value: Parsed | NotJson, piece: Piece | None) -> None:
        """One JSON value, or why it is none."""
        if isinstance(value, NotJson):
            if value.unfinished and not self.partial:
                self._before_the_break(value, piece)
                return
            if self.partial and value.partial is not None:
                self._visit(value.partial, value.span, piece, "")
            self._broken(value, piece)
            return
        before = len(self.found.events)
        self._items(value.value, value.span, piece)
        if piece is None or len(self.found.events) > before:  # nobody needs repairs of what is no plan
            self.found.events[before:before] = [
                Repair(placed(piece, repair.span), repair.text) for repair in value.repairs
            ]

    def _before_the_break(self, value: NotJson, piece: Piece | None) -> None:
        values, is_whole = whole_values(value, self.shape.bare)
        before = len(self.found.events)
        for item, place in values:
            self._visit(item, place, piece, "")
        if is_whole and len(self.found.events) > before:
            self.found.events.insert(before, Repair(placed(piece, value.span), value.reason))
        else:
            self._broken(value, piece)

    def _broken(self, value: NotJson, piece: Piece | None) -> None:
        if piece is not None and is_template(piece.text, value):
            self.found.events.append(Repair(placed(piece, value.span), "a form to fill in is no action"))
        elif piece is None or (value.partial is not None and was_an_action(piece.text, value)):
            self.found.events.append(Broken(placed(piece, value.span), value.reason))

    def _items(self, value: JsonValue, span: Span, piece: Piece | None) -> None:
        """The steps of a list, or the one that stands alone; one that says nothing at all is reported."""
        steps = [(value, span)]
        if isinstance(value, JsonArray) and any(isinstance(item, JsonObject) for item in value):
            steps = list(zip(value, value.places, strict=True))
        alike = Alike(self.found.events, piece)
        for item, place in steps:
            if isinstance(item, str) and _ONE_WORD.fullmatch(item.strip()):
                self._word(item.strip(), place, piece)
                continue
            before, acted = self._known(), len(self.found.events)
            self._visit(item, place, piece, "")
            idle = self._known() != before or is_idle(item)
            if names_action(item):
                idle = len(self.found.events) > acted  # what it says beside its action is no step
            if not idle and (piece is None or acts(item)):
                reason = "there is no action of this agent here"
                self.found.events.append(Broken(placed(piece, place), reason))
            alike.saw(item, place, acted)
        alike.end()

    def _word(self, word: str, span: Span, piece: Piece | None) -> None:
        """A step of a list that is a word alone, such as OSWorld's "DONE"."""
        if self.shape.words is not None and (made := self.shape.words(word)) is not None:
            self._add("", made, placed(piece, span), piece, "")
        else:
            self.found.events.append(Broken(placed(piece, span), f"there is no action `{word}`"))

    def _known(self) -> tuple[object, ...]:
        """All that is known so far: it changes whenever something is understood."""
        metadata = self.metadata
        return (
            len(self.found.events), self.said, metadata.title, metadata.platform, metadata.screen,
            metadata.resolution, id(metadata.seen),
        )  # fmt: skip

    # --- values -------------------------------------------------------------------------------

    def _visit(self, value: JsonValue, span: Span, piece: Piece | None, role: str) -> None:
        if isinstance(value, JsonArray) and not _lists_words(value):
            alike = Alike(self.found.events, piece)
            for item, place in zip(value, value.places, strict=True):
                before = len(self.found.events)
                self._visit(item, place, piece, role)
                alike.saw(item, place, before)
            alike.end()
        elif isinstance(value, JsonObject):
            self._object(value, piece, role)
        elif isinstance(value, str) and self.depth < _NESTING:
            self.depth += 1
            self._text(self._inside(value, span, piece), role)
            self.depth -= 1

    def _inside(self, text: str, span: Span, piece: Piece | None) -> Piece:
        """The text of a JSON string, able to say where in the file each character of it stands."""
        if piece is None:
            return Piece("text", self.source, span, text=text)
        return _Quoted(self.source, piece.place(*span), text)

    def _object(self, value: JsonObject, piece: Piece | None, role: str) -> None:
        role = role_of(value) or role
        acting = role not in ("user", "system", "developer", "tool")
        if acting and self._was_told(value, piece):
            return
        if acting and self._call(value, piece):
            return
        kind = kind_of(value)
        if kind in RESULTS or not acting:
            self._metadata(value, piece, role)
            return
        self.metadata.read_object(value)
        said = words_of(value)
        if said:
            self.said = said
        self._beside(value, piece)
        outer, self.sensitive = self.sensitive, self.sensitive or bool(value.get("pending_safety_checks"))
        sisters = Sisters(self.found.events)
        for key, inner in value.items():
            if key in _OF_SCHEMAS:
                continue
            sisters.begin(key)
            if isinstance(inner, JsonObject | JsonArray) or (isinstance(inner, str) and key in _TEXTS):
                if key in _NOT_DONE and "executed_action" in value:
                    continue  # a record of what was thought of, beside what was done
                if (
                    key in _CHOICES
                    and isinstance(inner, JsonArray)
                    and len(inner) > 1
                    and all(map(_answers, inner))
                ):
                    message = "of several answers to the same question the first is taken"
                    self.found.events.append(Repair(placed(piece, inner.places[1]), message))
                    self._visit(inner[0], inner.places[0], piece, role)
                elif key == "tools" and not _are_called(inner):
                    self.metadata.read_objects(inner)
                elif key in _STEPS or key == "tools":
                    self._items(inner, value.places[key], piece)
                elif not (key in DESCRIPTIONS or (key == "text" and kind in SPOKEN and said == inner)):
                    self._visit(inner, value.places[key], piece, role)
        sisters.end()
        self.sensitive = outer

    def _was_told(self, value: JsonObject, piece: Piece | None) -> bool:
        """Whether it is a call that stands before with the same id: what is sent to a model repeats its
        answers."""
        kind, number = kind_of(value), value.get("call_id", value.get("id"))
        if kind not in CALLS or not isinstance(number, str) or not number:
            return False
        told = {key: inner for key, inner in value.items() if key != "status"}
        if self.told.get((kind, number)) == told:
            message = "a call with this id stands before: it is done once"
            self.found.events.append(Repair(placed(piece, value.span), message))
            return True
        self.told[kind, number] = told
        return False

    def _beside(self, value: JsonObject, piece: Piece | None) -> None:
        """How often, or with which keys held, an action is done must not stand unread beside it."""
        if not any(isinstance(value.get(key), JsonObject | JsonArray) for key in ("action", "actions")):
            return
        for key in (*HELD, *REPEATS):
            if says_more(key, value.get(key)):
                place = placed(piece, value.places[key])
                self.found.events.append(Broken(place, f"`{key}` beside an action is not understood"))

    def _call(self, value: JsonObject, piece: Piece | None) -> bool:
        """Take the object as a call, if it is one."""
        described = words_of(value)
        if isinstance(within := value.get("action"), JsonObject) and names_action(within):
            return False  # a record that names its action beside it
        action = value if self.shape.nested else with_parameters(value)
        if self.shape.bare(action) and (not self.applied or self.shape.named(self.applied)):
            self._add(self.applied, action, placed(piece, value.span), piece, described)
            return True
        events = call_of(value, self.shape, piece, self._inside)
        for event in events or ():
            if isinstance(event, ToolCall):
                self._add(event.name, event.arguments, event.span, event.piece, described)
            else:
                self.found.events.append(event)
        return events is not None

    def _add(self, name: str, arguments: JsonObject, span: Span, piece: Piece | None, said: str) -> None:
        self.found.events.append(
            ToolCall(name, arguments, span, piece, said or self.said, self.sensitive, self.metadata.seen)
        )
        self.said = ""

    # --- what surrounds the calls -----------------------------------------------------------------

    def _metadata(self, value: JsonValue, piece: Piece | None, role: str) -> None:
        """A person's or a program's part of the log: the task and what was seen, but no action."""
        if isinstance(value, JsonArray):
            for item in value:
                self._metadata(item, piece, role)
        elif isinstance(value, JsonObject):
            self.metadata.read_object(value)
            for key, inner in value.items():
                if isinstance(inner, JsonObject | JsonArray) or key in ("content", "text", "output", "value"):
                    self._metadata(inner, piece, "tool" if kind_of(value) in RESULTS else role)
        elif isinstance(value, str):
            self.metadata.read_text(value, role)

    # --- texts --------------------------------------------------------------------------------------

    def _text(self, piece: Piece, role: str) -> None:
        if role in ("user", "system", "developer", "tool"):
            self.metadata.read_text(piece.text, role)
            return
        if "UI element " in piece.text:
            self.metadata.read_elements(piece.text)
        inside = ""
        at = 0
        for mark in (*marks(piece.text), None):
            end = mark.start() if mark else len(piece.text)
            if inside == "tools":
                self.metadata.read_text(piece.text[at:end], "system")
            elif inside in THOUGHTS:
                self.said = self.said or piece.text[at:end].strip()
            else:
                self._region(piece, at, end)
            if mark:
                inside = "" if mark[1] or not mark[2] else mark[2].casefold()
                at = mark.end()

    def _region(self, piece: Piece, start: int, end: int) -> None:
        """A part of a text between two marks: calls written as text, JSON, and prose."""
        at = start
        for span, events in self.shape.in_text(piece, Span(start, end)) if self.shape.in_text else ():
            self._values(piece, at, span.start)
            for event in events:
                if isinstance(event, ToolCall):
                    event.description = event.description or self.said
                    event.seen = self.metadata.seen
                    self.said = ""
                self.found.events.append(event)
            at = span.end
        self._values(piece, at, end)

    def _values(self, piece: Piece, start: int, end: int) -> None:
        at = start
        for value in find(piece.text, start, end):
            titled = self.titled.take(piece, at, value, self.found.events)
            if titled is not None:
                self._prose(piece.text[at : titled.line])
                self._add(titled.name, titled.arguments, titled.span, piece, "")
                at = value.span.end
                continue
            begin = value.begin if isinstance(value, NotJson) else value.span.start
            tool = _APPLIED.search(piece.text, at, begin)
            self._prose(piece.text[at : tool.start() if tool else begin])
            self.applied = tool[1] if tool else ""
            self._take(value, piece)
            self.applied = ""
            at = max(at, value.span.end)
        self._prose(piece.text[at:end])

    def _prose(self, text: str) -> None:
        if text.strip(" \t\r\n,`[]"):
            self.metadata.read_text(text, "")
            self.said = "\n".join(filter(None, (_LABEL.sub("", line).strip() for line in text.splitlines())))


class _Quoted(Piece):
    """A string of JSON inside a string of JSON: its places are those of the outer one."""

    def __init__(self, source: Source, span: Span, text: str) -> None:
        super().__init__("text", source, span, text=text)

    def place(self, start: int, end: int) -> Span:
        return self.span


def _lists_words(value: JsonArray) -> bool:
    """Whether it only names things: the actions that there are, and none that is done."""
    return len(value) > 2 and all(isinstance(each, str) and _ONE_WORD.fullmatch(each) for each in value)


def _answers(value: JsonValue) -> bool:
    """Whether it is one of the answers in the envelope of a model's interface."""
    return isinstance(value, JsonObject) and bool(value.keys() & {"message", "content", "text"})


def _are_called(tools: JsonValue) -> bool:
    """Whether a list of tools is one of calls: each with its arguments, where a definition says which there
    are."""
    return (
        isinstance(tools, JsonArray)
        and bool(tools)
        and all(
            isinstance(each, JsonObject)
            and isinstance(each.get("name"), str)
            and any(key in each and not is_definition(each[key]) for key in ("arguments", "input", "args"))
            for each in tools
        )
    )
