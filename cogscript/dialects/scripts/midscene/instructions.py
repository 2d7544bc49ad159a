"""What each instruction of a Midscene flow becomes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.formats.json_values import JsonObject, JsonValue
from cogscript.dialects.formats.tool_calls.common_actions import finger
from cogscript.dialects.scripts.step_wording import ERROR_MESSAGES, WORDING, refuse_form
from cogscript.language.model import variables
from cogscript.language.model.box import LIMIT, Box
from cogscript.language.model.diagnostic import Span, nearest
from cogscript.language.model.operations import OPERATIONS
from cogscript.language.model.tree import Operation, Value

_USUAL_NOTCHES = 5
_TIMEOUT = 30
"""Seconds that aiWaitFor waits by default."""
_WITHOUT_EFFECT = frozenset(
    {
        *WORDING,
        "deepThink",
        "deepLocate",
        "cacheable",
        "domIncluded",
        "screenshotIncluded",
        "checkIntervalMs",
        "convertHttpImage2Base64",
        "autoDismissKeyboard",
        "keyboardTypeDelay",
        "aiActionProgressTips",
        "planningStrategy",
    }
)
_NOT_KEPT = {
    "xpath": "it is looked for by its words, and not by its xpath",
    "images": "the pictures that Midscene's model is shown beside its words are not kept",
}
"""What else says which element is meant, or what is asked."""
_FROM_OUTSIDE = re.compile(r"\$\{\s*([^{}]+?)\s*\}")
"""A value that Midscene takes from the environment."""


_RESULT = re.compile(r"\$([^\s${}]+)")
"""A whole field that may be the result of an instruction before it."""


def with_variables(text: str) -> str:
    """A text with its variables as a workflow writes them."""
    refuse_form(text)

    def spelled(match: re.Match[str]) -> str:
        if not variables.is_name(match[1]):
            raise Untranslatable(f"`{match[0][:40]}` cannot name a variable")
        return variables.spell(match[1])

    return _FROM_OUTSIDE.sub(spelled, text)


class Item:
    """One instruction of a flow."""

    def __init__(self, fields: JsonObject, span: Span, draft: Draft, results: set[str] | None = None) -> None:
        self.results: set[str] = set() if results is None else results
        """The names of what the instructions before it found out, and then its own."""
        fields = _by_its_name(fields)
        self.name = name_of(fields)
        inner = fields.get(self.name)
        self.fields: Mapping[str, JsonValue] = fields
        if isinstance(inner, JsonObject):
            # All of it below the instruction: aiInput: {locate: …, value: …}, aiTap: {prompt: …}
            first = ("prompt", *_FIRST.get(self.name, ()))
            below = {name: value for name, value in inner.items() if name not in first}
            value = next((inner[name] for name in first if inner.get(name) is not None), None)
            self.fields = {**fields, self.name: value, **below}
        where = self.fields.get("locate")
        if isinstance(where, JsonObject):
            beside = {name: value for name, value in where.items() if name != "prompt"}
            self.fields = {**self.fields, "locate": where.get("prompt"), **beside}
        self.span = span
        self.draft = draft
        self._used = {self.name}

    def get(self, *names: str) -> JsonValue:
        for name in names:
            if self.fields.get(name) is not None:
                self._used.add(name)
                return self.fields[name]
        return None

    def text(self, *names: str) -> str:
        value = self.get(*names)
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise Untranslatable(f"{self.name} is given no {names[0]}")
        return self.filled_in(str(value).strip())

    def filled_in(self, text: str) -> str:
        """A field's text; one that is nothing but `$name` is the result of that name, if one was named so."""
        result = _RESULT.fullmatch(text)
        if result and result[1] in self.results and variables.is_name(result[1]):
            return variables.spell(result[1])
        if result and result[1].isidentifier():
            message = (
                f"no instruction before this one is named `{result[1][:40]}`: `{text[:40]}` is kept as text"
            )
            self.draft.repaired(self.span, message)
        return with_variables(text)

    def has(self, name: str) -> bool:
        return self.fields.get(name) not in (None, "")

    def seconds(self, value: JsonValue, default: float) -> int | float:
        if value is None:
            return int(default)
        if isinstance(value, bool) or not re.fullmatch(r"\s*\d{1,9}(?:\.\d+)?\s*", str(value)):
            raise Untranslatable("a time is given in milliseconds")
        seconds = float(str(value)) / 1000
        return int(seconds) if seconds.is_integer() else seconds

    def report_unused(self) -> None:
        for name, value in self.fields.items():
            if name in _NOT_KEPT and value:
                self.draft.repaired(self.span, _NOT_KEPT[name])
                continue
            if (
                name not in self._used
                and name not in _WITHOUT_EFFECT
                and value is not None
                and value is not False
            ):
                raise Untranslatable(f"`{name[:40]}` changes what is done, and is not understood here")


def name_of(fields: JsonObject) -> str:
    """The instruction's name: the first key that is one; the first of all where none is."""
    return next((key for key in fields if key in _TRANSLATE), next(iter(fields), ""))


def is_instruction(value: JsonValue) -> bool:
    return isinstance(value, JsonObject) and name_of(_by_its_name(value)) in _TRANSLATE


def _by_its_name(fields: JsonObject) -> JsonObject:
    """`{"type": "aiTap", "locate": …}`, as some servers take an instruction, with its name as the key."""
    name = fields.get("type")
    if next(iter(fields), "") != "type" or not isinstance(name, str) or name not in _TRANSLATE:
        return fields
    made = JsonObject(fields.span.start)
    made.span = fields.span
    made[name] = next((fields[key] for key in ("prompt", *_FIRST.get(name, ())) if key in fields), None)
    for key, value in fields.items():
        if key not in ("type", "prompt", *_FIRST.get(name, ())):
            made[key], made.places[key] = value, fields.places[key]
    return made


_FIRST = {
    "aiAssert": ("assertion",),
    "aiWaitFor": ("assertion",),
    "aiKeyboardPress": ("key",),
    **dict.fromkeys(("ai", "aiAct", "aiAction"), ("instruction",)),
    **dict.fromkeys(("aiQuery", "aiString", "aiNumber", "aiBoolean", "aiAsk"), ("demand",)),
}
"""What the value of an instruction is called where it stands among the others."""


def operations(item: Item) -> list[Operation]:
    try:
        return _operations(item)
    finally:
        # Also of one that has no operation: its result is then asked for.
        item.results.update(filter(None, [str(item.fields.get("name") or "")]))


def _operations(item: Item) -> list[Operation]:
    make = _TRANSLATE.get(item.name) or _OF_WRAPPERS.get(item.name)
    if make is None:
        near = nearest(item.name, _TRANSLATE)
        advice = f"did it mean {near}?" if near else ""
        raise Untranslatable(f"the instruction `{item.name[:40]}` has no operation", advice)
    made = make(item)
    item.report_unused()
    return made


def _pointed(name: str) -> Callable[[Item], list[Operation]]:
    return lambda item: [Operation(name, {"element_info": _target(item)})]


def _target(item: Item) -> str:
    return item.text("locate", item.name) if item.has("locate") else item.text(item.name, "prompt")


def _typed(item: Item) -> list[Operation]:
    """Of old the text came first and the place as `locate`; now the place first and the text as `value`."""
    mode = item.get("mode")
    if mode == "clear" and item.get("value") is None:
        text, target = "", item.text("locate", item.name)
    elif item.has("locate"):
        of_old = item.has(item.name) or item.fields.get("value") is None
        text = item.text(item.name if of_old else "value")
        target = item.text("locate")
    else:
        target, text = item.text(item.name), item.text("value")
    if mode not in (None, "replace", "append", "clear", "typeOnly"):
        raise Untranslatable(f"`{str(mode)[:40]}` is not a way to type")
    clear: Value = None if mode in ("append", "typeOnly") else True
    text = "" if mode == "clear" else text
    return [Operation("TYPE", builders.arguments(text=text, element_info=target, clear=clear))]


def _pressed(item: Item) -> list[Operation]:
    if item.has("keyName"):
        key = item.text("keyName")
        target = item.text("locate", item.name) if item.has("locate") or item.has(item.name) else None
    else:
        key = item.text(item.name)
        target = item.text("locate") if item.has("locate") else None
    before = [Operation("CLICK", {"element_info": target})] if target else []
    return [*before, *builders.strokes(key)]


def _scrolled(item: Item) -> list[Operation]:
    direction = str(item.get("direction") or "down")
    distance = item.get("distance")
    kind = item.get("scrollType")
    if kind not in (None, "once", "singleAction"):
        raise Untranslatable("how far a page goes is known only when it is scrolled to its end")
    notches = _USUAL_NOTCHES
    if isinstance(distance, int | float):
        notches = builders.notches_of(distance) or 1
        item.draft.repaired(item.span, f"{distance:g} pixels are read as {notches} notches")
    target = item.text("locate", item.name) if item.has("locate") or item.has(item.name) else None
    return [builders.scroll(direction, notches, None, element_info=target)]


_WHOLE = Box.of(0, 0, LIMIT, LIMIT)
"""All of the picture: Midscene's model is always shown it."""


def _judged(item: Item) -> list[Operation]:
    test = Operation("JUDGE", {"prompt": item.text(item.name), "box": _WHOLE})
    return [Operation("ASSERT", builders.arguments(test=test, message=_message(item)))]


def _message(item: Item) -> str | None:
    """What is to be said when it does not hold; one that cannot be written never costs the check."""
    given = item.get(*ERROR_MESSAGES)
    if given is None:
        return None
    try:
        if isinstance(given, str) and given.strip():
            return item.filled_in(given.strip())
    except Untranslatable:
        pass
    item.draft.repaired(item.span, "what is said when it does not hold is not kept")
    return None


def _awaited(item: Item) -> list[Operation]:
    test = Operation("JUDGE", {"prompt": item.text(item.name), "box": _WHOLE})
    return [
        Operation(
            "WAIT_FOR", {"test": test, "timeout": item.seconds(item.get("timeout", "timeoutMs"), _TIMEOUT)}
        )
    ]


def _asked(item: Item) -> list[Operation]:
    name = item.get("name")
    if name is not None and not variables.is_name(str(name)):
        raise Untranslatable(f"`{str(name)[:40]}` cannot name a variable")
    output = variables.spell(str(name) if name is not None else "answer")
    return [Operation("LOOK", {"prompt": item.text(item.name), "output": output})]


def _done(item: Item) -> list[Operation]:
    if "DO" not in OPERATIONS:
        raise Untranslatable("an instruction in words needs a model that does it step by step")
    return [Operation("DO", {"task": item.text("instruction", item.name, "prompt")})]


def _slept(item: Item) -> list[Operation]:
    return [Operation("WAIT", {"seconds": item.seconds(item.get(item.name, "timeMs"), 1)})]


def _pressed_long(item: Item) -> list[Operation]:
    duration = item.get("duration")
    seconds = None if duration is None else item.seconds(duration, 0)
    return [Operation("LONG_PRESS", builders.arguments(element_info=_target(item), seconds=seconds))]


def _emptied(item: Item) -> list[Operation]:
    return [Operation("TYPE", {"element_info": _target(item), "text": "", "clear": True})]


def _swiped(item: Item) -> list[Operation]:
    if item.has("start") or item.has("end"):
        raise Untranslatable("where the elements are between which it swipes is known only on the phone")
    distance, times = item.get("distance"), item.get("repeat")
    if times is not None and (isinstance(times, bool) or not isinstance(times, int) or not 1 <= times <= 50):
        raise Untranslatable(f"`{str(times)[:40]}` is not how often")
    if distance is not None:
        item.draft.repaired(item.span, f"how far it swipes, {str(distance)[:20]}, is not kept")
    swipe = finger(str(item.get("direction") or ""), None)
    seconds = item.seconds(item.get("duration"), 0) or None
    made = builders.arguments(**swipe.arguments, seconds=seconds)
    return [Operation(swipe.name, dict(made)) for _ in range(times if isinstance(times, int) else 1)]


def _button(name: str) -> Callable[[Item], list[Operation]]:
    return lambda item: [Operation("SYSTEM_BUTTON", {"button": name})]


def _pictured(item: Item) -> list[Operation]:
    for name in (item.name, "title", "content"):
        if item.has(name) and isinstance(said := item.get(name), str):
            item.draft.remark(said)
    return [Operation("SCREENSHOT")]


def _launched(item: Item) -> list[Operation]:
    address = item.text(item.name, "uri", "url", "app", "package")
    return [Operation("LAUNCH", {"url" if "://" in address else "app": address})]


def _refused(reason: str) -> Callable[[Item], list[Operation]]:
    def make(item: Item) -> list[Operation]:
        raise Untranslatable(reason)

    return make


_TRANSLATE: dict[str, Callable[[Item], list[Operation]]] = {
    **dict.fromkeys(("ai", "aiAct", "aiAction"), _done),
    **dict.fromkeys(("aiTap", "Tap"), _pointed("CLICK")),
    **dict.fromkeys(("aiHover", "Hover"), _pointed("HOVER")),
    **dict.fromkeys(("aiDoubleClick", "DoubleClick"), _pointed("DOUBLE_CLICK")),
    **dict.fromkeys(("aiRightClick", "RightClick"), _pointed("RIGHT_CLICK")),
    **dict.fromkeys(("aiLongPress", "LongPress"), _pressed_long),
    **dict.fromkeys(("aiInput", "Input"), _typed),
    **dict.fromkeys(("aiClearInput", "ClearInput"), _emptied),
    **dict.fromkeys(("aiKeyboardPress", "KeyboardPress"), _pressed),
    **dict.fromkeys(("aiScroll", "Scroll"), _scrolled),
    "Swipe": _swiped,
    "aiAssert": _judged,
    "aiWaitFor": _awaited,
    **dict.fromkeys(("aiQuery", "aiString", "aiNumber", "aiBoolean", "aiAsk"), _asked),
    **dict.fromkeys(("sleep", "Sleep"), _slept),
    **dict.fromkeys(("recordToReport", "logScreenshot"), _pictured),
    **dict.fromkeys(("launch", "Launch"), _launched),
    **dict.fromkeys(("AndroidBackButton", "HarmonyBackButton"), lambda item: [Operation("GO_BACK")]),
    **dict.fromkeys(("AndroidHomeButton", "IOSHomeButton", "HarmonyHomeButton"), _button("home")),
    **dict.fromkeys(("AndroidRecentAppsButton", "IOSAppSwitcher"), _button("recent")),
    "Finalize": lambda item: [],
    "javascript": _refused("a script would have to be run"),
    **dict.fromkeys(("runAdbShell", "RunAdbShell"), _refused("a command line would have to be run")),
    **dict.fromkeys(
        ("aiDragAndDrop", "DragAndDrop"),
        _refused("where the elements are between which it drags is known only when it runs"),
    ),
}


def _opened(item: Item) -> list[Operation]:
    address = item.text(item.name)
    if "://" not in address and not variables.names(address):
        raise Untranslatable(f"`{address[:60]}` is no whole address")
    return [Operation("LAUNCH", {"url": address})]


_OF_WRAPPERS = dict.fromkeys(("url", "goto", "open", "navigate"), _opened)
"""Steps that other programs put among Midscene's instructions."""


def opens(value: JsonValue) -> bool:
    """Whether a step opens a page or an application."""
    return isinstance(value, JsonObject) and name_of(value) in {*_OF_WRAPPERS, "launch", "Launch"}
