"""The value of `$((…))` and of `((…))`, once its variables are put in."""

from __future__ import annotations

import ast
import re

from cogscript.dialects.core.draft import Untranslatable

_WRITTEN = re.compile(r"[\d\s+*/%()<>=!&|?:-]{1,120}")
_TURNED = {ast.Lt: "__lt__", ast.LtE: "__le__", ast.Gt: "__gt__", ast.GtE: "__ge__", ast.Eq: "__eq__",
           ast.NotEq: "__ne__"}  # fmt: skip


def sum_of(text: str) -> int:
    """The value of a sum; a comparison that holds is 1."""
    refused = Untranslatable(f"`{text.strip()[:40]}` is not a sum")
    if not _WRITTEN.fullmatch(text) or "**" in text:
        raise refused
    as_python = re.sub(r"!(?!=)", " not ", text.replace("&&", " and ").replace("||", " or "))
    if re.search(r"[&|?:]", as_python):
        raise refused
    try:
        # A number with a zero before it counts in eights.
        as_python = re.sub(r"\b0+(\d+)", lambda match: str(int(match[1], 8)), as_python)
        return _computed(ast.parse(as_python.strip(), mode="eval").body)
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError):
        raise refused from None


def _computed(node: ast.expr) -> int:
    match node:
        case ast.Constant(value=int(number)):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_computed(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _computed(operand)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return int(not _computed(operand))
        case ast.BoolOp(op=ast.And(), values=values):
            return int(all(_computed(each) for each in values))
        case ast.BoolOp(op=ast.Or(), values=values):
            return int(any(_computed(each) for each in values))
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in _TURNED:
            return int(getattr(_computed(left), _TURNED[type(operator)])(_computed(right)))
        case ast.BinOp(left=left, op=operator, right=right):
            first, second = _computed(left), _computed(right)
            match operator:
                case ast.Add():
                    return first + second
                case ast.Sub():
                    return first - second
                case ast.Mult():
                    return first * second
                case ast.Div():
                    return int(first / second)
                case ast.Mod():
                    return first - second * int(first / second)
    raise SyntaxError
