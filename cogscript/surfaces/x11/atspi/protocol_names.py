"""What the AT-SPI protocol calls things: interfaces, roles and states, by their numbers on the bus."""

from __future__ import annotations

from typing import Any, NamedTuple

from cogscript.surfaces.x11.atspi.bus import Call

ACCESSIBLE = "org.a11y.atspi.Accessible"
ACTION = "org.a11y.atspi.Action"
APPLICATION = "org.a11y.atspi.Application"
COMPONENT = "org.a11y.atspi.Component"
EDITABLE_TEXT = "org.a11y.atspi.EditableText"
SELECTION = "org.a11y.atspi.Selection"
TABLE = "org.a11y.atspi.Table"
TEXT = "org.a11y.atspi.Text"
VALUE = "org.a11y.atspi.Value"
PROPERTIES = "org.freedesktop.DBus.Properties"
NULL = "/org/a11y/atspi/null"

SCREEN, WINDOW = 0, 1
"""AtspiCoordType: from where places are counted."""
LABELLED_BY = 2
"""AtspiRelationType."""
TOP_EDGE, ANYWHERE = 2, 6
"""AtspiScrollType."""


class Address(NamedTuple):
    """An object on the bus: the program's connection, and the object's path."""

    owner: str
    path: str

    def call(self, interface: str, method: str, signature: str = "", *body: Any) -> Call:
        return Call(self.owner, self.path, interface, method, signature, body)

    def get(self, name: str, interface: str = ACCESSIBLE) -> Call:
        return self.call(PROPERTIES, "Get", "ss", interface, name)


def addresses(answer: tuple[Any, ...] | None) -> list[Address]:
    return [Address(*reference) for reference in answer[0] if reference[1] != NULL] if answer else []


def value_of(answer: tuple[Any, ...] | None) -> Any:
    """What a property holds; None where it could not be read."""
    return answer[0] if answer else None


class AtspiState:
    """AtspiStateType: the bits that are asked for by name."""

    ACTIVE = 1 << 1
    BUSY = 1 << 3
    CHECKED = 1 << 4
    DEFUNCT = 1 << 6
    EDITABLE = 1 << 7
    ENABLED = 1 << 8
    FOCUSABLE = 1 << 11
    FOCUSED = 1 << 12
    PRESSED = 1 << 20
    SELECTED = 1 << 23
    SENSITIVE = 1 << 24
    SHOWING = 1 << 25
    VISIBLE = 1 << 30
    MANAGES_DESCENDANTS = 1 << 31
    READ_ONLY = 1 << 43


STATE_WORDS = {
    1 << bit: word
    for bit, word in (
        (1, "active"), (3, "busy"), (4, "checked"), (7, "editable"), (9, "expandable"), (10, "expanded"),
        (11, "focusable"), (12, "focused"), (16, "modal"), (17, "multiline"), (20, "pressed"),
        (22, "selectable"), (23, "selected"), (32, "indeterminate"), (33, "required"), (36, "invalid"),
        (39, "default"), (41, "checkable"), (42, "has-popup"), (43, "read-only"),
    )
}  # fmt: skip

ROLES = (
    "invalid", "accelerator label", "alert", "animation", "arrow", "calendar", "canvas", "check box",
    "check menu item", "color chooser", "column header", "combo box", "date editor", "desktop icon",
    "desktop frame", "dial", "dialog", "directory pane", "drawing area", "file chooser", "filler",
    "focus traversable", "font chooser", "frame", "glass pane", "html container", "icon", "image",
    "internal frame", "label", "layered pane", "list", "list item", "menu", "menu bar", "menu item",
    "option pane", "page tab", "page tab list", "panel", "password text", "popup menu", "progress bar",
    "push button", "radio button", "radio menu item", "root pane", "row header", "scroll bar", "scroll pane",
    "separator", "slider", "spin button", "split pane", "status bar", "table", "table cell",
    "table column header", "table row header", "tearoff menu item", "terminal", "text", "toggle button",
    "tool bar", "tool tip", "tree", "tree table", "unknown", "viewport", "window", "extended", "header",
    "footer", "paragraph", "ruler", "application", "autocomplete", "editbar", "embedded", "entry", "chart",
    "caption", "document frame", "heading", "page", "section", "redundant object", "form", "link",
    "input method window", "table row", "tree item", "document spreadsheet", "document presentation",
    "document text", "document web", "document email", "comment", "list box", "grouping", "image map",
    "notification", "info bar", "level bar", "title bar", "block quote", "audio", "video", "definition",
    "article", "landmark", "log", "marquee", "math", "rating", "timer", "static", "math fraction",
    "math root", "subscript", "superscript", "description list", "description term", "description value",
    "footnote", "content deletion", "content insertion", "mark", "suggestion", "push button menu", "switch",
)  # fmt: skip
"""AtspiRole: the name stands at its number. Qt 5 tells a password field only by the number."""


def role_name(number: int) -> str:
    return ROLES[number] if 0 <= number < len(ROLES) else "unknown"


def toolkit_name(said: str) -> str:
    """What a program is made with, in one word: GTK 4 writes itself larger than GTK 3."""
    return "gtk4" if said == "GTK" else said.casefold()
