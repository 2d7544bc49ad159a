"""Whatever happens to a phone during a run, `cog run` says it in a sentence and ends with 1."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cogscript.cli.main import main
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.phone.adb import Phone
from tests.conftest import wait_until
from tests.phone_bed.adbd import Adbd
from tests.phone_bed.handset import Handset
from tests.phone_bed.server import AdbServer

Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run lines on the phone, which must fail; what is said of it."""
    monkeypatch.setenv("COGSCRIPT_HOME", str(tmp_path))

    def perform(*lines: str, code: int = 1) -> str:
        (tmp_path / "phone.cog").write_text("\n".join(lines) + "\nEND()\n")
        ended = main(["run", str(tmp_path / "phone.cog"), "--screen", "phone", "--no-pictures"])
        said = capsys.readouterr().err
        assert ended == code, said
        return said

    return perform


@pytest.fixture
def phone(adb: AdbServer, handset: Handset) -> Iterator[Adbd]:
    made = Adbd(handset.run)
    adb("connect", made.address)
    yield made
    made.answers = True
    made.unplug()
    adb("disconnect")


GONE = ("is no longer connected", "it does not answer", "it is still connecting", "was cut in the middle")
"""What is said of a phone that went away: how much adb knows of it yet is a matter of moments."""
TOUCHES = ("CLICK(box=[[500,700]])", "CLICK(box=[[500,500]])", "SYSTEM_BUTTON(button='home')")


@pytest.mark.drives_programs
def test_a_phone_that_is_unplugged_in_the_middle(run: Run, phone: Adbd, handset: Handset) -> None:
    handset.when_touched = phone.unplug
    said = run(*TOUCHES)
    assert f"the phone {phone.address}" in said
    assert any(each in said for each in GONE), said
    assert "failed: 1 step" in said, "the touch itself"
    assert "is not known" in " ".join(said.split()), "whether it arrived"
    assert handset.pressed == [], "nothing is done after it"


@pytest.mark.drives_programs
def test_a_phone_that_goes_offline_and_one_that_restarts(
    run: Run, phone: Adbd, handset: Handset, adb: AdbServer
) -> None:
    def restart() -> None:
        phone.answers = False
        phone.cut()

    handset.when_touched = restart
    said = run(*TOUCHES)
    assert any(each in said for each in GONE), said
    assert handset.pressed == []
    said = run(*TOUCHES)
    assert "cannot be used" in said or "no phone is connected" in said, "while it starts"
    phone.answers = True
    wait_until(lambda: "\tdevice" in (adb("connect", phone.address), adb("devices"))[1], what="it is back")
    run("SYSTEM_BUTTON(button='home')", code=0)
    assert handset.pressed == ["home"]


@pytest.mark.drives_programs
def test_what_the_phone_itself_does_not_give(run: Run, phone: Adbd, handset: Handset) -> None:
    handset.half_pictures = 99
    assert "gives no whole picture of its screen" in run(*TOUCHES)
    handset.half_pictures, handset.moving = 0, 10_000
    moving = run("CLICK(element_info='Nowhere', timeout=0)")
    assert "`Nowhere` was not found" in moving
    assert "could not get idle state" in " ".join(moving.split()), "why nothing is known of it"
    handset.moving = 0
    assert "is not installed on the phone" in run("LAUNCH(app='com.example.nothing')")
    handset.awake = False
    assert "is off" in run(*TOUCHES)
    handset.awake, handset.locked = True, True
    assert "is locked" in run(*TOUCHES)
    assert handset.pressed == []


@pytest.mark.drives_programs
def test_which_phone_and_whether_it_can_be_used(
    run: Run, phone: Adbd, handset: Handset, adb: AdbServer
) -> None:
    second = Adbd(handset.run)
    adb("connect", second.address)
    try:
        assert "there are 2 phones, and none is named" in run(*TOUCHES)
        named = run(f"IN(phone='{second.address}')", "SYSTEM_BUTTON(button='home')", "END_IN()", code=1)
        assert "there are 2 phones" in named, "the screen of the run itself is a phone, too"
    finally:
        adb("disconnect", second.address)
        second.unplug()
    adb("disconnect", phone.address)
    assert "no phone is connected" in run(*TOUCHES)
    stranger = Adbd(handset.run, trusts=False)
    adb("connect", stranger.address)
    try:
        assert "cannot be used: it" in run(*TOUCHES)
    finally:
        adb("disconnect", stranger.address)
        stranger.unplug()


@pytest.mark.drives_programs
def test_a_phone_that_hangs_is_not_waited_for_without_end(phone: Adbd) -> None:
    with pytest.raises(Fault, match="has not answered for 1 s"):
        Phone(phone.address).script("sleep 30", limit=1)
