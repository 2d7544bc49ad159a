"""What is looked for, what was found, and what a locator may ask: the ends of finding."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

from cogscript.language.model.box import Rect
from cogscript.surfaces import roles

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from PIL.Image import Image

    from cogscript.reading.controls import Control
    from cogscript.reading.lines import Line
    from cogscript.surfaces.elements import Element, Snapshot
    from cogscript.surfaces.protocol import Surface

Purpose = Literal["point", "enter", "choose", "check", "read"]
"""What the target is for: a label will do to be clicked, but text goes into the field it labels."""


@dataclass(frozen=True, slots=True)
class Other:
    """Another thing that the file names, and where it was."""

    name: str
    kind: str | None
    place: Rect


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a line says of its target. All of it is evidence."""

    name: str = ""
    """element_info: what it says or is called."""
    kind: str | None = None
    """element_type: what kind of element it is."""
    id: str = ""
    near: str = ""
    """A text that stands beside it and tells it from others of its name."""
    picture: Path | None = None
    """A file that shows it."""
    place: Rect | None = None
    """Where it was: the pixels of the box. It says which one of several, and where to look first."""
    purpose: Purpose = "point"
    others: tuple[Other, ...] = ()
    """What else the file names on this surface: it tells what became of the place."""
    pixels_then: tuple[float, float] = (1.0, 1.0)
    """What a pixel of the place is in pixels of the screen that the file was written for, across and down.

    On a screen of another size the place is only a hint: windows do not grow with their screen.
    """


def wants_field(wanted: Wanted) -> bool:
    """Whether the target is something to type into or choose from, and not its label."""
    return wanted.purpose in ("enter", "choose") or roles.word(wanted.kind or "") in roles.FIELDS


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that may be the target: where it is, and what speaks for it."""

    rect: Rect
    text: str
    kind: str = "text"
    locator: str = ""
    """Which locator found it."""
    evidence: tuple[tuple[str, str], ...] = ()
    """What agreed with the line, as (what, value): `("name", "Save")`."""
    element: Element | None = field(default=None, compare=False)
    guess: bool = False
    """Found by likeness only."""

    def __str__(self) -> str:
        return f"{self.kind} `{self.text}`" if self.text else self.kind


def told(element: Element, what: str, value: str) -> Candidate:
    """An element that a program tells of, and what of it agreed with the line."""
    facts = ((what, value), ("type", element.role))
    return Candidate(element.rect, element.name, element.role, "accessibility", facts, element)


class Sight(Protocol):
    """What a locator may ask of one observation."""

    surface: Surface

    @property
    def picture(self) -> Image: ...
    @property
    def elements(self) -> Snapshot: ...
    @property
    def controls(self) -> Sequence[Control]: ...
    @property
    def everything(self) -> Sight | None:
        """The same with what is out of view, where that is told; None where it is not."""

    def of_id(self, id: str) -> Sequence[Element]:
        """What has an id and is not among `elements`: told only when it is asked for."""

    def areas(self, area: Rect | None = None) -> Sequence[Rect | None]: ...
    def lines(self, area: Rect | None = None) -> Sequence[Line]: ...
    def read_alone(self, area: Rect) -> Sequence[Line]:
        """The text of a small place, read without anything around it."""
