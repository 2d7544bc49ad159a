"""UI-TARS: everything it has to know is the first user message; then pictures and its own words in turn.

Places are pixels of the picture as it is sent, which we resize by the model's own rule (version 1.5);
Doubao's `<point>` is in thousandths, and the importer tells the two apart by their spelling.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogscript.agents.exchange import Ask, Intent, Protocol, Round, Scene
from cogscript.agents.intents import intent_of
from cogscript.dialects.core.coordinates import UI_TARS
from cogscript.models.conversation import Turn, assistant, user, with_newest_pictures
from cogscript.models.replies import Reply

_PICTURES = 5
_PLACE = "start_box='<|box_start|>(x1,y1)<|box_end|>'"
_TO = "end_box='<|box_start|>(x3,y3)<|box_end|>'"
_DESKTOP = f"""click({_PLACE})
left_double({_PLACE})
right_single({_PLACE})
drag({_PLACE}, {_TO})
hotkey(key='ctrl c')  # keys in lower case with a space between them, three at most
type(content='')  # escape quotes and line breaks; a line break at the end submits
scroll({_PLACE}, direction='down or up or right or left')
wait()  # some seconds, then look again
finished(content='')  # the task is done; say what came of it
call_user()  # it cannot be done without the person's help"""
_PHONE = f"""click({_PLACE})
long_press({_PLACE})
type(content='')
scroll({_PLACE}, direction='down or up or right or left')
open_app(app_name='')
drag({_PLACE}, {_TO})
press_home()
press_back()
wait()
finished(content='')"""


def ask(task: str, history: Sequence[Round], scene: Scene) -> Ask:
    messages: list[Turn] = [user(_opening(task, scene))]
    for turn in history:
        assert turn.scene.picture is not None
        messages += [user(turn.scene.picture), assistant(turn.reply.answer)]
    assert scene.picture is not None
    messages.append(user(scene.picture))
    return Ask(with_newest_pictures(messages, _PICTURES))


def _opening(task: str, scene: Scene) -> str:
    space = _PHONE if scene.world == "phone" else _DESKTOP
    return (
        "You are a GUI agent. You are given a task and your action history, with screenshots. You need to "
        "perform the next action to complete the task.\n\n"
        "## Output Format\n```\nThought: ...\nAction: ...\n```\n\n"
        f"## Action Space\n\n{space}\n\n## Note\n- Write a short plan in `Thought`, and name the target of "
        f"the next action in one sentence.\n- One action a step.\n\n## User Instruction\n{task}"
    )


def read(reply: Reply, scene: Scene) -> Intent:
    thousandths = "<point>" in reply.answer
    return intent_of(reply.answer, "ui-tars", scene, "thousandths" if thousandths else "resized")


PROTOCOL = Protocol(
    "ui-tars",
    "UI-TARS 1.5 (pixels of the resized picture) and Doubao (<point> in thousandths)",
    ask,
    read,
    pictures=_PICTURES,
    resizing=UI_TARS,
)
