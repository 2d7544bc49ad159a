"""Elements as computer-use tools list them: `[Button] "Save" (120,50 80x30) enabled id=save`.

What is written here is read by `dialects.formats.tool_calls.element_list`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cogscript.language.model.box import Point
from cogscript.surfaces import roles
from cogscript.surfaces.elements import Element
from cogscript.surfaces.inventory import is_worth_listing

HEADING = "GUI elements in this window:"
_LONGEST = 80


def element_lines(elements: Iterable[Element], corner: Point) -> Iterator[str]:
    """One line an element, counted from a corner: a window's, or the screen's."""
    for each in elements:
        if each.role != "window" and is_worth_listing(each):
            yield _line(each, corner)


def _line(element: Element, corner: Point) -> str:
    rect = element.rect
    parts = [
        f'[{roles.control_type(element.role)}] "{_short(element.name)}"',
        f"({rect.left - corner.x},{rect.top - corner.y} {rect.width}x{rect.height})",
        "enabled" if "enabled" in element.states else "disabled",
    ]
    parts += [state for state in ("checked", "selected", "focused") if state in element.states]
    if element.value:
        parts.append(f'value="{_short(element.value)}"')
    if element.id:
        parts.append(f"id={element.id}")
    return " ".join(parts)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
