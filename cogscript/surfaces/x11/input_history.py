"""What an X server did in which order: presses and keys, and the windows that came and went between them.

Whoever is told late of a press can still learn what lay under it: all is told over one connection, so the
order is the server's own, however late it is read. Times are of the server, in this machine's clock.
"""

from __future__ import annotations

import contextlib
import struct
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cogscript.language.model.box import Point, Rect
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.placed_window import ShownFrame
from cogscript.surfaces.x11.connection import connect
from cogscript.surfaces.x11.overlay_property import OVERLAY
from cogscript.surfaces.x11.ping import heard
from cogscript.surfaces.x11.window_manager import WindowManager

_KEPT = 400
"""Presses and keys that are remembered."""
_TRIES = 5
_WRAP = 1 << 32
"""Milliseconds after which a server's clock begins anew."""


@dataclass(slots=True)
class _Input:
    moment: float
    shown: tuple[ShownFrame, ...]
    active: int


@dataclass(slots=True)
class _Screen:
    """The windows right below the root, as the events tell them."""

    order: list[int] = field(default_factory=list)
    """The lowest first."""
    places: dict[int, Rect] = field(default_factory=dict)
    mapped: set[int] = field(default_factory=set)
    _shown: tuple[ShownFrame, ...] | None = None

    def put(self, window: int, place: Rect, above: int | None = None) -> None:
        """On top, or right above another; 0 for below all others."""
        self._shown = None
        if window in self.places:
            self.order.remove(window)
        self.places[window] = place
        at = len(self.order) if above is None else 0
        if above and above in self.places:
            at = self.order.index(above) + 1
        self.order.insert(at, window)

    def map(self, window: int, *, shows: bool) -> None:
        self._shown = None
        (self.mapped.add if shows else self.mapped.discard)(window)

    def remove(self, window: int) -> None:
        self._shown = None
        self.mapped.discard(window)
        if self.places.pop(window, None) is not None:
            self.order.remove(window)

    @property
    def shown(self) -> tuple[ShownFrame, ...]:
        if self._shown is None:
            top_first = (each for each in reversed(self.order) if each in self.mapped)
            self._shown = tuple(ShownFrame(each, self.places[each]) for each in top_first)
        return self._shown


class ServerHistory:
    """One connection, read whenever it is asked; meanwhile the server keeps what it has to tell."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._display = connect(environment)
        self._root = self._display.screen().root
        self._lock = threading.Lock()
        self._patience = threading.Lock()
        self._screen = _Screen()
        self._inputs: deque[_Input] = deque(maxlen=_KEPT)
        self._activations: deque[float] = deque(maxlen=_KEPT)
        self._active_atom = self._display.get_atom("_NET_ACTIVE_WINDOW")
        self._overlay = self._display.get_atom(OVERLAY)
        self._offset = self._measured_offset()
        self._select()
        for window in self._root.query_tree().children:
            self._add_known(window)
        self._active = self._asked_active()
        self._asking: tuple[Any, WindowManager] | None = None
        self._environment = environment

    def _select(self) -> None:
        from Xlib import X
        from Xlib.ext import xinput

        if not self._display.has_extension(xinput.extname):
            raise Fault("display", "this X server has no XInput extension")
        # From 2.1 on, presses are also told while a menu holds the pointer.
        opcode = self._display.display.get_extension_major(xinput.extname)
        xinput.XIQueryVersion(display=self._display.display, opcode=opcode, major_version=2, minor_version=2)
        mask = xinput.RawButtonPressMask | xinput.RawKeyPressMask
        self._root.xinput_select_events([(xinput.AllMasterDevices, mask)])
        self._root.change_attributes(event_mask=X.SubstructureNotifyMask | X.PropertyChangeMask)
        self._display.sync()

    # --- time ------------------------------------------------------------------------------------

    def _measured_offset(self) -> float:
        """Seconds from the server's clock to this one's, by the quickest answer to a question for its time.

        The earliest it can be: what is then taken to be before a press was before it.
        """
        from Xlib import X, Xatom

        window = self._root.create_window(0, 0, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask)
        best = (float("inf"), 0.0)
        for _ in range(_TRIES):
            before = time.monotonic()
            window.change_property(Xatom.WM_NAME, Xatom.STRING, 8, b"cogscript")
            told = self._display.next_event()
            after = time.monotonic()
            best = min(best, (after - before, before - told.time / 1000))
        window.destroy()
        return best[1]

    def moment(self, stamp: int) -> float:
        """The time of an event by this machine's clock."""
        found = stamp / 1000 + self._offset
        turns = round((time.monotonic() - found) / (_WRAP / 1000))
        return found + turns * (_WRAP / 1000)

    # --- asking ----------------------------------------------------------------------------------

    def shown_at(self, moment: float) -> Sequence[ShownFrame] | None:
        with self._up_to_date():
            found = self._input(moment)
            return None if found is None else found.shown

    def active_at(self, moment: float) -> int | None:
        with self._up_to_date():
            found = self._input(moment)  # a key that repeats is told only once
            found = found or next((each for each in reversed(self._inputs) if each.moment < moment), None)
            return None if found is None else found.active

    def inputs(self, after: float, until: float) -> Sequence[float]:
        with self._up_to_date():
            return [each.moment for each in self._inputs if after < each.moment <= until]

    def activations(self, after: float, until: float) -> Sequence[float]:
        with self._up_to_date():
            return [each for each in self._activations if after < each <= until]

    def has_handled(self, window: int, deadline: float) -> bool | None:
        with self._patience, _gone_is_none():
            if self._asking is None:
                display = connect(self._environment)
                screen = display.screen()
                whole = Rect(0, 0, screen.width_in_pixels, screen.height_in_pixels)
                self._asking = display, WindowManager(display, Point(0, 0), whole)
            self._asking[
                1
            ].catch_up()  # it holds a click back for a moment, and the question would overtake it
            return heard(*self._asking, window, deadline)
        return None

    def close(self) -> None:
        with self._lock, self._patience, _gone_is_none():
            self._display.close()
            if self._asking is not None:
                self._asking[0].close()

    def _input(self, moment: float) -> _Input | None:
        return next((each for each in reversed(self._inputs) if each.moment == moment), None)

    # --- reading ---------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _up_to_date(self) -> Iterator[None]:
        with self._lock:
            with _gone_is_none():
                self._display.sync()  # what happened before the answer has been told before it
                while self._display.pending_events():
                    self._take_pending()
            yield

    def _take_pending(self) -> None:
        changed = False
        while self._display.pending_events():
            event = self._display.next_event()
            changed = self._take(event) or changed
        if changed:
            self._active = self._asked_active()  # of several changes, only where the last one led is known

    def _take(self, event: Any) -> bool:
        """Note an event; whether another window has the keyboard from then on."""
        from Xlib import X
        from Xlib.ext import ge

        kind = event.type
        if kind == ge.GenericEventCode:
            (stamp,) = struct.unpack_from("=I", event.data, 2)
            self._inputs.append(_Input(self.moment(stamp), self._screen.shown, self._active))
        elif kind == X.PropertyNotify:
            if event.atom == self._active_atom:
                self._active = 0
                self._activations.append(self.moment(event.time))
                return True
        elif kind in (X.CreateNotify, X.ReparentNotify, X.MapNotify):
            self._take_arrival(event)
        elif kind in (X.UnmapNotify, X.DestroyNotify):
            if kind == X.UnmapNotify:
                self._screen.map(event.window.id, shows=False)
            else:
                self._screen.remove(event.window.id)
        elif kind == X.ConfigureNotify:
            above = event.above_sibling
            place = Rect(event.x, event.y, event.x + event.width, event.y + event.height)
            self._screen.put(event.window.id, place, getattr(above, "id", above) or 0)
        return False

    def _take_arrival(self, event: Any) -> None:
        from Xlib import X

        if event.type == X.MapNotify:
            self._screen.map(event.window.id, shows=self._takes_clicks(event.window))
        elif event.type == X.CreateNotify:
            place = Rect(event.x, event.y, event.x + event.width, event.y + event.height)
            self._screen.put(event.window.id, place)
        elif event.parent == self._root:
            self._add_known(event.window)
        else:
            self._screen.remove(event.window.id)

    def _add_known(self, window: Any) -> None:
        from Xlib import X, error

        try:
            shape, attributes = window.get_geometry(), window.get_attributes()
        except error.XError:
            return
        place = Rect(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
        self._screen.put(window.id, place)
        if attributes.map_state != X.IsUnmapped:
            self._screen.map(window.id, shows=self._takes_clicks(window))

    def _takes_clicks(self, window: Any) -> bool:
        """Not so what shows nothing, and not a note of ours; of one that has gone it is taken for granted."""
        from Xlib import X, error

        try:
            if window.get_attributes().win_class == X.InputOnly:
                return False
            return window.get_full_property(self._overlay, X.AnyPropertyType) is None
        except error.XError:
            return True

    def _asked_active(self) -> int:
        from Xlib import X

        value = self._root.get_full_property(self._active_atom, X.AnyPropertyType)
        return int(value.value[0]) if value and len(value.value) else 0


@contextlib.contextmanager
def _gone_is_none() -> Iterator[None]:
    """Whoever asks need not care that the server ended meanwhile; others say so."""
    from Xlib import error

    with contextlib.suppress(error.ConnectionClosedError, OSError):
        yield


def open_history(environment: Mapping[str, str]) -> ServerHistory | None:
    """None where there is no X server that tells it."""
    from Xlib import error

    try:
        return ServerHistory(environment)
    except (Fault, error.XError):  # an old server may refuse what it is asked for
        return None
