"""A workflow as UI-TARS's replies: `Thought:` from the comment above, then `Action:`."""

from __future__ import annotations

from cogscript.dialects.core.builders import DIRECTIONS, chord_keys
from cogscript.dialects.core.coordinates import space_of
from cogscript.dialects.core.draft import DialectOptions
from cogscript.dialects.core.step_export import Exporter, NotExportable, StepExport, header_of, key_name
from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.tree import Operation, Workflow
from cogscript.language.syntax.strings import quote

_CLICKS = {"CLICK": "click", "DOUBLE_CLICK": "left_double", "RIGHT_CLICK": "right_single",
           "MIDDLE_CLICK": "middle_click", "TRIPLE_CLICK": "left_triple", "HOVER": "hover"}  # fmt: skip


def write(workflow: Workflow, options: DialectOptions) -> tuple[str, list[Diagnostic]]:
    """The workflow as UI-TARS's replies, and what UI-TARS cannot express."""
    title = header_of(workflow).get("title")
    lines = [f"Task: {' '.join(title.split())}", ""] if title else []
    space = space_of(options.coordinates or "thousandths", options.screen)
    last = answers_at_the_end(workflow)
    exporter = Exporter("UI-TARS", space, lambda step: _write(step, last))
    for operation, actions in exporter.steps(workflow):
        if operation.description:
            lines.append(f"Thought: {operation.description}")
        lines += [f"Action: {action}" for action in actions]
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n", exporter.diagnostics


def answers_at_the_end(workflow: Workflow) -> list[Operation]:
    """Each ANSWER that END follows, and that END: the agents write both as one."""
    pairs = zip(workflow.operations, workflow.operations[1:], strict=False)
    return [
        each
        for answer, end in pairs
        if answer.name == "ANSWER" and end.name == "END"
        for each in (answer, end)
    ]


def _call(name: str, **given: str) -> str:
    return f"{name}({', '.join(f'{key}={quote(value)}' for key, value in given.items())})"


def _place(step: StepExport, name: str = "box") -> str:
    x, y = step.point(name)
    return f"({x:g},{y:g})"


def _write(step: StepExport, last: list[Operation]) -> list[str]:
    name = step.name
    if any(step.operation is each for each in last):
        return [_call("finished", content=step.text("text"))] if name == "ANSWER" else []
    if name in _CLICKS:
        return [_call(_CLICKS[name], start_box=_place(step))]
    if name.startswith("SCROLL_"):
        direction = name.removeprefix("SCROLL_").casefold()
        assert direction in DIRECTIONS
        where = {"start_box": _place(step)} if step.has("box") else {}
        return [_call("scroll", **where, direction=direction, step=str(step.number("step_count")))]
    if name in ("DRAG", "SWIPE"):
        start, end = _place(step), _place(step, "to")
        return [_call(name.casefold(), start_box=start, end_box=end)]
    if name == "LONG_PRESS":
        time = {"time": f"{step.number('seconds'):g}"} if step.has("seconds") else {}
        return [_call("long_press", start_box=_place(step), **time)]
    if name == "TYPE":
        return [_typed(step)]
    if name in ("KEY_PRESS", "GESTURE"):
        keys = chord_keys(step.operation)
        step.take("key"), step.take("actions")
        if keys is None:
            raise NotExportable("UI-TARS knows only keys that are pressed together")
        return [_call("hotkey", key=" ".join(key_name(key) for key in keys))]
    if name in ("KEY_DOWN", "KEY_UP"):
        return [_call(name.replace("_", "").casefold(), key=key_name(step.text("key")))]
    return _write_other(step)


def _typed(step: StepExport) -> str:
    text = step.text("text")
    where = {"start_box": _place(step)} if step.has("box") else {}
    if step.take("enter") is True:
        text += "\n"
    elif text.endswith(("\n", "\\n")) or (not text and not where):
        raise NotExportable(
            "UI-TARS reads a line break at the end as the Return key, and types no empty text"
        )
    return _call("type", content=text, **where)


def _write_other(step: StepExport) -> list[str]:
    match step.name:
        case "WAIT":
            seconds = step.number("seconds")
            return ["wait()" if seconds == 5 else _call("wait", time=f"{seconds:g}")]
        case "LAUNCH":
            if step.has("url") and step.take("url") != "None":
                return [_call("navigate", url=step.text("url"))]
            return [_call("open_app", app_name=step.text("app"))]
        case "GO_BACK":
            return ["press_back()"]
        case "SYSTEM_BUTTON" if step.take("button") == "home":
            return ["press_home()"]
        case "ASK_USER":
            return [_call("call_user", content=step.text("question"))]
        case "END":
            return ["finished()"]
    raise NotExportable(f"UI-TARS has no {step.name}")
