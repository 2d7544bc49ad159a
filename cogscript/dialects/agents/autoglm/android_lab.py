"""AndroidLab's functions, `tap(66,115,228,192)`, as the actions `do(…)` that they are.

They point at an element's rectangle, in pixels of the phone; `swipe` says how many of them it goes.
"""

from __future__ import annotations

import re

from cogscript.dialects.formats.replies.text_calls import Argument, TextCall
from cogscript.language.model.diagnostic import Span

_FOUR = r"\s*\d+(?:\s*,\s*\d+){3}\s*"
SIGN = re.compile(
    rf"^[ \t`]*(?:(?:tap|long_press)\({_FOUR}\)|swipe\({_FOUR},\s*[\"'](?:up|down|left|right)[\"'])", re.M
)
RECTANGLE = re.compile(rf"\belement[\"']?\s*[=:]\s*\[+{_FOUR}\]")
"""The same in an action."""
_ACTIONS = {
    "tap": "Tap", "long_press": "Long Press", "swipe": "Swipe", "text": "Type", "back": "Back",
    "home": "Home", "wait": "Wait",
}  # fmt: skip
NAMES = frozenset({*_ACTIONS, "finished"})
_WAIT = 5
"""Seconds that its `wait` takes."""


def as_action(call: TextCall) -> TextCall:
    """The call of a function as that of `do`, or of `finish`; any other as it is."""
    if call.name == "finished":
        return TextCall("finish", call.given, call.span, call.repairs)
    action = _ACTIONS.get(call.name)
    if action is None:
        return call
    given, waiting = [Argument("action", action, call.span)], list(call.given)
    numbers = [each for each in waiting[:4] if each.name is None and type(each.value) in (int, float)]
    if len(numbers) in (2, 4):
        span = Span(numbers[0].span.start, numbers[-1].span.end)
        given.append(Argument("element", [each.value for each in numbers], span))
        waiting = waiting[len(numbers) :]
    names = {"Swipe": ("direction", "dist"), "Type": ("text",), "Wait": ("duration",)}.get(action, ())
    for each, name in zip(waiting, (*names, *[None] * len(waiting)), strict=False):
        given.append(each if each.name else Argument(name, each.value, each.span))
    if action == "Type":
        given.append(Argument("clear", False, call.span))
    if action == "Wait" and not waiting:
        given.append(Argument("duration", _WAIT, call.span))
    return TextCall("do", given, call.span, call.repairs)
