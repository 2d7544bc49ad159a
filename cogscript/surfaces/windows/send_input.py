"""Pointer and keys of Windows: SendInput with scan codes, sides and the extended flag."""

from __future__ import annotations

import ctypes
from ctypes import wintypes

from cogscript.language.model.box import Point, Size
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.capabilities import Button, Direction
from cogscript.surfaces.key_names import missing_key
from cogscript.surfaces.windows.api import (
    KEY_EXTENDED,
    KEY_UNICODE,
    KEY_UP,
    Input,
    key_input,
    mouse_input,
    user32,
)
from cogscript.surfaces.windows.input_fence import InputFence, front_thread, send
from cogscript.surfaces.windows.key_codes import CAPS_LOCK, NAMED, SHIFT, KeyCode, chord
from cogscript.surfaces.windows.text_events import batches

_BUTTONS: dict[Button, tuple[int, int]] = {
    "left": (0x02, 0x04),
    "right": (0x08, 0x10),
    "middle": (0x20, 0x40),
}
_WHEEL, _SIDEWAYS, _NOTCH = 0x0800, 0x1000, 120
_MOVE_TO = 0x0001 | 0x8000 | 0x4000
"""To a place that is counted across all screens together, in parts of …"""
_ACROSS = 65536
_ALL_SCREENS = (76, 77, 78, 79)
"""What GetSystemMetrics calls their left and upper edge, and their size."""
_SWAPPED_BUTTONS = 23
_PRESSED = 0x8000
_PER_MONITOR_AWARE = -4


def use_real_pixels() -> None:
    """Count in the pixels of the screen, whatever its scaling: pictures and the pointer do so, too."""
    functions = user32()
    try:
        functions.SetProcessDpiAwarenessContext(ctypes.c_void_p(_PER_MONITOR_AWARE))
    except AttributeError:  # before Windows 10
        functions.SetProcessDPIAware()


def caps_lock_is_on() -> bool:
    return bool(user32().GetKeyState(CAPS_LOCK) & 1)


class SendInputHands:
    def __init__(self) -> None:
        self._place: Point | None = None
        """Where the pointer was put last."""
        use_real_pixels()
        self._down: dict[str, list[KeyCode]] = {}
        """Keys that are held, each with what was pressed for it."""
        self._fence = InputFence()

    # --- pointer --------------------------------------------------------------------------------

    def size(self) -> Size:
        metrics = user32().GetSystemMetrics
        return Size(int(metrics(0)), int(metrics(1)))

    def pointer(self) -> Point:
        place = wintypes.POINT()
        user32().GetCursorPos(ctypes.byref(place))
        return Point(place.x, place.y)

    def move(self, to: Point) -> None:
        if not user32().SetCursorPos(to.x, to.y):
            raise Fault(
                "pointer",
                "Windows does not let the pointer be moved",
                "is the screen locked, or a question shown?",
            )
        self._place = to

    def drag(self, to: Point, button: Button) -> None:
        self.move(to)

    def button(self, button: Button, down: bool) -> None:
        send([mouse_input(self._button_flags(button)[0 if down else 1])])

    def click(self, button: Button, count: int) -> None:
        down, up = self._button_flags(button)
        clicks = [mouse_input(flags) for _ in range(count) for flags in (down, up)]
        send([*self._there(), *clicks])

    def _there(self) -> list[Input]:
        """To the place once more, in one go with what is pressed there: what the system still had to tell of
        the pointer may have put it back meanwhile."""
        if self._place is None:
            return []
        left, top, width, height = (user32().GetSystemMetrics(each) for each in _ALL_SCREENS)
        x = ((self._place.x - left) * _ACROSS + width - 1) // width
        y = ((self._place.y - top) * _ACROSS + height - 1) // height
        return [mouse_input(_MOVE_TO, 0, x, y)]

    def wheel(self, direction: Direction) -> None:
        turned = _NOTCH if direction in ("up", "right") else -_NOTCH
        send([mouse_input(_WHEEL if direction in ("up", "down") else _SIDEWAYS, turned)])

    def is_pressing(self) -> bool:
        """Whether the button that is the left one for the person is down."""
        return bool(user32().GetAsyncKeyState(2 if self._swapped() else 1) & _PRESSED)

    def _button_flags(self, button: Button) -> tuple[int, int]:
        # SendInput presses the buttons as they lie; a left-handed person has them exchanged.
        exchanged: dict[Button, Button] = {"left": "right", "right": "left", "middle": "middle"}
        return _BUTTONS[exchanged[button] if self._swapped() else button]

    def _swapped(self) -> bool:
        return bool(user32().GetSystemMetrics(_SWAPPED_BUTTONS))

    # --- keys -----------------------------------------------------------------------------------

    def key(self, key: str, down: bool) -> None:
        if down:
            codes = self._codes(key)
            if codes is None:  # no key of this layout makes it: as a character, then
                send(_character(key))
                return
            if not self._down:
                self._fence.raise_()
            pressed = self._down[key] = codes
            send([self._stroke(code, 0) for code in pressed])
        elif pressed := self._down.pop(key, self._codes(key) or []):
            send([self._stroke(code, KEY_UP) for code in reversed(pressed)])

    def _codes(self, key: str) -> list[KeyCode] | None:
        if key in NAMED:
            return [NAMED[key]]
        if len(key) != 1:
            raise missing_key("Windows", key)
        return chord(key, user32().VkKeyScanExW(key, _layout()), frozenset(self._down) - {key})

    def _stroke(self, code: KeyCode, flags: int) -> Input:
        scan = code.scan or user32().MapVirtualKeyExW(code.virtual_key, 0, _layout())
        return key_input(code.virtual_key, scan, flags | (KEY_EXTENDED if code.extended else 0))

    def type_keys(self, text: str) -> None:
        """By the keys of the layout, for a console: what lies behind one may know keys only."""
        named = {"\n": "return", "\t": "tab", " ": "space"}
        for character in text.replace("\r\n", "\n").replace("\r", "\n"):
            key = named.get(character, character)
            low = key.lower() if key.isascii() else key
            codes = self._codes(low) if len(low) == 1 or low in NAMED else None
            if codes is None or caps_lock_is_on():
                send(_character(character))
            else:
                codes = [*([SHIFT] if low != key else []), *codes]
                send(self._stroke(code, 0) for code in codes)
                send(self._stroke(code, KEY_UP) for code in reversed(codes))
        self.await_taken()

    def type_text(self, text: str) -> None:
        """Character by character, so many at a time, each lot taken before the next is sent."""
        layout = _layout()
        for events in batches(text):
            send(
                key_input(key, user32().MapVirtualKeyExW(key, 0, layout) if key else unit, flags)
                for key, unit, flags in events
            )
            self.await_taken()

    def await_taken(self) -> None:
        self._fence.wait()


def _layout() -> int | None:
    """The keyboard layout of the program in front."""
    layout = user32().GetKeyboardLayout(front_thread())
    return int(layout) if layout else None


def _character(character: str) -> list[Input]:
    data = character.encode("utf-16-le")
    units = [int.from_bytes(data[at : at + 2], "little") for at in range(0, len(data), 2)]
    return [key_input(0, unit, KEY_UNICODE | flags) for flags in (0, KEY_UP) for unit in units]
