"""Elements on Linux: AT-SPI, spoken directly over D-Bus.

One question of the Collection interface gives everything a window shows, in the order of its tree, and
one bundle of questions the rectangles: what lies at a place and what goes by a name are then plain
arithmetic. Descending with GetAccessibleAtPoint was tried and gives up at notebooks without tabs and at
open menus, whose items lie outside of their parents.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from cogscript.language.box import Point, Rect
from cogscript.screens import roles
from cogscript.screens.accessibility_bus import Bus, Call, accessibility_address, process_of
from cogscript.screens.element_choice import beside, extent, plain, within, without_looks
from cogscript.screens.elements import Element
from cogscript.screens.stacking import Placed, Stacking, open_stacking

LIMIT = 1.5
"""Seconds any one question to the bus may take."""
MOST = 4000
"""Elements of one window to look at."""
LONGEST = 200_000
"""Characters of a field to read."""

_ACCESSIBLE = "org.a11y.atspi.Accessible"
_COMPONENT = "org.a11y.atspi.Component"
_COLLECTION = "org.a11y.atspi.Collection"
_TEXT = "org.a11y.atspi.Text"
_PROPERTIES = "org.freedesktop.DBus.Properties"
_ROOT = "/org/a11y/atspi/accessible/root"
_REGISTRY = "org.a11y.atspi.Registry"

_ACTIVE, _EDITABLE, _FOCUSED, _SHOWING = 1, 7, 12, 25  # AtspiStateType
_ALL, _CANONICAL, _LABELLED_BY = 1, 1, 2  # AtspiCollectionMatchType, SortOrder, RelationType
_NO_OFFSET = Point(0, 0)
_OBJECT_REPLACEMENT = "\ufffc"


class _Node(NamedTuple):
    """An object on the bus."""

    owner: str
    path: str

    def call(self, interface: str, method: str, signature: str = "", *body: Any) -> Call:
        return Call(self.owner, self.path, interface, method, signature, body)

    def get(self, name: str, interface: str = _ACCESSIBLE) -> Call:
        return self.call(_PROPERTIES, "Get", "ss", interface, name)

    def extents(self) -> Call:
        return self.call(_COMPONENT, "GetExtents", "u", 0)

    def showing(self, state: int = _SHOWING) -> Call:
        """Its descendants that have a state, in the order of the tree."""
        rule: tuple[Any, ...] = ([1 << state, 0], _ALL, {}, _ALL, [0, 0, 0, 0], _ALL, [], _ALL, False)
        return self.call(
            _COLLECTION, "GetMatches", "(aiia{ss}iaiiasib)uib", rule, _CANONICAL, MOST, True
        )  # fmt: skip


class _Top(NamedTuple):
    """A window as the bus knows it."""

    node: _Node
    name: str
    rect: Rect
    active: bool
    process: int | None


class AtspiElements:
    """What the programs of one X server publish."""

    def __init__(self, bus: Bus, stacking: Stacking | None, origin: Point = _NO_OFFSET) -> None:
        self._bus = bus
        self._stacking = stacking
        self._origin = origin
        """Where the screen's top left lies among several monitors, which the bus counts from."""
        self._processes: dict[str, int] = {}
        self._lock = threading.Lock()

    # --- the protocol ----------------------------------------------------------------------------

    def at(self, point: Point) -> Element | None:
        point = Point(point.x + self._origin.x, point.y + self._origin.y)
        with self._lock:
            window = self._stacking.at(point) if self._stacking else None
            if window:
                tops = _of_window(self._tops(window.process) or self._tops(), window)
            elif self._stacking:
                return None
            else:
                under = [top for top in self._tops() if top.rect.holds(point)]
                tops = sorted(under, key=lambda top: not top.active)[:1]
            inside = window.rect if window and window.popup else None
            hits = [
                (node, rect, top)
                for top in tops
                for node, rect in self._rects(self._shown(top.node))
                if rect.holds(point) and (inside is None or within(rect, inside))
            ]
            if not hits:
                return None
            return self._innermost(hits, window)

    def focused(self) -> Element | None:
        with self._lock:
            window = self._stacking.active() if self._stacking else None
            if window:  # a browser's window never says that it is active
                tops = _of_window(self._tops(window.process) or self._tops(), window)
            else:
                tops = [top for top in self._tops() if top.active]
            for top in tops:
                for node, rect in reversed(self._rects(self._shown(top.node, _FOCUSED))):
                    return self._element(node, rect, top, window)
            return None

    def find(self, name: str, role: str | None = None, area: Rect | None = None) -> Sequence[Element]:
        wanted, word_said = plain(name), roles.word(role or "")
        if area:
            x, y = self._origin
            area = Rect(area.left + x, area.top + y, area.right + x, area.bottom + y)
        with self._lock:
            named: list[tuple[str, _Node, _Top]] = []
            for top in self._tops():
                if word_said == "window" and wanted in plain(top.name):
                    named.append((top.name, top.node, top))
                nodes = self._shown(top.node)
                said = self._names(nodes)
                named += [(said[node], node, top) for node in nodes if wanted in plain(said[node])]
            exact = [each for each in named if plain(each[0]) == wanted]
            windows = self._stacking.windows() if self._stacking else None
            found = []
            for kind in (exact, named):
                rects = dict(self._rects([node for _, node, _ in kind]))
                for _, node, top in kind:
                    rect = rects.get(node)
                    if rect is None or (area and not area.holds(rect.middle)):
                        continue
                    if windows is not None and not _on_top(rect, top, windows):
                        continue
                    element = self._element(node, rect, top, None)
                    if element.role == "label" and word_said != "label":
                        element = self._labelled(element.name, rect, top) or element
                    if roles.means(role, element.role) and element not in found:
                        found.append(element)
                if found:
                    break
            return without_looks(found)

    def close(self) -> None:
        self._bus.close()
        if self._stacking:
            self._stacking.close()

    # --- the bus ---------------------------------------------------------------------------------

    def _ask(self, calls: Sequence[Call]) -> list[tuple[Any, ...] | None]:
        try:
            return self._bus.ask(calls, LIMIT)
        except OSError:  # the bus has gone, with the session it belongs to
            return [None] * len(calls)

    def _tops(self, process: int | None = None) -> list[_Top]:
        """Every window that shows; those of one process only, where it is given."""
        programs = _nodes(self._ask([_Node(_REGISTRY, _ROOT).call(_ACCESSIBLE, "GetChildren")])[0])
        owners = {program.owner for program in programs}
        self._processes = {owner: pid for owner, pid in self._processes.items() if owner in owners}
        unknown = sorted(owners - self._processes.keys())
        for owner, answer in zip(unknown, self._ask([process_of(each) for each in unknown]), strict=True):
            if answer:
                self._processes[owner] = answer[0]
        if process is not None:
            programs = [each for each in programs if self._processes.get(each.owner) == process]
        children = self._ask([program.call(_ACCESSIBLE, "GetChildren") for program in programs])
        nodes = [node for answer in children for node in _nodes(answer)]
        titles = self._names(programs) | self._names(nodes)
        own_name = {program.owner: titles[program] for program in programs}
        states = self._states(nodes)
        return [
            _Top(
                node,
                titles[node] or own_name.get(node.owner, ""),
                rect,
                _has(states[node], _ACTIVE),
                self._processes.get(node.owner),
            )
            for node, rect in self._rects(nodes)
            if _has(states[node], _SHOWING)
        ]

    def _shown(self, top: _Node, state: int = _SHOWING) -> list[_Node]:
        return _nodes(self._ask([top.showing(state)])[0])

    def _states(self, nodes: Sequence[_Node]) -> dict[_Node, int]:
        answers = self._ask([node.call(_ACCESSIBLE, "GetState") for node in nodes])
        return {node: answer[0][0] if answer else 0 for node, answer in zip(nodes, answers, strict=True)}

    def _names(self, nodes: Sequence[_Node]) -> dict[_Node, str]:
        answers = self._ask([node.get("Name") for node in nodes])
        return {
            node: str(answer[0][1]).strip() if answer else ""
            for node, answer in zip(nodes, answers, strict=True)
        }

    def _role_words(self, nodes: Sequence[_Node]) -> dict[_Node, tuple[str, str]]:
        """The role as the bus says it, and as people do."""
        answers = self._ask([node.call(_ACCESSIBLE, "GetRoleName") for node in nodes])
        said = [str(answer[0]) if answer else "" for answer in answers]
        return {node: (role, roles.word(role)) for node, role in zip(nodes, said, strict=True)}

    def _rects(self, nodes: Sequence[_Node]) -> list[tuple[_Node, Rect]]:
        """The nodes that have a rectangle on the screen; hidden ones claim to be far outside of it."""
        answers = self._ask([node.extents() for node in nodes])
        found = []
        for node, answer in zip(nodes, answers, strict=True):
            left, top, width, height = answer[0] if answer else (0, 0, 0, 0)
            if width > 0 and height > 0 and left > -(1 << 24) and top > -(1 << 24):
                found.append((node, Rect(left, top, left + width, top + height)))
        return found

    # --- choosing and describing -----------------------------------------------------------------

    def _innermost(self, hits: Sequence[tuple[_Node, Rect, _Top]], window: Placed | None) -> Element:
        """The smallest; of equals the last drawn; but a button rather than the label inside it."""
        last_first = list(reversed(hits))
        hits = sorted(last_first, key=lambda hit: extent(hit[1]))[:16]
        words = [word for _, word in self._role_words([node for node, _, _ in hits]).values()]
        acted_on = (
            index
            for index, (_, rect, _) in enumerate(hits)
            if words[index] in roles.ACTED_ON and within(hits[0][1], rect)
        )
        chosen = next(acted_on, 0)
        around = next((word for word in words[chosen + 1 :] if word in roles.CONTAINERS), "")
        return replace(self._element(*hits[chosen], window), container=around)

    def _element(self, node: _Node, rect: Rect, top: _Top, window: Placed | None) -> Element:
        role, word = self._role_words([node])[node]
        secret = role == "password text"
        holds_text = word in roles.FIELDS and not secret
        name = self._names([node])[node] or (self._label(node, rect, top) if word in roles.FIELDS else "")
        value = self._text(node) if holds_text else None
        x, y = self._origin
        local = Rect(rect.left - x, rect.top - y, rect.right - x, rect.bottom - y)
        title = top.name if window is None else "" if window.popup else window.title
        return Element(word, name, local, value, secret, title)

    def _text(self, node: _Node) -> str | None:
        answer = self._ask([node.call(_TEXT, "GetText", "ii", 0, -1)])[0]
        return str(answer[0]).replace(_OBJECT_REPLACEMENT, "")[:LONGEST] if answer else None

    def _label(self, node: _Node, rect: Rect, top: _Top) -> str:
        """What a nameless field is called: its declared label, else the label beside or above it."""
        relations = self._ask([node.call(_ACCESSIBLE, "GetRelationSet")])[0]
        for kind, targets in relations[0] if relations else ():
            if kind == _LABELLED_BY and targets:
                label = _Node(*targets[0])
                name = self._names([label])[label]
                if name:
                    return name
        labels = self._rects(self._of_kind(top, {"label"}))
        near = min(
            ((distance, label) for label, place in labels if (distance := beside(place, rect)) is not None),
            default=None,
        )
        return self._names([near[1]])[near[1]].rstrip(" :：") if near else ""

    def _labelled(self, label: str, place: Rect, top: _Top) -> Element | None:
        """The field that a label names, where the program does not say so itself."""
        fields = self._rects(self._of_kind(top, roles.FIELDS))
        near = [(gap, node, rect) for node, rect in fields if (gap := beside(place, rect)) is not None]
        for _, node, rect in sorted(near):
            element = self._element(node, rect, top, None)
            if element.name == label.rstrip(" :："):
                return element
        return None

    def _of_kind(self, top: _Top, words: Collection[str]) -> list[_Node]:
        nodes = self._shown(top.node)
        said = self._role_words(nodes)
        return [node for node in nodes if said[node][1] in words]


def _nodes(answer: tuple[Any, ...] | None) -> list[_Node]:
    return [_Node(*reference) for reference in answer[0]] if answer else []


def _has(states: int, state: int) -> bool:
    return bool(states >> state & 1)


def _of_window(tops: Sequence[_Top], window: Placed) -> list[_Top]:
    """The bus's names for a window of the X server; every window of the program for a popup of its."""
    own = [top for top in tops if top.process == window.process]
    if not own:  # a process in a container goes by another number
        own = [top for top in tops if window.title and top.name == window.title]
    if window.popup or not own:
        return own

    def inside(top: _Top) -> float:
        return extent(top.rect.overlap(window.rect)) / max(extent(top.rect), 1)

    best = [top for top in own if inside(top) >= max(map(inside, own)) - 0.01]
    best.sort(key=lambda top: (top.name != window.title, -extent(top.rect)))
    return best[:1]


def _on_top(rect: Rect, top: _Top, windows: Sequence[Placed]) -> bool:
    """Whether a click at the middle of the rectangle would reach the program it belongs to."""
    at = next((window for window in windows if window.rect.holds(rect.middle)), None)
    return at is not None and (at.process == top.process or at.title == top.name)


def open_atspi(
    environment: Mapping[str, str] | None = None, origin: Point = _NO_OFFSET
) -> AtspiElements | None:
    """The elements of the screen that an environment leads to; None where nothing publishes them."""
    environment = os.environ if environment is None else environment
    try:
        address = accessibility_address(environment)
        return AtspiElements(Bus(address), open_stacking(environment), origin) if address else None
    except (OSError, RuntimeError, ValueError, KeyError):
        return None
