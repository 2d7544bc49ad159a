"""Events as tests write them: a person's hand that moves on in time by itself."""

from __future__ import annotations

from dataclasses import replace

from cogscript.language.model.box import Point, Rect, Size
from cogscript.language.model.tree import Operation, Workflow
from cogscript.recording.input_events import Event, Hit, Recording, Why, WindowPlace
from cogscript.recording.pynput_keys import read_name
from cogscript.recording.reducer import reduce

SIZE = Size(1000, 1000)
"""So that a pixel is a thousandth, and boxes can be read."""


class Hand:
    """Writes down the events of what it does."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.now = 0.0
        self.window: WindowPlace | None = None

    def work_in(self, window: WindowPlace | None) -> Hand:
        """What follows is done in that window."""
        self.window = window
        return self

    def wait(self, seconds: float) -> Hand:
        self.now += seconds
        return self

    def _add(self, event: Event) -> None:
        self.events.append(replace(event, window=event.window or self.window))
        self.now += 0.05

    def press(self, x: int, y: int, button: str = "left", target: Hit | None = None) -> Hand:
        self._add(Event(self.now, "press", Point(x, y), button, target=target))
        return self

    def release(self, x: int, y: int, button: str = "left") -> Hand:
        self._add(Event(self.now, "release", Point(x, y), button))
        return self

    def click(self, x: int, y: int, button: str = "left", target: Hit | None = None) -> Hand:
        return self.press(x, y, button, target).release(x, y, button)

    def scroll(self, x: int, y: int, dy: float = 0, dx: float = 0) -> Hand:
        self._add(Event(self.now, "scroll", Point(x, y), dx=dx, dy=dy))
        return self

    def down(self, name: str | None, target: Hit | None = None) -> Hand:
        key, text = read_name(name)
        self._add(Event(self.now, "down", key=key, text=text, target=target))
        return self

    def secret(self, target: Hit | None = None, why: Why = "password field") -> Hand:
        """Type something that nobody is told."""
        self._add(Event(self.now, "secret", target=target, why=why))
        return self

    def up(self, name: str | None) -> Hand:
        key, _ = read_name(name)
        self._add(Event(self.now, "up", key=key))
        return self

    def key(self, *names: str | None) -> Hand:
        for name in names:
            self.down(name).up(name)
        return self

    def type(self, text: str, target: Hit | None = None) -> Hand:
        for character in text:
            self.down(character, target).up(character)
        return self

    def add(self, event: Event) -> Hand:
        self._add(event)
        return self

    def workflow(self, *, keep_timing: bool = False, caps_lock: bool = False) -> Workflow:
        recording = Recording(SIZE, tuple(self.events), "linux", caps_lock)
        return reduce(recording, keep_timing=keep_timing, pictures="a_pictures")

    def steps(self, *, keep_timing: bool = False, caps_lock: bool = False) -> list[Operation]:
        """The operations between the header and the END."""
        return self.workflow(keep_timing=keep_timing, caps_lock=caps_lock).operations[1:-1]


def field(name: str = "Name", *, tall: bool = False, secret: bool = False, filled: bool = False) -> Hit:
    role = "password field" if secret else "text field"
    return Hit(Rect(100, 100, 300, 400 if tall else 130), role, name, secret, "Form", filled=filled)


def button(name: str = "Save", container: str = "") -> Hit:
    return Hit(Rect(400, 100, 480, 130), "button", name, False, "Form", container)
