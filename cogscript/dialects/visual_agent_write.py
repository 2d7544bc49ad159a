"""A workflow as DesktopVisualAgent's decisions, each followed by the grounding of its target."""

from __future__ import annotations

import json
from typing import Any

from cogscript.dialects.coordinates import Frame
from cogscript.dialects.exporting import Unsayable
from cogscript.dialects.json_write import Saying, display_of, header_of, say_steps
from cogscript.dialects.plan import Context
from cogscript.language.diagnostic import Diagnostic
from cogscript.language.tree import Workflow

NAME = "visual-agent"
_PAGE = 5
_DIRECTIONS = {"UP": "向上", "DOWN": "向下", "LEFT": "向左", "RIGHT": "向右"}


def write(workflow: Workflow, context: Context) -> tuple[str, list[Diagnostic]]:
    said: list[Diagnostic] = []
    display = display_of(context)
    history: list[dict[str, Any]] = []
    for operation, parts in say_steps(workflow, NAME, Frame(*display), _say, said):
        decision, *groundings = parts
        history.append({"reasoning": operation.description, **decision})
        history += [{**grounding, "screen": list(display)} for grounding in groundings]
    header = header_of(workflow)
    log = {
        **({"user_target": header["title"]} if "title" in header else {}),
        **({"platform": header["platform"]} if "platform" in header else {}),
        "user_history": history,
    }
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n", said


def _decision(action: str, **params: object) -> dict[str, Any]:
    return {"action": action, "params": params}


def _say(saying: Saying) -> list[dict[str, Any]]:
    name = saying.name
    if name in ("CLICK", "TYPE"):
        text = {"text": saying.text("text")} if name == "TYPE" else {}
        return _pointed(saying, text)
    if name.startswith("SCROLL_"):
        if saying.number("step_count") != _PAGE:
            saying.lost.append(f"how far: a SCROLL is {_PAGE} notches")
        return [_decision("SCROLL", direction=_DIRECTIONS[name.removeprefix("SCROLL_")])]
    if name == "ASK_USER":
        return [_decision("ASK_USER", question=saying.text("question"))]
    if name == "END":
        return [_decision("SUCCESS")]
    if name == "GO_BACK":
        return [_decision("FAIL")]
    raise Unsayable(f"{NAME} has no words for {name}")


def _pointed(saying: Saying, text: dict[str, str]) -> list[dict[str, Any]]:
    """A decision by the target's name, and the grounding with its place and kind."""
    target = saying.take("element_info")
    if not isinstance(target, str) or not target.strip():
        raise Unsayable(f"{NAME} names its targets, and this {saying.name} has no element_info")
    kind = saying.operation.arguments.get("element_type")
    decision = _decision(saying.name, target=target, **text)
    if not saying.has("box"):
        return [decision]
    box = saying.corners()
    saying.take("element_type")
    grounding = {"box": box, "label": target, "type": kind if isinstance(kind, str) else ""}
    return [decision, grounding]
