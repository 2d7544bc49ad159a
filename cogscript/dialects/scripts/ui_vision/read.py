"""UI.Vision: a macro is a JSON file, `{"Name": …, "Commands": [{"Command": …, "Target": …, "Value": …}]}`.

Its web commands are Selenium IDE's. Those that begin with X act on the screen: by coordinates in pixels, by
pictures, or by text.
"""

from __future__ import annotations

import re

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Action, DialectOptions, Draft, Untranslatable
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue
from cogscript.dialects.scripts.selenium.commands import COMMANDS, Make, SeleniumCommand, keys_sent
from cogscript.dialects.scripts.selenium.read import add_command, whole_object
from cogscript.language.model.diagnostic import Source
from cogscript.language.model.tree import Operation, Value

MERGES = ALL_RULES


def _row(
    name: str, target: str = "", value: str = "", remark: str = "", query: bool = False
) -> tuple[str, Action]:
    command = f'{{"Command": "{name.split()[0]}", "Target": "{target}", "Value": "{value}"}}'
    return name, Action(f'{{"Name": "Tea", "Commands": [{command}]}}', remark, query)


ACTIONS: dict[str, Action] = dict(
    (
        _row("open", "https://example.org"),
        _row("click", "linkText=Green tea", "", "and the other commands of Selenium IDE"),
        _row("clickAndWait", "xpath=//button[text()='Save']"),
        _row("type", "css=[aria-label='Search']", "tea"),
        _row("XClick", "960,540", "", "pixels of the screen"),
        _row("XClick #right", "960,540", "#right"),
        _row("XClickText", "Save", "", "a text on the screen"),
        _row("XMove", "960,540"),
        _row("XType", "tea${KEY_ENTER}"),
        _row("XMouseWheel", "-3"),
        _row("pause", "2000"),
        _row("captureScreenshot", "page"),
        _row("store", "tea", "what"),
        _row("comment", "done", "", "a comment", query=True),
        _row("bringBrowserToForeground", "", "", "not needed", query=True),
    )
)

_POINT = re.compile(r"\s*(\d{1,5})\s*,\s*(\d{1,5})\s*")
_PICTURE = re.compile(r"(?P<file>[^@#]+\.png)(?:@(?P<likeness>[\d.]+))?(?:#(?P<which>\w+))?", re.I)
_CLICKS = {"": ("left", 1), "#left": ("left", 1), "#right": ("right", 1), "#middle": ("middle", 1),
           "#doubleclick": ("left", 2)}  # fmt: skip


_SIGNS = (re.compile(r"\s*\{"), re.compile(r'.*?"Commands"\s*:\s*\[', re.S))


def detect(source: Source) -> float:
    return 1.0 if all(sign.match(source.text) for sign in _SIGNS) else 0.0


def read(source: Source, options: DialectOptions) -> Draft:
    draft = Draft(source, options)
    macro = whole_object(source, draft)
    draft.title = _text(macro.get("Name"))
    commands = macro.get("Commands")
    for item in commands if isinstance(commands, JsonArray) else []:
        if isinstance(item, JsonObject):
            others = item.get("Targets")
            add_command(
                draft,
                _TABLE,
                _text(item.get("Command")),
                item,
                _text(item.get("Description")),
                [_text(each) for each in others] if isinstance(others, JsonArray) else [],
            )
    return draft


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else ""


def _where(command: SeleniumCommand) -> dict[str, Value]:
    """The place of a command that acts on the screen: coordinates, a picture, or a locator."""
    goal = command.target.strip()
    point = _POINT.fullmatch(goal)
    if point:
        space = command.draft.space("pixels")
        return {"box": command.draft.box(space, (int(point[1]), int(point[2])), command.span)}
    if picture := _PICTURE.fullmatch(goal):
        if picture["which"] not in (None, "1"):
            raise Untranslatable(
                f"it is number {picture['which'][:20]} of several that look like the picture"
            )
        if picture["likeness"]:
            command.draft.repaired(command.span, f"the likeness {picture['likeness']} is not kept")
        return {"picture": picture["file"]}
    if goal.casefold().startswith("ocr="):
        return {"element_info": command.text(goal[4:])}
    return command.element()


def _clicked(command: SeleniumCommand) -> list[Operation]:
    kind = command.value.strip().casefold()
    if kind not in _CLICKS:
        raise Untranslatable(f"`{command.value[:40]}` is not a kind of click")
    made = builders.click(None, *_CLICKS[kind])
    return [Operation(each.name, {**_where(command), **each.arguments}) for each in made]


def _clicked_text(command: SeleniumCommand) -> list[Operation]:
    if "@POS=" in command.target:
        raise Untranslatable("it is one of several texts alike")
    return [Operation("CLICK", {"element_info": command.plain(command.target)})]


_MOVES = {"": "HOVER", "#up": "MOUSE_UP", "#down": "MOUSE_DOWN"}


def _moved(command: SeleniumCommand) -> list[Operation]:
    kind = command.value.strip().casefold()
    if kind not in _MOVES:
        raise Untranslatable(f"`{command.value[:40]}` is not a way to move")
    return [Operation(_MOVES[kind], _where(command))]


def _wheel(command: SeleniumCommand) -> list[Operation]:
    if not re.fullmatch(r"\s*-?\d{1,4}\s*", command.target):
        raise Untranslatable(f"`{command.target[:40]}` is not a number of notches")
    return [builders.scroll("up", int(command.target), None)]


def _sent(command: SeleniumCommand) -> list[Operation]:
    return keys_sent(command.text(command.target), {})


def _pictured(command: SeleniumCommand) -> list[Operation]:
    file = command.text(command.target).strip()
    if file and "." not in file:
        file += ".png"
    return [Operation("SCREENSHOT", builders.arguments(file=file or None))]


def _nothing(command: SeleniumCommand) -> list[Operation]:
    command.draft.remark(f"{command.name} is not needed")
    return []


_TABLE: dict[str, Make] = {
    **COMMANDS,
    "XClick": _clicked,
    "XClickText": _clicked_text,
    "XMove": _moved,
    "XType": _sent,
    "XMouseWheel": _wheel,
    "captureScreenshot": _pictured,
    "captureEntirePageScreenshot": _pictured,
    "captureDesktopScreenshot": _pictured,
    "bringBrowserToForeground": _nothing,
    "bringIDEandBrowserToBackground": _nothing,
    "XDesktopAutomation": _nothing,
}
