"""A workflow in GLM-V's words for a desktop; what it says only elsewhere is left out and said."""

from __future__ import annotations

from cogscript.dialects.coordinates import frame_of
from cogscript.dialects.exporting import Unsayable
from cogscript.dialects.json_write import Saying, header_of, key_word, say_steps
from cogscript.dialects.plan import Context
from cogscript.dialects.words import chord_keys
from cogscript.language.diagnostic import Diagnostic
from cogscript.language.strings import quote
from cogscript.language.tree import Workflow

_CLICKS = {"CLICK": "left_click", "DOUBLE_CLICK": "left_double_click", "RIGHT_CLICK": "right_click",
           "MIDDLE_CLICK": "middle_click", "HOVER": "hover"}  # fmt: skip


def write(workflow: Workflow, context: Context) -> tuple[str, list[Diagnostic]]:
    """The workflow as GLM-V's answers, and what it has no words for."""
    said: list[Diagnostic] = []
    title = header_of(workflow).get("title")
    lines = [f"Task: {' '.join(title.split())}", ""] if title else []
    for operation, actions in say_steps(workflow, "GLM-V", frame_of("thousandths", None), _say, said):
        if operation.description:
            lines.append(f"<think>{operation.description}</think>")
        lines += [f"<answer><|begin_of_box|>{action}<|end_of_box|></answer>" for action in actions]
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n", said


def _place(saying: Saying, name: str = "box") -> str:
    x, y = saying.point(name)
    return f"'[{x:g},{y:g}]'"


def _named(saying: Saying) -> str:
    return f", element_info={quote(saying.text('element_info'))}" if saying.has("element_info") else ""


def _say(saying: Saying) -> list[str]:
    match saying.name:
        case name if name in _CLICKS:
            return [f"{_CLICKS[name]}(start_box={_place(saying)}{_named(saying)})"]
        case "DRAG":
            return [f"left_drag(start_box={_place(saying)}, end_box={_place(saying, 'to')}{_named(saying)})"]
        case "SCROLL_UP" | "SCROLL_DOWN" | "SCROLL_LEFT" | "SCROLL_RIGHT" as name:
            place = f"start_box={_place(saying)}, " if saying.has("box") else ""
            direction = name.removeprefix("SCROLL_").casefold()
            step = f"{saying.number('step_count'):g}"
            return [f"scroll({place}direction='{direction}', step={step}{_named(saying)})"]
        case "TYPE":
            return _typed(saying)
        case "KEY_PRESS" | "GESTURE":
            keys = chord_keys(saying.operation)
            saying.take("key"), saying.take("actions")
            if keys is None:
                raise Unsayable("GLM-V says only keys that are pressed together")
            return [f"key(keys='{'+'.join(key_word(key) for key in keys)}')"]
        case "WAIT" if saying.number("seconds") == 5:
            return ["WAIT()"]
        case "SCREENSHOT":
            return ["screenshot()"]
        case "END":
            return ["DONE()"]
        case "FAIL":
            if saying.has("reason") and saying.operation.arguments["reason"] == "the agent gave up":
                saying.take("reason")
            return ["FAIL()"]
    raise Unsayable(f"GLM-V has no {saying.name}")


def _typed(saying: Saying) -> list[str]:
    """It types where the focus is: a box is clicked first, Return is pressed after."""
    text = saying.text("text")
    if not text:
        raise Unsayable("GLM-V types no empty text")
    before = [f"left_click(start_box={_place(saying)}{_named(saying)})"] if saying.has("box") else []
    after = ["key(keys='Return')"] if saying.take("enter") is True else []
    return [*before, f"type(content={quote(text)})", *after]
