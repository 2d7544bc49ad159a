"""From a locator of a web page to what a workflow can look for: a text, a label, an id.

A recorder writes several locators for one element. The one that a person would recognise is taken: the
text first, then a label, then the id, then the `name` in the page's source, which is reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from cogscript.language.model.tree import Value

TYPES = {
    "a": "link", "button": "button", "input": "text field", "textarea": "text field", "select": "list",
    "img": "picture", "label": "label", "h1": "heading", "h2": "heading", "h3": "heading", "li": "list item",
    "option": "list item", "td": "cell", "th": "cell",
}  # fmt: skip
_QUOTED = r"""['"](?P<text>[^'"]+)['"]"""
_XPATH_TEXT = re.compile(
    rf"(?P<tag>[\w*]+)\[(?:contains|starts-with)?\(?\s*(?:text\(\)|normalize-space\([^)]*\)|\.)\s*[=,]\s*{_QUOTED}"
)
_XPATH_LABEL = re.compile(rf"(?P<tag>[\w*]+)\[@(?:aria-label|placeholder|title|alt|value)\s*=\s*{_QUOTED}\]")
_XPATH_ID = re.compile(rf"(?P<tag>[\w*]+)\[@(?:id|data-testid)\s*=\s*{_QUOTED}\]$")
_XPATH_NAME = re.compile(rf"(?P<tag>[\w*]+)\[@name\s*=\s*{_QUOTED}\]$")
_CSS_LABEL = re.compile(rf"^(?P<tag>\w+)?\[(?:aria-label|placeholder|title|alt|value)\s*=\s*{_QUOTED}\]$")
_CSS_ID = re.compile(r"^(?P<tag>\w+)?#(?P<text>[\w-]+)$")
_CSS_NAME = re.compile(rf"^(?P<tag>\w+)?\[name\s*=\s*{_QUOTED}\]$")


class Found(NamedTuple):
    """What a locator names, and how well a person would know it: less is better."""

    rank: int
    text: str
    tag: str = ""


TEXT, LABEL, ID, NAME = range(4)


def read_locator(locator: str) -> Found | None:
    """What one locator names; None when it only says where in the page's source the element stands."""
    kind, mark, rest = locator.partition("=")
    if locator.startswith(("//", "(//")):
        kind, mark, rest = "xpath", "=", locator
    reader = _READERS.get(kind.strip()) if mark else None
    return reader(rest.strip()) if reader else None


def _by(rank: int, tag: str = "") -> Callable[[str], Found | None]:
    return lambda text: Found(rank, text, tag) if text else None


def _matched(*patterns: tuple[int, re.Pattern[str]]) -> Callable[[str], Found | None]:
    def read(text: str) -> Found | None:
        for rank, pattern in patterns:
            match = pattern.search(text)
            if match:
                return Found(rank, match["text"].strip(), (match["tag"] or "").strip("*"))
        return None

    return read


_READERS: dict[str, Callable[[str], Found | None]] = {
    "linkText": _by(TEXT, "a"),
    "partialLinkText": _by(TEXT, "a"),
    "link": _by(TEXT, "a"),
    "id": _by(ID),
    "identifier": _by(ID),
    "name": _by(NAME),
    "xpath": _matched((TEXT, _XPATH_TEXT), (LABEL, _XPATH_LABEL), (ID, _XPATH_ID), (NAME, _XPATH_NAME)),
    "css": _matched((LABEL, _CSS_LABEL), (ID, _CSS_ID), (NAME, _CSS_NAME)),
}


def best(locators: Sequence[str]) -> Found | None:
    """The locator of an element that a person would know it by."""
    found = [each for each in map(read_locator, locators) if each is not None]
    return min(found, key=lambda each: each.rank) if found else None


def target(found: Found) -> tuple[dict[str, Value], str]:
    """The arguments that name an element, and what to report about them, if anything."""
    kind: dict[str, Value] = {"element_type": TYPES[found.tag]} if found.tag in TYPES else {}
    if found.rank in (TEXT, LABEL):
        return {**kind, "element_info": found.text}, ""
    if found.rank == ID:
        return {"id": found.text}, ""
    report = f"the element is known only by its name in the page's source, `{found.text[:60]}`"
    return {**kind, "element_info": found.text}, report
