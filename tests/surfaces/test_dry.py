"""A dry run's screen touches nothing, and says what it would have done."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cogscript.language.model.box import Point, Rect, Size
from cogscript.language.model.diagnostic import Fault
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from cogscript.surfaces.capabilities import PersonsHand, Pixels, Window
from tests.surfaces.programs import clean_environment


def test_what_would_have_been_done_is_listed_in_order():
    screen = open_surface("dry", size=Size(1000, 500), settings=Settings())
    assert screen.size == (1000, 500)
    screen.click(Point(10, 20))
    screen.click(Point(1, 2), "right", 2)
    screen.drag(Point(1, 2), Point(3, 4), 9)
    screen.scroll("down", 3)
    screen.key_down("left_ctrl")
    screen.key_up("left_ctrl")
    screen.type_text("a secret")
    screen.launch_app("设置", 5)
    screen.window_action(Window(1, "Notes", Rect(0, 0, 1, 1)), "close")
    assert screen.actions == [
        "click left at 10,20",
        "click right at 1,2 2 times",
        "drag left from 1,2 to 3,4",
        "scroll down by 3",
        "press Lcontrol",
        "release Lcontrol",
        "type 8 characters",
        "launch 设置",
        "close the window Notes",
    ]
    assert screen.pointer() == (3, 4)
    assert screen.capability(PersonsHand) is None
    screen.release_all()
    screen.close()


def test_there_is_nothing_to_look_at():
    screen = open_surface("dry", settings=Settings())
    assert screen.size == (1280, 800)
    assert not screen.can_be_seen
    with pytest.raises(Fault, match="there is no picture on a dry run's screen"):
        screen.need(Pixels)
    with pytest.raises(Fault, match="does not read the clipboard"):
        screen.clipboard()
    screen.set_clipboard("set by the workflow itself")
    assert screen.clipboard() == "set by the workflow itself"


def test_it_loads_nothing_heavy_and_needs_no_display():
    script = (
        "import sys; from cogscript.surfaces import open_surface; from cogscript.settings import Settings;"
        "open_surface('dry', settings=Settings()).close();"
        "print([name for name in ('Xlib', 'PIL', 'mss', 'pyautogui', 'numpy') if name in sys.modules])"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=clean_environment(), capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
