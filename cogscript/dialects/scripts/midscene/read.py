"""Midscene: a script is YAML: a page or a device, and tasks with a flow of instructions.

What is pointed at is described in words, and looked for by them. A whole instruction in words, `ai`, is for a
model: it becomes DO where the language has it, and is reported otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Action, DialectOptions, Draft, Untranslatable
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue
from cogscript.dialects.formats.yaml_text import NotYaml, documents
from cogscript.language.model import variables
from cogscript.language.model.box import LIMIT, Box
from cogscript.language.model.diagnostic import Source, Span, nearest
from cogscript.language.model.operations import OPERATIONS
from cogscript.language.model.tree import Operation, Value

MERGES = ALL_RULES
_USUAL_NOTCHES = 5
_PIXELS_A_NOTCH = 100
_TIMEOUT = 30
"""Seconds that aiWaitFor waits by default."""


def _row(item: str, remark: str = "", query: bool = False) -> tuple[str, Action]:
    name = item.partition(":")[0]
    return name, Action(f"web:\n  url: https://example.org\ntasks:\n- flow:\n  - {item}", remark, query)


ACTIONS: dict[str, Action] = dict(
    (
        _row("aiTap: the Save button", "looked for by these words"),
        _row("aiHover: the menu"),
        _row("aiDoubleClick: the picture"),
        _row("aiRightClick: the picture"),
        _row("aiInput: the search box\n    value: green tea", "empties the field first"),
        _row("aiKeyboardPress: the search box\n    keyName: Enter"),
        _row("aiScroll: the list\n    direction: down\n    distance: 300"),
        _row("aiAssert: there is a Save button", "a model judges the picture"),
        _row("aiWaitFor: the list is shown\n    timeout: 5000", "a model judges the picture"),
        _row("sleep: 2000"),
        _row("recordToReport: page"),
    )
)

_SIGN = re.compile(r"^[ \t]*-?[ \t]*flow:[ \t]*$", re.M)
_WITHOUT_EFFECT = frozenset(
    {
        "deepThink",
        "deepLocate",
        "cacheable",
        "name",
        "domIncluded",
        "screenshotIncluded",
        "errorMessage",
        "checkIntervalMs",
    }
)


_OF_THE_PLAYER = frozenset(
    {"url", "launch", "serve", "output", "deviceId", "unstableLogContent", "waitForNetworkIdle",
     "acceptInsecureCerts", "closeNewTabsAfterDisconnect", "adbPath", "wdaPort", "wdaHost"}
)  # fmt: skip
"""What `web`, `android` and `ios` say about Midscene's own program: nothing about what is done."""


def detect(source: Source) -> float:
    if not _SIGN.search(source.text) or "tasks:" not in source.text:
        return 0.0
    try:
        return 0.97 if _tasks(documents(source.text)) else 0.0
    except NotYaml:
        return 0.5


def _tasks(parts: list[JsonValue]) -> list[JsonObject]:
    lists = [part.get("tasks") for part in parts if isinstance(part, JsonObject)]
    tasks = [task for each in lists if isinstance(each, JsonArray) for task in each]
    return [
        task for task in tasks if isinstance(task, JsonObject) and isinstance(task.get("flow"), JsonArray)
    ]


def read(source: Source, options: DialectOptions) -> Draft:
    draft = Draft(source, options)
    try:
        parts = documents(source.text)
    except NotYaml as fault:
        draft.untranslatable(fault.span, fault.reason)
        return draft
    for part in parts:
        if isinstance(part, JsonObject):
            _opening(draft, part)
            _say_unused(draft, part, {"web", "target", "android", "ios", "tasks", "agent", "config"})
    for task in _tasks(parts):
        description = str(task.get("name") or "")
        address = task.get("url")
        if isinstance(address, str):
            draft.add(Operation("LAUNCH", {"url": address}), task.places["url"], description)
            description = ""
        _say_unused(draft, task, {"name", "flow", "continueOnError", "url"})
        if task.get("continueOnError"):
            draft.repaired(
                task.places["continueOnError"], "a failure ends the run: it does not go on after it"
            )
        flow = task["flow"]
        for item, span in zip(flow, flow.places, strict=True) if isinstance(flow, JsonArray) else ():
            if isinstance(item, JsonObject):
                with draft.attempt(span, description):
                    for operation in _operations(_Item(item, span, draft)):
                        draft.add(operation, span, description)
                        description = ""
            else:
                draft.untranslatable(span, f"`{str(item)[:40]}` is no action")
    return draft


def _opening(draft: Draft, script: JsonObject) -> None:
    """What the script opens before its first task."""
    for key, platform in (("web", "browser"), ("target", "browser"), ("android", "android"), ("ios", "ios")):
        part = script.get(key)
        if isinstance(part, str) and "://" in part:
            draft.platform = draft.platform or platform
            draft.add(Operation("LAUNCH", {"url": part}), script.places[key])
        if not isinstance(part, JsonObject):
            continue
        draft.platform = draft.platform or platform
        _say_unused(draft, part, _OF_THE_PLAYER)
        address = part.get("url", part.get("launch"))
        if isinstance(address, str) and part.get("serve") is None:
            kind = "url" if platform == "browser" or "://" in address else "app"
            draft.add(Operation("LAUNCH", {kind: address}), part.places["url" if "url" in part else "launch"])
        elif isinstance(address, str):
            draft.untranslatable(script.places[key], "the page is served by a program that Midscene starts")


def _say_unused(draft: Draft, part: JsonObject, known: Collection[str]) -> None:
    for name, value in part.items():
        if name not in known and value not in (None, False, ""):
            draft.repaired(part.places[name], f"`{name[:40]}` is not used")


class _Item:
    """One instruction of a flow."""

    def __init__(self, fields: JsonObject, span: Span, draft: Draft) -> None:
        self.name = next(iter(fields), "")
        inner = fields.get(self.name)
        self.fields: Mapping[str, JsonValue] = fields
        if isinstance(inner, JsonObject):
            # All of it below the instruction: aiInput: {locate: …, value: …}, aiTap: {prompt: …}
            below = {name: value for name, value in inner.items() if name != "prompt"}
            self.fields = {**fields, self.name: inner.get("prompt"), **below}
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
        if isinstance(value, JsonObject) and isinstance(value.get("prompt"), str):
            value = value["prompt"]
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise Untranslatable(f"{self.name} is given no {names[0]}")
        return str(value).strip()

    def has(self, name: str) -> bool:
        return self.fields.get(name) not in (None, "")

    def seconds(self, value: JsonValue, default: float) -> int | float:
        if value is None:
            return int(default)
        if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
            raise Untranslatable("a time is given in milliseconds")
        seconds = value / 1000
        return int(seconds) if seconds.is_integer() else seconds

    def report_unused(self) -> None:
        for name, value in self.fields.items():
            if name == "xpath" and value:
                self.draft.repaired(self.span, "it is looked for by its words, and not by its xpath")
                continue
            if (
                name not in self._used
                and name not in _WITHOUT_EFFECT
                and value is not None
                and value is not False
            ):
                raise Untranslatable(f"`{name[:40]}` changes what is done, and is not understood here")


def _operations(item: _Item) -> list[Operation]:
    make = _TRANSLATE.get(item.name)
    if make is None:
        near = nearest(item.name, _TRANSLATE)
        advice = f"did it mean {near}?" if near else ""
        raise Untranslatable(f"the instruction `{item.name[:40]}` has no operation", advice)
    made = make(item)
    item.report_unused()
    return made


def _pointed(name: str) -> Callable[[_Item], list[Operation]]:
    def make(item: _Item) -> list[Operation]:
        target = item.text("locate", item.name) if item.has("locate") else item.text(item.name, "prompt")
        return [Operation(name, {"element_info": target})]

    return make


def _typed(item: _Item) -> list[Operation]:
    """Of old the text came first and the place as `locate`; now the place first and the text as `value`."""
    if item.has("locate"):
        text = item.text(item.name) if item.has(item.name) else item.text("value")
        target = item.text("locate")
    else:
        target, text = item.text(item.name), item.text("value")
    mode = item.get("mode")
    if mode not in (None, "replace", "append", "clear"):
        raise Untranslatable(f"`{str(mode)[:40]}` is not a way to type")
    clear: Value = None if mode == "append" else True
    text = "" if mode == "clear" else text
    return [Operation("TYPE", builders.arguments(text=text, element_info=target, clear=clear))]


def _pressed(item: _Item) -> list[Operation]:
    if item.has("keyName"):
        key = item.text("keyName")
        target = item.text("locate", item.name) if item.has("locate") or item.has(item.name) else None
    else:
        key = item.text(item.name)
        target = item.text("locate") if item.has("locate") else None
    before = [Operation("CLICK", {"element_info": target})] if target else []
    return [*before, *builders.strokes(key)]


def _scrolled(item: _Item) -> list[Operation]:
    direction = str(item.get("direction") or "down")
    distance = item.get("distance")
    kind = item.get("scrollType")
    if kind not in (None, "once", "singleAction"):
        raise Untranslatable("how far a page goes is known only when it is scrolled to its end")
    notches = _USUAL_NOTCHES
    if isinstance(distance, int | float):
        notches = max(1, round(distance / _PIXELS_A_NOTCH))
        item.draft.repaired(item.span, f"{distance:g} pixels are read as {notches} notches")
    target = item.text("locate", item.name) if item.has("locate") or item.has(item.name) else None
    return [builders.scroll(direction, notches, None, element_info=target)]


_WHOLE = Box.of(0, 0, LIMIT, LIMIT)
"""All of the picture: Midscene's model is always shown it."""


def _judged(item: _Item) -> list[Operation]:
    test = Operation("JUDGE", {"prompt": item.text(item.name), "box": _WHOLE})
    message = item.get("errorMessage")
    return [Operation("ASSERT", builders.arguments(test=test, message=str(message) if message else None))]


def _awaited(item: _Item) -> list[Operation]:
    test = Operation("JUDGE", {"prompt": item.text(item.name), "box": _WHOLE})
    return [
        Operation(
            "WAIT_FOR", {"test": test, "timeout": item.seconds(item.get("timeout", "timeoutMs"), _TIMEOUT)}
        )
    ]


def _asked(item: _Item) -> list[Operation]:
    name = item.get("name")
    output = variables.spell(name if isinstance(name, str) and variables.is_name(name) else "answer")
    return [Operation("LOOK", {"prompt": item.text(item.name), "output": output})]


def _done(item: _Item) -> list[Operation]:
    if "DO" not in OPERATIONS:
        raise Untranslatable("an instruction in words needs a model that does it step by step")
    return [Operation("DO", {"task": item.text(item.name, "prompt")})]


def _slept(item: _Item) -> list[Operation]:
    return [Operation("WAIT", {"seconds": item.seconds(item.get(item.name), 1)})]


def _pictured(item: _Item) -> list[Operation]:
    item.get("content", "title")
    return [Operation("SCREENSHOT")]


def _launched(item: _Item) -> list[Operation]:
    address = item.text(item.name, "uri", "url", "app", "package")
    return [Operation("LAUNCH", {"url" if "://" in address else "app": address})]


def _refused(reason: str) -> Callable[[_Item], list[Operation]]:
    def make(item: _Item) -> list[Operation]:
        raise Untranslatable(reason)

    return make


_TRANSLATE: dict[str, Callable[[_Item], list[Operation]]] = {
    **dict.fromkeys(("ai", "aiAct", "aiAction"), _done),
    "aiTap": _pointed("CLICK"),
    "aiHover": _pointed("HOVER"),
    "aiDoubleClick": _pointed("DOUBLE_CLICK"),
    "aiRightClick": _pointed("RIGHT_CLICK"),
    "aiLongPress": _pointed("LONG_PRESS"),
    "aiInput": _typed,
    "aiKeyboardPress": _pressed,
    "aiScroll": _scrolled,
    "aiAssert": _judged,
    "aiWaitFor": _awaited,
    **dict.fromkeys(("aiQuery", "aiString", "aiNumber", "aiBoolean", "aiAsk"), _asked),
    "sleep": _slept,
    **dict.fromkeys(("recordToReport", "logScreenshot"), _pictured),
    "launch": _launched,
    "javascript": _refused("a script would have to be run"),
    "runAdbShell": _refused("a command line would have to be run"),
}
