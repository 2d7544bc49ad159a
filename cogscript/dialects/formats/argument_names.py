"""What agents call the arguments of their actions: one list, so that no dialect drops what another uses."""

from __future__ import annotations

import re

DESCRIPTIONS = (
    "thought", "thoughts", "thinking", "reasoning", "reasoning_content", "description", "action_description",
    "explanation", "conclusion", "intention", "summary", "low_level_instruction",
)  # fmt: skip
"""Keys under which an agent says what it does, or why."""

STARTS = (
    "coordinate", "coordinates", "coord", "coords", "point", "position", "center", "location", "loc", "xy",
    "start_coordinate", "start_coordinates", "start_point", "start_position", "start_box", "start",
    "coordinate1", "point1", "from", "touch_xy", "bbox", "bbox_2d", "box", "box_2d",
)  # fmt: skip
"""The place where an action is done, or begins."""
ENDS = (
    "coordinate2", "point2", "end_coordinate", "end_coordinates", "end_point", "end_position", "end_box",
    "end", "to", "to_coordinate", "to_point", "target_coordinate", "target_point", "destination", "lift_xy",
)  # fmt: skip
"""The place where a drag ends."""
START_PAIRS = (("x", "y"), ("x1", "y1"), ("start_x", "start_y"), ("from_x", "from_y"), ("startX", "startY"))
END_PAIRS = (
    ("x2", "y2"), ("end_x", "end_y"), ("to_x", "to_y"), ("endX", "endY"), ("destination_x", "destination_y"),
)  # fmt: skip
PLACES = frozenset({*STARTS, *ENDS, *(name for pair in (*START_PAIRS, *END_PAIRS) for name in pair)})
"""Every name of a place, or of one of its numbers."""
HELD = ("hold_keys", "held_keys", "holdKeys", "modifiers", "modifier_keys", "modifier", "modifierKeys")
"""Keys held down meanwhile."""
BUTTONS = ("button", "mouse_button", "click_type", "mouseButton")
COUNTS = ("num_clicks", "clicks", "click_count", "clickCount", "numClicks", "count", "times")
TEXTS = ("text", "content", "value", "input_text", "string")
CLEARS = (
    "clear", "clear_text", "clear_before_typing", "clear_existing", "clear_first", "delete_existing_text",
    "overwrite", "override", "replace",
)  # fmt: skip
ENTERS = ("enter", "press_enter", "pressEnter", "press_enter_after", "submit", "enter_after")
SECONDS = ("time", "duration", "seconds", "wait_time")
MILLISECONDS = ("ms", "milliseconds", "duration_ms", "time_ms", "durationMs", "timeMs")
UNITS = ("unit", "units", "time_unit")
DIRECTIONS = ("direction", "scroll_direction")
AMOUNTS = (
    "amount", "scroll_amount", "pixels", "distance", "magnitude", "step", "steps", "step_count", "notches",
    "scroll_count", "scroll_distance", "delta",
)  # fmt: skip

REPEATS = ("repeat", "repeats", "repeat_count", "presses", "loop", "loops")
"""How often the whole is done."""

IN_PIXELS = ("amount", "pixels", "distance", "scroll_distance", "delta", "magnitude")
"""Amounts of scrolling that are pixels, as soon as they are more than a wheel is turned."""

COORDINATE_SPACES = ("coordinate_space", "coord_space", "coordinate_system", "coordinate_type", "coords_type")
"""What the numbers of a plan, or of a step, are."""

CHANGING = frozenset(
    {
        *PLACES, *HELD, *BUTTONS, *COUNTS, *TEXTS, *CLEARS, *ENTERS, *SECONDS,
        *MILLISECONDS, *UNITS, *DIRECTIONS, *AMOUNTS,
        *REPEATS, "pages", "num_pages", "lines", "percent", "double", "double_click", "doubleClick",
        "right_click", "long_press", "longPress", "hold", "drag",
        "keys", "key", "keycode", "hotkey", "dx", "dy", "scroll_x", "scroll_y",
        "scrollX", "scrollY", "delta_x", "delta_y", "deltaX", "deltaY", "path", "region", "label", "index",
        "element", "element_id", "element_index", "target", "locator", "xpath", "node_id", "bid",
        "mark", "mark_id", "ref", "selector", "enterAction", "enter_action", "url", "app", "app_name",
        "package", "option", "options", "file",
        "answer", "status", "goal_status", "query", "question", *COORDINATE_SPACES,
        "normalized", "relative", "display", "tab_id", "tabId",
    }
)  # fmt: skip
"""Arguments that change what an action does: one that is not understood refuses the step."""

BESIDE = frozenset({*HELD, *REPEATS, *BUTTONS, *COUNTS, *CLEARS, *ENTERS} - {"count", "times"})
"""Those that change it also where they stand beside the arguments, in what a call is wrapped in."""
PLACED_BESIDE = frozenset(
    {*PLACES, *DIRECTIONS, *AMOUNTS, "times"} - {"step", "steps", "from", "to", "start", "end"}
)
"""Those that may there be a record of what came of it: they are reported."""

COMMENTARY = frozenset(
    {
        *DESCRIPTIONS, "id", "call_id", "tool_call_id", "step_id", "timestamp", "safety_decision",
        "safety_acknowledgement", "confidence", "observation", "plan", "next_plan", "goal", "note", "comment",
    }
)  # fmt: skip
"""Keys that number an action or comment on it."""

PARAMETERS = (
    "input", "arguments", "args", "parameters", "params", "inputs", "action_inputs", "action_input",
    "action_args", "action_arguments", "action_params", "action_parameters", "tool_input", "tool_args",
    "function_args", "kwargs",
)  # fmt: skip
"""Keys under which the record of an action, or the call of a tool, keeps all its arguments."""

NAMES = ("action_type", "action", "type", "tool", "tool_name", "name")
NAMING = frozenset(NAMES)
"""Keys of a tool call that name the action itself; the first of them that is there does."""
WRAPPERS = frozenset(
    {"action", "function", "tool", "tool_use", "tool_call", "function_call", "computer_call"}
)
"""What such a key also says: that the whole is a call."""

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def plain(name: str) -> str:
    """An argument's name in small letters: `scrollDirection` is `scroll_direction`."""
    return _HUMP.sub("_", name).lower()


_PLACE = re.compile(r"(?:^|_)(?:x|y|coords?|coordinates?|points?|positions?|bbox|box)\d?$")


def changes(name: str) -> bool:
    """Whether an argument of this name changes what is done: a known one, or any that names a place."""
    return bool({name, plain(name)} & CHANGING) or bool(_PLACE.search(plain(name)))
