"""GLM-4.1V and 4.5V: one user turn with headings; the last four steps with pictures of half the size.

The actions it is told are the examples of our own importer, so that whatever it is told is read.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from cogscript.agents.exchange import Ask, Intent, Protocol, Round, Scene
from cogscript.agents.intents import intent_of, one_line
from cogscript.dialects.core.registry import reader_named
from cogscript.language.model.box import Size
from cogscript.models.conversation import Part, user
from cogscript.models.pictures import Picture
from cogscript.models.replies import Reply

_SHOWN = 4
"""Steps whose picture is sent again."""
_OMITTED = "(Omitted in context.)"
_DESKTOP = ("left_click", "right_click", "middle_click", "left_double_click", "hover", "left_drag", "key",
            "type", "scroll", "WAIT", "DONE", "FAIL")  # fmt: skip
_PHONE = ("click", "long_press", "input_text", "keyboard_enter", "navigate_home", "navigate_back", "swipe",
          "open_app", "wait", "status", "answer")  # fmt: skip
_BROWSER = ("CLICK", "TYPE", "SCROLL_DOWN", "KEY_PRESS", "ANSWER")
_SPACES = {"desktop": _DESKTOP, "phone": _PHONE, "browser": _BROWSER}
_NAMES = {"windows": "Windows", "linux": "Ubuntu", "macos": "Mac", "android": "Mobile"}


def ask(task: str, history: Sequence[Round], scene: Scene) -> Ask:
    parts: list[Part] = [
        "You are a GUI agent. You see a screen and do a task on it, one action at a time.\n\n"
        f"# Task:\n{task}\n\n"
        f"# Task Platform:\n{_NAMES.get(scene.platform, 'Ubuntu')}\n\n# Action Space:\n{_space(scene)}\n"
        "Places are numbers from 0 to 999, across and down, whatever the size of the screen.\n\n"
        "# Historical Actions and Current Memory:\nHistory:"
    ]
    first = len(history) - _SHOWN
    for number, turn in enumerate(history):
        shown = turn.scene.picture if number >= first else None
        parts.append(f"\nstep {number + 1}: Screenshot:" + ("" if shown else _OMITTED))
        parts += [half(shown)] if shown else []
        parts.append(f"{turn.intent.thought} Action: {_action(turn.reply)}".strip())
    parts.append(
        ("" if history else "\nNone")
        + "\n\n# Output Format:\nSay briefly what you see and want, then the one next action between "
        "<|begin_of_box|> and <|end_of_box|>.\n\nCurrent Screenshot:"
    )
    assert scene.picture is not None
    parts.append(scene.picture)
    return Ask([user(*parts)], options={"extra_body": {"skip_special_tokens": False}})


def _space(scene: Scene) -> str:
    actions = reader_named("glm").ACTIONS
    return "\n".join(f"- {actions[name].example}" for name in _SPACES.get(scene.world, _DESKTOP))


def _action(reply: Reply) -> str:
    inside = reply.answer.partition("<|begin_of_box|>")[2].partition("<|end_of_box|>")[0]
    return one_line(inside or reply.answer)


@lru_cache(maxsize=8)
def half(picture: Picture) -> Picture:
    """A picture of half the width and height; each is asked for several times."""
    from PIL import Image

    with Image.open(io.BytesIO(picture.data)) as image:
        size = Size(max(1, image.width // 2), max(1, image.height // 2))
        buffer = io.BytesIO()
        image.resize(size).save(buffer, "PNG", compress_level=1)
    return Picture(buffer.getvalue(), size, picture.area)


def read(reply: Reply, scene: Scene) -> Intent:
    intent = intent_of(reply.answer, "glm", scene, "thousandths")
    before = reply.answer.partition("<|begin_of_box|>")[0].rpartition("Action:")
    return replace(intent, thought=intent.thought or one_line(before[0] or before[2]))


PROTOCOL = Protocol(
    "glm",
    "GLM-4.1V-Thinking and GLM-4.5V: thousandths, the action between <|begin_of_box|> and <|end_of_box|>",
    ask,
    read,
    pictures=_SHOWN + 1,
    repairs=False,
)
