"""A page is a surface like any other: found by name, typed into, chosen from, and seen to have taken it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import wait_until


def says(perform: Any, text: str) -> None:
    perform(f"WAIT_FOR(test=VISIBLE(element_info='{text}'), timeout=10)")


@pytest.mark.drives_programs
def test_a_whole_form_is_filled_in_and_every_value_is_seen(perform: Any, tmp_path: Path) -> None:
    drawing = tmp_path / "drawing.svg"
    drawing.write_text("<svg/>")
    entered = perform("TYPE(element_info='Customer', text='王小明 & Söhne')")
    assert entered.seen == "yes"
    assert perform("TYPE(element_info='Password', text='s3cret')").seen == "yes, 6 characters"
    assert perform("SELECT(element_info='Colour', option='blue')").seen == "yes"
    refused = perform("TYPE(element_info='Delivery', text='24.12.2026')", fails=True)
    assert refused.error == "`Delivery` is a field for a date, and `24.12.2026` is none to it"
    assert perform("TYPE(element_info='Delivery', text='2026-12-24')").seen == "yes"
    assert perform(f"TYPE(element_info='Drawing', text='{drawing}')").seen == "yes"
    assert perform("CHECK(element_info='Gift')").seen == "yes"
    assert perform("CHECK(element_info='Express')").seen == "yes"
    assert perform("CHECK(element_info='Express')").seen == "yes, it was on already"
    assert perform("TYPE(element_info='Notes', text='one\\ntwo')").seen == "yes"
    perform("CLICK(element_info='Send order')")
    says(perform, "王小明 & Söhne|blue|2026-12-24|3|one two|6|true|true|drawing.svg")


@pytest.mark.drives_programs
def test_a_field_is_emptied_first_and_an_editor_takes_text(perform: Any) -> None:
    perform("TYPE(element_info='Customer', text='first')")
    assert perform("TYPE(element_info='Customer', text='second', clear=True)").seen == "yes"
    assert perform("TYPE(element_info='Letter', text=' Sir')").seen.startswith("yes")
    # From the browser: what a script enters loses the format that an editor has in mind.
    says(perform, "heard Sir")


@pytest.mark.drives_programs
def test_a_plain_field_is_filled_without_a_click_and_any_other_gets_one(perform: Any, site: str) -> None:
    perform(f"LAUNCH(url='{site}/fields.html')")
    assert perform("TYPE(element_info='Plain', text='new', clear=True)").seen == "yes"
    says(perform, "plain:fi")
    assert perform("TYPE(element_info='Town', text='Bath', clear=True)").seen == "yes"
    says(perform, "plain:fi town:pfi")
    # Its script comes with the keyboard: the text is entered again once it is there.
    assert perform("TYPE(element_info='Lazy', text='late', clear=True)").seen == "yes"
    says(perform, "plain:fi town:pfi lazy:fpi")


@pytest.mark.drives_programs
def test_a_page_that_is_not_loaded_in_time_is_no_yes(perform: Any, site: str) -> None:
    opened = perform(f"LAUNCH(url='{site}/fields.html?unfinished', timeout=1)")
    assert opened.seen == "not known"


@pytest.mark.drives_programs
def test_a_list_names_its_options_when_one_is_missing_or_cannot_be_chosen(perform: Any) -> None:
    missing = perform("SELECT(element_info='Colour', option='pink')", fails=True)
    assert "there are: `red`, `green`, `blue`, `black`" in missing.error
    refused = perform("SELECT(element_info='Colour', option='black')", fails=True)
    assert "it is disabled" in refused.error


@pytest.mark.drives_programs
def test_the_row_tells_two_buttons_of_one_name_apart(perform: Any) -> None:
    perform("CLICK(element_info='Approve', near='INV-0412')")
    says(perform, "approved 0412")
    several = perform("CLICK(element_info='Approve', timeout=0)", fails=True)
    assert "2 times" in several.error


@pytest.mark.drives_programs
def test_what_is_not_ready_is_waited_for_and_what_lies_below_is_scrolled_to(perform: Any) -> None:
    perform("CLICK(element_info='Late')")
    says(perform, "late clicked")
    perform("CLICK(element_info='Item 30')")
    says(perform, "picked 30")
    perform("CLICK(element_info='Far below')")
    says(perform, "Was far")


@pytest.mark.drives_programs
def test_frames_and_shadow_roots_are_part_of_the_page(perform: Any) -> None:
    perform("TYPE(element_info='Voucher', text='SAVE10')\nCLICK(element_info='Apply')")
    says(perform, "voucher SAVE10")
    perform("CLICK(element_info='Five stars')")
    says(perform, "rated")


@pytest.mark.drives_programs
def test_a_page_that_asks_is_answered_by_its_buttons_and_keys(perform: Any, browser: Any) -> None:
    perform("CLICK(element_info='Delete')")
    missing = perform("CLICK(element_info='Send order', element_type='button', timeout=0)", fails=True)
    assert "the dialog `Delete it?` is in front" in missing.error
    perform("CLICK(element_info='Cancel')")
    browser.capture()
    perform("CLICK(element_info='kept')")
    asked = perform("CLICK(element_info='Greet', timeout=0)", fails=True)
    assert "takes no click until it is answered" in asked.error, "a page that asks takes nothing else"
    perform("CLICK(element_info='Cancel')")
    says(perform, "kept")
    perform("CLICK(element_info='Greet')")
    assert browser.capture().getpixel((640, 60)) == (255, 255, 255), "the dialog is in the picture"
    perform("TYPE(element_info='Your name?', text='Bo', clear=True)\nKEY_PRESS(key='Return')")
    says(perform, "Hello Bo")
    perform("CLICK(element_info='Alert')\nKEY_PRESS(key='Esc')")
    says(perform, "after alert")


@pytest.mark.drives_programs
def test_leaving_a_page_with_changes_asks_first(perform: Any) -> None:
    perform("CLICK(element_info='Next page')\nTYPE(element_info='City', text='Wien')")
    perform("CLICK(element_info='Back to the shop')\nCLICK(element_info='Stay')")
    says(perform, "Second page")
    perform("CLICK(element_info='Back to the shop')\nCLICK(element_info='Leave')")
    says(perform, "Order")
    perform("GO_BACK()")
    says(perform, "Second page")
    perform("TYPE(element_info='City', text='Graz')")
    asks = perform("LAUNCH(url='http://127.0.0.1:9/')", fails=True)
    assert "asks first" in asks.error
    perform("CLICK(element_info='Stay')")


@pytest.mark.drives_programs
def test_a_new_tab_is_the_current_one_until_it_closes(perform: Any, browser: Any) -> None:
    perform("CLICK(element_info='Terms')\nCLICK(element_info='Agree')\nCLICK(element_info='Close this')")
    says(perform, "Order")
    perform("CLICK(element_info='Terms')")
    says(perform, "Agree")
    assert [each.title for each in browser.windows()] == ["Shop", "Terms of sale"]
    perform("WINDOW(action='close', title='Terms of sale')")
    says(perform, "Order")


@pytest.mark.drives_programs
def test_a_download_lands_in_the_folder_of_the_run(perform: Any, browser: Any, tmp_path: Path) -> None:
    browser.files = tmp_path
    perform("CLICK(element_info='Report')\nCLICK(element_info='Report')")
    browser.await_effect()
    wait_until(lambda: len(list((tmp_path / "downloads").glob("*.csv"))) == 2, what="both downloads")
    saved = sorted(each.name for each in (tmp_path / "downloads").iterdir())
    assert saved == ["report (1).csv", "report.csv"]
    assert (tmp_path / "downloads" / "report.csv").read_text().startswith("number,total")


@pytest.mark.drives_programs
@pytest.mark.parametrize("between", ["row", "drawn", "veil"])
def test_what_comes_between_a_look_and_its_click_does_not_get_the_click(
    perform: Any, site: str, between: str
) -> None:
    perform(f"LAUNCH(url='{site}/unsteady.html?{between}')")
    perform("CLICK(element_info='Save')")
    says(perform, "heard saved")


@pytest.mark.drives_programs
def test_a_click_into_a_frame_that_is_covered_meanwhile_is_held_back(perform: Any, site: str) -> None:
    perform(f"LAUNCH(url='{site}/unsteady.html?veil')")
    perform("CLICK(element_info='Inside')")
    says(perform, "heard inside")
    perform(f"LAUNCH(url='{site}/unsteady.html?closed')")
    covered = perform("CLICK(element_info='Inside', timeout=1)", fails=True)
    assert "`Survey` lies over it" in covered.error
    says(perform, "heard")
