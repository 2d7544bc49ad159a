"""What pyautogui finds by a picture: a place that is known only on the screen, and which picture shows it.

The language looks for a picture where it points (`picture=`), so a place that was found keeps the picture's
name until something points there. Whatever else is done with it would have to run.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Any

from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.formats.python_syntax import constant, dotted
from cogscript.language.model.diagnostic import Span

_PARTS = {"pyautogui.locateCenterOnScreen": ("x", "y"),
          "pyautogui.locateOnScreen": ("left", "top", "width", "height")}  # fmt: skip
_CENTER = "pyautogui.center"
_FILE = re.compile(r"[^\s/\\]\.(?:png|jpe?g|bmp|gif|tiff?|webp)$", re.I)
_NOT_KEPT = ("confidence", "grayscale", "region", "minSearchTime")


class OnScreen:
    """A value that is known only on the screen, when it runs."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class LocatedPicture(OnScreen):
    """One number of the place where a picture was found."""

    file: str
    part: str
    steps: int
    """How many steps the plan had when it was looked for."""


def finds(call: ast.expr, aliases: dict[str, str]) -> bool:
    return isinstance(call, ast.Call) and dotted(call.func, aliases) in (*_PARTS, _CENTER)


def find(call: ast.Call, aliases: dict[str, str], known: dict[str, Any], draft: Draft, span: Span) -> Any:
    """The place that a call looks for: a list of its numbers."""
    name = dotted(call.func, aliases)
    if len(call.args) != 1:
        raise Untranslatable(f"{name} does not name one picture")
    given = call.args[0]
    if name == _CENTER:
        area = (
            find(given, aliases, known, draft, span)
            if isinstance(given, ast.Call) and finds(given, aliases)
            else constant(given, known)
        )
        first = area[0] if is_found(area) and len(area) == 4 else None
        if not isinstance(first, LocatedPicture) or call.keywords:
            raise Untranslatable("the center of what is not a picture would have to be run")
        return [LocatedPicture(first.file, part, first.steps) for part in ("x", "y")]
    file = constant(given, known)
    if not isinstance(file, str) or not _FILE.search(file):
        raise Untranslatable(f"{name} does not name a picture")
    for keyword in call.keywords:
        if keyword.arg not in _NOT_KEPT:
            raise Untranslatable(f"`{str(keyword.arg)[:40]}` of {name} is not understood")
        draft.repaired(span, f"`{keyword.arg}` of {name} is not kept")
    return [LocatedPicture(file, part, len(draft.steps)) for part in _PARTS[name]]


def is_found(value: Any) -> bool:
    """Whether a value is, or holds, where a picture was found."""
    if isinstance(value, list):
        return any(is_found(each) for each in value)
    return isinstance(value, LocatedPicture)


def file_of(value: Any) -> str:
    """The picture whose place a value is; empty for any other."""
    first = value[0] if isinstance(value, list) and value else value
    return first.file if is_found(value) and isinstance(first, LocatedPicture) else ""


def is_on_screen(value: Any) -> bool:
    if isinstance(value, list):
        return any(is_on_screen(each) for each in value)
    return isinstance(value, OnScreen)


def refuse_decision(test: ast.expr, known: dict[str, Any]) -> None:
    """What depends on whether a picture is there would have to run."""
    for node in ast.walk(test):
        if isinstance(node, ast.Name) and is_on_screen(known.get(node.id)):
            raise Untranslatable(
                f"`{node.id.strip('<>0123456789')[:40] or 'this'}` is known only on the screen"
            )


def refuse_hidden_decision(value: ast.expr, known: dict[str, Any]) -> None:
    """The same for a value that depends on it: `there = place is not None`."""
    for node in ast.walk(value):
        if isinstance(node, ast.IfExp | ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Call):
            refuse_decision(node, known)


def pictured(x: Any, y: Any, draft: Draft, span: Span) -> str | None:
    """The picture that two arguments point at; None where they are something else."""
    if isinstance(x, str) and y is None and _FILE.search(x):
        return x
    place = x if isinstance(x, list) and y is None else [x, y]
    if not is_found(place):
        return None
    first = place[0]
    parts = tuple(
        each.part if isinstance(each, LocatedPicture) and each.file == first.file else "" for each in place
    )
    if parts not in _PARTS.values():
        raise Untranslatable("the place is computed from where a picture is found")
    if len(draft.steps) > first.steps:
        draft.repaired(span, f"{first.file[:80]} is looked for when it is pointed at, not before")
    return str(first.file)
