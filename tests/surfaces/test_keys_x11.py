"""Every key there is, pressed on a real X server; and none stays down."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap

import pytest
from Xlib import X

from cogscript.language.model.diagnostic import Fault
from cogscript.language.model.keys import canonical_keys
from cogscript.surfaces import key_names
from cogscript.surfaces.x11.connection import connect
from tests.conftest import wait_until
from tests.surfaces.programs import Mousepad, press, wait_for_window

BUTTONS = 0x1F00
SHIFT_L = 0xFFE1


def keys_down(environment) -> tuple[list[int], int]:
    """What the X server itself says is held: keycodes, and the mask of buttons."""
    display = connect(environment)
    try:
        bits = display.query_keymap()
        codes = [byte * 8 + bit for byte, value in enumerate(bits) for bit in range(8) if value >> bit & 1]
        return codes, display.screen().root.query_pointer().mask & BUTTONS
    finally:
        display.close()


@pytest.mark.parametrize(
    ("system", "table"),
    [("X11", key_names.X11), ("macOS", key_names.MACOS)],
)
def test_every_key_is_either_there_or_said_to_be_missing(system, table):
    for key in canonical_keys():
        assert (key in table) != (key in key_names.MISSING[system]), key
    assert set(table) <= set(canonical_keys())


class KeyWatcher:
    """A window of the test's own that notes which keysyms arrive."""

    def __init__(self, screen) -> None:
        self.display = connect(screen.environment)
        root = self.display.screen().root
        self.window = root.create_window(10, 10, 200, 200, 0, 0, event_mask=1)
        self.window.set_wm_name("keys")
        self.window.map()
        self.display.sync()
        wait_for_window(screen, "keys")

    def next_keysym(self) -> int:
        """The keysym of the next key press that is not a modifier's."""
        while True:
            wait_until(self.display.pending_events, what="a key press")
            event = self.display.next_event()
            if event.type == X.KeyPress:
                row = self.display.get_keyboard_mapping(event.detail, 1)[0]
                return row[1] if event.state & X.ShiftMask and row[1] else row[0]

    def close(self) -> None:
        self.display.close()


def test_every_key_reaches_a_program_as_itself(virtual):
    watcher = KeyWatcher(virtual)
    for key in canonical_keys():
        if key in key_names.X11:
            press(virtual, key)
            keysym = watcher.next_keysym()
            if keysym == SHIFT_L and key != "left_shift":  # a shifted sign comes as Shift and the sign
                keysym = watcher.next_keysym()
            assert keysym in key_names.X11[key], key
    for key in ("caps_lock", "num_lock"):
        press(virtual, key)
    watcher.close()
    assert keys_down(virtual.environment) == ([], 0)


def test_a_key_the_system_lacks_is_a_sentence(virtual):
    with pytest.raises(Fault, match="X11 has no key `Fn`: keyboards keep Fn to themselves"):
        virtual.key_down("fn")


@pytest.mark.drives_programs
def test_a_shifted_sign_leaves_shift_as_it_was(virtual, tmp_path):
    editor = Mousepad(virtual, tmp_path)
    press(virtual, "?")
    press(virtual, "a")
    virtual.key_down("left_shift")
    press(virtual, "!")
    press(virtual, "b")
    virtual.key_up("left_shift")
    press(virtual, "c")
    assert editor.text() == "?a!Bc"


def test_release_all_lets_go_of_keys_and_buttons(virtual):
    for key in ("left_ctrl", "right_shift", "a", "f13", "keypad_5"):
        virtual.key_down(key)
    virtual.press("middle")
    codes, buttons = keys_down(virtual.environment)
    assert len(codes) == 5
    assert buttons
    virtual.release_all()
    assert keys_down(virtual.environment) == ([], 0)


@pytest.mark.drives_programs
def test_keys_held_while_text_is_entered_are_held_again_afterwards(virtual, tmp_path):
    editor = Mousepad(virtual, tmp_path)
    virtual.key_down("left_shift")
    virtual.type_text("aé字")
    codes, _ = keys_down(virtual.environment)
    assert len(codes) == 1
    press(virtual, "x")
    virtual.key_up("left_shift")
    assert editor.text() == "aé字X"


HOLDING = """
    import signal, sys, time
    from cogscript.language.model.box import Point
    from cogscript.surfaces.x11.persons_desktop import X11Desktop
    from cogscript.settings import Settings
    import os

    def stop(number, frame):
        raise SystemExit(128 + number)

    signal.signal(signal.SIGTERM, stop)
    screen = X11Desktop(Settings(), os.environ)
    try:
        print("ready", flush=True)
        while True:
            screen.key_down("left_ctrl"); screen.key_down("left_shift"); screen.press("left")
            screen.key_down("a"); screen.key_up("a"); screen.move(Point(300, 300))
            screen.move(Point(310, 300))
            screen.release("left"); screen.key_up("left_shift"); screen.key_up("left_ctrl")
    finally:
        screen.release_all()
        screen.close()
"""


@pytest.mark.parametrize("signal_number", [signal.SIGTERM, signal.SIGINT])
def test_no_key_stays_down_when_a_signal_comes_at_any_moment(signal_number, virtual):
    for _ in range(6):
        process = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(HOLDING)],
            env=virtual.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdout.readline() == "ready\n"
        wait_until(lambda: keys_down(virtual.environment)[0], what="keys are being pressed")
        process.send_signal(signal_number)
        process.wait(timeout=60)
        assert keys_down(virtual.environment) == ([], 0)
