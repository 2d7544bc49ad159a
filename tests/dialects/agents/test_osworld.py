"""OSWorld's computer_13, in both halves of a prompt that contradicts itself."""

import json

import pytest

from cogscript.dialects import import_text
from cogscript.dialects.agents.computer_13.read import ACTIONS
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import CogError
from tests.dialects.json_cases import reads, said, untranslated_examples

NAME = "osworld"


def test_the_set_of_actions_is_whole():
    defined = {
        "MOVE_TO", "CLICK", "MOUSE_DOWN", "MOUSE_UP", "RIGHT_CLICK", "DOUBLE_CLICK", "DRAG_TO", "SCROLL",
        "TYPING", "PRESS", "KEY_DOWN", "KEY_UP", "HOTKEY", "WAIT", "FAIL", "DONE",
    }  # fmt: skip
    contradicted = {"MOUSE_MOVE", "KEY", "TYPE", "CLICK WHEEL_UP", "CLICK WHEEL_DOWN"}
    assert set(ACTIONS) == defined | contradicted
    assert untranslated_examples(NAME) == []


def act(action, **parameters):
    return {"action_type": action, **parameters}


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (act("MOVE_TO", x=56.1, y=65.0), "HOVER(box=[[56,65]])"),
        (act("CLICK", x=1, y=2, button="right"), "RIGHT_CLICK(box=[[1,2]])"),
        (act("CLICK", x=1, y=2, num_clicks=3), "TRIPLE_CLICK(box=[[1,2]])"),
        (act("CLICK", parameters={"x": 1, "y": 2, "button": "middle"}), "MIDDLE_CLICK(box=[[1,2]])"),
        (act("CLICK", x=1, y=2, click_type="LEFT"), "CLICK(box=[[1,2]])"),
        (act("CLICK", click_type="WHEEL_DOWN"), "SCROLL_DOWN(step_count=1)"),
        (act("SCROLL", dx=0, dy=-3), "SCROLL_DOWN(step_count=3)"),
        (act("SCROLL", dx=2, dy=1), "SCROLL_UP(step_count=1)\nSCROLL_RIGHT(step_count=2)"),
        (act("SCROLL", clicks=4), "SCROLL_UP(step_count=4)"),
        (act("TYPE", text="abc"), "TYPE(text='abc')"),
        (act("PRESS", key="enter"), "KEY_PRESS(key='Return')"),
        (act("KEY", key="ctrl+c"),
         "GESTURE(actions=[KEY_DOWN(key='Lcontrol'), KEY_PRESS(key='C'), KEY_UP(key='Lcontrol')])"),
        (act("HOTKEY", keys=["alt", "f4"]),
         "GESTURE(actions=[KEY_DOWN(key='Lmenu'), KEY_PRESS(key='F4'), KEY_UP(key='Lmenu')])"),
        (act("WAIT"), "WAIT(seconds=2)"),
        (act("FAIL"), "FAIL()"),
        (act("DONE"), "END()"),
        ([act("MOVE_TO", x=1, y=2), act("DRAG_TO", x=3, y=4)], "DRAG(box=[[1,2]], to=[[3,4]])"),
        ([act("MOVE_TO", x=1, y=2), act("CLICK"), act("CLICK", num_clicks=2)],
         "CLICK(box=[[1,2]])\nDOUBLE_CLICK(box=[[1,2]])"),
        ("```\n" + json.dumps(act("TYPING", text="in a fence")) + "\n```", "TYPE(text='in a fence')"),
    ],
)  # fmt: skip
def test_one_action(action, expected):
    assert said(reads(action, expected, NAME)) == []


def test_a_text_as_a_list_of_letters_is_read_and_said():
    imported = reads(act("TYPE", text=["w", "i", "k", "i"]), "TYPE(text='wiki')", NAME)
    assert said(imported) == ["`text` is a list, read as one text"]


def test_the_display_is_the_one_the_prompt_names_unless_the_plan_says():
    click = json.dumps(act("CLICK", x=960, y=540))
    assert str(import_text(click).workflow.operations[1].arguments["box"]) == "[[500,500]]"
    lines = json.dumps({"task": "Mute it", "screen": [3840, 2160]}) + "\n" + click
    header, moved = import_text(lines).workflow.operations
    assert header.arguments == {"title": "Mute it", "screen": [3840, 2160]}
    assert str(moved.arguments["box"]) == "[[250,250]]"


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        (act("MOVE_TO", x=1), "`y` is missing"),
        (act("MOVE_TO"), "`x` is missing"),
        (act("CLICK", x=5000, y=2), "5000 lies off the screen"),
        (act("CLICK", num_clicks=99), "from 0 to 10"),
        (act("JUMP"), "no action `JUMP`"),
        (act("PRESS", key="bananas"), "no key `bananas`"),
        (act("TYPING"), "`text` is missing"),
        ('{"action_type": "CLICK", "x": 1, "y":', "cut short"),
    ],
)
def test_what_is_wrong_is_refused(plan, reason):
    text = plan if isinstance(plan, str) else json.dumps(plan)
    with pytest.raises(CogError) as refused:
        import_text(text, NAME, Size(1920, 1080))
    assert reason in refused.value.diagnostics[0].message
