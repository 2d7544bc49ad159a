"""YAML as values that know where they stand, as JSON's do: never as Python objects, never run.

Only what JSON has is made of it: texts, numbers, true and false, null, lists and objects. A text that would
grow beyond all measure through aliases is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue
from cogscript.language.model.diagnostic import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_VALUES = 200_000
MAX_DEPTH = 100


class NotYaml(ValueError):
    """The text is not YAML: why, and where."""

    def __init__(self, reason: str, span: Span) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span


def documents(text: str) -> list[JsonValue]:
    """The documents of a YAML text, `---` between them. Raises NotYaml."""
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
            made[key] = _value(inner, counted, depth + 1)
            made.places[key] = _span(inner)
        return made
    return _scalar(node)


def _pairs(node: Any) -> Iterator[tuple[str, Any]]:
    for key, inner in node.value:
        yield str(getattr(key, "value", "")), inner


def _scalar(node: Any) -> JsonValue:
    tag, text = node.tag.rpartition(":")[2], str(node.value)
    if tag == "null":
        return None
    if tag == "bool":
        return text.casefold() in ("true", "yes", "on")
    try:
        if tag == "int" and text.lstrip("+-").isdecimal() and len(text) < 30:
            return int(text)
        if tag == "float" and len(text) < 30:
            return float(text)
    except ValueError:
        pass
    return text


def _span(node: Any) -> Span:
    return Span(node.start_mark.index, max(node.end_mark.index, node.start_mark.index + 1))
