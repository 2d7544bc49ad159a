"""What each of Maestro's commands becomes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue
from cogscript.dialects.formats.tool_calls.android_keys import phone_key
from cogscript.dialects.formats.tool_calls.common_actions import finger, opposite
from cogscript.language.model import variables
from cogscript.language.model.box import LIMIT, Box
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.tree import Operation, Value

_COPIED = re.compile(r"\$\{\s*maestro\.copiedText\s*\}")
_VARIABLE = re.compile(r"\$\{\s*([A-Za-z_]\w*)\s*\}")
_EXPRESSION = re.compile(r"\$\{[^}]*\}?")
_CONTAINS = re.compile(r"\.\*(?P<text>[^\\^$.|?*+()\[\]{}]+)\.\*")
_ENDS = re.compile(r"\.\*[:/]?(?:id/)?([\w-]+)")
_PATTERN = re.compile(r"\.\*|\.\+|\\[dwsDWS]|\[[^\]]+\]|\(\?|\|")
_PERCENT = re.compile(r"\s*(\d{1,3}(?:\.\d+)?)%\s*,\s*(\d{1,3}(?:\.\d+)?)%\s*")
_PIXELS = re.compile(r"\s*(\d{1,5})\s*,\s*(\d{1,5})\s*")
_WITHOUT_EFFECT = ("label", "retryTapIfNoChange", "waitToSettleTimeoutMs", "waitUntilVisible", "delay")
"""How patient a command is: every step here waits for its target anyway."""
_STATES = ("enabled", "checked", "selected", "focused")
"""What an element is: one that is not is another element."""
_ACTING = ("tapOn", "doubleTapOn", "longPressOn")
"""Commands that an element takes only when it is enabled."""
USUAL_TIMEOUT = 17
"""Seconds that Maestro itself waits for a thing to be seen."""


@dataclass(slots=True)
class MaestroCommand:
    """One command: its name, its argument, and where it stands."""

    name: str
    given: JsonValue
    span: Span
    draft: Draft

    def text(self, value: JsonValue) -> str:
        """A text with its variables as a workflow writes them; scripts in it are not run."""
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise Untranslatable(f"{self.name} is given no text")
        copied = _COPIED.sub(variables.spell("copied"), str(value))
        plain = _VARIABLE.sub(lambda match: variables.spell(match[1]), copied)
        if _EXPRESSION.search(plain):
            raise Untranslatable(f"`{plain[:40]}` is a script, which is not run")
        return plain

    def words(self, value: JsonValue) -> str:
        """What a thing is called. Maestro takes it for a pattern; a plain one is looked for as it stands."""
        text = self.text(value)
        contains = _CONTAINS.fullmatch(text)
        if contains:
            self.draft.repaired(self.span, f"`{text[:40]}` is looked for as the text inside it")
            return contains["text"].strip()
        if _PATTERN.search(text):
            raise Untranslatable(f"`{text[:40]}` is a pattern, and an element is found by its text")
        return text.replace("\\", "")

    def identifier(self, value: JsonValue) -> str:
        """An id, which is a pattern, too; the package before it may be left open."""
        text = self.text(value)
        if ends := _ENDS.fullmatch(text):
            self.draft.repaired(self.span, f"`{text[:40]}` is looked for as the id `{ends[1][:40]}`")
            return ends[1]
        return self.words(value)

    @property
    def fields(self) -> JsonObject:
        if isinstance(self.given, JsonObject):
            return self.given
        made = JsonObject(self.span.start)
        if self.given is not None:
            made["text"] = self.given
        return made

    def use(self, *known: str) -> None:
        """Refuse the command for a field that nobody knows."""
        for key, value in self.fields.items():
            without = value is None or (value is False and key not in _STATES)
            if key == "enabled" and key in known and value is True:
                if self.name not in _ACTING:
                    self.draft.repaired(self.span, "whether the element is enabled is not looked at")
            elif (key in _STATES or key not in (*known, *_WITHOUT_EFFECT)) and not without:
                raise Untranslatable(f"`{key[:40]}` changes what is done, and is not understood here")

    def target(self, fields: JsonObject | None = None) -> dict[str, Value]:
        """The element a selector names: by its text, its id, or a point of the screen."""
        fields = self.fields if fields is None else fields
        made: dict[str, Value] = {}
        if fields.get("text") is not None:
            made["element_info"] = self.words(fields["text"])
        if fields.get("id") is not None:
            made["id"] = self.identifier(fields["id"])
        if fields.get("point") is not None:
            made["box"] = self.box(self.text(fields["point"]))
        if not made:
            raise Untranslatable(f"{self.name} names nothing")
        if fields.get("optional") is True:
            made["optional"] = True
        return made

    def box(self, text: str) -> Box:
        percent, pixels = _PERCENT.fullmatch(text), _PIXELS.fullmatch(text)
        if percent:
            space, scale = self.draft.space("thousandths"), 10.0
            numbers = (float(percent[1]) * scale, float(percent[2]) * scale)
            return self.draft.box(space, numbers, self.span)
        if pixels:
            return self.draft.box(self.draft.space("pixels"), (int(pixels[1]), int(pixels[2])), self.span)
        raise Untranslatable(f"`{text[:40]}` is not a point")


Make = Callable[[MaestroCommand], list[Operation]]
_WHOLE = Box.of(0, 0, LIMIT, LIMIT)
SELECTOR = ("text", "id", "point", "optional", "enabled")


def _pointed(name: str) -> Make:
    def make(command: MaestroCommand) -> list[Operation]:
        command.use(*SELECTOR, "repeat")
        times = str(command.fields.get("repeat", 1)).strip()
        if not re.fullmatch(r"[1-9]\d?", times):
            raise Untranslatable(f"`{times[:40]}` is not how often")
        made = Operation(name, command.target())
        return [Operation(name, dict(made.arguments)) for _ in range(int(times))]

    return make


def _launched(command: MaestroCommand) -> list[Operation]:
    fields = command.fields
    app = fields.get("appId", fields.get("text"))
    reset = [key for key in ("clearState", "clearKeychain", "permissions", "arguments") if fields.get(key)]
    command.use("appId", "text", "stopApp", *reset)
    if reset:
        command.draft.repaired(command.span, f"{', '.join(reset)} of launchApp is not kept")
    return [Operation("LAUNCH", {"app": command.text(app if app is not None else command.draft.title)})]


def _typed(command: MaestroCommand) -> list[Operation]:
    command.use("text")
    return [Operation("TYPE", {"text": command.text(command.fields.get("text"))})]


def _erased(command: MaestroCommand) -> list[Operation]:
    command.use("text", "charactersToErase")
    count = command.fields.get("charactersToErase", command.fields.get("text"))
    if count is None:
        return [Operation("TYPE", {"text": "", "clear": True})]
    if not isinstance(count, int) or not 0 < count <= 1000:
        raise Untranslatable("eraseText gives no number of characters")
    return [Operation("KEY_PRESS", {"key": "Backspace", "times": count})]


def _pressed(command: MaestroCommand) -> list[Operation]:
    command.use("key", "text")
    name = command.text(command.fields.get("key", command.fields.get("text")))
    found = phone_key(name)
    if found is None:
        raise Untranslatable(f"there is no key `{name[:40]}`")
    return [found]


def _swiped(command: MaestroCommand) -> list[Operation]:
    fields = command.fields
    command.use("text", "direction", "start", "end", "duration", "from", "speed")
    milliseconds = fields.get("duration")
    seconds = milliseconds / 1000 if isinstance(milliseconds, int | float) else None
    if fields.get("start") is not None and fields.get("end") is not None:
        start, end = command.box(command.text(fields["start"])), command.box(command.text(fields["end"]))
        return [Operation("SWIPE", builders.arguments(box=start, to=end, seconds=seconds))]
    if fields.get("from") is not None:
        raise Untranslatable("where the element is that is swiped is known only on the phone")
    swipe = finger(command.text(fields.get("direction", fields.get("text"))), None)
    return [Operation(swipe.name, builders.arguments(**swipe.arguments, seconds=seconds))]


def _seen(command: MaestroCommand, absent: bool) -> Operation:
    command.use(*SELECTOR)
    fields = JsonObject()
    fields.update({key: value for key, value in command.fields.items() if key in ("text", "id")})
    return builders.visible(command.target(fields), absent=absent)


def _awaited(absent: bool) -> Make:
    """An assertion of Maestro's waits for what it wants to see."""

    def make(command: MaestroCommand) -> list[Operation]:
        optional: Value = True if command.fields.get("optional") is True else None
        test = _seen(command, absent)
        return [
            Operation("WAIT_FOR", builders.arguments(test=test, timeout=USUAL_TIMEOUT, optional=optional))
        ]

    return make


def _extended(command: MaestroCommand) -> list[Operation]:
    command.use("visible", "notVisible", "timeout")
    fields = command.fields
    absent = fields.get("visible") is None
    wanted = fields.get("notVisible" if absent else "visible")
    inner = MaestroCommand(command.name, wanted, command.span, command.draft)
    timeout = fields.get("timeout")
    seconds = timeout / 1000 if isinstance(timeout, int | float) else USUAL_TIMEOUT
    whole: Value = int(seconds) if float(seconds).is_integer() else seconds
    return [Operation("WAIT_FOR", {"test": _seen(inner, absent), "timeout": whole})]


def _linked(command: MaestroCommand) -> list[Operation]:
    fields = command.fields
    command.use("text", "link", "autoVerify", "browser")
    return [builders.opened(command.text(fields.get("link", fields.get("text"))))]


def _pictured(command: MaestroCommand) -> list[Operation]:
    fields = command.fields
    command.use("text", "path")
    name = fields.get("path", fields.get("text"))
    return [Operation("SCREENSHOT", {"file": f"{command.text(name)}.png"} if name is not None else {})]


def _copied(command: MaestroCommand) -> list[Operation]:
    command.use(*SELECTOR)
    return [Operation("QUOTE_TEXT", {**command.target(), "output": variables.spell("copied")})]


def _pasted(command: MaestroCommand) -> list[Operation]:
    command.use()
    return [Operation("TYPE", {"text": variables.spell("copied")})]


def _put(command: MaestroCommand) -> list[Operation]:
    """What pasteText then enters, too."""
    command.use("text")
    text = command.text(command.fields.get("text"))
    copied = Operation("SET", {"output": variables.spell("copied"), "value": text})
    return [Operation("SET_CLIPBOARD", {"text": text}), copied]


def _judged(command: MaestroCommand) -> list[Operation]:
    command.use("text", "assertion", "optional")
    prompt = command.text(command.fields.get("assertion", command.fields.get("text")))
    if command.fields.get("optional") is True:
        raise Untranslatable("an assertion that may fail has no operation")
    return [Operation("ASSERT", {"test": Operation("JUDGE", {"prompt": prompt, "box": _WHOLE})})]


def _always(name: str, **fixed: Value) -> Make:
    def make(command: MaestroCommand) -> list[Operation]:
        command.use()
        return [Operation(name, dict(fixed))]

    return make


def _noted(message: str) -> Make:
    def make(command: MaestroCommand) -> list[Operation]:
        command.draft.remark(message)
        return []

    return make


def _refused(reason: str) -> Make:
    def make(command: MaestroCommand) -> list[Operation]:
        raise Untranslatable(reason)

    return make


_SCRIPT = _refused("a script would have to be run")


def _scrolled(command: MaestroCommand) -> list[Operation]:
    command.use()
    return [finger(opposite("down"), None)]


COMMANDS: dict[str, Make] = {
    "launchApp": _launched,
    "tapOn": _pointed("CLICK"),
    "doubleTapOn": _pointed("DOUBLE_CLICK"),
    "longPressOn": _pointed("LONG_PRESS"),
    "inputText": _typed,
    "eraseText": _erased,
    "pressKey": _pressed,
    "back": _always("GO_BACK"),
    "hideKeyboard": _always("GO_BACK"),
    "scroll": _scrolled,
    "swipe": _swiped,
    "assertVisible": _awaited(False),
    "assertNotVisible": _awaited(True),
    "extendedWaitUntil": _extended,
    "waitForAnimationToEnd": _noted("a step waits until the screen is still anyway"),
    "openLink": _linked,
    "takeScreenshot": _pictured,
    "copyTextFrom": _copied,
    "pasteText": _pasted,
    "setClipboard": _put,
    "assertWithAI": _judged,
    "evalScript": _SCRIPT,
    "runScript": _SCRIPT,
    "assertTrue": _SCRIPT,
}


def items(value: JsonValue) -> Iterator[tuple[str, JsonValue, Span]]:
    """The commands of a list: names alone, or each with its argument."""
    if not isinstance(value, JsonArray):
        return
    for item, place in zip(value, value.places, strict=True):
        if isinstance(item, str):
            yield item, None, place
        elif isinstance(item, JsonObject):
            for name, given in item.items():
                yield name, given, place
                break
