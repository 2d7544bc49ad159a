"""`cog look`: what cogscript sees on a screen, as arguments to copy into a workflow."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import TYPE_CHECKING, Any

from cogscript.language.model.diagnostic import CogError, Diagnostic, Fault
from cogscript.settings import load_settings

if TYPE_CHECKING:
    from cogscript.language.model.box import Point
    from cogscript.surfaces.inventory import ListedElement
    from cogscript.surfaces.look import Look
    from cogscript.surfaces.protocol import Surface

_POLL = 0.01


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--window", metavar="TITLE", help="only this window: part of its title; boxes are of the window")
    add("--app", metavar="NAME", help="only the window of this program")
    add("--screen", default="", metavar="NAME", help="which screen: desktop by default")
    add("--text", action="store_true", help="list the lines of text that are read, too")
    add("--all", action="store_true", help="list every element, also nameless ones that only hold others")
    add("--marks", metavar="FILE.png", help="save the picture with the elements' numbers drawn on it")
    add("--json", action="store_true", help="print everything as one JSON object")
    one = parser.add_mutually_exclusive_group().add_argument
    one("--at", metavar="X,Y", help="only the element at this pixel")
    one("--point", action="store_true", help="only the element you click next")


def main(arguments: argparse.Namespace) -> int:
    from cogscript.surfaces import default_surface, open_surface
    from cogscript.surfaces.inventory import entries
    from cogscript.surfaces.look import Look

    at = _pixel(arguments.at) if arguments.at else None
    settings = load_settings()
    root = open_surface(arguments.screen or settings.run.screen or default_surface(), settings=settings)
    try:
        surface = _part(root, arguments.window, arguments.app)
        if arguments.point:
            at = _pressed(root)
        look = Look(surface)
        listed = [_at(look, at)] if at is not None else entries(look, everything=arguments.all)
        if arguments.marks:
            _save_marks(look, listed, arguments.marks)
        lines = look.lines() if arguments.text else ()
        if arguments.json:
            print(json.dumps(_json(look, listed, lines if arguments.text else None), ensure_ascii=False))
        else:
            _print(look, listed, lines, arguments.text)
        return 0
    finally:
        root.close()


def _pixel(text: str) -> Point:
    from cogscript.language.model.box import Point

    x, comma, y = text.partition(",")
    if not (comma and x.strip().isdecimal() and y.strip().isdecimal()):
        raise CogError(
            [Diagnostic("usage", f"`--at {text}` is no pixel", advice="write it like --at 640,400")]
        )
    return Point(int(x), int(y))


def _part(root: Surface, title: str | None, app: str | None) -> Surface:
    """The window that is asked for, brought to the front; else the whole screen."""
    if not (title or app):
        return root
    from cogscript.surfaces.capabilities import Windows
    from cogscript.surfaces.views import WindowView, matching

    windows = root.need(Windows).windows()
    found = matching(windows, title, app)
    if len(found) != 1:
        said = "no window matches" if not found else f"{len(found)} windows match"
        there = ", ".join(f"`{each.title}`" for each in found or windows) or "none"
        raise Fault("target-missing", f"{said}; there are: {there}")
    view = WindowView(root, found[0])
    view.prepare()
    view.settle()
    return view


def _pressed(root: Surface) -> Point:
    """Where the person clicks next."""
    from cogscript.surfaces.capabilities import PersonsHand, Pointer

    hand, pointer = root.need(PersonsHand), root.need(Pointer)
    print("click the thing you want to know about (Ctrl+C ends)", file=sys.stderr)
    while hand.is_pressing():
        time.sleep(_POLL)
    while not hand.is_pressing():
        time.sleep(_POLL)
    return pointer.pointer()


def _at(look: Look, point: Point) -> ListedElement:
    from cogscript.surfaces.inventory import ListedElement, box_of

    service = look.surface.elements
    element = service.at(point) if service is not None else None
    if element is None:
        why = "no program here tells its elements" if service is None else "no element is known there"
        raise Fault("nothing-there", f"at {point.x},{point.y}: {why}", "see the text there with `--text`")
    return ListedElement(1, element, box_of(element.rect, look.surface))


def _save_marks(look: Look, listed: list[ListedElement], path: str) -> None:
    from cogscript.surfaces.inventory import marked

    try:
        marked(look, listed).save(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Fault("unwritable", f"the picture cannot be saved as {path}: {reason}") from error


def _print(look: Look, listed: list[ListedElement], lines: Any, with_text: bool) -> None:
    from cogscript.language.write.formatter import format_value
    from cogscript.surfaces.inventory import box_of, listing

    for line in listing(listed):
        print(line)
    if with_text:
        print("# text")
        for line in lines:
            print(f"element_info={format_value(line.text)}, box={box_of(line.rect, look.surface)}")
    if look.surface.elements is None:
        print("note: no program here tells its elements: `--text` lists what can be read", file=sys.stderr)
    elif not look.elements.complete:
        print(f"note: not everything is listed: {look.elements.reason}", file=sys.stderr)


def _json(look: Look, listed: list[ListedElement], lines: Any) -> dict[str, Any]:
    from cogscript.surfaces.inventory import box_of

    surface = look.surface
    shown: dict[str, Any] = {
        "surface": surface.described,
        "frame": list(surface.frame),
        "elements": [entry.to_json() for entry in listed],
        "complete": look.elements.complete,
        "reason": look.elements.reason,
    }
    if lines is not None:
        shown["text"] = [
            {"text": line.text, "box": [list(box_of(line.rect, surface))], "rect": list(line.rect)}
            for line in lines
        ]
    return shown
