"""What a tool is to a client: its name, its parameters, what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cogscript.language.model.diagnostic import nearest
from cogscript.serving.desk import Desk
from cogscript.serving.tool_answers import Answer

Arguments = Mapping[str, Any]
_LONGEST = 1_000_000
"""Characters of one call's texts: more than a person types, less than a server chokes on."""


@dataclass(frozen=True, slots=True)
class ServedTool:
    name: str
    doc: str
    run: Callable[[Desk, Arguments], Answer]
    """Called in the desk's own thread, with arguments that fit the parameters."""
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """JSON schemas by name."""
    required: tuple[str, ...] = ()

    def misfit(self, arguments: Arguments) -> str:
        """What is wrong with a call, as a sentence; empty when nothing is."""
        for key in arguments:
            if key not in self.parameters:
                near = nearest(key, self.parameters)
                known = ", ".join(self.parameters) or "none"
                hint = f": did you mean `{near}`?" if near else f"; it has: {known}"
                return f"`{self.name}` has no parameter `{key[:40]}`{hint}"
        missing = [key for key in self.required if arguments.get(key) is None]
        if missing:
            said = self.parameters[missing[0]].get("description", "")
            return f"`{self.name}` needs `{missing[0]}`: {said}"
        for key, value in arguments.items():
            wrong = _misfit(value, self.parameters[key])
            if wrong:
                return f"`{key}` of `{self.name}` {wrong}"
        return ""

    @property
    def schema(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "type": "object",
            "properties": {name: dict(schema) for name, schema in self.parameters.items()},
            "additionalProperties": False,
        }
        if self.required:
            found["required"] = list(self.required)
        return found


_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,), "number": (int, float), "boolean": (bool,), "array": (list,), "object": (dict,),
    "integer": (int,),
}  # fmt: skip


def _misfit(value: Any, schema: Any) -> str:
    """Why a value does not fit its parameter; empty when it does. None is as good as leaving it out."""
    wanted = schema.get("type")
    if value is None or wanted is None:
        return ""
    fits = isinstance(value, _TYPES[wanted]) and not (isinstance(value, bool) and wanted != "boolean")
    if not fits:
        return f"must be of type {wanted}, not {type(value).__name__}"
    if isinstance(value, str) and len(value) > _LONGEST:
        return f"has {len(value):,} characters, more than the {_LONGEST:,} that one call may carry"
    if isinstance(value, str) and "\0" in value:
        return "holds a NUL character, which no program takes"
    if isinstance(value, list):
        fewest, most = schema.get("minItems", 0), schema.get("maxItems", len(value))
        if not fewest <= len(value) <= most:
            return f"takes {fewest} values, not {len(value)}"
        return next((f"holds something that {each}" for each in _misfits(value, schema)), "")
    choices = schema.get("enum")
    if choices and value not in choices:
        near = nearest(str(value), choices)
        return f"is one of {', '.join(choices)}" + (f": did you mean `{near}`?" if near else "")
    return ""


def _misfits(values: list[Any], schema: Any) -> Iterator[str]:
    yield from (wrong for each in values if (wrong := _misfit(each, schema.get("items", {}))))


def text(doc: str, *choices: str) -> dict[str, Any]:
    return {"type": "string", "description": doc} | ({"enum": list(choices)} if choices else {})


def number(doc: str) -> dict[str, Any]:
    return {"type": "number", "description": doc}


def flag(doc: str) -> dict[str, Any]:
    return {"type": "boolean", "description": doc}


def listed(doc: str, of: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "description": doc, "items": dict(of)}
