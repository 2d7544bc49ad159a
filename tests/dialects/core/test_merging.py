"""Sequences that are one thing become one; everything else stays as it was."""

import pytest

import cogscript
from cogscript.dialects.core.draft import DraftStep
from cogscript.dialects.core.merging import merge, place_pointer
from cogscript.language.model.diagnostic import Span
from cogscript.language.write.formatter import format_operation


def merged(text, rules=None):
    steps = [
        DraftStep(operation, Span(number, number + 1), operation.description)
        for number, operation in enumerate(cogscript.parse(text.replace("; ", "\n")).operations)
    ]
    placed = place_pointer(steps)
    done = merge(placed) if rules is None else merge(placed, rules)
    return "; ".join(format_operation(step.operation) for step in done), done


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("HOVER(box=[[1,2]]); CLICK(box=[[1,2]])", "CLICK(box=[[001,002]])"),
        ("HOVER(box=[[1,2]]); CLICK(box=[[3,4]])", "HOVER(box=[[001,002]]); CLICK(box=[[003,004]])"),
        ("HOVER(box=[[1,2]]); CLICK()", "CLICK(box=[[001,002]])"),
        (
            "CLICK(box=[[1,2]]); KEY_PRESS(key='A'); RIGHT_CLICK()",
            "CLICK(box=[[001,002]]); KEY_PRESS(key='A'); RIGHT_CLICK(box=[[001,002]])",
        ),
        (
            "DRAG(box=[[1,2]], to=[[3,4]]); CLICK()",
            "DRAG(box=[[001,002]], to=[[003,004]]); CLICK(box=[[003,004]])",
        ),
        ("DOUBLE_CLICK()", "MOUSE_DOWN(); MOUSE_UP(); MOUSE_DOWN(); MOUSE_UP()"),
        ("RIGHT_CLICK()", "MOUSE_DOWN(button='right'); MOUSE_UP(button='right')"),
        (
            "MOUSE_DOWN(box=[[1,2]]); HOVER(box=[[5,6]]); HOVER(box=[[3,4]]); MOUSE_UP()",
            "DRAG(box=[[001,002]], to=[[003,004]])",
        ),
        (
            "MOUSE_DOWN(box=[[1,2]], button='right'); MOUSE_UP(box=[[3,4]], button='right')",
            "DRAG(box=[[001,002]], to=[[003,004]], button='right')",
        ),
        ("MOUSE_DOWN(box=[[1,2]]); MOUSE_UP()", "CLICK(box=[[001,002]])"),
        ("MOUSE_DOWN(box=[[1,2]]); WAIT(seconds=2); MOUSE_UP()", "LONG_PRESS(box=[[001,002]], seconds=2)"),
        (
            "MOUSE_DOWN(box=[[1,2]]); KEY_PRESS(key='A'); MOUSE_UP()",
            "MOUSE_DOWN(box=[[001,002]]); KEY_PRESS(key='A'); MOUSE_UP(box=[[001,002]])",
        ),
        (
            "HOVER(box=[[1,2]]); MOUSE_DOWN(); HOVER(box=[[3,4]]); MOUSE_UP()",
            "DRAG(box=[[001,002]], to=[[003,004]])",
        ),
        ("KEY_DOWN(key='Lshift'); KEY_UP(key='Lshift')", "KEY_PRESS(key='Lshift')"),
        (
            "KEY_DOWN(key='Lshift'); WAIT(seconds=3); KEY_UP(key='Lshift')",
            "KEY_PRESS(key='Lshift', seconds=3)",
        ),
        (
            "KEY_DOWN(key='Lshift'); CLICK(box=[[1,2]]); KEY_UP(key='Lshift')",
            "CLICK(box=[[001,002]], keys=['Lshift'])",
        ),
        (
            "KEY_DOWN(key='Lshift'); CLICK(box=[[1,2]]); HOVER(box=[[3,4]]); KEY_UP(key='Lshift')",
            "KEY_DOWN(key='Lshift'); CLICK(box=[[001,002]]); HOVER(box=[[003,004]]); KEY_UP(key='Lshift')",
        ),
        ("KEY_UP(key='Lshift'); KEY_DOWN(key='Lshift')", "KEY_UP(key='Lshift'); KEY_DOWN(key='Lshift')"),
        ("CLICK(box=[[1,2]]); TYPE(text='a')", "TYPE(box=[[001,002]], text='a')"),
        ("HOVER(box=[[1,2]]); CLICK(); TYPE(text='a')", "TYPE(box=[[001,002]], text='a')"),
        ("MOUSE_DOWN(box=[[1,2]]); MOUSE_UP(); TYPE(text='a')", "TYPE(box=[[001,002]], text='a')"),
        (
            "CLICK(box=[[1,2]]); TYPE(box=[[3,4]], text='a')",
            "CLICK(box=[[001,002]]); TYPE(box=[[003,004]], text='a')",
        ),
        (
            "CLICK(box=[[1,2]], keys=['Shift']); TYPE(text='a')",
            "CLICK(box=[[001,002]], keys=['Shift']); TYPE(text='a')",
        ),
        ("DOUBLE_CLICK(box=[[1,2]]); TYPE(text='a')", "DOUBLE_CLICK(box=[[001,002]]); TYPE(text='a')"),
        (
            "CLICK(keys=['Lshift'])",
            "KEY_DOWN(key='Lshift'); MOUSE_DOWN(); MOUSE_UP(); KEY_UP(key='Lshift')",
        ),
        ("CLICK(box=[[1,2]]); CLICK(id='save')", "CLICK(box=[[001,002]]); CLICK(id='save')"),
        ("CLICK(id='name'); TYPE(text='a')", "TYPE(text='a', id='name')"),
        ("CLICK(element_info='Name'); CLICK()", "CLICK(element_info='Name'); MOUSE_DOWN(); MOUSE_UP()"),
    ],
)
def test_what_becomes_one(before, after):
    assert merged(before)[0] == after


def test_nested_keys_are_one_gesture():
    text, _ = merged(
        "KEY_DOWN(key='Lcontrol'); KEY_DOWN(key='Lshift'); KEY_PRESS(key='T'); KEY_UP(key='Lshift'); "
        "KEY_UP(key='Lcontrol')"
    )
    assert text.startswith("GESTURE(")
    assert text.count("KEY_") == 5


def test_descriptions_and_places_of_all_parts_are_kept():
    _, (step,) = merged("# go there\nHOVER(box=[[1,2]])\n# click it\nCLICK()\n# say so\nTYPE(text='a')")
    assert step.description == "go there\nclick it\nsay so"
    assert step.span == (0, 3)


def test_no_rules_no_merging():
    assert merged("HOVER(box=[[1,2]]); CLICK(box=[[1,2]])", ())[0].count(";") == 1
