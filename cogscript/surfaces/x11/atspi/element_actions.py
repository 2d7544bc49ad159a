"""What an element can do by itself: its actions, its text, its value, being chosen and scrolled to.

Nothing here moves the pointer or takes the focus. A program may claim an interface and refuse the call, or
accept it and do nothing: what it answers decides whether a Fault is raised, and what it did is for the
caller to see.
"""

from __future__ import annotations

import contextlib
from typing import Any

from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces import roles
from cogscript.surfaces.elements import Element
from cogscript.surfaces.x11.atspi.bus import Answer, Bus, Call
from cogscript.surfaces.x11.atspi.describe import Handle
from cogscript.surfaces.x11.atspi.details import text_of
from cogscript.surfaces.x11.atspi.protocol_names import (
    ACCESSIBLE,
    ACTION,
    ANYWHERE,
    COMPONENT,
    EDITABLE_TEXT,
    PROPERTIES,
    SELECTION,
    TEXT,
    VALUE,
    Address,
    value_of,
)

LIMIT = 5.0
"""Seconds an action may take: some programs answer only when what it opened has been closed."""


class Acting:
    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def actions(self, element: Element) -> tuple[str, ...]:
        answer = self._ask(_address(element).call(ACTION, "GetActions"))
        if answer:
            return tuple(str(name) for name, *_ in answer[0])
        address = _address(element)
        number = value_of(self._ask(address.get("NActions", ACTION))) or 0
        names = self._bus.ask([address.call(ACTION, "GetName", "i", index) for index in range(number)], LIMIT)
        return tuple(str(name[0]) for name in names if name)

    def act(self, element: Element, action: str | None) -> None:
        names = self.actions(element)
        if not names:
            raise _cannot(element, "has no action of its own")
        if action is None:
            index = 0
        elif action in names:
            index = names.index(action)
        else:
            raise _cannot(element, f"has no action `{action}`, only {', '.join(map(repr, names))}")
        self._do(element, _address(element).call(ACTION, "DoAction", "i", index), "did not do its action")

    def text(self, element: Element) -> str | None:
        if element.secret:
            return None
        found: list[str] = []
        with contextlib.suppress(OSError):
            self._bus.pursue(text_of(_address(element), found.append), LIMIT)
        return found[0] if found else None

    def length(self, element: Element) -> int | None:
        number = value_of(self._ask(_address(element).get("CharacterCount", TEXT)))
        return number if isinstance(number, int) and number >= 0 else None

    def set_text(self, element: Element, text: str) -> None:
        call = _address(element).call(EDITABLE_TEXT, "SetTextContents", "s", text)
        self._do(element, call, "does not let its text be set")

    def insert_text(self, element: Element, text: str) -> None:
        address = _address(element)
        caret = value_of(self._ask(address.get("CaretOffset", TEXT)))
        at = caret if isinstance(caret, int) and caret >= 0 else self.length(element) or 0
        length = len(text.encode())  # GTK counts bytes here, and the others do not look at it
        call = address.call(EDITABLE_TEXT, "InsertText", "isi", at, text, length)
        self._do(element, call, "does not let its text be changed")
        self._ask(address.call(TEXT, "SetCaretOffset", "i", at + len(text)))

    def choose(self, element: Element, index: int) -> None:
        call = _address(element).call(SELECTION, "SelectChild", "i", index)
        self._do(element, call, "does not let its choice be made")

    def set_value(self, element: Element, value: float) -> None:
        call = _address(element).call(PROPERTIES, "Set", "ssv", VALUE, "CurrentValue", ("d", float(value)))
        if self._ask(call) is None:
            raise _cannot(element, "does not let its value be set")

    def increment(self, element: Element) -> float | None:
        found = value_of(self._ask(_address(element).get("MinimumIncrement", VALUE)))
        return float(found) if isinstance(found, int | float) and found > 0 else None

    def select(self, element: Element) -> None:
        address = _address(element)
        parent = value_of(self._ask(address.get("Parent")))
        index = self._ask(address.call(ACCESSIBLE, "GetIndexInParent"))
        if not parent or not index:
            raise _cannot(element, "is part of nothing it could be chosen in")
        call = Address(*parent).call(SELECTION, "SelectChild", "i", index[0])
        self._do(element, call, "cannot be chosen through the accessibility service")

    def scroll_to(self, element: Element) -> None:
        call = _address(element).call(COMPONENT, "ScrollTo", "u", ANYWHERE)
        self._do(element, call, "cannot be scrolled to")

    def _do(self, element: Element, call: Call, otherwise: str) -> None:
        answer = self._ask(call)
        if not answer or not answer[0]:
            raise _cannot(element, otherwise)

    def _ask(self, call: Call) -> Answer:
        try:
            return self._bus.ask_one(call, LIMIT)
        except OSError:
            return None


def _address(element: Element) -> Address:
    handle: Any = element.handle
    if not isinstance(handle, Handle):
        raise _cannot(element, "was not found through the accessibility service")
    return handle.address


def _cannot(element: Element, why: str) -> Fault:
    nameless = f"{roles.one(element.role)} without a name"
    called = f"the {element.role} `{element.name}`" if element.name else nameless
    return Fault("not-possible", f"{called} {why}", "click it or type into it instead")
