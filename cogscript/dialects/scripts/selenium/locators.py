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
_QUOTED = r"""(?P<quote>['"])(?P<text>(?:(?!(?P=quote)).)+)(?P=quote)"""
_LABELS = "aria-label|placeholder|title|alt|value"
_PREDICATES = (
    (0, re.compile(rf"text\(\)\[contains\(\s*\.\s*,\s*{_QUOTED}\s*\)\]")),
    (
        0,
        re.compile(
            rf"(?:contains|starts-with)\(\s*(?:text\(\)|normalize-space\([^)]*\)|\.)\s*,\s*{_QUOTED}\s*\)"
        ),
    ),
    (0, re.compile(rf"(?:text\(\)|normalize-space\([^)]*\)|\.)\s*=\s*{_QUOTED}")),
    (1, re.compile(rf"@(?P<attribute>{_LABELS})\s*=\s*{_QUOTED}")),
    (2, re.compile(rf"@(?:id|data-testid)\s*=\s*{_QUOTED}")),
    (3, re.compile(rf"@name\s*=\s*{_QUOTED}")),
)
"""What a predicate of an XPath may name, and how well a person would know it."""
_STEP = re.compile(r"""(?:[^/\[\]'"]|\[(?:[^\[\]'"]|'[^']*'|"[^"]*"|\[[^\[\]]*\])*\])+""")
_PREDICATE = re.compile(r"""\[((?:[^\[\]'"]|'[^']*'|"[^"]*"|\[[^\[\]]*\])*)\]""")
_AND = re.compile(r"""\s+and\s+(?=(?:[^'"]|'[^']*'|"[^"]*")*$)""")
_CSS_LABEL = re.compile(rf"^(?P<tag>\w+)?\[(?P<attribute>{_LABELS})\s*=\s*{_QUOTED}\]$")
_CSS_TEXT = re.compile(rf"^(?P<tag>\w+)?:contains\({_QUOTED}\)$")
_CSS_ID = re.compile(r"^(?P<tag>\w+)?#(?P<text>[\w-]+)$")
_CSS_NAME = re.compile(rf"^(?P<tag>\w+)?\[name\s*=\s*{_QUOTED}\]$")


class Found(NamedTuple):
    """What a locator names, and how well a person would know it: less is better."""

    rank: int
    text: str
    tag: str = ""
    not_kept: bool = False
    """Whether the locator says more: where the element stands, or what else it is."""


TEXT, LABEL, ID, NAME = range(4)


def read_locator(locator: str) -> Found | None:
    """What one locator names; None when it only says where in the page's source the element stands."""
    kind, mark, rest = locator.partition("=")
    if locator.startswith(("/", "(/")):
        kind, mark, rest = "xpath", "=", locator
    reader = _READERS.get(kind.strip()) if mark else None
    return reader(rest.strip()) if reader else None


def _by(rank: int, tag: str = "") -> Callable[[str], Found | None]:
    return lambda text: Found(rank, text, tag) if text else None


def _css(text: str) -> Found | None:
    for rank, pattern in ((LABEL, _CSS_LABEL), (TEXT, _CSS_TEXT), (ID, _CSS_ID), (NAME, _CSS_NAME)):
        match = pattern.search(text)
        if match:
            return Found(rank, match["text"].strip(), _tag(match, match["tag"] or ""))
    return None


def _tag(match: re.Match[str], tag: str) -> str:
    """The tag of an element; an `input` that is known by its value is a button."""
    is_button = tag == "input" and match.re.groupindex.get("attribute") and match["attribute"] == "value"
    return "" if is_button else tag.strip("*")


def _xpath(path: str) -> Found | None:
    """What the last step of a path names: the steps before it only lead there."""
    path = re.sub(r"^\((.*)\)\[1\]$|^\((.*)\)$", r"\1\2", path)
    steps = _STEP.findall(path)
    if not steps or "::" in path or "/.." in path or "/." in path or " or " in path or "|" in path:
        return None
    last = steps[-1]
    parts = [part.strip() for inside in _PREDICATE.findall(last) for part in _AND.split(inside)]
    tag = last.partition("[")[0].strip()
    found: list[Found] = []
    for part in parts:
        for rank, pattern in _PREDICATES:
            if match := pattern.fullmatch(part):
                found.append(Found(rank, match["text"].strip(), _tag(match, tag)))
    counted = any(part.isdecimal() or part.startswith(("position()", "last()", "not(")) for part in parts)
    if not found or counted:
        return None
    best = min(found, key=lambda each: each.rank)
    more = len(parts) > 1 or any("[" in step for step in steps[:-1])
    return best._replace(not_kept=more)


_READERS: dict[str, Callable[[str], Found | None]] = {
    "linkText": _by(TEXT, "a"),
    "partialLinkText": _by(TEXT, "a"),
    "link": _by(TEXT, "a"),
    "id": _by(ID),
    "identifier": _by(ID),
    "name": _by(NAME),
    "xpath": _xpath,
    "css": _css,
}


def best(locators: Sequence[str]) -> Found | None:
    """The locator of an element that a person would know it by."""
    found = [each for each in map(read_locator, locators) if each is not None]
    return min(found, key=lambda each: (each.rank, each.not_kept)) if found else None


def target(found: Found) -> tuple[dict[str, Value], str]:
    """The arguments that name an element, and what to report about them, if anything."""
    kind: dict[str, Value] = {"element_type": TYPES[found.tag]} if found.tag in TYPES else {}
    more = f"only `{found.text[:40]}` is looked for: what else tells the element is not kept"
    if found.rank in (TEXT, LABEL):
        return {**kind, "element_info": found.text}, more if found.not_kept else ""
    if found.rank == ID:
        return {"id": found.text}, more if found.not_kept else ""
    report = f"the element is known only by its name in the page's source, `{found.text[:60]}`"
    return {**kind, "element_info": found.text}, report
