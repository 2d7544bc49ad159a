"""A workflow as a Maestro flow."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from cogscript.dialects.core.coordinates import space_of
from cogscript.dialects.core.draft import DialectOptions
from cogscript.dialects.core.step_export import Exporter, NotExportable, StepExport, header_of
from cogscript.language.model import keys
from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.tree import Operation, Workflow

NAME = "maestro"
_TAPS = {"CLICK": "tapOn", "DOUBLE_CLICK": "doubleTapOn", "LONG_PRESS": "longPressOn"}
_KEYS = {"return": "Enter", "backspace": "Backspace", "tab": "Tab", "home": "Home"}
_BUTTONS = {"home": "Home", "back": "Back", "enter": "Enter", "power": "Power", "volume_up": "Volume Up",
            "volume_down": "Volume Down"}  # fmt: skip
_SPECIAL = set("\\^$.|?*+()[]{}")


def write(workflow: Workflow, options: DialectOptions) -> tuple[str, list[Diagnostic]]:
    exporter = Exporter(
        NAME, space_of("thousandths", None), _write, ends=True, has_variables=False, acts_on="phone"
    )
    title = header_of(workflow).get("title")
    app = next(
        (each for each in workflow.operations if each.name == "LAUNCH" and each.arguments.get("app")), None
    )
    head = [f"appId: {_scalar(str(app.arguments['app']) if app else 'com.example.app')}"]
    if title:
        head.append(f"name: {_scalar(title)}")
    lines: list[str] = []
    for operation, commands in exporter.steps(workflow):
        if operation.description:
            lines.append(f"# {operation.description}")
        for command in commands:
            lines += _yaml(command)
    return "\n".join([*head, "---", *lines]) + "\n", exporter.diagnostics


def _scalar(value: object) -> str:
    """A value that YAML reads back as it is: JSON's texts are YAML's."""
    return json.dumps(value, ensure_ascii=False)


def _yaml(command: str | dict[str, Any]) -> list[str]:
    if isinstance(command, str):
        return [f"- {command}"]
    ((name, given),) = command.items()
    if not isinstance(given, dict):
        return [f"- {name}: {_scalar(given)}"]
    lines = [f"- {name}:"]
    for key, value in given.items():
        if isinstance(value, dict):
            lines.append(f"    {key}:")
            lines += [f"      {inner}: {_scalar(each)}" for inner, each in value.items()]
        else:
            lines.append(f"    {key}: {_scalar(value)}")
    return lines


def _pattern(text: str) -> str:
    """A text as the pattern that means it."""
    return "".join(f"\\{each}" if each in _SPECIAL else each for each in text)


def _id_pattern(id: str) -> str:
    """The same of an id; its full stops are left as everybody writes them, and mean themselves, too."""
    return _pattern(id).replace("\\.", ".")


def _named(step: StepExport) -> dict[str, Any]:
    """What tells an element by its words."""
    made: dict[str, Any] = {}
    if step.has("element_info"):
        made["text"] = _pattern(step.text("element_info"))
    if step.has("id"):
        made["id"] = _id_pattern(step.text("id"))
    return made


def _selector(step: StepExport) -> dict[str, Any]:
    made = _named(step)
    if not made and step.has("box"):
        x, y = step.point()
        made["point"] = f"{x / 10:g}%,{y / 10:g}%"
    if not made:
        raise NotExportable(f"{NAME} finds things by text, id or point, and this {step.name} has none")
    if step.take("optional") is True:
        made["optional"] = True
    return made


def _write(step: StepExport) -> list[str | dict[str, Any]]:
    if step.name in _TAPS:
        if step.name == "LONG_PRESS" and step.number("seconds", 1) != 1:
            step.losses.append("how long")
        selector = _selector(step)
        return [{_TAPS[step.name]: selector["text"] if [*selector] == ["text"] else selector}]
    make = _WRITERS.get(step.name)
    if make is None:
        raise NotExportable(f"{NAME} has no {step.name}")
    return make(step)


def _typed(step: StepExport) -> list[str | dict[str, Any]]:
    made: list[str | dict[str, Any]] = []
    if step.has("box") or step.has("element_info") or step.has("id"):
        made.append({"tapOn": _selector(step)})
    if step.take("clear") is True:
        made.append("eraseText")
    text = step.text("text")
    if text:
        made.append({"inputText": text})
    if step.take("enter") is True:
        made.append({"pressKey": "Enter"})
    return made


def _pressed(step: StepExport) -> list[str | dict[str, Any]]:
    name = step.text("key")
    key = _KEYS.get(keys.canonical(name) or "")
    if key is None:
        raise NotExportable(f"{NAME} has no key {name[:40]}")
    times = step.take("times")
    return [{"pressKey": key}] * (times if isinstance(times, int) else 1)


def _button(step: StepExport) -> list[str | dict[str, Any]]:
    button = _BUTTONS.get(step.text("button"))
    if button is None:
        raise NotExportable(f"{NAME} has no such button")
    return [{"pressKey": button}]


def _launched(step: StepExport) -> list[str | dict[str, Any]]:
    if step.has("url") and step.operation.arguments["url"] != "None":
        return [{"openLink": step.text("url")}]
    step.take("url")
    return [{"launchApp": {"appId": step.text("app")}}]


def _swiped(step: StepExport) -> list[str | dict[str, Any]]:
    (x, y), (to_x, to_y) = step.point(), step.point("to")
    given: dict[str, Any] = {"start": f"{x / 10:g}%,{y / 10:g}%", "end": f"{to_x / 10:g}%,{to_y / 10:g}%"}
    if step.has("seconds"):
        given["duration"] = round(step.number("seconds") * 1000)
    return [{"swipe": given}]


def _awaited(step: StepExport) -> list[str | dict[str, Any]]:
    test = step.take("test")
    absent = isinstance(test, Operation) and test.name == "NOT"
    inner = test.arguments.get("test") if absent and isinstance(test, Operation) else test
    if not isinstance(inner, Operation) or inner.name != "VISIBLE":
        raise NotExportable(f"{NAME} waits only for an element that is seen, or is not")
    asked = StepExport(inner, step.space)
    wanted = _named(asked)
    if asked.lost:
        raise NotExportable(f"{NAME} looks for an element by text and id, not by {', '.join(asked.lost)}")
    timeout = step.number("timeout", 10)
    return [
        {
            "extendedWaitUntil": {
                "notVisible" if absent else "visible": wanted["text"] if [*wanted] == ["text"] else wanted,
                "timeout": round(timeout * 1000),
            }
        }
    ]


def _waited(step: StepExport) -> list[str | dict[str, Any]]:
    raise NotExportable(f"{NAME} waits for things, not for times")


_WRITERS: dict[str, Callable[[StepExport], list[str | dict[str, Any]]]] = {
    "TYPE": _typed,
    "KEY_PRESS": _pressed,
    "SYSTEM_BUTTON": _button,
    "GO_BACK": lambda step: ["back"],
    "LAUNCH": _launched,
    "SWIPE": _swiped,
    "WAIT_FOR": _awaited,
    "ASSERT": _awaited,
    "WAIT": _waited,
    "SCREENSHOT": lambda step: [
        {"takeScreenshot": str(step.take("file") or "screenshot").removesuffix(".png")}
    ],
}
