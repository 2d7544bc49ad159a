"""When a Maestro flow does something: what is seen, and what a variable is."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.formats.json_values import JsonObject, JsonValue
from cogscript.dialects.scripts.maestro.one_command import STATES, MaestroCommand
from cogscript.dialects.scripts.maestro.text_patterns import alternatives
from cogscript.language.model import variables
from cogscript.language.model.tree import Operation, Value

_SCRIPT = re.compile(r"\s*\$\{(?P<inside>[^{}]*)\}\s*")
_TERM = r"""[A-Za-z_][\w.]*|'[^'\\]*'|"[^"\\]*"|\d{1,9}"""
_COMPARED = re.compile(rf"\s*(?P<left>{_TERM})\s*(?P<sign>===?|!==?)\s*(?P<right>{_TERM})\s*")
_HELD = re.compile(r"\s*(?P<not>!?)\s*(?P<name>[A-Za-z_]\w*)\s*")
_NOTHING = ("", "false", "0", "null", "undefined")
"""What Maestro takes for no."""
_PLATFORM = "maestro.platform"
_ON_ANDROID = re.compile(r"""\s*maestro\.platform\s*===?\s*["']android["']\s*""", re.I)
_KNOWN = ("visible", "notVisible", "platform", "true", "label")
_ONLY = "only `visible`, `notVisible` and comparisons of variables are understood as conditions"


def condition(command: MaestroCommand, when: JsonValue) -> Operation | None:
    """What a block is done on; None for what always holds on the phones that a flow is read for."""
    if not isinstance(when, JsonObject) or when.keys() - {*_KNOWN}:
        raise Untranslatable(_ONLY)
    platform = str(when.get("platform", "android")).casefold()
    if platform != "android":
        raise Untranslatable(f"it is done only on {platform[:20]}, and the flow is read for Android")
    tests: list[Value] = []
    if when.keys() & {"visible", "notVisible"}:
        tests.append(seen_or_not(command, when))
    if "true" in when and (test := holds(when["true"])) is not None:
        tests.append(test)
    if not tests and not when.keys() & {"platform", "true"}:
        raise Untranslatable(_ONLY)
    if "platform" in when or not tests:
        command.draft.repaired(command.span, "the flow is read for Android, where this is always done")
    return _all(tests) if tests else None


def _all(tests: list[Value]) -> Operation:
    first = tests[0]
    return first if len(tests) == 1 and isinstance(first, Operation) else Operation("ALL", {"tests": tests})


def seen_or_not(command: MaestroCommand, given: Mapping[str, JsonValue]) -> Operation:
    """What must be seen, or must not: all of it."""
    tests: list[Value] = [
        seen(command.of(given[key]), key == "notVisible")
        for key in ("visible", "notVisible")
        if given.get(key) is not None
    ]
    if not tests:
        raise Untranslatable(_ONLY)
    return _all(tests)


def seen(command: MaestroCommand, absent: bool, *used: str) -> Operation:
    """The test whether an element is seen, or is not; `used` are fields that are no part of it."""
    command.use("text", "id", "enabled", *used, *(() if absent else STATES))
    text = command.fields.get("text")
    only_text = isinstance(text, str) and not set(command.fields) - {"text", "optional", "label", *used}
    if others := alternatives(str(text)) if only_text else []:
        each = [command.of(other) for other in others]
        tests: list[Value] = [builders.visible(other.target()) for other in each]
        test = Operation("ANY", {"tests": tests})
        return Operation("NOT", {"test": test}) if absent else test
    return builders.visible(command.target(), absent=absent)


def holds(given: JsonValue) -> Operation | None:
    """A condition in Maestro's script, as far as it only compares variables; None where it always holds."""
    script = _SCRIPT.fullmatch(str(given))
    inside = script["inside"] if script else str(given).strip()
    if script is None and inside.casefold() == "true":
        return None
    if script is None:
        raise Untranslatable(f"`{inside[:40]}` is no condition")
    for sign, joined in (("&&", "ALL"), ("||", "ANY")):
        parts = inside.split(sign)
        if len(parts) > 1:
            tests: list[Value] = [_compared(part) for part in parts]
            return Operation(joined, {"tests": tests})
    if _ON_ANDROID.fullmatch(inside):
        return None
    return _compared(inside)


def _compared(text: str) -> Operation:
    if held := _HELD.fullmatch(text):
        name = variables.spell(held["name"])
        nothing: list[Value] = [Operation("EQUALS", {"left": name, "right": each}) for each in _NOTHING]
        test = Operation("ANY", {"tests": nothing})
        return test if held["not"] else Operation("NOT", {"test": test})
    compared = _COMPARED.fullmatch(text)
    if compared is None:
        raise Untranslatable(f"`{text.strip()[:40]}` is a script, which is not run")
    test = Operation("EQUALS", {"left": _term(compared["left"]), "right": _term(compared["right"])})
    return Operation("NOT", {"test": test}) if compared["sign"].startswith("!") else test


def _term(text: str) -> str:
    if text[0] in "'\"":
        return text[1:-1]
    if text.isdecimal():
        return text
    if text == _PLATFORM:
        return "android"
    if text in ("true", "false", "null", "undefined") or "." in text:
        raise Untranslatable(f"`{text[:40]}` is known only to the script that sets it")
    return variables.spell(text)
