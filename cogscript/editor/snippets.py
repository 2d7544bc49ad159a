"""Operations and values as snippets: what must be given, with places to fill in."""

from __future__ import annotations

import re

from cogscript.language.model.operations import OPERATIONS, Kind, Parameter, Spec, Target
from cogscript.language.model.variables import spell
from cogscript.language.syntax.strings import quote

_PLACE = re.compile(r"\$\{\d+:?((?:\\.|[^}\\])*)\}|\$\d+")
_ESCAPED = re.compile(r"\\([$}\\])")

_SHAPES = {
    Kind.BOX: "[[{}]]",
    Kind.BOXES: "[[{}]]",
    Kind.SIZE: "[{}]",
    Kind.TEXTS: "['{}']",
    Kind.KEYS: "['{}']",
    Kind.ACTIONS: "[{}]",
    Kind.TESTS: "[{}]",
    Kind.TEST: "{}",
    Kind.INTEGER: "{}",
    Kind.NUMBER: "{}",
    Kind.BOOLEAN: "{}",
    Kind.VERSION: "{}",
}
"""How a value of a kind is written around what is filled in; the others are texts."""

_HINTS = {
    Kind.BOX: "left,top,right,bottom",
    Kind.BOXES: "left,top,right,bottom",
    Kind.SIZE: "width, height",
    Kind.BOOLEAN: "True",
}


def value(parameter: Parameter, place: int) -> str:
    """A value with a place to fill in."""
    if parameter.kind is Kind.VARIABLE:
        return _variable(place)
    hint = _HINTS.get(parameter.kind, "")
    if parameter.choices:
        hint = parameter.choices[0]
    filled = f"${{{place}:{escape(hint)}}}" if hint else f"${place}"
    return _SHAPES.get(parameter.kind, "'{}'").format(filled)


def _variable(place: int) -> str:
    before, after = spell("\0").split("\0")
    return f"'{before}${{{place}:name}}{after}'"


def argument(parameter: Parameter, place: int = 1) -> str:
    return f"{parameter.name}={value(parameter, place)}"


def operation(spec: Spec) -> str:
    """An operation with what it must be given; a block with its body and its end."""
    first = ", ".join(argument(each, place) for place, each in enumerate(_wanted(spec), 1))
    line = f"{spec.name}({first})"
    if spec.role != "opener":
        return line
    branches = [
        name for name, each in OPERATIONS.items() if each.opener == spec.name and each.role == "branch"
    ]
    middle = f"{branches[0]}()\n  \n" if spec.needs_branch and branches else ""
    return f"{line}\n  $0\n{middle}END_{spec.name}()"


def _wanted(spec: Spec) -> list[Parameter]:
    """What must be given: required parameters, and one way to say what a target or a choice is."""
    names = [each.name for each in spec.parameters if each.required]
    if spec.one_of and not set(names) & {name for group in spec.one_of for name in group}:
        names.append(spec.one_of[0][0])
    if spec.target is Target.NAMED and "element_info" not in names:
        names.append("element_info")
    return [each for each in spec.parameters if each.name in names]


def escape(text: str) -> str:
    """A text that says itself in a snippet."""
    return re.sub(r"([$}\\])", r"\\\1", text)


def plain(snippet: str) -> str:
    """A snippet for an editor that knows none: what stands in its places is left out."""
    return _ESCAPED.sub(r"\1", _PLACE.sub("", snippet))


def quoted(text: str) -> str:
    return quote(text)
