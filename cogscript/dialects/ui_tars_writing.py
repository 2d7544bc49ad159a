"""A workflow in UI-TARS's words: `Thought:` from the comment above, then `Action:`."""

from __future__ import annotations

from cogscript.dialects.coordinates import frame_of
from cogscript.dialects.exporting import Unsayable
from cogscript.dialects.json_write import Saying, header_of, key_word, say_steps
from cogscript.dialects.plan import Context
from cogscript.dialects.words import DIRECTIONS, chord_keys
from cogscript.language.diagnostic import Diagnostic
from cogscript.language.strings import quote
from cogscript.language.tree import Operation, Workflow

_CLICKS = {"CLICK": "click", "DOUBLE_CLICK": "left_double", "RIGHT_CLICK": "right_single",
           "MIDDLE_CLICK": "middle_click", "TRIPLE_CLICK": "left_triple", "HOVER": "hover"}  # fmt: skip


def write(workflow: Workflow, context: Context) -> tuple[str, list[Diagnostic]]:
    """The workflow as UI-TARS's replies, and what it has no words for."""
    said: list[Diagnostic] = []
    title = header_of(workflow).get("title")
    lines = [f"Task: {' '.join(title.split())}", ""] if title else []
    frame = frame_of(context.coordinates or "thousandths", context.screen)
    last = answers_at_the_end(workflow)
    for operation, actions in say_steps(workflow, "UI-TARS", frame, lambda each: _say(each, last), said):
        if operation.description:
            lines.append(f"Thought: {operation.description}")
        lines += [f"Action: {action}" for action in actions]
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n", said


def answers_at_the_end(workflow: Workflow) -> list[Operation]:
    """Each ANSWER that END follows, and that END: the agents say both in one."""
    pairs = zip(workflow.operations, workflow.operations[1:], strict=False)
    return [
        each
        for answer, end in pairs
        if answer.name == "ANSWER" and end.name == "END"
        for each in (answer, end)
    ]


def _call(name: str, **given: str) -> str:
    return f"{name}({', '.join(f'{key}={quote(value)}' for key, value in given.items())})"


def _place(saying: Saying, name: str = "box") -> str:
    x, y = saying.point(name)
    return f"({x:g},{y:g})"


def _say(saying: Saying, last: list[Operation]) -> list[str]:
    name = saying.name
    if any(saying.operation is each for each in last):
        return [_call("finished", content=saying.text("text"))] if name == "ANSWER" else []
    if name in _CLICKS:
        return [_call(_CLICKS[name], start_box=_place(saying))]
    if name.startswith("SCROLL_"):
        direction = name.removeprefix("SCROLL_").casefold()
        assert direction in DIRECTIONS
        where = {"start_box": _place(saying)} if saying.has("box") else {}
        return [_call("scroll", **where, direction=direction, step=str(saying.number("step_count")))]
    if name in ("DRAG", "SWIPE"):
        start, end = _place(saying), _place(saying, "to")
        return [_call(name.casefold(), start_box=start, end_box=end)]
    if name == "LONG_PRESS":
        time = {"time": f"{saying.number('seconds'):g}"} if saying.has("seconds") else {}
        return [_call("long_press", start_box=_place(saying), **time)]
    if name == "TYPE":
        return [_typed(saying)]
    if name in ("KEY_PRESS", "GESTURE"):
        keys = chord_keys(saying.operation)
        saying.take("key"), saying.take("actions")
        if keys is None:
            raise Unsayable("UI-TARS says only keys that are pressed together")
        return [_call("hotkey", key=" ".join(key_word(key) for key in keys))]
    if name in ("KEY_DOWN", "KEY_UP"):
        return [_call(name.replace("_", "").casefold(), key=key_word(saying.text("key")))]
    return _say_other(saying)


def _typed(saying: Saying) -> str:
    text = saying.text("text")
    where = {"start_box": _place(saying)} if saying.has("box") else {}
    if saying.take("enter") is True:
        text += "\n"
    elif text.endswith("\n") or (not text and not where):
        raise Unsayable("UI-TARS reads a line break at the end as the Return key, and types no empty text")
    return _call("type", content=text, **where)


def _say_other(saying: Saying) -> list[str]:
    match saying.name:
        case "WAIT":
            seconds = saying.number("seconds")
            return ["wait()" if seconds == 5 else _call("wait", time=f"{seconds:g}")]
        case "LAUNCH":
            if saying.has("url") and saying.take("url") != "None":
                return [_call("navigate", url=saying.text("url"))]
            return [_call("open_app", app_name=saying.text("app"))]
        case "GO_BACK":
            return ["press_back()"]
        case "SYSTEM_BUTTON" if saying.take("button") == "home":
            return ["press_home()"]
        case "ASK_USER":
            return [_call("call_user", content=saying.text("question"))]
        case "END":
            return ["finished()"]
    raise Unsayable(f"UI-TARS has no {saying.name}")
