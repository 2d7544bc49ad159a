"""Computer-use tools: the `computer` tool in its three versions, and the 38 tools of the reference.

A call is `{"action": "left_click", "coordinate": [x, y]}`, or a tool of its own with that name. Places
are pixels of the display that the tool's definition declares, or of the window that the plan is bound to.
Tools that bind windows, answer prompts or teach are in windows.py; any other tool becomes TOOL.
"""

from __future__ import annotations

from collections.abc import Iterable

from cogscript.dialects.agents.computer_use.binding import BoundWindow
from cogscript.dialects.agents.computer_use.key_strokes import hold, press
from cogscript.dialects.agents.computer_use.tool_shapes import (
    ACTIONS as ACTIONS,
)
from cogscript.dialects.agents.computer_use.tool_shapes import (
    ALIASES,
    AS_NAMED,
    CLICKS,
    SHAPE,
    TOOLS_OF_ACTIONS,
    USUAL_NOTCHES,
    plain_tool,
)
from cogscript.dialects.agents.computer_use.tool_shapes import TOOLS as TOOLS
from cogscript.dialects.agents.computer_use.tool_shapes import VERSIONS as VERSIONS
from cogscript.dialects.agents.computer_use.tool_shapes import detect as detect
from cogscript.dialects.agents.computer_use.windows_tools import (
    ONLY_WINDOWS,
    TERMINAL,
    WINDOWS_TOOLS,
)
from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import DialectOptions, Draft, DraftBlock, Untranslatable
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.argument_names import (
    AMOUNTS,
    DIRECTIONS,
    HELD,
)
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue
from cogscript.dialects.formats.tool_calls import common_actions as common
from cogscript.dialects.formats.tool_calls.common_actions import Translate
from cogscript.dialects.formats.tool_calls.custom_tools import tool
from cogscript.dialects.formats.tool_calls.fields import Fields, action_of, add_all
from cogscript.dialects.formats.tool_calls.plan import ToolCall, translate
from cogscript.dialects.formats.tool_calls.plan_places import DESKTOPS, PHONES, PlanPlaces, has_places
from cogscript.dialects.formats.tool_calls.walk import read_plan
from cogscript.language.model import variables
from cogscript.language.model.diagnostic import Source
from cogscript.language.model.tree import Operation, Value

MERGES = ALL_RULES


def read(source: Source, options: DialectOptions) -> Draft:
    plan = read_plan(source, SHAPE)
    draft = Draft(source, options, plan.metadata.screen)
    translator = _ToolTranslator(PlanPlaces(draft, plan, "pixels", DESKTOPS + PHONES))
    translate(plan, draft, translator.add)
    translator.window.release()
    return draft


class _ToolTranslator:
    def __init__(self, places: PlanPlaces) -> None:
        self.places = places
        self.draft = places.draft
        self.window = BoundWindow(self.draft)
        plan = places.plan
        self.binds_what_it_opens = plan.metadata.platform == "windows" or any(
            plain_tool(call.name) in ONLY_WINDOWS for call in plan.calls
        )

    def add(self, call: ToolCall) -> None:
        name = plain_tool(call.name)
        if name in ("", *TOOLS_OF_ACTIONS):
            action = call.arguments.get("action")
            if not isinstance(action, str):
                raise Untranslatable("`action` is missing")
            name = ALIASES.get(action) or action_of(action, AS_NAMED, self.draft, call.place("action"))
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
        amount = USUAL_NOTCHES
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
    **{name: common.click(button, count, held=("text", "key")) for name, (button, count) in CLICKS.items()},
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
