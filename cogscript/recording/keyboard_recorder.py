"""Keys while they are recorded: runs of typing, what they put into fields, and secrets among them.

Everything that is recorded passes here, the acts of the mouse too: whatever happens while it is in doubt
whether a secret is typed waits until that is known, and nothing happens in the midst of a secret.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from cogscript.language.model import keys
from cogscript.recording.desktop_windows import DesktopWindows
from cogscript.recording.event_writer import EventWriter
from cogscript.recording.field import FieldReader
from cogscript.recording.focus_history import FocusHistory, SeenFocus
from cogscript.recording.held_modifiers import HeldModifiers
from cogscript.recording.hit_places import HitPlaces
from cogscript.recording.input_events import Event, Why
from cogscript.recording.keystrokes import MOVES_FOCUS, Effect, effect_of
from cogscript.recording.screen_pictures import ScreenPictures
from cogscript.recording.typing_run import KNOWN_FIELDS, TypingRun
from cogscript.recording.watch import Glance, Watch
from cogscript.surfaces.elements import Element, Elements
from cogscript.surfaces.placed_window import PlacedWindow

if TYPE_CHECKING:
    from PIL.Image import Image

AT_ONCE = 0.1
"""Seconds within which nobody has done anything else."""

_NOTICES: dict[Why, str] = {
    "dots": "what is typed here shows as dots, and is kept secret",
    "unseen": "what was typed does not show on the screen, and is kept secret",
    "late": "it was not seen in time where something was typed, and it is kept secret",
}


class KeyboardRecorder:
    def __init__(
        self,
        watch: Watch,
        elements: Elements | None,
        windows: DesktopWindows,
        writer: EventWriter,
        pictures: ScreenPictures,
        places: HitPlaces,
        focus: FocusHistory,
        notice: Callable[[str], None],
    ) -> None:
        self._watch = watch
        self._elements = elements
        self._windows = windows
        self._writer = writer
        self._pictures = pictures
        self._places = places
        self._notice = notice
        self.held = HeldModifiers()
        self.secret_places = places.secret_places
        self.marked = False
        """Between two secret hotkeys."""
        self._run: TypingRun | None = None
        self._hid_something = False
        self._caps_lock_turned = False
        """Caps lock was pressed in a secret, and the recording has not been told."""
        self._focus = focus
        self._field = FieldReader()

    # --- what others may do ----------------------------------------------------------------------

    def end_typing(self, moment: float) -> None:
        """Something else happens now: judge what was typed, and read the field it went into."""
        self._end_run(moment)
        self._end_field()

    def look_once_more(self, moment: float) -> None:
        """A key for the recorder changes nothing on the screen: what it shows at that moment was typed."""
        run, now = self._run, time.monotonic()
        if run is not None and run.state == "in doubt" and now - moment < AT_ONCE:
            run.add_look(self._watch.capture(), now)
            run.judge(now, at_rest=True)
            self._follow(run)

    def turn_mark(self, moment: float) -> None:
        """A person says that a secret comes now, or that it was one."""
        self.end_typing(moment)
        self.marked = not self.marked
        self._hid_something = False

    def break_off(self, moment: float) -> None:
        """What comes next is a new beginning."""
        self.end_typing(moment)
        self._writer.add(Event(moment, "gap"))
        self.held.forget()

    def focus_may_change(self, moment: float) -> None:
        self._focus.moved = moment

    @property
    def is_typing_openly(self) -> bool:
        """Whether nothing is typed that is, or may turn out to be, a secret."""
        return not self.marked and (self._run is None or self._run.state == "plain")

    def record(self, event: Event, look: Glance | None = None) -> None:
        """Write an event, or let it wait with the run of typing that it is a part of."""
        if self._run is not None and self._run.state == "in doubt":
            self._run.waiting.append((event, look))
        else:
            self._writer.add(replace(event, picture=self.picture(look)) if look else event)

    def picture(self, look: Glance) -> str:
        if look.picture is None or self.marked or self._is_secret_run():
            return ""
        picture = self.secret_places.blanked(look.picture, look.windows)
        return self._pictures.add(picture) if picture is not None else ""

    # --- keys ------------------------------------------------------------------------------------

    def take_key_up(self, event: Event, *, recorded: bool) -> None:
        if event.key not in keys.MODIFIERS:
            if recorded:
                self.record(event)
            return
        for each in self.held.up(event):
            # Shift and AltGr by themselves do nothing, and in a secret they would tell where it has capitals.
            if recorded and not self._is_secret_run() and not self.marked:
                self.record(each)

    def take_stroke(self, event: Event) -> None:
        """A key that does something: text, a special key, or part of a shortcut."""
        effect = effect_of(event.key, event.text, self.held.names)
        # First of all: the program is about to show the key.
        now = self._watch.capture() if effect == "text" and self._run is None and not self.marked else None
        focus, known = self._focus.at(event.time, fresh=effect == "text" and self._run is None)
        why: Why | None = "marked" if self.marked else None
        if why is None and self.secret_places.is_secret(focus):
            why = "password field"
        run = self._run
        if run is not None:
            run.judge(event.time)
            if run.learn_field(
                focus, known and run.start > self._focus.moved, secret=why == "password field"
            ):
                known = True
            self._follow(run)
            told = run.why if run.is_told else None
            if (known and why != told) or run.is_left_for(self._windows.active_at(event.time)):
                self._end_run(event.time)
        if effect == "caps lock" and (self._is_secret_run() or why is not None):
            self._caps_lock_turned = not self._caps_lock_turned
            return
        if self._is_secret_run() and effect != "other":
            self._withhold(event, effect)
        elif why is not None and effect in ("text", "paste"):
            self._begin_secret(event, effect, why, focus)
        elif why is not None and effect == "edit":
            self.hide_act(event.time)
        else:
            self._take_open_stroke(event, effect, SeenFocus(focus, known), now)

    def _take_open_stroke(self, event: Event, effect: Effect, seen: SeenFocus, now: Image | None) -> None:
        """A key that is not known to be of a secret."""
        focus = seen.element
        run = self._run
        in_run = run is not None and effect in ("text", "edit")
        look = None if in_run else self._watch.latest(event.time)
        if effect == "text":
            if run is None:
                run = self._begin_run(event.time, seen, look.picture if look else None, now)
            run.type(event)
            if not self.secret_places.has_marked(self._windows.active_at(event.time)):
                self._field.begin(focus)
        elif effect == "edit" and run is not None:
            if event.key == "backspace":
                run.take_back()
            else:
                self._end_field()
        elif effect != "caps lock":
            self._end_run(event.time)
            self._end_field()
        commands = any(not each.endswith("shift") for each in self.held.names)
        if commands or event.key in MOVES_FOCUS:
            self._focus.moved = event.time
        active = self._windows.active_at(event.time, focus.window if focus is not None else "")
        late = time.monotonic() - event.time > AT_ONCE
        if self._windows.history is None and look is not None and late:
            active = look.active or active  # by now the key may have closed its window, or opened another
        target = self.secret_places.target(focus, active)
        window = None if in_run else self._places.window(active, look)
        if not in_run and target is not None:
            seen_before = look is not None and look.ended <= event.time
            if look is not None and seen_before and look.focus is not None and look.focus.rect == target.rect:
                # By now the field may show what is typed.
                target = replace(target, filled=bool(look.focus.value))
            target = self._places.with_evidence(target, window, look, event.time)
        self._watch.acted(event.time)
        if self._caps_lock_turned:
            self._caps_lock_turned = False
            self.record(Event(event.time, "down", key="caps_lock", text=""))
        for each in self.held.for_stroke(event.time):
            self.record(each)
        late = late and not in_run and window is None and not self._windows.none_takes_keys(event.time)
        self.record(replace(event, target=target, window=window, late=late), look)
        if run is not None and run is self._run and run.wants_look(time.monotonic()):
            run.add_look(self._watch.capture(), time.monotonic())

    # --- runs of typing, and secrets -------------------------------------------------------------

    def _begin_run(
        self, moment: float, seen: SeenFocus, before: Image | None, now: Image | None
    ) -> TypingRun:
        if self._windows.none_takes_keys(moment):
            run = TypingRun(moment, "plain")
        else:
            window = self._active(moment)
            run = TypingRun(moment, "in doubt", focus=seen.element, window=window, untold=not seen.known)
            run.look_from(before, now)
        self._run = run
        return run

    def _active(self, moment: float) -> PlacedWindow | None:
        """The window that had the keyboard; where none had a moment ago, one gives way to another."""
        active = self._windows.active_at(moment)
        if active is None and time.monotonic() - moment < AT_ONCE:
            return self._windows.active(fresh=True)
        return active

    def _is_secret_run(self) -> bool:
        return self._run is not None and self._run.state == "secret"

    def is_into_secret(self, element: Element | None) -> bool:
        """Whether a click goes into the password field that is being typed into."""
        run = self._run
        return (
            run is not None
            and run.why == "password field"
            and run.focus is not None
            and element is not None
            and element.rect == run.focus.rect
        )

    def _begin_secret(self, event: Event, effect: Effect, why: Why, focus: Element | None) -> None:
        self._end_run(event.time)
        self._end_field()
        window = self._active(event.time)
        self._run = TypingRun(event.time, "secret", why, focus=focus, window=window)
        self._keep_secret(self._run)
        self._withhold(event, effect)

    def _keep_secret(self, run: TypingRun) -> None:
        """From the run's beginning on nothing is told but that a secret was typed."""
        assert run.why is not None
        target = self.secret_places.target(run.focus, run.window)
        window = self._places.window(run.window, None)
        if target is not None:
            target = self._places.with_evidence(target, window, None, run.start)
        field = run.focus.rect if run.focus else None
        self.secret_places.add(run.window, field, marked=run.why == "marked")
        self._writer.begin_secret(run.start, run.why, target, window)
        self._hid_something = False
        self.held.forget()
        self._field.end()
        if run.why in _NOTICES:
            self._notice(_NOTICES[run.why])

    def _withhold(self, event: Event, effect: Effect) -> None:
        self.held.used_up()
        self._watch.acted(event.time)
        run = self._run
        if run is not None and effect == "text":
            run.type(event)
        elif run is not None and event.key == "backspace":
            run.take_back()

    def hide_act(self, moment: float) -> None:
        """A click, or a key that only edits, in the midst of a secret: told once, and nothing of it."""
        self.held.used_up()
        self._watch.acted(moment)
        self._focus.moved = moment
        self._end_run(moment)
        if not self._hid_something:
            self._hid_something = True
            self._writer.add(Event(moment, "hidden"))
            self._notice("a secret is kept: clicks and editing keys that go with it are not recorded")

    def _follow(self, run: TypingRun) -> None:
        """Write what waited, or throw it away, when a run has been judged."""
        if run.state == "in doubt" or not run.waiting:
            return
        waiting, run.waiting = run.waiting, []
        if run.state == "secret":
            self._keep_secret(run)
            return
        for event, look in waiting:
            self._writer.add(replace(event, picture=self.picture(look)) if look else event)

    def _is_told(self, run: TypingRun, typed: str) -> bool:
        """Whether a field of the window, of those that hide nothing, tells what was typed.

        Many programs do not say which field has the keyboard, or open one only with the first key.
        """
        if self._elements is None or run.window is None:
            return False
        told = self._elements.snapshot(area=run.window.rect).elements
        return any(
            typed in (each.value or "") for each in told if each.role in KNOWN_FIELDS and not each.secret
        )

    def _end_run(self, moment: float) -> None:
        run = self._run
        if run is None:
            return
        if run.state == "in doubt" and run.untold:
            focus, known = self._focus.at(run.start, ask=False)
            run.learn_field(focus, known, secret=self.secret_places.is_secret(focus))
        run.judge(moment, at_end=True, is_told=lambda typed: self._is_told(run, typed))
        self._follow(run)
        self._run = None
        if run.state == "secret":
            if run.why == "marked":
                self.secret_places.add_text(run.typed)
            self._writer.end_secret(moment)

    # --- fields ----------------------------------------------------------------------------------

    def take_look(self, look: Glance) -> None:
        self._focus.note(look)
        self.see(look, look.element, look.focus)
        run = self._run
        if run is not None and run.state == "in doubt" and look.pictured > run.start:
            run.add_look(look.picture, look.pictured)
            run.judge(look.ended, at_rest=True)  # whatever happened before this look has been taken already
            self._follow(run)
        if not self.marked and not self._is_secret_run():
            self._read_field(look.focus, look.time)

    def see(self, look: Glance, *elements: Element | None) -> None:
        self.secret_places.see(look.element, look.focus)
        if not self.marked:
            self._field.see(*(each for each in elements if not self.secret_places.is_secret(each)))

    def _read_field(self, focus: Element | None, now: float) -> None:
        inserted = self._field.read(focus)
        if inserted is not None:
            self.record(Event(now, "field", text=inserted))

    def _end_field(self) -> None:
        """The typing ends: what does the field say, before something else happens to it?"""
        if self._field.unread and self._elements is not None:
            self._read_field(self._elements.focused(), time.monotonic())
        self._field.end()
