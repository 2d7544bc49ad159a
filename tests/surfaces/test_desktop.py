"""The person's own screen, played here by a private one; and the systems that cannot be run here."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

from cogscript.language.model.box import Rect
from cogscript.language.model.diagnostic import Fault
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from cogscript.surfaces.macos import surface as macos
from cogscript.surfaces.windows import start_programs as windows_system
from cogscript.surfaces.x11.persons_desktop import X11Desktop
from tests.conftest import wait_until
from tests.surfaces.programs import Mousepad, clean_environment


def test_no_display_is_a_sentence(monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    with pytest.raises(Fault) as caught:
        open_surface("desktop", settings=Settings())
    assert caught.value.reason == "there is no display here: DISPLAY is not set"
    assert "--screen virtual" in caught.value.advice


def test_wayland_is_a_sentence():
    with pytest.raises(Fault, match="this is a Wayland session"):
        X11Desktop(Settings(), {"WAYLAND_DISPLAY": "wayland-0"})


def test_a_display_that_cannot_be_reached_is_a_sentence():
    with pytest.raises(Fault, match="the display :7654 cannot be reached"):
        X11Desktop(Settings(), {"DISPLAY": ":7654"})


@pytest.mark.drives_programs
def test_a_launched_program_stays_after_the_run(virtual):
    desktop = X11Desktop(Settings(), virtual.environment)
    window = desktop.launch_app("xterm", 60)
    desktop.close()
    assert window.handle in [each.handle for each in virtual.windows()]


@pytest.mark.drives_programs
def test_several_monitors_the_screen_is_the_primary_one(virtual):
    """Two monitors side by side, the right one primary: its top left is (0, 0)."""
    xrandr = ["xrandr", "--setmonitor"]
    subprocess.run([*xrandr, "left", "500/130x800/200+0+0", "screen"], env=virtual.environment, check=True)
    subprocess.run(
        [*xrandr, "*right", "780/200x600/150+500+200", "none"], env=virtual.environment, check=True
    )
    try:
        desktop = X11Desktop(Settings(), virtual.environment)
        assert desktop.size == (780, 600)
        assert desktop.origin == (500, 200)
        desktop.move(desktop.size.rect.middle)
        assert desktop.pointer() == (390, 300)
        assert virtual.pointer() == (890, 500)
        assert desktop.capture().size == (780, 600)
        window = desktop.launch_app("xterm", 60)
        there = virtual.manager.describe(window.handle).rect
        here = desktop.manager.describe(window.handle).rect
        assert (here.left, here.top) == (there.left - 500, there.top - 200)
        with pytest.raises(Fault, match="outside the 780×600 screen"):
            desktop.move(virtual.size.rect.middle._replace(x=1000))
        desktop.close()
    finally:
        for name in ("left", "right"):
            subprocess.run(["xrandr", "--delmonitor", name], env=virtual.environment, check=True)


# --- pyautogui, which macOS uses, on the X server we have ---------------------------------

PYAUTOGUI = """
    import sys
    sys.modules["tkinter"] = None      # a Python without tkinter
    from cogscript.language.model.box import Point, Rect
    from cogscript.surfaces import key_names
    from cogscript.surfaces.macos.pyautogui_hands import PyAutoGuiHands, load_pyautogui
    from cogscript.surfaces.personal_desktop import PersonalDesktop
    from cogscript.settings import Settings
    gui = load_pyautogui()
    assert "mouseinfo" not in sys.modules and gui.PAUSE == 0
    known = set(gui.KEY_NAMES)
    unknown = set(key_names.MACOS.values()) - known
    assert not unknown, unknown
    class Desktop(PersonalDesktop):
        is_pressing = type_text = launch_app = launch_url = windows = window_action = None
    screen = Desktop(Settings(), PyAutoGuiHands())
    assert screen.size == (1280, 800)
    assert screen.capture(Rect(10, 10, 110, 60)).size == (100, 50)
    screen.move(Point(640, 400))
    assert screen.pointer() == (640, 400) and not screen.moved_by_person()
    screen.click(Point(640, 420))
    for key in "a", "b", "?":
        screen.key_down(key); screen.key_up(key)
    screen.key_down("left_shift"); screen.press("left")
    screen.release_all()
    screen.close()
"""


@pytest.mark.drives_programs
def test_pyautogui_works_without_tkinter_and_knows_every_key_name(virtual, tmp_path):
    editor = Mousepad(virtual, tmp_path)
    script = textwrap.dedent(PYAUTOGUI)
    done = subprocess.run(
        [sys.executable, "-c", script], env=virtual.environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    wait_until(lambda: virtual.manager.title(editor.window.handle).startswith("*"))
    assert editor.text() == "ab?"


def test_pyautogui_without_a_display_is_a_sentence():
    script = "from cogscript.surfaces.macos.pyautogui_hands import load_pyautogui; load_pyautogui()"
    done = subprocess.run(
        [sys.executable, "-c", script], env=clean_environment(), capture_output=True, text=True
    )
    assert "Fault: pyautogui cannot drive this screen" in done.stderr


# --- Windows and macOS: what is passed on, as data ---------------------------------------------------


def test_windows_applications_by_the_name_in_the_start_menu():
    answer = '[{"Name":"设置","AppID":"windows.settings!App"},{"Name":"Google Chrome","AppID":"Chrome"}]'
    apps = windows_system.read_start_apps(answer)
    assert windows_system.find_start_app("设置", apps) == "windows.settings!App"
    assert windows_system.find_start_app("chrome", apps) == "Chrome"
    assert windows_system.find_start_app("x; rm -rf ~", apps) is None
    assert windows_system.find_start_app("", apps) is None
    assert windows_system.start_app_command("Chrome") == ["explorer.exe", "shell:AppsFolder\\Chrome"]
    assert windows_system.read_start_apps('{"Name":"One","AppID":"1"}') == {"One": "1"}
    assert windows_system.read_start_apps("") == windows_system.read_start_apps("garbage") == {}
    assert not any("{" in word for word in windows_system.START_APPS_COMMAND)


def test_mac_commands_take_names_as_arguments():
    assert macos.open_app_command("x; rm -rf ~") == ["open", "-a", "x; rm -rf ~"]
    assert macos.open_link_command("https://x.org", []) == ["open", "https://x.org"]
    assert macos.open_link_command("https://x.org", ["firefox", "-new"]) == [
        "firefox",
        "-new",
        "https://x.org",
    ]
    command = macos.window_command('App" of', "title", "move", Rect(1, 2, 11, 22))
    assert command[3:] == ['App" of', "title", "move", "1", "2", "10", "20"]
    assert 'App" of' not in command[2]


def test_mac_texts_are_cut_between_characters():
    text = "a" * 19 + "😀" + "中" * 45
    pieces = list(macos.text_pieces(text))
    assert "".join(pieces) == text
    assert all(len(piece.encode("utf-16-le")) <= 40 for piece in pieces)
    assert list(macos.text_pieces("")) == []
