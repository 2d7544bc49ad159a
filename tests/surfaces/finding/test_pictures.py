"""Icons without a name, found by a picture of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from cogscript.language.model.box import Rect
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.finding.finder import judge
from cogscript.surfaces.finding.wanted import Wanted
from tests.surfaces.finding.looks import Told, thing

TOOLBARS = Path(__file__).parents[2] / "reading" / "icons"
BAR = Image.open(TOOLBARS / "light-32.png").convert("RGB")
PLACES = {name: Rect(*place) for name, place in json.loads((TOOLBARS / "light-32.json").read_text()).items()}
ICONS = [name for name in PLACES if name not in ("edit-find", "system-search")]


def with_ground(place: Rect) -> Rect:
    """As it would be recorded: with some of the ground around it."""
    edge = place.width // 4
    return Rect(place.left - edge, place.top - edge, place.right + edge, place.bottom + edge)


@pytest.fixture
def icon(tmp_path):
    def cut(name: str) -> Path:
        file = tmp_path / f"{name}.png"
        BAR.crop(with_ground(PLACES[name])).save(file)
        return file

    return cut


def moved() -> Image.Image:
    """The toolbar in a larger picture, elsewhere."""
    screen = Image.new("RGB", (BAR.width + 200, BAR.height + 150), BAR.getpixel((0, 0)))
    screen.paste(BAR, (130, 90))
    return screen


@pytest.mark.parametrize("name", ICONS[::7])
def test_an_icon_is_found_wherever_its_toolbar_went(name, icon) -> None:
    found = judge(Told(picture=moved()), Wanted(picture=icon(name))).found

    assert found is not None
    assert found.locator == "picture"
    assert abs(found.rect.middle.x - PLACES[name].middle.x - 130) <= 1
    assert abs(found.rect.middle.y - PLACES[name].middle.y - 90) <= 1


def test_an_icon_that_has_gone_is_gone(icon) -> None:
    screen, place = moved(), PLACES["document-save"]
    hole = Rect(place.left + 130, place.top + 90, place.right + 130, place.bottom + 90)
    screen.paste(BAR.getpixel((0, 0)), tuple(hole))

    verdict = judge(Told(picture=screen), Wanted(picture=icon("document-save"), place=hole))

    assert (verdict.found, verdict.at_place, verdict.problem) == (None, None, "missing")


def rows() -> Told:
    """The same icon in three rows, each with a number before it."""
    place = with_ground(PLACES["edit-delete"])
    ground = max(BAR.crop(place).getcolors())[1]
    screen = Image.new("RGB", (400, 300), ground)
    for top in (20, 120, 220):
        screen.paste(BAR.crop(place), (292, top - 8))
    return Told(
        [thing("cell", f"INV-{number}", 10, top) for number, top in enumerate((20, 120, 220))], screen
    )


def test_the_same_icon_in_several_rows_needs_the_text_of_its_row(icon) -> None:
    picture = icon("edit-delete")

    assert judge(rows(), Wanted(picture=picture)).problem == "several"
    assert judge(rows(), Wanted(picture=picture, near="INV-1")).found.rect.middle.y == 136
    assert judge(rows(), Wanted(picture=picture, place=Rect(300, 220, 332, 252))).found.rect.middle.y == 236


def test_a_picture_that_cannot_be_read_is_told(tmp_path) -> None:
    broken = tmp_path / "icon.png"
    broken.write_text("no picture", encoding="utf-8")

    with pytest.raises(Fault, match=r"icon\.png"):
        judge(Told(picture=moved()), Wanted(picture=broken))
