"""Computer-use tools: the `computer` tool in its three versions, and the 38 tools of the reference.

A call is `{"action": "left_click", "coordinate": [x, y]}`, or a tool of its own with that name. Places
are pixels of the display that the tool's definition declares. Tools that move windows, answer prompts
or teach are in computer_use_windows; what other tools a transcript calls becomes TOOL.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from cogscript.dialects import words
from cogscript.dialects.call_text import calls_in_text, names_pattern
from cogscript.dialects.computer_use_windows import WINDOWS_ACTIONS, WINDOWS_TOOLS, Bound
from cogscript.dialects.computer_use_write import write
from cogscript.dialects.containers import Piece
from cogscript.dialects.json_fields import DESKTOPS, Fields, Pointing, add_all
from cogscript.dialects.json_plan import Call, Event, Shape, glimpse, read_document, translate
from cogscript.dialects.json_text import JsonArray, JsonObject
from cogscript.dialects.key_calls import hold, press
from cogscript.dialects.merging import ALL_RULES
from cogscript.dialects.plan import Action, Context, Plan, Untranslatable
from cogscript.dialects.tools import tool
from cogscript.language import variables
from cogscript.language.diagnostic import Source, Span, nearest
from cogscript.language.tree import Operation

_FIRST = (
    "key", "type", "mouse_move", "left_click", "left_click_drag", "right_click", "middle_click",
    "double_click", "screenshot", "cursor_position",
)  # fmt: skip
_SECOND = (*_FIRST, "hold_key", "left_mouse_down", "left_mouse_up", "triple_click", "scroll", "wait")
VERSIONS = {
    "computer_20241022": _FIRST,
    "computer_20250124": _SECOND,
    "computer_20251124": (*_SECOND, "zoom"),
}
"""The actions of each version of the `computer` tool."""

MERGES = ALL_RULES

ACTIONS = {
    "request_access": Action(
        '{"name": "request_access", "input": {"apps": ["Notepad"]}}', "the person is asked"
    ),
    "list_granted_applications": Action('{"name": "list_granted_applications", "input": {}}', query=True),
    "screenshot": Action('{"action": "screenshot"}'),
    "zoom": Action('{"action": "zoom", "region": [0, 0, 400, 300]}', "a picture of the region"),
    "switch_display": Action(
        '{"name": "switch_display", "input": {"display": "2"}}', "a tool: .cog has one screen"
    ),
    "left_click": Action('{"action": "left_click", "coordinate": [300, 200], "text": "shift"}'),
    "double_click": Action('{"action": "double_click", "coordinate": [300, 200]}'),
    "triple_click": Action('{"action": "triple_click", "coordinate": [300, 200]}'),
    "right_click": Action('{"action": "right_click", "coordinate": [300, 200]}'),
    "middle_click": Action('{"action": "middle_click", "coordinate": [300, 200]}'),
    "mouse_move": Action('{"action": "mouse_move", "coordinate": [300, 200]}'),
    "left_click_drag": Action(
        '{"action": "left_click_drag", "start_coordinate": [10, 20], "coordinate": [300, 200]}'
    ),
    "left_mouse_down": Action('{"action": "left_mouse_down"}'),
    "left_mouse_up": Action('{"action": "left_mouse_up"}'),
    "cursor_position": Action('{"action": "cursor_position"}', query=True),
    "type": Action('{"action": "type", "text": "你好"}'),
    "key": Action('{"action": "key", "text": "ctrl+s"}', "`repeat` becomes `times`, or several steps"),
    "hold_key": Action('{"action": "hold_key", "text": "shift", "duration": 2}'),
    "scroll": Action(
        '{"action": "scroll", "coordinate": [300, 200], "scroll_direction": "down", "scroll_amount": 3}'
    ),
    "open_application": Action('{"name": "open_application", "input": {"app": "Notepad"}}'),
    "read_clipboard": Action('{"name": "read_clipboard", "input": {}}', "into the variable `clipboard`"),
    "write_clipboard": Action('{"name": "write_clipboard", "input": {"text": "abc"}}'),
    "wait": Action('{"action": "wait", "duration": 2}'),
    "computer_batch": Action(
        '{"name": "computer_batch", "input": {"actions": [{"action": "key", "text": "Return"}]}}'
    ),
    **WINDOWS_ACTIONS,
}

TOOLS = tuple(dict.fromkeys(name.split()[0] for name in ACTIONS))
"""The 38 tools of the reference; an action of one of them is named behind it in ACTIONS."""

_ALIASES = {"click": "left_click", "left_double_click": "double_click", "move": "mouse_move"}
_CLICKS = {
    "left_click": ("left", 1), "right_click": ("right", 1), "middle_click": ("middle", 1),
    "double_click": ("left", 2), "triple_click": ("left", 3),
}  # fmt: skip
_FOREIGN = frozenset({"computer_use", "mobile_use", "browser_use", "web"})
"""Tools of GUI-Plus, whose actions have the same names and other coordinates."""
_WORD = re.compile(r"[a-z][a-z_]{0,39}\Z")
_KNOWN = frozenset({
    "action", "coordinate", "start_coordinate", "end_coordinate", "text", "key", "scroll_direction",
    "scroll_amount", "duration", "region", "repeat", "delta", "direction", "app", "apps", "name", "role",
    "automationId", "title", "hwnd", "pid", "response_type", "arrow_direction", "arrow_count", "message",
    "agent", "command", "click_x", "click_y", "x", "y", "width", "height", "display", "reason", "actions",
})  # fmt: skip


def _bare(value: JsonObject) -> bool:
    action = value.get("action")
    return (
        isinstance(action, str) and bool(_WORD.match(action)) and not value.keys() & {"params", "arguments"}
    )


def _named(name: str) -> bool:
    return name not in _FOREIGN


_PATTERN = names_pattern(TOOLS, ("screenshot",))


def _spoken(piece: Piece, span: Span) -> Iterator[tuple[Span, list[Event]]]:
    return calls_in_text(piece, span, _PATTERN, {})


SHAPE = Shape(_bare, _named, _spoken)


def detect(source: Source) -> float:
    calls = glimpse(source, SHAPE)
    if not calls:
        return 0.0
    if any(name in source.text for name in ("display_width_px", *VERSIONS)):
        return 1.0
    own = {"computer", *TOOLS}
    if any(_plain(call.name) in own and call.arguments.keys() <= _KNOWN for call in calls):
        return 0.95
    bare = [call for call in calls if not call.name]
    known = {*TOOLS, *_ALIASES}
    fitting = [call for call in bare if call.arguments["action"] in known and call.arguments.keys() <= _KNOWN]
    return 0.8 if bare and len(fitting) == len(bare) else 0.0


def read(source: Source, context: Context) -> Plan:
    document = read_document(source, SHAPE)
    plan = Plan(source, context, document.around.screen)
    reader = _Reader(Pointing(plan, document, "pixels", DESKTOPS))
    return translate(document, plan, reader.add)


def _plain(name: str) -> str:
    """A tool's own name, without the server it comes from: `mcp__desktop__left_click`."""
    return name.rpartition("__")[2] if name.startswith("mcp__") else name


class _Reader:
    def __init__(self, pointing: Pointing) -> None:
        self.pointing = pointing
        self.bound = Bound()

    def add(self, call: Call) -> None:
        name = _plain(call.name)
        if name in ("", "computer"):
            action = call.arguments.get("action")
            if not isinstance(action, str):
                raise Untranslatable("`action` is missing")
            name = _ALIASES.get(action, action)
            if name not in TOOLS:
                near = nearest(name, TOOLS)
                raise Untranslatable(
                    f"there is no action `{action[:40]}`",
                    f"did it mean {near}?" if near else "",
                    call.place("action"),
                )
        elif name not in TOOLS:
            add_all(self.pointing.plan, call, [tool(name, call.arguments)])
            return
        if name in ("computer_batch", "teach_batch"):
            self._batch(call)
            return
        add_all(self.pointing.plan, call, self._operations(name, Fields(call, self.pointing)))
        if name == "teach_step":
            self._batch(call, required=False)

    def _batch(self, call: Call, *, required: bool = True) -> None:
        """The actions of a batch, one by one; each is refused alone."""
        actions = call.arguments.get("actions", call.arguments.get("steps"))
        if not isinstance(actions, JsonArray) or not actions:
            if required:
                raise Untranslatable("`actions` is missing")
            return
        inner = [each for each in actions if isinstance(each, JsonObject)]
        if len(inner) != len(actions):
            raise Untranslatable("`actions` is no list of actions", span=call.place("actions", "steps"))
        said = call.description if required else ""
        for each in inner:
            place = each.span if call.piece is None else call.piece.place(*each.span)
            given = each.get("name", each.get("tool"))
            name = given if isinstance(given, str) and "action" not in each else ""
            name = name or ("teach_step" if "explanation" in each else "")
            step = Call(name, each, place, call.piece, said, call.sensitive, call.elements)
            said = ""
            with self.pointing.plan.attempt(place, step.description):
                self.add(step)

    def _operations(self, name: str, fields: Fields) -> list[Operation]:
        if name in _CLICKS:
            return _click(name, fields)
        if name in WINDOWS_TOOLS:
            return list(WINDOWS_TOOLS[name](fields, self.bound))
        return list(_TOOLS[name](fields))


# --- what each tool becomes -----------------------------------------------------------------------


def _click(name: str, fields: Fields) -> list[Operation]:
    button, count = _CLICKS[name]
    return words.click(fields.box("coordinate"), button, count, keys=fields.held("text", "key"))


def _drag(fields: Fields) -> Iterable[Operation]:
    start = fields.box("start_coordinate")
    yield Operation("DRAG", words.arguments(box=start, to=fields.need_box("coordinate", "end_coordinate")))


def _button(name: str) -> Callable[[Fields], Iterable[Operation]]:
    return lambda fields: [Operation(name, words.arguments(box=fields.box("coordinate")))]


def _scroll(fields: Fields) -> Iterable[Operation]:
    amount = fields.number("scroll_amount")
    if amount is None:
        raise fields.missing("scroll_amount")
    direction = fields.text("scroll_direction")
    yield words.scroll(direction, amount, fields.box("coordinate"), keys=fields.held("text", "key"))


def _request(fields: Fields) -> Iterable[Operation]:
    apps = fields.raw("apps")
    names = ", ".join(str(app) for app in apps) if isinstance(apps, JsonArray) else ""
    reason = fields.maybe_text("reason") or ""
    question = f"The plan wants to use {names or 'this computer'}. {reason}".strip()
    yield Operation("ASK_USER", {"question": question})


def _nothing(remark: str) -> Callable[[Fields], Iterable[Operation]]:
    def queried(fields: Fields) -> Iterable[Operation]:
        fields.plan.remark(remark)
        return []

    return queried


def _app(fields: Fields) -> Iterable[Operation]:
    yield Operation("LAUNCH", {"app": fields.text("app", "name")})


_TOOLS: dict[str, Callable[[Fields], Iterable[Operation]]] = {
    "request_access": _request,
    "list_granted_applications": _nothing("list_granted_applications only asks: nothing to do"),
    "screenshot": lambda fields: [Operation("SCREENSHOT")],
    "zoom": lambda fields: [Operation("SCREENSHOT", {"box": fields.need_box("region")})],
    "switch_display": lambda fields: [tool("switch_display", fields.call.arguments)],
    "mouse_move": lambda fields: [Operation("HOVER", {"box": fields.need_box("coordinate")})],
    "left_click_drag": _drag,
    "left_mouse_down": _button("MOUSE_DOWN"),
    "left_mouse_up": _button("MOUSE_UP"),
    "cursor_position": _nothing("cursor_position only asks: nothing to do"),
    "type": lambda fields: [words.typed(fields.text("text"))],
    "key": press,
    "hold_key": hold,
    "scroll": _scroll,
    "open_application": _app,
    "read_clipboard": lambda fields: [Operation("QUOTE_CLIPBOARD", {"output": variables.spell("clipboard")})],
    "write_clipboard": lambda fields: [Operation("SET_CLIPBOARD", {"text": fields.text("text")})],
    "wait": lambda fields: [Operation("WAIT", {"seconds": fields.seconds("duration", default=1)})],
}

__all__ = ["ACTIONS", "MERGES", "TOOLS", "VERSIONS", "detect", "read", "write"]
