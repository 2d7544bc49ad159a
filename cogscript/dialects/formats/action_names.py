"""What agents call their actions: one list, so that the name another agent has for the same is understood.

Only names that mean the same wherever they are used stand together: what a scroll or a swipe goes by, and
whether a text ends with Return, is each agent's own.
"""

from __future__ import annotations

from collections.abc import Collection

from cogscript.dialects.formats.argument_names import plain

_SAME = (
    ("click", "left_click", "tap", "left_single", "single_click", "single_tap", "mouse_click", "left_tap"),
    ("double_click", "double_tap", "left_double", "left_double_click", "doubleclick", "doubletap"),
    ("triple_click", "left_triple", "triple_tap"),
    ("right_click", "right_single", "right_tap", "context_click", "rightclick"),
    ("middle_click", "middle_single", "wheel_click"),
    ("long_press", "long_tap", "long_click", "longpress", "press_and_hold", "tap_and_hold"),
    ("mouse_move", "move", "move_to", "hover", "move_mouse", "mouse_hover", "mouse_move_to", "moveto"),
    ("drag", "left_click_drag", "left_drag", "drag_and_drop", "mouse_drag"),
    (
        "key", "keypress", "key_press", "press_key", "press", "hotkey", "keys", "hot_key", "press_keys",
        "press_hotkey", "key_combination", "shortcut", "keyboard_shortcut", "key_combo",
    ),
    ("type", "type_text", "write", "typing", "input", "enter_text", "write_text"),
    ("wait", "sleep", "pause", "delay"),
    ("screenshot", "take_screenshot", "capture_screenshot", "capture_screen", "get_screenshot"),
    ("cursor_position", "get_cursor_position", "mouse_position"),
    ("open_app", "open", "launch", "launch_app", "open_application", "start_app", "awake"),
    ("go_back", "back", "press_back", "navigate_back", "history_back"),
    ("home", "press_home", "navigate_home", "go_home"),
    ("press_enter", "enter", "keyboard_enter"),
    ("mouse_down", "left_mouse_down", "button_down"),
    ("mouse_up", "left_mouse_up", "button_up"),
    ("open_url", "navigate", "goto", "visit_url", "go_to_url", "navigate_to", "open_web"),
)  # fmt: skip
_GROUPS = {name: group for group in _SAME for name in group}
_SAYING_NOTHING = frozenset({
    "mouse", "cursor", "pointer", "absolute", "on", "to", "action", "perform", "execute", "do", "gui",
    "ui", "screen", "desktop", "computer", "position", "coordinate", "coordinates", "coords", "xy", "point",
    "pixel", "location", "the", "keyboard", "button", "event", "input", "simulate", "send",
})  # fmt: skip
"""Words of a name that say how or where an action is done, and not which one it is."""


def known_as(name: str, known: Collection[str]) -> str | None:
    """What an action is called among those that are known, if it has another name there."""
    written = plain(name.strip()).replace(" ", "_").replace("-", "_")
    for usual in (written, "_".join(word for word in written.split("_") if word not in _SAYING_NOTHING)):
        if usual in known:
            return usual
        if found := next((each for each in _GROUPS.get(usual, ()) if each in known), None):
            return found
    return None
