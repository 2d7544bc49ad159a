"""What a page told of a person's doings, as plain data."""

from __future__ import annotations

import json
from typing import Any, Literal, NamedTuple, cast

from cogscript.language.model.box import Rect, Size

PageEventKind = Literal["click", "double", "right", "input", "select", "check", "file", "key", "visit"]


class PageTarget(NamedTuple):
    """What was acted on, in the page's own words."""

    number: int
    kind: str
    name: str
    id: str
    near: str
    rect: Rect
    secret: bool


class PageEvent(NamedTuple):
    kind: PageEventKind
    target: PageTarget | None = None
    value: str = ""
    before: str = ""
    """What a field held when the page was loaded."""
    url: str = ""
    size: Size = Size(1280, 800)


def read_event(text: str) -> PageEvent:
    """One event as the page's script sends it."""
    told: dict[str, Any] = json.loads(text)
    element = told.get("element")
    target = None
    if element:
        from cogscript.surfaces import roles

        kind = "password field" if element["secret"] else roles.word(element["role"])
        rect = Rect(*(int(each) for each in element["rect"]))
        target = PageTarget(
            int(element["number"]), kind, str(element["name"]), str(element["id"]), str(element["near"]),
            rect, bool(element["secret"]),
        )  # fmt: skip
    return PageEvent(
        cast(PageEventKind, told["kind"]),
        target,
        str(told.get("value", "")),
        str(told.get("before", "")),
        str(told.get("url", "")),
        Size(*(int(each) for each in told["size"])),
    )
