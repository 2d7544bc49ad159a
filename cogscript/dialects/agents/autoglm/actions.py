"""What each of AutoGLM's actions becomes; AndroidLab writes the same ones, and points at rectangles."""

from __future__ import annotations

import re
from collections.abc import Callable

from cogscript.dialects.agents.ui_tars import actions as ui_tars
from cogscript.dialects.core.builders import arguments, scroll, strokes
from cogscript.dialects.core.draft import Action, Draft, Untranslatable
from cogscript.dialects.formats.replies.call_arguments import USUAL_NOTCHES, ReplyArguments
from cogscript.dialects.formats.replies.text_calls import Argument, Mapped, TextCall, Word
from cogscript.dialects.formats.tool_calls.android_keys import phone_key
from cogscript.dialects.formats.tool_calls.common_actions import ACROSS, finger
from cogscript.language.model.box import GRID, LIMIT, Box
from cogscript.language.model.diagnostic import Span, nearest
from cogscript.language.model.tree import Operation, Value

_WAIT = 1
"""Seconds of a wait that gives no time: the program's own."""
_BETWEEN = 500
"""Milliseconds between the steps of a batch, where it gives none: the program's own."""
_APPS = ("app", "app_name", "package", "package_name", "name")
_PLACE = ("element", "coordinate", "point", "position")
_NAMED = re.compile(r"[^\W\d_]{2}")
"""What a text has that names an element, and is no place and no number of one."""
_FAR = {"short": 100, "medium": 200, "long": GRID}
"""How far AndroidLab's own program swipes, in thousandths of the screen's width."""
_SIZED = 9 / 10
"""Of the height: up and down it goes twice as far, on a screen rather more than twice as high as wide."""


def _row(name: str, more: str = "", remark: str = "", query: bool = False) -> tuple[str, Action]:
    return name, Action(f'do(action="{name}"{", " + more if more else ""})', remark, query)


ACTIONS: dict[str, Action] = dict(
    (
        _row("Launch", 'app="微信"'),
        _row("Tap", "element=[480,930]", "with a message, a person is asked first"),
        _row("Type", 'text="杭州天气"', "empties the field first"),
        _row("Type_Name", 'text="王芳"'),
        _row("Swipe", "start=[500,800], end=[500,200]"),
        _row("Long Press", "element=[480,930]"),
        _row("Double Tap", "element=[480,930]"),
        _row("Back"),
        _row("Home"),
        _row("Wait", 'duration="2 seconds"'),
        _row("Take_over", 'message="请登录"', "the person is asked"),
        _row("Interact", "", "the person is asked"),
        _row("Note", 'message="True"', "for the agent's own memory", query=True),
        _row("Call_API", 'instruction="总结这一页"', "a tool"),
        (
            "Swipe up",
            Action(
                'do(action="Swipe", element=[480, 700, 560, 760], direction="up", dist="long")',
                "AndroidLab",
            ),
        ),
        (
            "Tap it",
            Action('do(action="Tap", element=find_element_by_instruction(instruction="Save"))', "AndroidLab"),
        ),
        ("tap", Action("tap(66,115,228,192)", "AndroidLab: pixels, and the other actions alike")),
        _row("Batch", 'steps=[{"action": "Tap", "element": [480, 930]}], delay=500', "some clients' own"),
        ("finish", Action('finish(message="已完成")')),
        (
            "logged",
            Action('{"_metadata": "do", "action": "Tap", "element": [480, 930]}', "what its program logs"),
        ),
        ("as JSON", Action('{"action": "Tap", "params": {"element": [480, 930]}}', "some clients' own")),
    )
)


def operations(
    call: TextCall, draft: Draft, place: Callable[[Span], Span], system: str, seen: list[float]
) -> list[Operation]:
    """What a call becomes, with places in a coordinate system; `seen` takes all the numbers of its places."""
    names = ("action",) if call.name == "do" else ("message",)
    given = ReplyArguments(call, draft, place, system, seen, names)
    if call.name == "finish":
        made = _finished(given)
    else:
        name = given.needed("action")
        make = _TRANSLATE.get(_plain(name))
        if make is None:
            return _of_others(name, given)
        made = make(given)
    given.report_unused()
    return made


def _of_others(name: str, whole: ReplyArguments) -> list[Operation]:
    """An action that programs which speak this dialect have taken over from others, as on a desktop."""
    called = ui_tars.plain_name(name.replace(" ", "_"))
    make = ui_tars.TRANSLATE.get(called)
    if make is None:
        near = nearest(name, ACTIONS)
        raise Untranslatable(f"there is no action `{name[:40]}`", f"did it mean {near}?" if near else "")
    others = [each for each in whole.call.given if each.name not in (None, "action")]
    renamed = [
        Argument("point" if each.name == "element" else each.name, each.value, each.span) for each in others
    ]
    call = TextCall(called, renamed, whole.call.span)
    given = ReplyArguments(call, whole.draft, whole.place, whole.system, whole.seen)
    made = make(given)
    given.report_unused()
    return made


def _plain(name: str) -> str:
    """`Long Press`, `long_press` and `LongPress` are the same."""
    return re.sub(r"[ _]", "", name).casefold()


def _where(given: ReplyArguments) -> dict[str, Value]:
    """A place, or an element that is named in words: alone, or for AndroidLab's program to find."""
    found = given.get(*_PLACE)
    if found is None:
        return {}
    looked_for = found.value
    is_looked_for = isinstance(looked_for, TextCall) and looked_for.name.startswith("find_element")
    if isinstance(looked_for, TextCall) and is_looked_for:
        if len(looked_for.given) != 1:
            raise Untranslatable(
                "which element is looked for is not understood", span=given.place(found.span)
            )
        found.value = looked_for.given[0].value
    text = found.value
    named = isinstance(text, str) and not isinstance(text, Word)
    if named and (is_looked_for or (_NAMED.search(text) and "<" not in text)):
        return {"element_info": given.text(*_PLACE)}
    return arguments(box=given.box(*_PLACE))


def _pressed(operation: str, timed: bool = False) -> Callable[[ReplyArguments], list[Operation]]:
    def made(given: ReplyArguments) -> list[Operation]:
        where = _where(given)
        if not where:
            box = given.start()
            if box is None:
                raise Untranslatable("the action gives no place")
            if given.call.get("start", "start_box", "start_point"):
                given.draft.repaired(given.place(given.call.span), "its place is called the start of a swipe")
            where = {"box": box}
        message = given.text("message")
        if message:
            given.draft.remark(message)
        sensitive = True if message else None
        seconds = given.touch_seconds() if timed else None
        return [Operation(operation, arguments(**where, seconds=seconds, sensitive=sensitive))]

    return made


def _typed(given: ReplyArguments) -> list[Operation]:
    text = given.text("text", "content", "argument")
    if text is None:
        raise Untranslatable("there is no text to type")
    cleared = given.get("clear")
    if cleared is not None and not isinstance(cleared.value, bool):
        raise Untranslatable("`clear` is neither True nor False", span=given.place(cleared.span))
    clear = True if cleared is None or cleared.value else None
    return [Operation("TYPE", arguments(text=text, **_where(given), clear=clear))]


def _swiped(given: ReplyArguments) -> list[Operation]:
    start, end = given.box("start", "element") or given.start(), given.end()
    direction, far = given.text("direction", "argument"), given.get("dist", "distance")
    if start is not None and end is not None:
        return [Operation("SWIPE", arguments(box=start, to=end, seconds=given.touch_seconds()))]
    if direction is None:
        raise Untranslatable("the swipe gives neither two places nor a direction")
    if far is None:
        return [finger(direction, start)]
    return [_as_far(given, direction.strip().casefold(), far, start or Box.of(GRID // 2, GRID // 2))]


def _as_far(given: ReplyArguments, direction: str, far: Argument, start: Box) -> Operation:
    """From the middle of an element, as far as a word says, or so many pixels."""
    across, reach = ACROSS.get(direction), _FAR.get(str(far.value).strip().casefold())
    if across is None or (reach is None and type(far.value) not in (int, float)):
        raise Untranslatable(
            f"a swipe `{direction[:40]}`, `{str(far.value)[:40]}` far, is not understood",
            span=given.place(far.span),
        )
    a, b, c, d = start.corners
    x, y = (a + c) // 2, (b + d) // 2
    if reach is not None:
        end = (x + across[0] * reach, y + round(across[1] * reach * _SIZED))
        given.draft.repaired(given.place(given.call.span), f"how far `{far.value}` goes is AndroidLab's own")
    else:
        wide, high = given.draft.space(given.system)
        pixels = far.value * GRID
        end = (x + across[0] * round(pixels / wide), y + across[1] * round(pixels / high))
    if not all(0 <= each <= LIMIT for each in end):
        given.draft.repaired(given.place(given.call.span), "the swipe goes to the edge of the screen")
    return Operation(
        "SWIPE", {"box": Box.of(x, y), "to": Box.of(*(min(max(0, each), LIMIT) for each in end))}
    )


def _scrolled(direction: str) -> Callable[[ReplyArguments], list[Operation]]:
    return lambda given: [scroll(direction, USUAL_NOTCHES, given.box(*_PLACE))]


def _waited(given: ReplyArguments) -> list[Operation]:
    seconds = given.seconds("interval")
    return [Operation("WAIT", {"seconds": _WAIT if seconds is None else seconds})]


def _key(given: ReplyArguments) -> list[Operation]:
    name = given.needed("key", "keys", "keycode", "button", "text")
    found = phone_key(name)
    return [found] if found is not None else strokes(name)


def _asked(given: ReplyArguments) -> list[Operation]:
    return [Operation("ASK_USER", {"question": given.text("message") or "The agent asks you to choose."})]


def _noted(given: ReplyArguments) -> list[Operation]:
    given.text("message")
    given.draft.remark("Note is for the agent's own memory: nothing to do")
    return []


def _called(given: ReplyArguments) -> list[Operation]:
    return [Operation("TOOL", {"name": "Call_API", "instruction": given.text("instruction") or ""})]


def _batch(given: ReplyArguments) -> list[Operation]:
    """Steps that are done one after the other, each an object with its action."""
    steps, delay = given.get("steps", "actions"), given.get("delay")
    if steps is None or not isinstance(steps.value, list) or not steps.value:
        raise Untranslatable("a batch needs a list of `steps`")
    pause = delay.value if delay else _BETWEEN
    if isinstance(pause, bool) or not isinstance(pause, int | float) or not 0 <= pause <= 60_000:
        raise Untranslatable("`delay` is not a number of milliseconds")
    made: list[Operation] = []
    for step in steps.value:
        if not isinstance(step, Mapped) or _plain(str(step.get("action"))) == "batch":
            raise Untranslatable("a step of the batch is no action", span=given.place(steps.span))
        if made and pause:
            made.append(Operation("WAIT", {"seconds": pause / 1000 if pause % 1000 else int(pause // 1000)}))
        inner = [Argument(key, value, step.places[key]) for key, value in step.items()]
        step_call = TextCall("do", inner, given.call.span)
        made += operations(step_call, given.draft, given.place, given.system, given.seen)
    return made


def _finished(given: ReplyArguments) -> list[Operation]:
    message = given.text("message")
    success, reason = given.get("success"), given.text("reason")
    if success is not None and success.value is False:
        return [Operation("FAIL", arguments(reason=": ".join(filter(None, (message, reason))) or None))]
    if success is not None and success.value is not True:
        raise Untranslatable("`success` is neither True nor False", span=given.place(success.span))
    return [*([Operation("ANSWER", {"text": message})] if message else []), Operation("END")]


def _always(name: str, **fixed: str) -> Callable[[ReplyArguments], list[Operation]]:
    return lambda given: [Operation(name, dict(fixed))]


_TRANSLATE: dict[str, Callable[[ReplyArguments], list[Operation]]] = {
    "launch": lambda given: [Operation("LAUNCH", {"app": given.needed(*_APPS)})],
    "tap": _pressed("CLICK"),
    "click": _pressed("CLICK"),
    "doubletap": _pressed("DOUBLE_CLICK"),
    "longpress": _pressed("LONG_PRESS", timed=True),
    "type": _typed,
    "typename": _typed,
    **dict.fromkeys(
        ("clear", "cleartext", "clearinput"),
        lambda given: [Operation("TYPE", arguments(text="", **_where(given), clear=True))],
    ),
    "swipe": _swiped,
    "scrollup": _scrolled("up"),
    "scrolldown": _scrolled("down"),
    "back": _always("GO_BACK"),
    "pressback": _always("GO_BACK"),
    "home": _always("SYSTEM_BUTTON", button="home"),
    "presshome": _always("SYSTEM_BUTTON", button="home"),
    "enter": _always("KEY_PRESS", key="Return"),
    "pressenter": _always("KEY_PRESS", key="Return"),
    **dict.fromkeys(("press", "presskey", "keypress", "keyevent", "key", "systembutton"), _key),
    "wait": _waited,
    "takeover": _asked,
    "interact": _asked,
    "note": _noted,
    "callapi": _called,
    "batch": _batch,
    **dict.fromkeys(("finish", "finished", "done"), _finished),
}
