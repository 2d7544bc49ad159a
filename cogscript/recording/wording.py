"""Steps → operations: the box of what was hit, its kind and name, and a comment that says it in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cogscript.language import keys, variables
from cogscript.language.box import GRID, LIMIT, Box, Point, Rect, Size, from_pixels, from_point
from cogscript.language.tree import Operation, Value, Workflow
from cogscript.recording.events import Recording, Target
from cogscript.recording.steps import Step

_NOTHING = Target(Rect(0, 0, 0, 0))

SMALL = 8
"""Pixels to each side of a place that only its point is known of."""
PATIENCE = 10
"""Seconds to wait for what a step before brought up."""
LONGEST_NAME = 80
LONGEST_QUOTE = 48

_PLACE_MATTERS = frozenset(
    (
        *("area", "page", "document", "window", "terminal", "list", "table", "tree", "slider", "scrollbar"),
        *("canvas", "drawing area"),
    )
)
"""Kinds in which it matters where a click goes: the middle would be another click."""

_VERBS = {
    "CLICK": "Click", "DOUBLE_CLICK": "Double-click", "TRIPLE_CLICK": "Triple-click",
    "RIGHT_CLICK": "Right-click", "MIDDLE_CLICK": "Middle-click", "HOVER": "Point at",
    "LONG_PRESS": "Press and hold",
}  # fmt: skip

_EVERYDAY = {
    f"{side}_{key}": word
    for side in ("left", "right")
    for key, word in (("ctrl", "Ctrl"), ("alt", "Alt"), ("super", "Super"), ("shift", "Shift"))
}


def to_workflow(steps: Sequence[Step], recording: Recording, title: str) -> Workflow:
    """The workflow that the steps are, with its header, its secrets' INPUTs, and its END."""
    writer = _Writer(recording.size)
    operations = [operation for step in steps for operation in writer.operations(step)]
    arguments: dict[str, Value] = {"title": title} if title else {}
    arguments["screen"] = [recording.size.width, recording.size.height]
    if recording.platform:
        arguments["platform"] = recording.platform
    end = Operation("END", leading=writer.waiting)
    return Workflow([Operation("WORKFLOW", arguments), *writer.inputs(), *operations, end])


class _Writer:
    def __init__(self, size: Size) -> None:
        self._size = size
        self._window = ""
        self._windows: set[str] = set()
        """Every window that a step was in."""
        self._scrolled = False
        self._secrets: dict[tuple[str, str], str] = {}
        """The variable of each secret field, by its window and name."""
        self.waiting: list[str] = []
        """Comments whose place is above the next operation."""

    def inputs(self) -> list[Operation]:
        return [
            Operation("INPUT", {"output": variables.spell(name), "secret": True, "prompt": _prompt(field)})
            for (_, field), name in self._secrets.items()
        ]

    def operations(self, step: Step) -> list[Operation]:
        if not step.name:
            self.waiting += [f"# {note}" for note in step.notes] + [""]
            return []
        arguments = self._arguments(step)
        notes = [*step.notes, *self._outside(step)]
        texts = _apart(str(arguments["text"])) if step.name == "TYPE" and not step.secret_field else []
        made = [Operation(step.name, self._complete(step, arguments))]
        if len(texts) > 1:
            made = self._in_parts(made[0], texts)
        window = (step.target or step.focus or _NOTHING).window
        self._wait_for_new(step, made)
        comment = self._comment(step, arguments)
        if window and _same_window(window) != _same_window(self._window):
            self._window = window
            comment += f" in the window {_quote(_same_window(window))}"
            if not self.waiting or self.waiting[-1]:
                self.waiting.append("")
        made[made[0].name == "WAIT_FOR"].leading = [
            *self.waiting,
            *(f"# {_one_line(note)}" for note in notes),
            f"# {comment}",
        ]
        self.waiting = []
        return made

    def _in_parts(self, operation: Operation, texts: Sequence[str]) -> list[Operation]:
        """A text that would be read as a variable, entered in pieces that are not."""
        enter = operation.arguments.pop("enter", None)
        parts = [operation] + [Operation("TYPE", {"text": text}) for text in texts[1:]]
        operation.arguments["text"] = texts[0]
        if enter is not None:
            parts[-1].arguments["enter"] = enter
        return parts

    # --- arguments -------------------------------------------------------------------------------

    def _arguments(self, step: Step) -> dict[str, Value]:
        arguments = dict(step.arguments)
        if step.name.startswith("SCROLL_"):
            count = arguments["step_count"]
            arguments["step_count"] = max(1, round(count if isinstance(count, (int, float)) else 1))
        if step.name == "GESTURE":
            arguments["actions"] = [
                *(Operation("KEY_DOWN", {"key": keys.label(key)}) for key in step.held),
                *(Operation("KEY_PRESS", {"key": keys.label(key)}) for key in step.presses),
                *(Operation("KEY_UP", {"key": keys.label(key)}) for key in reversed(step.held)),
            ]
        if step.secret_field:
            arguments["text"] = variables.spell(self._secret(step.focus))
        return arguments

    def _complete(self, step: Step, arguments: dict[str, Value]) -> dict[str, Value]:
        """The arguments with the place and what is there."""
        if step.at is None:
            return arguments
        placed: dict[str, Value] = {"box": self._box(step.at, step.target, step.name)}
        if step.to is not None:
            placed["to"] = self._small(step.to)
        if step.target:
            if step.target.role and step.target.role != "area":
                placed["element_type"] = step.target.role
            name = _one_line(step.target.name)[:LONGEST_NAME]
            if name and not variables.names(name):
                placed["element_info"] = name
        return {**placed, **arguments}

    def _wait_for_new(self, step: Step, made: list[Operation]) -> None:
        """Give time to what a step before brought up: a menu, a new window, what was scrolled into view."""
        hit = step.target or step.focus or _NOTHING
        window = _one_line(_same_window(hit.window))
        fresh = bool(window and self._windows and window not in self._windows)
        self._windows.add(window)
        # Only an element's own box can be waited for: a place inside of a document has no name of its own.
        box = made[0].arguments.get("box")
        own = hit.role and "element_info" in made[0].arguments
        own = own and box == from_pixels(hit.rect.overlap(self._size.rect), self._size)
        scrolled, self._scrolled = self._scrolled, step.name.startswith("SCROLL_")
        if own and (fresh or scrolled or hit.role == "menu item"):
            made[0].arguments["timeout"] = PATIENCE
        elif fresh and not variables.names(window):
            # What goes to the focus would go astray; but titles change with the day, so it is no must.
            shown = Operation("VISIBLE", {"element_info": window[:LONGEST_NAME], "element_type": "window"})
            self.waiting += ["", f"# Wait for the window {_quote(window)}"]
            waits: dict[str, Value] = {"test": shown, "timeout": PATIENCE // 2, "optional": True}
            wait = Operation("WAIT_FOR", waits, leading=self.waiting)
            self.waiting = []
            self._window = window
            made.insert(0, wait)

    def _box(self, at: Point, target: Target | None, name: str) -> Box:
        if target is None or name == "DRAG" or target.filled or target.role in _PLACE_MATTERS:
            return self._small(at)
        rect = target.rect.overlap(self._size.rect)
        if not rect.width or not rect.height or not rect.holds(at):
            return self._small(at)
        if rect.width * rect.height > self._size.width * self._size.height // 4:
            return self._small(at)
        return from_pixels(rect, self._size)

    def _small(self, at: Point) -> Box:
        """A box around a place whose middle is that place, at the screen's edge too."""
        x, y = from_point(at, self._size)
        reach_x = min(-(-SMALL * GRID // self._size.width), x, LIMIT - x)
        reach_y = min(-(-SMALL * GRID // self._size.height), y, LIMIT - y)
        return Box.of(x - reach_x, y - reach_y, x + reach_x, y + reach_y)

    def _secret(self, field: Target | None) -> str:
        place = (field.window, field.name) if field else ("", "")
        if place not in self._secrets:
            name = re.sub(r"[\W_]+", "_", place[1]).strip("_").lower() or "password"
            taken = set(self._secrets.values())
            self._secrets[place] = next(
                each for each in (name, *(f"{name}_{n}" for n in range(2, 10_000))) if each not in taken
            )
        return self._secrets[place]

    def _outside(self, step: Step) -> list[str]:
        width, height = self._size
        return [
            f"The place ({at.x}, {at.y}) lies outside of the {width}×{height} screen; its edge is taken"
            for at in (step.at, step.to)
            if at is not None and not self._size.rect.holds(at)
        ]

    # --- words -----------------------------------------------------------------------------------

    def _comment(self, step: Step, arguments: dict[str, Value]) -> str:
        name = step.name
        held = "+".join(_everyday_label(key) for key in _strings(arguments.get("keys")))
        if name in _VERBS:
            said = _VERBS[name] if _named(step.target) else _VERBS[name].removesuffix(" at") + " in"
            return f"{said} {self._what(step)}" + (f" with {held} held" if held else "")
        if name == "TYPE":
            text = "the secret" if step.secret_field else _quote(str(arguments["text"]))
            into = f" into {_named(step.focus)}" if step.focus and _named(step.focus) else ""
            return f"Type {text}{into}" + (" and press Return" if arguments.get("enter") else "")
        if name == "KEY_PRESS":
            times = arguments.get("times", 1)
            held_for = f" for {arguments['seconds']} seconds" if "seconds" in arguments else ""
            return f"Press {arguments['key']}" + (f" {times} times" if times != 1 else "") + held_for
        if name == "GESTURE":
            pressed = [_everyday(key) for key in step.presses]
            return f"Press {'+'.join([*map(_everyday, step.held), ', '.join(pressed)])}"
        if name == "DRAG":
            button = f" with the {arguments['button']} button" if "button" in arguments else ""
            what = self._what(step) if _named(step.target) else f"from {self._what(step)}"
            return f"Drag {what} to {self._region(step.to)}{button}"
        if name == "WAIT":
            return f"Wait {arguments['seconds']} seconds, as it was recorded"
        notches = arguments.get("step_count")
        direction = name.removeprefix("SCROLL_").lower()
        return f"Scroll {direction} {notches} notch{'es' if notches != 1 else ''} in {self._what(step)}"

    def _what(self, step: Step) -> str:
        target = step.target
        said = _named(target)
        if not said:
            return self._region(step.at)
        around = target.container or ("menu" if target.role == "menu item" else "") if target else ""
        return said + (f" in the {around}" if around else "")

    def _region(self, at: Point | None) -> str:
        """Where on the screen a place is, in the words of a person."""
        if at is None:
            return "where the pointer is"
        column = ("left", "", "right")[min(max(3 * at.x // self._size.width, 0), 2)]
        row = ("upper", "", "lower")[min(max(3 * at.y // self._size.height, 0), 2)]
        if not column and not row:
            return "the middle of the screen"
        if not column:
            return f"the {row} middle of the screen"
        return f"the {row} {column} of the screen".replace("  ", " ")


def _same_window(title: str) -> str:
    """A title without the mark of changes that are not saved."""
    return title.lstrip("*•● ")


def _named(target: Target | None) -> str:
    if target is None:
        return ""
    name = _one_line(target.name)
    if name:
        return _quote(name)
    return f"the {target.role}" if target.role and target.role not in ("area", "page", "window") else ""


def _prompt(field: str) -> str:
    said = _one_line(field)[:LONGEST_NAME]
    return said if said and not variables.names(said) else "Password"


def _everyday(key: str) -> str:
    return _EVERYDAY.get(key) or keys.label(key)


def _everyday_label(label: str) -> str:
    return _everyday(keys.canonical(label) or label)


def _strings(value: Value) -> Iterable[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else ()


def _one_line(text: str) -> str:
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())


def _quote(text: str) -> str:
    plain = _one_line(text)
    return f"'{plain[: LONGEST_QUOTE - 1]}…'" if len(plain) > LONGEST_QUOTE else f"'{plain}'"


def _apart(text: str) -> list[str]:
    """A text in pieces none of which reads as a variable; most texts are one piece."""
    if not variables.names(text):
        return [text]
    cut = len(variables.PREFIX) // 2
    pieces = text.split(variables.PREFIX)
    joined = variables.PREFIX[:cut] + "\0" + variables.PREFIX[cut:]
    return joined.join(pieces).split("\0")
