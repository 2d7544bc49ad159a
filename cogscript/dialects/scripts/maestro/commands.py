"""What each of Maestro's commands becomes."""

from __future__ import annotations

import re
from collections.abc import Callable

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.formats.tool_calls.android_keys import phone_key
from cogscript.dialects.formats.tool_calls.common_actions import finger, opposite
from cogscript.dialects.scripts.maestro.conditions import holds, seen, seen_or_not
from cogscript.dialects.scripts.maestro.one_command import BESIDE, MaestroCommand
from cogscript.dialects.scripts.maestro.text_patterns import alternatives
from cogscript.dialects.scripts.step_wording import refuse_form
from cogscript.language.model import variables
from cogscript.language.model.box import LIMIT, Box
from cogscript.language.model.operations import OPERATIONS
from cogscript.language.model.tree import Operation, Value

USUAL_TIMEOUT = 17
"""Seconds that Maestro itself waits for a thing to be seen."""

Make = Callable[[MaestroCommand], list[Operation]]
_WHOLE = Box.of(0, 0, LIMIT, LIMIT)
SELECTOR = ("text", "id", "point", "enabled", *BESIDE)


def _pointed(name: str) -> Make:
    def make(command: MaestroCommand) -> list[Operation]:
        command.use(*SELECTOR, "repeat", "delay")
        text = command.fields.get("text")
        alone = isinstance(text, str) and not command.fields.keys() - {"text", "optional", "label"}
        if alone and (others := alternatives(str(text))):
            return _either(name, [command.of(other) for other in others])
        times = command.constant(command.fields.get("repeat", 1))
        if not re.fullmatch(r"[1-9]\d?", times):
            raise Untranslatable(f"`{times[:40]}` is not how often")
        between = command.milliseconds("delay")
        made = [Operation(name, command.target())]
        for _ in range(int(times) - 1):
            if between:
                made.append(Operation("WAIT", {"seconds": between}))
            made.append(Operation(name, command.target()))
        return made

    return make


def _either(name: str, others: list[MaestroCommand]) -> list[Operation]:
    """`Log in|Sign in`: whichever of them is seen, once one is."""
    targets = [other.target() for other in others]
    tests = [builders.visible(dict(target)) for target in targets]
    wanted: list[Value] = [builders.visible(dict(target)) for target in targets]
    awaited = Operation("WAIT_FOR", {"test": Operation("ANY", {"tests": wanted}), "timeout": USUAL_TIMEOUT})
    first, *between, last = [Operation(name, target) for target in targets]
    branches = [
        Operation("ELSE_IF", {"test": test}, body=[pressed])
        for test, pressed in zip(tests[1:-1], between, strict=True)
    ]
    branches.append(Operation("ELSE", body=[last]))
    chosen = Operation("IF", {"test": tests[0]}, body=[first], branches=branches, closer=Operation("END_IF"))
    return [awaited, chosen]


_RESET = ("stopApp", "clearState", "clearKeychain", "permissions", "arguments")


def _launched(command: MaestroCommand) -> list[Operation]:
    fields = command.fields
    app = fields.get("appId", fields.get("text", fields.get("url")))
    command.use("appId", "text", "url", *_RESET)
    command.not_kept(*_RESET)
    name = command.text(app if app is not None else command.draft.title)
    return [Operation("LAUNCH", {"url" if "://" in name else "app": name})]


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


_SWIPES = {
    "left": ((900, 500), (100, 500)),
    "right": ((100, 500), (900, 500)),
    "up": ((500, 500), (500, 100)),
    "down": ((500, 200), (500, 900)),
}
"""From where to where Maestro itself swipes in a direction."""


def _swiped(command: MaestroCommand) -> list[Operation]:
    fields = command.fields
    command.use("text", "direction", "start", "end", "duration", "from", "speed")
    seconds = command.milliseconds("duration")
    command.not_kept("speed")
    if fields.get("start") is not None and fields.get("end") is not None:
        if fields.get("direction") is not None:
            raise Untranslatable("a swipe has two places or a direction, and this one has both")
        start, end = command.box(fields["start"]), command.box(fields["end"])
        return [Operation("SWIPE", builders.arguments(box=start, to=end, seconds=seconds))]
    if fields.get("from") is not None:
        raise Untranslatable("where the element is that is swiped is known only on the phone")
    direction = command.constant(fields.get("direction", fields.get("text", "")))
    way = _SWIPES.get(direction.casefold())
    if way is None:
        raise Untranslatable(f"`{direction[:40]}` is not a direction to swipe in")
    start, end = (Box.of(*place) for place in way)
    return [Operation("SWIPE", builders.arguments(box=start, to=end, seconds=seconds))]


def _awaited(absent: bool) -> Make:
    """An assertion of Maestro's waits for what it wants to see."""

    def make(command: MaestroCommand) -> list[Operation]:
        seconds = command.milliseconds("timeout")
        timeout = USUAL_TIMEOUT if seconds is None else seconds
        if seconds is not None:  # Maestro has it for extendedWaitUntil alone, and what is meant is plain
            command.draft.repaired(
                command.span, f"`timeout` of {command.name} is read as {timeout:g} seconds"
            )
        test = seen(command, absent, "timeout")
        return [Operation("WAIT_FOR", {"test": test, "timeout": timeout})]

    return make


def _extended(command: MaestroCommand) -> list[Operation]:
    command.use("visible", "notVisible", "timeout")
    fields = command.fields
    test = seen_or_not(command, {key: fields.get(key) for key in ("visible", "notVisible")})
    seconds = command.milliseconds("timeout")
    return [Operation("WAIT_FOR", {"test": test, "timeout": USUAL_TIMEOUT if seconds is None else seconds})]


def _linked(command: MaestroCommand) -> list[Operation]:
    fields = command.fields
    command.use("text", "link", "autoVerify", "browser")
    command.not_kept("autoVerify", "browser")
    return [builders.opened(command.text(fields.get("link", fields.get("text"))))]


def _pictured(command: MaestroCommand) -> list[Operation]:
    fields = command.fields
    command.use("text", "path")
    name = fields.get("path", fields.get("text"))
    if name is None:
        return [Operation("SCREENSHOT")]
    refuse_form(str(name))
    try:
        return [Operation("SCREENSHOT", {"file": command.text(name).removesuffix(".png") + ".png"})]
    except Untranslatable as refusal:  # the picture is taken all the same, whatever it is called
        command.draft.repaired(command.span, f"{refusal.reason}: the picture has no name here")
        return [Operation("SCREENSHOT")]


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


def _looked(command: MaestroCommand) -> list[Operation]:
    fields = command.fields
    command.use("text", "query", "outputVariable")
    name = command.text(fields.get("outputVariable", "aiOutput"))
    if not variables.is_name(name):
        raise Untranslatable(f"`{name[:40]}` cannot name a variable")
    prompt = command.text(fields.get("query", fields.get("text")))
    return [Operation("LOOK", {"prompt": prompt, "output": variables.spell(name)})]


def _judged(command: MaestroCommand) -> list[Operation]:
    command.use("text", "assertion")
    prompt = command.text(command.fields.get("assertion", command.fields.get("text")))
    if command.fields.get("optional") is not False:
        command.draft.repaired(command.span, "Maestro goes on after it: here the run stops")
    return [Operation("ASSERT", {"test": Operation("JUDGE", {"prompt": prompt, "box": _WHOLE})})]


def _asserted(command: MaestroCommand) -> list[Operation]:
    command.use("text", "condition")
    test = holds(command.fields.get("condition", command.fields.get("text")))
    return [Operation("ASSERT", {"test": test})] if test is not None else []


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
    "openBrowser": _linked,
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
    "extractTextWithAI": _looked,
    "evalScript": _SCRIPT,
    "runScript": _SCRIPT,
    "assertTrue": _asserted,
}


def translate(command: MaestroCommand) -> list[Operation]:
    """What a command becomes; an optional one where its operations may fail."""
    made = COMMANDS[command.name](command)
    if command.optional and not any(operation.name == "IF" for operation in made):
        for operation in made:
            if OPERATIONS[operation.name].parameter("optional") is not None:
                operation.arguments["optional"] = True
    return made


def may_fail(operation: Operation) -> bool:
    """Whether a failure of it would end the run."""
    return operation.name != "WAIT" and not operation.arguments.get("optional")
