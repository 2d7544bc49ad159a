"""What every pointer shares: staying on the surface, clicks kept apart, drags in steps, a person's hand."""

from __future__ import annotations

import time
from collections.abc import Iterator

from cogscript.language.model.box import Point, Size
from cogscript.language.model.diagnostic import Fault

_TOLERANCE = 3
"""Pixels a pointer may be off before a hand moved it: systems round places."""
_STEP_SECONDS = 0.01
_FEWEST_STEPS = 12
_BEFORE_DROP = 0.05


DOUBLE_CLICK_SECONDS = 0.5
_SAME_PLACE = 5
"""Seconds and pixels within which programs take two clicks for a double click, at most."""


class NotReached(Fault):
    """A click that was held back because something else would have taken it: nothing was done."""

    @classmethod
    def by(cls, other: str) -> NotReached:
        reason = f"{other} came there in the moment of the click, which was held back"
        advice = "wait for it before this step with WAIT_FOR, or close it with ON whenever it comes"
        return cls("target-covered", reason, advice)


def wait_for_a_fresh_start(clicked: float) -> None:
    """Before a double click: let the time pass in which it would count as one with the click before.

    GTK, for one, takes the first press of a double click for the end of what came before, wherever
    that was, and sees a single click.
    """
    time.sleep(max(0.0, clicked + DOUBLE_CLICK_SECONDS - time.monotonic()))


def check_inside(place: Point, size: Size) -> None:
    if not size.rect.holds(place):
        raise Fault(
            "off-screen",
            f"the point {place.x},{place.y} lies outside the {size.width}×{size.height} screen",
            "a box's numbers are thousandths of the screen, 000 to 999",
        )


def steps_between(start: Point, end: Point, seconds: float) -> Iterator[tuple[Point, float]]:
    """The places of a drag and the pause after each.

    Programs tell a drag from a click by its motion, so there are several steps even when it is to
    take no time, and a moment before the button is let go: the program there must answer first.
    """
    count = max(_FEWEST_STEPS, round(seconds / _STEP_SECONDS))
    pause = max(seconds / count, 0.002)
    for step in range(1, count + 1):
        part = step / count
        yield (
            Point(round(start.x + (end.x - start.x) * part), round(start.y + (end.y - start.y) * part)),
            pause if step < count else _BEFORE_DROP,
        )


class Stopped(Exception):
    """A person stopped the run: Ctrl+C, the fail-safe corner, a hand on the mouse."""


class LastClick:
    """Where, with which button and when the last click was: two CLICK lines are two clicks."""

    def __init__(self) -> None:
        self._place: Point | None = None
        self._button = ""
        self._at = 0.0

    def before(self, place: Point, button: str) -> float:
        """Seconds to wait until a program cannot take the next click for the second of a double click."""
        near = (
            self._place is not None
            and abs(self._place.x - place.x) <= _SAME_PLACE
            and abs(self._place.y - place.y) <= _SAME_PLACE
        )
        left = self._at + DOUBLE_CLICK_SECONDS - time.monotonic()
        return max(0.0, left) if near and self._button == button else 0.0

    def note(self, place: Point, button: str) -> None:
        self._place, self._button, self._at = place, button, time.monotonic()


class CountedClicks(LastClick):
    """Where each click says itself which one it is: nothing has to be waited for."""

    def before(self, place: Point, button: str) -> float:
        return 0.0


class PersonWatch:
    """Knows where the run itself put the pointer, and so when somebody else moved it.

    A corner stops the run (pyautogui's fail-safe) unless the run itself went there: a workflow may
    click [[000,000]].
    """

    def __init__(self, size: Size, resting: Point) -> None:
        """`resting`: where the pointer lay when the run began, which may be a corner."""
        right, bottom = size.width - 1, size.height - 1
        self._corners = frozenset({Point(0, 0), Point(right, 0), Point(0, bottom), Point(right, bottom)})
        self._resting = resting
        self._known: Point | None = None

    def put(self, place: Point) -> None:
        self._known = place

    def moved(self, now: Point) -> bool:
        """Whether the pointer is elsewhere than last known; where it is now is known from then on."""
        self.check_corner(now)
        before, self._known = self._known, now
        return before is not None and _apart(before, now)

    def check_corner(self, now: Point) -> None:
        if now in self._corners and _apart(self._known or self._resting, now):
            raise Stopped("the pointer was moved into a corner of the screen")


def _apart(one: Point, other: Point) -> bool:
    return max(abs(one.x - other.x), abs(one.y - other.y)) > _TOLERANCE
