"""One file over a desktop, a page and a phone, and what its record says of each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cogscript.language.model.box import Size
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from tests.phone_bed.adbd import Adbd
from tests.phone_bed.handset import Handset
from tests.phone_bed.server import AdbServer
from tests.surfaces.phone.conftest import FORM
from tests.workflows.test_workflows import WORKFLOWS, address, run, server

__all__ = ["server"]


@pytest.mark.drives_programs
def test_invoices_are_approved_on_a_page(server: object, tmp_path: Path) -> None:
    given = ["--var", address(server, "invoices.html"), "--var", "password=hunter2"]  # type: ignore[arg-type]
    assert run("approve-invoices.cog", *given, folder=tmp_path) == "done\n"
    assert server.sent == ["approved INV-0411", "approved INV-0413"]  # type: ignore[attr-defined]
    kept = b"".join(each.read_bytes() for each in tmp_path.rglob("*") if each.is_file())
    assert b"hunter2" not in kept


@pytest.mark.drives_programs
def test_a_phone_alone_and_a_number_that_goes_from_a_program_to_a_page_and_a_phone(
    server: object, tmp_path: Path
) -> None:
    adb = AdbServer()
    screen = open_surface("virtual", size=Size(720, 1280), settings=Settings())
    handset = Handset(screen, {"com.example.form": FORM})
    phone = Adbd(handset.run)
    try:
        adb("connect", phone.address)
        environment = {**os.environ, **adb.environment, "HOME": str(tmp_path)}
        alone = [sys.executable, "-m", "cogscript", "run", str(WORKFLOWS / "phone-form.cog"), "--no-journal"]
        done = subprocess.run(alone, env=environment, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        assert handset.pressed == ["home"]
        words = [
            sys.executable, "-m", "cogscript", "run", str(WORKFLOWS / "three-worlds.cog"),
            "--screen", "virtual", "--var", address(server, "form.html"),  # type: ignore[arg-type]
        ]  # fmt: skip
        done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        assert done.stdout == "A-1047\n"
        assert screen.elements is not None
        name = next(each for each in screen.elements.snapshot().elements if each.name == "Name")
        assert name.value == "A-1047"
        runs = next((tmp_path / ".local" / "state" / "cogscript" / "runs").iterdir())
        report = subprocess.run([sys.executable, "-m", "cogscript", "report", str(runs), "--junit", "-"],
                                env=environment, capture_output=True, text=True, timeout=60)  # fmt: skip
        assert "the page `报名 / Sign up`" in report.stdout
        assert f"the phone {phone.address}" in report.stdout
    finally:
        phone.unplug()
        handset.close()
        screen.close()
        adb.close()
