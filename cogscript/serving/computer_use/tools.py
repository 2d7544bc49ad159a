"""THE table of the 38 tools: name, parameters, what it does."""

from __future__ import annotations

from typing import Any

from cogscript.serving.computer_use import acts
from cogscript.serving.computer_use.acts import behind, by_itself, translated
from cogscript.serving.served_tools import ServedTool, flag, listed, number, text

COMPUTER_USE_INSTRUCTIONS = """\
Operate a computer. Call request_access first. Coordinates are pixels of the last screenshot: of the bound \
window while one is bound, else of the screen. click_element and type_into_element need no coordinates and, \
in a bound window, no pointer where the element can act by itself. virtual_mouse, virtual_keyboard and \
mouse_wheel work in the bound window and leave the person's pointer, keyboard and windows alone; where a \
program offers no way to do that, they say so: use the plain ones."""

_POINT = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
_AT: dict[str, Any] = {**_POINT, "description": "[x, y] in pixels of the last screenshot"}
_HELD = text("Keys to hold meanwhile: shift, ctrl, alt")
_ELEMENT = {
    "name": text("What it says"),
    "role": text("What kind it is: Button, Edit, MenuItem …"),
    "automationId": text("Its own id, as the list of elements tells it"),
}


def _clicks() -> list[ServedTool]:
    docs = {
        "left_click": "Click.", "double_click": "Double-click.",
        "triple_click": "Click three times: a whole line.",
        "right_click": "Click the right button.", "middle_click": "Click the middle button.",
    }  # fmt: skip
    return [
        ServedTool(name, doc, translated(name), {"coordinate": _AT, "text": _HELD}, ("coordinate",))
        for name, doc in docs.items()
    ]


def _general() -> list[ServedTool]:
    return [
        ServedTool(
            "request_access", "Ask for permission to use applications. Needed before all else.",
            acts.request_access,
            {
                "apps": listed("Names of the applications", {"type": "string"}),
                "reason": text("What for"),
                "clipboardRead": flag("Also to read the clipboard"),
                "clipboardWrite": flag("Also to write to it"),
                "systemKeyCombos": flag("Also to press keys of the system"),
            },
            ("apps",),
        ),
        ServedTool("list_granted_applications", "List what was granted.", acts.list_granted),
        ServedTool(
            "screenshot", "A picture of the bound window with its elements, or of the screen.",
            acts.screenshot,
            {"save_to_disk": flag("Also keep it with the session")},
        ),
        ServedTool(
            "zoom", "A part of the last screenshot, enlarged.", acts.zoom,
            {"region": {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4,
                        "description": "[x1, y1, x2, y2]"}},
            ("region",),
        ),
        ServedTool(
            "switch_display", "Work on another monitor.", acts.switch_display,
            {"display": text("Its number: 1, 2 …; auto for the primary")}, ("display",),
        ),
        *_clicks(),
        ServedTool(
            "mouse_move", "Move the pointer.", translated("mouse_move"), {"coordinate": _AT}, ("coordinate",)
        ),
        ServedTool(
            "left_click_drag", "Drag from one place to another.", translated("left_click_drag"),
            {"coordinate": {**_AT, "description": "Where it ends"},
             "start_coordinate": {**_AT, "description": "Where it begins; the pointer's place by default"}},
            ("coordinate",),
        ),
        ServedTool("left_mouse_down", "Press the left button and hold it.", translated("left_mouse_down")),
        ServedTool("left_mouse_up", "Release the left button.", translated("left_mouse_up")),
        ServedTool("cursor_position", "Where the pointer is.", acts.cursor_position),
        ServedTool("type", "Type text.", translated("type"), {"text": text("The text")}, ("text",)),
        ServedTool(
            "key", "Press a key or a combination.", translated("key"),
            {"text": text("Such as ctrl+s"), "repeat": number("How often")}, ("text",),
        ),
        ServedTool(
            "hold_key", "Hold a key for a time.", translated("hold_key"),
            {"text": text("The key or combination"), "duration": number("Seconds")}, ("text", "duration"),
        ),
        ServedTool(
            "scroll", "Turn the wheel.", translated("scroll"),
            {
                "coordinate": _AT,
                "scroll_direction": text("Which way", "up", "down", "left", "right"),
                "scroll_amount": number("Notches"),
            },
            ("coordinate", "scroll_direction", "scroll_amount"),
        ),
        ServedTool(
            "open_application", "Open an application and bind its window.", acts.open_application,
            {"app": text("Its name")}, ("app",),
        ),
        ServedTool("read_clipboard", "The clipboard's text.", translated("read_clipboard")),
        ServedTool(
            "write_clipboard", "Put text on the clipboard.", translated("write_clipboard"),
            {"text": text("The text")}, ("text",),
        ),
        ServedTool("wait", "Wait.", translated("wait"), {"duration": number("Seconds")}, ("duration",)),
        ServedTool(
            "computer_batch", "Several actions in one call; stops at the first that fails.",
            acts.batch(_single, "actions"),
            {"actions": listed("Each {action: a tool, …parameters}, or {name, input}", {"type": "object"})},
            ("actions",),
        ),
    ]  # fmt: skip


def _windows() -> list[ServedTool]:
    return [
        ServedTool(
            "bind_window", "List windows, bind one, unbind it, tell which is bound.", acts.bind_window,
            {
                "action": text("What to do", "list", "bind", "unbind", "status"),
                "title": text("Part of its title"),
                "hwnd": text("Its number, as list tells it"),
                "pid": number("Its process"),
            },
            ("action",),
        ),
        ServedTool(
            "window_management", "Do something with the bound window itself.", acts.window_management,
            {
                "action": text(
                    "What to do", "minimize", "maximize", "restore", "close", "focus", "move_offscreen",
                    "move_resize", "get_rect",
                ),
                "x": number("Pixels"), "y": number("Pixels"),
                "width": number("Pixels"), "height": number("Pixels"),
            },
            ("action",),
        ),
        ServedTool(
            "virtual_mouse", "Act on what lies there in the bound window, without the person's pointer.",
            behind("virtual_mouse"),
            {
                "action": text("What", "click", "double_click", "right_click", "move", "drag", "down", "up"),
                "coordinate": _AT, "start_coordinate": {**_AT, "description": "Where a drag begins"},
            },
            ("action", "coordinate"),
        ),
        ServedTool(
            "virtual_keyboard",
            "Enter text or a shortcut in the bound window, without the person's keyboard.",
            behind("virtual_keyboard"),
            {
                "action": text("What", "type", "combo", "press", "release", "hold"),
                "text": text("The text, or the keys"),
                "duration": number("Seconds to hold"), "repeat": number("How often"),
            },
            ("action", "text"),
        ),
        ServedTool(
            "mouse_wheel", "Scroll in the bound window, without the person's pointer.", behind("mouse_wheel"),
            {
                "coordinate": _AT,
                "delta": number("Notches: up is positive"),
                "direction": text("Which way", "vertical", "horizontal"),
            },
            ("coordinate", "delta"),
        ),
        ServedTool(
            "click_element", "Click an element by name, kind or id.", by_itself("click_element"), _ELEMENT
        ),
        ServedTool(
            "type_into_element", "Enter text into an element by name, kind or id.",
            by_itself("type_into_element"),
            {**_ELEMENT, "text": text("The text")}, ("text",),
        ),
        ServedTool(
            "open_terminal", "Open a terminal, start a program in it, and bind its window.",
            acts.open_terminal,
            {
                "agent": text("What to start", "claude", "codex", "gemini", "custom"),
                "command": text("The command, for custom"),
            },
            ("agent",),
        ),
        ServedTool(
            "activate_window", "Bring the bound window to the front.", translated("activate_window"),
            {"click_x": number("Also click there"), "click_y": number("Also click there")},
        ),
        ServedTool(
            "prompt_respond", "Answer a prompt in a terminal.", translated("prompt_respond"),
            {
                "response_type": text("How", "yes", "no", "enter", "escape", "select", "type"),
                "arrow_direction": text("For select", "up", "down"),
                "arrow_count": number("For select: how often"),
                "text": text("For type"),
            },
            ("response_type",),
        ),
        ServedTool(
            "status_indicator", "Show the person what you are doing, in a corner.", acts.status_indicator,
            {"action": text("What", "show", "hide", "status"), "message": text("The line")}, ("action",),
        ),
    ]  # fmt: skip


def _teaching() -> list[ServedTool]:
    step = {
        "explanation": text("What the person is told"),
        "anchor": {**_AT, "description": "The place that the note points at"},
    }
    return [
        ServedTool(
            "request_teach_access", "Ask the person whether they want to be shown something.",
            translated("request_teach_access"), {"reason": text("What will be shown")}, ("reason",),
        ),
        ServedTool(
            "teach_step", "Show a note on the screen and wait until the person presses Next.",
            translated("teach_step"), step, ("explanation",),
        ),
        ServedTool(
            "teach_batch", "Show several notes, one after another.",
            acts.batch(_single, "steps", "teach_step"),
            {"steps": listed("Each {explanation, anchor?}", {"type": "object"})}, ("steps",),
        ),
    ]  # fmt: skip


def _single() -> dict[str, ServedTool]:
    """What a batch may hold: everything but batches."""
    return {tool.name: tool for tool in COMPUTER_USE_TOOLS if not tool.name.endswith("_batch")}


COMPUTER_USE_TOOLS = (*_general(), *_windows(), *_teaching())
