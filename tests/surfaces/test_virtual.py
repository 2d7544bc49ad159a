"""A private desktop is private, and nothing of it outlives the run."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from cogscript.language.model.box import Point, Rect, Size
from cogscript.language.model.diagnostic import Fault
from cogscript.settings import Settings
from cogscript.surfaces import default_surface, open_surface, read_size
from cogscript.surfaces.x11.connection import connect
from tests.conftest import wait_until
from tests.surfaces.programs import clean_environment
from tests.surfaces.toolkits import command

# A run of its own process: it opens a desktop with programs on it, one of which hides in the background,
# says who they are, and waits.
RUN = """
    import os, sys, time
    from cogscript.surfaces import open_surface
    from cogscript.settings import Settings
    screen = open_surface("virtual", settings=Settings())
    screen.launch_app("xterm", 60)
    screen.set_clipboard("copied")
    screen._supervised.spawn(["sh", "-c", "(setsid sleep 4321 &) ; exit 0"], None)
    print(screen.environment["DISPLAY"], screen.environment["XDG_RUNTIME_DIR"], flush=True)
    input()
"""


def processes_of(runtime_folder: str) -> list[str]:
    """Every process that has this desktop in its environment."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            environment = Path(f"/proc/{name}/environ").read_bytes()
            words = Path(f"/proc/{name}/cmdline").read_bytes().replace(b"\0", b" ")
        except OSError:
            continue
        if f"XDG_RUNTIME_DIR={runtime_folder}".encode() in environment and words:
            found.append(words.decode(errors="replace"))
    return found


def start_run(then: str) -> tuple[subprocess.Popen[str], str, str]:
    script = textwrap.dedent(RUN) + textwrap.dedent(then)
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        env=clean_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    display, runtime_folder = process.stdout.readline().split()
    wait_until(lambda: any("sleep 4321" in each for each in processes_of(runtime_folder)))
    return process, display, runtime_folder


@pytest.mark.parametrize(
    ("then", "signal_number"),
    [
        ("screen.close()", None),
        ("raise RuntimeError('a fault of ours')", None),
        ("time.sleep(600)", signal.SIGTERM),
        ("time.sleep(600)", signal.SIGINT),
        ("time.sleep(600)", signal.SIGHUP),
        ("time.sleep(600)", signal.SIGKILL),
    ],
)
@pytest.mark.drives_programs
def test_nothing_is_left_however_the_run_ends(then, signal_number):
    process, display, runtime_folder = start_run(then)
    wanted = ("Xvfb", "openbox", "dbus-daemon", "at-spi", "xterm", "sleep 4321")
    wait_until(
        lambda: all(each in " ".join(processes_of(runtime_folder)) for each in wanted), what=str(wanted)
    )
    socket = Path(f"/tmp/.X11-unix/X{display.removeprefix(':')}")
    ours = socket.stat().st_ino
    process.stdin.write("go on\n")
    process.stdin.close()
    if signal_number:
        process.send_signal(signal_number)
    process.wait(timeout=60)
    wait_until(lambda: not processes_of(runtime_folder), what="every process of the desktop gone")
    wait_until(lambda: not Path(runtime_folder).parent.exists(), what="its folder gone")
    # The number may be another desktop's by now, opened by a test beside this one: that socket is another.
    assert not socket.exists() or socket.stat().st_ino != ours


@pytest.mark.drives_programs
def test_closing_waits_until_everything_has_ended_and_may_be_repeated():
    screen = open_surface("virtual", settings=Settings())
    runtime_folder = screen.environment["XDG_RUNTIME_DIR"]
    screen.launch_app("xterm", 60)
    screen.close()
    assert processes_of(runtime_folder) == []
    screen.close()


def test_others_without_the_cookie_see_nothing(virtual):
    strangers = {"DISPLAY": virtual.environment["DISPLAY"], "XAUTHORITY": "/nonexistent"}
    with pytest.raises(Fault, match="cannot be reached"):
        connect(strangers)


def test_the_persons_own_display_and_bus_are_kept_out(monkeypatch):
    monkeypatch.setenv("DISPLAY", ":4711")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
    screen = open_surface("virtual", size=Size(640, 480), settings=Settings())
    try:
        assert screen.environment["DISPLAY"] != ":4711"
        assert "WAYLAND_DISPLAY" not in screen.environment
        assert screen.environment["DBUS_SESSION_BUS_ADDRESS"] != "unix:path=/nonexistent"
        assert os.environ["DISPLAY"] == ":4711"
        assert screen.size == Size(640, 480)
        assert screen.capture().size == (640, 480)
    finally:
        screen.close()


@pytest.mark.drives_programs
def test_qt_programs_start_also_after_opencv_was_loaded(tmp_path, wait_until):
    """OpenCV sets where Qt looks for its plugins, for every program that inherits it."""
    importlib.import_module("cv2")
    assert "QT_QPA_PLATFORM_PLUGIN_PATH" in os.environ
    screen = open_surface("virtual", settings=Settings())
    try:
        subprocess.Popen(command("qt5", tmp_path), env=screen.environment, stdout=-3, stderr=-3)
        wait_until(screen.windows, what="the form in Qt")
    finally:
        screen.close()


@pytest.mark.drives_programs
def test_a_picture_of_a_part_is_that_part(virtual):
    virtual.launch_app("xterm", 60)
    whole = virtual.capture()
    part = virtual.capture(Rect(100, 50, 400, 250))
    assert part.mode == "RGB"
    assert part.size == (300, 200)
    # Two pictures of a blinking cursor differ: the frame around the text does not blink.
    assert part.getpixel((0, 0)) == whole.getpixel((100, 50))
    assert virtual.capture(Rect(1200, 700, 9999, 9999)).size == (80, 100)
    with pytest.raises(Fault, match="outside the 1280×800 screen"):
        virtual.capture(Rect(5000, 5000, 6000, 6000))


def test_a_server_that_dies_is_a_sentence_and_closing_still_works():
    screen = open_surface("virtual", settings=Settings())
    screen.key_down("left_shift")
    server = next(
        int(name)
        for name in filter(str.isdigit, os.listdir("/proc"))
        if Path(f"/proc/{name}/comm").exists()
        and Path(f"/proc/{name}/comm").read_text().startswith("Xvfb")
        and screen.environment["XAUTHORITY"] in Path(f"/proc/{name}/cmdline").read_text()
    )
    screen.capture()
    os.kill(server, signal.SIGKILL)
    actions = [
        lambda: screen.click(Point(5, 5)),
        lambda: screen.key_down("a"),
        lambda: screen.type_text("text"),
        lambda: screen.scroll("down", 3),
        lambda: screen.capture(),
        lambda: screen.pointer(),
        lambda: screen.windows(),
        lambda: screen.clipboard(),
        lambda: screen.launch_app("xterm", 5),
    ]
    for action in actions:
        with pytest.raises(Fault) as caught:
            wait_until(lambda action=action: action() and False, limit=10)
        assert caught.value.code == "display-lost"
        assert "went away in the middle of the run" in caught.value.reason
    screen.release_all()
    screen.close()


@pytest.mark.parametrize("program", ["Xvfb", "openbox"])
def test_a_missing_program_is_named_with_the_command_that_fixes_it(program, tmp_path, monkeypatch):
    for name in ("Xvfb", "openbox"):
        if name != program:
            (tmp_path / name).symlink_to(f"/usr/bin/{name}")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Fault) as caught:
        open_surface("virtual", settings=Settings())
    assert f"needs {program}, which is not installed" in caught.value.reason
    assert f"install --no-install-recommends {program.lower()}" in caught.value.advice


@pytest.mark.parametrize("size", [Size(0, 800), Size(1280, 8), Size(100_000, 800)])
def test_a_size_no_server_can_have_is_refused(size):
    with pytest.raises(Fault, match="cannot be"):
        open_surface("virtual", size=size, settings=Settings())


def test_sizes_as_people_write_them():
    assert read_size("1280x800") == read_size("1280X800") == read_size("1280×800") == Size(1280, 800)
    for wrong in ("", "1280", "x", "axb", "1280x", "-1x5"):
        with pytest.raises(Fault, match="is not a size"):
            read_size(wrong)


def test_the_default_screen_depends_on_there_being_a_display(monkeypatch):
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    assert default_surface() == "virtual"
    monkeypatch.setenv("DISPLAY", ":0")
    assert default_surface() == "desktop"


def test_an_unknown_screen_is_answered_with_the_nearest():
    with pytest.raises(Fault) as caught:
        open_surface("virtul", settings=Settings())
    assert caught.value.advice == "did you mean `virtual`?"
