"""What is on a screen, as the system's accessibility service tells it.

One protocol for AT-SPI, UI Automation and AX: what is under the pointer, what has the focus, what goes by
a name, everything that shows, and the elements' own actions. A look at a large or stuck program ends in
time and says what it left out, because a look that hangs also hangs the program it looks at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from cogscript.language.model.box import Point, Rect
from cogscript.language.model.diagnostic import Fault

if TYPE_CHECKING:
    from cogscript.reading.lines import Line

LIMIT = 1.5
"""Seconds one look may take."""


@dataclass(frozen=True, slots=True)
class Element:
    """One thing on the screen: role → element_type, name → element_info."""

    role: str
    """In the words of `roles`."""
    name: str
    """Its accessible name; of a field without one, its label."""
    rect: Rect
    id: str = ""
    """The accessible id, or the `id` of an element of a web page."""
    value: str | None = None
    """The text of a field, the choice of a combo box, the number of a slider; never of a password field."""
    states: frozenset[str] = frozenset()
    """Which of `STATES` hold."""
    actions: tuple[str, ...] = ()
    """Names of its own actions; only where they were asked for."""
    parent: int | None = field(default=None, compare=False)
    """Where its parent stands in the same snapshot."""
    secret: bool = False
    """Whether it is a password field."""
    window: str = ""
    """The title of the window it is in."""
    container: str = ""
    """The kind of thing it is a part of: a toolbar, a menu, a list."""
    handle: object = field(default=None, compare=False, repr=False)
    """How the service addresses it."""


STATES = frozenset(
    {"active", "busy", "checkable", "checked", "default", "editable", "enabled", "expandable", "expanded",
     "focusable", "focused", "has-popup", "indeterminate", "invalid", "modal", "multiline", "pressed",
     "read-only", "required", "selectable", "selected"}
)  # fmt: skip
"""The states an element can have, in the words of every system."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that shows at one moment, in the order of the tree."""

    elements: Sequence[Element]
    complete: bool = True
    """False when a limit in time or number was reached."""
    reason: str = ""
    """Which program and which limit, as a sentence; empty when it is complete."""


@runtime_checkable
class ClosedLists(Protocol):
    """What a service may tell beyond `Elements`: lists whose options no click brings onto the surface."""

    def options(self, element: Element) -> Sequence[Element] | None:
        """The options of such a list, for `select`; None for any other element."""


@runtime_checkable
class WholePage(Protocol):
    """What a service may tell beyond `Elements`: all that a scroll would bring into view."""

    def whole(self) -> Snapshot:
        """What shows and what is out of view, each where it stands now."""


@runtime_checkable
class AsksById(Protocol):
    """What a service may tell beyond `Elements`: also what has an id and is in no snapshot."""

    def of_id(self, id: str, *, whole: bool = False) -> Sequence[Element]:
        """Everything of that id that shows; with `whole` also what is out of view."""


class ToldLines(NamedTuple):
    """The text of a surface as the programs themselves draw it."""

    lines: Sequence[Line]
    drawn: Sequence[Rect]
    """Where there may be text besides that only pixels tell: pictures."""


@runtime_checkable
class TellsLines(Protocol):
    """What a service may tell beyond `Elements`: all text that shows, so that only pictures must be read."""

    def told_lines(self) -> ToldLines | None:
        """None where it cannot be told now."""


class Elements(Protocol):
    """The accessibility service of one screen. What cannot be done to an element raises a Fault."""

    def at(self, point: Point) -> Element | None:
        """The innermost element at a place."""

    def focused(self) -> Element | None: ...

    def find(self, name: str, role: str | None = None, area: Rect | None = None) -> Sequence[Element]:
        """The visible elements with that name (whole name first, else a part of it)."""

    def snapshot(
        self,
        *,
        window: int | None = None,
        area: Rect | None = None,
        limit: float = LIMIT,
        covered: bool = False,
    ) -> Snapshot:
        """What shows: of one window of the system where it is given, and what meets the area; with
        `covered` also what other windows lie over."""

    def menu_items(self, window: int) -> Sequence[Element]:
        """What the closed menus of a window hold, each where its menu is; its value is the keys for it."""

    def closed_options(self, element: Element) -> Sequence[str]:
        """What a closed combo box or list offers, in order."""

    def choose_option(self, element: Element, index: int) -> None:
        """Make one of `closed_options` the choice, without opening anything."""

    def out_of_view(self, name: str, role: str | None = None) -> Sequence[Element]:
        """The elements with that name that are scrolled out of view: `scroll_to` brings them in."""

    def refresh(self, element: Element) -> Element | None:
        """The same element as it is now; None when it has gone."""

    def text(self, element: Element) -> str | None:
        """All of its own text; None for one that holds none, and for a password field."""

    def own_text(self, area: Rect, *, to_the_end: bool = False) -> str | None:
        """The text of a place as its program holds it, exactly; None where that cannot be told for sure.

        `to_the_end` adds what follows below it, out of view.
        """

    def page_text(self, area: Rect) -> str | None:
        """All the text of the page that fills a place, out of view too; None where none does."""

    def length(self, element: Element) -> int | None:
        """How many characters it holds, a password field too; None where nothing tells."""

    def actions(self, element: Element) -> tuple[str, ...]:
        """The names of its own actions, the default one first."""

    def act(self, element: Element, action: str | None = None) -> None:
        """Its default or named action."""

    def set_text(self, element: Element, text: str) -> None: ...
    def insert_text(self, element: Element, text: str) -> None:
        """Put a text where the caret is; the caret stands behind it then."""

    def set_value(self, element: Element, value: float) -> None: ...
    def increment(self, element: Element) -> float | None:
        """The least by which a scroll bar or a slider is moved, in units of its value."""

    def select(self, element: Element) -> None:
        """Make it the choice of the list, the tabs or the combo box it is a part of."""

    def scroll_to(self, element: Element) -> None:
        """Bring it into view."""

    def covered_by(self, element: Element, point: Point) -> str | None:
        """What lies over an element at a point, where no window system knows it: inside a page."""

    def busy(self, window: int | None = None) -> bool:
        """Whether a page (of that window) says that it is still loading."""

    def close(self) -> None: ...


class WithoutMenus:
    """For services that know no closed menus, and whose windows are not driven in the background."""

    def menu_items(self, window: int) -> Sequence[Element]:
        return ()

    def closed_options(self, element: Element) -> Sequence[str]:
        return ()

    def increment(self, element: Element) -> float | None:
        return None

    def choose_option(self, element: Element, index: int) -> None:
        raise _not_behind(element)

    def insert_text(self, element: Element, text: str) -> None:
        raise _not_behind(element)


def _not_behind(element: Element) -> Fault:
    return Fault(
        "not-possible", f"the {element.role} `{element.name}` cannot be changed in the background here"
    )
