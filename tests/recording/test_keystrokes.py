"""What a key does to a field, and when modifiers are part of a recording."""

from __future__ import annotations

import pytest

from cogscript.recording.held_modifiers import HeldModifiers
from cogscript.recording.input_events import Event
from cogscript.recording.keystrokes import effect_of


@pytest.mark.parametrize(
    ("key", "text", "held", "effect"),
    [
        ("a", "a", (), "text"),
        ("a", "A", ("left_shift",), "text"),
        ("", None, (), "text"),
        ("space", " ", (), "text"),
        ("q", "@", ("right_alt",), "text"),
        ("e", "e", ("right_alt",), "text"),
        ("backspace", "", (), "edit"),
        ("left", "", ("left_ctrl",), "edit"),
        ("v", "v", ("left_ctrl",), "paste"),
        ("", "\x16", ("left_ctrl",), "paste"),
        ("insert", "", ("left_shift",), "paste"),
        ("a", "a", ("left_ctrl",), "arrange"),
        ("caps_lock", "", (), "caps lock"),
        ("o", "o", ("left_alt",), "other"),
        ("s", "s", ("left_ctrl",), "other"),
        ("return", "", (), "other"),
        ("tab", "", ("left_shift",), "other"),
    ],
)
def test_what_a_key_does(key, text, held, effect):
    assert effect_of(key, text, frozenset(held)) == effect


def down(key, time=0.0):
    return Event(time, "down", key=key, text="")


def up(key):
    return Event(1.0, "up", key=key)


def test_a_modifier_pressed_for_its_own_sake_is_recorded_when_it_is_let_go_of():
    held = HeldModifiers()
    held.down(down("left_super"))

    assert held.up(up("left_super")) == [down("left_super"), up("left_super")]


def test_a_modifier_goes_with_the_key_it_is_held_for():
    held = HeldModifiers()
    held.down(down("left_ctrl"))

    assert held.for_stroke(0.5) == [down("left_ctrl")]
    assert held.for_stroke(0.6) == []
    assert held.up(up("left_ctrl")) == [up("left_ctrl")]


def test_modifiers_of_a_key_that_is_not_recorded_are_not_recorded():
    held = HeldModifiers()
    held.down(down("left_shift"))
    held.used_up()

    assert held.up(up("left_shift")) == []


def test_a_modifier_still_held_after_a_secret_goes_with_the_next_key():
    held = HeldModifiers()
    held.down(down("left_shift"))
    held.used_up()

    assert held.for_stroke(0.5) == [down("left_shift", 0.5)]


def test_two_modifiers_let_go_of_one_after_another_keep_their_order():
    held = HeldModifiers()
    held.down(down("left_ctrl"))
    held.down(down("left_shift"))

    assert held.up(up("left_ctrl")) == []
    assert [(each.kind, each.key) for each in held.up(up("left_shift"))] == [
        ("down", "left_ctrl"),
        ("down", "left_shift"),
        ("up", "left_ctrl"),
        ("up", "left_shift"),
    ]
