"""What `uiautomator dump` writes, as elements: pure text in, elements out."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from typing import NamedTuple

from cogscript.language.model.box import Rect
from cogscript.reading.lines import Line
from cogscript.surfaces.elements import Element, ToldLines

_LEAST = (24, 10)
"""Pixels across and down below which no picture holds a text."""
_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")

_ROLES = {
    "Button": "button", "ImageButton": "button", "FloatingActionButton": "button", "EditText": "text field",
    "AutoCompleteTextView": "text field", "MultiAutoCompleteTextView": "text field", "CheckBox": "checkbox",
    "CheckedTextView": "checkbox", "RadioButton": "radio button", "Switch": "switch",
    "ToggleButton": "switch",
    "SwitchCompat": "switch", "Spinner": "combo box", "SeekBar": "slider", "RatingBar": "slider",
    "ProgressBar": "progress bar", "TextView": "label", "ImageView": "image", "ListView": "list",
    "RecyclerView": "list", "GridView": "list", "TabWidget": "tab list", "Tab": "tab", "WebView": "document",
    "Toolbar": "toolbar", "ScrollView": "page", "HorizontalScrollView": "page", "ViewPager": "page",
    "TableRow": "row", "Dialog": "dialog", "AlertDialog": "dialog",
}  # fmt: skip
"""The last part of an Android class → our word for the kind."""


class TreePlace(NamedTuple):
    """How an element is known again in a later dump."""

    path: tuple[int, ...]
    type: str
    id: str


class Malformed(Exception):
    """A dump that is no whole hierarchy."""


def parse(text: str) -> list[Element]:
    """The elements of a dump, in the order of the tree."""
    found: list[Element] = []
    for place, child in enumerate(_root(text)):
        _visit(child, (place,), None, found)
    return found


def told_lines(text: str, screen: Rect) -> ToldLines:
    """The texts of a dump; a view that holds nothing may be a picture, and so is what no view covers."""
    lines: list[Line] = []
    drawn: list[Rect] = []
    views: list[Rect] = []
    for node in _root(text).iter("node"):
        rect = _rect(node.get("bounds", ""))
        if rect is None or node.get("visible-to-user", "true") != "true":
            continue
        views.append(rect)
        said = " ".join(node.get("text", "").split())
        if said and node.get("password") != "true":
            lines.append(Line(said, rect, 1.0))
        elif not said and not len(node):
            drawn.append(rect)
    drawn += _beyond(views, screen)
    return ToldLines(lines, [each for each in drawn if each.width >= _LEAST[0] and each.height >= _LEAST[1]])


def _beyond(views: Sequence[Rect], screen: Rect) -> list[Rect]:
    """The parts of the screen on the four sides of all views: a dump tells of one window only."""
    if not views:
        return [screen]
    left, top = min(each.left for each in views), min(each.top for each in views)
    right, bottom = max(each.right for each in views), max(each.bottom for each in views)
    sides = (
        Rect(screen.left, screen.top, screen.right, top),
        Rect(screen.left, bottom, screen.right, screen.bottom),
        Rect(screen.left, top, left, bottom),
        Rect(right, top, screen.right, bottom),
    )
    return [each.overlap(screen) for each in sides if each.width > 0 and each.height > 0]


def _root(text: str) -> ElementTree.Element:
    begin, end = text.find("<hierarchy"), text.rfind("</hierarchy>")
    if begin < 0 or end < 0:
        raise Malformed(_said(text))
    try:
        # The dump comes from the phone: expat expands no entities that are not declared, and none can be
        # declared inside of the root element.
        return ElementTree.fromstring(text[begin : end + len("</hierarchy>")])
    except ElementTree.ParseError as error:
        raise Malformed(str(error)) from error


def _said(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if "ERROR" in line), lines[-1] if lines else "nothing")[:200]


def _visit(
    node: ElementTree.Element, path: tuple[int, ...], parent: int | None, found: list[Element]
) -> None:
    rect = _rect(node.get("bounds", ""))
    mine = parent
    if rect is not None and node.get("visible-to-user", "true") == "true":
        mine = len(found)
        found.append(_element(node, path, rect, parent))
    for place, child in enumerate(node):
        _visit(child, (*path, place), mine, found)


def _rect(bounds: str) -> Rect | None:
    match = _BOUNDS.fullmatch(bounds)
    if match is None:
        return None
    rect = Rect(*(int(each) for each in match.groups()))
    return rect if rect.width > 0 and rect.height > 0 else None


def _element(node: ElementTree.Element, path: tuple[int, ...], rect: Rect, parent: int | None) -> Element:
    kind = node.get("class", "").rsplit(".", 1)[-1]
    role = _ROLES.get(kind, "area")
    secret = node.get("password") == "true"
    is_field = role in ("text field", "combo box")
    text, described = node.get("text", ""), node.get("content-desc", "")
    if secret:
        role = "password field"
    name = described or node.get("hint", "") if is_field or secret else text or described
    clickable = node.get("clickable") == "true"
    if role in ("label", "image", "area") and clickable:
        role = "button" if name or role == "image" else "list item"
        name = name or _texts(node)
    return Element(
        role,
        " ".join(name.split()),
        rect,
        id=node.get("resource-id", ""),
        value=None if secret or not is_field else text,
        states=_states(node, role),
        parent=parent,
        secret=secret,
        handle=TreePlace(path, node.get("class", ""), node.get("resource-id", "")),
    )


def _texts(node: ElementTree.Element) -> str:
    """What stands in a row that is clicked as a whole."""
    said = [each.get("text") or each.get("content-desc") or "" for each in node.iter() if each is not node]
    return " ".join(each for each in said if each)[:200]


_STATES = ("enabled", "focusable", "focused", "checkable", "checked", "selected")


def _states(node: ElementTree.Element, role: str) -> frozenset[str]:
    states = {name for name in _STATES if node.get(name) == "true"}
    if role in ("text field", "password field") and "enabled" in states:
        states.add("editable")
    return frozenset(states)


def same(element: Element, elements: Sequence[Element]) -> Element | None:
    """The same element in a later dump: by its own id, else by its place in the tree."""
    node = element.handle
    if not isinstance(node, TreePlace):
        return None
    alike = [
        each for each in elements if isinstance(each.handle, TreePlace) and each.handle.type == node.type
    ]
    if node.id:
        by_id = [each for each in alike if each.id == node.id]
        if len(by_id) == 1:
            return by_id[0]
        alike = by_id
    return next(
        (each for each in alike if isinstance(each.handle, TreePlace) and each.handle.path == node.path), None
    )
