"""OpenAI computer_call: actions alone, in calls, in responses, and as the README writes them."""

import json

import pytest

from cogscript.dialects import import_text
from cogscript.dialects.agents.openai_cua.read import ACTIONS
from cogscript.dialects.core.builders import notches_of
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import CogError
from tests.dialects.json_cases import reads, said, untranslated_examples

NAME = "openai"


def test_the_set_of_actions_is_whole():
    own = {name.split()[0] for name, action in ACTIONS.items() if "some clients" not in action.remark}
    assert own == {
        "click", "double_click", "drag", "keypress", "move", "screenshot", "scroll", "type", "wait",
    }  # fmt: skip
    assert len(ACTIONS) == 20
    assert untranslated_examples(NAME) == []


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ({"type": "click", "x": 1, "y": 2}, "CLICK(box=[[1,2]])"),
        ({"type": "click", "x": 1, "y": 2, "button": "wheel"}, "MIDDLE_CLICK(box=[[1,2]])"),
        ({"type": "click", "x": 1, "y": 2, "button": "back"}, "GO_BACK()"),
        ({"type": "click", "x": 1, "y": 2, "button": "forward"}, "KEY_PRESS(key='BrowserForward')"),
        ({"type": "click", "x": 1, "y": 2, "keys": ["SHIFT"]}, "CLICK(box=[[1,2]], keys=['Lshift'])"),
        ({"type": "double_click", "x": 1, "y": 2}, "DOUBLE_CLICK(box=[[1,2]])"),
        ({"type": "drag", "path": [{"x": 1, "y": 2}, {"x": 3, "y": 4}]}, "DRAG(box=[[1,2]], to=[[3,4]])"),
        ({"type": "keypress", "keys": ["ENTER"]}, "KEY_PRESS(key='Return')"),
        ({"type": "scroll", "x": 1, "y": 2, "scroll_x": 0, "scroll_y": 300},
         "SCROLL_DOWN(box=[[1,2]], step_count=3)"),
        ({"type": "scroll", "x": 1, "y": 2, "scroll_x": -150, "scroll_y": -40},
         "SCROLL_UP(box=[[1,2]], step_count=1)\nSCROLL_LEFT(box=[[1,2]], step_count=2)"),
        ({"type": "scroll", "x": 1, "y": 2, "scroll_x": 0, "scroll_y": 0},
         "SCROLL_DOWN(box=[[1,2]], step_count=0)"),
        ({"type": "wait"}, "WAIT(seconds=2)"),
        ("click(24, 150)\nkeypress([\"CTRL\", \"L\"])\ntype(\"a, b\")\nwait(500)",
         "CLICK(box=[[24,150]])\n"
         "GESTURE(actions=[KEY_DOWN(key='Lcontrol'), KEY_PRESS(key='L'), KEY_UP(key='Lcontrol')])\n"
         "TYPE(text='a, b')\nWAIT(seconds=0.5)"),
    ],
)  # fmt: skip
def test_one_action(action, expected):
    assert said(reads(action, expected, NAME)) == []


def test_a_hundred_pixels_are_a_notch_and_less_is_one_as_well():
    assert [notches_of(pixels) for pixels in (0, 1, -1, 149, 151, -1000)] == [0, 1, -1, 1, 2, -10]


RESPONSE = {
    "tools": [
        {"type": "computer_use_preview", "display_width": 1000, "display_height": 500, "environment": "mac"}
    ],
    "input": [{"role": "user", "content": [{"type": "input_text", "text": "Buy the ticket"}]}],
    "output": [
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "The button is below."}]},
        {
            "type": "computer_call",
            "call_id": "c1",
            "action": {"type": "click", "button": "left", "x": 500, "y": 250},
            "pending_safety_checks": [{"id": "s1", "code": "irrelevant_domain", "message": "…"}],
            "status": "completed",
        },
        {"type": "computer_call_output", "output": {"type": "computer_screenshot", "image_url": "data:…"}},
        {
            "type": "computer_call",
            "actions": [{"type": "move", "x": 1, "y": 1}, {"type": "screenshot"}],
            "pending_safety_checks": [],
        },
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Bought."}]},
    ],
}


def test_a_response_gives_display_platform_task_and_what_needs_a_person():
    imported = import_text(json.dumps(RESPONSE))
    assert imported.dialect == NAME
    header, click, move, look = imported.workflow.operations
    assert header.arguments == {"title": "Buy the ticket", "screen": [1000, 500], "platform": "macos"}
    assert click.arguments["sensitive"] is True
    assert str(click.arguments["box"]) == "[[500,500]]"
    assert click.description == "The button is below."
    assert (move.name, "sensitive" in move.arguments, look.name) == ("HOVER", False, "SCREENSHOT")


def test_a_drag_over_many_places_is_said_and_kept_literally():
    drag = {"type": "drag", "path": [[1, 2], [3, 4], [5, 6]]}
    imported = reads(drag, "DRAG(box=[[1,2]], to=[[5,6]])", NAME)
    assert said(imported) == ["a drag over 3 places goes straight from the first to the last"]
    reads(
        drag,
        "MOUSE_DOWN(box=[[1,2]])\nHOVER(box=[[3,4]])\nHOVER(box=[[5,6]])\nMOUSE_UP(box=[[5,6]])",
        NAME,
        literal=True,
    )


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        ('{"type": "click", "x": 1}', "`y` is missing"),
        ('{"type": "click", "x": true, "y": 1}', "`x` is not a number"),
        ('{"type": "drag", "path": [{"x": 1, "y": 2}]}', "two places at least"),
        ('{"type": "drag", "path": [{"x": 1, "y": 2}, "there"]}', "place 2 of the path is not a place"),
        ('{"type": "scroll", "x": 1, "y": 2}', "`scroll_y` is missing"),
        ('{"type": "click", "x": 1, "y": 2, "button": "third"}', "no mouse button `third`"),
        ('{"type": "keypress", "keys": []}', "no key is named"),
        ('{ button: "left"; type: "click"; x: number;}', "no action of the dialect openai"),
        ("click(x, y)", "this is a template"),
        ("click(1, 2, 'left', 4)", "takes 3 arguments"),
    ],
)
def test_what_is_wrong_is_refused(plan, reason):
    with pytest.raises(CogError) as refused:
        import_text(plan, NAME, Size(1000, 1000))
    assert reason in refused.value.diagnostics[0].message
