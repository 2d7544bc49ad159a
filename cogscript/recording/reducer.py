"""Acts → steps: what a person did, in the operations they would have written.

A pure function of the events: no clock, no screen. It loses no key and no click: what has no operation
of its own becomes a comment in its place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from cogscript.language.model import keys
from cogscript.language.model.tree import Value, Workflow
from cogscript.recording.input_events import Recording, elsewhere
from cogscript.recording.keystrokes import SHIFTS, enters_text
from cogscript.recording.pairing import Act, pair
from cogscript.recording.recorded_step import (
    DOUBLE_PIXELS,
    DRAG_PIXELS,
    HELD_KEY_SECONDS,
    LONG_SECONDS,
    SCROLL_PIXELS,
    WAIT_SECONDS,
    RecordedStep,
)
from cogscript.recording.typed import LATE_KEYS, Typed, takes_text
from cogscript.recording.wording import to_workflow
from cogscript.surfaces.pointing import DOUBLE_CLICK_SECONDS

_CLICKS = {"left": "CLICK", "right": "RIGHT_CLICK", "middle": "MIDDLE_CLICK"}
_SEVERAL = {2: "DOUBLE_CLICK", 3: "TRIPLE_CLICK"}
_SIDE_BUTTONS = {
    "button8": "browser_back", "x1": "browser_back", "button9": "browser_forward", "x2": "browser_forward",
}  # fmt: skip

LATE = "What this is on was not seen in time: only the place is certain. Name it, or record it again"
HIDDEN = "Clicks or keys that went with a secret are not recorded: if they matter, write them here"


def reduce(
    recording: Recording, *, title: str = "", keep_timing: bool = False, pictures: str = ""
) -> Workflow:
    """The workflow of a recording; `pictures` is the folder beside it for pictures of what has no name."""
    steps = _Reducer(keep_timing).steps(pair(recording.events, recording.caps_lock))
    return to_workflow(steps, recording, title, pictures)


class _Reducer:
    def __init__(self, keep_timing: bool) -> None:
        self._keep_timing = keep_timing
        self._steps: list[RecordedStep] = []
        self._typed: Typed | None = None
        self._joinable = False
        """Whether the next act may still belong to the last step."""

    def steps(self, acts: Sequence[Act]) -> list[RecordedStep]:
        for index, act in enumerate(acts):
            if act.kind == "click":
                self._click(act)
            elif act.kind == "scroll":
                self._scroll(act)
            elif act.kind == "key":
                self._key(act)
            elif act.kind == "field":
                if self._typed:
                    self._typed.read_back(act.text)
            elif act.kind == "hidden":
                self._finish_typing()
                self._note(act, HIDDEN)
            elif act.kind == "hover":
                self._hover(act, acts[index + 1 :])
            else:
                self._finish_typing()
                self._joinable = False
        self._finish_typing()
        return self._with_waits() if self._keep_timing else self._steps

    def _add(self, step: RecordedStep) -> RecordedStep:
        self._steps.append(step)
        self._joinable = True
        return step

    def _last(self, name: str, act: Act) -> RecordedStep | None:
        """The last step, when it is of that name and the act may belong to it."""
        if not self._joinable or not self._steps or self._steps[-1].name != name:
            return None
        last = self._steps[-1]
        if self._keep_timing and act.time - last.end >= WAIT_SECONDS:
            return None
        return last

    # --- pointer ---------------------------------------------------------------------------------

    def _click(self, act: Act) -> None:
        self._finish_typing()
        if act.button not in _CLICKS:
            self._side_button(act)
        elif act.moved > DRAG_PIXELS:
            arguments: dict[str, Value] = {"seconds": max(0.1, round(act.seconds, 1))}
            if act.button != "left":
                arguments["button"] = act.button
            step = self._step("DRAG", act, arguments)
            step.to = act.end_at
        elif act.button == "left" and act.seconds >= LONG_SECONDS and not act.held:
            self._step("LONG_PRESS", act, {"seconds": round(act.seconds, 1)})
        else:
            self._plain_click(act)

    def _plain_click(self, act: Act) -> None:
        keys_held = _labels(act.held)
        for count, name in ((3, "DOUBLE_CLICK"), (2, "CLICK")):
            last = self._last(name, act)
            if (
                act.button == "left"
                and last is not None
                and last.at is not None
                and act.at is not None
                and act.time - last.end < DOUBLE_CLICK_SECONDS
                and math.dist(last.at, act.at) < DOUBLE_PIXELS
                and last.arguments.get("keys", []) == keys_held
            ):
                last.name = _SEVERAL[count]
                last.end = act.time
                return
        # Of a click, `end` is when it started: double clicks are told by start to start.
        self._step(_CLICKS[act.button], act, {"keys": keys_held} if keys_held else {}).end = act.time

    def _side_button(self, act: Act) -> None:
        key = _SIDE_BUTTONS.get(act.button)
        if key:
            self._step("KEY_PRESS", act, {"key": keys.label(key)}).at = None
        else:
            self._note(act, f"Mouse button {act.button!r} was pressed here; .cog has no operation for it")

    def _step(self, name: str, act: Act, arguments: dict[str, Value]) -> RecordedStep:
        if act.held and name == "DRAG":
            arguments = {**arguments, "keys": _labels(act.held)}
        made = RecordedStep(name, act.time, act.end, act.at, act.target, arguments, picture=act.picture)
        made.window, made.over = act.window, act.over
        if act.late:
            made.notes.append(LATE_KEYS if act.kind == "key" else LATE)
        return self._add(made)

    def _scroll(self, act: Act) -> None:
        self._finish_typing()
        for amount, names in (
            (act.dy, ("SCROLL_UP", "SCROLL_DOWN")),
            (act.dx, ("SCROLL_RIGHT", "SCROLL_LEFT")),
        ):
            if not amount:
                continue
            name = names[0] if amount > 0 else names[1]
            held = _labels(act.held)
            last = self._last(name, act)
            if last is not None and _near(last, act) and last.arguments.get("keys", []) == held:
                total = last.arguments["step_count"]
                last.arguments["step_count"] = (total if isinstance(total, (int, float)) else 0) + abs(amount)
                last.end = act.time
            else:
                step = self._step(name, act, {"step_count": abs(amount)})
                if held:
                    step.arguments["keys"] = held

    def _hover(self, act: Act, following: Sequence[Act]) -> None:
        """A pointer that rested is told only where what came up was then used."""
        following_act = next((each for each in following if each.kind in ("click", "scroll", "key")), None)
        nested = next((each for each in following if each.kind == "hover"), None)
        if following_act is None or act.area is None or act.at is None:
            return
        places = [following_act.at] + ([nested.at] if nested and nested.time < following_act.time else [])
        if not any(place is not None and act.area.holds(place) for place in places):
            return
        if act.target is not None and following_act.at and act.target.rect.holds(following_act.at):
            return
        self._finish_typing()
        self._step("HOVER", act, {})

    # --- keyboard --------------------------------------------------------------------------------

    def _key(self, act: Act) -> None:
        if act.why or (act.text != "" and enters_text(act.key, act.text, act.held)):
            self._text(act)
        elif not act.held or (act.key == "backspace" and set(act.held) <= set(SHIFTS)):
            self._special(act)
        else:
            self._shortcut(act)

    def _text(self, act: Act) -> None:
        if self._typed and self._typed.is_other_field(act):
            self._finish_typing()
        if self._keep_timing and self._typed and act.time - self._typed.end >= WAIT_SECONDS:
            self._finish_typing()
        if self._typed is None:
            click = self._last("CLICK", act)
            if click is not None and (
                click.arguments
                or not takes_text(click.target)
                or elsewhere(click.window, act.window)
                or (LATE in click.notes and (click.over or not _is_in(click, act)))
            ):
                click = None
            if click is not None:
                self._steps.pop()
            self._typed = Typed(act, click)
        self._typed.add(act)

    def _special(self, act: Act) -> None:
        typed = self._typed
        if typed is not None:
            if act.key == "backspace" and typed.take_back():
                return
            if act.key == "return" and not typed.is_empty:
                if typed.several_lines:
                    typed.new_line(act)
                else:
                    self._finish_typing(enter=act)
                return
        self._finish_typing()
        if not act.key:
            self._note(act, "A key was pressed here that has no name in .cog")
            return
        held_long = act.seconds >= HELD_KEY_SECONDS
        last = self._last("KEY_PRESS", act)
        same = last is not None and last.arguments["key"] == keys.label(act.key)
        if last is not None and same and not held_long and "seconds" not in last.arguments:
            times = last.arguments.get("times", 1)
            last.arguments["times"] = (times if isinstance(times, int) else 1) + 1
            last.end = act.end
            return
        step = self._step("KEY_PRESS", act, {"key": keys.label(act.key)})
        if held_long:
            step.arguments["seconds"] = round(act.seconds, 1)

    def _shortcut(self, act: Act) -> None:
        """Keys pressed while modifiers are held: one GESTURE for as long as they are."""
        self._finish_typing()
        if not act.key:
            held = "+".join(map(str, _labels(act.held)))
            self._note(act, f"{held}+{act.text!r} was pressed here; that key has no name in .cog")
            return
        last = self._last("GESTURE", act)
        if last is not None and (last.hold, last.held) == (act.hold, act.held):
            last.presses.append(act.key)
            last.end = act.end
            return
        step = self._step("GESTURE", act, {})
        step.hold, step.held, step.presses = act.hold, act.held, [act.key]

    def _finish_typing(self, enter: Act | None = None) -> None:
        typed, self._typed = self._typed, None
        if typed is None:
            return
        for step in typed.steps(enter):
            self._add(step)
        if enter is not None:
            self._joinable = False

    def _note(self, act: Act, note: str) -> None:
        self._step("", act, {}).notes.append(note)

    # --- timing ----------------------------------------------------------------------------------

    def _with_waits(self) -> list[RecordedStep]:
        timed: list[RecordedStep] = []
        for step in self._steps:
            if timed and step.time - timed[-1].end >= WAIT_SECONDS:
                pause = round(step.time - timed[-1].end, 1)
                timed.append(RecordedStep("WAIT", timed[-1].end, step.time, arguments={"seconds": pause}))
            timed.append(step)
        return timed


def _is_in(click: RecordedStep, act: Act) -> bool:
    """Whether a click went into the field that text goes into."""
    return click.at is not None and act.target is not None and act.target.rect.holds(click.at)


def _labels(held: Sequence[str]) -> list[Value]:
    return [keys.label(key) for key in held]


def _near(step: RecordedStep, act: Act) -> bool:
    if step.at is None or act.at is None:
        return step.at == act.at
    return math.dist(step.at, act.at) <= SCROLL_PIXELS
