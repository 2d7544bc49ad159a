"""A recording while it is made: reported events in order, each with what was there, into the journal.

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

from cogscript.language import keys
from cogscript.language.box import Point, Rect
from cogscript.recording.events import Event, Journal, Recording, Target, hidden
from cogscript.recording.field import FieldReader
from cogscript.recording.hotkeys import Hotkey
from cogscript.recording.listener import Listener, Raw
from cogscript.recording.own_window import OwnWindow
from cogscript.recording.pictures import Pictures
from cogscript.recording.pynput_keys import read_key
from cogscript.recording.steps import SCROLL_PIXELS
from cogscript.recording.watch import Look, Watch
from cogscript.screens.elements import Element, Elements

if TYPE_CHECKING:
    from cogscript.screens.protocol import Screen

MOVE_SECONDS = 0.03
"""The pointer's path is kept this fine."""
TURN_SECONDS = 1.0
"""Notches that follow each other sooner are of one turn of the wheel."""
CHANGES_FOCUS = frozenset(("tab", "return", "keypad_enter", "escape", "f4", "f6"))


@dataclass(frozen=True, slots=True)
class Hotkeys:
    stop: Hotkey
    pause: Hotkey
    secret: Hotkey


class Recorder:
    def __init__(
        self,
        screen: Screen,
        elements: Elements | None,
        own: OwnWindow,
        folder: Path,
        *,
        platform: str,
        caps_lock: bool,
        hotkeys: Hotkeys,
        notice: Callable[[str], None],
    ) -> None:
        self._size, self._platform, self._caps_lock = screen.size, platform, caps_lock
        self._hotkeys = hotkeys
        self._notice = notice
        self._own = own
        self._journal = Journal(folder, screen.size, platform, caps_lock)
        self._pictures = Pictures(folder)
        self._listener = Listener(getattr(screen, "origin", Point(0, 0)), self._moved)
        self._queue = self._listener.queue
        self._watch = Watch(
            screen,
            elements,
            looked=lambda look: self._queue.put(Raw(look.time, "looked", look.at, look)),
            appeared=lambda at, element, area: self._queue.put(
                Raw(time.monotonic(), "appeared", at, (element, area))
            ),
        )
        self._elements = elements
        self.stopped = threading.Event()
        self.failure: str | None = None
        self._worker = threading.Thread(target=self._work, daemon=True)
        self._closing = False
        self._began = 0.0
        self._events: list[Event] = []
        self._held: dict[str, None] = {}
        self._pending: list[Event] = []
        """Modifiers that went down: they may turn out to be the hotkey's."""
        self._paused = False
        self._secret = False
        self._secret_fields: dict[Rect, str] = {}
        """Where password fields were seen, and in which window."""
        self._left_out = False
        self._last_move = 0.0
        self._focus_changed = 0.0
        self._focus: tuple[float, Element | None] = (-1.0, None)
        self._field = FieldReader()

    # --- from outside ----------------------------------------------------------------------------

    def start(self) -> None:
        self._began = time.monotonic()
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
        last = self._watch.look(Point(0, 0)).picture
        if last is not None and not self._secret:
            self._add(Event(self._since(time.monotonic()), "gap", picture=self._pictures.add(last)))
        self._pictures.close()
        self._journal.close()
        events = _without_interrupt(self._events) if by_interrupt else self._events
        return Recording(self._size, tuple(events), self._platform, self._caps_lock)

    def _moved(self, at: Point, now: float) -> None:
        """Straight from the hook: where a hand comes to rest must be looked at before it presses."""
        self._watch.moved(at, now)

    # --- the worker ------------------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            try:
                raw = self._queue.get(timeout=1.0)
            except Empty:
                if not self._listener.alive and not self._closing:
                    self.failure = "the display has gone, and the recording ends with it"
                    self.stopped.set()
                continue
            if raw.kind == "end":
                self._field_ends()
                return
            try:
                self._take(raw)
            except Exception as error:  # one event that cannot be told must not end the recording
                self.failure = self.failure or f"an event could not be recorded: {error}"

    def _take(self, raw: Raw) -> None:
        if raw.kind == "looked":
            self._take_look(raw.what)
        elif raw.kind == "move":
            self._take_move(raw)
        elif raw.kind in ("down", "up"):
            self._take_key(raw)
        elif self._paused:
            return
        elif raw.kind == "appeared":
            element, area = raw.what
            self._add(Event(self._since(raw.time), "appeared", raw.at, target=_target(element), area=area))
        else:
            self._take_button(raw)

    def _take_move(self, raw: Raw) -> None:
        if raw.time - self._last_move >= MOVE_SECONDS and not self._paused:
            self._last_move = raw.time
            self._journal.add(Event(self._since(raw.time), "move", raw.at))

    def _take_button(self, raw: Raw) -> None:
        when = self._since(raw.time)
        if raw.kind == "release":
            self._watch.acted(raw.time)
            self._add(Event(when, "release", raw.at, raw.what))
            return
        if raw.kind == "scroll":
            self._take_scroll(raw, when)
            return
        look = self._watch.before(raw.at)  # first of all: the program is about to react
        self._watch.acted(raw.time)
        self._field_ends()
        if self._leave_out(self._own.at(raw.at), when):
            return
        self._field.see(look.element)
        self._focus_changed = raw.time
        picture = self._picture(look)
        self._add(Event(when, "press", raw.at, raw.what, target=_target(look.element), picture=picture))

    def _take_scroll(self, raw: Raw, when: float) -> None:
        """One look for a whole turn of the wheel: its notches come faster than looks can be taken."""
        self._field_ends()
        if self._leave_out(self._own.at(raw.at), when):
            return
        last = self._events[-1] if self._events else None
        near = last and last.at and math.dist(last.at, raw.at) <= SCROLL_PIXELS
        if last and last.kind == "scroll" and near and when - last.time < TURN_SECONDS:
            target, picture = last.target, last.picture
        else:
            look = self._watch.before(raw.at)
            target, picture = _target(look.element), self._picture(look)
        self._watch.acted(raw.time)
        dx, dy = raw.what
        self._add(Event(when, "scroll", raw.at, dx=dx, dy=dy, target=target, picture=picture))

    def _take_key(self, raw: Raw) -> None:
        key, text = read_key(raw.what)
        when = self._since(raw.time)
        if raw.kind == "up":
            if key in keys.MODIFIERS:
                self._held.pop(key, None)
                if not self._held:
                    self._flush()
            if not self._paused:
                self._add(Event(when, "up", key=key), flush=False)
            return
        if key not in keys.MODIFIERS and self._hotkey(key, when):
            self._pending.clear()
            return
        if self._paused:
            self._held.update({key: None} if key in keys.MODIFIERS else {})
            return
        if self._leave_out(self._own.has_keyboard(), when):
            self._held.update({key: None} if key in keys.MODIFIERS else {})
            return
        event = Event(when, "down", key=key, text=text)
        if key in keys.MODIFIERS:
            if key not in self._held:
                self._pending.append(event)
            self._held[key] = None
            return
        self._take_stroke(event, raw.time)

    def _take_stroke(self, event: Event, now: float) -> None:
        """A key that does something: text, a special key, or part of a shortcut."""
        shortcut = any(not each.endswith("shift") for each in self._held)
        typing = event.text != "" and not shortcut
        focus = self._focus_at(now)
        secret = self._secret or bool(focus and focus.secret and (typing or event.key == "backspace"))
        if not typing and event.key != "backspace":
            self._field_ends()
        elif not secret:
            self._field.begin(focus)
        look = self._watch.latest()
        picture = self._picture(look) if look else ""
        self._watch.acted(now)
        if shortcut or event.key in CHANGES_FOCUS:
            self._focus_changed = now
        event = replace(event, target=_target(focus), picture=picture)
        if secret and (typing or event.key == "backspace"):
            if event.key == "backspace":
                return  # it takes back a character that is not told anyway
            event = hidden(event)
        self._add(event)

    # --- hotkeys ---------------------------------------------------------------------------------

    def _hotkey(self, key: str, when: float) -> bool:
        held = frozenset(self._held)
        if self._hotkeys.stop.pressed(held, key):
            self.stopped.set()
        elif self._hotkeys.pause.pressed(held, key):
            self._paused = not self._paused
            self._add(Event(when, "gap"), flush=False)
            said = self._hotkeys.pause.said
            self._notice(f"paused; {said} goes on" if self._paused else "recording again")
        elif self._hotkeys.secret.pressed(held, key):
            self._secret = not self._secret
            said = self._hotkeys.secret.said
            self._notice(
                f"what is typed now is kept secret, until {said}" if self._secret else "no longer secret"
            )
        else:
            return False
        return True

    def _leave_out(self, own: bool, when: float) -> bool:
        """Whether an act happened in the recording terminal; what comes next is then a new beginning."""
        if own and not self._left_out:
            self._add(Event(when, "gap"))
        self._left_out = own
        return own

    # --- fields ----------------------------------------------------------------------------------

    def _take_look(self, look: Look) -> None:
        if look.time > self._focus_changed:
            self._focus = (look.time, look.focus)
        self._read_field(look.focus, look.time)
        self._field.see(look.element, look.focus)

    def _focus_at(self, now: float) -> Element | None:
        """What has the focus at a keystroke: as last seen, unless something may have moved it since."""
        if self._focus[0] <= self._focus_changed and self._elements is not None:
            self._focus = (now, self._elements.focused())
        return self._focus[1]

    def _read_field(self, focus: Element | None, now: float) -> None:
        inserted = self._field.read(focus)
        if inserted is not None:
            self._add(Event(self._since(now), "field", text=inserted))

    def _field_ends(self) -> None:
        """The typing ends: what does the field say, before something else happens to it?"""
        if self._field.unread and self._elements is not None:
            self._read_field(self._elements.focused(), time.monotonic())
        self._field.end()

    # --- writing ---------------------------------------------------------------------------------

    def _picture(self, look: Look) -> str:
        if look.picture is None or self._secret:
            return ""
        seen = [each for each in (look.element, look.focus) if each is not None]
        for each in seen:
            if each.secret:
                self._secret_fields[each.rect] = each.window
        # The focus may already have left a field whose dots still show: its window is what counts.
        windows = {each.window for each in seen}
        shown = [rect for rect, window in self._secret_fields.items() if not windows or window in windows]
        return self._pictures.add(look.picture, shown)

    def _since(self, moment: float) -> float:
        return max(0.0, moment - self._began)

    def _flush(self) -> None:
        pending, self._pending = self._pending, []
        for event in pending:
            self._write(event)

    def _add(self, event: Event, *, flush: bool = True) -> None:
        if flush:
            self._flush()
        self._write(event)

    def _write(self, event: Event) -> None:
        self._events.append(event)
        self._journal.add(event)


def _target(element: Element | None) -> Target | None:
    if element is None:
        return None
    rect = Rect(*element.rect)
    filled = bool(element.value)
    return Target(rect, element.role, element.name, element.secret, element.window, element.container, filled)


def _without_interrupt(events: list[Event]) -> list[Event]:
    """The events without the Ctrl+C that ended them, where it was not seen to be in the own terminal."""
    acts = [index for index, event in enumerate(events) if event.kind in ("press", "scroll", "down")]
    if not acts or events[acts[-1]].key != "c":
        return events
    held = acts.pop()
    ctrl = False
    while acts and events[acts[-1]].key in keys.MODIFIERS:
        held = acts.pop()
        ctrl = ctrl or events[held].key.endswith("ctrl")
    return events[:held] if ctrl else events
