"""Gemini computer use: its functions, in every form they are printed in."""

import json

import pytest

from cogscript import parse
from cogscript.dialects import import_text
from tests.dialects.json_cases import reads, said, untranslated_examples

NAME = "gemini"


def call(name, **arguments):
    return {"name": name, "args": arguments}


def test_every_example_is_translated():
    assert untranslated_examples(NAME) == []


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (call("click_at", x=300, y=200), "CLICK(box=[[300,200]])"),
        (call("hover_at", x=300, y=200), "HOVER(box=[[300,200]])"),
        (call("type_text_at", x=1, y=2, text="tea"), "TYPE(box=[[1,2]], text='tea', clear=True, enter=True)"),
        (
            call("type_text_at", x=1, y=2, text="tea", press_enter=False, clear_before_typing=False),
            "TYPE(box=[[1,2]], text='tea')",
        ),
        (call("key_combination", keys="enter"), "KEY_PRESS(key='Return')"),
        (call("scroll_document", direction="up"), "SCROLL_UP(step_count=8)"),
        (
            call("drag_and_drop", x=1, y=2, destination_x=3, destination_y=4),
            "DRAG(box=[[1,2]], to=[[3,4]])",
        ),
        (call("navigate", url="https://example.org"), "LAUNCH(url='https://example.org')"),
        (call("wait_5_seconds"), "WAIT(seconds=5)"),
        (
            call("drag_and_drop", start_x=1, start_y=2, end_x=3, end_y=4, intent="move it"),
            "DRAG(box=[[1,2]], to=[[3,4]])",
        ),
        (call("right_click", x=1, y=2), "RIGHT_CLICK(box=[[1,2]])"),
        (call("type", text="tea", press_enter=True), "TYPE(text='tea', enter=True)"),
        (
            call("hotkey", keys=["control", "a"]),
            "GESTURE(actions=[KEY_DOWN(key='Lcontrol'), KEY_PRESS(key='A'), KEY_UP(key='Lcontrol')])",
        ),
        (call("press_key", key="back"), "SYSTEM_BUTTON(button='back')"),
        (call("long_press", x=1, y=2), "LONG_PRESS(box=[[1,2]], seconds=2)"),
        (call("scroll", x=1, y=2, direction="up"), "SCROLL_UP(box=[[1,2]], step_count=3)"),
        (call("wait"), "WAIT(seconds=1)"),
        (call("multiply_numbers", a=2, b=3), "TOOL(name='multiply_numbers', a=2, b=3)"),
    ],
)
def test_one_function(function, expected):
    assert said(reads(function, expected, NAME, None)) == []


def test_the_intent_of_a_call_describes_it():
    imported = import_text(json.dumps(call("click", x=1, y=2, intent="open the menu")))
    assert imported.dialect == NAME
    (click,) = imported.workflow.operations
    assert click.description == "open the menu"


def test_how_far_a_scroll_goes_is_told_by_the_pages_height():
    scroll = call("scroll_at", x=500, y=500, direction="down", magnitude=500)
    imported = reads(scroll, "SCROLL_DOWN(box=[[500,500]], step_count=5)", NAME, None)
    assert said(imported) == ["a magnitude of 500 is read as 5 notches"]


def test_what_the_interface_wants_confirmed_is_sensitive():
    decided = {"decision": "require_confirmation", "explanation": "a purchase"}
    reads(
        call("click_at", x=1, y=2, safety_decision=decided), "CLICK(box=[[1,2]], sensitive=True)", NAME, None
    )


RESPONSE = {
    "candidates": [
        {"content": {"role": "model", "parts": [
            {"text": "Press the button."},
            {"functionCall": {"name": "click_at", "args": {"x": 300, "y": 200}}},
        ]}}
    ]
}  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(RESPONSE),
        "FunctionCall(id=None, args={'x': 300, 'y': 200}, name='click_at')",
        "parts=[Part(function_call=FunctionCall(name='click_at', args={'y': 200, 'x': 300}))]",
        "click_at(x=300, y=200)",
    ],
)
def test_every_form_is_recognised(text):
    imported = import_text(text)
    assert imported.dialect == NAME
    assert imported.workflow.operations == parse("CLICK(box=[[300,200]])").operations
