"""Steps stand in the IN block of the window they were done in, with boxes in thousandths of it."""

from __future__ import annotations

import cogscript
from cogscript.language.model.box import Rect
from cogscript.recording.input_events import Hit, WindowPlace
from tests.recording.people import Hand, button, field

FORM = WindowPlace(1, "Form", "Editor", Rect(100, 100, 500, 300))
SAVE_AS = WindowPlace(2, "Save As", "Editor", Rect(200, 200, 400, 300), alone=False)


def lines(hand: Hand) -> list[str]:
    """The workflow between its header and its END, without comments."""
    text = cogscript.format(hand.workflow())
    assert cogscript.format(cogscript.parse(text)) == text
    assert cogscript.check(cogscript.parse(text)) == []
    return [line for line in text.splitlines() if line.strip() and not line.strip().startswith("#")][1:-1]


def test_boxes_are_thousandths_of_the_window():
    hand = Hand().work_in(FORM).click(420, 110, target=button())

    assert lines(hand) == [
        "IN(app='Editor', box=[[100,100,500,300]])",
        "  CLICK(box=[[750,000,950,150]], element_type='button', element_info='Save')",
        "END_IN()",
    ]


def test_a_block_lasts_as_long_as_the_window_is_the_same():
    hand = Hand().work_in(FORM).click(420, 110, target=button()).wait(1).key("tab").scroll(200, 200, -1)

    assert [line.strip().partition("(")[0] for line in lines(hand)] == [
        "IN",
        "CLICK",
        "KEY_PRESS",
        "SCROLL_DOWN",
        "END_IN",
    ]


def test_the_title_tells_windows_of_one_program_apart():
    hand = Hand().work_in(FORM).click(420, 110, target=button()).wait(1)
    hand.work_in(SAVE_AS).click(250, 250).wait(1).work_in(FORM).click(420, 110, target=button("OK"))

    assert [line for line in lines(hand) if line.startswith("IN")] == [
        "IN(window='Form', app='Editor', box=[[100,100,500,300]])",
        "IN(window='Save As', app='Editor', box=[[200,200,400,300]])",
        "IN(window='Form', app='Editor', box=[[100,100,500,300]])",
    ]


def test_another_window_that_got_the_handle_of_one_that_has_gone_is_another():
    """Each run of a program begins with the same handles."""
    asked = WindowPlace(1, "Who?", "Editor", Rect(200, 200, 400, 300), turn=1)
    hand = Hand().work_in(FORM).click(420, 110, target=button()).wait(1).work_in(asked).type("anna")

    assert [line for line in lines(hand) if line.startswith("IN")] == [
        "IN(window='Form', app='Editor', box=[[100,100,500,300]])",
        "IN(window='Who?', app='Editor', box=[[200,200,400,300]])",
    ]


def test_the_mark_of_unsaved_changes_is_no_part_of_a_title():
    changed = WindowPlace(3, "*notes.txt", "", Rect(100, 100, 500, 300))

    assert lines(Hand().work_in(changed).key("tab"))[0] == "IN(window='notes.txt', box=[[100,100,500,300]])"


def test_an_item_of_a_menu_that_stands_out_of_its_window_is_told_by_its_name():
    item = Hit(Rect(400, 400, 480, 430), "menu item", "Print…")
    (_, click, _) = lines(Hand().work_in(FORM).click(420, 410, target=item))

    assert click == "  CLICK(element_type='menu item', element_info='Print…')"


def test_what_lies_outside_and_has_no_name_is_a_place_of_the_screen():
    hand = Hand().work_in(FORM).click(420, 110, target=button()).wait(1).click(800, 800)
    (_, _, _, click) = lines(hand)

    assert click == "CLICK(box=[[792,792,808,808]])"


def test_the_bare_desktop_has_no_block():
    assert lines(Hand().click(10, 500)) == ["CLICK(box=[[002,492,018,508]])"]


def test_what_is_typed_into_a_field_goes_there_by_name_also_after_tab():
    hand = Hand().work_in(FORM).key("tab").type("Anna", field("Name"))
    (_, _, typed, _) = lines(hand)

    assert (
        typed
        == "  TYPE(box=[[000,000,500,150]], text='Anna', element_type='text field', element_info='Name')"
    )


def test_in_a_field_that_holds_text_the_place_of_the_cursor_matters_more_than_the_name():
    hand = Hand().work_in(FORM).key("tab").type("Anna", field("Name", filled=True))

    assert "  TYPE(text='Anna')" in lines(hand)


def test_what_tells_a_target_from_others_is_written():
    hit = Hit(Rect(400, 110, 480, 130), "button", "Edit", near="INV-0412")
    icon = Hit(Rect(400, 110, 420, 130), "button", icon="icon-1.png")
    named = lines(Hand().work_in(FORM).click(420, 120, target=hit))[1]
    shown = lines(Hand().work_in(FORM).click(410, 120, target=icon))[1]

    assert "element_info='Edit', near='INV-0412'" in named
    assert "element_type='button', picture='a_pictures/icon-1.png'" in shown


def test_the_wheel_turns_at_a_place_whatever_stands_there():
    hand = Hand().work_in(FORM)
    hand.scroll(300, 200, -3)
    (_, scroll, _) = lines(hand)

    assert scroll == "  SCROLL_DOWN(box=[[480,460,520,540]], step_count=3)"


def test_a_title_that_reads_as_a_variable_is_not_written():
    odd = WindowPlace(4, "__CogName_a__", "", Rect(0, 0, 500, 500))
    (press,) = Hand().work_in(odd).key("tab").steps()

    assert press.name == "KEY_PRESS"


def test_a_click_that_opens_a_window_is_no_part_of_what_is_typed_there():
    """A menu of which nothing is told: `New File` was clicked, and the text goes into its window."""
    hand = Hand().work_in(FORM).click(150, 120).work_in(SAVE_AS).type("answer")
    assert [each.name for each in hand.workflow().walk() if each.name in ("CLICK", "TYPE")] == [
        "CLICK",
        "TYPE",
    ]
    together = Hand().work_in(FORM).click(150, 120).type("answer")
    assert [each.name for each in together.workflow().walk() if each.name in ("CLICK", "TYPE")] == ["TYPE"]
