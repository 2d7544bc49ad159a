"""What is done first arrives first, also where a slow window manager stands between."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import pytest

from tests.conftest import wait_until
from tests.surfaces.programs import start


def window_manager(screen) -> int:
    """The process id of the openbox that manages this display."""
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            around = (entry / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if words[0].endswith(b"openbox") and f"DISPLAY={screen.display_name}".encode() in around:
            return int(entry.name)
    raise AssertionError("no openbox on this display")


@pytest.mark.drives_programs
def test_text_does_not_overtake_the_click_before_it(virtual, tmp_path: Path) -> None:
    answer = tmp_path / "answer"
    command = 'exec zenity --forms --title=two --add-entry=First --add-entry=Second > "$1"'
    start(virtual, ["sh", "-c", command, "sh", str(answer)], "two")
    elements = virtual.elements
    assert elements is not None
    entries = wait_until(
        lambda: (
            (found := [*elements.find("First", "entry"), *elements.find("Second", "entry")])[1:] and found
        ),
        what="both entries",
    )
    first, second = (each.rect.middle for each in entries)
    virtual.click(first)
    virtual.type_text("one")

    manager = window_manager(virtual)
    os.kill(manager, signal.SIGSTOP)
    threading.Timer(0.7, os.kill, (manager, signal.SIGCONT)).start()
    virtual.click(second)
    virtual.type_text("two")

    (ok,) = elements.find("OK", "button")
    virtual.click(ok.rect.middle)
    wait_until(lambda: answer.read_text() == "one|two\n", limit=15, what="each text in its own entry")


def test_a_program_that_has_gone_can_be_killed_again(virtual) -> None:
    """An error of the X server that nobody waits for leaves the connection usable."""
    for _ in range(3):
        virtual.manager.kill(0x3FFFFF)
    assert virtual.pointer() == virtual.pointer()
    virtual.release_all()
