"""What each kind of parameter accepts, and what to report about a value that it does not.

One function a kind: None for a good value, else what is wrong with it. Where a parameter asks for a
number or a word, text that holds a variable is good too: its value is looked at when the step runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from cogscript.language.model import box as boxes
from cogscript.language.model import keys, variables
from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import nearest
from cogscript.language.model.operations import KEY_ACTIONS, Kind, Parameter
from cogscript.language.model.tree import Operation, Value

VERSION = 1
"""The newest version of the language that this program knows."""


class Wrong(NamedTuple):
    """What is wrong with a value, and what would be right."""

    code: str
    message: str
    suggestion: str | None = None
    label: str = ""
    advice: str = ""
    item: int | None = None
    """Which item of a list is wrong, where it is not all of it."""


def _holds_variable(value: str) -> bool:
    return variables.PREFIX in value


def describe(value: Value) -> str:
    """What a value is, in a person's words."""
    if isinstance(value, bool):
        return str(value)
    for kind, words in (
        (str, "text"), (int, "a whole number"), (float, "a decimal number"), (Box, "a box"),
        (list, "a list"), (Operation, "an operation"),
    ):  # fmt: skip
        if isinstance(value, kind):
            return words
    return "None"


def _type(parameter: Parameter, value: Value, suggestion: str | None = None) -> Wrong:
    message = f"`{parameter.name}` takes {parameter.kind.value}, not {describe(value)}"
    return Wrong("wrong-type", message, suggestion)


def _written(value: Value) -> str:
    from cogscript.language.write.formatter import format_value  # only for a suggestion

    return format_value(value)


def _text(value: Value, parameter: Parameter) -> Wrong | None:
    if type(value) is str:
        return None
    plain = type(value) in (int, float)
    return _type(parameter, value, f"'{value}'" if plain else None)


def _link(value: Value, parameter: Parameter) -> Wrong | None:
    """A link out of a document keeps the marks that stood around it: no browser opens such a thing."""
    if type(value) is not str or "`" not in value:
        return _text(value, parameter)
    plain = value.replace("`", "").strip()
    return Wrong("bad-link", "a link has no backticks", _written(plain), "leave them out")


def _box(value: Value, parameter: Parameter) -> Wrong | None:
    if type(value) is Box:
        fault = value.fault
        return Wrong("bad-box", fault) if fault else None
    if isinstance(value, str):
        inner = value.strip()
        fits = inner.startswith("[[") and inner.endswith("]]")
        return _type(parameter, value, inner if fits and not _holds_variable(value) else None)
    if not isinstance(value, list):
        return _type(parameter, value)
    if len(value) in (2, 4) and all(type(number) is int for number in value):
        numbers = Box(number for number in value if isinstance(number, int))
        right = str(numbers) if numbers.fault is None else None
        return Wrong("bad-box", "a box has two pairs of brackets: [[a,b,c,d]]", right)
    if len(value) > 1 and all(isinstance(part, list) for part in value):
        return Wrong("bad-box", f"`{parameter.name}` takes one box; here are {len(value)}")
    if len(value) == 1 and isinstance(value[0], list):
        if not all(type(number) is int for number in value[0]):
            return Wrong("bad-box", "a box's numbers are whole numbers from 000 to 999")
        fault = boxes.fault(number for number in value[0] if isinstance(number, int))
        if fault:
            return Wrong("bad-box", fault)
    return Wrong("bad-box", "a box is written [[a,b,c,d]], or [[x,y]] for a point")


def _boxes(value: Value, parameter: Parameter) -> Wrong | None:
    if not isinstance(value, list) or not any(type(item) is Box for item in value):
        return _box(value, parameter)
    for index, item in enumerate(value):
        wrong = _box(item, parameter)
        if wrong is not None:
            return wrong._replace(suggestion=None, item=index)
    return None


def _integer(value: Value, parameter: Parameter) -> Wrong | None:
    if type(value) is int:
        return _at_least(value, parameter)
    if isinstance(value, str):
        if _holds_variable(value):
            return None
        plain = value.strip()
        return _type(parameter, value, plain if plain.isascii() and plain.isdigit() else None)
    right = str(int(value)) if isinstance(value, float) and value.is_integer() else None
    return _type(parameter, value, right)


def _number(value: Value, parameter: Parameter) -> Wrong | None:
    if type(value) is int or type(value) is float:
        return _at_least(value, parameter)
    if isinstance(value, str):
        if _holds_variable(value):
            return None
        plain = value.strip()
        digits = plain.replace(".", "", 1)
        return _type(parameter, value, plain if digits.isascii() and digits.isdigit() else None)
    return _type(parameter, value)


def _at_least(value: float, parameter: Parameter) -> Wrong | None:
    if parameter.minimum is None or value >= parameter.minimum:
        return None
    return Wrong("out-of-range", f"`{parameter.name}` must be at least {parameter.minimum:g}, not {value}")


def _boolean(value: Value, parameter: Parameter) -> Wrong | None:
    if type(value) is bool or (isinstance(value, str) and _holds_variable(value)):
        return None
    word = str(value).capitalize() if isinstance(value, str | int) else ""
    right = {"True": "True", "False": "False", "1": "True", "0": "False"}.get(word)
    return _type(parameter, value, right)


def _key(value: Value, parameter: Parameter) -> Wrong | None:
    if not isinstance(value, str):
        digit = type(value) is int and 0 <= value <= 9
        return _type(parameter, value, f"'{value}'" if digit else None)
    if keys.canonical(value) or _holds_variable(value):
        return None
    if "+" in value.strip("+"):
        return Wrong(
            "unknown-key", f"`{value[:40]}` is several keys", label="one key at a time",
            advice="keys pressed together are a GESTURE: KEY_DOWN, KEY_PRESS, KEY_UP",
        )  # fmt: skip
    guess = keys.nearest_name(value)
    return Wrong(
        "unknown-key", f"there is no key `{value[:40]}`", f"'{guess}'" if guess else None,
        advice="" if guess else "text is entered with TYPE",
    )  # fmt: skip


def _keys(value: Value, parameter: Parameter) -> Wrong | None:
    if isinstance(value, str):
        return _type(parameter, value, _written([value]))
    if not isinstance(value, list):
        return _type(parameter, value)
    return next((wrong for wrong in _wrong_items(value, lambda each: _key(each, parameter))), None)


def _chord(value: Value, parameter: Parameter) -> Wrong | None:
    if not isinstance(value, str):
        return _type(parameter, value)
    if _holds_variable(value):
        return None
    for name in keys.chord(value):
        wrong = _key(name, parameter)
        if wrong is not None:
            guess = keys.nearest_name(name)
            return wrong._replace(suggestion=repr(value.replace(name, guess)) if name and guess else None)
    return None


def _texts(value: Value, parameter: Parameter) -> Wrong | None:
    if isinstance(value, str):
        return _type(parameter, value, _written([value]))
    if not isinstance(value, list):
        return _type(parameter, value)
    return next((wrong for wrong in _wrong_items(value, lambda each: _text(each, parameter))), None)


def _wrong_items(items: list[Value], rule: Callable[[Value], Wrong | None]) -> Iterator[Wrong]:
    for index, item in enumerate(items):
        wrong = rule(item)
        if wrong is not None:
            yield wrong._replace(item=index)


def _variable(value: Value, parameter: Parameter) -> Wrong | None:
    if isinstance(value, str) and variables.sole_name(value) is not None:
        return None
    right = None
    if isinstance(value, str):
        inside = variables.names(value)
        name = inside[0] if inside else value.strip()
        right = f"'{variables.spell(name)}'" if variables.is_name(name) and len(name) < 60 else None
    return Wrong(
        "not-a-variable", f"`{parameter.name}` takes exactly one variable and nothing else", right,
        advice="" if right else "a variable is written __CogName_<name>__",
    )  # fmt: skip


def _value(value: Value, parameter: Parameter) -> Wrong | None:
    return None if isinstance(value, str | int | float) else _type(parameter, value)


def _choice(value: Value, parameter: Parameter) -> Wrong | None:
    if isinstance(value, str) and (value in parameter.choices or _holds_variable(value)):
        return None
    if not isinstance(value, str):
        return _type(parameter, value)
    guess = nearest(value, parameter.choices)
    listed = ", ".join(f"'{choice}'" for choice in parameter.choices)
    return Wrong(
        "unknown-word", f"`{parameter.name}` cannot be `{value[:40]}`",
        f"'{guess}'" if guess else None, advice=f"it is one of {listed}",
    )  # fmt: skip


def _size(value: Value, parameter: Parameter) -> Wrong | None:
    pair = value if isinstance(value, list) and len(value) == 2 else [None]
    if all(type(number) is int and number > 0 for number in pair):
        return None
    return Wrong(
        "wrong-type", f"`{parameter.name}` takes [width, height] in pixels", label="such as [1280, 800]"
    )


def _version(value: Value, parameter: Parameter) -> Wrong | None:
    if type(value) is int and value > VERSION:
        return Wrong(
            "newer-version",
            f"the file is written in version {value} of the language; this program knows version {VERSION}",
            advice="a newer version of cogscript can read it",
        )
    return _integer(value, parameter)


def _test(value: Value, parameter: Parameter) -> Wrong | None:
    return None if isinstance(value, Operation) else _type(parameter, value)


def _tests(value: Value, parameter: Parameter) -> Wrong | None:
    if isinstance(value, Operation):
        return _type(parameter, value, _written([value]))
    if not isinstance(value, list):
        return _type(parameter, value)
    if not value:
        return Wrong("empty-list", f"`{parameter.name}` is an empty list: it holds no test")
    return next((wrong for wrong in _wrong_items(value, lambda each: _test(each, parameter))), None)


def _actions(value: Value, parameter: Parameter) -> Wrong | None:
    if not isinstance(value, list):
        return _type(parameter, value)
    if not value:
        return Wrong("empty-list", f"`{parameter.name}` is an empty list: it presses no key")
    down: dict[str, tuple[str, int]] = {}
    for index, action in enumerate(value):
        wrong = _follow(action, index, down) if isinstance(action, Operation) else _type(parameter, action)
        if wrong:
            return wrong._replace(item=index)
    for written, pressed in down.values():
        return Wrong(
            "key-never-released", f"the key `{written}` is pressed and never released",
            advice=f"end the list with KEY_UP(key='{written}')", item=pressed,
        )  # fmt: skip
    return None


def _follow(action: Operation, index: int, down: dict[str, tuple[str, int]]) -> Wrong | None:
    """Keep account of which keys are down after an action."""
    written = action.arguments.get("key")
    if action.name not in KEY_ACTIONS or not isinstance(written, str) or _holds_variable(written):
        return None
    key = keys.canonical(written)
    if key is None:
        return None
    if action.name == "KEY_DOWN":
        if key in down:
            return Wrong("key-already-down", f"the key `{written}` is pressed while it is down")
        down[key] = (written, index)
    elif action.name == "KEY_UP" and down.pop(key, None) is None:
        return Wrong("key-not-down", f"the key `{written}` is released without being pressed")
    return None


VALUE_RULES: dict[Kind, Callable[[Value, Parameter], Wrong | None]] = {
    Kind.BOX: _box,
    Kind.BOXES: _boxes,
    Kind.TEXT: _text,
    Kind.LINK: _link,
    Kind.PROSE: _text,
    Kind.INTEGER: _integer,
    Kind.NUMBER: _number,
    Kind.BOOLEAN: _boolean,
    Kind.KEY: _key,
    Kind.KEYS: _keys,
    Kind.CHORD: _chord,
    Kind.VARIABLE: _variable,
    Kind.VALUE: _value,
    Kind.CHOICE: _choice,
    Kind.SIZE: _size,
    Kind.VERSION: _version,
    Kind.TEXTS: _texts,
    Kind.FILE: _text,
    Kind.PICTURE: _text,
    Kind.ROWS: _text,
    Kind.WORKFLOW: _text,
    Kind.ACTIONS: _actions,
    Kind.TEST: _test,
    Kind.TESTS: _tests,
}
