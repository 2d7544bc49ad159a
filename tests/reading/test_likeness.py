"""Icons found again: in their own picture, at another scale and in a dark theme; and not found when gone.

The pictures are toolbars of a GTK program with the icons of two themes, each in an order of its own.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from cogscript.language.model.box import Rect
from cogscript.reading.likeness import find_like

TOOLBARS = Path(__file__).with_name("icons")
TWINS = {"edit-find", "system-search"}
"""The same picture under two names, in the theme without colours."""
NEAR_TWINS = [
    "document-open", "document-save", "document-save-as", "folder", "folder-new", "go-up", "go-down",
    "go-previous", "go-next", "go-first", "go-last", "list-add", "list-remove", "zoom-in", "zoom-out",
    "media-seek-forward", "media-skip-forward", "edit-undo", "edit-redo", "format-justify-left",
    "format-justify-right", "format-justify-center",
]  # fmt: skip


class Toolbar:
    def __init__(self, name):
        self.pixels = np.asarray(Image.open(TOOLBARS / f"{name}.png").convert("RGB"))
        places = json.loads((TOOLBARS / f"{name}.json").read_text(encoding="utf-8"))
        self.places = {icon: Rect(*rect) for icon, rect in places.items()}

    def icon(self, name):
        """As it would be recorded: with some of the ground around it."""
        rect = self.places[name]
        edge = rect.width // 4
        return self.pixels[rect.top - edge : rect.bottom + edge, rect.left - edge : rect.right + edge]

    def without(self, name):
        """The same toolbar after an update that dropped the icon."""
        left, top, right, bottom = self.places[name]
        pixels = self.pixels.copy()
        pixels[top:bottom, left:right] = pixels[top - 2, left - 2]
        return pixels

    def at(self, found):
        """The name of the icon that was found."""
        return next((name for name, rect in self.places.items() if rect.holds(found.rect.middle)), None)


LIGHT, DARK, LARGE, COLOURS = (Toolbar(name) for name in ("light-16", "dark-24", "light-32", "colours-24"))


CASES = [
    *(pytest.param(LIGHT, name, id=f"symbol-{name}") for name in NEAR_TWINS),
    *(pytest.param(COLOURS, name, id=f"coloured-{name}") for name in NEAR_TWINS[1::3]),
]


@pytest.mark.parametrize(("toolbar", "name"), CASES)
def test_an_icon_is_found_in_its_place_and_is_unmistakable(toolbar, name):
    best = find_like(toolbar.pixels, toolbar.icon(name))[0]
    assert toolbar.at(best) == name
    assert best.unmistakable
    assert best.scale == pytest.approx(1.0, abs=0.02)
    assert best.rect.width == pytest.approx(toolbar.icon(name).shape[1], abs=1)


@pytest.mark.parametrize(("toolbar", "name"), CASES)
def test_an_icon_that_is_gone_is_not_mistaken_for_its_twin(toolbar, name):
    found = find_like(toolbar.without(name), toolbar.icon(name))
    assert [toolbar.at(each) for each in found if each.unmistakable] == []


@pytest.mark.parametrize(("toolbar", "scale"), [(DARK, 1.5), (LARGE, 2.0)], ids=["dark", "twice as large"])
def test_an_icon_is_found_at_another_scale_and_in_a_dark_theme(toolbar, scale):
    right, sure = [], []
    for name in NEAR_TWINS:
        best = find_like(toolbar.pixels, LIGHT.icon(name), scales=(scale,))[0]
        right.append(toolbar.at(best) == name)
        if best.unmistakable:
            sure.append(toolbar.at(best) == name)
    assert all(sure)
    # The theme draws some of its icons otherwise when they are larger.
    assert sum(right) >= 0.9 * len(right)
    assert len(sure) >= 0.5 * len(right)


@pytest.mark.parametrize(("toolbar", "scale"), [(DARK, 1.5), (LARGE, 2.0)], ids=["dark", "twice as large"])
def test_the_scale_need_not_be_known(toolbar, scale):
    """But then nothing of another size is unmistakable: a small cross and a large one are two buttons."""
    for name in NEAR_TWINS[::3]:
        best = find_like(toolbar.pixels, LIGHT.icon(name))[0]
        assert toolbar.at(best) == name
        assert best.scale == pytest.approx(scale, rel=0.1)
        assert not best.unmistakable


@pytest.mark.parametrize("toolbar", [DARK, LARGE], ids=["dark", "twice as large"])
def test_at_another_scale_too_what_is_gone_is_gone(toolbar):
    scale = toolbar.places["folder"].width / LIGHT.places["folder"].width
    for name in NEAR_TWINS:
        found = find_like(toolbar.without(name), LIGHT.icon(name), scales=(scale,))
        assert [toolbar.at(each) for each in found if each.unmistakable] == []


def test_of_two_that_are_the_same_none_is_unmistakable():
    for name in TWINS:
        first, second, *_ = find_like(LIGHT.pixels, LIGHT.icon(name))
        assert {LIGHT.at(first), LIGHT.at(second)} == TWINS
        assert not first.unmistakable
        assert first.margin < 0.02


def test_twins_of_different_colours_are_told_apart():
    first, second, *_ = find_like(COLOURS.pixels, COLOURS.icon("system-search"))
    assert COLOURS.at(first) == "system-search"
    assert COLOURS.at(second) == "edit-find"
    assert first.unmistakable


def test_only_the_area_is_searched():
    place = LIGHT.places["document-save"]
    area = Rect(place.left - 30, place.top - 20, place.right + 30, place.bottom + 20)
    found = find_like(LIGHT.pixels, LIGHT.icon("document-save"), area=area, scales=(1.0,))
    assert LIGHT.at(found[0]) == "document-save"
    assert all(area.holds(each.rect.middle) for each in found)
    elsewhere = find_like(LIGHT.pixels, LIGHT.icon("document-save"), area=LIGHT.places["go-up"])
    assert not any(each.unmistakable for each in elsewhere)


STRIPES = np.zeros((200, 300, 3), dtype=np.uint8)
STRIPES[:, (np.arange(300) // 4) % 2 == 0] = 255
CHECKS = (
    np.kron(np.indices((25, 38)).sum(axis=0) % 2, np.ones((8, 8)))[..., None]
    .repeat(3, axis=2)
    .astype("uint8")
    * 255
)
SHADED = np.linspace(0, 255, 300).astype(np.uint8)[None, :, None].repeat(200, axis=0).repeat(3, axis=2)


@pytest.mark.parametrize("texture", [STRIPES, CHECKS], ids=["stripes", "checks"])
def test_a_texture_that_repeats_is_nowhere_unmistakable(texture):
    assert not any(each.unmistakable for each in find_like(texture, texture[40:64, 40:64]))


@pytest.mark.parametrize("ground", [SHADED, np.full((200, 300, 3), 200, np.uint8)], ids=["shaded", "even"])
def test_a_picture_without_outlines_is_not_looked_for(ground):
    assert find_like(LIGHT.pixels, ground[40:64, 40:64]) == []
    assert find_like(ground, ground[40:64, 40:64]) == []


def test_an_icon_is_not_seen_on_an_even_ground():
    assert find_like(np.full((200, 300, 3), 200, np.uint8), LIGHT.icon("folder")) == []


def test_a_picture_smaller_than_the_icon_holds_nothing_of_it():
    assert find_like(LIGHT.pixels[:8, :8], LIGHT.icon("folder"), scales=(1.0,)) == []
    assert find_like(LIGHT.pixels, LIGHT.icon("folder"), area=Rect(9000, 0, 9100, 100)) == []
