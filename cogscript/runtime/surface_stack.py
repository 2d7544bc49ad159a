"""The surfaces of a run: the one it was given, opened when first needed, and those that IN enters.

Whoever opens a surface closes it: this only keeps them in order.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cogscript.runtime.console.person import Person
from cogscript.surfaces.capabilities import PersonsHand, Pointer
from cogscript.surfaces.pointing import Stopped
from cogscript.surfaces.protocol import Surface

_INTERVAL = 0.025
"""Seconds between two looks at the hand: a hand is slower than that, and a look costs a round trip."""


class SurfaceStack:
    def __init__(self, open_base: Callable[[], Surface], person: Person, *, watch_hand: bool) -> None:
        self._person = person
        self._watches = watch_hand
        self._next_watch = 0.0
        self._stack: list[Surface | Callable[[], Surface]] = [open_base]
        self._beside: dict[str, Surface] = {}

    @property
    def current(self) -> Surface:
        """The innermost surface, opened now if nobody needed it before."""
        innermost = self._stack[-1]
        if isinstance(innermost, Surface):
            return innermost
        # What it is a part of is the one around it, which is therefore the current one meanwhile.
        outer, self._stack = self._stack, self._stack[:-1]
        try:
            opened = innermost()
        finally:
            self._stack = outer
        self._stack[-1] = opened
        self.forget_hand()
        return opened

    @property
    def opened(self) -> Surface | None:
        """The innermost surface, if it is open."""
        innermost = self._stack[-1]
        return innermost if isinstance(innermost, Surface) else None

    @contextmanager
    def inside(self, surface: Surface | Callable[[], Surface]) -> Iterator[None]:
        """Do what follows on another surface; one that has to be opened is opened when first needed."""
        self._stack.append(surface)
        self.forget_hand()
        try:
            yield
        finally:
            self._stack.pop()
            self.forget_hand()

    def beside(self, name: str, open_it: Callable[[], Surface]) -> Surface:
        """A surface that is no part of another: opened once, and open until the run ends."""
        if name not in self._beside:
            self._beside[name] = open_it()
        return self._beside[name]

    @property
    def every(self) -> list[Surface]:
        """All that are open, the one the run was given first."""
        return [*(each for each in self._stack if isinstance(each, Surface)), *self._beside.values()]

    def release_all(self) -> None:
        for surface in self.every:
            surface.release_all()

    def news(self) -> Iterator[str]:
        """What happened on the surfaces and a person should know."""
        for surface in {id(each.root): each.root for each in self.every}.values():
            yield from surface.news()

    # --- the person's hand ------------------------------------------------------------------------

    def watch_hand(self) -> None:
        """Stop, or ask whether to stop, if a person has moved the pointer.

        On a terminal the run pauses and asks; without one it stops, because a person who takes the mouse
        wants it. The fail-safe corners, which the surface itself watches, stop it without a question.
        """
        now = time.monotonic()
        if now < self._next_watch:
            return
        hand = self._hand()
        if hand is None:
            return
        self._next_watch = now + _INTERVAL
        if not hand.moved_by_person():
            return
        surface = self.current
        at = surface.need(Pointer).pointer()
        said = f"the pointer was moved by somebody else, to {at.x},{at.y}"
        if not self._person.present:
            raise Stopped(said)
        surface.release_all()
        if not self._person.confirm(f"paused: {said}\nContinue?"):
            raise Stopped(said)
        self.forget_hand()

    def forget_hand(self) -> None:
        """Take the pointer's place as it is now for the run's own."""
        hand = self._hand()
        if hand is not None:
            hand.moved_by_person()

    def _hand(self) -> PersonsHand | None:
        surface = self.opened
        return surface.capability(PersonsHand) if self._watches and surface is not None else None
