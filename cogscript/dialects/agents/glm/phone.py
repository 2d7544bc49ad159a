"""GLM-V on a phone: AndroidWorld's actions, with boxes in thousandths (`box_2d`)."""

from __future__ import annotations

from collections.abc import Iterable

from cogscript.dialects.agents.android_world.actions import TRANSLATE
from cogscript.dialects.agents.android_world.read import SHAPE, read_actions
from cogscript.dialects.core.draft import Action, Draft
from cogscript.dialects.formats.tool_calls import common_actions as common
from cogscript.dialects.formats.tool_calls.fields import Fields
from cogscript.dialects.formats.tool_calls.plan_places import PHONES, PlanPlaces
from cogscript.dialects.formats.tool_calls.walk import read_plan
from cogscript.language.model.diagnostic import Source
from cogscript.language.model.tree import Operation

_BOX = '"box_2d": [[100,410,300,460]]'
_WAIT = 5


def _row(name: str, more: str = "", remark: str = "") -> tuple[str, Action]:
    return name, Action(f'{{"action_type": "{name}"{", " + more if more else ""}}}', remark)


ACTIONS: dict[str, Action] = dict(
    (
        _row("click", _BOX),
        _row("long_press", _BOX),
        _row("input_text", f'"text": "Alice", {_BOX}, "override": true', "it presses Return at the end"),
        _row("keyboard_enter"),
        _row("navigate_home"),
        _row("navigate_back"),
        _row("swipe", '"direction": "up"', "where the finger goes"),
        _row("open_app", '"app_name": "Settings"'),
        _row("wait"),
        _row("status", '"goal_status": "complete"', "`infeasible` is FAIL"),
        _row("answer", '"text": "17.00"'),
    )
)


def _swiped(fields: Fields) -> Iterable[Operation]:
    """All four directions are the finger's."""
    return [common.finger(fields.text("direction"), fields.place("box_2d"))]


_TABLE = {**TRANSLATE, "swipe": _swiped, "wait": common.wait(_WAIT)}


def claims(source: Source) -> bool:
    return "action_type" in source.text and any(
        str(call.arguments.get("action_type")) in _TABLE for call in read_plan(source, SHAPE).calls
    )


def read(source: Source, draft: Draft) -> bool:
    """Add the actions of a plan in JSON; whether there were any."""
    if "action_type" not in source.text:
        return False
    plan = read_plan(source, SHAPE)
    if not plan.events:
        return False
    draft.platform = draft.platform or "android"
    read_actions(plan, draft, PlanPlaces(draft, plan, "thousandths", PHONES), _TABLE)
    return True
