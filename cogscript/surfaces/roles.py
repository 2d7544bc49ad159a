"""What kinds of element are called: by the accessibility services, by people, and in `.cog` files.

The one place that knows AT-SPI's role names, UI Automation's control types, ARIA's roles, and the words of
people and models, Chinese ones included. The recorder writes our word as element_type, and a target given
by hand may say it in any of them, however it is spelled: `MenuItem`, `menu_item` and `menu item` are one.
"""

from __future__ import annotations

import re
from functools import lru_cache

_VAGUE = ("none", "presentation", "custom", "unknown", "widget", "element", "control", "元素")
"""Words of the services and of people that tell nothing."""

SPOKEN: dict[str, tuple[str, ...]] = {
    "button": (
        "push button", "toggle button", "push button menu", "split button", "按钮", "clickable", "可点击",
    ),
    "link": ("hyperlink", "链接", "超链接"),
    "text field": (
        "text", "entry", "edit", "text box", "textbox", "input", "input box", "text input", "textfield",
        "text input box", "text area", "editbar", "autocomplete", "search box", "search field",
        "edit box", "文本输入框", "文本框", "输入框", "搜索框", "编辑框",
    ),
    "password field": ("password text", "password", "password box", "secure text field", "密码框"),
    "checkbox": ("check box", "复选框"),
    "radio button": ("radio", "单选按钮"),
    "menu": ("popup menu", "菜单"),
    "menu item": (
        "check menu item", "radio menu item", "tearoff menu item", "menu item checkbox", "menu item radio",
        "菜单项", "option", "选项",
    ),
    "menu bar": ("菜单栏",),
    "combo box": ("drop down", "drop down list", "select", "下拉框"),
    "list": ("list box", "列表", "description list"),
    "list item": ("desktop icon", "列表项"),
    "cell": ("table cell", "grid cell", "单元格"),
    "row": ("table row", "data item", "行"),
    "table": ("tree table", "tree grid", "grid", "data grid", "表格"),
    "tree": ("树",),
    "tree item": ("树节点",),
    "column header": ("table column header", "row header", "table row header", "header item", "表头"),
    "tab": ("page tab", "tab item", "标签页", "选项卡"),
    "tab list": ("page tab list", "tab group", "tab control"),
    "toolbar": ("tool bar", "app bar", "工具栏"),
    "status bar": ("状态栏",),
    "slider": ("dial", "range", "滑块"),
    "spin box": ("spin button", "spinner"),
    "switch": ("toggle", "开关"),
    "window": ("frame", "窗口"),
    "dialog": ("alert dialog", "file chooser", "color chooser", "font chooser", "对话框"),
    "heading": ("标题",),
    "label": ("static", "static text", "text leaf", "caption", "term", "description term", "文字标签"),
    "image": ("icon", "graphic", "img", "figure", "图片", "图标"),
    "document": (
        "document web", "document frame", "document text", "document email", "document spreadsheet",
        "document presentation", "web area", "html container", "文档",
    ),
    "terminal": ("终端",),
    "progress bar": ("level bar", "meter", "进度条"),
    "scrollbar": ("scroll bar", "滚动条"),
    "separator": ("分隔线",),
    "tooltip": ("tool tip",),
    "page": ("scroll pane", "viewport", "滚动"),
    "area": (
        "panel", "filler", "section", "group", "grouping", "form", "paragraph", "pane", "block", "generic",
        "layered pane", "split pane", "calendar", "semantic zoom", "thumb", "title bar",
        "root pane", "internal frame", "option pane", "glass pane", "article",
        "alert", "notification", "info bar", "landmark", "region", "main", "navigation", "banner", "search",
        "complementary", "content info", "radio group", "row group", "tab panel", "block quote", "log",
        "redundant object", "embedded", "canvas", "drawing area", "header", "footer", "status", "区域",
        *_VAGUE,
    ),
}  # fmt: skip
"""Our word for each kind, and what else it is called."""

_ALSO: dict[str, tuple[str, ...]] = {
    "text": ("label", "text field", "heading"),
    "icon": ("image", "button", "link", "list item", "menu item"),
    "图标": ("image", "button", "link", "list item", "menu item"),
    "option": ("menu item", "list item", "radio button"),
    "选项": ("menu item", "list item", "radio button"),
    "text field": ("password field", "document", "terminal", "combo box", "spin box"),
    "document": ("text field",),
    "password field": ("text field",),
    "menu": ("menu item",),
    "menu item": ("menu",),
    "list item": ("tree item", "cell", "row"),
    "tree item": ("list item", "cell", "row"),
    "row": ("list item", "tree item", "cell"),
    "cell": ("row",),
    "checkbox": ("switch",),
    "switch": ("checkbox", "button"),
    "dialog": ("window",),
    "window": ("dialog",),
}
"""What else may be meant: the word is used for several kinds, or toolkits do not agree on the kind."""

ACTED_ON = frozenset(
    {"button", "link", "text field", "password field", "checkbox", "radio button", "menu", "menu item",
     "combo box", "list item", "row", "cell", "tree item", "column header", "tab", "slider", "spin box",
     "switch", "terminal"}
)  # fmt: skip
"""Kinds that a person clicks; what lies inside them (a button's label) is only their look."""

MEMBERS = frozenset({"list item", "row", "cell", "tree item"})
"""Kinds that hold others: what a click on them reaches may be a link or a button inside."""

FIELDS = frozenset({"text field", "password field", "combo box", "spin box", "terminal", "document"})
"""Kinds that take typed text."""

LABELLED = FIELDS | {"slider", "progress bar"}
"""Kinds that a label beside them names."""

TOGGLES = frozenset({"checkbox", "radio button", "switch", "button", "menu item"})
"""Kinds that can be on or off."""

MEASURES = frozenset({"slider", "spin box", "progress bar", "scrollbar"})
"""Kinds whose value is a number."""

CONTAINERS = frozenset({"toolbar", "menu", "list", "table", "tree", "menu bar", "status bar"})
"""Kinds that help to say where a thing is."""

_CONTROL_TYPES = {
    "button": "Button", "link": "Hyperlink", "text field": "Edit", "password field": "Edit",
    "checkbox": "CheckBox", "radio button": "RadioButton", "menu": "MenuItem", "menu item": "MenuItem",
    "menu bar": "MenuBar", "combo box": "ComboBox", "list": "List", "list item": "ListItem",
    "cell": "DataItem",
    "row": "DataItem", "table": "Table", "tree": "Tree", "tree item": "TreeItem",
    "column header": "HeaderItem",
    "tab": "TabItem", "tab list": "Tab", "toolbar": "ToolBar", "status bar": "StatusBar", "slider": "Slider",
    "spin box": "Spinner", "switch": "Button", "window": "Window", "dialog": "Window", "heading": "Text",
    "label": "Text", "image": "Image", "document": "Document", "terminal": "Document",
    "progress bar": "ProgressBar", "scrollbar": "ScrollBar", "separator": "Separator", "tooltip": "ToolTip",
    "page": "Pane", "area": "Pane",
}  # fmt: skip

_HIDDEN = re.compile("password|密码|密碼|passwort")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def _plain(role: str) -> str:
    """However it is spelled: `MenuItem`, `menu_item`, `menu-item`, `menuitem`."""
    return "".join(_HUMP.sub(" ", role).replace("_", " ").replace("-", " ").casefold().split())


WORDS = frozenset(spelling for word, spellings in SPOKEN.items() for spelling in (word, *spellings))
"""Every word for a kind, as it is written."""

_WORD = {_plain(spelling): word for word, spellings in SPOKEN.items() for spelling in (word, *spellings)}
_MEANT = {_plain(said): frozenset(kinds) for said, kinds in _ALSO.items()}


@lru_cache(maxsize=1024)
def word(role: str) -> str:
    """What people call an element of that role; a description ends in the word for its kind."""
    plain = _plain(role)
    found = _WORD.get(plain)
    if found is None and _HIDDEN.search(plain):
        return "password field"
    if found is None:
        ending = max((each for each in _WORD if len(each) > 3 and plain.endswith(each)), key=len, default="")
        found = _WORD.get(ending)
    return found or " ".join(role.replace("_", " ").replace("-", " ").casefold().split())


def control_type(kind: str) -> str:
    """What UI Automation calls a kind of ours: for agents that know its names only."""
    return _CONTROL_TYPES.get(kind, "Custom")


def known(role: str) -> bool:
    """Whether it is a word for some kind at all."""
    return word(role) in SPOKEN


def one(kind: str) -> str:
    """`a button`, `an area`."""
    return f"{'an' if kind[:1] in tuple('aeiou') else 'a'} {kind}"


def means(said: str | None, role: str) -> bool:
    """Whether an element of the role may be what a person said; a word of no kind rules nothing out."""
    if not said or not known(said) or _plain(said) in _VAGUE:
        return True
    wanted, kind = word(said), word(role)
    return kind == wanted or kind in _MEANT.get(_plain(said), ()) or kind in _MEANT.get(_plain(wanted), ())
