"""One step of a recording before it is put into words, and the thresholds that tell one kind from another."""

from __future__ import annotations

from dataclasses import dataclass, field

from cogscript.language.model.box import Point
from cogscript.language.model.tree import Value
from cogscript.recording.input_events import Hit, WindowPlace

DOUBLE_PIXELS = 4
"""Clicks of one button that lie less than this apart, and follow each other closely, are one double click."""
DRAG_PIXELS = 6
"""A press that moves further than this before its release is a drag."""
LONG_SECONDS = 0.8
"""A press held at least this long is a long press; slow people hold a plain click for half a second."""
HELD_KEY_SECONDS = 1.0
"""A key held at least this long without repeating is held on purpose."""
SCROLL_PIXELS = 60
"""Notches with the pointer this close together are at one place: hands drift while they scroll."""
WAIT_SECONDS = 0.5
"""With the timing kept, pauses from here on become WAIT."""


@dataclass(slots=True)
class RecordedStep:
    """An operation to be, with what was hit."""

    name: str
    time: float
    end: float
    at: Point | None = None
    target: Hit | None = None
    arguments: dict[str, Value] = field(default_factory=dict)
    to: Point | None = None
    focus: Hit | None = None
    """The field that text goes into, whether it was clicked or had the focus."""
    notes: list[str] = field(default_factory=list)
    """What a reader should know besides what the step does."""
    held: tuple[str, ...] = ()
    """Of a shortcut: the modifiers, …"""
    hold: int = 0
    """… which time they were held, …"""
    presses: list[str] = field(default_factory=list)
    """… and the keys pressed meanwhile."""
    secret_field: bool = False
    """The text is a secret: it becomes a variable."""
    picture: str = ""
    window: WindowPlace | None = None
    over: bool = False
    """It was done on something over the window: a menu, a list."""
