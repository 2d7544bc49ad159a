"""Requests of XInput 2 that Xlib for Python does not have: another pointer is made, used and removed."""

from __future__ import annotations

import struct
from typing import Any, NamedTuple

from Xlib.protocol import rq

_EXTENSION = "XInputExtension"
_ADD, _REMOVE, _FLOAT = 1, 2, 2
_MASTER_POINTER, _MASTER_KEYBOARD = 1, 2


class _ChangeHierarchy(rq.Request):  # type: ignore[misc]
    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(43), rq.RequestLength(), rq.Card8("count"), rq.Pad(3),
        rq.Binary("changes"),
    )  # fmt: skip


class _SetClientPointer(rq.Request):  # type: ignore[misc]
    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(44), rq.RequestLength(), rq.Window("window"), rq.Card16("deviceid"),
        rq.Pad(2),
    )  # fmt: skip


class _SetFocus(rq.Request):  # type: ignore[misc]
    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(49), rq.RequestLength(), rq.Card32("focus"), rq.Card32("time"),
        rq.Card16("deviceid"), rq.Pad(2),
    )  # fmt: skip


class Master(NamedTuple):
    number: int
    name: str


def pointers(display: Any) -> list[Master]:
    return _masters(display, _MASTER_POINTER)


def keyboards(display: Any) -> list[Master]:
    return _masters(display, _MASTER_KEYBOARD)


def _masters(display: Any, use: int) -> list[Master]:
    from Xlib.ext import xinput

    found = display.xinput_query_device(xinput.AllMasterDevices).devices
    return [Master(each.deviceid, str(each.name).rstrip("\0")) for each in found if each.use == use]


def add_pointer(display: Any, name: str) -> int:
    """Make a pointer with a keyboard beside it; its number. It outlives this connection: remove it."""
    text = name.encode()
    padded = text + b"\0" * (-len(text) % 4)
    _change(display, struct.pack("=HHHBB", _ADD, 2 + len(padded) // 4, len(text), 1, 1) + padded)
    return next(each.number for each in pointers(display) if each.name == f"{name} pointer")


def remove_pointer(display: Any, number: int) -> None:
    _change(display, struct.pack("=HHHBBHH", _REMOVE, 3, number, _FLOAT, 0, 0, 0))


def use_pointer(display: Any, number: int) -> None:
    """What this connection presses and moves from now on is done by that pointer."""
    _SetClientPointer(display=display.display, opcode=_opcode(display), window=0, deviceid=number)
    display.sync()


def take_focus_away(display: Any, keyboard: int) -> None:
    """Its keys go nowhere until a window is given the focus again."""
    _SetFocus(display=display.display, opcode=_opcode(display), focus=0, time=0, deviceid=keyboard)
    display.sync()


def _change(display: Any, change: bytes) -> None:
    _ChangeHierarchy(display=display.display, opcode=_opcode(display), count=1, changes=change)
    display.sync()


def _opcode(display: Any) -> int:
    return int(display.display.get_extension_major(_EXTENSION))
