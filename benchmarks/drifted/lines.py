"""The two kinds of file that no recorder writes: plans as CogAgent writes them, and lines by name only."""

from __future__ import annotations

from collections.abc import Mapping

from cogscript.language.model.box import Rect, Size
from drifted.mutations import all_nodes
from drifted.spec import Node
from drifted.task import Task

_TYPES = {
    "button": ("Button", "button"),
    "icon": ("Icon", "button"),
    "field": ("Text input box", "text field"),
    "secret field": ("Password input box", "password field"),
    "check": ("Checkbox", "checkbox"),
    "combo": ("Dropdown", "combo box"),
    "radio option": ("Radio button", "radio button"),
    "combo option": ("Option", "menu item"),
    "list option": ("List item", "list item"),
    "tab": ("Tab", "tab"),
    "menu": ("Menu", "menu"),
    "menu item": ("Menu item", "menu item"),
    "page": ("Scroll", "page"),
}
"""What an element is → what CogAgent calls it, what a person who writes by hand calls it."""

_ICONS = "{shape} icon"


def kinds_of(spec: Node) -> dict[str, str]:
    """Each element's identity → what it is."""
    found = {}
    for node in all_nodes(spec):
        kind = node.get("kind", "")
        for option in node.get("options", []):
            found[option["id"]] = f"{kind} option"
        for page in node.get("pages", []):
            found[page["id"]] = "tab"
        if "id" in node and kind in _TYPES:
            found[node["id"]] = "secret field" if node.get("secret") else kind
    for menu in spec.get("menus", []):
        found[menu["id"]] = "menu"
        found |= {item["id"]: "menu item" for item in menu["items"]}
    return {**found, "page": "page"}


class _Lines:
    def __init__(self, task: Task, screen: Size) -> None:
        self._kinds = kinds_of(task.spec)
        self._labels = {node["id"]: _label(node) for node in all_nodes(task.spec) if "id" in node}
        self.lines = [f"WORKFLOW(title={task.name!r}, screen=[{screen.width},{screen.height}])"]
        for name in task.secrets:
            self.lines.append(f"INPUT(output='__CogName_{name}__', secret=True)")

    def say(self, line: str) -> None:
        self.lines.append(line)

    def text(self) -> str:
        return "\n".join([*self.lines, "END()", ""])


class PlanLines(_Lines):
    """A box of the screen, a type, a name: from the program's true places before anything changed."""

    def __init__(self, task: Task, screen: Size, places: Mapping[str, Rect]) -> None:
        super().__init__(task, screen)
        self._screen = screen
        self._places = places

    def point(self, operation: str, identity: str, **more: object) -> None:
        said = {
            "element_type": _TYPES[self._kinds[identity]][0],
            "element_info": self._labels.get(identity, ""),
            **more,
        }
        box = _box(self._places[identity], self._screen)
        self.say(f"{operation}(box={box}, {_arguments(said)})")


class NameLines(_Lines):
    def point(self, operation: str, identity: str, near: str, **more: object) -> None:
        said = {
            "element_type": _TYPES[self._kinds[identity]][1],
            "element_info": self._labels[identity],
            **({"near": near} if near else {}),
            **more,
        }
        self.say(f"{operation}({_arguments(said)})")


def plan_text(task: Task, screen: Size, places: Mapping[str, Rect]) -> str:
    lines = PlanLines(task, screen, places)
    for step in task.steps:
        step.plan(lines)
    return lines.text()


def names_text(task: Task, screen: Size) -> str:
    lines = NameLines(task, screen)
    for step in task.steps:
        step.names(lines)
    return lines.text()


def _label(node: Node) -> str:
    return _ICONS.format(shape=node["shape"]) if node.get("kind") == "icon" else str(node.get("label", ""))


def _box(place: Rect, screen: Size) -> str:
    sides = (
        (place.left, screen.width),
        (place.top, screen.height),
        (place.right, screen.width),
        (place.bottom, screen.height),
    )
    return "[[" + ",".join(f"{min(999, max(0, side * 1000 // whole)):03d}" for side, whole in sides) + "]]"


def _arguments(said: Mapping[str, object]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in said.items())
