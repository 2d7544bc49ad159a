"""Raw events become the operations a person would have written."""

from __future__ import annotations

import pytest

import cogscript
from cogscript.language.model.box import Box, Point, Rect
from cogscript.language.model.tree import Operation
from cogscript.recording.input_events import Event, Hit
from tests.recording.people import Hand, button, field


def said(operations: list[Operation]) -> list[str]:
    """Each operation with what it is given, places left out."""
    shown = []
    for operation in operations:
        left_out = ("box", "to", "element_type", "element_info")
        arguments = {name: value for name, value in operation.arguments.items() if name not in left_out}
        inside = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
        shown.append(f"{operation.name}({inside})")
    return shown


# --- clicks --------------------------------------------------------------------------------------


def test_a_click_is_a_small_box_around_its_place():
    (click,) = Hand().click(500, 300).steps()

    assert click.name == "CLICK"
    assert click.arguments["box"] == Box.of(492, 292, 508, 308)


@pytest.mark.parametrize(("x", "y"), [(0, 0), (999, 999), (3, 500), (999, 2)])
def test_at_the_edge_of_the_screen_the_middle_of_the_box_is_still_the_place(x, y):
    (click,) = Hand().click(x, y).steps()

    box = click.arguments["box"]
    assert box.fault is None
    assert ((box[0] + box[2]) // 2, (box[1] + box[3]) // 2) == (x, y)


@pytest.mark.parametrize(
    ("button_name", "operation"),
    [("left", "CLICK"), ("right", "RIGHT_CLICK"), ("middle", "MIDDLE_CLICK")],
)
def test_each_button_has_its_click(button_name, operation):
    assert [each.name for each in Hand().click(5, 5, button_name).steps()] == [operation]


@pytest.mark.parametrize(
    ("clicks", "names"),
    [
        (2, ["DOUBLE_CLICK"]),
        (3, ["TRIPLE_CLICK"]),
        (4, ["TRIPLE_CLICK", "CLICK"]),
        (6, ["TRIPLE_CLICK", "TRIPLE_CLICK"]),
    ],
)
def test_clicks_that_follow_closely_are_one(clicks, names):
    hand = Hand()
    for _ in range(clicks):
        hand.click(50, 50).wait(0.1)

    assert [each.name for each in hand.steps()] == names


def test_double_clicks_are_told_by_start_to_start_by_place_and_by_button():
    assert len(Hand().click(50, 50).wait(0.39).click(50, 50).steps()) == 1  # 0.49 s
    assert len(Hand().click(50, 50).wait(0.40).click(50, 50).steps()) == 2  # 0.50 s
    assert len(Hand().click(50, 50).click(53, 50).steps()) == 1
    assert len(Hand().click(50, 50).click(54, 50).steps()) == 2
    assert len(Hand().click(50, 50, "right").click(50, 50, "right").steps()) == 2
    assert len(Hand().click(50, 50).key("tab").click(50, 50).steps()) == 3


def test_a_press_that_moves_more_than_six_pixels_is_a_drag():
    (step,) = Hand().press(100, 100).wait(0.95).release(107, 100).steps()

    assert step.name == "DRAG"
    assert step.arguments["to"] == Box.of(99, 92, 115, 108)
    assert step.arguments["seconds"] == 1.0
    assert said(Hand().press(100, 100).release(106, 100).steps()) == ["CLICK()"]


def test_a_drag_says_its_button_and_the_keys_held():
    hand = Hand().down("shift").press(100, 100, "right").release(200, 100, "right").up("shift")

    assert said(hand.steps()) == ["DRAG(seconds=0.1, button='right', keys=['Lshift'])"]


def test_a_long_press_says_how_long():
    assert said(Hand().press(9, 9).wait(1.15).release(9, 9).steps()) == ["LONG_PRESS(seconds=1.2)"]
    assert said(Hand().press(9, 9).wait(0.5).release(9, 9).steps()) == ["CLICK()"]


def test_a_click_says_the_modifiers_held():
    hand = Hand().down("ctrl_l").click(50, 50).wait(1).click(90, 90).up("ctrl_l").click(150, 50)

    assert said(hand.steps()) == ["CLICK(keys=['Lcontrol'])", "CLICK(keys=['Lcontrol'])", "CLICK()"]


def test_the_side_buttons_are_the_browsers_keys():
    assert said(Hand().click(5, 5, "button8").steps()) == ["KEY_PRESS(key='BrowserBack')"]


def test_a_button_without_an_operation_is_told_in_a_comment():
    workflow = Hand().click(5, 5, "button12").workflow()

    assert "# Mouse button 'button12' was pressed here" in cogscript.format(workflow)


def test_a_release_that_never_came_leaves_a_click_and_one_without_press_nothing():
    assert said(Hand().press(5, 5).steps()) == ["CLICK()"]
    assert said(Hand().release(5, 5).steps()) == []
    assert said(Hand().press(5, 5).press(5, 5).release(300, 5).steps()) == ["CLICK()", "DRAG(seconds=0.1)"]


# --- scrolling and pointing ----------------------------------------------------------------------


def test_notches_are_merged_by_direction_and_place():
    hand = (
        Hand()
        .scroll(50, 50, -1)
        .scroll(55, 52, -2)
        .scroll(50, 50, 1)
        .scroll(50, 50, dx=1)
        .scroll(50, 500, dx=1)
    )

    assert said(hand.steps()) == [
        "SCROLL_DOWN(step_count=3)",
        "SCROLL_UP(step_count=1)",
        "SCROLL_RIGHT(step_count=1)",
        "SCROLL_RIGHT(step_count=1)",
    ]


def test_moves_are_not_told():
    hand = Hand()
    for x in range(100):
        hand.add(Event(hand.now, "move", Point(x, x)))

    assert hand.steps() == []


def test_a_pointer_that_brought_up_what_was_then_clicked_is_a_hover():
    menu = Event(
        0,
        "appeared",
        Point(50, 10),
        target=Hit(Rect(40, 0, 90, 20), "menu", "File"),
        area=Rect(40, 20, 200, 300),
    )

    assert said(Hand().add(menu).click(100, 100).steps()) == ["HOVER()", "CLICK()"]
    assert said(Hand().add(menu).click(500, 500).steps()) == ["CLICK()"], "a tip that nobody used"
    assert said(Hand().add(menu).click(50, 12).steps()) == ["CLICK()"], "the click comes to the same place"


# --- typing --------------------------------------------------------------------------------------


def test_characters_become_one_text():
    assert said(Hand().type("Hello, world").steps()) == ["TYPE(text='Hello, world')"]


def test_a_click_into_a_field_and_typing_are_one_step():
    (step,) = Hand().click(150, 110, target=field()).type("Anna").steps()

    assert step.name == "TYPE"
    assert step.arguments["box"] == Box.of(100, 100, 300, 130)
    assert step.arguments["element_info"] == "Name"


def test_in_a_field_that_holds_text_the_place_of_the_click_is_kept():
    (step,) = Hand().click(150, 110, target=field(filled=True)).type("x").steps()

    assert step.arguments["box"] == Box.of(142, 102, 158, 118)


def test_a_click_on_a_button_and_typing_are_two_steps():
    hand = Hand().click(420, 110, target=button("New")).type("x", field())

    assert said(hand.steps()) == ["CLICK()", "TYPE(text='x')"]


def test_rollover_of_fast_fingers_is_plain_text():
    hand = Hand().down("e").down("d").up("e").down("i").up("d").up("i")

    assert said(hand.steps()) == ["TYPE(text='edi')"]


@pytest.mark.parametrize("reported", ["ab", "AB"])
def test_shift_and_caps_lock_decide_the_case_whichever_of_them_the_system_applies(reported):
    first, second = reported
    shifted = Hand().down("shift").down(first).up(first).up("shift").type(second.lower())
    locked = Hand().key("caps_lock").type(first).down("shift").down(second).up(second).up("shift")

    assert said(shifted.steps()) == ["TYPE(text='Ab')"]
    assert said(locked.steps()) == ["TYPE(text='Ab')"]


def test_caps_lock_may_have_been_on_before():
    assert said(Hand().type("ab").steps(caps_lock=True)) == ["TYPE(text='AB')"]


def test_a_shifted_letter_released_after_shift_is_still_one_letter():
    hand = Hand().down("shift").down("A").up("shift").up("a").type("b")

    assert said(hand.steps()) == ["TYPE(text='Ab')"]


def test_backspace_is_applied_and_what_it_takes_from_before_is_told():
    hand = Hand().type("teh").key("backspace", "backspace").type("he")

    assert said(hand.steps()) == ["TYPE(text='the')"]
    assert said(Hand().type("a").key(*["backspace"] * 3).type("b").steps()) == [
        "KEY_PRESS(key='Backspace', times=2)",
        "TYPE(text='b')",
    ]


def test_a_field_clicked_and_left_as_it_was_is_a_click():
    hand = Hand().click(150, 110, target=field()).type("x").key("backspace", "tab")

    assert said(hand.steps()) == ["CLICK()", "KEY_PRESS(key='Tab')"]


def test_return_after_typing_is_enter_and_alone_it_is_a_key():
    assert said(Hand().type("ls").key("enter", "enter").steps()) == [
        "TYPE(text='ls', enter=True)",
        "KEY_PRESS(key='Return')",
    ]


def test_in_a_field_of_several_lines_return_is_a_new_line():
    hand = Hand().click(150, 110, target=field(tall=True)).type("one").key("enter").type("two").key("enter")

    assert said(hand.steps()) == ["TYPE(text='one\\ntwo', enter=True)"]


def test_the_number_pad_and_the_space_bar_enter_text():
    assert said(Hand().key("<65457>", "space", "<96>").steps()) == ["TYPE(text='1 0')"]


def test_text_that_reads_as_a_variable_is_entered_as_it_was_typed():
    steps = Hand().type("a __CogName_x__ b").steps()

    assert "".join(str(step.arguments["text"]) for step in steps) == "a __CogName_x__ b"
    assert cogscript.check(Hand().type("a __CogName_x__ b").workflow()) == []


# --- keys ----------------------------------------------------------------------------------------


def test_special_keys_are_counted():
    hand = Hand().key("tab", "down", "down", "down", "esc")

    assert said(hand.steps()) == [
        "KEY_PRESS(key='Tab')",
        "KEY_PRESS(key='Down', times=3)",
        "KEY_PRESS(key='Esc')",
    ]


def test_a_key_held_long_says_how_long():
    assert said(Hand().down("right").wait(1.95).up("right").steps()) == [
        "KEY_PRESS(key='Right', seconds=2.0)"
    ]


def test_a_shortcut_is_a_gesture_for_as_long_as_its_modifiers_are_held():
    copy = Hand().down("ctrl_l").key("c").up("ctrl_l")
    windows = Hand().down("alt_l").key("tab", "tab").up("alt_l")

    assert cogscript.format(copy.workflow()).splitlines()[2] == (
        "GESTURE(actions=[KEY_DOWN(key='Lcontrol'), KEY_PRESS(key='C'), KEY_UP(key='Lcontrol')])"
    )
    assert [each.name for each in windows.steps()[0].arguments["actions"]] == [
        "KEY_DOWN",
        "KEY_PRESS",
        "KEY_PRESS",
        "KEY_UP",
    ]


def test_windows_control_characters_are_their_letters():
    hand = Hand().down("ctrl_l").add(Event(0, "down", text="\x03")).up("ctrl_l")

    assert [str(each.arguments["key"]) for each in hand.steps()[0].arguments["actions"]] == [
        "Lcontrol",
        "C",
        "Lcontrol",
    ]


def test_shift_with_a_special_key_is_a_gesture():
    assert [each.name for each in Hand().down("shift").key("tab").up("shift").steps()] == ["GESTURE"]


def test_a_modifier_pressed_for_its_own_sake_is_a_key():
    assert said(Hand().key("cmd").steps()) == ["KEY_PRESS(key='Command')"]
    assert [each.name for each in Hand().down("ctrl").down("shift").up("shift").up("ctrl").steps()] == [
        "GESTURE"
    ]


@pytest.mark.parametrize(
    ("held", "character"), [("alt_gr", "€"), ("alt_gr", "@"), ("alt", "ç"), ("alt_gr", "ü")]
)
def test_characters_made_with_altgr_or_option_are_text(held, character):
    assert said(Hand().down(held).type(character).up(held).steps()) == [f"TYPE(text={character!r})"]


def test_alt_with_a_letter_is_a_shortcut():
    assert [each.name for each in Hand().down("alt_r").key("f").up("alt_r").steps()] == ["GESTURE"]


def test_a_key_without_a_name_is_told_in_a_comment():
    assert "# A key was pressed here that has no name" in cogscript.format(Hand().key("<269025>").workflow())


# --- secrets -------------------------------------------------------------------------------------


def test_what_goes_into_a_password_field_is_an_input():
    secret = field("Your password", secret=True)
    hand = Hand().click(150, 110, target=secret).secret(secret)
    text = cogscript.format(hand.key("enter").workflow())

    assert "INPUT(output='__CogName_your_password__', secret=True, prompt='Your password')" in text
    assert "text='__CogName_your_password__'" in text
    assert "enter=True" in text
    assert "•" not in text


def test_each_secret_field_has_its_variable_and_the_same_field_the_same():
    hand = Hand()
    for name in ("Password", "Repeat it", "Password"):
        hand.click(150, 110, target=field(name, secret=True)).secret(field(name, secret=True))
    workflow = hand.workflow()

    assert [each.arguments["output"] for each in workflow.operations if each.name == "INPUT"] == [
        "__CogName_password__",
        "__CogName_repeat_it__",
    ]
    assert cogscript.check(workflow) == []


def test_secrets_of_fields_that_have_no_name_are_not_taken_for_one_another():
    workflow = Hand().secret(why="unseen").key("enter").click(5, 5).secret(why="dots").workflow()
    typed = [each for each in workflow.operations if each.name == "TYPE"]

    assert [each.arguments["text"] for each in typed] == ["__CogName_password__", "__CogName_password_2__"]
    assert "did not show what was typed" in cogscript.format(workflow)
    assert "showed dots for what was typed" in cogscript.format(workflow)
    assert cogscript.check(workflow) == []


def test_what_was_clicked_in_the_midst_of_a_secret_is_a_comment_in_its_place():
    hand = Hand().type("a").add(Event(9, "hidden")).secret(why="marked")

    assert said(hand.steps())[1:] == ["TYPE(text='a')", "TYPE(text='__CogName_password__')"]
    assert "# Clicks or keys that went with a secret are not recorded" in cogscript.format(hand.workflow())


# --- input methods -------------------------------------------------------------------------------


def test_what_an_input_method_entered_is_what_the_field_says():
    read = Event(9, "field", text="你好")

    assert said(Hand().type("nihao").add(read).key("enter").steps()) == ["TYPE(text='你好', enter=True)"]
    assert said(Hand().down(None).down("<0>").add(read).steps()) == ["TYPE(text='你好')"]


def test_control_characters_that_a_field_reports_are_not_text():
    read = Event(9, "field", text="你\0\x1b好\ud800")

    assert said(Hand().down(None).add(read).steps()) == ["TYPE(text='你好')"]


def test_a_field_that_completes_what_is_typed_does_not_change_the_text():
    read = Event(9, "field", text="example.com")

    assert said(Hand().type("exam").add(read).key("enter").steps()) == ["TYPE(text='exam', enter=True)"]


def test_text_that_nobody_knows_is_said_to_be_missing():
    text = cogscript.format(Hand().type("a").down(None).type("b").workflow())

    assert "# Text that an input method entered is missing here" in text
    assert "TYPE(text='ab')" in text
    alone = cogscript.format(Hand().down(None).key("enter").workflow())
    assert "missing here" in alone
    assert "KEY_PRESS(key='Return')" in alone


# --- timing and words ----------------------------------------------------------------------------


def test_pauses_are_told_only_where_the_timing_is_kept():
    hand = Hand().click(5, 5).wait(2.9).key("tab").wait(0.2).key("tab")

    assert said(hand.steps()) == ["CLICK()", "KEY_PRESS(key='Tab', times=2)"]
    assert said(hand.steps(keep_timing=True)) == [
        "CLICK()",
        "WAIT(seconds=3.0)",
        "KEY_PRESS(key='Tab', times=2)",
    ]


def test_a_gap_ends_what_was_begun():
    hand = Hand().type("a").add(Event(1, "gap")).type("b").click(5, 5).add(Event(2, "gap")).click(5, 5)

    assert said(hand.steps()) == ["TYPE(text='a')", "TYPE(text='b')", "CLICK()", "CLICK()"]


def test_comments_say_what_happens():
    hand = Hand()
    hand.click(420, 110, target=button("Save", "toolbar")).wait(1)
    hand.click(150, 110, target=field()).type("Anna").key("enter").down("ctrl").key("s").up("ctrl")
    hand.scroll(900, 900, -2).press(10, 10).release(500, 500).click(990, 5)

    assert [each.description for each in hand.steps()] == [
        "Click 'Save' in the toolbar",
        "Type 'Anna' into 'Name' and press Return",
        "Press Ctrl+S",
        "Scroll down 2 notches in the lower right of the screen",
        "Drag from the upper left of the screen to the middle of the screen",
        "Click in the upper right of the screen",
    ]


def test_a_place_outside_of_the_screen_is_said():
    workflow = Hand().click(1200, 500).workflow()

    assert "# The place (1200, 500) lies outside of the 1000×1000 screen" in cogscript.format(workflow)
    assert cogscript.check(workflow) == []
