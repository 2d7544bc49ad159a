"""One call of a function: its arguments by name, where it stands, and where the pointer is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.formats.python_syntax import AskedNumber
from cogscript.dialects.scripts.pyautogui.code_pictures import OnScreen, is_found, pictured
from cogscript.dialects.scripts.step_wording import WORDING
from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import Span

TIMING = ("interval", "duration")
SLOW = 0.4
"""Seconds between two clicks that are no double click any more."""
_WITHOUT_EFFECT = ("tween", "logScreenshot", "_pause", "root", "timeout", "mask", "stream", *WORDING)


@dataclass(frozen=True, slots=True)
class Here(OnScreen):
    """One number of the pointer's place, where the plan does not know it."""

    part: str
    moves: int
    """How often the pointer had moved."""


@dataclass(slots=True)
class Tracked:
    """Where the code has moved the pointer, in its own numbers, and in which system they are."""

    system: str
    place: tuple[float, float] | None = None
    seen: list[float] = field(default_factory=list)
    """Every number of a place: they tell fractions from pixels."""
    read: list[Span] = field(default_factory=list)
    """Where code was found, whatever it does."""
    moves: int = 0
    """How often it has moved, as far as the plan says."""

    @property
    def is_lost(self) -> bool:
        """Whether the code has moved it, and where to is not known."""
        return self.place is None and self.moves > 0

    def here(self) -> list[Here]:
        return [Here(part, self.moves) for part in ("x", "y")]

    def lose(self) -> None:
        """The pointer may have moved, and where to is not known."""
        self.place = None
        self.moves += 1


def _is_area(value: Any) -> bool:
    """Left, top, width and height: pyautogui points at the middle."""
    return (
        isinstance(value, list) and len(value) == 4 and all(isinstance(each, int | float) for each in value)
    )


class Called:
    """One call: its arguments by name, where it stands, and the pointer before it."""

    def __init__(self, name: str, given: dict[str, Any], draft: Draft, span: Span, pointer: Tracked) -> None:
        self.name = name
        self._given = given
        self._used: set[str] = set()
        self.draft = draft
        self.span = span
        self.pointer = pointer
        self.is_kept = False
        """Whether the code keeps what the call gives."""

    def get(self, name: str, default: Any = None) -> Any:
        """An argument by name. Asking for it marks it as used."""
        self._used.add(name)
        return self._given.get(name, default)

    def has(self, name: str) -> bool:
        return name in self._given

    def report_unused(self) -> None:
        """Refuse the call for an argument that it does not take; how fast it is done is only noted."""
        for name, value in self._given.items():
            if name in self._used or name in _WITHOUT_EFFECT or value is None:
                continue
            if name not in TIMING:
                raise Untranslatable(f"`{name[:40]}` of {self.name} is not understood")
            if isinstance(value, int | float) and value >= SLOW:
                what = "between one and the next" if name == "interval" else "of the movement"
                self.draft.repaired(self.span, f"{value:g} seconds {what} are not kept")
            elif value:
                self.draft.remark(f"{name}={value} is not kept")

    def times(self, name: str, default: int) -> int | AskedNumber:
        """How often: a whole number, or a variable that a person gives when it runs."""
        value = self.get(name, default)
        if isinstance(value, AskedNumber):
            return value
        number = self.number(name, default)
        return default if number is None else int(number)

    def number(self, name: str, default: float | None = None) -> float | None:
        value = self.get(name, default)
        if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
            return value
        raise Untranslatable(f"`{name}` of {self.name} is not a number")

    def box(self) -> Box | None:
        """The place that `x` and `y` name; None where they are not given. The pointer goes there."""
        x: Any = self.get("x")
        y: Any = self.get("y")
        if x is None and y is None:
            x = self.get("coordinate")
        if isinstance(x, list) and len(x) == 2 and y is None:
            x, y = x
        elif _is_area(x) and y is None:
            x, y = x[0] + x[2] / 2, x[1] + x[3] / 2
        if x is None and y is None:
            return None
        if [x, y] == self.pointer.here():
            return None  # where the pointer is
        if isinstance(x, Here) or isinstance(y, Here):
            raise Untranslatable(f"{self.name} goes where the pointer was, which is known only when it runs")
        if isinstance(x, str) or is_found([x, y]):
            raise Untranslatable(f"{self.name} cannot look for a picture")
        if x is None or y is None:
            if self.pointer.place is None:
                raise Untranslatable(
                    f"{self.name} gives one coordinate, and where the pointer is is not known"
                )
            x = self.pointer.place[0] if x is None else x
            y = self.pointer.place[1] if y is None else y
        if any(isinstance(each, bool) or not isinstance(each, int | float) for each in (x, y)):
            raise Untranslatable(f"the place of {self.name} is not two numbers")
        return self.at(x, y)

    def target(self) -> tuple[Box | None, str | None]:
        """Where it points: a place, or a picture of it, or neither."""
        picture = pictured(self.get("x"), self.get("y"), self.draft, self.span)
        if picture is None:
            return self.box(), None
        self.pointer.lose()  # only the screen knows
        return None, picture

    def place_named(self, name: str) -> Box | None:
        """A place given as a list of two numbers; None where it is not given."""
        given = self.get(name)
        if given is None:
            return None
        if not (
            isinstance(given, list) and len(given) == 2 and all(isinstance(x, int | float) for x in given)
        ):
            raise Untranslatable(f"`{name}` of {self.name} is not a place")
        return self.at(*given)

    def moved(self) -> Box:
        """The place so far from the pointer's."""
        if self.pointer.place is None:
            raise Untranslatable(f"{self.name} starts where the pointer is, and the plan does not say where")
        x, y = self.pointer.place
        both = self.get("xOffset")
        if isinstance(both, list) and len(both) == 2 and all(isinstance(each, int | float) for each in both):
            return self.at(x + both[0], y + both[1])
        return self.at(x + (self.number("xOffset", 0) or 0), y + (self.number("yOffset", 0) or 0))

    def at(self, x: float, y: float) -> Box:
        self.pointer.seen += [x, y]
        box = self.draft.box(self.draft.space(self.pointer.system), (x, y), self.span)
        self.pointer.moves += (x, y) != self.pointer.place
        self.pointer.place = (x, y)
        return box

    def text(self, name: str) -> str:
        value = self.get(name)
        if not isinstance(value, str):
            raise Untranslatable(f"`{name}` of {self.name} is not a text")
        return value

    def keys(self, name: str) -> list[str]:
        value = self.get(name)
        listed: list[Any] = value if isinstance(value, list) else [value]
        if not listed or not all(isinstance(each, str) for each in listed):
            raise Untranslatable(f"`{name}` of {self.name} names no keys")
        return list(listed)
