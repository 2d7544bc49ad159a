"""Anthropic's computer use, as tool calls of an OpenAI-compatible server; a picture answers each call."""

from __future__ import annotations

from cogscript.agents.exchange import Protocol
from cogscript.agents.tool_calling import asking_by_tool, reading_tool_calls
from cogscript.language.model.resizing import Resizing

_ACTIONS = (
    "screenshot", "left_click", "right_click", "middle_click", "double_click", "triple_click", "mouse_move",
    "left_click_drag", "left_mouse_down", "left_mouse_up", "type", "key", "hold_key", "scroll", "wait",
)  # fmt: skip
_PLACE = {
    "type": "array",
    "items": {"type": "integer"},
    "description": "[x, y] in pixels of the screenshot",
}
COMPUTER = {
    "type": "function",
    "function": {
        "name": "computer",
        "description": "Use the mouse and the keyboard of a computer. The answer is a screenshot.",
        "parameters": {
            "type": "object",
            "properties": {
                "action": {"type": "string", "enum": list(_ACTIONS)},
                "coordinate": _PLACE,
                "start_coordinate": _PLACE,
                "text": {"type": "string"},
                "scroll_direction": {"type": "string", "enum": ["up", "down", "left", "right"]},
                "scroll_amount": {"type": "integer"},
                "duration": {"type": "number"},
            },
            "required": ["action"],
        },
    },
}

PROTOCOL = Protocol(
    "anthropic",
    "Anthropic's computer use: tool calls in pixels of the picture, answered by the next picture",
    asking_by_tool(COMPUTER, "messages"),
    reading_tool_calls("computer-use", lambda call: {"type": "tool_use", "name": call.name}, "input"),
    pictures=4,
    resizing=Resizing(1, 0, 1_150_000, 1568),
)
