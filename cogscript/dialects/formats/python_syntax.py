"""Python code as syntax: parsed, never run. What it computes from constants is computed here.

Agents write code that moves the pointer. Of that language this room knows constants, sums, comparisons, the
simplest functions and methods of texts, names bound to them, and imports. Everything else is refused by name.
"""

from __future__ import annotations

import ast
import operator
import re
import warnings
from typing import Any

from cogscript.dialects.core.draft import NOT_TEXT, Untranslatable

LONGEST = 2_000_000
"""Characters of one piece of code."""
_LONGEST_TEXT = 100_000
_LONGEST_LIST = 1_000
_LARGEST = 10**12
_LARGEST_MADE = 10**6

_PRINTED = re.compile(r"^([ \t]*)print[ \t]+[^\n(=]+[^\n]*$", re.M)
"""A line of the older Python that only prints."""
_PLACEHOLDER = re.compile(r"%[sd]|%%|%")
_SHAPE = re.compile(r"0?\d{0,2}(?:\.\d{1,2})?[dfsx]?")
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
            try:
                return ast.parse(code)
            except SyntaxError as fault:
                if "print" not in (fault.msg or ""):
                    raise
                return ast.parse(_PRINTED.sub(lambda line: f"{line[1]}pass", code))
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
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not constant(operand, known)
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return constants(items, known)
        case ast.Dict(keys=names, values=values) if all(names):
            return {
                _key(constant(name, known)): constant(value, known)
                for name, value in zip(names, values, strict=True)
                if name is not None
            }
        case ast.Attribute(value=ast.Name(id=module), attr=name) if f"{module}.{name}" in known:
            return known[f"{module}.{name}"]
        case ast.Attribute(value=value, attr="x" | "width"):
            return _pair(constant(value, known), node)[0]
        case ast.Attribute(value=value, attr="y" | "height"):
            return _pair(constant(value, known), node)[1]
        case ast.Compare(left=left, ops=operators, comparators=others):
            return _compared(operators, [constant(each, known) for each in (left, *others)], node)
        case ast.BoolOp(op=ast.And(), values=values):
            return all(constant(value, known) for value in values)
        case ast.BoolOp(op=ast.Or(), values=values):
            return any(constant(value, known) for value in values)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return constant(body if constant(test, known) else orelse, known)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _FUNCTIONS:
            return _called(name, constants(args, known), node)
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=args, keywords=[]) if name in _METHODS:
            return _text_made(name, constant(value, known), constants(args, known), node)
        case ast.BinOp(left=left, op=how, right=right):
            return _computed(how, constant(left, known), constant(right, known))
        case ast.JoinedStr(values=values):
            return _bounded("".join(_said(constant(value, known)) for value in values))
        case ast.FormattedValue(value=value, conversion=-1, format_spec=None):
            return constant(value, known)
        case ast.FormattedValue(value=value, conversion=-1, format_spec=ast.JoinedStr(values=[shape])):
            return _shaped(constant(value, known), constant(shape, known), node)
        case ast.Subscript(value=value, slice=index):
            try:
                return constant(value, known)[constant(index, known)]
            except (TypeError, LookupError):
                pass
    raise Untranslatable(f"`{shown(node)}` would have to be run to know its value")


def constants(nodes: list[ast.expr], known: dict[str, Any]) -> list[Any]:
    """The values of several expressions, `*of_a_list` among them."""
    found: list[Any] = []
    for node in nodes:
        value = constant(node.value if isinstance(node, ast.Starred) else node, known)
        if isinstance(node, ast.Starred):
            if not isinstance(value, list):
                raise Untranslatable(f"`{shown(node)}` would have to be run to know its value")
            found += value
        else:
            found.append(value)
    if len(found) > _LONGEST_LIST:
        raise Untranslatable("a list is too long")
    return found


_COMPARISONS: dict[type[ast.cmpop], Any] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Is: operator.is_, ast.IsNot: operator.is_not,
    ast.In: lambda one, many: one in many, ast.NotIn: lambda one, many: one not in many,
}  # fmt: skip
_FUNCTIONS: dict[str, Any] = {
              "str": str, "int": int, "float": float, "len": len, "abs": abs, "round": round, "min": min,
              "max": max, "list": list, "tuple": list, "bool": bool}  # fmt: skip
_METHODS = frozenset({"upper", "lower", "strip", "title", "replace", "join", "split", "format", "capitalize"})
_FROM_OUTSIDE = "__CogName_"
"""How a text begins that is known only when the workflow runs."""


def _key(value: Any) -> Any:
    if isinstance(value, str | int | float):
        return value
    raise Untranslatable("only texts and numbers name the values of a dictionary here")


def _pair(value: Any, node: ast.expr) -> list[Any]:
    if isinstance(value, list) and len(value) == 2:
        return value
    raise Untranslatable(f"`{shown(node)}` would have to be run to know its value")


def _compared(operators: list[ast.cmpop], values: list[Any], node: ast.expr) -> bool:
    if any(isinstance(value, str) and _FROM_OUTSIDE in value for value in values):
        raise Untranslatable(f"`{shown(node)}` would have to be run to know its value")
    try:
        pairs = zip(operators, values, values[1:], strict=False)
        return all(_COMPARISONS[type(how)](left, right) for how, left, right in pairs)
    except TypeError:
        raise Untranslatable(f"`{shown(node)}` would have to be run to know its value") from None


def _called(name: str, given: list[Any], node: ast.expr) -> Any:
    if any(_FROM_OUTSIDE in each for each in given if isinstance(each, str)) and name != "str":
        raise Untranslatable(f"`{shown(node)}` would have to be run to know its value")
    if name == "str":
        return _bounded("".join(map(_said, given)))
    try:
        made = _FUNCTIONS[name](*given)
    except (TypeError, ValueError, OverflowError):
        raise Untranslatable(f"`{shown(node)}` would have to be run to know its value") from None
    return _bounded(made) if isinstance(made, str) else made


def _text_made(name: str, text: Any, given: list[Any], node: ast.expr) -> Any:
    """What a method of a text makes of it."""
    parts = [
        part for each in given for part in (each if name == "join" and isinstance(each, list) else [each])
    ]
    size = len(_said(text)) * (1 + sum(len(_said(part)) for part in parts))
    plain = isinstance(text, str) and _FROM_OUTSIDE not in text and size < _LARGEST_MADE
    shaped = name == "format" and isinstance(text, str) and re.search(r"\{[^{}]+\}", text.replace("{{", ""))
    if not plain or shaped:
        raise Untranslatable(f"`{shown(node)}` would have to be run to know its value")
    try:
        made = getattr(text, name)(*given)
    except (TypeError, ValueError, LookupError):
        raise Untranslatable(f"`{shown(node)}` would have to be run to know its value") from None
    return _bounded(made) if isinstance(made, str) else made


def _shaped(value: Any, shape: Any, node: ast.expr) -> str:
    try:
        if not _SHAPE.fullmatch(str(shape)):
            raise ValueError
        return format(value, shape)
    except (TypeError, ValueError):
        raise Untranslatable(f"`{shown(node)}` would have to be run to know its value") from None


def _filled(text: str, given: list[Any]) -> str:
    """`'%s tea' % kind`."""
    if [mark for mark in _PLACEHOLDER.findall(text) if mark == "%"] or len(
        [mark for mark in _PLACEHOLDER.findall(text) if mark != "%%"]
    ) != len(given):
        raise Untranslatable(f"`{text[:40]}` would have to be run to know what it says")
    rest = iter(given)
    return _bounded(_PLACEHOLDER.sub(lambda mark: "%" if mark[0] == "%%" else _said(next(rest)), text))


def _said(value: Any) -> str:
    """A text or a number as a text; a list has no text here, because it may hold others without end."""
    if value is None or isinstance(value, str | int | float):
        return str(value)
    raise Untranslatable("a list is no text here")


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


def _computed(how: ast.operator, left: Any, right: Any) -> Any:
    if isinstance(left, str) and isinstance(right, str) and isinstance(how, ast.Add):
        return _bounded(left + right)
    if isinstance(left, str) and type(right) is int and isinstance(how, ast.Mult):
        if right * len(left) > _LONGEST_TEXT:
            raise Untranslatable("a text is too long")
        return left * right
    if isinstance(left, str) and isinstance(how, ast.Mod):
        return _filled(left, right if isinstance(right, list) else [right])
    if isinstance(left, list) and isinstance(right, list) and isinstance(how, ast.Add):
        return [*left, *right]
    if isinstance(left, list) and type(right) is int and isinstance(how, ast.Mult):
        if right * len(left) > _LONGEST_LIST:
            raise Untranslatable("a list is too long")
        return left * right
    left, right = _number(left), _number(right)
    match how:
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
        case ast.Mod() if right:
            return left % right
    raise Untranslatable("only sums, differences, products and quotients are computed")


def shown(node: ast.AST) -> str:
    """The source of a node, cut short."""
    try:
        text = " ".join(ast.unparse(node).split())
    except RecursionError:
        return "…"
    return text if len(text) <= _UNIT else text[:_UNIT] + "…"
