"""A phone is a surface like any other: real adb, real pixels, and taps that hit real programs."""

from __future__ import annotations

from typing import Any

import pytest

from cogscript import Session
from cogscript.language.model.diagnostic import Fault
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from cogscript.surfaces.elements import Element
from tests.conftest import wait_until
from tests.phone_bed.adbd import Adbd
from tests.phone_bed.handset import Handset
from tests.phone_bed.server import AdbServer


def element(screen: Any, name: str) -> Element | None:
    """What the X server itself says of something: not what the phone told us."""
    return next((each for each in screen.elements.snapshot().elements if each.name == name), None)


def do(session: Session, text: str, *, fails: bool = False) -> Any:
    step = session.perform(text)
    assert fails == (step.outcome == "failed"), step.error
    return step


@pytest.mark.drives_programs
def test_an_app_is_started_and_used_by_the_names_on_it(plugged: Adbd, handset: Handset, screen: Any) -> None:
    with Session(screen="phone", journal=False, ignore_mouse=True) as session:
        assert do(session, "LAUNCH(app='com.example.form')").seen == "yes"
        do(session, "CLICK(element_info='Save')")
        wait_until(lambda: element(screen, "Saved"))
        typed = do(session, "TYPE(element_info='Name', text='Ann & Co; $HOME %s', clear=True)")
        assert typed.seen == "yes"
        field = element(screen, "Name")
        assert field is not None
        assert field.value == "Ann & Co; $HOME %s"
        assert do(session, "CHECK(element_info='Agree', on=False)").seen == "yes"
        assert do(session, "CHECK(element_info='Two')").seen == "yes"
        do(session, "GO_BACK()\nSYSTEM_BUTTON(button='home')\nSYSTEM_BUTTON(button='recent')")
        assert handset.pressed == ["back", "home", "recent"]


@pytest.mark.drives_programs
def test_text_beyond_ascii_goes_through_the_keyboard_app_or_is_refused(
    plugged: Adbd, handset: Handset, screen: Any
) -> None:
    with Session(screen="phone", journal=False, ignore_mouse=True) as session:
        do(session, "LAUNCH(app='com.example.form')")
        assert do(session, "TYPE(element_info='Name', text='王小明', clear=True)").seen == "yes"
        handset.keyboards = []
        refused = do(session, "TYPE(element_info='Name', text='é')", fails=True)
        assert "plain ASCII only" in refused.error
        field = element(screen, "Name")
        assert field is not None
        assert field.value == "王小明", "nothing half done"


@pytest.mark.drives_programs
def test_half_a_picture_and_a_moving_screen_are_asked_again(plugged: Adbd, handset: Handset) -> None:
    surface = open_surface("phone", settings=Settings())
    handset.half_pictures, handset.moving = 2, 2
    assert surface.capture().size == (720, 1280)  # type: ignore[attr-defined]
    assert surface.elements is not None
    assert surface.elements.snapshot().complete
    handset.half_pictures, handset.moving = 9, 9
    with pytest.raises(Fault, match="gives no whole picture"):
        surface.capture()  # type: ignore[attr-defined]
    told = surface.elements.snapshot()
    assert not told.complete
    assert "could not get idle state" in told.reason


@pytest.mark.drives_programs
def test_a_test_by_a_resource_id_knows_or_says_that_it_cannot(plugged: Adbd, handset: Handset) -> None:
    with Session(screen="phone", journal=False, ignore_mouse=True) as session:
        do(session, "LAUNCH(app='com.example.form')")
        do(session, "WAIT_FOR(test=VISIBLE(id='bed:id/save'), timeout=20)")
        do(session, "ASSERT(test=VISIBLE(id='save', element_info='Save'))")
        do(session, "ASSERT(test=NOT(test=VISIBLE(id='save', element_info='Late')))")
        do(session, "ASSERT(test=NOT(test=VISIBLE(id='ave')))")
        do(session, "ASSERT(test=NOT(test=VISIBLE(id='other:id/save')))")

        handset.moving = 4
        do(session, "WAIT_FOR(test=VISIBLE(id='save'), timeout=20)")
        handset.moving = 99
        unknown = do(session, "ASSERT(test=NOT(test=VISIBLE(id='save')))", fails=True)
        assert "whether `save` is the id of anything here cannot be known" in unknown.error
        assert "could not get idle state" in unknown.error
        # A standing handler is asked again: it ends no run while the screen moves.
        do(session, "ON(test=VISIBLE(id='ad'))\n  FAIL()\nEND_ON()\nSWIPE(box=[[500,800]], to=[[500,700]])")


@pytest.mark.drives_programs
def test_touches_are_counted_in_the_size_that_the_phone_says(
    plugged: Adbd, handset: Handset, screen: Any
) -> None:
    handset.shown_size = (360, 640)
    with Session(screen="phone", journal=False, ignore_mouse=True) as session:
        assert session.look().surface.size == (360, 640)
        do(session, "LAUNCH(app='com.example.form')")
        wait_until(lambda: element(screen, "Save"))
        rect = element(screen, "Save").rect  # type: ignore[union-attr]
        x, y = rect.middle.x * 1000 // 720, rect.middle.y * 1000 // 1280
        do(session, f"CLICK(box=[[{x:03d},{y:03d}]])")
        wait_until(lambda: element(screen, "Saved"))


@pytest.mark.drives_programs
def test_a_dark_and_a_locked_screen_are_said(plugged: Adbd, handset: Handset) -> None:
    with Session(screen="phone", journal=False, ignore_mouse=True) as session:
        handset.awake = False
        dark = do(session, "CLICK(box=[[500,500]])", fails=True)
        assert "is off" in dark.error
        do(session, "SYSTEM_BUTTON(button='power')\nCLICK(box=[[500,990]])")
        handset.locked = True
        session.state.surface._awake_until = 0.0  # type: ignore[attr-defined]
        locked = do(session, "CLICK(box=[[500,500]])", fails=True)
        assert "is locked" in locked.error


@pytest.mark.drives_programs
def test_an_app_that_is_not_there_is_said(plugged: Adbd) -> None:
    with Session(screen="phone", journal=False, ignore_mouse=True) as session:
        missing = do(session, "LAUNCH(app='微信')", fails=True)
        assert "is not installed on the phone (its package is com.tencent.mm)" in missing.error
        unknown = do(session, "LAUNCH(app='Settigns')", fails=True)
        assert "no app called `Settigns` is known" in unknown.error


@pytest.mark.drives_programs
def test_no_phone_two_phones_and_one_that_is_unplugged(adb: AdbServer, handset: Handset) -> None:
    with pytest.raises(Fault, match="no phone is connected"):
        open_surface("phone", settings=Settings())
    first, second = Adbd(handset.run), Adbd(handset.run)
    adb("connect", first.address)
    adb("connect", second.address)
    try:
        with pytest.raises(Fault, match="there are 2 phones, and none is named"):
            open_surface("phone", settings=Settings())
        settings = Settings()
        settings.phone.serial = second.address
        surface = open_surface("phone", settings=settings)
        second.unplug()
        with pytest.raises(Fault, match=r"no longer connected|does not answer"):
            surface.capture()  # type: ignore[attr-defined]
    finally:
        first.unplug()
        adb("disconnect")


@pytest.mark.drives_programs
def test_a_phone_that_does_not_trust_this_computer_is_said(adb: AdbServer, handset: Handset) -> None:
    phone = Adbd(handset.run, trusts=False)
    adb("connect", phone.address)
    try:
        with pytest.raises(Fault, match=r"cannot be used: it (does not|is asking)"):
            open_surface("phone", settings=Settings())
    finally:
        adb("disconnect")
        phone.unplug()
