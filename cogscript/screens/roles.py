"""What kinds of element are called: by the accessibility services, by people, and in `.cog` files.

The recorder writes the word people use as element_type, and a target given by hand may say it in any
of these words.
"""

from __future__ import annotations

_SAID: dict[str, tuple[str, ...]] = {
    "button": ("push button", "toggle button", "push button menu", "按钮", "clickable", "可点击"),
    "link": ("hyperlink", "链接", "超链接"),
    "text field": (
        "text", "entry", "edit", "text box", "textbox", "input", "input box", "text input", "textfield",
        "text input box", "text area", "textarea", "editbar", "autocomplete", "search box", "search field",
        "文本输入框", "文本框", "输入框", "搜索框",
    ),
    "password field": ("password text", "password", "password box", "secure text field", "密码框"),
    "checkbox": ("check box", "复选框"),
    "radio button": ("radio", "单选按钮"),
    "menu": ("菜单",),
    "menu item": ("check menu item", "radio menu item", "tearoff menu item", "菜单项", "option"),
    "combo box": ("combobox", "drop down", "dropdown", "drop down list", "select", "下拉框"),
    "list": ("list box", "listbox", "列表"),
    "list item": ("listitem", "列表项"),
    "cell": ("table cell", "table row", "data item", "单元格"),
    "table": ("tree table", "grid", "表格"),
    "tree": ("树",),
    "tree item": ("树节点",),
    "column header": ("table column header", "row header", "table row header"),
    "tab": ("page tab", "tab item", "标签页", "选项卡"),
    "toolbar": ("tool bar", "工具栏"),
    "tab list": ("page tab list", "tab group"),
    "status bar": ("statusbar", "状态栏"),
    "slider": ("滑块",),
    "spin box": ("spin button", "spinner", "spinbutton"),
    "switch": ("toggle", "开关"),
    "window": ("frame", "dialog", "alert", "窗口", "对话框"),
    "heading": ("标题",),
    "label": ("static", "static text", "text leaf", "文字标签"),
    "image": ("icon", "graphic", "图片", "图标"),
    "document": ("document web", "document frame", "document text", "document", "web area", "文档"),
    "terminal": ("终端",),
    "scrollbar": ("scroll bar", "滚动条"),
    "page": ("scroll pane", "viewport", "滚动"),
    "area": (
        "panel", "filler", "section", "group", "grouping", "form", "paragraph", "pane", "block",
        "layered pane", "split pane", "root pane", "internal frame", "区域",
    ),
}  # fmt: skip

_WORD = {spelling: word for word, spellings in _SAID.items() for spelling in (word, *spellings)}

ACTED_ON = frozenset(
    (
        *("button", "link", "text field", "password field", "checkbox", "radio button", "menu", "menu item"),
        *("combo box", "list item", "cell", "tree item", "column header", "tab", "slider", "spin box"),
        *("switch", "terminal"),
    )
)
"""Kinds that a person clicks; what lies inside them (a button's label) is only their look."""

FIELDS = frozenset({"text field", "password field", "combo box", "spin box", "terminal", "document"})
"""Kinds that take typed text."""

CONTAINERS = frozenset(("toolbar", "menu", "list", "table", "tree", "menu bar", "status bar"))
"""Kinds that help to say where a thing is."""


def word(role: str) -> str:
    """What people call an element of that role."""
    plain = role.strip().casefold().replace("_", " ").replace("-", " ")
    return _WORD.get(plain, plain)


def means(said: str | None, role: str) -> bool:
    """Whether an element of the role may be what a person said; a word of no kind rules nothing out."""
    if not said:
        return True
    wanted = word(said)
    return wanted not in _SAID or wanted == word(role)
