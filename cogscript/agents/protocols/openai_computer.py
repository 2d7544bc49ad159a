"""OpenAI's computer use, as tool calls of an OpenAI-compatible server: each call is answered by a picture.

The arguments are those of `computer_call` actions. A safety check that comes with a call makes its operation
sensitive: a person is asked, and his consent is the acknowledgement.
"""

from __future__ import annotations

from cogscript.agents.exchange import Protocol
from cogscript.agents.tool_calling import asking_by_tool, reading_tool_calls

_ACTIONS = ("click", "double_click", "drag", "keypress", "move", "screenshot", "scroll", "type", "wait")
_PLACE = {"type": "integer", "description": "Pixels of the screenshot"}
COMPUTER = {
    "type": "function",
    "function": {
        "name": "computer",
        "description": "One action on the screen. The answer is a screenshot.",
        "parameters": {
            "type": "object",
            "properties": {
                "type": {"type": "string", "enum": list(_ACTIONS)},
                "x": _PLACE,
                "y": _PLACE,
                "button": {"type": "string", "enum": ["left", "right", "wheel", "back", "forward"]},
                "keys": {"type": "array", "items": {"type": "string"}},
                "text": {"type": "string"},
                "scroll_x": {"type": "integer"},
                "scroll_y": {"type": "integer"},
                "path": {"type": "array", "items": {"type": "object"}},
            },
            "required": ["type"],
        },
    },
}

PROTOCOL = Protocol(
    "openai",
    "OpenAI's computer use: tool calls in pixels of the picture, answered by the next picture",
    asking_by_tool(COMPUTER, "responses"),
    reading_tool_calls("openai", lambda call: {"type": "computer_call", "call_id": call.id}, "action"),
    pictures=4,
)
