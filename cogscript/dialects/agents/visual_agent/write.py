"""A workflow as DesktopVisualAgent's decisions, each followed by the grounding of its target."""

from __future__ import annotations

import json
from typing import Any

from cogscript.dialects.core.coordinates import CoordinateSpace
from cogscript.dialects.core.draft import DialectOptions
from cogscript.dialects.core.step_export import Exporter, NotExportable, StepExport, display_of, header_of
from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.tree import Workflow

NAME = "visual-agent"
_PAGE = 5
_DIRECTIONS = {"UP": "向上", "DOWN": "向下", "LEFT": "向左", "RIGHT": "向右"}


def write(workflow: Workflow, options: DialectOptions) -> tuple[str, list[Diagnostic]]:
    display = display_of(options)
    history: list[dict[str, Any]] = []
    exporter = Exporter(NAME, CoordinateSpace(*display), _write)
    for operation, parts in exporter.steps(workflow):
        decision, *groundings = parts
        history.append({"reasoning": operation.description, **decision})
        history += [{**grounding, "screen": list(display)} for grounding in groundings]
    header = header_of(workflow)
    log = {
        **({"user_target": header["title"]} if "title" in header else {}),
        **({"platform": header["platform"]} if "platform" in header else {}),
        "user_history": history,
    }
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n", exporter.diagnostics


def _decision(action: str, **params: object) -> dict[str, Any]:
    return {"action": action, "params": params}


def _write(step: StepExport) -> list[dict[str, Any]]:
    name = step.name
    if name in ("CLICK", "TYPE"):
        text = {"text": step.text("text")} if name == "TYPE" else {}
        return _pointed(step, text)
    if name.startswith("SCROLL_"):
        if step.number("step_count") != _PAGE:
            step.losses.append(f"how far: a SCROLL is {_PAGE} notches")
        return [_decision("SCROLL", direction=_DIRECTIONS[name.removeprefix("SCROLL_")])]
    if name == "ASK_USER":
        return [_decision("ASK_USER", question=step.text("question"))]
    if name == "END":
        return [_decision("SUCCESS")]
    if name == "GO_BACK":
        return [_decision("FAIL")]
    raise NotExportable(f"{NAME} has no {name}")


def _pointed(step: StepExport, text: dict[str, str]) -> list[dict[str, Any]]:
    """A decision by the target's name, and the grounding with its place and kind."""
    target = step.take("element_info")
    if not isinstance(target, str) or not target.strip():
        raise NotExportable(f"{NAME} names its targets, and this {step.name} has no element_info")
    kind = step.operation.arguments.get("element_type")
    decision = _decision(step.name, target=target, **text)
    if not step.has("box"):
        return [decision]
    box = step.corners()
    step.take("element_type")
    grounding = {"box": box, "label": target, "type": kind if isinstance(kind, str) else ""}
    return [decision, grounding]
