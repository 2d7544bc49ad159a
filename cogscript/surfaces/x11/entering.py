"""Entering text into whatever has the focus, exactly and once: by pasting, or by key strokes.

Pasting suits fields: key strokes would set off what programs do while somebody types (indent the next line,
close a bracket, complete a word, leave the field at a tab, send the form at a line break, compose
Chinese from letters), and a keyboard layout says few characters. The text is offered on the clipboard
by a process that sees who asks for it, so it is known when the program has read it; then what the
person had copied is put back.

Ordinary programs paste the clipboard at Ctrl+V. Terminals send that on to what runs in them and paste
at Shift+Insert, some the clipboard and some the primary selection, so both are offered; elsewhere the
primary selection is left alone, because taking it would undo the selection that the text is to replace.

Line breaks and tabs arrive as they are wherever a paste keeps them: editors, terminals, dialogs' entries,
text areas. A browser's one-line field has no line breaks, and makes each a space.

A program that asks for nothing is one that cannot paste. It gets key strokes, with characters the
layout lacks bound to spare keycodes.

Key strokes suit whatever does something at each key: calculators, spreadsheets, editors with commands,
terminals. There Ctrl+V may mean anything, so characters that the layout lacks are bound to spare keycodes
as well; only in terminals, which lose the first of them, they are pasted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any

from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.capabilities import Method
from cogscript.surfaces.x11.keyboard import Keyboard, Place, keysym_of
from cogscript.surfaces.x11.ping import Ping
from cogscript.surfaces.x11.processes import is_terminal
from cogscript.surfaces.x11.selections import Selections
from cogscript.surfaces.x11.window_manager import WindowManager

# For terminals whose process cannot be looked into: another machine's, another user's.
_TERMINAL_CLASSES = frozenset(
    {"xterm", "uxterm", "urxvt", "rxvt", "gnome-terminal", "konsole", "xfce4-terminal", "mate-terminal",
     "terminator", "tilix", "alacritty", "kitty", "st-256color", "lxterminal", "qterminal", "wezterm"}
)  # fmt: skip
_QUIET = 0.15
"""Seconds without a further request after which a paste is over, at least."""
_NO_PASTE = 2.0
"""Seconds after which a program that has had the time to ask for the text will not."""
_SECOND_READ = 3.0
"""Seconds in which a program that looks at the clipboard again reads it again."""
_ANSWER_LIMIT = 30.0
_SETTLE = 0.15
_GLANCE = 0.02
"""Seconds between two looks whether the text has arrived."""
_LOCK = 2

Arrived = Callable[[], bool]


class Entering:
    def __init__(
        self,
        display: Any,
        keyboard: Keyboard,
        manager: WindowManager,
        environment: Mapping[str, str],
        *,
        stays: bool = False,
    ) -> None:
        self._keyboard = keyboard
        self._manager = manager
        self.use(display)
        self.selections = Selections(environment, stays=stays)
        self._key_only: set[int] = set()
        """Windows that were seen not to paste."""
        self._mute: set[int] = set()
        """Windows that promise an answer and never gave one."""

    def use(self, display: Any) -> None:
        """Go on over another connection."""
        self._display = display

    def enter(self, text: str, method: Method = "paste", arrived: Arrived | None = None) -> None:
        if not text:
            return
        _check(text)
        target = self._focus()
        held = self._keyboard.held
        self._keyboard.release_all()  # a Shift the workflow holds would make Ctrl+V another shortcut
        try:
            if method == "keys":
                self._by_keys(text, target, arrived)
            elif target in self._key_only or not self._paste(text, target, arrived):
                self._key_only.add(target)
                self._strike(text, target, arrived)
        finally:
            self._keyboard.hold(held)

    def in_terminal(self) -> bool:
        return self._is_terminal(self._focus())

    def close(self) -> None:
        self.selections.close()

    def _focus(self) -> int:
        """The window the keys go to."""
        focus = self._display.get_input_focus().focus
        window: int = focus if isinstance(focus, int) else focus.id
        active = self._manager.active()
        # The property may name a window that has just gone.
        alive = active is not None and self._manager.describe(active) is not None
        if not alive and (self._manager.running() or window <= 1):
            raise Fault(
                "no-focus",
                "no window has the keyboard, so the text would go nowhere",
                "launch the program first, or click into its window",
            )
        return window if window > 1 else active or 0

    # --- pasting ------------------------------------------------------------------------

    def _paste(self, text: str, target: int, arrived: Arrived | None = None) -> bool:
        """Offer the text, ask for it, wait until it was read; False when the program does not paste."""
        terminal = self._is_terminal(target)
        if not self.selections.offer(text, primary=terminal):
            return False  # the person's clipboard could not be kept aside: leave it alone
        started = time.monotonic()
        try:
            self._keyboard.chord(*(("left_shift", "insert") if terminal else ("left_ctrl", "v")))
            if self._fetched(target, started, arrived):
                return True
            self.selections.refuse(self._client(target))
            return False
        finally:
            self.selections.restore()

    def _is_terminal(self, target: int) -> bool:
        pid = self._manager.client_pid(target) or self._manager.pid(target)
        if pid is not None and is_terminal(pid):
            return True
        active = self._manager.active() or target
        return any(name.lower() in _TERMINAL_CLASSES for name in self._manager.class_of(active))

    def _fetched(self, target: int, started: float, arrived: Arrived | None) -> bool:
        """Wait for the focused program to read the text, then until it is done with it.

        Most programs read once. One that goes on asking what there is after it was given the text (a
        browser: first for the page's scripts, then to insert it) has not inserted it yet: it reads
        again, and a busy page takes its time over that.
        """
        if not self._first_fetch(target):
            return False
        quiet = min(max(_QUIET, 3 * (time.monotonic() - started)), _NO_PASTE)
        reads = 1
        until = time.monotonic() + quiet
        while (left := until - time.monotonic()) > 0 and not (arrived and arrived()):
            news = self.selections.next_news(min(left, _GLANCE) if arrived else left)
            if news and self._same_program(_requestor(news), target):
                reads += "fetched" in news
                until = time.monotonic() + (quiet if reads > 1 else _SECOND_READ)
        return True

    def _first_fetch(self, target: int) -> bool:
        pong = Ping(self._display, self._manager, window := self._manager.active() or target)
        deadline = time.monotonic() + _ANSWER_LIMIT
        waits = pong.expected and window not in self._mute
        patience: float | None = None if waits else time.monotonic() + _NO_PASTE
        try:
            while time.monotonic() < min(deadline, patience or deadline):
                news = self.selections.next_news(0.05)
                if news and self._same_program(_requestor(news), target):
                    if "fetched" in news:
                        return True
                    patience = time.monotonic() + _NO_PASTE  # it has begun to ask
                if patience is None and pong.answered():
                    patience = time.monotonic() + _NO_PASTE
            if patience is None:
                self._mute.add(window)
            return False
        finally:
            pong.close()

    def _client(self, resource: int) -> int:
        return resource & ~int(self._display.display.info.resource_id_mask)

    def _same_program(self, requestor: int, target: int) -> bool:
        """Whether a request came from the focused program, and not from a clipboard manager."""
        if self._client(requestor) == self._client(target):
            return True
        pid = self._manager.client_pid(requestor)
        return pid is not None and pid == self._manager.client_pid(target)

    # --- key strokes --------------------------------------------------------------------

    def _by_keys(self, text: str, target: int, arrived: Arrived | None) -> None:
        if not self._is_terminal(target):
            self._strike(text, target, arrived)
            return
        on_layout = self._on_layout()
        for struck, part in groupby(text, lambda each: on_layout(each) is not None):
            piece = "".join(part)
            if struck or not self._paste(piece, target):
                self._strike(piece, target)

    def _strike(self, text: str, target: int, arrived: Arrived | None = None) -> None:
        locked = self._display.screen().root.query_pointer().mask & _LOCK
        if locked:
            self._keyboard.chord("caps_lock")
        try:
            for part, missing in batches(text, self._on_layout(), self._keyboard.spare_count):
                places = dict(
                    zip(missing, self._keyboard.bind([keysym_of(each) for each in missing]), strict=True)
                )
                if missing:
                    self.settle(target)
                for character in part:
                    place = places.get(character) or self._keyboard.reachable(character)
                    assert place is not None
                    self._keyboard.strike(place)
                self._keyboard.flush()
                self.settle(target, arrived)
        finally:
            if locked:
                self._keyboard.chord("caps_lock")

    def _on_layout(self) -> Callable[[str], Place | None]:
        """Where a character lies; nowhere while the second of two layouts is in force, but for the breaks."""
        second_group = bool(self._display.screen().root.query_pointer().mask >> 13 & 3)

        def has(character: str) -> Place | None:
            keep = character in "\n\t" or not second_group
            return self._keyboard.reachable(character) if keep else None

        return has

    def settle(self, target: int = 0, arrived: Arrived | None = None) -> None:
        """Wait until the program in front has taken in the layout, the clicks and the keys so far."""
        self._display.sync()
        pong = Ping(self._display, self._manager, window := self._manager.active() or target)
        waits = pong.expected and window not in self._mute
        deadline = time.monotonic() + (_ANSWER_LIMIT if waits else 0)
        try:
            while not (answered := pong.answered()) and time.monotonic() < deadline:
                time.sleep(0.005)
            if waits and not answered:
                self._mute.add(window)
        finally:
            pong.close()
        until = time.monotonic() + _SETTLE
        while (left := until - time.monotonic()) > 0 and not (arrived and arrived()):
            time.sleep(min(left, _GLANCE) if arrived else left)


def batches(text: str, on_layout: Any, room: int) -> Iterator[tuple[str, list[str]]]:
    """The text in parts, each with the characters to bind for it: no more of them than there is room."""
    missing: dict[str, None] = {}
    start = 0
    for at, character in enumerate(text):
        if character in missing or on_layout(character):
            continue
        if len(missing) >= max(room, 1):
            yield text[start:at], list(missing)
            start, missing = at, {}
        missing[character] = None
    yield text[start:], list(missing)


def _requestor(news: Mapping[str, Any]) -> int:
    return int(news.get("fetched") or news.get("asked") or 0)


def _check(text: str) -> None:
    if "\0" in text:
        raise Fault("text", "the text holds a NUL character, which no program takes as input")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Fault("text", f"the text holds half a character (\\u{ord(text[error.start]):04x})") from error
