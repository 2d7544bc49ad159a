"""The computer-use tools that only Windows has, and those that teach.

They act in a bound window (binding.py), answer prompts in a terminal, or show a person how it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cogscript.dialects.agents.computer_use.binding import BoundWindow
from cogscript.dialects.agents.computer_use.key_strokes import hold, press
from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Action, Untranslatable
from cogscript.dialects.formats.tool_calls.fields import Fields
from cogscript.language.model.box import Size
from cogscript.language.model.tree import Operation, Value

TERMINAL = "Terminal"
_AGENTS = ("claude", "codex", "gemini")
_WINDOW = {
    "minimize": "minimize", "maximize": "maximize", "restore": "restore", "close": "close",
    "focus": "activate",
}  # fmt: skip
_IN_WINDOW = "in an IN block, where a window is bound"


def _call(name: str, arguments: str) -> str:
    return f'{{"name": "{name}", "input": {{{arguments}}}}}'


def _table() -> Iterable[tuple[str, Action]]:
    def row(name: str, arguments: str, remark: str = "", *, query: bool = False) -> tuple[str, Action]:
        return name, Action(_call(name.split()[0], arguments), remark, query)

    bind = _call("bind_window", '"action": "bind", "title": "记事本"')
    sized = _call("window_management", '"action": "move_resize", "x": 0, "y": 0, "width": 800, "height": 600')
    click = _call("virtual_mouse", '"action": "click", "coordinate": [400, 300]')
    yield row("bind_window list", '"action": "list"', query=True)
    yield ("bind_window bind", Action(f"[{bind}, {sized}, {click}]", "places are those of the window"))
    yield row("bind_window unbind", '"action": "unbind"', "END_IN", query=True)
    yield row("bind_window status", '"action": "status"', query=True)
    for action in _WINDOW:
        yield row(f"window_management {action}", f'"action": "{action}"')
    yield row("window_management move_offscreen", '"action": "move_offscreen"')
    yield row(
        "window_management move_resize",
        '"action": "move_resize", "x": 0, "y": 0, "width": 800, "height": 600',
    )
    yield row("window_management get_rect", '"action": "get_rect"', query=True)
    for action in ("click", "double_click", "right_click", "move", "down", "up"):
        yield row(f"virtual_mouse {action}", f'"action": "{action}", "coordinate": [300, 200]', _IN_WINDOW)
    yield row(
        "virtual_mouse drag", '"action": "drag", "start_coordinate": [10, 20], "coordinate": [300, 200]'
    )
    yield row("virtual_keyboard type", '"action": "type", "text": "你好"', _IN_WINDOW)
    yield row("virtual_keyboard combo", '"action": "combo", "text": "ctrl+s"')
    yield row("virtual_keyboard press", '"action": "press", "text": "shift"')
    yield row("virtual_keyboard release", '"action": "release", "text": "shift"')
    yield row("virtual_keyboard hold", '"action": "hold", "text": "shift", "duration": 2')
    yield row("mouse_wheel", '"coordinate": [300, 200], "delta": -3', "one unit is one notch")
    yield row("click_element", '"name": "保存", "role": "Button"', "by its name")
    yield row("type_into_element", '"name": "Search", "role": "Edit", "text": "abc"', "by its name")
    for agent in (*_AGENTS, "custom"):
        command = ', "command": "htop"' if agent == "custom" else ""
        yield row(f"open_terminal {agent}", f'"agent": "{agent}"{command}', "and binds its window")
    yield row("activate_window", '"click_x": 300, "click_y": 200')
    for response in ("yes", "no", "enter", "escape"):
        yield row(f"prompt_respond {response}", f'"response_type": "{response}"')
    yield row(
        "prompt_respond select", '"response_type": "select", "arrow_direction": "down", "arrow_count": 2'
    )
    yield row("prompt_respond type", '"response_type": "type", "text": "abc"')
    yield row("status_indicator show", '"action": "show", "message": "…"')
    yield row("status_indicator hide", '"action": "hide"', "an empty STATUS")
    yield row("status_indicator status", '"action": "status"', query=True)
    yield row("request_teach_access", '"reason": "to show you"', "a note that waits")
    yield row("teach_step", '"explanation": "Open the menu"', "a note that waits for Next")
    yield row("teach_batch", '"steps": [{"explanation": "Open the menu"}]')


WINDOWS_ACTIONS = dict(_table())


def _unknown(fields: Fields, key: str = "action") -> Untranslatable:
    return Untranslatable(f"there is no {key} `{fields.text(key)[:40]}`", span=fields.call.place(key))


def _queried(fields: Fields, remark: str) -> list[Operation]:
    fields.draft.remark(remark)
    return []


def _bind(fields: Fields, window: BoundWindow) -> Iterable[Operation]:
    action = fields.text("action")
    if action == "bind":
        number = fields.maybe_text("hwnd") or fields.maybe_text("pid") or ""
        title = fields.maybe_text("title") or fields.call.seen.titles.get(number)
        window.bind(fields.call, title=title)
        if title is None:
            fields.draft.repaired(
                fields.call.span,
                f"the window is given only by the number {number[:40] or '?'}, which changes with every run: "
                "what follows is done in the window that is in front",
            )
        return []
    if action == "unbind":
        window.release()
        return []
    if action in ("list", "status"):
        return _queried(fields, f"bind_window {action} only asks: nothing to do")
    raise _unknown(fields)


def _manage(fields: Fields, window: BoundWindow) -> Iterable[Operation]:
    action = fields.text("action")
    title: dict[str, Value] = {} if window.title is None else {"title": window.title}
    if action in _WINDOW:
        if action in ("maximize", "restore"):
            window.resize(fields.call.seen, None)
        return [Operation("WINDOW", {"action": _WINDOW[action], **title})]
    if action == "move_offscreen":
        return [Operation("WINDOW", {"action": "hide", **title})]
    if action == "get_rect":
        return _queried(fields, "window_management get_rect only asks: nothing to do")
    if action != "move_resize":
        raise _unknown(fields)
    x, y, width, height = (fields.number(side) for side in ("x", "y", "width", "height"))
    if (x is None) != (y is None) or (width is None) != (height is None) or (x is None and width is None):
        raise Untranslatable("a window is moved to `x` and `y`, or sized to `width` and `height`")
    left, top = x or 0, y or 0
    corners = (left, top) if width is None or height is None else (left, top, left + width, top + height)
    box = fields.places.screen_box(corners, fields.call.place("x", "width"))
    if width is not None and height is not None:
        window.resize(fields.call.seen, Size(round(width), round(height)))
    done = [name for name, given in (("move", x), ("resize", width)) if given is not None]
    return [Operation("WINDOW", {"action": name, **title, "box": box}) for name in done]


def _mouse(fields: Fields, window: BoundWindow) -> Iterable[Operation]:
    action, box = fields.text("action"), fields.box("coordinate")
    clicks = {"click": ("left", 1), "double_click": ("left", 2), "right_click": ("right", 1)}
    if action in clicks:
        return builders.click(box, *clicks[action])
    plain = {"move": "HOVER", "down": "MOUSE_DOWN", "up": "MOUSE_UP"}
    if action in plain:
        if box is None and action == "move":
            raise fields.missing("coordinate")
        return [Operation(plain[action], builders.arguments(box=box))]
    if action == "drag":
        if box is None:
            raise fields.missing("coordinate")
        return [Operation("DRAG", builders.arguments(box=fields.box("start_coordinate"), to=box))]
    raise _unknown(fields)


def _keyboard(fields: Fields, window: BoundWindow) -> Iterable[Operation]:
    action = fields.text("action")
    if action == "type":
        return [builders.typed(fields.text("text"))] * fields.whole("repeat", default=1, most=100)
    if action == "combo":
        return press(fields)
    if action == "hold":
        return hold(fields)
    if action in ("press", "release"):
        name = "KEY_DOWN" if action == "press" else "KEY_UP"
        return [Operation(name, {"key": builders.key_named(fields.text("text"))})]
    raise _unknown(fields)


def _wheel(fields: Fields, window: BoundWindow) -> Iterable[Operation]:
    delta = fields.number("delta")
    if delta is None:
        raise fields.missing("delta")
    direction = fields.maybe_text("direction") or "vertical"
    if direction not in ("vertical", "horizontal"):
        raise _unknown(fields, "direction")
    return [builders.scroll("up" if direction == "vertical" else "right", delta, fields.box("coordinate"))]


def _element(fields: Fields) -> dict[str, Value]:
    """The target by name; with its place where a list of elements came with the screenshot."""
    name, role = fields.maybe_text("name"), fields.maybe_text("role")
    identity = fields.maybe_text("automationId")
    if name is None and identity is None and role is None:
        raise fields.missing("name")
    elements = fields.call.seen.elements
    known = elements.told_by(name or "", role or "", identity or "") if elements else None
    # A bound window's list counts from the window: without its size the numbers mean nothing.
    counted = fields.draft.block is None or fields.places.window is not None
    box = fields.places.rect_box(known.rect, fields.call.span) if known and known.rect and counted else None
    return builders.arguments(
        box=box, element_type=role or (known.kind if known else None), element_info=name, id=identity
    )


def _terminal(fields: Fields, window: BoundWindow) -> Iterable[Operation]:
    agent = fields.text("agent")
    if agent not in (*_AGENTS, "custom"):
        raise _unknown(fields, "agent")
    command = fields.maybe_text("command") or (agent if agent != "custom" else None)
    if command is None:
        raise fields.missing("command")
    return [Operation("LAUNCH", {"app": TERMINAL}), Operation("TYPE", {"text": command, "enter": True})]


def _activate(fields: Fields, window: BoundWindow) -> Iterable[Operation]:
    yield Operation("WINDOW", {"action": "activate"})
    x, y = fields.number("click_x"), fields.number("click_y")
    if x is not None and y is not None:
        yield from builders.click(fields.places.box((x, y), fields.call.place("click_x")))


def _respond(fields: Fields, window: BoundWindow) -> Iterable[Operation]:
    kind = fields.text("response_type")
    if kind in ("yes", "no"):
        return [Operation("TYPE", {"text": kind[0], "enter": True})]
    if kind == "type":
        return [Operation("TYPE", {"text": fields.text("text"), "enter": True})]
    if kind in ("enter", "escape"):
        return [builders.chord([kind])]
    if kind != "select":
        raise _unknown(fields, "response_type")
    arrow = builders.key_named(fields.maybe_text("arrow_direction") or "down")
    times = fields.whole("arrow_count", default=1, most=1000)
    counted: dict[str, Value] = {} if times == 1 else {"times": times}
    moves = [Operation("KEY_PRESS", {"key": arrow, **counted})] if times else []
    return [*moves, builders.chord(["enter"])]


def _indicator(fields: Fields, window: BoundWindow) -> Iterable[Operation]:
    action = fields.text("action")
    if action == "status":
        return _queried(fields, "status_indicator status only asks: nothing to do")
    if action not in ("show", "hide"):
        raise _unknown(fields)
    text = fields.text("message") if action == "show" else ""
    return [Operation("STATUS", {"text": text})]


def _teach(fields: Fields, window: BoundWindow) -> Iterable[Operation]:
    """A note that waits for the person's Next, beside a place where one is given."""
    text = fields.maybe_text("explanation", "message", "text", "description", "title", "reason")
    box = fields.box("anchor", "coordinate")
    note = builders.arguments(text=text or "The plan wants to show you something.", box=box, wait=True)
    yield Operation("SHOW", note)


WINDOWS_TOOLS: dict[str, Callable[[Fields, BoundWindow], Iterable[Operation]]] = {
    "bind_window": _bind,
    "window_management": _manage,
    "virtual_mouse": _mouse,
    "virtual_keyboard": _keyboard,
    "mouse_wheel": _wheel,
    "click_element": lambda fields, window: [Operation("CLICK", _element(fields))],
    "type_into_element": lambda fields, window: [
        Operation("TYPE", {**_element(fields), "text": fields.text("text")})
    ],
    "open_terminal": _terminal,
    "activate_window": _activate,
    "prompt_respond": _respond,
    "status_indicator": _indicator,
    "request_teach_access": _teach,
    "teach_step": _teach,
}
ONLY_WINDOWS = frozenset(WINDOWS_TOOLS) - {"request_teach_access", "teach_step"}
"""Tools that tell that a plan is for Windows, where an application that is opened is bound as well."""
