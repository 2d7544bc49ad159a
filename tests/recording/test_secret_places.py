"""Where secrets were typed, and what of those places pictures and names may still show."""

from __future__ import annotations

import pytest
from PIL import Image

from cogscript.language.model.box import Rect
from cogscript.recording.secret_places import SecretPlaces
from cogscript.surfaces.elements import Element
from cogscript.surfaces.placed_window import PlacedWindow

RECT = Rect(100, 100, 300, 300)
FIELD = Rect(120, 140, 280, 160)


def window(title="Log in", rect=RECT):
    return PlacedWindow(7, rect, 1, title, False, rect, False)


def dark(picture, at):
    return picture.getpixel(at) == (0, 0, 0)


@pytest.fixture
def screen():
    return Image.new("RGB", (400, 400), "white")


def test_the_window_is_black_where_it_stands_now(screen):
    places = SecretPlaces()
    places.add(window(), FIELD, marked=False)
    picture = places.blanked(screen, [window(rect=Rect(0, 0, 200, 200))])

    assert dark(picture, (10, 10))
    assert not dark(picture, (250, 250))
    assert not dark(screen, (10, 10)), "the picture in memory is as it was"


def test_a_page_behind_a_login_is_shown_without_the_strip_of_the_field(screen):
    places = SecretPlaces()
    places.add(window(), FIELD, marked=False)
    picture = places.blanked(screen, [window("Inbox")])

    assert not dark(picture, (200, 250))
    assert dark(picture, (110, 150))


def test_a_window_with_a_marked_secret_stays_black_and_keeps_its_title(screen):
    places = SecretPlaces()
    places.add(window("Notes"), FIELD, marked=True)
    told = places.target(Element("button", "Save", FIELD, window="geheim - Notes"), window("geheim - Notes"))

    assert dark(places.blanked(screen, [window("geheim - Notes")]), (200, 250))
    assert told.window == "Notes"


def test_where_windows_are_not_known_there_are_no_pictures_after_a_secret(screen):
    places = SecretPlaces()
    places.add(None, None, marked=False)

    assert places.blanked(screen, []) is None


def test_a_name_that_repeats_a_secret_is_not_told():
    places = SecretPlaces()
    places.add_text("geheim")

    assert places.target(Element("button", "Send geheim", FIELD), None) is None
    assert places.target(Element("button", "Send", FIELD), None).name == "Send"


def test_a_password_field_that_shows_its_text_at_a_click_stays_one():
    places = SecretPlaces()
    places.see(Element("password field", "Password", FIELD, secret=True, window="Log in"))

    assert places.is_secret(Element("text field", "Password", FIELD, value="geheim", window="Log in"))
    assert not places.is_secret(Element("text field", "User", Rect(0, 0, 9, 9), window="Log in"))
