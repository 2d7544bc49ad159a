"""The computer-use tools that bind a window, answer prompts in a terminal, and teach.

Binding has no meaning outside the agent that does it: the window is brought to the front instead, and a
place in its picture is read as one on the screen, which is said once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cogscript.dialects import words
from cogscript.dialects.json_fields import Fields
from cogscript.dialects.key_calls import hold, press
from cogscript.dialects.plan import Action, Untranslatable
from cogscript.dialects.tools import tool
from cogscript.language.box import Box
from cogscript.language.tree import Operation, Value

_AGENTS = ("claude", "codex", "gemini")
_WINDOW = {
    "minimize": "minimize", "maximize": "maximize", "restore": "restore", "close": "close",
    "focus": "activate",
}  # fmt: skip


@dataclass(slots=True)
class Bound:
    """The window the agent bound itself to, and whether it was said what that does to places."""

    title: str | None = None
    bound: bool = False
    said: bool = False


def _call(name: str, arguments: str) -> str:
    return f'{{"name": "{name}", "input": {{{arguments}}}}}'


def _table() -> Iterable[tuple[str, Action]]:
    def row(name: str, arguments: str, remark: str = "", *, query: bool = False) -> tuple[str, Action]:
        return name, Action(_call(name.split()[0], arguments), remark, query)

    yield row("bind_window list", '"action": "list"', query=True)
    yield row("bind_window bind", '"action": "bind", "title": "记事本"', "brings the window to the front")
    yield row("bind_window unbind", '"action": "unbind"', "lets the window go: nothing to do", query=True)
    yield row("bind_window status", '"action": "status"', query=True)
    for action in _WINDOW:
        yield row(f"window_management {action}", f'"action": "{action}"')
    yield row("window_management move_offscreen", '"action": "move_offscreen"', "minimizes it")
    yield row(
        "window_management move_resize",
        '"action": "move_resize", "x": 0, "y": 0, "width": 800, "height": 600',
    )
    yield row("window_management get_rect", '"action": "get_rect"', query=True)
    for action in ("click", "double_click", "right_click", "move", "down", "up"):
        yield row(f"virtual_mouse {action}", f'"action": "{action}", "coordinate": [300, 200]')
    yield row(
        "virtual_mouse drag", '"action": "drag", "start_coordinate": [10, 20], "coordinate": [300, 200]'
    )
    yield row("virtual_keyboard type", '"action": "type", "text": "你好"')
    yield row("virtual_keyboard combo", '"action": "combo", "text": "ctrl+s"')
    yield row("virtual_keyboard press", '"action": "press", "text": "shift"')
    yield row("virtual_keyboard release", '"action": "release", "text": "shift"')
    yield row("virtual_keyboard hold", '"action": "hold", "text": "shift", "duration": 2')
    yield row("mouse_wheel", '"coordinate": [300, 200], "delta": -3', "one unit is one notch")
    yield row("click_element", '"name": "保存", "role": "Button"', "by its name")
    yield row("type_into_element", '"name": "Search", "role": "Edit", "text": "abc"', "by its name")
    for agent in (*_AGENTS, "custom"):
        command = ', "command": "htop"' if agent == "custom" else ""
        yield row(f"open_terminal {agent}", f'"agent": "{agent}"{command}')
    yield row("activate_window", '"click_x": 300, "click_y": 200')
    for response in ("yes", "no", "enter", "escape"):
        yield row(f"prompt_respond {response}", f'"response_type": "{response}"')
    yield row(
        "prompt_respond select", '"response_type": "select", "arrow_direction": "down", "arrow_count": 2'
    )
    yield row("prompt_respond type", '"response_type": "type", "text": "abc"')
    yield row(
        "status_indicator show", '"action": "show", "message": "…"', "a tool: it is the agent's own label"
    )
    yield row("status_indicator hide", '"action": "hide"', "a tool: it is the agent's own label")
    yield row("status_indicator status", '"action": "status"', query=True)
    yield row("request_teach_access", '"reason": "to show you"', "the person is asked")
    yield row("teach_step", '"explanation": "Open the menu"', "the person is told, and goes on")
    yield row("teach_batch", '"steps": [{"explanation": "Open the menu"}]')


WINDOWS_ACTIONS = dict(_table())


def _unknown(fields: Fields, key: str = "action") -> Untranslatable:
    return Untranslatable(f"there is no {key} `{fields.text(key)[:40]}`", span=fields.call.place(key))


def _queried(fields: Fields, remark: str) -> list[Operation]:
    fields.plan.remark(remark)
    return []


def _bind(fields: Fields, bound: Bound) -> Iterable[Operation]:
    action = fields.text("action")
    if action == "bind":
        bound.bound = True
        bound.title = fields.maybe_text("title")
        if bound.title is None:
            return [tool("bind_window", fields.call.arguments)]  # by a number that is gone tomorrow
        return [Operation("WINDOW", {"action": "activate", "title": bound.title})]
    if action == "unbind":
        bound.bound, bound.title = False, None
        return _queried(fields, "bind_window unbind lets the window go: nothing to do")
    if action in ("list", "status"):
        return _queried(fields, f"bind_window {action} only asks: nothing to do")
    raise _unknown(fields)


def _window(fields: Fields, bound: Bound) -> Iterable[Operation]:
    action = fields.text("action")
    title: dict[str, Value] = {} if bound.title is None else {"title": bound.title}
    if action in _WINDOW:
        return [Operation("WINDOW", {"action": _WINDOW[action], **title})]
    if action == "move_offscreen":
        fields.plan.repaired(fields.call.span, "a window cannot be moved off the screen: it is minimized")
        return [Operation("WINDOW", {"action": "minimize", **title})]
    if action == "get_rect":
        return _queried(fields, "window_management get_rect only asks: nothing to do")
    if action != "move_resize":
        raise _unknown(fields)
    x, y, width, height = (fields.number(side) for side in ("x", "y", "width", "height"))
    if (x is None) != (y is None) or (width is None) != (height is None) or (x is None and width is None):
        raise Untranslatable("a window is moved to `x` and `y`, or sized to `width` and `height`")
    left, top = x or 0, y or 0
    corners = (left, top) if width is None or height is None else (left, top, left + width, top + height)
    box = fields.pointing.box(corners, fields.call.place("x", "width"))
    done = [name for name, given in (("move", x), ("resize", width)) if given is not None]
    return [Operation("WINDOW", {"action": name, **title, "box": box}) for name in done]


def _place(fields: Fields, bound: Bound) -> Box | None:
    box = fields.box("coordinate")
    if box is not None and bound.bound and not bound.said:
        bound.said = True
        fields.plan.repaired(
            fields.call.place("coordinate"), "a place in the bound window is read as one on the screen"
        )
    return box


def _mouse(fields: Fields, bound: Bound) -> Iterable[Operation]:
    action, box = fields.text("action"), _place(fields, bound)
    clicks = {"click": ("left", 1), "double_click": ("left", 2), "right_click": ("right", 1)}
    if action in clicks:
        return words.click(box, *clicks[action])
    plain = {"move": "HOVER", "down": "MOUSE_DOWN", "up": "MOUSE_UP"}
    if action in plain:
        if box is None and action == "move":
            raise fields.missing("coordinate")
        return [Operation(plain[action], words.arguments(box=box))]
    if action == "drag":
        if box is None:
            raise fields.missing("coordinate")
        return [Operation("DRAG", words.arguments(box=fields.box("start_coordinate"), to=box))]
    raise _unknown(fields)


def _keyboard(fields: Fields, bound: Bound) -> Iterable[Operation]:
    action = fields.text("action")
    if action == "type":
        return [words.typed(fields.text("text"))]
    if action == "combo":
        return press(fields)
    if action == "hold":
        return hold(fields)
    if action in ("press", "release"):
        name = "KEY_DOWN" if action == "press" else "KEY_UP"
        return [Operation(name, {"key": words.key_named(fields.text("text"))})]
    raise _unknown(fields)


def _wheel(fields: Fields, bound: Bound) -> Iterable[Operation]:
    delta = fields.number("delta")
    if delta is None:
        raise fields.missing("delta")
    direction = fields.maybe_text("direction") or "vertical"
    if direction not in ("vertical", "horizontal"):
        raise _unknown(fields, "direction")
    return [words.scroll("up" if direction == "vertical" else "right", delta, _place(fields, bound))]


def _element(fields: Fields) -> dict[str, Value]:
    """The target by name; with its place where a list of elements came with the screenshot."""
    name, role = fields.maybe_text("name"), fields.maybe_text("role")
    identity = fields.maybe_text("automationId")
    if name is None and identity is None and role is None:
        raise fields.missing("name")
    known = fields.call.elements.named(name or "", role or "") if fields.call.elements else None
    box = None
    if known and known.rect:
        box = fields.pointing.rect_box(known.rect, fields.call.span)
    info = name or identity or role
    if name is None:
        what = f"the automation id {identity}" if identity else f"any element of the kind {role}"
        fields.plan.repaired(fields.call.span, f"there is no name: {what} is looked for by that word")
    return words.arguments(box=box, element_type=role, element_info=info)


def _terminal(fields: Fields, bound: Bound) -> Iterable[Operation]:
    agent = fields.text("agent")
    if agent not in (*_AGENTS, "custom"):
        raise _unknown(fields, "agent")
    command = fields.maybe_text("command") or (agent if agent != "custom" else None)
    if command is None:
        raise fields.missing("command")
    return [Operation("LAUNCH", {"app": "Terminal"}), Operation("TYPE", {"text": command, "enter": True})]


def _activate(fields: Fields, bound: Bound) -> Iterable[Operation]:
    title: dict[str, Value] = {} if bound.title is None else {"title": bound.title}
    yield Operation("WINDOW", {"action": "activate", **title})
    x, y = fields.number("click_x"), fields.number("click_y")
    if x is not None and y is not None:
        yield from words.click(fields.pointing.box((x, y), fields.call.place("click_x")))


def _respond(fields: Fields, bound: Bound) -> Iterable[Operation]:
    kind = fields.text("response_type")
    if kind in ("yes", "no"):
        return [Operation("TYPE", {"text": kind[0], "enter": True})]
    if kind == "type":
        return [Operation("TYPE", {"text": fields.text("text"), "enter": True})]
    if kind in ("enter", "escape"):
        return [words.chord([kind])]
    if kind != "select":
        raise _unknown(fields, "response_type")
    arrow = words.key_named(fields.maybe_text("arrow_direction") or "down")
    times = fields.whole("arrow_count", default=1, most=1000)
    counted: dict[str, Value] = {} if times == 1 else {"times": times}
    moves = [Operation("KEY_PRESS", {"key": arrow, **counted})] if times else []
    return [*moves, words.chord(["enter"])]


def _indicator(fields: Fields, bound: Bound) -> Iterable[Operation]:
    action = fields.text("action")
    if action == "status":
        return _queried(fields, "status_indicator status only asks: nothing to do")
    if action not in ("show", "hide"):
        raise _unknown(fields)
    return [tool("status_indicator", fields.call.arguments)]


def _teach(fields: Fields, bound: Bound) -> Iterable[Operation]:
    said = fields.maybe_text("explanation", "message", "text", "description", "title", "reason")
    yield Operation("ASK_USER", {"question": said or "The plan wants to show you something."})


WINDOWS_TOOLS: dict[str, Callable[[Fields, Bound], Iterable[Operation]]] = {
    "bind_window": _bind,
    "window_management": _window,
    "virtual_mouse": _mouse,
    "virtual_keyboard": _keyboard,
    "mouse_wheel": _wheel,
    "click_element": lambda fields, bound: [Operation("CLICK", _element(fields))],
    "type_into_element": lambda fields, bound: [
        Operation("TYPE", {**_element(fields), "text": fields.text("text")})
    ],
    "open_terminal": _terminal,
    "activate_window": _activate,
    "prompt_respond": _respond,
    "status_indicator": _indicator,
    "request_teach_access": _teach,
    "teach_step": _teach,
}
