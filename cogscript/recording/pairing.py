"""Raw events → acts: a press with its release, a key with the modifiers held, in order of their start.

What the modifiers do is settled here: shift and caps lock decide a letter's case, a modifier that was
held while nothing else happened was pressed for its own sake.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from cogscript.language.model import keys
from cogscript.language.model.box import Point, Rect
from cogscript.recording.input_events import Event, Hit, Why, WindowPlace
from cogscript.recording.keystrokes import SHIFTS, named_key

ActKind = Literal["click", "scroll", "key", "hover", "field", "gap", "hidden"]


@dataclass(slots=True)
class Act:
    """One thing a person did."""

    kind: ActKind
    time: float
    end: float
    at: Point | None = None
    end_at: Point | None = None
    button: str = ""
    dx: float = 0
    dy: float = 0
    key: str = ""
    text: str | None = None
    held: tuple[str, ...] = ()
    """The modifiers held, in the order they went down."""
    hold: int = 0
    """Which time the modifiers were held: acts of one hold share it."""
    target: Hit | None = None
    area: Rect | None = None
    why: Why | None = None
    """Of a secret: what it was recognised by."""
    picture: str = ""
    window: WindowPlace | None = None
    late: bool = False
    """Whether it was not seen in time what was there …"""
    over: bool = False
    """… but that it lay over the window."""

    @property
    def moved(self) -> float:
        """Pixels between press and release."""
        return math.dist(self.at, self.end_at) if self.at and self.end_at else 0

    @property
    def seconds(self) -> float:
        return self.end - self.time


@dataclass(slots=True)
class _Modifiers:
    """Which modifiers are down, and whether they have served for anything."""

    caps_lock: bool
    held: dict[str, float] = field(default_factory=dict)
    tapped: list[str] = field(default_factory=list)
    used: bool = False
    hold: int = 0

    def press(self, key: str, time: float) -> None:
        if key in self.held:  # it repeats while it is held
            return
        if not self.held:
            self.hold += 1
            self.used = False
            self.tapped = []
        self.held[key] = time
        self.tapped.append(key)

    def release(self, key: str) -> tuple[str, ...]:
        """The modifiers that were pressed for their own sake, when the last one goes up."""
        if self.held.pop(key, None) is None or self.held or self.used:
            return ()
        return tuple(self.tapped)

    def in_case(self, text: str) -> str:
        """A letter as the modifiers make it; the services disagree on which of them they apply."""
        shift = any(each in self.held for each in SHIFTS)
        if len(text) != 1 or text.upper() == text.lower() or not (shift or self.caps_lock):
            return text
        changed = text.upper() if shift != self.caps_lock else text.lower()
        return changed if len(changed) == 1 else text


def pair(events: Iterable[Event], caps_lock: bool = False) -> list[Act]:
    """The acts of a list of events. Pointer moves are not acts."""
    acts: list[Act] = []
    buttons: dict[str, Act] = {}
    pressed: dict[str, Act] = {}
    modifiers = _Modifiers(caps_lock)

    def add(act: Act) -> Act:
        act.held, act.hold = tuple(modifiers.held), modifiers.hold if modifiers.held else 0
        modifiers.used = True
        acts.append(act)
        return act

    def tap(names: tuple[str, ...], time: float) -> None:
        if names:
            acts.append(Act("key", time, time, key=names[-1], text="", held=names[:-1], hold=-modifiers.hold))

    for event in events:
        if event.kind == "press":
            last = buttons.pop(event.button, None)
            if last is not None:  # its release was never seen
                last.end, last.end_at = last.time, last.at
            buttons[event.button] = add(
                Act(
                    "click", event.time, event.time, event.at, event.at, event.button,
                    target=event.target, picture=event.picture, window=event.window, late=event.late,
                    over=event.over,
                )
            )  # fmt: skip
        elif event.kind == "release":
            begun = buttons.pop(event.button, None)
            if begun is not None:
                begun.end, begun.end_at = max(event.time, begun.time), event.at or begun.at
        elif event.kind == "scroll":
            if event.dx or event.dy:
                add(
                    Act(
                        "scroll", event.time, event.time, event.at, dx=event.dx, dy=event.dy,
                        target=event.target, picture=event.picture, window=event.window,
                    )
                )  # fmt: skip
        elif event.kind == "down":
            if event.key in keys.MODIFIERS:
                modifiers.press(event.key, event.time)
            elif event.key == "caps_lock":
                modifiers.caps_lock = not modifiers.caps_lock
            else:
                act = add(_key(event, modifiers))
                if act.key:
                    pressed[act.key] = act
        elif event.kind == "up":
            if event.key in keys.MODIFIERS:
                tap(modifiers.release(event.key), event.time)
            elif event.key in pressed:
                act = pressed.pop(event.key)
                act.end = max(event.time, act.time)
        elif event.kind == "appeared":
            acts.append(
                Act(
                    "hover", event.time, event.time, event.at, target=event.target, area=event.area,
                    window=event.window,
                )
            )  # fmt: skip
        elif event.kind == "field":
            acts.append(Act("field", event.time, event.time, text=event.text, target=event.target))
        elif event.kind == "secret":
            why = event.why or "marked"
            acts.append(Act("key", event.time, event.time, why=why, target=event.target, window=event.window))
        elif event.kind == "hidden":
            acts.append(Act("hidden", event.time, event.time))
        elif event.kind == "gap":
            acts.append(Act("gap", event.time, event.time))
            modifiers.held.clear()
            buttons.clear()
    if modifiers.held and not modifiers.used:
        tap(tuple(modifiers.tapped), acts[-1].time if acts else 0)
    return acts


def _key(event: Event, modifiers: _Modifiers) -> Act:
    text = event.text
    key = named_key(event.key, text)
    if key != event.key:
        text = ""
    if text:
        key = key or keys.canonical(text.lower()) or ("space" if text == " " else "")
        text = modifiers.in_case(text)
    if key == "space" and not text:
        text = " "
    return Act(
        "key", event.time, event.time, key=key, text=text, target=event.target, picture=event.picture,
        window=event.window, late=event.late,
    )  # fmt: skip
