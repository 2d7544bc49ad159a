"""AndroidWorld: `{"action_type": "click", "index": 3}`, or with `x` and `y` in pixels of the phone.

An index means nothing without the list of elements that the prompt carries; with it, the element's name is
the target. GLM-V speaks the same protocol with boxes in thousandths (`box_2d`).
"""

from __future__ import annotations

from collections.abc import Mapping

from cogscript.dialects.agents.android_world.actions import TRANSLATE
from cogscript.dialects.core.draft import Action, DialectOptions, Draft
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.json_values import JsonObject
from cogscript.dialects.formats.tool_calls.common_actions import Translate
from cogscript.dialects.formats.tool_calls.fields import Fields, action_of, add_translated
from cogscript.dialects.formats.tool_calls.plan import JsonPlan, Shape, ToolCall, translate
from cogscript.dialects.formats.tool_calls.plan_places import PHONES, PlanPlaces
from cogscript.dialects.formats.tool_calls.walk import glimpse, read_plan
from cogscript.language.model.diagnostic import Source

MERGES = ALL_RULES

_LIST = 'UI element 3: {"index": 3, "text": "Save", "is_clickable": True}\n'


def _row(name: str, more: str = "", remark: str = "", before: str = "") -> tuple[str, Action]:
    return name, Action(f'{before}{{"action_type": "{name}"{", " + more if more else ""}}}', remark)


ACTIONS: dict[str, Action] = dict(
    (
        _row("click", '"index": 3', "by the list of elements that comes with the prompt", _LIST),
        ("click x y", Action('{"action_type": "click", "x": 540, "y": 900}', "pixels of the phone")),
        _row("double_tap", '"x": 540, "y": 900'),
        _row("long_press", '"x": 540, "y": 900'),
        _row("input_text", '"text": "Alice", "x": 540, "y": 300, "clear_text": true', "it presses Return"),
        _row("keyboard_enter"),
        _row("press_keyboard", '"keycode": "KEYCODE_DEL"'),
        _row("navigate_home"),
        _row("navigate_back"),
        _row("scroll", '"direction": "down"', "the page's direction: the finger goes up"),
        _row("swipe", '"direction": "up"', "the finger's direction; left and right are the page's"),
        _row("drag_and_drop", '"touch_xy": [100, 200], "lift_xy": [500, 900]'),
        _row("open_app", '"app_name": "Settings"'),
        _row("wait", "", "1 second"),
        _row("status", '"goal_status": "complete"', "`infeasible` is FAIL"),
        _row("answer", '"text": "17.00"'),
        _row("call_user", '"text": "Please log in"', "written by some clients"),
        _row("ask_user", '"text": "Which of the two?"', "MobileWorld's"),
    )
)


def is_action(value: JsonObject) -> bool:
    action = value.get("action_type")
    if not isinstance(action, str) or "action_inputs" in value:
        return False
    return action.islower() or (action.isupper() and action.casefold() in TRANSLATE)


_OF_PHONES = frozenset(TRANSLATE) - {"click", "scroll", "wait"}
"""Actions that OSWorld has not."""

SHAPE = Shape(bare=is_action, named=lambda name: False)


def detect(source: Source) -> float:
    if "action_type" not in source.text:
        return 0.0
    calls = glimpse(source, SHAPE)
    names = [str(call.arguments["action_type"]) for call in calls]
    if not calls or not all(name.casefold() in TRANSLATE for name in names):
        return 0.0
    if any(map(str.isupper, names)) and not _is_in_capitals(calls):
        return 0.0
    if any("box_2d" in call.arguments for call in calls):
        return 0.5  # GLM-V's
    return (
        0.95 if any(call.arguments.keys() & {"index", "x", "keycode", "touch_xy"} for call in calls) else 0.9
    )


def _is_in_capitals(calls: list[ToolCall]) -> bool:
    """Whether actions in capitals, as programs log them, are a phone's: OSWorld writes its own so, too."""
    return any(
        "index" in call.arguments or str(call.arguments["action_type"]).casefold() in _OF_PHONES
        for call in calls
    )


def read(source: Source, options: DialectOptions) -> Draft:
    plan = read_plan(source, SHAPE)
    draft = Draft(source, options, plan.metadata.screen)
    draft.platform = "android"
    return read_actions(plan, draft, PlanPlaces(draft, plan, "pixels", PHONES), TRANSLATE)


def read_actions(plan: JsonPlan, draft: Draft, places: PlanPlaces, table: Mapping[str, Translate]) -> Draft:
    """Add the actions of a plan to a draft, by a table of what each becomes."""

    def add(call: ToolCall) -> None:
        name = str(call.arguments.get("action_type"))
        make = action_of(name, table, draft, call.place("action_type"))
        fields = Fields(call, places)
        add_translated(fields, make(fields))

    return translate(plan, draft, add)
