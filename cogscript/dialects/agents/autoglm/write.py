"""A workflow as AutoGLM's replies: what is done in `<think>`, the action in `<answer>`."""

from __future__ import annotations

import json
from collections.abc import Callable

from cogscript.dialects.core.coordinates import space_of
from cogscript.dialects.core.draft import DialectOptions
from cogscript.dialects.core.step_export import Exporter, NotExportable, StepExport, header_of
from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.tree import Operation, Workflow

NAME = "autoglm"
_TAPS = {"CLICK": "Tap", "DOUBLE_CLICK": "Double Tap", "LONG_PRESS": "Long Press"}


def write(workflow: Workflow, options: DialectOptions) -> tuple[str, list[Diagnostic]]:
    last = workflow.operations[-2:]
    answers = last if [each.name for each in last] == ["ANSWER", "END"] else []
    exporter = Exporter(
        NAME, space_of("thousandths", None), lambda step: _write(step, answers), acts_on="phone"
    )
    title = header_of(workflow).get("title")
    lines = [f"Task: {' '.join(title.split())}", ""] if title else []
    for operation, actions in exporter.steps(workflow):
        for action in actions:
            think = f"<think>{operation.description}</think>" if operation.description else ""
            lines += [f"{think}<answer>{action}</answer>", ""]
    return "\n".join(lines).rstrip("\n") + "\n", exporter.diagnostics


def _do(action: str, **given: object) -> str:
    said = [f"{name}={_value(value)}" for name, value in given.items() if value is not None]
    return f"do({', '.join([f'action={_value(action)}', *said])})"


def _value(value: object) -> str:
    if isinstance(value, list):
        return "[" + ",".join(f"{number:g}" for number in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _write(step: StepExport, answers: list[Operation]) -> list[str]:
    if any(step.operation is each for each in answers):
        return [f"finish(message={_value(step.text('text'))})"] if step.name == "ANSWER" else []
    if step.name in _TAPS:
        asked = "sensitive" if step.take("sensitive") is True else None
        if step.name == "LONG_PRESS" and step.number("seconds", 1) != 1:
            step.losses.append("how long")
        return [_do(_TAPS[step.name], element=step.point(), message=asked)]
    make = _WRITERS.get(step.name)
    if make is None:
        raise NotExportable(f"{NAME} has no {step.name}")
    return make(step)


def _typed(step: StepExport) -> list[str]:
    if step.has("element_info") and not step.has("box"):
        raise NotExportable(f"{NAME} cannot name an element without its place")
    before = [_do("Tap", element=step.point())] if step.has("box") else []
    if step.take("clear") is not True:
        step.losses.append("what the field holds: Type empties it first")
    if step.take("enter") is True:
        raise NotExportable(f"{NAME} cannot press Return")
    return [*before, _do("Type", text=step.text("text"))]


def _launched(step: StepExport) -> list[str]:
    if step.has("url") and step.operation.arguments["url"] != "None":
        raise NotExportable(f"{NAME} opens applications, not links")
    step.take("url")
    return [_do("Launch", app=step.text("app"))]


def _button(step: StepExport) -> list[str]:
    button = step.text("button")
    if button not in ("back", "home"):
        raise NotExportable(f"{NAME} has no button {button}")
    return [_do(button.capitalize())]


_WRITERS: dict[str, Callable[[StepExport], list[str]]] = {
    "TYPE": _typed,
    "SWIPE": lambda step: [_do("Swipe", start=step.point(), end=step.point("to"))],
    "LAUNCH": _launched,
    "GO_BACK": lambda step: [_do("Back")],
    "SYSTEM_BUTTON": _button,
    "WAIT": lambda step: [_do("Wait", duration=f"{step.number('seconds'):g} seconds")],
    "ASK_USER": lambda step: [_do("Take_over", message=step.text("question"))],
    "END": lambda step: ['finish(message="")'],
}
