"""Python code as syntax: parsed, never run. What it computes from constants is computed here.

Agents write code that moves the pointer. Of that language this room knows constants, sums, comparisons, the
simplest functions and methods of texts, names bound to them, and imports. Everything else is refused by name.
"""

from __future__ import annotations

import ast
import operator
import re
import warnings
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from cogscript.dialects.core.draft import NOT_TEXT, Untranslatable
from cogscript.language.model import variables

LONGEST = 2_000_000
"""Characters of one piece of code."""
_LONGEST_TEXT = 100_000
_LONGEST_LIST = 1_000
_LARGEST = 10**12
_LARGEST_MADE = 10**6

_PRINTED = re.compile(r"^([ \t]*)print[ \t]+[^\n(=]+[^\n]*$", re.M)
"""A line of the older Python that only prints."""
_PLACEHOLDER = re.compile(r"%(?P<shape>0?\d{0,2}(?:\.\d{1,2})?)(?P<kind>[sdifx])|%%|%")
_SHAPE = re.compile(r"0?\d{0,2}(?:\.\d{1,2})?[dfsx]?")
_FIELD = re.compile(rf"\{{\d?(?::{_SHAPE.pattern})?\}}")
"""A place of `'{:.2f}'.format(price)` that only says how a number is written."""
_UNIT = 100
"""How much of a thing's source an error shows."""


@dataclass(eq=False)
class OwnObject:
    """An object of a class that the code itself defines: what is known of it."""

    kind: str
    fields: dict[str, Any] = field(default_factory=dict)


class AskedNumber(str):
    """A variable whose text is known only when the workflow runs, where the code makes a number of it."""


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
        reason = re.sub(r" \(detected at line \d+\)", "", fault.msg or "")
        raise NotPython(f"this is not Python: {reason}", fault.lineno or 1) from None
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
            return not truth(operand, known)
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return constants(items, known)
        case ast.ListComp(
            elt=each, generators=[ast.comprehension(target=ast.Name(id=name), iter=values, ifs=tests)]
        ):
            return _gone_through(each, name, constant(values, known), tests, known, node)
        case ast.Dict(keys=names, values=values) if all(names):
            return {
                _key(constant(name, known)): constant(value, known)
                for name, value in zip(names, values, strict=True)
                if name is not None
            }
        case ast.Attribute(value=ast.Name(id=module), attr=name) if f"{module}.{name}" in known:
            return known[f"{module}.{name}"]
        case ast.Attribute(value=value, attr=name):
            return _part(constant(value, known), name, node)
        case ast.Compare(left=left, ops=operators, comparators=others):
            return _compared(operators, [constant(each, known) for each in (left, *others)], node)
        case ast.BoolOp(op=how, values=[*values, last]):
            for value in values:
                if truth(value, known) is isinstance(how, ast.Or):
                    return constant(value, known)
            return constant(last, known)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return constant(body if truth(test, known) else orelse, known)
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
        case ast.Subscript(value=value, slice=ast.Slice(lower=lower, upper=upper, step=step)):
            whole = constant(value, known)
            ends = [constant(each, known) if each else None for each in (lower, upper, step)]
            if isinstance(whole, list | str) and not _is_asked(whole):
                with suppress(TypeError, ValueError):
                    return whole[slice(*ends)]
        case ast.Subscript(value=value, slice=index):
            whole = constant(value, known)
            if not _is_asked(whole):
                with suppress(TypeError, LookupError):
                    return whole[constant(index, known)]
    raise Untranslatable(f"`{shown(node)}` would have to be run to know its value")


def truth(node: ast.expr, known: dict[str, Any]) -> bool:
    """Whether an expression holds; a text that a person will give may hold or not."""
    value = constant(node, known)
    if _is_asked(value):
        raise Untranslatable(f"`{shown(node)}` would have to be run to know its value")
    return bool(value)


def _is_asked(value: Any) -> bool:
    return isinstance(value, str) and _FROM_OUTSIDE in value


def _part(value: Any, name: str, node: ast.expr) -> Any:
    """`place.x`, `size.height`, and what an object of the code itself has."""
    if isinstance(value, OwnObject) and name in value.fields:
        return value.fields[name]
    if isinstance(value, list) and len(value) == 2 and name in _PAIR:
        return value[_PAIR.index(name) % 2]
    raise Untranslatable(f"`{shown(node)}` would have to be run to know its value")


def _gone_through(
    each: ast.expr, name: str, values: Any, tests: list[ast.expr], known: dict[str, Any], node: ast.expr
) -> list[Any]:
    """`[x * 2 for x in values if x]`."""
    if not isinstance(values, list | str) or _is_asked(values) or len(values) > _LONGEST_LIST:
        raise Untranslatable(f"`{shown(node)}` would have to be run to know its value")
    inside = [{**known, name: value} for value in values]
    return [constant(each, here) for here in inside if all(truth(test, here) for test in tests)]


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


def _counted(*limits: Any) -> list[int]:
    if not all(type(each) is int for each in limits):
        raise TypeError
    numbers = range(*limits)
    if len(numbers) > _LONGEST_LIST:
        raise Untranslatable("a list is too long")
    return list(numbers)


_COMPARISONS: dict[type[ast.cmpop], Any] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Is: operator.is_, ast.IsNot: operator.is_not,
    ast.In: lambda one, many: one in many, ast.NotIn: lambda one, many: one not in many,
}  # fmt: skip
_FUNCTIONS: dict[str, Any] = {
              "str": str, "int": int, "float": float, "len": len, "abs": abs, "round": round, "min": min,
              "max": max, "list": list, "tuple": list, "bool": bool, "sum": sum, "sorted": sorted, "chr": chr,
              "ord": ord, "reversed": lambda values: list(values)[::-1], "range": _counted,
              "enumerate": lambda values, start=0: [list(pair) for pair in enumerate(values, start)],
              "zip": lambda *values: [list(each) for each in zip(*values, strict=False)]}  # fmt: skip
_METHODS = frozenset({"upper", "lower", "strip", "lstrip", "rstrip", "title", "replace", "join", "split",
                      "splitlines", "format", "capitalize", "swapcase", "startswith", "endswith", "isdigit",
                      "count", "find", "index", "keys", "values", "items", "get"})  # fmt: skip
_OF_DICTIONARIES = ("keys", "values", "items", "get")
_PAIR = ("x", "y", "width", "height")
_FROM_OUTSIDE = "__CogName_"
"""How a text begins that is known only when the workflow runs."""


def _key(value: Any) -> Any:
    if isinstance(value, str | int | float):
        return value
    raise Untranslatable("only texts and numbers name the values of a dictionary here")


def _compared(operators: list[ast.cmpop], values: list[Any], node: ast.expr) -> bool:
    if any(isinstance(value, str) and _FROM_OUTSIDE in value for value in values):
        raise Untranslatable(f"`{shown(node)}` would have to be run to know its value")
    try:
        pairs = zip(operators, values, values[1:], strict=False)
        return all(_COMPARISONS[type(how)](left, right) for how, left, right in pairs)
    except TypeError:
        raise Untranslatable(f"`{shown(node)}` would have to be run to know its value") from None


def _called(name: str, given: list[Any], node: ast.expr) -> Any:
    if name in ("int", "float") and len(given) == 1 and variables.sole_name(str(given[0])):
        return AskedNumber(given[0])
    inside = [part for each in given for part in (each if isinstance(each, list) else [each])]
    judged = inside if name in ("sorted", "min", "max", "sum") else given
    if any(map(_is_asked, judged)) and name != "str":
        raise Untranslatable(f"`{shown(node)}` would have to be run to know its value")
    if name == "str" and len(given) == 1 and isinstance(given[0], str):
        return given[0]
    if name == "str":
        return _bounded("".join(map(_said, given)))
    try:
        made = _FUNCTIONS[name](*given)
    except (TypeError, ValueError, OverflowError):
        raise Untranslatable(f"`{shown(node)}` would have to be run to know its value") from None
    return _bounded(made) if isinstance(made, str) else made


def _text_made(name: str, text: Any, given: list[Any], node: ast.expr) -> Any:
    """What a method of a text makes of it, or what a dictionary gives."""
    if name not in ("join", "format") and any(map(_is_asked, given[:1])):
        raise Untranslatable(f"`{shown(node)}` would have to be run to know its value")
    if isinstance(text, dict) and name in _OF_DICTIONARIES:
        if name == "get" and 1 <= len(given) <= 2 and isinstance(given[0], str | int | float):
            return text.get(*given)
        if name != "get" and not given:
            return [list(each) if isinstance(each, tuple) else each for each in getattr(text, name)()]
    if isinstance(text, list) and name in ("count", "index"):
        with suppress(TypeError, ValueError):
            return getattr(text, name)(*given)
    parts = [
        part for each in given for part in (each if name == "join" and isinstance(each, list) else [each])
    ]
    size = len(_said(text)) * (1 + sum(len(_said(part)) for part in parts))
    plain = isinstance(text, str) and not _is_asked(text) and size < _LARGEST_MADE
    plain = plain and name not in _OF_DICTIONARIES
    if name == "format" and plain and re.search(r"\{[^{}]+\}", text.replace("{{", "")):
        written = all(isinstance(each, str | int | float) and not _is_asked(each) for each in given)
        plain = written and "{" not in _FIELD.sub("", text)
    if not plain:
        raise Untranslatable(f"`{shown(node)}` would have to be run to know its value")
    try:
        made = getattr(text, name)(*given)
    except (TypeError, ValueError, LookupError):
        raise Untranslatable(f"`{shown(node)}` would have to be run to know its value") from None
    return _bounded(made) if isinstance(made, str) else made


def _shaped(value: Any, shape: Any, node: ast.expr) -> str:
    try:
        if not _SHAPE.fullmatch(str(shape)) or _is_asked(value):
            raise ValueError
        return format(value, shape)
    except (TypeError, ValueError):
        raise Untranslatable(f"`{shown(node)}` would have to be run to know its value") from None


def _filled(text: str, given: list[Any]) -> str:
    """`'%s tea' % kind`."""
    marks = [mark[0] for mark in _PLACEHOLDER.finditer(text)]
    if "%" in marks or len([mark for mark in marks if mark != "%%"]) != len(given):
        raise Untranslatable(f"`{text[:40]}` would have to be run to know what it says")
    rest = iter(given)
    return _bounded(
        _PLACEHOLDER.sub(lambda mark: "%" if mark[0] == "%%" else _placed(mark, next(rest), text), text)
    )


def _placed(mark: re.Match[str], value: Any, text: str) -> str:
    """A value as `%s`, `%02d` or `%.1f` writes it; an answer, which is not known yet, only as it is."""
    if (mark["kind"] == "s" or _is_asked(value)) and not mark["shape"]:
        return _said(value)
    try:
        if _is_asked(value) or not isinstance(value, str | int | float):
            raise TypeError
        return mark[0] % value
    except (TypeError, ValueError, OverflowError):
        raise Untranslatable(f"`{text[:40]}` would have to be run to know what it says") from None


def _said(value: Any) -> str:
    """A text or a number as a text; a list has no text here, because it may hold others without end."""
    if value is None or isinstance(value, str | int | float):
        return str(value)
    raise Untranslatable("a list is no text here")


def _number(value: Any) -> Any:
    if isinstance(value, int | float) and abs(value) < _LARGEST:
        return value
    raise Untranslatable("a number is too large, or is known only when it runs")


def _bounded(text: str) -> str:
    if len(text) > _LONGEST_TEXT:
        raise Untranslatable("a text is too long")
    if NOT_TEXT.search(text):
        raise Untranslatable("a text holds something that is not a character")
    return text


def _computed(how: ast.operator, left: Any, right: Any) -> Any:
    if isinstance(left, AskedNumber) or isinstance(right, AskedNumber):
        raise Untranslatable("what is computed from an answer would have to be run")
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
        case ast.Pow() if abs(left) <= 1_000 and 0 <= right <= 4:
            return _number(left**right)
    raise Untranslatable("only sums, differences, products and quotients are computed")


def shown(node: ast.AST) -> str:
    """The source of a node, cut short."""
    try:
        text = " ".join(ast.unparse(node).split())
    except RecursionError:
        return "…"
    return text if len(text) <= _UNIT else text[:_UNIT] + "…"
