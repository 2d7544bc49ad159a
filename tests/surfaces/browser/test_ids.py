"""A test by an id: also of what a page lists nowhere, because it says nothing itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Shows = Callable[[str], bool]


@pytest.fixture
def page(perform: Any, site: str) -> Any:
    perform(f"LAUNCH(url='{site}/results.html')")
    return perform


@pytest.fixture
def shows(page: Any) -> Shows:
    """Whether VISIBLE holds for what is given."""

    def ask(given: str) -> bool:
        step = page(f"SET(output='__CogName_shows__', value='no')\nIF(test=VISIBLE({given}))\n"
                    "SET(output='__CogName_shows__', value='yes')\nEND_IF()\n"
                    "ANSWER(text='__CogName_shows__')")  # fmt: skip
        return bool(step.value == "yes")

    return ask


@pytest.mark.drives_programs
def test_what_shows_has_an_id_wherever_it_stands(shows: Shows) -> None:
    assert shows("id='search'")
    assert shows("id='sum'"), "a part of the page without a word of its own"
    assert shows("id='total'"), "by the name it has for tests, though it has another id"
    assert shows("id='sign'"), "the look of a button"
    assert shows("id='hull'"), "in a component"
    assert shows("id='inside'"), "in a frame"
    assert not shows("id='nowhere'")
    assert not shows("id='Search'"), "ids are taken as they are written"


@pytest.mark.drives_programs
def test_what_does_not_show_is_not_there(shows: Shows) -> None:
    for id in ("results", "unshown", "faint", "blank", "scrolled-away", "end"):
        assert not shows(f"id='{id}'"), id


@pytest.mark.drives_programs
def test_all_that_is_said_must_hold(shows: Shows) -> None:
    assert shows("id='sum', element_info='17.00'")
    assert not shows("id='sum', element_info='Search'"), "that stands elsewhere"
    assert shows("id='search', element_type='button'")
    assert not shows("id='search', element_type='checkbox'")
    assert shows("id='search', box=[[000,000,999,200]]")
    assert not shows("id='search', box=[[000,500,999,999]]")


@pytest.mark.drives_programs
def test_a_row_and_a_group_tell_which_one(shows: Shows) -> None:
    assert shows("element_info='open', near='INV-0412'")
    assert not shows("element_info='open', near='INV-0411'")
    assert not shows("element_info='paid', near='INV-0412'"), "the row above"
    assert shows("id='carrier', near='Delivery'")
    assert not shows("id='carrier', near='INV-0411'")


@pytest.mark.drives_programs
def test_what_comes_is_waited_for_by_its_id(page: Any, shows: Shows) -> None:
    page("CLICK(id='search')\nWAIT_FOR(test=VISIBLE(id='results'), timeout=10)")
    assert shows("id='results', element_info='Black tea'")
    late = page("WAIT_FOR(test=VISIBLE(id='unshown'), timeout=0)", fails=True)
    assert "VISIBLE(id='unshown') did not hold" in late.error


@pytest.mark.drives_programs
def test_what_only_an_id_tells_is_pointed_at_too(page: Any) -> None:
    """The same finding: what a test sees by its id can be clicked and read by it."""
    page("CLICK(id='card')\nWAIT_FOR(test=VISIBLE(element_info='opened'), timeout=10)")
    assert (
        page("QUOTE_TEXT(id='sum', output='__CogName_sum__')\nANSWER(text='__CogName_sum__')").value
        == "Total 17.00"
    )
    page("HOVER(id='end')\nASSERT(test=VISIBLE(id='end'))")


@pytest.mark.drives_programs
def test_an_id_that_is_empty_is_a_mistake(page: Any) -> None:
    wrong = page(
        "SET(output='__CogName_id__', value='')\nASSERT(test=VISIBLE(id='__CogName_id__'))", fails=True
    )
    assert wrong.error == "an id without a letter is the id of nothing"
