"""Nothing of an action is dropped silently: it is translated, or refuses the step, or is reported."""

import json

import pytest

from cogscript.dialects import import_text
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import CogError
from tests.dialects.json_cases import reads, said

FULL = Size(1000, 1000)


@pytest.mark.parametrize(
    ("dialect", "action", "operation"),
    [
        ("openai", {"type": "click", "coordinate": [3, 4]}, "CLICK(box=[[3,4]])"),
        (
            "openai",
            {"type": "click", "x": 3, "y": 4, "modifiers": ["shift"]},
            "CLICK(box=[[3,4]], keys=['Lshift'])",
        ),
        ("openai", {"type": "click", "x": 3, "y": 4, "num_clicks": 2}, "DOUBLE_CLICK(box=[[3,4]])"),
        ("openai", {"type": "type", "text": "a", "press_enter": True}, "TYPE(text='a', enter=True)"),
        (
            "openai",
            {"type": "scroll", "x": 3, "y": 4, "direction": "down", "amount": 3},
            "SCROLL_DOWN(box=[[3,4]], step_count=3)",
        ),
        (
            "computer-use",
            {"action": "left_click", "coordinate": [3, 4], "hold_keys": ["ctrl", "shift"]},
            "CLICK(box=[[3,4]], keys=['Lcontrol', 'Lshift'])",
        ),
        ("computer-use", {"action": "left_click", "x": 3, "y": 4}, "CLICK(box=[[3,4]])"),
        (
            "computer-use",
            {"action": "left_click", "coordinate": [3, 4], "button": "left"},
            "CLICK(box=[[3,4]])",
        ),
        (
            "gui-plus",
            {"action": "click", "coordinate": [3, 4], "button": "right"},
            "RIGHT_CLICK(box=[[3,4]])",
        ),
        ("gui-plus", {"action": "left_click", "x": 3, "y": 4}, "CLICK(box=[[3,4]])"),
        (
            "gui-plus",
            {"action": "terminate", "status": "success", "answer": "42"},
            "ANSWER(text='42')\nEND()",
        ),
        (
            "gui-plus",
            {
                "action": "type",
                "coordinate": [3, 4],
                "text": "a",
                "press_enter": True,
                "delete_existing_text": True,
            },
            "TYPE(box=[[3,4]], text='a', clear=True, enter=True)",
        ),
        (
            "gui-plus",
            {"action": "scroll", "coordinate": [3, 4], "direction": "down", "amount": 5},
            "SCROLL_DOWN(box=[[3,4]], step_count=5)",
        ),
        (
            "osworld",
            {"action_type": "CLICK", "coordinate": [3, 4], "num_clicks": 2},
            "DOUBLE_CLICK(box=[[3,4]])",
        ),
        (
            "osworld",
            {"action_type": "CLICK", "x": 3, "y": 4, "modifiers": ["ctrl"]},
            "CLICK(box=[[3,4]], keys=['Lcontrol'])",
        ),
        ("osworld", {"action_type": "WAIT", "time": 4}, "WAIT(seconds=4)"),
    ],
)
def test_what_other_agents_call_an_argument_is_understood(dialect, action, operation):
    imported = reads(action, operation, dialect)
    assert said(imported) == []


@pytest.mark.parametrize(
    ("dialect", "action", "argument"),
    [
        ("openai", {"type": "click", "x": 3, "y": 4, "point": [5, 6]}, "point"),
        ("openai", {"type": "keypress", "keys": ["a"], "times": 3}, "times"),
        ("computer-use", {"action": "right_click", "coordinate": [3, 4], "selector": "#ok"}, "selector"),
        (
            "computer-use",
            {"action": "scroll", "scroll_direction": "up", "scroll_amount": 3, "direction": "down"},
            "direction",
        ),
        ("gui-plus", {"action": "click", "coordinate": [3, 4], "label": 7}, "label"),
        ("gui-plus", {"action": "wait", "time": 2, "text": "Done"}, "text"),
        ("gui-plus", {"action": "left_click", "target": "the blue button"}, "target"),
        ("gui-plus", {"action": "left_click", "colour": "blue"}, "colour"),
        ("computer-use", {"action": "left_click", "colour": "blue"}, "colour"),
        ("osworld", {"action_type": "PRESS", "key": "a", "presses": 3}, "presses"),
        ("osworld", {"action_type": "DRAG_TO", "x": 3, "y": 4, "button": "right"}, "button"),
    ],
)  # fmt: skip
def test_an_argument_that_changes_the_action_and_is_not_understood_refuses_it(dialect, action, argument):
    text = json.dumps(action)
    with pytest.raises(CogError) as caught:
        import_text(text, dialect, FULL)
    (refusal,) = caught.value.diagnostics
    assert refusal.message == f"`{argument}` changes what is done, and is not understood here"
    value = json.dumps(action[argument])
    assert text[refusal.span.start : refusal.span.end] == value


@pytest.mark.parametrize(
    ("dialect", "action"),
    [
        ("openai", {"type": "click", "x": 3, "y": 4, "pressure": 0.5}),
        ("computer-use", {"action": "left_click", "coordinate": [3, 4], "pressure": 0.5}),
        ("gui-plus", {"action": "left_click", "coordinate": [3, 4], "pressure": 0.5}),
        ("osworld", {"action_type": "CLICK", "x": 3, "y": 4, "pressure": 0.5}),
    ],
)
def test_any_other_argument_is_reported_and_refused_with_strict(dialect, action):
    imported = reads(action, "CLICK(box=[[3,4]])", dialect)
    assert said(imported) == ["`pressure` is not used"]
    with pytest.raises(CogError, match="`pressure` is not used"):
        import_text(json.dumps(action), dialect, FULL, strict=True)


def test_arguments_that_say_nothing_are_not_reported():
    action = {"action": "key", "keys": ["enter"], "coordinate": None, "text": "", "pixels": 0, "clear": False}
    imported = reads(action, "KEY_PRESS(key='Return')", "gui-plus")
    assert said(imported) == []


def test_a_place_on_an_action_that_does_not_point_is_reported_only():
    imported = reads({"action": "wait", "time": 2, "coordinate": [3, 4]}, "WAIT(seconds=2)", "gui-plus")
    assert said(imported) == ["`coordinate` is not used"]


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ({"action": "right_click", "coordinate": [3, 4], "button": "left"}, "click with the right button"),
        ({"action": "double_click", "coordinate": [3, 4], "clicks": 3}, "the action is 2 clicks"),
        ({"action": "type", "text": "a", "enter": "perhaps"}, "`enter` is neither true nor false"),
        ({"action": "left_click", "coordinate": {"x": 1, "y": 2, "z": 3}}, "`coordinate` is not a place"),
    ],
)
def test_arguments_that_contradict_the_action_refuse_it(action, reason):
    with pytest.raises(CogError, match=reason):
        import_text(json.dumps(action), "gui-plus", FULL)


@pytest.mark.parametrize(
    ("keys", "operations"),
    [
        ("down+down", "KEY_PRESS(key='Down', times=2)"),
        ("shift+shift", "KEY_PRESS(key='Lshift', times=2)"),
        ("Tab Tab Return", "KEY_PRESS(key='Tab', times=2)\nKEY_PRESS(key='Return')"),
        ("page down", "KEY_PRESS(key='PageDown')"),
        ("ctrl c", "GESTURE(actions=[KEY_DOWN(key='Lcontrol'), KEY_PRESS(key='C'), KEY_UP(key='Lcontrol')])"),
        (["down", "down", "down"], "KEY_PRESS(key='Down', times=3)"),
        ("\n", "KEY_PRESS(key='Return')"),
        (" ", "KEY_PRESS(key='Space')"),
        ("\t", "KEY_PRESS(key='Tab')"),
    ],
)
@pytest.mark.parametrize("dialect", ["gui-plus", "openai", "computer-use", "osworld"])
def test_a_key_that_is_named_twice_is_pressed_twice(dialect, keys, operations):
    actions = {
        "gui-plus": {"action": "key", "keys": keys},
        "openai": {"type": "keypress", "keys": keys},
        "computer-use": {"action": "key", "text": keys},
        "osworld": {"action_type": "PRESS", "key": keys},
    }
    reads(actions[dialect], operations, dialect)
