"""AndroidWorld's actions, and GLM-V's phone protocol, which differs in what a swipe means."""

import json

import pytest

from cogscript.dialects import import_text
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import CogError
from tests.dialects.json_cases import reads, said, untranslated_examples

NAME = "android-world"


def act(kind, **more):
    return {"action_type": kind, **more}


def test_every_example_is_translated():
    assert untranslated_examples(NAME) == []


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (act("click", x=300, y=200), "CLICK(box=[[300,200]])"),
        (act("double_tap", x=300, y=200), "DOUBLE_CLICK(box=[[300,200]])"),
        (act("long_press", x=300, y=200), "LONG_PRESS(box=[[300,200]])"),
        (act("input_text", text="Bob", x=300, y=200), "TYPE(box=[[300,200]], text='Bob', enter=True)"),
        (act("input_text", text="Bob", clear_text=True), "TYPE(text='Bob', clear=True, enter=True)"),
        (act("press_keyboard", keycode="KEYCODE_DEL"), "KEY_PRESS(key='Backspace')"),
        (act("press_keyboard", keycode="KEYCODE_BACK"), "SYSTEM_BUTTON(button='back')"),
        (act("drag_and_drop", touch_xy=[1, 2], lift_xy=[3, 4]), "DRAG(box=[[1,2]], to=[[3,4]], seconds=4)"),
        (act("open_app", app_name="Clock"), "LAUNCH(app='Clock')"),
        (act("status", goal_status="infeasible"), "FAIL()"),
        (act("answer", text="42"), "ANSWER(text='42')"),
        (act("wait"), "WAIT(seconds=1)"),
    ],
)
def test_one_action(action, expected):
    assert said(reads(action, expected, NAME)) == []


def directions(action, dialect):
    """Where the finger goes, across and down, as signs."""
    imported = import_text(json.dumps(action), dialect, Size(1000, 1000))
    swipe = imported.workflow.operations[-1]
    assert swipe.name == "SWIPE"
    (x, y), (to_x, to_y) = swipe.arguments["box"], swipe.arguments["to"]
    return (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)


@pytest.mark.parametrize(
    ("dialect", "kind", "ways"),
    [
        (NAME, "scroll", {"down": (0, -1), "up": (0, 1), "right": (-1, 0), "left": (1, 0)}),
        (NAME, "swipe", {"down": (0, 1), "up": (0, -1), "right": (-1, 0), "left": (1, 0)}),
        ("glm", "scroll", {"down": (0, -1), "up": (0, 1), "right": (-1, 0), "left": (1, 0)}),
        ("glm", "swipe", {"down": (0, 1), "up": (0, -1), "right": (1, 0), "left": (-1, 0)}),
    ],
)
def test_a_page_that_scrolls_down_is_moved_up_by_the_finger(dialect, kind, ways):
    for direction, way in ways.items():
        assert directions(act(kind, direction=direction), dialect) == way


LISTED = """Here is a list of the elements:
UI element 0: {"index": 0, "text": "Inbox", "is_clickable": True, "is_editable": False}
UI element 1: {"index": 1, "content_description": "Compose", "is_clickable": True}

Reason: A new message is wanted.
Action: {"action_type": "click", "index": 1}
"""


def test_an_index_takes_the_name_from_the_list():
    imported = import_text(LISTED)
    assert imported.dialect == NAME
    (click,) = [each for each in imported.workflow.operations if each.name == "CLICK"]
    assert click.arguments == {"element_info": "Compose"}


def test_an_index_without_its_list_is_refused():
    with pytest.raises(CogError, match="the element 7 is not in the plan"):
        import_text(json.dumps(act("click", index=7)))
