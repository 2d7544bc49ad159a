"""GUI-Plus: its system prompt with a tool for the desktop, the phone or the browser, and the newest rounds.

Places are thousandths; in a browser the model names the number that is drawn on an element.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from cogscript.agents.exchange import Ask, Intent, Protocol, Round, Scene, prompt
from cogscript.agents.intents import intent_of, one_line
from cogscript.dialects.core.coordinates import GUI_PLUS
from cogscript.models.conversation import Part, Turn, assistant, system, user
from cogscript.models.replies import Reply
from cogscript.surfaces import roles
from cogscript.surfaces.inventory import ListedElement

_TOOLS = {"desktop": "gui_plus_computer", "phone": "gui_plus_mobile", "browser": "gui_plus_browser"}
_ROUNDS = {"desktop": 4, "phone": 4, "browser": 1}
"""How many rounds are kept with their pictures; older ones are a line each."""
_WEEKDAYS = "一二三四五六日"
_LONGEST = 200
"""Characters of an element's text that the list still names."""
_OPTIONS = {"extra_body": {"vl_high_resolution_images": True}}


def ask(task: str, history: Sequence[Round], scene: Scene) -> Ask:
    world = scene.world if scene.world in _TOOLS else "desktop"
    kept = history[-_ROUNDS[world] :]
    opening: list[Part] = [_instruction(task, history[: len(history) - len(kept)], scene)]
    messages: list[Turn] = [system(prompt(_TOOLS[world]))]
    for turn in kept:
        assert turn.scene.picture is not None
        said = [*opening, "Current screenshot:"] if world == "browser" else opening
        messages += [user(*said, turn.scene.picture), assistant(turn.reply.answer)]
        opening = []
    assert scene.picture is not None
    listed: list[Part] = [elements_text(scene.elements)] if world == "browser" else []
    messages.append(user(*opening, scene.picture, *listed))
    return Ask(messages, options=_OPTIONS)


def _instruction(task: str, older: Sequence[Round], scene: Scene) -> str:
    lines = [f"Step {number}: {_action(turn.reply.answer)}" for number, turn in enumerate(older, 1)]
    return (
        "\nPlease generate the next move according to the UI screenshot, instruction and previous actions."
        "\n\n"
        f"Instruction: {_date(scene)}{task}\n\nPrevious actions:\n" + ("\n".join(lines) or "None")
    )


def _date(scene: Scene) -> str:
    """On a phone and in a browser the task begins with the date: `today` means something there."""
    if scene.world == "desktop" or scene.today is None:
        return ""
    day = scene.today
    return f"今天的日期是:{day:%Y年%m月%d日} 星期{_WEEKDAYS[day.weekday()]}。"


def _action(reply: str) -> str:
    _, found, after = reply.partition("Action:")
    return one_line((after if found else reply).partition("<tool_call>")[0])


def elements_text(elements: Sequence[ListedElement]) -> str:
    """The elements by their numbers, as browser_use lists them."""
    return "\t".join(filter(None, map(_listed, elements)))


def _listed(entry: ListedElement) -> str:
    element = entry.element
    name = json.dumps(one_line(element.name)[:_LONGEST], ensure_ascii=False)
    if entry.options:
        held = json.dumps([one_line(each)[:_LONGEST] for each in entry.options], ensure_ascii=False)
        return f"[{entry.number}]: <select> {name} is a menu with options: {held};"
    if element.role == "button":
        return f"[{entry.number}]: <button> {name};"
    if element.role in roles.FIELDS:
        return f"[{entry.number}]: <{'textarea' if 'multiline' in element.states else 'input'}> {name};"
    return f"[{entry.number}]: {name};" if element.name else ""


def read(reply: Reply, scene: Scene) -> Intent:
    """Places are thousandths of the screen, whatever the numbers: the prompt says so."""
    known = ""
    if scene.world == "browser":
        # Places alone: what a page says must not stand beside what the model says.
        places = [
            {"id": each.number, "bbox": [*_shown(each, scene)]}
            for each in scene.elements
        ]  # fmt: skip
        known = json.dumps({"SoM_list": places}) + "\n" if places else ""
    return intent_of(known + reply.answer, "gui-plus", scene, "thousandths")


def _shown(entry: ListedElement, scene: Scene) -> tuple[int, int, int, int]:
    """Where an element is in the picture."""
    left, top, right, bottom = entry.box.rect(scene.shown)
    return left, top, right, bottom


PROTOCOL = Protocol(
    "gui-plus",
    "GUI-Plus, and Qwen-VL with the same tools: thousandths; in a browser numbers on the elements",
    ask,
    read,
    pictures=5,
    resizing=GUI_PLUS,
    marks=lambda world: world == "browser",
)
