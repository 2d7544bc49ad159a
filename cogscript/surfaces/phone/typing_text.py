"""Text into a phone: plain characters by `input text`, others through the app ADBKeyboard, none mangled."""

from __future__ import annotations

import base64
import re
import shlex
from collections.abc import Iterator

from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.phone.adb import Phone

_KEYBOARD = re.compile(r"^\S*adbkeyboard\S*/\S+$", re.MULTILINE | re.IGNORECASE)
_RETURN, _TAB = "66", "61"
_LONGEST = 200
"""Characters in one command: a phone's shell takes more, its keyboard service not always."""


def enter(phone: Phone, text: str) -> None:
    if all(character in "\n\t" or " " <= character <= "~" for character in text):
        for command in plain_commands(text):
            _input(phone, command)
    else:
        _by_keyboard_app(phone, text)


def plain_commands(text: str) -> Iterator[list[str]]:
    """`input` writes a space for `%s`, so a text that says `%s` itself is taken apart between the two."""
    for piece in re.split(r"([\n\t])", text):
        if piece in ("\n", "\t"):
            yield ["keyevent", _RETURN if piece == "\n" else _TAB]
            continue
        for part in re.split(r"(?<=%)(?=s)", piece):
            for at in range(0, len(part), _LONGEST):
                yield ["text", part[at : at + _LONGEST].replace(" ", "%s")]


def _input(phone: Phone, words: list[str]) -> None:
    said = phone.do("input", *words)
    if said:
        raise Fault("not-entered", f"the phone says: {said.splitlines()[-1][:200]}")


def _by_keyboard_app(phone: Phone, text: str) -> None:
    keyboards = phone.shell("ime", "list", "-s", "-a")
    found = _KEYBOARD.search(keyboards)
    if found is None:
        raise Fault(
            "text-beyond-ascii",
            "the phone's own input takes plain ASCII only, and this text holds other characters",
            "install the app ADBKeyboard (com.android.adbkeyboard) on the phone: it enters any text",
        )
    keyboard = found[0]
    before = phone.shell("settings", "get", "secure", "default_input_method")
    phone.script(f"ime enable {shlex.quote(keyboard)} && ime set {shlex.quote(keyboard)}")
    try:
        coded = base64.b64encode(text.encode("utf-8")).decode("ascii")
        said = phone.shell("am", "broadcast", "-a", "ADB_INPUT_B64", "--es", "msg", coded)
        if "Broadcast completed" not in said:
            raise Fault("not-entered", f"ADBKeyboard did not take the text: {said[:200]}")
    finally:
        if before and before != "null" and before != keyboard:
            phone.shell("ime", "set", before)
