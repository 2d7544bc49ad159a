"""UI.Vision: a macro is a JSON file, `{"Name": …, "Commands": [{"Command": …, "Target": …, "Value": …}]}`.

Its web commands are Selenium IDE's. Those that begin with X act on the screen: by coordinates in pixels, by
pictures, or by text.
"""

from __future__ import annotations

import re
import shlex

from cogscript.dialects.core import builders
from cogscript.dialects.core.coordinates import SCREENS
from cogscript.dialects.core.draft import Action, DialectOptions, Draft, Untranslatable
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue
from cogscript.dialects.scripts.selenium.commands import (
    COMMANDS,
    COUNTED,
    Make,
    SeleniumCommand,
    keys_sent,
)
from cogscript.dialects.scripts.selenium.loose_commands import begins_with_command, loose_commands
from cogscript.dialects.scripts.selenium.read import add_command, only_json, whole_object
from cogscript.dialects.scripts.selenium.recorded_blocks import Entry, read_blocks
from cogscript.dialects.scripts.ui_vision.logs import executed, is_log
from cogscript.language.model.diagnostic import Source, Span
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
_FIRST = re.compile(r"@POS=1$", re.I)
_PICTURE = re.compile(r"(?P<file>[^@#]+\.png)(?:@(?P<likeness>[\d.]+))?(?:#(?P<which>\w+))?", re.I)
_CLICKS = {"": ("left", 1), "#left": ("left", 1), "#right": ("right", 1), "#middle": ("middle", 1),
           "#doubleclick": ("left", 2), "#shiftclick": ("left", 1), "#ctrlclick": ("left", 1)}  # fmt: skip
_HELD: dict[str, dict[str, Value]] = {"#shiftclick": {"keys": ["Shift"]}, "#ctrlclick": {"keys": ["Ctrl"]}}


_SIGN = re.compile(r'"Commands"\s*:\s*\[')


def detect(source: Source) -> float:
    if _SIGN.search(only_json(source.text)) or is_log(source.text):
        return 1.0
    return 0.95 if begins_with_command(source.text, "Command", "Target") else 0.0


def read(source: Source, options: DialectOptions) -> Draft:
    draft = Draft(source, options)
    items = _items(source, draft)
    assumed_at = _assume_screen(draft, items)
    read_blocks(draft, [_entry(draft, item) for item in items])
    _say_whose_pixels(draft, items)
    if assumed_at and draft.screen:
        draft.assumed(assumed_at, draft.screen)
    return draft


def _assume_screen(draft: Draft, items: list[JsonObject]) -> Span | None:
    """Where nothing says how large the display is, it is the first usual one that holds all places; the
    first of them."""
    points = [(found, item.span) for item in items if (found := _POINT.fullmatch(_text(item.get("Target"))))]
    if not points or draft.screen is not None:
        return None
    right, down = (max(int(point[axis]) for point, _ in points) for axis in (1, 2))
    draft.screen = next(
        (size for size in SCREENS if right <= size.width and down <= size.height), SCREENS[-1]
    )
    return points[0][1]


def _items(source: Source, draft: Draft) -> list[JsonObject]:
    """The commands of a macro, those that were cut out of one, or those that a log tells."""
    if is_log(source.text):
        return list(executed(source.text))
    if not _SIGN.search(only_json(source.text)) and begins_with_command(source.text, "Command"):
        return list(loose_commands(source.text, "Command", draft))
    macro = whole_object(source, draft)
    draft.title = _text(macro.get("Name"))
    commands = macro.get("Commands")
    return (
        [item for item in commands if isinstance(item, JsonObject)] if isinstance(commands, JsonArray) else []
    )


def _entry(draft: Draft, item: JsonObject) -> Entry:
    others = item.get("Targets")
    locators = [_text(each) for each in others] if isinstance(others, JsonArray) else []
    name, described = _text(item.get("Command")), _text(item.get("Description"))
    return Entry(
        name,
        _text(item.get("Target")),
        _text(item.get("Value")),
        item.span,
        lambda: add_command(draft, _TABLE, name, item, described, locators),
    )


def _say_whose_pixels(draft: Draft, items: list[JsonObject]) -> None:
    """Places are counted from the page's corner unless the macro has said that it is for the desktop."""
    for item in items:
        name, goal = _text(item.get("Command")).casefold(), _text(item.get("Target"))
        if name == "xdesktopautomation" and goal.strip().casefold() == "true":
            return
        if name in ("xclick", "xmove") and _POINT.fullmatch(goal):
            message = "places are counted from the page's corner, and are read as places of the screen"
            draft.repaired(item.span, message)
            return


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
        return _text_there(command, goal[4:])
    return command.element()


def _text_there(command: SeleniumCommand, text: str) -> dict[str, Value]:
    """A text on the screen: `[…]` is all of a word, `*` and `?` stand for others, `@pos` counts."""
    if COUNTED.search(text.strip()):
        raise Untranslatable("it is one of several texts alike")
    if re.search(r"[*?]", text):
        raise Untranslatable(f"`{text[:40]}` is a pattern, and a text is looked for as it stands")
    exact = re.fullmatch(r"\[(.+)\]", text.strip())
    if exact:
        command.draft.repaired(command.span, f"`{text[:40]}` is looked for as the text inside it")
    return {"element_info": command.plain(exact[1] if exact else _FIRST.sub("", text).strip())}


def _clicked_at(command: SeleniumCommand, where: dict[str, Value]) -> list[Operation]:
    kind = command.value.strip().casefold()
    if kind not in _CLICKS:
        raise Untranslatable(f"`{command.value[:40]}` is not a kind of click")
    made = builders.click(None, *_CLICKS[kind])
    return [Operation(each.name, {**where, **each.arguments, **_HELD.get(kind, {})}) for each in made]


def _clicked(command: SeleniumCommand) -> list[Operation]:
    return _clicked_at(command, _where(command))


def _clicked_text(command: SeleniumCommand) -> list[Operation]:
    return _clicked_at(command, _text_there(command, command.target))


def _ran(command: SeleniumCommand) -> list[Operation]:
    words = shlex.split(command.text(command.value), posix=False) if command.value.strip() else []
    given: list[Value] = [word.strip('"') for word in words]
    return [
        Operation("LAUNCH", builders.arguments(app=command.text(command.target), arguments=given or None))
    ]


def _ran_and_waited(command: SeleniumCommand) -> list[Operation]:
    command.draft.repaired(command.span, "it does not wait until the program is closed")
    return _ran(command)


def _asked(command: SeleniumCommand) -> list[Operation]:
    question, mark, default = command.text(command.target).partition("@")
    if mark:
        command.draft.repaired(command.span, f"the answer `{default[:40]}` is not filled in")
    output = command.output(command.value) if command.value.strip() else None
    return [Operation("ASK_USER", builders.arguments(question=question.strip() or "Go on?", output=output))]


def _window(command: SeleniumCommand) -> list[Operation]:
    if command.target.strip().casefold() != "tab=open":
        raise Untranslatable("which window is meant is known only to the browser")
    return [builders.opened(command.text(command.value))]


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


def _alone(name: str) -> Make:
    return lambda command: [Operation(name)]


def _nothing(command: SeleniumCommand) -> list[Operation]:
    command.draft.remark(f"{command.name} is not needed")
    return []


_TABLE: dict[str, Make] = {
    **COMMANDS,
    "XClick": _clicked,
    "XClickText": _clicked_text,
    "XMove": _moved,
    "XMoveText": lambda command: [Operation("HOVER", _text_there(command, command.target))],
    "XRun": _ran,
    "XRunAndWait": _ran_and_waited,
    "prompt": _asked,
    "throwError": lambda command: [Operation("FAIL", {"reason": command.text(command.target)})],
    "openBrowser": COMMANDS["open"],
    "selectWindow": _window,
    "break": _alone("BREAK"),
    "continue": _alone("CONTINUE"),
    "XType": _sent,
    "XMouseWheel": _wheel,
    "captureScreenshot": _pictured,
    "captureEntirePageScreenshot": _pictured,
    "captureDesktopScreenshot": _pictured,
    "bringBrowserToForeground": _nothing,
    "bringIDEandBrowserToBackground": _nothing,
    "XDesktopAutomation": _nothing,
}
