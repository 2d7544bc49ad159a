"""Midscene: a script is YAML: a page or a device, and tasks with a flow of instructions.

What is pointed at is described in words, and looked for by them. A whole instruction in words, `ai`, is for a
model: it becomes DO where the language has it, and is reported otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import nullcontext

from cogscript.dialects.core.draft import Action, DialectOptions, Draft
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.json_text import parse
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue, NotJson
from cogscript.dialects.formats.yaml_text import NotYaml, documents
from cogscript.dialects.scripts.midscene.instructions import (
    Item,
    is_instruction,
    opens,
    operations,
    with_variables,
)
from cogscript.language.model.diagnostic import Source
from cogscript.language.model.tree import Operation

MERGES = ALL_RULES


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

_SIGN = re.compile(
    r"""^[ \t]*-?[ \t]*flow:[ \t]*$|["']flow["']\s*:\s*\[|\bai[A-Z][A-Za-z]+["']?\s*[:,]""", re.M
)
_FLOWS = ("flow", "steps", "actions", "commands")
"""What programs call a list of instructions that they put into cases of their own."""
_DEEPEST = 6
"""Objects around a script that a program sends."""
_OF_THE_PLAYER = frozenset(
    {"url", "launch", "serve", "tasks", "output", "unstableLogContent", "waitForNetworkIdle",
     "acceptInsecureCerts",
     "closeNewTabsAfterDisconnect", "adbPath", "androidAdbPath", "wdaPort", "wdaHost", "autoDismissKeyboard"}
)  # fmt: skip
"""What `web`, `android` and `ios` say about Midscene's own program: nothing about what is done."""
_OF_ITS_REPORTS = frozenset(
    {"testId", "groupName", "groupDescription", "generateReport", "persistExecutionDump", "cache",
     "autoPrintReportMsg", "reportFileName", "screenshotShrinkFactor", "replanningCycleLimit"}
)  # fmt: skip
_SURFACES = {
    "web": "browser", "target": "browser", "page": "browser", "browser": "browser", "android": "android",
    "ios": "ios", "harmony": "", "computer": "",
}  # fmt: skip


def detect(source: Source) -> float:
    if not _SIGN.search(source.text):
        return 0.0
    try:
        return 0.97 if _scripts(source.text) else 0.0
    except NotYaml:
        return 0.5 if "tasks:" in source.text and "flow:" in source.text else 0.0


def _scripts(text: str) -> list[tuple[JsonObject, bool]]:
    """The scripts of a text: YAML or JSON, also a part of one; and whether each stands inside what a program
    sends."""
    parts = _values(text)
    if any(isinstance(part, JsonObject) and _tasks(part) for part in parts):
        return [(part, False) for part in parts if isinstance(part, JsonObject)]
    return [found for part in parts for found in _inside(part, 0)]


def _values(text: str) -> list[JsonValue]:
    if text.lstrip("\ufeff \t\r\n")[:1] in ("{", "["):
        try:
            return [parse(text).value]
        except NotJson:
            pass
    return documents(text)


def _may_instruct(value: JsonValue) -> bool:
    """Whether it is an instruction, or is meant for one: a name that nobody has is said where it is read."""
    named = isinstance(value, JsonObject) and bool(value) and next(iter(value)).startswith("ai")
    return named or is_instruction(value)


def _inside(value: JsonValue, depth: int) -> Iterator[tuple[JsonObject, bool]]:
    """The scripts in an object: tasks, a flow, or a list of instructions."""
    if isinstance(value, JsonArray) and any(map(is_instruction, value)) and all(map(_may_instruct, value)):
        yield _script(_object(flow=value)), depth > 0
    elif isinstance(value, JsonArray):
        for item in value if depth < _DEEPEST else ():
            yield from _inside(item, depth + 1)
    elif isinstance(value, JsonObject):
        if _tasks(value):
            yield value, depth > 0
        elif (key := next((key for key in _FLOWS if _is_flow(value.get(key))), None)) is not None:
            value["flow"], value.places["flow"] = value.pop(key), value.places[key]
            yield _script(value), depth > 0
        elif depth < _DEEPEST:
            found = [script for inner in value.values() for script in _inside(inner, depth + 1)]
            _open_first(value, found)
            yield from found


def _is_flow(value: JsonValue) -> bool:
    return isinstance(value, JsonArray) and any(map(is_instruction, value))


def _open_first(wrapper: JsonObject, scripts: list[tuple[JsonObject, bool]]) -> None:
    """Let the first script open the page that stands over all of them, unless it opens one itself."""
    address = wrapper.get("url")
    if not scripts or not isinstance(address, str) or "://" not in address:
        return
    first = scripts[0][0]
    task = next(iter(_tasks(first)), JsonObject())
    flow = task.get("flow")
    begins = flow[0] if isinstance(flow, JsonArray) and flow else None
    if not (first.keys() & _SURFACES.keys() or "url" in task or opens(begins)):
        first["web"], first.places["web"] = address, wrapper.places["url"]


def _script(task: JsonObject) -> JsonObject:
    tasks = JsonArray(task.span.start)
    tasks.append(task)
    tasks.places.append(task.span)
    made = _object(tasks=tasks)
    for key in _SURFACES:  # of old a page and its flow stood side by side
        if key in task:
            made[key], made.places[key] = task.pop(key), task.places[key]
    return made


def _object(**given: JsonArray) -> JsonObject:
    made = JsonObject()
    for key, value in given.items():
        made[key], made.places[key], made.span = value, value.span, value.span
    return made


def _tasks(script: JsonObject) -> list[JsonObject]:
    objects = [script]
    objects += [inner for key in _SURFACES if isinstance(inner := script.get(key), JsonObject)]
    lists = [part.get("tasks") for part in objects]
    tasks = [task for each in lists if isinstance(each, JsonArray) for task in each]
    return [
        task for task in tasks if isinstance(task, JsonObject) and isinstance(task.get("flow"), JsonArray)
    ]


def read(source: Source, options: DialectOptions) -> Draft:
    draft = Draft(source, options)
    try:
        scripts = _scripts(source.text)
    except NotYaml as fault:
        draft.untranslatable(fault.span, fault.reason)
        return draft
    results: set[str] = set()
    if inside := [script.span for script, wrapped in scripts if wrapped]:
        draft.repaired(inside[0], "the script stands inside something else, of which nothing more is used")
    for script, _ in scripts:
        _opening(draft, script)
        _say_unused(draft, script, {*_SURFACES, "tasks", "agent", "config"})
        if isinstance(agent := script.get("agent"), JsonObject):
            _say_unused(draft, agent, _OF_ITS_REPORTS)
        _say_without_flow(draft, script.get("tasks"))
        _read_tasks(draft, script, results)
    return draft


def _read_tasks(draft: Draft, script: JsonObject, results: set[str]) -> None:
    for task in _tasks(script):
        description = str(task.get("name") or "")
        address = task.get("url")
        if isinstance(address, str):
            with draft.attempt(task.places["url"], description):
                opened = Operation("LAUNCH", {"url": with_variables(address)})
                draft.add(opened, task.places["url"], description)
                description = ""
        _say_unused(draft, task, {"name", "flow", "continueOnError", "url"})
        # A failure ends such a task, and the next one is done all the same.
        goes_on = task.get("continueOnError") is True
        tried = Operation("TRY", branches=[Operation("CATCH", body=[])])
        with draft.nested(tried, task.span) if goes_on else nullcontext():
            _read_flow(draft, task["flow"], description, results)


def _read_flow(draft: Draft, flow: JsonValue, description: str, results: set[str]) -> None:
    for item, span in zip(flow, flow.places, strict=True) if isinstance(flow, JsonArray) else ():
        if isinstance(item, JsonObject):
            with draft.attempt(span, description):
                for operation in operations(Item(item, span, draft, results)):
                    draft.add(operation, span, description)
                    description = ""
        else:
            draft.untranslatable(span, f"`{str(item)[:40]}` is no action")


def _say_without_flow(draft: Draft, tasks: JsonValue) -> None:
    if not isinstance(tasks, JsonArray):
        return
    for task, span in zip(tasks, tasks.places, strict=True):
        if not isinstance(task, JsonObject) or not isinstance(task.get("flow"), JsonArray):
            draft.untranslatable(span, "this task has no flow of instructions")


def _opening(draft: Draft, script: JsonObject) -> None:
    """What the script opens before its first task."""
    for key, platform in _SURFACES.items():
        part = script.get(key)
        if isinstance(part, str) and "://" in part:
            draft.platform = draft.platform or platform
            draft.add(Operation("LAUNCH", {"url": part}), script.places[key])
        elif part is not None and not isinstance(part, JsonObject):
            draft.untranslatable(script.places[key], f"`{key}` says nothing that can be opened")
        if not isinstance(part, JsonObject):
            continue
        draft.platform = draft.platform or platform
        _say_unused(draft, part, _OF_THE_PLAYER)
        address = part.get("url", part.get("launch"))
        if isinstance(address, str) and part.get("serve") is None:
            kind = "url" if platform == "browser" or "://" in address else "app"
            span = part.places["url" if "url" in part else "launch"]
            with draft.attempt(span):
                draft.add(Operation("LAUNCH", {kind: with_variables(address)}), span)
        elif isinstance(address, str):
            draft.untranslatable(script.places[key], "the page is served by a program that Midscene starts")


def _say_unused(draft: Draft, part: JsonObject, known: Collection[str]) -> None:
    for name, value in part.items():
        if name not in known and value not in (None, False, ""):
            draft.repaired(part.places[name], f"`{name[:40]}` is not used")
