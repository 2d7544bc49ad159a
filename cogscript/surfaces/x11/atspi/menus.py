"""What closed menus and lists hold, asked without opening them, with the keys that stand for each item."""

from __future__ import annotations

from dataclasses import replace

from cogscript.surfaces import roles
from cogscript.surfaces.elements import Element
from cogscript.surfaces.x11.atspi.bus import Bus
from cogscript.surfaces.x11.atspi.describe import Handle
from cogscript.surfaces.x11.atspi.element_tree import state_bits
from cogscript.surfaces.x11.atspi.protocol_names import (
    ACCESSIBLE,
    ACTION,
    Address,
    AtspiState,
    addresses,
    role_name,
    value_of,
)

_LIMIT = 2.0
_MOST = 1000
_DEEPEST = 4


class Menus:
    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def below(self, menu: Element) -> list[Element]:
        """The items below an element, at any depth, in order; each where the element itself is."""
        found: list[Element] = []
        level = [_address(menu)]
        for _ in range(_DEEPEST):
            children = self._children(level)
            if not children:
                break
            level = []
            for address, role, name, states, binding in self._described(children[: _MOST - len(found)]):
                level.append(address)
                word = roles.word(role)
                if not name or word not in ("menu item", "list item", "menu", "cell"):
                    continue
                flags = {"enabled"} if states & (AtspiState.SENSITIVE | AtspiState.ENABLED) else set()
                flags |= {"checked"} if states & AtspiState.CHECKED else set()
                flags |= {"selected"} if states & AtspiState.SELECTED else set()
                handle = menu.handle
                assert isinstance(handle, Handle)
                found.append(
                    replace(
                        menu,
                        role=word,
                        name=name,
                        id="",
                        value=binding or None,
                        states=frozenset(flags),
                        parent=None,
                        container="menu",
                        handle=replace(handle, address=address),
                    )
                )
        return [each for each in found if each.role != "menu"]

    def _children(self, parents: list[Address]) -> list[Address]:
        answers = self._bus.ask([each.call(ACCESSIBLE, "GetChildren") for each in parents], _LIMIT)
        return [child for answer in answers for child in addresses(answer)]

    def _described(self, nodes: list[Address]) -> list[tuple[Address, str, str, int, str]]:
        calls = [
            call
            for each in nodes
            for call in (
                each.call(ACCESSIBLE, "GetRole"),
                each.get("Name"),
                each.call(ACCESSIBLE, "GetState"),
                each.call(ACTION, "GetKeyBinding", "i", 0),
            )
        ]
        answers = self._bus.ask(calls, _LIMIT)
        described = []
        for index, node in enumerate(nodes):
            role, name, states, binding = answers[4 * index : 4 * index + 4]
            number = int(role[0]) if role else 0
            described.append(
                (
                    node,
                    role_name(number),
                    str(value_of(name) or "").strip(),
                    state_bits(states),
                    str(binding[0]) if binding else "",
                )
            )
        return described


def _address(element: Element) -> Address:
    assert isinstance(element.handle, Handle)
    return element.handle.address
