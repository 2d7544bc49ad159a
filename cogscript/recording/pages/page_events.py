"""What a page told of a person's doings, as plain data."""

from __future__ import annotations

import json
from typing import Any, Literal, NamedTuple, cast

from cogscript.language.model.box import Point, Rect, Size

PageEventKind = Literal[
    "click", "double", "right", "input", "select", "check", "file", "key", "drag", "visit", "answer"
]


class PageTarget(NamedTuple):
    """What was acted on, in the page's own words."""

    number: str
    """The same for the same element, as long as its page is there."""
    kind: str
    name: str
    id: str
    near: str
    rect: Rect | None
    """None in a frame that does not know where it lies."""
    secret: bool
    listed: bool = False
    """Whether it is one of the choices that a list offers."""


class PageEvent(NamedTuple):
    kind: PageEventKind
    target: PageTarget | None = None
    value: str = ""
    before: str = ""
    """What a field held when it got the keyboard; of an answer, what the page had asked."""
    url: str = ""
    size: Size = Size(1280, 800)
    way: tuple[Point, Point] | None = None
    """Of a drag: where it began and ended."""
    typed: str = ""
    """What was typed into the question of a page."""
    kept: bool = False
    """Whether a field has had the keyboard ever since it was last written in."""


def read_event(text: str) -> PageEvent:
    """One event as the page's script sends it."""
    told: dict[str, Any] = json.loads(text)
    element = told.get("element")
    way = tuple(Point(*map(int, told[end])) for end in ("from", "to")) if "from" in told else None
    return PageEvent(
        cast(PageEventKind, told["kind"]),
        _target(element) if element else None,
        str(told.get("value", "")),
        str(told.get("before", "")),
        str(told.get("url", "")),
        Size(*(int(each) for each in told["size"])),
        cast("tuple[Point, Point] | None", way),
        str(told.get("typed", "")),
        bool(told.get("kept")),
    )


def _target(element: dict[str, Any]) -> PageTarget:
    from cogscript.surfaces import roles

    return PageTarget(
        str(element["number"]),
        "password field" if element["secret"] else roles.word(element["role"]),
        str(element["name"]),
        str(element["id"]),
        str(element["near"]),
        Rect(*(int(each) for each in element["rect"])) if element["rect"] else None,
        bool(element["secret"]),
        bool(element["listed"]),
    )
