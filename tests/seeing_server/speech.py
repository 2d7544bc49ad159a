"""How each agent's model says what it does: written by hand from its authors' examples, not by our exporters.

A function a protocol: intent, place (pixels of the picture, or None), the picture's size → the message.
Where a protocol lacks an action (CogAgent cannot wait) the nearest harmless one is said.
"""

import json
from typing import NamedTuple


class Place(NamedTuple):
    """What was found in the picture, in its pixels."""

    x: float
    y: float
    left: float
    top: float
    right: float
    bottom: float
    name: str


def _thousandths(x, y, size):
    return int(x * 1000 / size[0]), int(y * 1000 / size[1])


def cogagent(intent, place, size):
    def at():
        a, b = _thousandths(place.left, place.top, size)
        c, d = _thousandths(place.right, place.bottom, size)
        return f"box=[[{a:03d},{b:03d},{c:03d},{d:03d}]], element_info={place.name!r}"

    named = place.name if place else ""
    said, operation = {
        "click": lambda: (f"Click on '{named}'", f"CLICK({at()})"),
        "double_click": lambda: (f"Double-click on '{named}'", f"DOUBLE_CLICK({at()})"),
        "right_click": lambda: (f"Right-click on '{named}'", f"RIGHT_CLICK({at()})"),
        "write": lambda: (
            "Type the text",
            f"TYPE({at() + ', ' if place else ''}text={json.dumps(intent.text, ensure_ascii=False)})",
        ),
        "press": lambda: ("Press the keys", _cogagent_keys(intent.keys)),
        "scroll": lambda: (
            f"Scroll {intent.direction}",
            f"SCROLL_{intent.direction.upper()}(box=[[000,100,999,900]], step_count={intent.amount})",
        ),
        "wait": lambda: ("Wait", "HOVER(box=[[500,500,510,510]])"),
        "done": lambda: ("The task is complete", "END()"),
        "fail": lambda: ("The task cannot be done", "END()"),
    }[intent.kind]()
    return {"content": f"Action: {said}.\nGrounded Operation: {operation}\n<<一般操作>>"}


def _cogagent_keys(keys):
    if len(keys) == 1:
        return f"KEY_PRESS(key='{keys[0]}')"
    held, last = keys[:-1], keys[-1]
    downs = [f"KEY_DOWN(key='{each}')" for each in held]
    ups = [f"KEY_UP(key='{each}')" for each in reversed(held)]
    return f"GESTURE(actions=[{', '.join([*downs, f'''KEY_PRESS(key='{last}')''', *ups])}])"


def gui_plus(intent, place, size):
    """On a desktop; the screen is said to be 1000×1000."""
    at = {"coordinate": list(_thousandths(place.x, place.y, size))} if place else {}
    arguments = {
        "click": {"action": "left_click", **at},
        "double_click": {"action": "double_click", **at},
        "right_click": {"action": "right_click", **at},
        "write": {"action": "type", "text": intent.text},
        "press": {"action": "key", "keys": [each.lower() for each in intent.keys]},
        "scroll": {"action": "scroll", "pixels": -100 * intent.amount if intent.direction == "down" else 300},
        "wait": {"action": "wait", "time": 1},
        "done": {"action": "terminate", "status": "success"},
        "fail": {"action": "terminate", "status": "failure"},
    }[intent.kind]
    return _tool_text(intent, "computer_use", arguments)


def gui_plus_phone(intent, place, size):
    at = {"coordinate": list(_thousandths(place.x, place.y, size))} if place else {}
    away = 700 if intent.direction == "down" else 300
    arguments = {
        "click": {"action": "click", **at},
        "double_click": {"action": "click", **at},
        "right_click": {"action": "long_press", **at, "time": 1},
        "write": {"action": "type", "text": intent.text},
        "press": {"action": "system_button", "button": (intent.keys or ("Back",))[0].capitalize()},
        "scroll": {"action": "swipe", "coordinate": [500, away], "coordinate2": [500, 1000 - away]},
        "wait": {"action": "wait", "time": 1},
        "done": {"action": "terminate", "status": "success"},
        "fail": {"action": "terminate", "status": "failure"},
    }[intent.kind]
    return _tool_text(intent, "mobile_use", arguments)


def _tool_text(intent, name, arguments):
    call = json.dumps({"name": name, "arguments": arguments}, ensure_ascii=False)
    return {"content": f"Action: {_wanted(intent)}.\n<tool_call>\n{call}\n</tool_call>"}


def _wanted(intent):
    return f"{intent.kind.replace('_', ' ')} {intent.target or intent.text}".strip()


def glm(intent, place, size):
    def at():
        x, y = _thousandths(place.x, place.y, size)
        return f"start_box='[{x},{y}]'"

    name = f", element_info={place.name!r}" if place else ""
    action = {
        "click": lambda: f"left_click({at()}{name})",
        "double_click": lambda: f"left_double_click({at()}{name})",
        "right_click": lambda: f"right_click({at()}{name})",
        "write": lambda: f"type(content={json.dumps(intent.text, ensure_ascii=False)})",
        "press": lambda: f"key(keys='{'+'.join(intent.keys).lower()}')",
        "scroll": lambda: (
            f"scroll(start_box='[500,500]', direction='{intent.direction}', step={intent.amount})"
        ),
        "wait": lambda: "WAIT()",
        "done": lambda: "DONE()",
        "fail": lambda: "FAIL()",
    }[intent.kind]()
    thought = f"I have to {_wanted(intent)}."
    return {"content": f"{thought}\nAction: <|begin_of_box|>{action}<|end_of_box|>\nMemory: []"}


def ui_tars(intent, place, size):
    """1.5: pixels of the picture as it was sent."""

    def at():
        return f"start_box='({round(place.x)},{round(place.y)})'"

    text = intent.text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    action = {
        "click": lambda: f"click({at()})",
        "double_click": lambda: f"left_double({at()})",
        "right_click": lambda: f"right_single({at()})",
        "write": lambda: f"type(content='{text}')",
        "press": lambda: f"hotkey(key='{' '.join(intent.keys).lower()}')",
        "scroll": lambda: (
            f"scroll(start_box='({size[0] // 2},{size[1] // 2})', direction='{intent.direction}')"
        ),
        "wait": lambda: "wait()",
        "done": lambda: f"finished(content='{text}')",
        "fail": lambda: "call_user()",
    }[intent.kind]()
    return {"content": f"Thought: I have to {_wanted(intent)}.\nAction: {action}"}


def osworld(intent, place, size):
    at = {"x": round(place.x), "y": round(place.y)} if place else {}
    if intent.kind in ("wait", "done", "fail"):
        return {"content": f"```\n{intent.kind.upper()}\n```"}
    action = {
        "click": {"action_type": "CLICK", **at, "button": "left", "num_clicks": 1},
        "double_click": {"action_type": "DOUBLE_CLICK", **at},
        "right_click": {"action_type": "RIGHT_CLICK", **at},
        "write": {"action_type": "TYPING", "text": intent.text},
        "press": {"action_type": "HOTKEY", "keys": [each.lower() for each in intent.keys]},
        "scroll": {
            "action_type": "SCROLL",
            "dx": 0,
            "dy": -intent.amount if intent.direction == "down" else 3,
        },
    }[intent.kind]
    return {"content": f"```json\n{json.dumps(action, ensure_ascii=False)}\n```"}


def openai(intent, place, size):
    at = {"x": round(place.x), "y": round(place.y)} if place else {}
    middle = {"x": size[0] // 2, "y": size[1] // 2}
    action = {
        "click": {"type": "click", "button": "left", **at},
        "double_click": {"type": "double_click", **at},
        "right_click": {"type": "click", "button": "right", **at},
        "write": {"type": "type", "text": intent.text},
        "press": {"type": "keypress", "keys": [each.upper() for each in intent.keys]},
        "scroll": {"type": "scroll", **middle, "scroll_x": 0, "scroll_y": 100 * intent.amount},
        "wait": {"type": "wait"},
    }.get(intent.kind)
    return _called("computer", action, intent)


def anthropic(intent, place, size):
    at = {"coordinate": [round(place.x), round(place.y)]} if place else {}
    action = {
        "click": {"action": "left_click", **at},
        "double_click": {"action": "double_click", **at},
        "right_click": {"action": "right_click", **at},
        "write": {"action": "type", "text": intent.text},
        "press": {"action": "key", "text": "+".join(intent.keys)},
        "scroll": {
            "action": "scroll",
            "coordinate": [size[0] // 2, size[1] // 2],
            "scroll_direction": intent.direction,
            "scroll_amount": intent.amount,
        },
        "wait": {"action": "wait", "duration": 1},
    }.get(intent.kind)
    return _called("computer", action, intent)


def _called(tool, action, intent):
    if action is None:
        return {"content": intent.text}
    return {
        "content": f"I have to {_wanted(intent)}.",
        "calls": [{"name": tool, "arguments": json.dumps(action, ensure_ascii=False)}],
    }


def cog(intent, place, size):
    """Our own language."""

    def at():
        x, y = _thousandths(place.x, place.y, size)
        return f"box=[[{x:03d},{y:03d}]]"

    operation = {
        "click": lambda: f"CLICK({at()}, element_info={place.name!r})",
        "double_click": lambda: f"DOUBLE_CLICK({at()}, element_info={place.name!r})",
        "right_click": lambda: f"RIGHT_CLICK({at()}, element_info={place.name!r})",
        "write": lambda: f"TYPE({at() + ', ' if place else ''}text={intent.text!r})",
        "press": lambda: f"GESTURE(keys='{'+'.join(intent.keys)}')",
        "scroll": lambda: f"SCROLL_{intent.direction.upper()}(step_count={intent.amount})",
        "wait": lambda: "WAIT(seconds=1)",
        "done": lambda: "END()",
        "fail": lambda: f"FAIL(reason={intent.text!r})",
    }[intent.kind]()
    return {"content": f"# {_wanted(intent)}\n{operation}"}


SPEECH = {
    "cogagent": cogagent,
    "gui-plus": gui_plus,
    "gui-plus-phone": gui_plus_phone,
    "glm": glm,
    "ui-tars": ui_tars,
    "osworld": osworld,
    "openai": openai,
    "anthropic": anthropic,
    "cog": cog,
}
