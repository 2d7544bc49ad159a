"""The value of an expression that calls something: the display's size, the pointer's place, a window, an
answer, a function of the code itself. What is left is constants, which `python_syntax` computes.
"""

from __future__ import annotations

import ast
import math
import re
from abc import abstractmethod
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, quote_plus

from cogscript.dialects.core.draft import DraftStep, Untranslatable
from cogscript.dialects.formats.python_syntax import constant, constants, dotted, shown
from cogscript.dialects.scripts.pyautogui import code_paths
from cogscript.dialects.scripts.pyautogui.code_calls import CallReader
from cogscript.dialects.scripts.pyautogui.code_pictures import OnScreen, find, finds, refuse_hidden_decision
from cogscript.dialects.scripts.pyautogui.code_tables import OpenFile, column_text, table_read
from cogscript.dialects.scripts.pyautogui.functions import ASKING
from cogscript.language.model import variables
from cogscript.language.model.tree import Operation, Value

NOTHING = object()
"""What a call gives of which nothing is known."""
_COMPUTED: dict[str, Callable[..., str]] = {
    "urllib.parse.quote": quote, "urllib.parse.quote_plus": quote_plus,
    **code_paths.COMPUTED,
}  # fmt: skip
_CALCULATED: dict[str, Callable[..., float]] = {
    f"math.{each.__name__}": each
    for each in (math.sin, math.cos, math.tan, math.radians, math.degrees, math.sqrt, math.floor, math.ceil,
                 math.hypot, math.atan2, math.fabs)
}  # fmt: skip
HELD = ("keyboard.is_pressed", "mouse.is_pressed", "win32api.GetAsyncKeyState", "win32api.GetKeyState")
"""What asks whether a person holds a key: so a script is stopped."""
_PURE = frozenset(
    {"pyautogui.size", "pyautogui.resolution", *_COMPUTED, *_CALCULATED, *HELD, *code_paths.FOLDERS}
)
_CONSTANTS: dict[str, float | str] = {
    "math.pi": math.pi, "math.tau": math.tau, "math.e": math.e,
    "os.sep": "/", "os.path.sep": "/", "os.curdir": code_paths.HERE,
}  # fmt: skip
_ARGUMENTS = "sys.argv"
_OWN_FILE = "__file__"
_UNDER_A_CONDITION = (
    ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp,
)  # fmt: skip
_STRIPPED = r"(?s)^\s*(.*?)\s*$"
_MADE = re.compile(r"<\d+>")
"""A name that a value has here and not in the code."""
_CLIPBOARD = ("pyperclip.paste", "clipboard.paste")


@dataclass(frozen=True, slots=True)
class FoundWindow(OnScreen):
    """A window by a part of its title; the active one has none."""

    title: str | None


@dataclass(slots=True)
class TakenPicture:
    """A picture of the screen that is kept in a name until it is saved."""

    step: DraftStep = field(repr=False)


class Values(CallReader):
    """Knows what a call gives, where that can be told."""

    def value(self, node: ast.expr) -> Any:
        """The value of an expression; Untranslatable for anything that would have to run."""
        try:
            return constant(self.resolved(node), self.known)
        except Untranslatable as refusal:
            if not _MADE.search(refusal.reason):
                raise
            raise Untranslatable(f"`{shown(node)}` would have to be run to know its value") from None

    def value_or_nothing(self, node: ast.expr) -> Any:
        try:
            return self.value(node)
        except Untranslatable:
            return NOTHING

    def values(self, nodes: list[ast.expr]) -> list[Any]:
        return constants([self.resolved(node) for node in nodes], self.known)

    def resolved(self, node: ast.expr) -> ast.expr:
        """The expression with a name in the place of each call whose value is known."""
        made = node
        if any(
            isinstance(inner, ast.Call | ast.Attribute | ast.Subscript)
            or (isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Div))
            or self._is_imported(inner)
            for inner in ast.walk(node)
        ):
            made = _Resolver(self).visit(deepcopy(node))  # the code may be gone through again
        refuse_hidden_decision(made, self.known)
        return made

    def _is_imported(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and (
            node.id == _OWN_FILE or self.aliases.get(node.id, "") in _CONSTANTS
        )

    def call_value(self, call: ast.Call) -> Any:
        """What a call gives; NOTHING where that is not known. It is done, if it does anything."""
        name = dotted(call.func, self.aliases)
        if self.is_own(call):
            return self.own_value(call)
        if finds(call, self.aliases):
            return find(call, self.aliases, self.known, self.draft, self.span(call))
        if name in ("pyautogui.size", "pyautogui.resolution") and self.draft.screen:
            return list(self.draft.screen)
        if name == "pyautogui.position" and not call.args:
            return list(self.pointer.place or self.pointer.here())
        if name == "pyautogui.screenshot":
            return TakenPicture(self.do_call(call)[-1])
        if name in ASKING:
            return self.ask(call, self.fresh_name("answer"))
        if name in _CLIPBOARD:
            return self.paste(call, self.fresh_name("clipboard"))
        if name in HELD:
            said = "that a person holds a key is not asked: it goes on until the run is stopped"
            self.draft.repaired(self.span(call), said)
            return False if name.endswith("is_pressed") else 0
        if name in _COMPUTED and not call.keywords:
            given = constants(call.args, self.known)
            if given and all(isinstance(each, str) and variables.PREFIX not in each for each in given):
                with suppress(TypeError):
                    return _COMPUTED[name](*given)
        if name in code_paths.FOLDERS and not call.args:
            self.draft.repaired(self.span(call), code_paths.OWN_FOLDER)
            return code_paths.FOLDERS[name]()
        if isinstance(call.func, ast.Attribute) and (path := self._path_called(call, call.func)) is not None:
            return path
        if name in _CALCULATED and not call.keywords:
            return self._calculated(name, constants(call.args, self.known))
        if name.endswith("getWindowsWithTitle") and len(call.args) == 1:
            title = constant(call.args[0], self.known)
            return [FoundWindow(title)] if isinstance(title, str) else NOTHING
        if (table := table_read(name, call, self.value_or_nothing)) is not None:
            return table
        if name == "open" and call.args:
            file = self.value_or_nothing(call.args[0])
            return OpenFile(file) if isinstance(file, str) else NOTHING
        if name.endswith("getActiveWindow"):
            return FoundWindow(None)
        if name == "asyncio.run" and len(call.args) == 1 and isinstance(call.args[0], ast.Call):
            return self.own_value(call.args[0])
        return self.own_value(call)

    def _path_called(self, call: ast.Call, function: ast.Attribute) -> str | None:
        """`folder.joinpath('tea.png')`; None where it is no path's method."""
        match function.value:
            case ast.Name(id=name) if isinstance(path := self.known.get(name), code_paths.PathText):
                given = [self.value_or_nothing(each) for each in call.args]
                if all(isinstance(each, str) for each in given):
                    return code_paths.called(path, function.attr, given)
        return None

    def _calculated(self, name: str, given: list[Any]) -> Any:
        if not all(isinstance(each, int | float) for each in given):
            return NOTHING
        try:
            return _CALCULATED[name](*given)
        except (TypeError, ValueError, OverflowError):
            return NOTHING

    def named_value(self, name: str, node: ast.expr) -> Any:
        """What a module holds under a name; NOTHING where that is not known."""
        if name == _ARGUMENTS:
            self.draft.repaired(self.span(node), "the script is read as it does without arguments")
            return [""]
        if name == _OWN_FILE:
            self.draft.repaired(self.span(node), code_paths.OWN_FOLDER)
            return code_paths.SCRIPT
        return _CONSTANTS.get(name, NOTHING)

    @abstractmethod
    def is_own(self, call: ast.Call) -> bool: ...

    @abstractmethod
    def own_value(self, call: ast.Call) -> Any:
        """What a function or a class of the code itself gives."""

    @abstractmethod
    def do_call(self, call: ast.Call, output: str | None = None) -> list[DraftStep]:
        """Do a call of a known function; the steps that it became."""

    def ask(self, call: ast.Call, name: str) -> str:
        self.do_call(call, output=variables.spell(name))
        return variables.spell(name)

    def paste(self, call: ast.Call, name: str) -> str:
        self.add(Operation("QUOTE_CLIPBOARD", {"output": variables.spell(name)}), call)
        return variables.spell(name)

    def asks_for(self, call: ast.expr, name: str) -> Any:
        """A person's answer, or the clipboard, that the code keeps under a name: `n = int(input('…'))`."""
        match call:
            case ast.Call(func=ast.Name(id="int" | "float" | "str"), args=[inner], keywords=[]):
                given = self.asks_for(inner, name)
                if given is NOTHING:
                    return NOTHING
                self.known["<asked>"] = given
                asked = ast.copy_location(ast.Name("<asked>", ast.Load()), inner)
                whole = ast.Call(func=call.func, args=[asked], keywords=[])
                return constant(ast.copy_location(whole, call), self.known)
            case ast.Call(func=ast.Attribute(value=inner, attr="strip"), args=[], keywords=[]):
                given = self.asks_for(inner, name)
                if given is not NOTHING and self._is_pasted(inner):
                    stripped: dict[str, Value] = {
                        "text": str(given),
                        "pattern": _STRIPPED,
                        "output": str(given),
                    }
                    self.add(Operation("EXTRACT", stripped), call)
                return given
            case ast.Call() if dotted(call.func, self.aliases) in ASKING and not self.is_own(call):
                return self.ask(call, name)
            case ast.Call() if dotted(call.func, self.aliases) in _CLIPBOARD:
                return self.paste(call, name)
        return NOTHING

    def _is_pasted(self, node: ast.expr) -> bool:
        """Whether it is the clipboard's text: what stands around that is typed, too."""
        calls = [inner for inner in ast.walk(node) if isinstance(inner, ast.Call)]
        return any(dotted(inner.func, self.aliases) in _CLIPBOARD for inner in calls)

    def fresh_name(self, name: str) -> str:
        """A variable's name that the plan does not have yet."""
        self.asked += 1
        return name if self.asked == 1 else f"{name}{self.asked}"


class _Resolver(ast.NodeTransformer):
    """Puts a name in the place of each call whose value is known; the inner ones first, as Python does it.

    Of what is done only under a condition (`a() if b else c`, a comprehension) no call is done that acts.
    """

    def __init__(self, reader: Values) -> None:
        self._reader = reader
        self._calls = True

    def visit(self, node: ast.AST) -> Any:
        if not isinstance(node, _UNDER_A_CONDITION):
            return super().visit(node)
        calls, self._calls = self._calls, False
        try:
            return self.generic_visit(node)
        finally:
            self._calls = calls

    def visit_Await(self, node: ast.Await) -> Any:
        return self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = dotted(node.func, self._reader.aliases)
        if name not in (
            *ASKING,
            "asyncio.run",
            "pyautogui.center",
            "pyautogui.screenshot",
        ):  # these read theirs themselves
            self.generic_visit(node)
        if not self._calls and name not in _PURE:
            return node
        return self._named(self._reader.call_value(node), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        text = column_text(node, self._reader.value_or_nothing)
        if text is not None:
            return self._named(text, node)
        self.generic_visit(node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        value = self._reader.named_value(dotted(node, self._reader.aliases), node)
        if value is NOTHING:
            self.generic_visit(node)
            path = self._path(node.value)
            part = code_paths.part_of(path, node.attr) if path is not None else None
            value = NOTHING if part is None else part
        return self._named(value, node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """`folder / 'tea.png'`."""
        self.generic_visit(node)
        path = self._path(node.left) if isinstance(node.op, ast.Div) else None
        behind = self._reader.value_or_nothing(node.right) if path is not None else None
        if path is None or not isinstance(behind, str):
            return node
        return self._named(code_paths.PathText(code_paths.joined(path, behind)), node)

    def _path(self, node: ast.expr) -> code_paths.PathText | None:
        value = self._reader.known.get(node.id) if isinstance(node, ast.Name) else None
        return value if isinstance(value, code_paths.PathText) else None

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self._reader.known:
            return node
        name = node.id if node.id == _OWN_FILE else self._reader.aliases.get(node.id, "")
        return self._named(self._reader.named_value(name, node), node)

    def _named(self, value: Any, node: ast.expr) -> ast.expr:
        """A name for a value; the expression as it is where there is none."""
        if value is NOTHING:
            return node
        reader = self._reader
        reader.made += 1
        reader.known[f"<{reader.made}>"] = value
        return ast.copy_location(ast.Name(f"<{reader.made}>", ast.Load()), node)
