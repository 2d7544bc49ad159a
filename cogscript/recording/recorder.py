"""A recording while it is made: reported events in order, each with what was there, to the writer.

One thread takes the events from the listener's queue. It leaves out the hotkeys and the recording
terminal, takes the look from before each act, keeps secrets from ever reaching the disk, and reads back
what an input method put into a field.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from queue import Empty
from typing import TYPE_CHECKING

from cogscript.language.model import keys
from cogscript.language.model.box import Point
from cogscript.recording.desktop_windows import DesktopWindows
from cogscript.recording.event_writer import EventWriter
from cogscript.recording.focus_history import FocusHistory
from cogscript.recording.hit_places import HitPlaces
from cogscript.recording.hotkeys import Hotkey
from cogscript.recording.input_events import Event, Recording
from cogscript.recording.input_listener import InputListener, Raw
from cogscript.recording.keyboard_recorder import KeyboardRecorder
from cogscript.recording.keystrokes import named_key
from cogscript.recording.press_looks import PressLooks
from cogscript.recording.pynput_keys import read_key
from cogscript.recording.recorded_step import SCROLL_PIXELS
from cogscript.recording.screen_pictures import ScreenPictures
from cogscript.recording.surroundings import Surroundings
from cogscript.recording.watch import Glance, Watch
from cogscript.surfaces.elements import Elements

if TYPE_CHECKING:
    from cogscript.surfaces.protocol import Surface

TURN_SECONDS = 1.0
"""Notches that follow each other sooner are of one turn of the wheel."""


@dataclass(frozen=True, slots=True)
class Hotkeys:
    stop: Hotkey
    pause: Hotkey
    secret: Hotkey

    def pressed(self, held: frozenset[str], key: str) -> bool:
        return any(each.pressed(held, key) for each in (self.stop, self.pause, self.secret))


class Recorder:
    def __init__(
        self,
        screen: Surface,
        elements: Elements | None,
        windows: DesktopWindows,
        folder: Path,
        *,
        platform: str,
        caps_lock: bool,
        hotkeys: Hotkeys,
        notice: Callable[[str], None],
        surroundings: Surroundings,
    ) -> None:
        """`surroundings` is closed with the recorder."""
        self._size, self._platform, self._caps_lock = screen.size, platform, caps_lock
        self._hotkeys = hotkeys
        self._notice = notice
        self._windows = windows
        self._writer = EventWriter(folder, screen.size, platform, caps_lock)
        self._pictures = ScreenPictures(folder)
        history = windows.history
        self._listener = InputListener(
            getattr(screen, "origin", Point(0, 0)), self._moved, history.moment if history else None
        )
        self._queue = self._listener.queue
        self._watch = Watch(
            screen,
            elements,
            windows,
            looked=self._looked,
            appeared=lambda *what: self._queue.put(Raw(what[0].ended, "appeared", what[0].at, what)),
        )
        self._surroundings = surroundings
        self._looks = PressLooks(self._watch, windows, surroundings)
        self._places = HitPlaces(screen, windows, surroundings, self._pictures)
        focus = FocusHistory(elements, windows, self._focus_moved)
        self._keyboard = KeyboardRecorder(
            self._watch, elements, windows, self._writer, self._pictures, self._places, focus, notice
        )
        self._secret_places = self._keyboard.secret_places
        self.stopped = threading.Event()
        self.failure: str | None = None
        self._worker = threading.Thread(target=self._work, daemon=True)
        self._closing = False
        self._paused = False
        self._left_out = False
        self._said_late = False
        self._ahead: list[Raw] = []
        """What was told, in the order in which it happened."""
        self._told_until = 0.0
        """All that happened until then has been told."""
        self._last_scroll: tuple[float, Point, Event] | None = None

    # --- from outside ----------------------------------------------------------------------------

    def start(self) -> None:
        self._told_until = time.monotonic()
        self._writer.start(self._told_until)
        self._surroundings.start()
        self._listener.start()
        self._watch.start()
        self._worker.start()

    def finish(self, *, by_interrupt: bool = False) -> Recording:
        """Stop watching, and give what was recorded. The stop itself is not in it."""
        self._closing = True
        self._listener.stop()
        self._queue.put(Raw(time.monotonic(), "end", Point(0, 0)))
        self._worker.join()
        self._watch.close()
        self._surroundings.close()
        self._windows.close()
        last = self._watch.look(Point(0, 0))
        if last.picture is not None and not self._keyboard.marked:
            self._writer.add_end(self._keyboard.picture(last))
        self._pictures.close()
        self._writer.close()
        recording = self.so_far()
        events = _without_interrupt(list(recording.events)) if by_interrupt else recording.events
        return replace(recording, events=tuple(events))

    def so_far(self) -> Recording:
        """What is recorded up to now; asked for from any thread."""
        return Recording(self._size, tuple(self._writer.events), self._platform, self._caps_lock)

    def _looked(self, glance: Glance) -> None:
        self._surroundings.note(glance)
        self._queue.put(Raw(glance.ended, "looked", glance.at, glance))

    def _moved(self, at: Point, now: float) -> None:
        """Straight from the hook: where a hand comes to rest must be looked at before it presses."""
        self._watch.moved(at, now)

    # --- the worker ------------------------------------------------------------------------------

    def _next(self) -> Raw:
        """What happened first of all that is told, once all is told that happened before it.

        Mouse and keyboard are told apart from each other: on a busy machine a key may come before the click
        that it followed.
        """
        ahead = self._ahead
        if not ahead:
            ahead.append(self._queue.get(timeout=1.0))
        self._await_told(ahead[0].time)
        while not self._queue.empty():
            ahead.append(self._queue.get())
        ahead.sort(key=lambda raw: raw.time)
        return ahead.pop(0)

    def _await_told(self, moment: float) -> None:
        history = self._windows.history
        if history is not None and moment > self._told_until:
            self._listener.await_told(history.inputs(self._told_until, moment))
            self._told_until = moment

    def _focus_moved(self, begin: float, until: float) -> bool:
        """Whether a person did something meanwhile that moves the focus, told or not."""
        self._await_told(until)
        return self._listener.focus_moves(begin, until)

    def _work(self) -> None:
        while True:
            try:
                raw = self._next()
            except Empty:
                if not self._listener.alive and not self._closing:
                    self.failure = "the display has gone, and the recording ends with it"
                    self.stopped.set()
                continue
            if raw.kind == "end":
                self._keyboard.end_typing(raw.time)
                return
            try:
                self._take(raw)
            except Exception as error:  # one event that cannot be told must not end the recording
                # Only the kind of error: its words may hold what was typed.
                self.failure = self.failure or f"an event could not be recorded ({type(error).__name__})"

    def _take(self, raw: Raw) -> None:
        if raw.kind in ("down", "up"):
            self._take_key(raw)
        elif self._paused:
            return
        elif raw.kind == "looked":
            self._places.note(raw.what)
            self._keyboard.take_look(raw.what)
        elif self._keyboard.marked:
            if raw.kind in ("press", "scroll"):
                self._keyboard.hide_act(raw.time)
        elif raw.kind == "move":
            if self._keyboard.is_typing_openly:
                self._writer.add_move(Event(raw.time, "move", raw.at))
        elif raw.kind == "appeared":
            self._take_appeared(raw)
        else:
            self._take_button(raw)

    def _take_appeared(self, raw: Raw) -> None:
        look, area, moved = raw.what
        if moved <= self._watch.last_act:  # by now it is known that a click has brought it up
            return
        if not self._secret_places.covers(area, look.windows):
            target = self._secret_places.target(look.element, None)
            window = self._places.window_at(raw.at, look)
            if target is not None:
                target = self._places.with_evidence(target, window, look, raw.time)
            event = Event(raw.time, "appeared", raw.at, target=target, area=area, window=window)
            self._keyboard.record(event)

    def _take_button(self, raw: Raw) -> None:
        if raw.kind == "release":
            self._watch.acted(raw.time)
            self._keyboard.record(Event(raw.time, "release", raw.at, raw.what))
            return
        if raw.kind == "scroll":
            self._take_scroll(raw)
            return
        look, late, over = self._looks.of(raw.at, raw.time)  # first of all: the program is about to react
        self._watch.acted(raw.time)
        self._windows.forget_active()
        window = look.window_at(raw.at) if self._windows.are_known else None
        if self._keyboard.is_into_secret(look.element):
            return  # where in the secret the cursor is put is a part of it
        self._keyboard.end_typing(raw.time)
        if self._leave_out(self._windows.is_own(window), raw.time):
            return
        self._keyboard.see(look, look.element)
        self._keyboard.focus_may_change(raw.time)
        self._last_scroll = None
        target = self._secret_places.target(look.element, window)
        place = self._places.window_at(raw.at, look)
        if target is not None:
            target = self._places.with_evidence(target, place, look, raw.time)
        else:
            target = self._places.unknown(raw.at, place, look)
        press = Event(raw.time, "press", raw.at, raw.what, target=target, window=place, late=late, over=over)
        self._keyboard.record(press, look)
        if late:
            self._say_late()

    def _say_late(self) -> None:
        if not self._said_late:
            self._said_late = True
            self._notice("this machine is too busy to see all that is clicked: the recording says where")

    def _take_scroll(self, raw: Raw) -> None:
        """One look for a whole turn of the wheel: its notches come faster than looks can be taken."""
        self._keyboard.end_typing(raw.time)
        window = self._windows.at(raw.at)
        if self._leave_out(self._windows.is_own(window), raw.time):
            return
        last = self._last_scroll
        if last and raw.time - last[0] < TURN_SECONDS and math.dist(last[1], raw.at) <= SCROLL_PIXELS:
            event = last[2]
        else:
            look = self._looks.of(raw.at, raw.time).look
            target = self._secret_places.target(look.element, window)
            event = Event(
                raw.time, "scroll", target=target, picture=self._keyboard.picture(look),
                window=self._places.window_at(raw.at, look),
            )  # fmt: skip
        self._last_scroll = (raw.time, raw.at, event)
        self._watch.acted(raw.time)
        dx, dy = raw.what
        self._keyboard.record(replace(event, time=raw.time, at=raw.at, dx=dx, dy=dy))

    # --- keys ------------------------------------------------------------------------------------

    def _take_key(self, raw: Raw) -> None:
        key, text = read_key(raw.what)
        if not key and text == "":  # a code without a name: nothing of it could be told, or done again
            return
        event = Event(raw.time, "down" if raw.kind == "down" else "up", key=key, text=text)
        if raw.kind == "up":
            self._keyboard.take_key_up(replace(event, text=None), recorded=not self._paused)
            return
        if key in keys.MODIFIERS:
            self._keyboard.held.down(event)
        elif self._hotkey(key, raw.time):
            self._keyboard.held.used_up()
            return
        if self._paused or self._leave_out(self._windows.is_own(self._windows.active_at(raw.time)), raw.time):
            self._keyboard.held.used_up()
        elif key not in keys.MODIFIERS:
            self._last_scroll = None
            self._keyboard.take_stroke(event)

    # --- hotkeys ---------------------------------------------------------------------------------

    def _hotkey(self, key: str, moment: float) -> bool:
        held = self._keyboard.held.names
        if not self._hotkeys.pressed(held, key):
            return False
        self._keyboard.look_once_more(moment)
        if self._hotkeys.stop.pressed(held, key):
            self.stopped.set()
        elif self._hotkeys.pause.pressed(held, key):
            self._keyboard.break_off(moment)
            self._paused = not self._paused
            said = self._hotkeys.pause.said
            self._notice(f"paused; {said} continues" if self._paused else "recording again")
        else:
            self._keyboard.turn_mark(moment)
            until = f"what is typed now is kept secret, until {self._hotkeys.secret.said}"
            self._notice(until if self._keyboard.marked else "no longer secret")
        return True

    def _leave_out(self, own: bool, moment: float) -> bool:
        """Whether an act happened in the recording terminal."""
        if own and not self._left_out:
            self._keyboard.break_off(moment)
        self._left_out = own
        return own


def _without_interrupt(events: list[Event]) -> list[Event]:
    """The events without the Ctrl+C that ended them, where it was not seen to be in the own terminal."""
    acts = [index for index, event in enumerate(events) if event.kind in ("press", "scroll", "down")]
    if not acts or named_key(events[acts[-1]].key, events[acts[-1]].text) != "c":
        return events
    held = acts.pop()
    ctrl = False
    while acts and events[acts[-1]].key in keys.MODIFIERS:
        held = acts.pop()
        ctrl = ctrl or events[held].key.endswith("ctrl")
    return events[:held] if ctrl else events
