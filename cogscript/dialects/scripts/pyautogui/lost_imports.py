"""Code that was cut out of its file: what its names stand for where the imports are not part of it.

People call pyautogui by a few short names. One of them is taken for it where every function that is called
on it is one of pyautogui's; so is a function without a module before it, where the code calls no other way.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from cogscript.dialects.formats.python_syntax import NotPython, parse
from cogscript.dialects.scripts.pyautogui.functions import PYAUTOGUI, QUERIES

USUAL = (
    "pg",
    "pag",
    "pya",
    "pyag",
    "pgui",
    "pyg",
    "py",
    "gui",
    "autogui",
    "pyauto",
    "auto",
    "robot",
    "p",
    "pa",
)
"""What people call pyautogui for short."""
_LOOKING = frozenset({"locateOnScreen", "locateCenterOnScreen", "locateAllOnScreen", "center", "hold",
                      "getWindowsWithTitle", "getActiveWindow"})  # fmt: skip
FUNCTIONS = frozenset({*PYAUTOGUI, *QUERIES, *_LOOKING})
"""All that pyautogui has and is known here."""
_TELLING = frozenset({"typewrite", "moveTo", "dragTo", "dragRel", "moveRel", "keyDown", "keyUp", "mouseDown",
                      "mouseUp", "locateOnScreen", "locateCenterOnScreen", "doubleClick", "rightClick",
                      "hotkey", "hscroll"})  # fmt: skip
"""Functions that hardly anything else is called like."""
_ITS_OWN = frozenset({"typewrite", "locateOnScreen", "locateCenterOnScreen"})
"""Functions that nothing else is called like: agents have a `hotkey` and a `moveTo`, too."""
_CALL = re.compile(rf"(?<![\w.])(?P<name>{'|'.join(USUAL)})\.(?P<function>\w+)\s*\(")
_BOUND = r"\bas[ \t]+{0}\b|^[ \t]*{0}[ \t]*=|\bimport[ \t]+(?:[\w., \t]+,[ \t]*)?{0}\b"


class LostName(NamedTuple):
    """A name that nothing in the code sets, what it is taken for, and where it stands first."""

    name: str
    meant: str
    node: ast.expr


def calls_by_short_name(text: str) -> bool:
    """Whether a text calls functions of pyautogui by one of its usual short names."""
    called: dict[str, set[str]] = defaultdict(set)
    for call in _CALL.finditer(text):
        called[call["name"]].add(call["function"])
    return any(
        functions <= FUNCTIONS and not re.search(_BOUND.format(name), text, re.M)
        for name, functions in called.items()
    )


def calls_bare(text: str) -> bool:
    """Whether a text is Python that calls pyautogui's functions by their names alone, and one of them by a
    name that nothing else has."""
    if not any(f"{name}(" in text for name in _ITS_OWN):
        return False
    try:
        tree = parse(text)
    except NotPython:
        return False
    return any(each.name in _ITS_OWN and "." in each.meant for each in lost_names(tree))


def lost_names(tree: ast.Module) -> Iterator[LostName]:
    """The names of a piece of code that are taken for pyautogui, for its functions, or for `time.sleep`."""
    bound = _bound(tree)
    modules: dict[str, list[ast.Attribute]] = defaultdict(list)
    bare: dict[str, ast.Name] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name)) as function) if name in USUAL:
                modules[name].append(function)
            case ast.Call(func=ast.Name(id=name) as called, args=args) if name not in bound:
                if name in FUNCTIONS and (args or name in ("click", "position")):
                    bare.setdefault(name, called)
    found = False
    for name, functions in modules.items():
        if name not in bound and {each.attr for each in functions} <= FUNCTIONS:
            found = True
            yield LostName(name, "pyautogui", functions[0].value)
    if "sleep" in bare:
        yield LostName("sleep", "time.sleep", bare.pop("sleep"))
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    if found or "pyautogui" in bound | used:
        return
    if any(name in _TELLING for name in bare) or "time" in used or len(bare) > 1:
        for name, called in bare.items():
            yield LostName(name, f"pyautogui.{name}", called)


def _bound(tree: ast.Module) -> set[str]:
    """Every name that the code gives a meaning itself; a star may give it to any."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(names=given) if any(each.name == "*" for each in given):
                names |= FUNCTIONS
            case ast.Import(names=given) | ast.ImportFrom(names=given):
                names |= {(each.asname or each.name).partition(".")[0] for each in given}
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
                names.add(name)
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                names.add(name)
    return names
