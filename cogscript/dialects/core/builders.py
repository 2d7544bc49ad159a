"""The operations that every dialect needs, built in one place: clicks, chords, scrolls, texts.

Importers give what they found (a button, a count, names of keys); exporters ask back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cogscript.dialects.core.draft import Untranslatable
from cogscript.language.model import keys
from cogscript.language.model.box import Box
from cogscript.language.model.operations import OPERATIONS
from cogscript.language.model.tree import Operation, Value

BUTTONS = {"left": "left", "right": "right", "middle": "middle", "wheel": "middle", "1": "left",
           "2": "middle", "3": "right", "primary": "left", "secondary": "right"}  # fmt: skip

_CLICKS = {
    ("left", 1): "CLICK", ("left", 2): "DOUBLE_CLICK", ("left", 3): "TRIPLE_CLICK",
    ("right", 1): "RIGHT_CLICK", ("middle", 1): "MIDDLE_CLICK",
}  # fmt: skip

CLICKS = {name: (button, count) for (button, count), name in _CLICKS.items()}
"""Each click of the language: its button and how often."""

DIRECTIONS = ("up", "down", "left", "right")

_CHARACTERS = {
    "\n": "Return", "\r": "Return", "\t": "Tab", " ": "Space", "\b": "Backspace", "\x1b": "Escape",
    "⌘": "Command", "⌃": "Ctrl", "⌥": "Alt", "⇧": "Shift", "↵": "Return", "⏎": "Return", "⌫": "Backspace",
    "⎋": "Escape", "⇥": "Tab", "↑": "Up", "↓": "Down", "←": "Left", "→": "Right",
}  # fmt: skip
"""Keys that some agents name by the character they make."""
_PREFIX = re.compile(r"\A(?:Key\.|KEYCODE_|XF86|VK_|Key(?=[A-Z]\Z)|Digit(?=\d\Z))")
"""What libraries and browsers write before the names of keys: `Key.enter`, `KeyA`, `Digit1`."""
_AROUND_PLUS = re.compile(r"\s*\+\s*")
_BETWEEN_KEYS = re.compile(r"(?<=\w)\s*\+\s*(?=[\w+])")
"""A plus that joins two keys; in `ctrl +` it is a key."""
_JOINTS = re.compile(r"\s*\+\s*|\s+")


def arguments(**given: Value) -> dict[str, Value]:
    """Arguments without those that are None."""
    return {name: value for name, value in given.items() if value is not None}


def button_named(name: str) -> str:
    found = BUTTONS.get(name.strip().casefold())
    if found is None:
        raise Untranslatable(f"there is no mouse button `{name[:40]}`")
    return found


def click(box: Box | None, button: str = "left", count: int = 1, **more: Value) -> list[Operation]:
    """One click, or several where the language has no word for so many with that button."""
    button = button_named(button)
    if not 1 <= count <= 10:
        raise Untranslatable(f"a click has 1 to 10 clicks, not {count}")
    name = _CLICKS.get((button, count))
    if name:
        return [Operation(name, arguments(box=box, **more))]
    return [Operation(_CLICKS[button, 1], arguments(box=box, **more)) for _ in range(count)]


def _canonical(name: str) -> str | None:
    """The key that an agent means, by any name that libraries and people have for it."""
    name = _CHARACTERS.get(name, name)
    return keys.canonical(name.strip() or name) or keys.canonical(_PREFIX.sub("", name.strip()))


def key_named(name: str) -> str:
    """How a `.cog` file writes the key; Untranslatable for a name that is no key."""
    key = _canonical(name)
    if key is None:
        near = keys.nearest_name(name)
        raise Untranslatable(
            f"there is no key `{name[:40]}`", f"did it mean {near}?" if near else "see `cog ops KEY_PRESS`"
        )
    return keys.label(key)


def split_keys(text: str) -> list[str]:
    """The names in `ctrl+shift+t`, `ctrl c`, or one name of several words: `page down`."""
    if text in _CHARACTERS:
        return [text]
    text = _BETWEEN_KEYS.sub("+", text.strip())
    for apart in (text.split(), text.split("-")):
        # `alt left` and `alt-left` are two keys, though `Alt_L` and `AltLeft` are one.
        if len(apart) > 1 and is_modifier(apart[0]) and all(map(keys.canonical, apart)):
            return apart
    if keys.canonical(text):
        return [text]
    names = _JOINTS.split(text)
    if names[-2:] == ["", ""]:
        names[-2:] = ["+"]  # `ctrl++`
    if not all(names):
        raise Untranslatable(f"a key is missing in `{text[:40]}`")
    if len(names) == 1 and "-" in text:  # `ctrl-c`; `page-down` was found above
        names = [name for name in text.split("-") if name]
    return names


def chord(names: Sequence[str], **more: Value) -> Operation:
    """Keys pressed together: KEY_PRESS for one, GESTURE for several, released in reverse order."""
    labels = [key_named(name) for name in names]
    if not labels:
        raise Untranslatable("no key is named")
    *held, last = labels
    if not held:
        return Operation("KEY_PRESS", arguments(key=last, **more))
    actions: list[Value] = [Operation("KEY_DOWN", {"key": key}) for key in held]
    actions.append(Operation("KEY_PRESS", {"key": last}))
    actions += [Operation("KEY_UP", {"key": key}) for key in reversed(held)]
    return Operation("GESTURE", arguments(actions=actions, **more))


def is_modifier(name: str) -> bool:
    return _canonical(name) in _MODIFIERS


def presses(names: Sequence[str]) -> list[Operation]:
    """Keys pressed together; one that is named again is pressed again: `down+down`, `ctrl+z+z`."""
    if len({name.casefold() for name in names}) == len(names):
        return [chord(names)]
    held = [name for name in names if is_modifier(name)]
    others = [name for name in names if name not in held]
    if not others:
        held, others = [], held  # `shift+shift`
    return repeated([chord([*dict.fromkeys(held), name]) for name in others])


def strokes(text: str) -> list[Operation]:
    """The presses in a text: `ctrl+a`, `ctrl c`, `page down`; one after the other in `ctrl+a Delete`,
    `Tab Tab Return`."""
    joined = _AROUND_PLUS.sub("+", text.strip()) if text not in _CHARACTERS else text
    words = joined.split()
    if "+" not in joined and len(words) > 1 and all(map(keys.canonical, words)):
        held = [word for word in words if is_modifier(word)]
        if held:  # `v ctrl`: whichever comes first, a modifier is held for the others
            return presses([*held, *(word for word in words if word not in held)])
    apart = (
        "+" in joined or (not is_modifier(words[0]) and all(map(keys.canonical, words))) if words else False
    )
    if len(words) > 1 and apart and not keys.canonical(joined):
        return repeated([press for word in words for press in presses(split_keys(word))])
    return presses(split_keys(text))


def repeated(operations: Sequence[Operation]) -> list[Operation]:
    """The same key pressed several times in a row as one KEY_PRESS with `times`."""
    made: list[Operation] = []
    for operation in operations:
        before = made[-1] if made else None
        if (
            before is not None
            and operation.name == "KEY_PRESS" == before.name
            and (before.arguments["key"] == operation.arguments["key"])
        ):
            times = before.arguments.get("times", 1)
            before.arguments["times"] = times + 1 if isinstance(times, int) else 2
        else:
            made.append(operation)
    return made


_MODIFIERS = frozenset(
    f"{side}_{key}" for side in ("left", "right") for key in ("ctrl", "shift", "alt", "super")
)


def chord_keys(operation: Operation) -> list[str] | None:
    """The keys of a KEY_PRESS, or of a GESTURE that is a plain chord; None for any other gesture."""
    if operation.name == "KEY_PRESS":
        key = operation.arguments.get("key")
        return [key] if isinstance(key, str) and keys.canonical(key) else None
    actions = operation.arguments.get("actions")
    if operation.name != "GESTURE" or not isinstance(actions, list):
        return None
    strokes = [
        (action.name, keys.canonical(str(action.arguments.get("key"))))
        for action in actions
        if isinstance(action, Operation) and action.arguments.keys() == {"key"}
    ]
    *held, last = [key for name, key in strokes if name in ("KEY_DOWN", "KEY_PRESS")] or [None]
    plain = [
        *(("KEY_DOWN", key) for key in held),
        ("KEY_PRESS", last),
        *(("KEY_UP", key) for key in reversed(held)),
    ]
    if len(strokes) != len(actions) or strokes != plain or None in (*held, last):
        return None
    return [keys.label(key) for key in (*held, last) if key]


def scroll(direction: str, notches: float, box: Box | None, **more: Value) -> Operation:
    """Notches of the wheel; a negative count turns it the other way."""
    direction = direction.strip().casefold()
    if direction not in DIRECTIONS:
        raise Untranslatable(f"`{direction[:40]}` is not a direction to scroll in")
    if 0 < abs(notches) < 0.5:
        raise Untranslatable(f"it scrolls by {notches:g}, which is less than a notch")
    if notches < 0:
        direction = DIRECTIONS[DIRECTIONS.index(direction) ^ 1]
    return Operation(
        f"SCROLL_{direction.upper()}", arguments(box=box, step_count=abs(round(notches)), **more)
    )


PIXELS_A_NOTCH = 100
MOST_NOTCHES = 20
"""What is more than this, and is called a distance, is pixels."""


def notches_of(pixels: float) -> int:
    """How often the wheel turns for so many pixels: at least once, unless there are none."""
    turned = max(1, round(abs(pixels) / PIXELS_A_NOTCH)) if pixels else 0
    return turned if pixels >= 0 else -turned


LONGEST_TOUCH = 60
"""Seconds that a finger or a button is held, or on its way: a number above it is of milliseconds."""


def touch_seconds(number: float) -> float | int:
    """The seconds of so many milliseconds."""
    return int(number // 1000) if number % 1000 == 0 else number / 1000


def opened(address: str) -> Operation:
    """A page. One that is counted from the page before it is known only to a browser that shows that one."""
    if address.strip().startswith(("/", ".", "#", "?")):
        raise Untranslatable(f"the address `{address[:60]}` is counted from another that is not in the plan")
    return Operation("LAUNCH", {"url": address})


_MOST_ROUNDS = 1_000_000
ENDLESS = f"the loop goes on without end; here it fails after {_MOST_ROUNDS:,} rounds"


def endless() -> Operation:
    """A loop that nothing in the script ends; ENDLESS says what becomes of it."""
    test = Operation("EQUALS", {"left": "1", "right": "1"})
    return Operation("WHILE", {"test": test, "limit": _MOST_ROUNDS})


def visible(where: Mapping[str, Value], *, absent: bool = False) -> Operation:
    """The test whether an element is seen, or is not. What the test cannot look by refuses it."""
    known = {parameter.name for parameter in OPERATIONS["VISIBLE"].parameters}
    unknown = sorted(where.keys() - known - {"optional"})
    if unknown:
        raise Untranslatable(f"whether an element is seen is not told by its {' and '.join(unknown)}")
    test = Operation("VISIBLE", {name: value for name, value in where.items() if name in known})
    return Operation("NOT", {"test": test}) if absent else test


def typed(text: str, box: Box | None = None, **more: Value) -> Operation:
    """Text to enter; one line break at its end is the Return key."""
    enter = text.endswith("\n") and len(text) > 1
    if enter:
        text = text[:-1].removesuffix("\r")
    return Operation("TYPE", arguments(box=box, text=text, **more, enter=True if enter else None))
