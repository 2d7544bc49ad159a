"""The tools of computer use: which there are, and what a call of one looks like."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cogscript.dialects.agents.computer_use.windows_tools import (
    WINDOWS_ACTIONS,
)
from cogscript.dialects.core.draft import Action
from cogscript.dialects.formats.action_names import known_as
from cogscript.dialects.formats.argument_names import (
    AMOUNTS,
    CHANGING,
    COMMENTARY,
    DIRECTIONS,
    ENTERS,
    HELD,
    MILLISECONDS,
    UNITS,
    changes,
)
from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.formats.json_values import JsonObject
from cogscript.dialects.formats.tool_calls.listed_arguments import calls_in_lists, calls_in_terminals
from cogscript.dialects.formats.tool_calls.plan import Event, Shape, ToolCall
from cogscript.dialects.formats.tool_calls.tagged_calls import calls_in_tags
from cogscript.dialects.formats.tool_calls.walk import glimpse
from cogscript.dialects.formats.tool_calls.written_calls import calls_in_text, names_pattern
from cogscript.language.model.diagnostic import Source, Span

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

ALIASES = {
    "click": "left_click", "left_double_click": "double_click", "move": "mouse_move",
    "open_app": "open_application",
}  # fmt: skip
AS_NAMED = {name: name for name in TOOLS}
USUAL_NOTCHES = 5
CLICKS = {
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


_SPELT = frozenset({*DIRECTIONS, *AMOUNTS, *ENTERS, *HELD} - {"pixels"})
"""Arguments of its actions as clients of it write them."""


def _is_spelt(call: ToolCall) -> bool:
    """Whether all that changes what a call does is known here."""
    others = call.arguments.keys() - _KNOWN - _SPELT
    return not any(map(changes, others)) and not (others and call.arguments.get("action") == "wait")


def _bare(value: JsonObject) -> bool:
    action = value.get("action")
    return (
        isinstance(action, str) and bool(_WORD.match(action)) and not value.keys() & {"params", "arguments"}
    )


def _named(name: str) -> bool:
    return name not in _FOREIGN


_OF_OTHERS = ("screenshot(", "type(", "wait(")
"""Calls written as text that other agents have, too."""
TOOLS_OF_ACTIONS = ("computer", "computer_tool")
_PATTERN = names_pattern(TOOLS, ("screenshot",), TOOLS_OF_ACTIONS)


def _spoken(piece: Piece, span: Span) -> Iterator[tuple[Span, list[Event]]]:
    if tagged := list(calls_in_tags(piece, span)):
        return iter(tagged)
    for listing in (calls_in_lists, calls_in_terminals):
        if listed := list(listing(piece, span, _is_tool)):
            return iter(listed)
    return calls_in_text(piece, span, _PATTERN, {})


def _is_tool(name: str) -> bool:
    return plain_tool(name) in TOOLS or plain_tool(name) in TOOLS_OF_ACTIONS


def _titles(name: str) -> bool:
    return name.startswith("mcp__") or name in TOOLS


SHAPE = Shape(_bare, _named, _spoken, titles=_titles)


def detect(source: Source) -> float:
    calls = glimpse(source, SHAPE)
    if not calls:
        return 0.0
    if any(name in source.text for name in ("display_width_px", *VERSIONS)):
        return 1.0
    own = {*TOOLS_OF_ACTIONS, *TOOLS}
    if all(source.text.startswith(_OF_OTHERS, call.span.start) for call in calls):
        return 0.82 if any(call.arguments for call in calls) else 0.6
    if any(
        plain_tool(call.name) in own
        and call.arguments.keys() <= _KNOWN
        and (call.arguments or plain_tool(call.name) in _WITHOUT_ARGUMENTS)
        for call in calls
    ):
        return 0.95
    if '"tool_use"' in source.text and any(
        plain_tool(call.name) in own and call.arguments and call.arguments.keys() <= _KNOWN | CHANGING
        for call in calls
    ):
        return 0.85
    known = {*TOOLS, *ALIASES}
    named = [
        call
        for call in calls
        if plain_tool(call.name) in TOOLS_OF_ACTIONS and known_as(str(call.arguments.get("action")), known)
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
    if bare and all(call.arguments["action"] in TOOLS and _is_spelt(call) for call in bare):
        return 0.7  # its own names, and arguments that others have, or nobody
    alike = bool(bare) and all(known_as(str(call.arguments["action"]), known) for call in bare)
    return 0.75 if placed and alike else 0.5 if alike else 0.0  # two numbers are pixels; Qwen has lists


def plain_tool(name: str) -> str:
    """A tool's own name, without the server it comes from: `mcp__desktop__left_click`."""
    return name.rpartition("__")[2] if name.startswith("mcp__") else name
