"""The programs that publish elements, and their windows.

The toolkit a program is made with decides which questions it bears and what its answers mean; it is asked
once, when the program is new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from cogscript.surfaces.placed_window import PlacedWindow
from cogscript.surfaces.x11.atspi.bus import (
    REGISTRY,
    Answer,
    Bus,
    Call,
    Question,
    left,
    process_of,
)
from cogscript.surfaces.x11.atspi.bus_windows import Top, pair
from cogscript.surfaces.x11.atspi.element_tree import AtspiNode, describe, state_bits
from cogscript.surfaces.x11.atspi.protocol_names import (
    ACCESSIBLE,
    APPLICATION,
    Address,
    addresses,
    toolkit_name,
    value_of,
)

_SHARE = 0.4
"""The part of the time for asking who is there: a program that hangs must not cost the others their turn."""


class _Program(NamedTuple):
    name: str
    toolkit: str
    process: int | None


class BusPrograms:
    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._known: dict[str, _Program] = {}

    def name(self, owner: str) -> str:
        program = self._known.get(owner)
        return program.name if program and program.name else f"a program ({owner})"

    def windows(self, placed: Sequence[PlacedWindow], deadline: float) -> tuple[list[Top], set[str]]:
        """Every window that shows, brought together with those of the X server; and who did not answer."""
        (children,) = self._bus.ask([Address(*REGISTRY).call(ACCESSIBLE, "GetChildren")], left(deadline))
        programs = addresses(children)
        self._know(programs, deadline)
        found: list[Top] = []
        questions = [
            (program.call(ACCESSIBLE, "GetChildren"), self._windows_of(program, found))
            for program in programs
        ]
        silent = self._bus.pursue(questions, left(deadline) * _SHARE)
        tops = [top for top in found if top.node.showing]
        pair(tops, placed)
        return tops, silent

    def window(self, address: Address, placed: Sequence[PlacedWindow], deadline: float) -> Top | None:
        """One window as it is now; None when its program has gone or it does not show."""
        known = self._known.get(address.owner)
        if known is None:
            return None
        top = Top(AtspiNode(address, known.toolkit), known.process, known.name)
        self.ask_alone(top.node, deadline)
        pair([top], placed)
        return top if top.node.showing else None

    def ask_alone(self, node: AtspiNode, deadline: float) -> None:
        self._bus.pursue(_shows(node), left(deadline))

    def _windows_of(self, program: Address, found: list[Top]) -> Callable[[Answer], Iterable[Question]]:
        known = self._known.get(program.owner) or _Program("", "", None)

        def answered(answer: Answer) -> Iterable[Question]:
            for address in addresses(answer):
                top = Top(AtspiNode(address, known.toolkit), known.process, known.name)
                found.append(top)
                yield from _shows(top.node)

        return answered

    def _know(self, programs: Sequence[Address], deadline: float) -> None:
        owners = {program.owner for program in programs}
        self._known = {owner: known for owner, known in self._known.items() if owner in owners}
        new = [program for program in programs if program.owner not in self._known]
        asked: list[Call] = []
        for program in new:
            asked += [program.get("Name"), program.get("ToolkitName", APPLICATION)]
            asked.append(process_of(program.owner))
        answers = self._bus.ask(asked, left(deadline))
        for index, program in enumerate(new):
            name, toolkit, process = answers[3 * index : 3 * index + 3]
            if toolkit:
                made_with = toolkit_name(str(value_of(toolkit)))
                number = process[0] if process else None
                self._known[program.owner] = _Program(str(value_of(name) or ""), made_with, number)


def _shows(node: AtspiNode) -> Iterable[Question]:
    """Ask a node alone: whether it shows, and then what it is and where."""

    def answered(answer: Answer) -> Iterable[Question]:
        node.states = state_bits(answer)
        return describe(node, lambda node: ()) if node.showing else ()

    yield node.address.call(ACCESSIBLE, "GetState"), answered
