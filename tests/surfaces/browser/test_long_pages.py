"""What is meant may be out of view, under its own decoration, or on its way; a namesake is not taken."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.drives_programs
def test_what_shows_is_not_taken_for_what_is_meant(perform: Any, site: str) -> None:
    perform(f"LAUNCH(url='{site}/long.html')")
    # A panel that is about to fly in is waited for.
    perform("CLICK(element_info='Open')")
    assert perform("TYPE(element_info='Inside', text='x')").seen == "yes"
    # Only a tab of that name shows, and a link is meant.
    perform("CLICK(element_type='link', element_info='Third')")
    perform("WAIT_FOR(test=VISIBLE(element_info='the link'), timeout=10)")
    # Its own text lies over the list, and it opens beyond what shows.
    assert perform("SELECT(element_info='Size', option='Made to measure')").seen == "yes"
    # A page tells all its buttons: where none shows, a box hits nothing.
    box = "box=[[700,300,800,350]]"
    gone = perform(f"CLICK({box}, element_type='button', element_info='Nowhere', timeout=0)", fails=True)
    assert "was not found" in gone.error
