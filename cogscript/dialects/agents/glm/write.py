"""A workflow as GLM-V's answers on a desktop."""

from __future__ import annotations

from cogscript.dialects.core.builders import chord_keys
from cogscript.dialects.core.coordinates import space_of
from cogscript.dialects.core.draft import DialectOptions
from cogscript.dialects.core.step_export import Exporter, NotExportable, StepExport, header_of, key_name
from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.tree import Workflow
from cogscript.language.syntax.strings import quote

_CLICKS = {"CLICK": "left_click", "DOUBLE_CLICK": "left_double_click", "RIGHT_CLICK": "right_click",
           "MIDDLE_CLICK": "middle_click", "HOVER": "hover"}  # fmt: skip


def write(workflow: Workflow, options: DialectOptions) -> tuple[str, list[Diagnostic]]:
    """The workflow as GLM-V's answers, and what GLM-V cannot express."""
    title = header_of(workflow).get("title")
    lines = [f"Task: {' '.join(title.split())}", ""] if title else []
    exporter = Exporter("GLM-V", space_of("thousandths", None), _write)
    for operation, actions in exporter.steps(workflow):
        if operation.description:
            lines.append(f"<think>{operation.description}</think>")
        lines += [f"<answer><|begin_of_box|>{action}<|end_of_box|></answer>" for action in actions]
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n", exporter.diagnostics


def _place(step: StepExport, name: str = "box") -> str:
    x, y = step.point(name)
    return f"'[{x:g},{y:g}]'"


def _named(step: StepExport) -> str:
    return f", element_info={quote(step.text('element_info'))}" if step.has("element_info") else ""


def _write(step: StepExport) -> list[str]:
    match step.name:
        case name if name in _CLICKS:
            return [f"{_CLICKS[name]}(start_box={_place(step)}{_named(step)})"]
        case "DRAG":
            return [f"left_drag(start_box={_place(step)}, end_box={_place(step, 'to')}{_named(step)})"]
        case "SCROLL_UP" | "SCROLL_DOWN" | "SCROLL_LEFT" | "SCROLL_RIGHT" as name:
            place = f"start_box={_place(step)}, " if step.has("box") else ""
            direction = name.removeprefix("SCROLL_").casefold()
            count = f"{step.number('step_count'):g}"
            return [f"scroll({place}direction='{direction}', step={count}{_named(step)})"]
        case "TYPE":
            return _typed(step)
        case "KEY_PRESS" | "GESTURE":
            keys = chord_keys(step.operation)
            step.take("key"), step.take("actions")
            if keys is None:
                raise NotExportable("GLM-V knows only keys that are pressed together")
            return [f"key(keys={quote('+'.join(key_name(key) for key in keys))})"]
        case "WAIT" if step.number("seconds") == 5:
            return ["WAIT()"]
        case "SCREENSHOT":
            return ["screenshot()"]
        case "END":
            return ["DONE()"]
        case "FAIL":
            if step.has("reason") and step.operation.arguments["reason"] == "the agent gave up":
                step.take("reason")
            return ["FAIL()"]
    raise NotExportable(f"GLM-V has no {step.name}")


def _typed(step: StepExport) -> list[str]:
    """It types where the focus is: a box is clicked first, Return is pressed after."""
    text = step.text("text")
    if not text:
        raise NotExportable("GLM-V types no empty text")
    before = [f"left_click(start_box={_place(step)}{_named(step)})"] if step.has("box") else []
    after = ["key(keys='Return')"] if step.take("enter") is True else []
    return [*before, f"type(content={quote(text)})", *after]
