"""Walking a program's tree of elements: only what shows, bounded in number and in time.

Programs offer `Collection.GetMatches`, which answers everything at once. It is not used: it makes the
program walk its whole tree, hidden menus and a billion cells of an empty spreadsheet included, and nothing
else happens in that program until it is done. Qt 5 does not have it at all. Here each element is asked for
its state, only what shows is asked for more, and each answer leads at once to the next questions, so that
the program is never waited for with nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from cogscript.language.model.box import Point, Rect
from cogscript.surfaces.x11.atspi.bus import Answer, Bus, Question, left
from cogscript.surfaces.x11.atspi.crowd import members_in_view
from cogscript.surfaces.x11.atspi.protocol_names import (
    ACCESSIBLE,
    COMPONENT,
    PROPERTIES,
    SCREEN,
    WINDOW,
    Address,
    AtspiState,
    addresses,
    role_name,
    value_of,
)
from cogscript.surfaces.x11.atspi.scale import PIXELS, Scale, same_place, same_size

MOST = 3000
"""Elements of one look."""
CROWD = 200
"""Members of a list or table; of more, only those that lie in view are asked for."""
DEEPEST = 100
"""Levels of one tree: a program whose tree turns in a circle must not hold a look."""
BROWSERS = frozenset({"chromium", "gecko", "webkitgtk"})
"""Toolkits that show pages: parts of a page may lie outside of the element they belong to."""
PAGES = frozenset({"document web", "document frame"})
_LISTS = frozenset({"list", "list box", "table", "tree", "tree table"})
_CLIPS = PAGES | _LISTS | {"scroll pane", "viewport"}
"""What shows nothing outside of itself …"""
_OPENS = frozenset({"combo box", "menu", "menu item", "menu bar"})
"""… and what opens lists and menus, which are drawn above everything."""
TELL_ALL_AT_ONCE = frozenset({"gtk", "gtk4", "chromium", "gecko", "webkitgtk"})
"""Toolkits that may be asked for all properties with one question; it ends a Qt 5 program."""


@dataclass(slots=True, eq=False)
class AtspiNode:
    """One element of a program, in the program's own words and coordinates."""

    address: Address
    toolkit: str
    parent: AtspiNode | None = None
    depth: int = 0
    states: int = 0
    role: str = ""
    name: str = ""
    id: str = ""
    attributes: dict[str, str] = field(default_factory=dict)
    rect: Rect | None = None
    """In pixels of the screen, and only what its surroundings leave in view; None where that is nothing."""
    clip: Rect | None = None
    """What its surroundings leave in view, where they do so."""
    scale: Scale = PIXELS
    """How the program counts it and what is in it."""
    count: int = 0
    crowded: bool = False
    """One of many: asked for its name only, and not for its attributes, which are many in a spreadsheet."""
    beyond: bool = False
    """Whether it counts as shown also where it is scrolled out of view, it and what is in it."""
    children: list[AtspiNode] = field(default_factory=list)
    unanswered: int = 0

    def has(self, state: int) -> bool:
        return bool(self.states & state)

    @property
    def showing(self) -> bool:
        """Whether it is drawn. GTK 4 says so of its windows only."""
        if self.beyond:
            return self.has(AtspiState.SHOWING) or self.has(AtspiState.VISIBLE)
        return self.has(AtspiState.SHOWING) or (self.toolkit == "gtk4" and self.has(AtspiState.VISIBLE))

    @property
    def somewhere_in(self) -> Rect | None:
        """The list that it is scrolled out of, where that is all that is known of its place, as in GTK."""
        around = self.parent
        return around.rect if self.beyond and around is not None and around.role in _LISTS else None

    @property
    def counted_from(self) -> int:
        """GTK 4 counts from its window, and writes a warning into its log where it is asked otherwise."""
        return WINDOW if self.toolkit == "gtk4" else SCREEN

    @property
    def crowd(self) -> bool:
        """Whether it has too many children to ask for all of them."""
        if self.toolkit in BROWSERS:  # they answer at once, and only what is in view shows
            return False
        listed = self.has(AtspiState.MANAGES_DESCENDANTS) or self.role in _LISTS
        return self.count > (CROWD if listed else MOST)

    def above(self) -> Iterator[AtspiNode]:
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def shown(self) -> Iterator[AtspiNode]:
        """It and everything below it, in the order of the tree."""
        pending = [self]
        while pending:
            node = pending.pop()
            if node.showing:
                yield node
                pending.extend(reversed(node.children))


Enter = Callable[[AtspiNode], bool]
"""Whether to look below a node that shows."""


class Walk:
    """One look at some trees."""

    def __init__(self, bus: Bus, enter: Enter = lambda node: True) -> None:
        self._bus = bus
        self._enter = enter
        self._seen: set[Address] = set()
        self.full: set[str] = set()
        """Programs of which more than MOST elements show."""
        self.silent: set[str] = set()
        """Programs that did not answer in time."""
        self._number: dict[str, int] = {}
        self._crowds: list[AtspiNode] = []

    def read(self, tops: Iterable[AtspiNode], deadline: float) -> None:
        """Fill in the trees below the tops."""
        questions = [question for top in tops for question in self._first(top)]
        self.silent |= self._bus.pursue(questions, left(deadline))

    def unread(self) -> list[AtspiNode]:
        """Lists and tables of which nothing in view was found."""
        return [node for node in self._crowds if not node.children]

    def _first(self, node: AtspiNode) -> Iterable[Question]:
        if node.address in self._seen:
            return
        self._seen.add(node.address)

        def answered(answer: Answer) -> Iterable[Question]:
            node.states = state_bits(answer)
            if not node.showing:
                return ()
            owner = node.address.owner
            self._number[owner] = self._number.get(owner, 0) + 1
            if self._number[owner] > MOST:
                self.full.add(owner)
                return ()
            return describe(node, self._below)

        yield node.address.call(ACCESSIBLE, "GetState"), answered

    def _below(self, node: AtspiNode) -> Iterable[Question]:
        recount(node)
        if not node.beyond:
            clip(node)
        if not node.count or node.depth >= DEEPEST or not self._enter(node):
            return ()
        if node.crowd:
            if node.rect is None:
                return ()
            self._crowds.append(node)
            return members_in_view(node, node.rect, lambda each: self.child(node, each))
        if node.rect is None and (node.has(AtspiState.MANAGES_DESCENDANTS) or node.role == "menu bar"):
            # The list of a closed combo box in Qt, LibreOffice's own menu bar below that of GTK: neither is
            # drawn, and what is in them claims to show.
            return ()
        return [(node.address.call(ACCESSIBLE, "GetChildren"), lambda answer: self._children(node, answer))]

    def _children(self, node: AtspiNode, answer: Answer) -> Iterable[Question]:
        for address in addresses(answer):
            yield from self.child(node, address)

    def child(self, node: AtspiNode, address: Address) -> Iterable[Question]:
        child = AtspiNode(
            address, node.toolkit, node, node.depth + 1, scale=node.scale, crowded=node.crowd,
            beyond=node.beyond,
        )  # fmt: skip
        node.children.append(child)
        return self._first(child)


def recount(node: AtspiNode) -> None:
    """Notice where a program counts otherwise from here on.

    LibreOffice forgets the menu bar that GTK puts above its document; GTK's own fields inside of that are
    counted right again. At each such border there is a pane as large as what it lies in, at another place.
    Chromium at another scale counts in pixels inside a page, and elsewhere not.
    """
    around = node.parent
    if around is None or node.rect is None or around.rect is None:
        return
    left, top = around.rect.left - node.rect.left, around.rect.top - node.rect.top
    embedded = node.role == "root pane" or (node.scale.shift != PIXELS.shift and node.toolkit == "gtk")
    if embedded and same_size(node.rect, around.rect):
        node.scale, node.rect = node.scale.moved(left, top), around.rect
    elif node.role == "document web" and node.scale.factor != 1.0:
        said = Rect(*node.scale.back(Point(*node.rect[:2])), *node.scale.back(Point(*node.rect[2:])))
        if same_place(said, around.rect):
            node.scale, node.rect = PIXELS, said


def clip(node: AtspiNode) -> None:
    """Cut off what is scrolled out of view: the middle of a half-hidden row must be a place on that row."""
    around = node.parent
    if around is None or around.role in _OPENS:
        return
    node.clip = around.clip
    if around.role in (PAGES if node.toolkit in BROWSERS else _CLIPS):
        node.clip = around.rect or Rect(0, 0, 0, 0)
    if node.rect is not None and node.clip is not None:
        left = node.rect.overlap(node.clip)
        node.rect = left if left.width and left.height else None


def state_bits(answer: Answer) -> int:
    return sum(word << 32 * index for index, word in enumerate(answer[0])) if answer else 0


def describe(node: AtspiNode, then: Callable[[AtspiNode], Iterable[Question]]) -> Iterable[Question]:
    """Ask what a node is and where; the last answer leads to what `then` asks."""

    def note(take: Callable[[Answer], None]) -> Callable[[Answer], Iterable[Question]]:
        def answered(answer: Answer) -> Iterable[Question]:
            if answer is not None:
                take(answer)
            node.unanswered -= 1
            return then(node) if node.unanswered == 0 else ()

        return answered

    def role(answer: Answer) -> None:
        node.role = role_name(answer[0]) if answer else ""

    def rect(answer: Answer) -> None:
        said = extents(answer)
        node.rect = node.scale.pixels(said) if said else None

    def name(answer: Answer) -> None:
        node.name = str(value_of(answer)).strip()

    def count(answer: Answer) -> None:
        node.count = int(value_of(answer))

    def everything(answer: Answer) -> None:
        said = answer[0] if answer else {}
        node.name = str(said.get("Name", "")).strip()
        node.count = int(said.get("ChildCount", 0))
        node.attributes = said.get("Attributes", {})
        node.id = str(said.get("AccessibleId", "") or node.attributes.get("id", ""))

    def accessible_id(answer: Answer) -> None:
        node.id = str(value_of(answer))

    address = node.address
    asked = [
        (address.call(ACCESSIBLE, "GetRole"), role),
        (address.call(COMPONENT, "GetExtents", "u", node.counted_from), rect),
    ]
    if node.toolkit in TELL_ALL_AT_ONCE and not node.crowded:
        asked.append((address.call(PROPERTIES, "GetAll", "s", ACCESSIBLE), everything))
    else:
        asked.append((address.get("Name"), name))
        asked.append((address.get("ChildCount"), count))
        if not node.crowded:
            asked.append((address.get("AccessibleId"), accessible_id))
    node.unanswered = len(asked)
    return [(call, note(take)) for call, take in asked]


def extents(answer: Answer) -> Rect | None:
    """A rectangle on the screen; None for what has none: hidden things claim to be far outside of it."""
    left, top, width, height = answer[0] if answer else (0, 0, 0, 0)
    if width <= 0 or height <= 0 or left < -(1 << 24) or top < -(1 << 24):
        return None
    return Rect(left, top, left + width, top + height)
