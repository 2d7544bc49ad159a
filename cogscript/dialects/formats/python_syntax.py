"""Python code as syntax: parsed, never run. What it computes from constants is computed here.

Agents write code that moves the pointer. Of that language this room knows constants, simple sums, names
bound to them, imports, calls, `for` over a fixed range, and `with`. Everything else is refused by name.
"""

from __future__ import annotations

import ast
import warnings
from typing import Any

from cogscript.dialects.core.draft import NOT_TEXT, Untranslatable

LONGEST = 2_000_000
"""Characters of one piece of code."""
_LONGEST_TEXT = 100_000
_LONGEST_LIST = 1_000
_LARGEST = 10**12

_UNIT = 100
"""How much of a thing's source an error shows."""


class NotPython(Exception):
    """The text does not parse: why, and on which line, from 1."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


def parse(code: str) -> ast.Module:
    """The syntax tree of a piece of code."""
    if len(code) > LONGEST:
        raise NotPython(f"the code has {len(code):,} characters", 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an odd escape in a plan is no fault of the person's
            return ast.parse(code)
    except SyntaxError as fault:
        raise NotPython(f"this is not Python: {fault.msg}", fault.lineno or 1) from None
    except (RecursionError, MemoryError, ValueError):
        raise NotPython("the code is nested too deep, or is not a text", 1) from None


def dotted(node: ast.expr, aliases: dict[str, str]) -> str:
    """`pyautogui.click` for the name of a call, aliases undone; empty for anything computed."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    names.append(aliases.get(node.id, node.id))
    return ".".join(reversed(names))


def bind_imports(statement: ast.Import | ast.ImportFrom, aliases: dict[str, str]) -> None:
    """Note what an import calls things: `import pyautogui as pg`, `from time import sleep`."""
    module = f"{statement.module}." if isinstance(statement, ast.ImportFrom) and statement.module else ""
    for name in statement.names:
        if name.asname or module:
            aliases[name.asname or name.name] = module + name.name


def constant(node: ast.expr, known: dict[str, Any]) -> Any:
    """The value of an expression of constants; Untranslatable for anything that would have to run."""
    match node:
        case ast.Constant(value=str(text)):
            return _bounded(text)
        case ast.Constant(value=bool() | int() | float() | None as value):
            return value
        case ast.Name(id=name) if name in known:
            return known[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_number(constant(operand, known))
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _number(constant(operand, known))
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return [constant(item, known) for item in items]
        case ast.BinOp(left=left, op=operator, right=right):
            return _computed(operator, constant(left, known), constant(right, known))
        case ast.JoinedStr(values=values):
            return _bounded("".join(str(constant(value, known)) for value in values))
        case ast.FormattedValue(value=value, conversion=-1, format_spec=None):
            return constant(value, known)
        case ast.Subscript(value=value, slice=ast.Constant(value=int(index))):
            listed = constant(value, known)
            if isinstance(listed, list) and -len(listed) <= index < len(listed):
                return listed[index]
    raise Untranslatable(f"`{shown(node)}` would have to be run to know its value")


def _number(value: Any) -> Any:
    if isinstance(value, int | float) and abs(value) < _LARGEST:
        return value
    raise Untranslatable("a number is too large, or is not a number")


def _bounded(text: str) -> str:
    if len(text) > _LONGEST_TEXT:
        raise Untranslatable("a text is too long")
    if NOT_TEXT.search(text):
        raise Untranslatable("a text holds something that is not a character")
    return text


def _computed(operator: ast.operator, left: Any, right: Any) -> Any:
    if isinstance(left, str) and isinstance(right, str) and isinstance(operator, ast.Add):
        return _bounded(left + right)
    if isinstance(left, str) and type(right) is int and isinstance(operator, ast.Mult):
        if right * len(left) > _LONGEST_TEXT:
            raise Untranslatable("a text is too long")
        return left * right
    if isinstance(left, list) and isinstance(right, list) and isinstance(operator, ast.Add):
        return [*left, *right]
    if isinstance(left, list) and type(right) is int and isinstance(operator, ast.Mult):
        if right * len(left) > _LONGEST_LIST:
            raise Untranslatable("a list is too long")
        return left * right
    left, right = _number(left), _number(right)
    match operator:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return _number(left * right)
        case ast.Div() if right:
            return left / right
        case ast.FloorDiv() if right:
            return left // right
    raise Untranslatable("only sums, differences, products and quotients are computed")


def shown(node: ast.AST) -> str:
    """The source of a node, cut short."""
    try:
        text = " ".join(ast.unparse(node).split())
    except RecursionError:
        return "…"
    return text if len(text) <= _UNIT else text[:_UNIT] + "…"
