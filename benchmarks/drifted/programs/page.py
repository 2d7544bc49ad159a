"""The program as HTML: plain elements with labels, as a careful web designer writes them."""

from __future__ import annotations

import base64
from html import escape
from pathlib import Path

from drifted.programs.core import Node

_HERE = Path(__file__).parent

_LIGHT = {"paper": "#ffffff", "ink": "#111111", "field": "#f4f4f4"}
_DARK = {"paper": "#222222", "ink": "#eeeeee", "field": "#3a3a3a"}


def page(spec: Node) -> str:
    family, size = spec.get("font", ["DejaVu Sans", 11])
    look = {"family": f"'{family}'", "size": f"{size}pt", **(_DARK if spec.get("dark") else _LIGHT)}
    style = "".join(f"--{name}: {value}; " for name, value in look.items())
    sheets = _file("page.css") + (_file("other.css") if spec.get("style") == "other" else "")
    parts = [
        "".join(_menu(menu) for menu in spec.get("menus", [])),
        f"<div class=toolbar>{''.join(_node(each) for each in spec.get('toolbar', []))}</div>",
        _children(spec["body"]),
        *(_dialog(each) for each in spec.get("dialogs", {}).values()),
    ]
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(spec['title'])}</title>"
        f"<style>:root {{ {style} }}\n{sheets}</style><body>{''.join(parts)}"
        f"<script>{_file('page.js')}</script></body></html>"
    )


def _file(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _children(nodes: list[Node]) -> str:
    return "".join(_node(node) for node in nodes)


def _node(node: Node) -> str:
    return _WRITERS[node["kind"]](node)


def _id(identity: str) -> str:
    return f'id="{escape(identity)}"'


def _label(node: Node) -> str:
    return escape(node["label"])


def _labelled(node: Node, control: str) -> str:
    word = "span" if node.get("bare") else f'label for="{escape(node["id"])}"'
    return f"<div class=line><{word}>{_label(node)}</{word.split()[0]}>{control}</div>"


def _field(node: Node) -> str:
    kind = "password" if node.get("secret") else "text"
    enter = " data-enter" if node.get("enter") else ""
    return _labelled(node, f"<input type={kind} autocomplete=off {_id(node['id'])} data-what=typed{enter}>")


def _check(node: Node) -> str:
    on = " checked" if node["on"] else ""
    return (
        f"<p><label><input type=checkbox {_id(node['id'])} data-what=checked{on}> {_label(node)}</label></p>"
    )


def _radio(node: Node) -> str:
    choices = "".join(
        f'<label><input type=radio name="{node["id"]}" {_id(option["id"])} data-what=chose'
        f"{' checked' if not number else ''}> {_label(option)}</label> &emsp;"
        for number, option in enumerate(node["options"])
    )
    return f"<fieldset><legend>{_label(node)}</legend>{choices}</fieldset>"


def _combo(node: Node) -> str:
    options = "".join(
        f'<option value="{escape(option["id"])}">{_label(option)}</option>' for option in node["options"]
    )
    return _labelled(node, f"<select {_id(node['id'])} data-what=select>{options}</select>")


def _list(node: Node) -> str:
    lines = "".join(
        f"<li role=option aria-selected=false {_id(option['id'])} data-what=listed>{_label(option)}</li>"
        for option in node["options"]
    )
    inner = f'<ul role=listbox aria-label="{_label(node)}">{lines}</ul>'
    return f"<fieldset><legend>{_label(node)}</legend>{inner}</fieldset>"


def _button(node: Node) -> str:
    return f"<button type=button {_id(node['id'])} data-what=pressed>{_label(node)}</button>"


def _icon(node: Node) -> str:
    picture = base64.b64encode(Path(node["file"]).read_bytes()).decode()
    return (
        f"<button type=button class=icon {_id(node['id'])} data-what=pressed>"
        f'<img alt="" src="data:image/png;base64,{picture}"></button>'
    )


def _grid(node: Node) -> str:
    return (
        f'<div class=grid style="grid-template-columns: repeat({node["columns"]}, 1fr)">'
        f"{_children(node['children'])}</div>"
    )


def _table(node: Node) -> str:
    heads = "".join(f"<th>{_label(column)}</th>" for column in node["columns"])
    lines = "".join(
        "<tr>"
        + "".join(f"<td>{escape(cell)}</td>" for cell in row["cells"])
        + "".join(f"<td>{_button(button)}</td>" for button in row["buttons"])
        + "</tr>"
        for row in node["rows"]
    )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>"


def _tabs(node: Node) -> str:
    heads = "".join(
        f"<button type=button role=tab aria-selected={'false' if number else 'true'} "
        f"{_id(each['id'])} data-what=tab>{_label(each)}</button>"
        for number, each in enumerate(node["pages"])
    )
    panels = "".join(
        f'<div role=tabpanel data-tab="{escape(each["id"])}"{" hidden" if number else ""}>'
        f"{_children(each['children'])}</div>"
        for number, each in enumerate(node["pages"])
    )
    return f"<div role=tablist>{heads}</div>{panels}"


def _menu(node: Node) -> str:
    lines = "".join(
        f"<li role=none><button type=button role=menuitem {_id(each['id'])} data-what=pressed>"
        f"{_label(each)}</button></li>"
        for each in node["items"]
    )
    return (
        f"<div class=menu><button type=button aria-haspopup=menu {_id(node['id'])} data-what=menu>"
        f"{_label(node)}</button><ul role=menu hidden>{lines}</ul></div>"
    )


def _dialog(node: Node) -> str:
    body = f"<h3>{escape(node['title'])}</h3>{_children(node['body'])}"
    title = f'data-title="{escape(node["title"])}"'
    if node.get("overlay"):
        return f"<div class=overlay {title} hidden><div>{body}</div></div>"
    return f'<dialog aria-label="{escape(node["title"])}" {title}>{body}</dialog>'


_WRITERS = {
    "text": lambda node: f"<p>{_label(node)}</p>",
    "heading": lambda node: f"<h2>{_label(node)}</h2>",
    "field": _field,
    "check": _check,
    "radio": _radio,
    "combo": _combo,
    "list": _list,
    "button": _button,
    "icon": _icon,
    "buttons": lambda node: f"<div class=buttons>{_children(node['children'])}</div>",
    "group": lambda node: (
        f"<fieldset><legend>{_label(node)}</legend>{_children(node['children'])}</fieldset>"
    ),
    "section": lambda node: (
        f"<div class=results {_id(node['id'])} hidden>{_children(node['children'])}</div>"
    ),
    "grid": _grid,
    "display": lambda node: f"<div class=display {_id(node['id'])}>0</div>",
    "table": _table,
    "tabs": _tabs,
}
