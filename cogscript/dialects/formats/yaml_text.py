"""YAML as values that know where they stand, as JSON's do: never as Python objects, never run.

Only what JSON has is made of it: texts, numbers, true and false, null, lists and objects. A text that would
grow beyond all measure through aliases is refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from cogscript.dialects.formats.code_fences import code_fences
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue
from cogscript.language.model.diagnostic import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_VALUES = 200_000
MAX_DEPTH = 100
_BLANKED = re.compile(r"[^\r\n]")
_FENCED = ("", "yaml", "yml")


def _fenced(text: str) -> str:
    """A text with nothing but the YAML of its code fences, each a document of its own, all in their places;
    the text itself where it has no fences."""
    fences = [each for each in code_fences(text) if each[0]["language"].casefold() in _FENCED]
    if not fences:
        return text
    made, at = "", 0
    for opened, closed in fences:
        made += _BLANKED.sub(" ", text[at : opened.start()])
        made += f"{'---':{opened.end() - opened.start() - 1}}\n" + text[opened.end() : closed]
        at = closed
    return made + _BLANKED.sub(" ", text[at:])


class NotYaml(ValueError):
    """The text is not YAML: why, and where."""

    def __init__(self, reason: str, span: Span) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span


def documents(text: str) -> list[JsonValue]:
    """The documents of a YAML text, `---` between them, or of the code fences in a text about them. Raises
    NotYaml."""
    try:
        return _documents(text)
    except NotYaml:
        inside = _fenced(text)
        if inside == text:
            raise
        return _documents(inside)


def _documents(text: str) -> list[JsonValue]:
    import yaml

    try:
        nodes = list(yaml.compose_all(text, Loader=yaml.SafeLoader))
        counted = _Counter()
        return [_value(node, counted, 0) for node in nodes]
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        at = min(mark.index if mark else 0, max(0, len(text) - 1))
        raise NotYaml(f"this is not YAML: {fault.problem or fault.context}", Span(at, at + 1)) from None
    except (yaml.YAMLError, RecursionError, ValueError) as fault:
        reason = fault.reason if isinstance(fault, NotYaml) else "this is not YAML"
        raise NotYaml(reason, Span(0, 1)) from None


class _Counter:
    def __init__(self) -> None:
        self.values = 0

    def one_more(self) -> None:
        self.values += 1
        if self.values > MAX_VALUES:
            raise NotYaml(f"more than {MAX_VALUES:,} values are not a script", Span(0, 1))


def _value(node: Any, counted: _Counter, depth: int) -> JsonValue:
    import yaml

    counted.one_more()
    if depth > MAX_DEPTH:
        raise NotYaml(f"values are nested more than {MAX_DEPTH} deep", Span(0, 1))
    if isinstance(node, yaml.SequenceNode):
        array = JsonArray(node.start_mark.index)
        array.span = _span(node)
        for item in node.value:
            array.append(_value(item, counted, depth + 1))
            array.places.append(_span(item))
        return array
    if isinstance(node, yaml.MappingNode):
        made = JsonObject(node.start_mark.index)
        made.span = _span(node)
        for key, inner in _pairs(node):
            if key in made:
                raise NotYaml(f"`{key[:40]}` is given twice", _span(inner))
            made[key] = _value(inner, counted, depth + 1)
            made.places[key] = _span(inner)
        return made
    return _scalar(node)


def _pairs(node: Any) -> Iterator[tuple[str, Any]]:
    """The keys of an object with their values; what `<<` merges in gives way to the object's own."""
    import yaml

    own = [str(getattr(key, "value", "")) for key, _ in node.value]
    for (key, inner), name in zip(node.value, own, strict=True):
        if key.tag.endswith(":merge"):
            for part in inner.value if isinstance(inner, yaml.SequenceNode) else [inner]:
                if not isinstance(part, yaml.MappingNode) or part is node:
                    raise NotYaml("`<<` merges in something that is no object", _span(inner))
                yield from (pair for pair in _pairs(part) if pair[0] not in own)
        else:
            yield name, inner


def _scalar(node: Any) -> JsonValue:
    """A number only where it says all that is written: `007` and `1.50` stay texts. So do `Yes` and `Off`, as
    for the programs that read flows: they are names of buttons."""
    tag, text = node.tag.rpartition(":")[2], str(node.value)
    if tag == "null":
        return None
    if tag == "bool" and text.casefold() in ("true", "false"):
        return text.casefold() == "true"
    try:
        if tag == "int" and text.lstrip("+-").isdecimal() and len(text) < 30:
            whole = int(text)
            return whole if str(whole) == text else text
        if tag == "float" and len(text) < 30:
            number = float(text)
            return number if repr(number) == text else text
    except ValueError:
        pass
    return text


def _span(node: Any) -> Span:
    return Span(node.start_mark.index, max(node.end_mark.index, node.start_mark.index + 1))
