"""The words a program's description is made of (programs/core.py shows it, each toolkit in its own way).

Everything that people act on has an identity of its own, `id`, which no change of wording touches: by it the
log says what happened. Options, rows, pages and menu items are nodes like any other, so that a change
(another row, another order, another language) is the same piece of work wherever it happens.
"""

from __future__ import annotations

from typing import Any

Node = dict[str, Any]


def program(title: str, body: list[Node], **more: Any) -> Node:
    """`size`: the window's smallest size; `menus`, `toolbar`, `dialogs`; `scroll`: its content scrolls;
    `style`: `other` for another theme than usual."""
    return {"title": title, "body": body, "size": [480, 300], "at": [150, 90], **more}


def dialog(title: str, *body: Node) -> Node:
    return {"title": title, "body": list(body)}


def text(words: str, **more: Any) -> Node:
    return {"kind": "text", "label": words, **more}


def heading(words: str) -> Node:
    return {"kind": "heading", "label": words}


def field(identity: str, label: str, **more: Any) -> Node:
    """`secret`: a password; `enter`: the button that Return presses; `bare`: its label is only beside it."""
    return {"kind": "field", "id": identity, "label": label, **more}


def check(identity: str, label: str, on: bool = False) -> Node:
    return {"kind": "check", "id": identity, "label": label, "on": on}


def _options(identity: str, labels: list[str]) -> list[Node]:
    return [option(identity, label) for label in labels]


def option(identity: str, label: str) -> Node:
    """One more choice of a radio group, a combo box or a list."""
    return {"id": f"{identity}={label}", "label": label}


def radio(identity: str, label: str, *labels: str) -> Node:
    """The first is chosen at the start."""
    return {"kind": "radio", "id": identity, "label": label, "options": _options(identity, list(labels))}


def combo(identity: str, label: str, *labels: str) -> Node:
    """The first is chosen at the start."""
    return {"kind": "combo", "id": identity, "label": label, "options": _options(identity, list(labels))}


def listing(identity: str, label: str, *labels: str) -> Node:
    return {"kind": "list", "id": identity, "label": label, "options": _options(identity, list(labels))}


def button(identity: str, label: str, does: str = "") -> Node:
    """`does`: open:DIALOG, close, search:NODE (shows it a little later), calculate:KEY."""
    return {"kind": "button", "id": identity, "label": label, "does": does}


def icon(identity: str, shape: str) -> Node:
    """A button with a picture and no name at all (icons.py draws the shapes)."""
    return {"kind": "icon", "id": identity, "shape": shape}


def buttons(*children: Node) -> Node:
    """Buttons in a row, at the right edge of the window."""
    return {"kind": "buttons", "children": list(children)}


def group(label: str, *children: Node, **more: Any) -> Node:
    return {"kind": "group", "label": label, "children": list(children), **more}


def section(identity: str, *children: Node) -> Node:
    """What a search shows: hidden until then."""
    return {"kind": "section", "id": identity, "children": list(children)}


def grid(columns: int, *children: Node) -> Node:
    return {"kind": "grid", "columns": columns, "children": list(children)}


def display(identity: str) -> Node:
    """A line that shows a calculator's number."""
    return {"kind": "display", "id": identity, "label": ""}


def table(columns: list[str], *rows: Node) -> Node:
    return {"kind": "table", "columns": [{"label": column} for column in columns], "rows": list(rows)}


def row(identity: str, *cells: str, press: dict[str, str]) -> Node:
    """`press`: the buttons at its end, a word for the identity and the label."""
    return {
        "kind": "row",
        "id": identity,
        "cells": list(cells),
        "buttons": [button(f"{word}:{identity}", label) for word, label in press.items()],
    }


def tabs(*pages: Node) -> Node:
    return {"kind": "tabs", "pages": list(pages)}


def page(identity: str, label: str, *children: Node) -> Node:
    return {"id": identity, "label": label, "children": list(children)}


def menu(identity: str, label: str, *items: Node) -> Node:
    return {"id": identity, "label": label, "items": list(items)}


def item(identity: str, label: str, does: str = "") -> Node:
    return {"id": identity, "label": label, "does": does}
