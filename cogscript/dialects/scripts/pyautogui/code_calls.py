"""One call in a piece of Python: its arguments by their names, as far as they are constants."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from typing import Any

from cogscript.dialects.core.draft import Draft, DraftStep, Untranslatable
from cogscript.dialects.formats.python_syntax import constant, dotted
from cogscript.dialects.scripts.pyautogui.called import TIMING, Called, Tracked
from cogscript.dialects.scripts.pyautogui.functions import CONSTANTS, OTHER_NAMES, SIGNATURES
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.tree import Operation

_RANDOM = ("random.uniform", "random.randint", "random.randrange")
_NEAR = {"x": 200, "y": 200, "seconds": 600}
"""How far apart the ends of a random number may be for its mean to do."""
_TOGETHER = ("hotkey", "shortcut")
"""Functions that take keys one by one, or one list of them."""


class CallReader(ABC):
    """What is known where a call stands: names, imports, the pointer, and what was said above it."""

    def __init__(self, draft: Draft, pointer: Tracked, description: str) -> None:
        self.draft = draft
        self.pointer = pointer
        self.description = description
        self.known: dict[str, Any] = {f"pyautogui.{name}": value for name, value in CONSTANTS.items()}
        self.known["__name__"] = "__main__"
        self.aliases: dict[str, str] = {}
        self.made = 0
        """How many values have a name of their own that the code does not give them."""
        self.asked = 0

    @abstractmethod
    def span(self, node: ast.AST) -> Span: ...

    @abstractmethod
    def value(self, node: ast.expr) -> Any: ...

    @abstractmethod
    def values(self, nodes: list[ast.expr]) -> list[Any]: ...

    def called(self, function: str, names: tuple[str, ...], call: ast.Call) -> Called:
        given: dict[str, Any] = {}
        # How a movement speeds up and slows down is a function, and changes nothing of where it goes.
        args = [each for at, each in enumerate(call.args) if names[at : at + 1] != ("tween",)]
        places = [name for name in names[: len(call.args)] if name != "tween"]
        if function not in _TOGETHER and len(places) == len(args):
            named = [pair for pair in zip(places, args, strict=True) if not self._is_only_timing(*pair)]
            places = [name for name, _ in named]
            args = [self._mean(*pair) for pair in named]
        values = self.values(args)
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

    def _mean(self, name: str, given: ast.expr) -> ast.expr:
        """A random pause, or a random place within an element: the mean of it, which is said."""
        if name in _NEAR and (ends := self._random_ends(given)) and ends[1] - ends[0] <= _NEAR[name]:
            mean = round(sum(ends) / 2, 3)
            mean = int(mean) if mean == int(mean) else mean
            said = f"a random number from {ends[0]:g} to {ends[1]:g} is {mean:g} here"
            self.draft.repaired(self.span(given), said)
            return ast.copy_location(ast.Constant(mean), given)
        return given

    def _random_ends(self, given: ast.expr) -> list[float] | None:
        """The least and the greatest of what a random number may be."""
        ends: Any = None
        match given:
            case ast.Call(func=random, args=[low, high], keywords=[]) if (
                dotted(random, self.aliases) in _RANDOM
            ):
                ends = [constant(each, self.known) for each in (low, high)]
            case ast.Call(func=random, args=[choices], keywords=[]) if (
                dotted(random, self.aliases) == "random.choice"
            ):
                ends = constant(choices, self.known)
        if not isinstance(ends, list) or not ends:
            return None
        if not all(isinstance(each, int | float) and not isinstance(each, bool) for each in ends):
            return None
        return [min(ends), max(ends)]

    def _is_only_timing(self, name: str, value: ast.expr) -> bool:
        """Whether it only says how fast, and that is known only when it runs: said, and not kept."""
        if name not in TIMING:
            return False
        try:
            constant(value, self.known)
        except Untranslatable:
            self.draft.repaired(self.span(value), f"{name} is known only when it runs, and is not kept")
            return True
        return False

    def _keyword(
        self, function: str, names: tuple[str, ...], keyword: ast.keyword, given: dict[str, Any]
    ) -> None:
        if keyword.arg == "tween" or self._is_only_timing(keyword.arg or "", keyword.value):
            return
        value = self.value(self._mean(keyword.arg or "", keyword.value))
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

    def add(self, operation: Operation, node: ast.AST) -> DraftStep:
        _make_plain(operation)
        description, self.description = self.description, ""
        if operation.body is None:
            return self.draft.add(operation, self.span(node), description)
        with self.draft.nested(Operation(operation.name, operation.arguments), self.span(node), description):
            for inner in operation.body:
                self.draft.add(inner, self.span(node))
        return self.draft.steps[-1]


def _make_plain(operation: Operation) -> None:
    """Of a text that is known to be an answer or a column only the text is kept."""
    operation.arguments = {
        name: str(value) if isinstance(value, str) else value for name, value in operation.arguments.items()
    }
    for inner in operation.body or ():
        _make_plain(inner)


def _acts_at_pointer(node: ast.AST) -> bool:
    """Whether it is a call that acts where the pointer is: told by its name, whatever it is called on."""
    if not isinstance(node, ast.Call):
        return False
    function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    takes = SIGNATURES.get(function, ())
    if "xOffset" in takes:
        return True
    named = {keyword.arg for keyword in node.keywords}
    return "x" in takes and len(node.args) <= takes.index("x") and not named & {"x", None}


def needs_pointer(statements: list[ast.stmt]) -> bool:
    """Whether something is done where the pointer happens to be: not where a call before it has put it."""
    is_placed = False
    for statement in statements:
        calls = [node for node in ast.walk(statement) if isinstance(node, ast.Call)]
        if not isinstance(statement, ast.Expr):
            inner = [getattr(statement, name, []) for name in ("body", "orelse", "finalbody")]
            inner += [handler.body for handler in getattr(statement, "handlers", [])]
            if any(needs_pointer(each) for each in inner if isinstance(each, list)):
                return True
            if not any(inner) and any(map(_acts_at_pointer, calls)):
                return True
            is_placed = is_placed and not any(inner)
        elif any(map(_acts_at_pointer, calls)):
            if not is_placed:
                return True
        elif any("x" in SIGNATURES.get(getattr(call.func, "attr", ""), ()) for call in calls):
            is_placed = True
    return False
