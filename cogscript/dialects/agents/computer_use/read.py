"""Computer-use tools: the `computer` tool in its three versions, and the 38 tools of the reference.

A call is `{"action": "left_click", "coordinate": [x, y]}`, or a tool of its own with that name. Places
are pixels of the display that the tool's definition declares, or of the window that the plan is bound to.
Tools that bind windows, answer prompts or teach are in windows.py; any other tool becomes TOOL.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cogscript.dialects.agents.computer_use.binding import BoundWindow
from cogscript.dialects.agents.computer_use.key_strokes import hold, press
from cogscript.dialects.agents.computer_use.windows_tools import (
    ONLY_WINDOWS,
    TERMINAL,
    WINDOWS_ACTIONS,
    WINDOWS_TOOLS,
)
from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Action, DialectOptions, Draft, DraftBlock, Untranslatable
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.action_names import known_as
from cogscript.dialects.formats.argument_names import (
    AMOUNTS,
    CHANGING,
    COMMENTARY,
    DIRECTIONS,
    HELD,
    MILLISECONDS,
    UNITS,
)
from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue
from cogscript.dialects.formats.tool_calls import common_actions as common
from cogscript.dialects.formats.tool_calls.common_actions import Translate
from cogscript.dialects.formats.tool_calls.custom_tools import tool
from cogscript.dialects.formats.tool_calls.fields import Fields, action_of, add_all
from cogscript.dialects.formats.tool_calls.listed_arguments import calls_in_lists, calls_in_terminals
from cogscript.dialects.formats.tool_calls.plan import Event, Shape, ToolCall, translate
from cogscript.dialects.formats.tool_calls.plan_places import DESKTOPS, PHONES, PlanPlaces, has_places
from cogscript.dialects.formats.tool_calls.tagged_calls import calls_in_tags
from cogscript.dialects.formats.tool_calls.walk import glimpse, read_plan
from cogscript.dialects.formats.tool_calls.written_calls import calls_in_text, names_pattern
from cogscript.language.model import variables
from cogscript.language.model.diagnostic import Source, Span
from cogscript.language.model.tree import Operation, Value

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
        '{"name": "request_access", "input": {"apps": ["Notepad"]}}', "nothing else may be used from there on"
    ),
    "list_granted_applications": Action('{"name": "list_granted_applications", "input": {}}', query=True),
    "screenshot": Action('{"action": "screenshot"}'),
    "zoom": Action('{"action": "zoom", "region": [0, 0, 400, 300]}', "a picture of the region"),
    "switch_display": Action(
        '[{"name": "switch_display", "input": {"display": "2"}}, {"action": "key", "text": "Return"}]',
        "what follows stands in IN(monitor=2)",
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
"""The 38 tools of the reference; an action of one of them follows its name in ACTIONS."""

_ALIASES = {
    "click": "left_click", "left_double_click": "double_click", "move": "mouse_move",
    "open_app": "open_application",
}  # fmt: skip
_AS_NAMED = {name: name for name in TOOLS}
_USUAL_NOTCHES = 5
_CLICKS = {
    "left_click": ("left", 1), "right_click": ("right", 1), "middle_click": ("middle", 1),
    "double_click": ("left", 2), "triple_click": ("left", 3),
}  # fmt: skip
_FOREIGN = frozenset({"computer_use", "mobile_use", "browser_use", "web"})
"""Tools of GUI-Plus, whose actions have the same names and other coordinates."""
_WITHOUT_ARGUMENTS = frozenset({
    "screenshot", "cursor_position", "left_mouse_down", "left_mouse_up", "list_granted_applications",
    "read_clipboard", "activate_window", "left_click", "right_click", "middle_click", "double_click",
    "triple_click",
})  # fmt: skip
_WORD = re.compile(r"[a-z][a-z_]{0,39}\Z")
_KNOWN = frozenset({
    *COMMENTARY, "step",
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


_OF_OTHERS = ("screenshot(", "type(", "wait(")
"""Calls written as text that other agents have, too."""
_TOOLS_OF_ACTIONS = ("computer", "computer_tool")
_PATTERN = names_pattern(TOOLS, ("screenshot",), _TOOLS_OF_ACTIONS)


def _spoken(piece: Piece, span: Span) -> Iterator[tuple[Span, list[Event]]]:
    if tagged := list(calls_in_tags(piece, span)):
        return iter(tagged)
    for listing in (calls_in_lists, calls_in_terminals):
        if listed := list(listing(piece, span, _is_tool)):
            return iter(listed)
    return calls_in_text(piece, span, _PATTERN, {})


def _is_tool(name: str) -> bool:
    return _plain(name) in TOOLS or _plain(name) in _TOOLS_OF_ACTIONS


def _titles(name: str) -> bool:
    return name.startswith("mcp__") or name in TOOLS


SHAPE = Shape(_bare, _named, _spoken, titles=_titles)


def detect(source: Source) -> float:
    calls = glimpse(source, SHAPE)
    if not calls:
        return 0.0
    if any(name in source.text for name in ("display_width_px", *VERSIONS)):
        return 1.0
    own = {*_TOOLS_OF_ACTIONS, *TOOLS}
    if all(source.text.startswith(_OF_OTHERS, call.span.start) for call in calls):
        return 0.82 if any(call.arguments for call in calls) else 0.6
    if any(
        _plain(call.name) in own
        and call.arguments.keys() <= _KNOWN
        and (call.arguments or _plain(call.name) in _WITHOUT_ARGUMENTS)
        for call in calls
    ):
        return 0.95
    if '"tool_use"' in source.text and any(
        _plain(call.name) in own and call.arguments and call.arguments.keys() <= _KNOWN | CHANGING
        for call in calls
    ):
        return 0.85
    known = {*TOOLS, *_ALIASES}
    named = [
        call
        for call in calls
        if _plain(call.name) in _TOOLS_OF_ACTIONS and known_as(str(call.arguments.get("action")), known)
    ]
    if named:
        return 0.85 if any({"x", "y"} <= call.arguments.keys() for call in named) else 0.6
    bare = [call for call in calls if not call.name]
    fitting = [call for call in bare if call.arguments["action"] in known and call.arguments.keys() <= _KNOWN]
    if bare and len(fitting) == len(bare):
        return 0.8
    if bare and all(
        call.arguments["action"] in known and call.arguments.keys() <= _KNOWN | {*MILLISECONDS, *UNITS}
        for call in bare
    ):
        return 0.7
    placed = any({"x", "y"} <= call.arguments.keys() for call in bare)
    alike = bool(bare) and all(known_as(str(call.arguments["action"]), known) for call in bare)
    return 0.75 if placed and alike else 0.5 if alike else 0.0  # two numbers are pixels; Qwen has lists


def read(source: Source, options: DialectOptions) -> Draft:
    plan = read_plan(source, SHAPE)
    draft = Draft(source, options, plan.metadata.screen)
    translator = _ToolTranslator(PlanPlaces(draft, plan, "pixels", DESKTOPS + PHONES))
    translate(plan, draft, translator.add)
    translator.window.release()
    return draft


def _plain(name: str) -> str:
    """A tool's own name, without the server it comes from: `mcp__desktop__left_click`."""
    return name.rpartition("__")[2] if name.startswith("mcp__") else name


class _ToolTranslator:
    def __init__(self, places: PlanPlaces) -> None:
        self.places = places
        self.draft = places.draft
        self.window = BoundWindow(self.draft)
        plan = places.plan
        self.binds_what_it_opens = plan.metadata.platform == "windows" or any(
            _plain(call.name) in ONLY_WINDOWS for call in plan.calls
        )

    def add(self, call: ToolCall) -> None:
        name = _plain(call.name)
        if name in ("", *_TOOLS_OF_ACTIONS):
            action = call.arguments.get("action")
            if not isinstance(action, str):
                raise Untranslatable("`action` is missing")
            name = _ALIASES.get(action) or action_of(action, _AS_NAMED, self.draft, call.place("action"))
            if action == "click" and not has_places(call):
                self.draft.repaired(
                    call.place("action"), "`click` gives no place: it is done where the pointer is"
                )
        elif name not in TOOLS:
            add_all(self.draft, call, [tool(name, call.arguments)])
            return
        if name in ("computer_batch", "teach_batch"):
            self._batch(call)
            return
        if self.draft.screen is None and self.draft.block is None:
            self.draft.screen = call.seen.picture  # a screenshot is as large as its display
        self.window.enter(call, self.places)
        fields = Fields(call, self.places)
        if name == "switch_display":
            self.window.release()
            number = _monitor(fields)
            fields.report_unused(())
            self.draft.block = None if number is None else DraftBlock({"monitor": number}, call.span)
            return
        operations = self._operations(name, fields)
        fields.use("actions", "steps")  # a batch, or what a lesson shows
        fields.report_unused(operations)
        self._add(name, call, operations)
        if name == "teach_step":
            self._batch(call, required=False)

    def _add(self, name: str, call: ToolCall, operations: list[Operation]) -> None:
        """Add what a call became. An application is opened, and a window moved, on the screen and not in
        the bound window."""
        if name in ("open_application", "open_terminal"):
            launch, *operations = operations
            self.window.release()
            add_all(self.draft, call, [launch])
            if self.binds_what_it_opens:
                app = launch.arguments.get("app")
                self.window.bind(call, app=app if isinstance(app, str) else TERMINAL)
        block = self.draft.block
        if any(each.name == "WINDOW" and each.arguments.keys() & {"box", "title"} for each in operations):
            self.draft.block = None
        add_all(self.draft, call, operations)
        self.draft.block = block
        self.window.used |= bool(operations)

    def _batch(self, call: ToolCall, *, required: bool = True) -> None:
        """The actions of a batch, one by one; each is refused alone."""
        actions = call.arguments.get("actions", call.arguments.get("steps"))
        if not isinstance(actions, JsonArray) or not actions:
            if required:
                raise Untranslatable("`actions` is missing")
            return
        inner = [each for each in actions if isinstance(each, JsonObject)]
        if len(inner) != len(actions):
            raise Untranslatable("`actions` is not a list of actions", span=call.place("actions", "steps"))
        description = call.description if required else ""
        if required:
            whole = Fields(call, self.places)
            whole.use("actions", "steps")
            whole.report_unused(())
        for each in inner:
            place = each.span if call.piece is None else call.piece.place(*each.span)
            given = each.get("name", each.get("tool"))
            name = given if isinstance(given, str) and "action" not in each else ""
            name = name or ("teach_step" if "explanation" in each else "")
            step = ToolCall(name, each, place, call.piece, description, call.sensitive, call.seen)
            description = ""
            with self.draft.attempt(place, step.description):
                self.add(step)

    def _operations(self, name: str, fields: Fields) -> list[Operation]:
        if name in WINDOWS_TOOLS:
            return list(WINDOWS_TOOLS[name](fields, self.window))
        return list(_TOOLS[name](fields))


# --- what each tool becomes -----------------------------------------------------------------------


def _drag(fields: Fields) -> Iterable[Operation]:
    later = fields.given("to_coordinate", "end_coordinate")
    both = later is not None and fields.given("start_coordinate") is None and fields.given("coordinate")
    start = fields.box("coordinate" if both else "start_coordinate")
    end = fields.need_box(later) if both and later else fields.need_box("coordinate", "end_coordinate")
    return [Operation("DRAG", builders.arguments(box=start, to=end, keys=fields.held("text", "key", *HELD)))]


def _scroll(fields: Fields) -> Iterable[Operation]:
    amount = fields.notches("scroll_amount", *AMOUNTS)
    if amount is None:
        amount = _USUAL_NOTCHES
        fields.draft.repaired(fields.call.span, f"how far is not said: {amount} notches are assumed")
    direction = fields.text("scroll_direction", *DIRECTIONS)
    held = fields.held("text", "key", *HELD)
    return [builders.scroll(direction, amount, fields.place("coordinate"), keys=held)]


def _request(fields: Fields) -> Iterable[Operation]:
    given = fields.raw("apps")
    apps: list[Value] = [_app_name(each) for each in given] if isinstance(given, JsonArray) else []
    reads, writes = (fields.flag(name) for name in ("clipboardRead", "clipboardWrite"))
    clipboard = "both" if reads and writes else "read" if reads else "write" if writes else None
    system_keys = fields.flag("systemKeyCombos") or None
    reason = fields.maybe_text("reason")
    allowed = builders.arguments(
        apps=apps or None, clipboard=clipboard, system_keys=system_keys, reason=reason
    )
    return [Operation("ALLOW", allowed)]


def _app_name(given: JsonValue) -> str:
    """Some clients give each application as an object with its name."""
    if isinstance(given, JsonObject):
        given = next((given[key] for key in ("displayName", "name", "app", "bundleId") if key in given), "")
    return str(given)


def _nothing(remark: str) -> Translate:
    def queried(fields: Fields) -> Iterable[Operation]:
        fields.draft.remark(remark)
        return []

    return queried


def _screenshot(fields: Fields) -> Iterable[Operation]:
    fields.use("save_to_disk")  # the picture is saved in any case
    return [Operation("SCREENSHOT")]


def _zoom(fields: Fields) -> Iterable[Operation]:
    fields.use("save_to_disk")
    return [Operation("SCREENSHOT", {"box": fields.need_box("region")})]


def _monitor(fields: Fields) -> int | None:
    """The monitor that is switched to; None for the usual one."""
    text = fields.text("display").strip()
    if text.casefold() in ("auto", "primary", "main", "1"):
        return None
    if not text.isdecimal():
        raise Untranslatable(
            f"the monitor {text[:40]!r} is given by a name",
            "give its number: 1, 2 …",
            fields.call.place("display"),
        )
    return int(text) or None


_TOOLS: dict[str, Translate] = {
    **{name: common.click(button, count, held=("text", "key")) for name, (button, count) in _CLICKS.items()},
    "request_access": _request,
    "list_granted_applications": _nothing("list_granted_applications only asks: nothing to do"),
    "screenshot": _screenshot,
    "zoom": _zoom,
    "mouse_move": common.move,
    "left_click_drag": _drag,
    "left_mouse_down": common.named_button("MOUSE_DOWN"),
    "left_mouse_up": common.named_button("MOUSE_UP"),
    "cursor_position": _nothing("cursor_position only asks: nothing to do"),
    "type": common.enter_text,
    "key": press,
    "hold_key": hold,
    "scroll": _scroll,
    "open_application": lambda fields: [
        Operation("LAUNCH", {"app": fields.text("app", "name", "bundle_id")})
    ],
    "read_clipboard": lambda fields: [Operation("QUOTE_CLIPBOARD", {"output": variables.spell("clipboard")})],
    "write_clipboard": lambda fields: [Operation("SET_CLIPBOARD", {"text": fields.text("text")})],
    "wait": lambda fields: [Operation("WAIT", {"seconds": common.time_of(fields, 1)})],
}
