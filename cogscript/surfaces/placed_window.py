"""A window and where it lies among the others, on every system alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from cogscript.language.model.box import Point, Rect


class PlacedWindow(NamedTuple):
    """A window on the screen: `popup` for a menu or a tip, which no window manager frames."""

    handle: int
    rect: Rect
    """With the frame around it."""
    process: int | None
    title: str
    popup: bool
    inner: Rect
    """Without the frame: what the program draws itself."""
    modal: bool
    """Whether it keeps the other windows of its program from taking clicks; Qt tells it only here."""
    owner: int | None = None
    """The window that it was opened from."""
    frame: int = 0
    """What an X server calls it together with its frame."""

    def moved(self, right: int, down: int) -> PlacedWindow:
        """The same on a screen whose top left lies elsewhere."""
        rect, inner = (
            Rect(left + right, top + down, far + right, bottom + down)
            for left, top, far, bottom in (self.rect, self.inner)
        )
        return self._replace(rect=rect, inner=inner)


def answered_before(window: PlacedWindow, placed: Sequence[PlacedWindow]) -> PlacedWindow | None:
    """The dialog that keeps a window from being used: opened from it, or modal for its whole program.

    Not one that the window itself was opened from: a question that a modal dialog asks comes before it.
    """
    owners: set[int | None] = set()
    owner = window.owner
    while owner is not None and owner not in owners:
        owners.add(owner)
        owner = next((each.owner for each in placed if each.handle == owner), None)
    for each in placed:
        if each.handle == window.handle or each.handle in owners or each.popup:
            continue
        if each.owner == window.handle or (each.modal and each.process == window.process):
            return each
    return None


class WindowOrder(Protocol):
    """Asked about a screen's windows: which lies on top of which."""

    def windows(self) -> list[PlacedWindow]:
        """Every window that shows, the topmost first."""

    def at(self, point: Point) -> PlacedWindow | None:
        """The window a click at that place would reach."""

    def active(self) -> PlacedWindow | None:
        """The window that has the keyboard."""


class ShownFrame(NamedTuple):
    """A window with its frame, as it lay on the screen at some moment."""

    frame: int
    rect: Rect


class InputHistory(Protocol):
    """What happened on a screen in which order; asked also long after it happened, by any thread.

    Every answer counts in all that has happened until it is asked for.
    """

    def moment(self, stamp: int) -> float:
        """The time of an input event, by this machine's clock, from the time that the event says."""

    def shown_at(self, moment: float) -> Sequence[ShownFrame] | None:
        """The windows at that press, the topmost first; None where nothing is known of it."""

    def active_at(self, moment: float) -> int | None:
        """The window that had the keyboard at that press or key; 0 where it was none, or is not known which;
        None where nothing is known of that time."""

    def inputs(self, after: float, until: float) -> Sequence[float]:
        """When buttons and keys went down."""

    def activations(self, after: float, until: float) -> Sequence[float]:
        """When another window got the keyboard."""

    def has_handled(self, window: int, deadline: float) -> bool | None:
        """Wait until a program has handled all that was sent to it; None where it cannot be asked."""

    def close(self) -> None: ...
