"""One run of typing: keys that go into one field, until something else is done.

Whether they are a secret is known at once where the program says so, or a person. Everywhere else the
screen is asked (see `echo`), and until it has answered nothing of the run is written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from cogscript.language.model.box import Rect
from cogscript.recording.echo import DOTS, TALLEST_LINE, Echo, changed_boxes
from cogscript.recording.input_events import Event, Why
from cogscript.recording.watch import Glance
from cogscript.surfaces import roles
from cogscript.surfaces.elements import Element
from cogscript.surfaces.placed_window import PlacedWindow

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

SHORTEST = 3
"""Characters: with fewer, nothing can be told from the screen, and it is no password."""
LONGEST_DOUBT = 12
"""Characters after which a field that the program calls a plain one is taken to be one."""
KNOWN_FIELDS = roles.FIELDS - {"terminal", "document"}
"""Kinds of which a program knows whether they hide what is typed; a terminal shows whatever runs in it."""
BETWEEN_LOOKS = 0.03
"""Seconds, at least, from one picture to the next."""


MOST_LOOKS = 6
"""Pictures in memory; more only wait on a machine that does not keep up."""

State = Literal["in doubt", "plain", "secret"]


@dataclass(slots=True)
class TypingRun:
    start: float
    """When it began, by the machine's clock."""
    state: State
    why: Why | None = None
    focus: Element | None = None
    window: PlacedWindow | None = None
    """The window it is typed into, and all that is looked at."""
    untold: bool = False
    """Whether it was not seen in time which field it goes into."""
    waiting: list[tuple[Event, Glance | None]] = field(default_factory=list)
    """What is written once it is known to be no secret, with the look whose picture goes with it."""
    _typed: list[tuple[float, str]] = field(default_factory=list)
    """The characters, each with its time."""
    _echo: Echo | None = None
    _looked: bool = False
    """Whether any picture was taken in time."""
    _taken: float = 0.0
    _unjudged: list[tuple[float, NDArray[np.uint8]]] = field(default_factory=list)

    @property
    def is_told(self) -> bool:
        """Whether a person or the program says that it is a secret."""
        return self.why in ("marked", "password field")

    @property
    def _is_known_field(self) -> bool:
        """Whether the program calls the field a plain one: then only dots speak against it."""
        return self.focus is not None and self.focus.role in KNOWN_FIELDS

    def learn_field(self, focus: Element | None, known: bool, *, secret: bool) -> bool:
        """Note the field, where it is known only by now; whether all of it turns out to be a secret."""
        if not self.untold or not known:
            return False
        self.untold, self.focus = False, focus
        if secret and self.state == "in doubt":
            self.state, self.why = "secret", "password field"
        return self.state == "secret"

    def is_left_for(self, active: PlacedWindow | None) -> bool:
        """Whether another window has the keyboard now."""
        return self.window is not None and active is not None and self.window.handle != active.handle

    def look_from(self, before: Image | None, now: Image | None) -> None:
        """The window before the first key: the last look at it, or how it is now.

        A look may be from before the window was there; and a slow machine has shown the first keys by now.
        """
        older, newer = self._pixels(before), self._pixels(now)
        if older is not None and newer is not None:
            changed = changed_boxes(older, newer)
            if len(changed) > 1 or any(box.height > TALLEST_LINE for box in changed):
                older = None
        first = newer if older is None else older
        self._echo = Echo(first) if first is not None else None

    @property
    def typed(self) -> str:
        return "".join(character for _, character in self._typed)

    def type(self, event: Event) -> None:
        self._typed.append((event.time, event.text or "\ufffd"))

    def take_back(self) -> None:
        del self._typed[-1:]

    def wants_look(self, now: float) -> bool:
        return (
            self.state == "in doubt"
            and self._echo is not None
            and now - self._taken >= BETWEEN_LOOKS
            and len(self._unjudged) < MOST_LOOKS
        )

    def add_look(self, picture: Image | None, now: float) -> None:
        """A picture, taken now; it counts once it is known that nothing but typing led to it."""
        pixels = self._pixels(picture)
        if pixels is not None:
            self._taken = now
            self._unjudged.append((now, pixels))
            self._unjudged.sort(key=lambda look: look[0])

    def judge(
        self,
        now: float,
        *,
        at_rest: bool = False,
        at_end: bool = False,
        is_told: Callable[[str], bool] = lambda typed: False,
    ) -> None:
        """Decide, if it can be decided, at the time of the next thing that happened.

        At rest the program has had time to show everything; at the end there will be nothing more to see.
        Then it is asked whether a field of the program tells what was typed to everybody.
        """
        if self.state != "in doubt":
            return
        while self._unjudged and self._unjudged[0][0] <= now and self._echo is not None:
            taken, pixels = self._unjudged.pop(0)
            self._looked = True
            # Keys are told late on a busy machine, and the screen may show more than was known of then.
            self._echo.see(pixels, "".join(character for time, character in self._typed if time < taken))
        shown = self._echo.shows(at_rest=at_rest or at_end) if self._echo is not None else "nothing"
        if shown == "dots":
            self.state, self.why = "secret", "dots"
        elif shown == "text" or (
            self._is_known_field and len(self.typed) > (DOTS if at_rest else LONGEST_DOUBT)
        ):
            self.state = "plain"
        elif at_end:
            shows = self._is_known_field or shown == "something" or self._is_no_password()
            shows = shows or is_told(self.typed)
            unseen: Why = "unseen" if self._looked and not self.untold else "late"
            self.state, self.why = ("plain", None) if shows else ("secret", unseen)

    def _is_no_password(self) -> bool:
        """Too short for one, or a rule of dashes."""
        return len(self.typed) < SHORTEST or (len(set(self.typed)) == 1 and not self.typed[0].isalnum())

    def _pixels(self, picture: Image | None) -> NDArray[np.uint8] | None:
        import numpy as np

        if picture is None:
            return None
        whole = Rect(0, 0, *picture.size)
        area = whole if self.window is None else self.window.rect.overlap(whole)
        if not area.width or not area.height:
            return None
        return np.asarray(picture.convert("RGB").crop((area.left, area.top, area.right, area.bottom)))
