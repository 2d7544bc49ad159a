"""One call in a piece of Python: its arguments by their names, as far as they are constants."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from typing import Any

from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.formats.python_syntax import constant, constants, dotted
from cogscript.dialects.scripts.pyautogui.code_pictures import find, finds, refuse_hidden_decision
from cogscript.dialects.scripts.pyautogui.functions import CONSTANTS, OTHER_NAMES, WINDOWS, Called, Tracked
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.tree import Operation

_LOCATED = "<picture>"
_TOGETHER = ("hotkey", "shortcut")
"""Functions that take keys one by one, or one list of them."""


class CallReader(ABC):
    """What is known where a call stands: names, imports, the pointer, and what was said above it."""

    def __init__(self, draft: Draft, pointer: Tracked, description: str) -> None:
        self.draft = draft
        self.pointer = pointer
        self.description = description
        self.known: dict[str, Any] = {f"pyautogui.{name}": value for name, value in CONSTANTS.items()}
        self.aliases: dict[str, str] = {"pg": "pyautogui"}

    @abstractmethod
    def span(self, node: ast.AST) -> Span: ...

    def called(self, function: str, names: tuple[str, ...], call: ast.Call) -> Called:
        given: dict[str, Any] = {}
        # How a movement speeds up and slows down is a function, and changes nothing of where it goes.
        args = [each for at, each in enumerate(call.args) if names[at : at + 1] != ("tween",)]
        places = [name for name in names[: len(call.args)] if name != "tween"]
        values = constants([self.located(each) for each in args], self.known)
        if function in _TOGETHER and values:
            # hotkey takes the keys one by one, or one list of them.
            given["keys"] = values[0] if len(values) == 1 and isinstance(values[0], list) else values
        elif len(values) > len(names):
            raise Untranslatable(f"{function} takes {len(names)} arguments, and is given {len(values)}")
        else:
            spread = len(values) > len(places)
            given = dict(zip(names if spread else places, values, strict=False))
        for keyword in call.keywords:
            self._keyword(function, names, keyword, given)
        if function in _TOGETHER and "keys" not in given:
            given["keys"] = given.pop("args", None)
        return Called(function, given, self.draft, self.span(call), self.pointer)

    def _keyword(
        self, function: str, names: tuple[str, ...], keyword: ast.keyword, given: dict[str, Any]
    ) -> None:
        if keyword.arg == "tween":
            return
        value = constant(self.located(keyword.value), self.known)
        more = {keyword.arg: value} if keyword.arg is not None else value
        if not isinstance(more, dict):
            raise Untranslatable("arguments that are unpacked cannot be read without running it")
        for name, each in more.items():
            known = OTHER_NAMES.get(name, name)
            if known != name and known in names and name not in names and known not in given:
                self.draft.repaired(self.span(keyword), f"`{name}` of {function} is read as `{known}`")
                name = known
            if name in given:
                raise Untranslatable(f"{function} is given `{name}` twice")
            given[name] = each

    def located(self, node: ast.expr) -> ast.expr:
        """An expression; one that looks for a picture, as a name for what it finds."""
        match node:
            case ast.Call() if finds(node, self.aliases):
                self.known[_LOCATED] = find(node, self.aliases, self.known, self.draft, self.span(node))
                return ast.copy_location(ast.Name(_LOCATED, ast.Load()), node)
            case ast.Starred(value=value):
                return ast.copy_location(ast.Starred(self.located(value), ast.Load()), node)
        refuse_hidden_decision(node, self.known)
        return node

    def add(self, operation: Operation, node: ast.AST) -> None:
        description, self.description = self.description, ""
        if operation.body is None:
            self.draft.add(operation, self.span(node), description)
            return
        with self.draft.nested(Operation(operation.name, operation.arguments), self.span(node), description):
            for inner in operation.body:
                self.draft.add(inner, self.span(node))

    def window(self, call: ast.Call) -> Operation | None:
        """`getWindowsWithTitle('Tea')[0].activate()`."""
        match call.func:
            case ast.Attribute(
                value=ast.Subscript(value=ast.Call() as found, slice=ast.Constant(value=0)), attr=name
            ) if name in WINDOWS and dotted(found.func, self.aliases).endswith("getWindowsWithTitle"):
                titles = constants(found.args, self.known)
                if len(titles) == 1 and isinstance(titles[0], str) and not call.args and not call.keywords:
                    return Operation("WINDOW", {"action": name, "title": titles[0]})
        return None
