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
_CSS_BRACKETS = r"""\[(?:[^\]'"]|'[^']*'|"[^"]*")*\]"""
_CSS_PSEUDO = r"""::?[\w-]+(?:\((?:[^()'"]|'[^']*'|"[^"]*")*\))?"""
_CSS_STEP = re.compile(rf"""(?:{_CSS_BRACKETS}|{_CSS_PSEUDO}|[\w.#*\\-])+""")
"""One element of a CSS selector; spaces and `>` stand between one and the next."""
_CSS_PART = re.compile(rf"{_CSS_BRACKETS}|{_CSS_PSEUDO}|[.#]?(?:[\w-]|\\.)+|\*")
_CSS_VALUE = r"""(?:(?P<quote>['"])(?P<text>(?:(?!(?P=quote)).)+)(?P=quote)|(?P<bare>[\w-]+))"""
_CSS_NAMED = (
    (0, re.compile(rf":contains\({_QUOTED}\)")),
    (1, re.compile(rf"\[(?P<attribute>{_LABELS})\s*=\s*{_CSS_VALUE}\s*\]")),
    (2, re.compile(r"#(?P<text>[\w-]+)")),
    (2, re.compile(rf"\[(?:id|data-testid)\s*=\s*{_CSS_VALUE}\s*\]")),
    (3, re.compile(rf"\[name\s*=\s*{_CSS_VALUE}\s*\]")),
)
"""What a part of a CSS selector may name, and how well a person would know it."""


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
    """What the last element of a selector is named by: those before it only lead there."""
    steps = _CSS_STEP.findall(text)
    if not steps or "," in _CSS_STEP.sub("", text) or not text.rstrip().endswith(steps[-1]):
        return None
    parts = _CSS_PART.findall(steps[-1])
    tag = parts[0] if parts[0][0] not in ".#[:*" else ""
    found: list[Found] = []
    for part in parts:
        for rank, pattern in _CSS_NAMED:
            if match := pattern.fullmatch(part):
                named = match["text"] or match["bare"]  # the value with quotes around it, or without
                found.append(Found(rank, named.strip(), _tag(match, tag)))
    if not found:
        return None
    best = min(found, key=lambda each: each.rank)
    if best.rank != ID and any(re.match(r":(?:nth|first|last|only|not)\b", part) for part in parts):
        return None
    return best._replace(not_kept=len(steps) > 1 or len(parts) > 1 + bool(tag))


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
