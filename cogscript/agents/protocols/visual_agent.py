"""DesktopVisualAgent: describe the picture, make a page state of it, decide, and ask where the target is.

Two models: one that sees describes and points, one that reads decides. It is done when the person says so.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from cogscript.agents.exchange import Ask, Conversation, Intent, Protocol, Round, Scene, prompt
from cogscript.agents.intents import intent_of
from cogscript.dialects.formats.json_text import first
from cogscript.dialects.formats.json_values import JsonObject, NotJson
from cogscript.models.conversation import system, user
from cogscript.models.replies import Reply

_WHERE = {
    "TYPE": "请找出页面中用于输入“{target}”相关内容的输入框，位于{pos}，我将输入“{text}”。",
    "CLICK": "请找出页面中标注为“{target}”的按钮或可点击区域，位于{pos}，我准备点击它。",
}
"""What is asked of the model that sees, for a decision that has a target."""


def turn(task: str, history: Sequence[Round], scene: Scene) -> Conversation:
    assert scene.picture is not None
    described = yield Ask([user(prompt("visual_agent_describe"), scene.picture)])
    state = yield Ask([system(prompt("visual_agent_state")), user(described.answer)], sees=False)
    given = [
        {"page_state": _page_state(state.answer)},
        {"user_target": task},
        {"user_history": [_operation(each) for each in history]},
    ]
    asked = json.dumps(given, ensure_ascii=False)
    decided = yield Ask([system(prompt("visual_agent_decide")), user(asked)], sees=False)
    question = _where(decided.answer)
    if not question:
        return read(decided, scene)
    width, height = scene.shown
    size = f"屏幕分辨率：{width}x{height}。"
    found = yield Ask([system(prompt("visual_agent_ground")), user(size + question, scene.picture)])
    return read(Reply(f"{decided.answer}\n{found.answer}"), scene)


def read(reply: Reply, scene: Scene) -> Intent:
    """A decision, followed by the grounding of its target where it has one."""
    return intent_of(reply.answer, "visual-agent", scene)


def _page_state(text: str) -> object:
    """The page as JSON; as it was described where that is none."""
    return _object(text) or text


def _object(text: str) -> JsonObject | None:
    start = text.find("{")
    try:
        value = first(text, start).value if start >= 0 else None
    except NotJson:
        return None
    return value if isinstance(value, JsonObject) else None


def _where(text: str) -> str:
    decision = _object(text)
    params = decision.get("params") if decision is not None else None
    form = _WHERE.get(str(decision.get("action"))) if decision is not None else None
    if form is None or not isinstance(params, JsonObject):
        return ""
    return form.format(**{name: params.get(name) or "" for name in ("target", "pos", "text")})


def _operation(each: Round) -> object:
    """A decision of the past with what came of it, as the executor noted it down."""
    decision = _object(each.reply.answer)
    return {**(decision or {"reasoning": each.intent.thought}), "result": each.result or "操作已执行。"}


PROTOCOL = Protocol(
    "visual-agent",
    "DesktopVisualAgent: describe, decide, ground, act, with any two models; a person confirms the end",
    turn=turn,
    repairs=False,
    confirms=True,
)
