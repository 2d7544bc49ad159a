"""A phone that is none: Debian's real adb, our own adbd, and a private X server for its screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cogscript.language.model.box import Size
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from tests.phone_bed.adbd import Adbd
from tests.phone_bed.handset import Handset
from tests.phone_bed.server import AdbServer

FORM = ["/usr/bin/python3", str(Path(__file__).parents[1] / "toolkits" / "gtk_form.py"), "3"]


@pytest.fixture(scope="module")
def adb() -> Iterator[AdbServer]:
    """An adb server of the tests' own; cogscript finds it as it finds any."""
    server = AdbServer()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANDROID_ADB_SERVER_PORT", server.environment["ANDROID_ADB_SERVER_PORT"])
        server("start-server")
        yield server
        server.close()


@pytest.fixture(scope="module")
def screen() -> Iterator[Any]:
    surface = open_surface("virtual", size=Size(720, 1280), settings=Settings())
    yield surface
    surface.close()


@pytest.fixture
def handset(screen: Any) -> Iterator[Handset]:
    made = Handset(screen, {"com.example.form": FORM, "com.android.settings": ["xterm"]})
    yield made
    made.close()


@pytest.fixture
def plugged(adb: AdbServer, handset: Handset) -> Iterator[Adbd]:
    """The phone, connected."""
    phone = Adbd(handset.run)
    assert "connected" in adb("connect", phone.address)
    yield phone
    adb("disconnect", phone.address)
    phone.unplug()
