"""The elements that came with a screenshot, by name or by number: how a plan without coordinates points.

Five forms are known: the lines that computer-use tools add to a screenshot, the labels of browser_use,
AndroidWorld's lines, numbered lines of a phone's widgets, and lists of JSON objects. An element gives its
name, its kind and, where it is given, its rectangle.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from cogscript.dialects.formats.json_text import first
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue, NotJson
from cogscript.language.model.box import Rect
from cogscript.language.syntax.grammars import grammar_text

if TYPE_CHECKING:
    from lark import Lark

_LISTS = ("elements", "SoM_list", "som_list", "SoM", "som", "ui_elements", "page_state")
_NAMES = ("text", "label", "name", "ariaLabel", "content-desc", "content_description", "hint_text")
_SIDES = ("x_min", "y_min", "x_max", "y_max")
_KINDS = ("tag", "type", "role")


_ID = re.compile(r"(?:^|\s)id=(\S+)\s*$")
"""How computer-use tools end an element's line: `enabled value="hello" id=textBox1`."""
_ANDROID = re.compile(r"^UI element (\d+):[ ]*(?=\{|UIElement\()", re.M)
"""How AndroidWorld's prompts list the elements of a phone's screen: as JSON, or as Python prints them."""


_WIDGET = re.compile(
    r"^[ \t]*(?P<number>\d{1,4})[:.)][ \t]+(?P<kind>(?:[A-Z]\w*?)?(?:Text|View|Button|Box|Layout|Switch|Bar"
    r'|Picker|Field|Spinner|Group|Chip|Tab))[ \t]+"(?P<name>[^"\n]*)"[ \t]*(?:<[^>\n]*>)?[ \t]*\r?$',
    re.M,
)
"""How other agents on phones list them: `3: Button "Save" <clickable>`. A step in words is no widget."""


class SnapshotElement(NamedTuple):
    name: str
    kind: str = ""
    rect: Rect | None = None
    id: str = ""


class ElementList(NamedTuple):
    by_label: dict[str, SnapshotElement]
    """By the number or the name a plan calls it."""

    def labelled(self, label: str) -> SnapshotElement | None:
        return self.by_label.get(label.strip())

    def told_by(self, name: str, kind: str, identity: str) -> SnapshotElement | None:
        """The one element that a name, a kind and an id tell, as far as they are given."""
        fits = [
            element
            for element in self.by_label.values()
            if (not name or element.name == name)
            and (not kind or element.kind.casefold() == kind.casefold())
            and (not identity or element.id == identity)
        ]
        return fits[0] if len(fits) == 1 else None

    def named(self, name: str, kind: str = "") -> SnapshotElement | None:
        """The one element of this name, and of this kind if one is given; None where there are two."""
        fits = [
            element
            for element in self.by_label.values()
            if element.name == name and (not kind or element.kind.casefold() == kind.casefold())
        ]
        return fits[0] if len(fits) == 1 else None


@cache
def _grammar() -> Lark:
    from lark import Lark

    return Lark(grammar_text("elements.lark"), start="item", parser="lalr")


def elements_in_text(text: str) -> ElementList | None:
    """The elements that a text lists, one a line or with tabs between; None when it lists none."""
    found: dict[str, SnapshotElement] = {}
    for match in _ANDROID.finditer(text):
        if text.startswith("UIElement", match.end()):
            if printed := _printed_element(text, match.end()):
                found[match[1]] = printed
            continue
        try:
            item = first(text, match.end()).value
        except NotJson:
            continue
        if isinstance(item, JsonObject):
            found[match[1]] = _element(item)
    for widget in _WIDGET.finditer(text):
        found[widget["number"]] = SnapshotElement(widget["name"], widget["kind"])
    if "[" in text:
        for line in text.splitlines():
            for item in line.split("\t"):
                if item.lstrip().startswith("["):
                    _add_item(item.strip(), found)
    return ElementList(found) if found else None


def _printed_element(text: str, at: int) -> SnapshotElement | None:
    from cogscript.dialects.formats.replies.text_calls import TextCall, Unreadable, read_call

    line_end = text.find("\n", at)
    try:
        printed = read_call(text, at, len(text) if line_end < 0 else line_end)
    except Unreadable:
        return None
    name = next((value for key in _NAMES if isinstance(value := printed.value(key), str) and value), "")
    bounds = printed.value("bbox_pixels")
    sides = [bounds.value(side) for side in _SIDES] if isinstance(bounds, TextCall) else []
    numbers = [round(side) for side in sides if isinstance(side, int | float)]
    return SnapshotElement(name, "", Rect(*numbers) if len(numbers) == 4 else None)


def _add_item(item: str, found: dict[str, SnapshotElement]) -> None:
    from lark import Token, UnexpectedInput

    try:
        (tree,) = _grammar().parse(item).children
    except UnexpectedInput:
        return
    if isinstance(tree, Token):
        return
    tokens = [child for child in tree.children if isinstance(child, Token)]
    quoted = [str(token)[1:-1] for token in tokens if token.type == "QUOTED"]
    numbers = [int(token) for token in tokens if token.type == "NUMBER"]
    kind = next((str(token).strip("<>") for token in tokens if token.type in ("ROLE", "TAG")), "")
    name = next(filter(None, quoted), "")
    if tree.data == "page_item":
        found[str(numbers[0])] = SnapshotElement(name, kind)
    else:
        left, top, width, height = numbers
        label = f"{len(found)}"  # they have no numbers: kept apart, found by name
        said = tree.children[-1]
        rest = str(said.children[0]) if not isinstance(said, Token) and said.children else ""
        identity = _ID.search(rest)
        rect = Rect(left, top, left + width, top + height)
        found[label] = SnapshotElement(name, kind, rect, identity[1] if identity else "")


def elements_of_json(value: JsonObject) -> ElementList | None:
    """The elements an object of a plan lists; None when it lists none."""
    for key in _LISTS:
        inner = value.get(key)
        if isinstance(inner, JsonObject):
            inner = next((inner[name] for name in _LISTS if isinstance(inner.get(name), JsonArray)), None)
        if isinstance(inner, JsonArray) and inner and all(isinstance(item, JsonObject) for item in inner):
            return ElementList(
                {
                    str(item.get("id", index) if type(item.get("id")) is int else index): _element(item)
                    for index, item in enumerate(inner)
                    if isinstance(item, JsonObject)
                }
            )
    return None


def _element(item: JsonObject) -> SnapshotElement:
    name = next((str(item[key]) for key in _NAMES if isinstance(item.get(key), str) and item[key]), "")
    kind = next((str(item[key]) for key in _KINDS if isinstance(item.get(key), str) and item[key]), "")
    return SnapshotElement(name, kind, _rect(item.get("bbox", item.get("box", item.get("rect")))))


def _rect(value: JsonValue) -> Rect | None:
    """A rectangle as `{x, y, width, height}` or `[left, top, right, bottom]`."""
    if isinstance(value, JsonObject):
        sides = [value.get(key) for key in ("x", "y", "width", "height")]
        numbers = [round(side) for side in sides if isinstance(side, int | float)]
        if len(numbers) == 4:
            left, top, width, height = numbers
            return Rect(left, top, left + width, top + height)
    if isinstance(value, JsonArray):
        numbers = [round(side) for side in value if isinstance(side, int | float)]
        if len(numbers) == len(value) == 4:
            return Rect(*numbers)
    return None
