"""CogAgent-9B: one message with the task, all the steps so far as text, and one picture; no system prompt."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cogscript.agents.exchange import Ask, Protocol, Round, Scene
from cogscript.agents.intents import one_line, reader
from cogscript.models.conversation import user
from cogscript.models.replies import Reply

_ACTION = re.compile(r"Action:\s*(.*)")
_OPERATION = re.compile(r"Grounded Operation:\s*(.*)")
_PLATFORMS = {"windows": "WIN", "linux": "WIN", "macos": "Mac", "android": "Mobile"}
"""It was taught three; a desktop of Linux looks most like the first."""
FORMAT = "Action-Operation-Sensitive"


def ask(task: str, history: Sequence[Round], scene: Scene) -> Ask:
    steps = "".join(f"\n{number}. {_step(turn.reply)}" for number, turn in enumerate(history))
    text = (
        f"Task: {task}\nHistory steps: {steps}\n(Platform: {_PLATFORMS.get(scene.platform, 'WIN')})\n"
        f"(Answer in {FORMAT} format.)\n"
    )
    assert scene.picture is not None
    return Ask([user(text, scene.picture)])


def _step(reply: Reply) -> str:
    operation, action = _OPERATION.search(reply.answer), _ACTION.search(reply.answer)
    return f"{one_line(operation[1]) if operation else ''}\t{one_line(action[1]) if action else ''}"


PROTOCOL = Protocol(
    "cogagent",
    "CogAgent-9B-20241220: a new conversation each step; sensitive operations ask a person",
    ask,
    reader("cogagent"),
    repairs=False,
)
