"""AutoGLM: `<think>…</think><answer>do(action="Tap", element=[x,y])</answer>`, and `finish(message="…")`.

Places are thousandths of the phone's screen. What its program logs of an action,
`{"_metadata": "do", "action": "Tap", …}`, is read where the reply itself is not there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from cogscript.dialects.agents.ui_tars import actions as ui_tars
from cogscript.dialects.core.builders import arguments, scroll, strokes
from cogscript.dialects.core.draft import Action, DialectOptions, Draft, Untranslatable
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.containers import Piece, pieces, prose
from cogscript.dialects.formats.json_values import JsonObject
from cogscript.dialects.formats.replies.call_arguments import USUAL_NOTCHES, ReplyArguments
from cogscript.dialects.formats.replies.text_calls import Argument, Mapped, TextCall, read_call
from cogscript.dialects.formats.replies.transcripts import TranscriptReader, Vocabulary
from cogscript.dialects.formats.tool_calls.android_keys import phone_key
from cogscript.dialects.formats.tool_calls.common_actions import finger
from cogscript.dialects.formats.tool_calls.plan import Shape, ToolCall, translate
from cogscript.dialects.formats.tool_calls.walk import glimpse, read_plan
from cogscript.language.model.diagnostic import Source, Span, nearest
from cogscript.language.model.tree import Operation

MERGES = ALL_RULES
_WAIT = 1
"""Seconds of a wait that gives no time: the program's own."""


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
        _row("Batch", 'steps=[{"action": "Tap", "element": [480, 930]}], delay=500', "some clients' own"),
        ("finish", Action('finish(message="已完成")')),
        (
            "logged",
            Action('{"_metadata": "do", "action": "Tap", "element": [480, 930]}', "what its program logs"),
        ),
    )
)

_NAMES = frozenset({"do", "finish"})
_SIGN = re.compile(r"\b(?:do\s*\([^\n]{0,2000}?\baction|finish\s*\([^\n]{0,2000}?\bmessage)\s*=")
_CUT = re.compile(
    r"(?:^|(?<=</think>))(?P<said>[^\n]*?)(?P<action>\b(?:do|finish)\([ ]*(?:action|message)[ ]*=[^\n]*\)"
    r"|\{[ ]*action[ ]*=[ ]*[\"'][^\n{}]*\})[ \t`]*(?:</?\w+>[ \t]*)*\r?$",
    re.M,
)
_DENIED = re.compile(
    r"(?:\b(?:not|never|or|than|of|like|example|instance|e\.g\.)|n't|不|别|勿|不要|或|例如|比如)[,:，：]?$"
    r"|(?:^|[.!?。！？]\s*)(?:if|when|unless|otherwise|如果|若|否则)\b[^.!?。！？]*$",
    re.I,
)
"""What stands before an action that is only spoken of."""
_BRACED = re.compile(r"^[ \t]*\{[ ]*action[ ]*=[ ]*[\"'][^\n{}]*\}[ \t]*(?:</\w+>)?\r?$", re.M)
_BETWEEN = 500
"""Milliseconds between the steps of a batch, where it gives none: the program's own."""
_APPS = ("app", "app_name", "package", "package_name", "name")
_PLACE = ("element", "coordinate", "point", "position")


def _is_logged(value: JsonObject) -> bool:
    return value.get("_metadata") in ("do", "finish")


_SHAPE = Shape(_is_logged, lambda name: False, nested=True)


def detect(source: Source) -> float:
    text = prose(source.text)
    if _SIGN.search(text) or _BRACED.search(text):
        return 0.95
    return 0.95 if "_metadata" in source.text and glimpse(source, _SHAPE) else 0.0


def read(source: Source, options: DialectOptions) -> Draft:
    draft = Draft(source, options)
    draft.platform = "android"
    reader = TranscriptReader(draft, Vocabulary(_NAMES, _translate, lambda *_: None))
    for piece in pieces(source):
        if piece.kind != "json":
            reader.read(piece)
    if not draft.steps:
        for piece in pieces(source):
            if piece.kind != "json" and piece.role in ("", "assistant"):
                _read_lines(piece, draft)
    if not draft.steps and "_metadata" in source.text:
        translate(read_plan(source, _SHAPE), draft, lambda call: _add_logged(call, draft))
    return draft


def _read_lines(piece: Piece, draft: Draft) -> None:
    """Actions after a thought on the same line, where its programs cut; and with braces instead of `do(…)`.
    Only where the line ends with its action: a sentence that goes on speaks of one."""
    thought = piece.text.rfind("</think>")
    begin = 0 if thought < 0 else thought + len("</think>")
    for found in _CUT.finditer(piece.text, begin):
        said = found["said"].strip()
        if _DENIED.search(said):
            continue
        span = piece.place(*found.span("action"))
        with draft.attempt(span, said):
            text, shift = found["action"], found.start("action")
            if text.startswith("{"):
                text, shift = f"do({text[1:-1]})", shift - len("do")
            call = read_call(text, 0)
            for repair in call.repairs:
                draft.repaired(span, repair)
            place = partial(_shifted, piece, shift)
            for number, operation in enumerate(_translate(call, draft, place)):
                draft.add(operation, span, "" if number else said)


def _shifted(piece: Piece, shift: int, span: Span) -> Span:
    return piece.place(max(0, span.start + shift), max(0, span.end + shift))


def _add_logged(call: ToolCall, draft: Draft) -> None:
    given = [
        Argument(key, value, call.arguments.places.get(key, Span(0, 0)))
        for key, value in call.arguments.items()
        if key != "_metadata"
    ]
    place = call.piece.place if call.piece else Span
    text_call = TextCall(str(call.arguments["_metadata"]), given, call.span)
    for operation in _translate(text_call, draft, lambda span: place(*span)):
        draft.add(operation, call.span, call.description)


def _translate(call: TextCall, draft: Draft, place: Callable[[Span], Span]) -> list[Operation]:
    given = ReplyArguments(
        call, draft, place, "thousandths", [], ("action",) if call.name == "do" else ("message",)
    )
    if call.name == "finish":
        operations = _finished(given)
    else:
        name = given.needed("action")
        make = _TRANSLATE.get(_plain(name))
        if make is None:
            return _of_others(name, call, draft, place)
        operations = make(given)
    given.report_unused()
    return operations


def _of_others(name: str, call: TextCall, draft: Draft, place: Callable[[Span], Span]) -> list[Operation]:
    """An action that programs which speak this dialect have taken over from others, as on a desktop."""
    called = ui_tars.plain_name(name.replace(" ", "_"))
    make = ui_tars.TRANSLATE.get(called)
    if make is None:
        near = nearest(name, ACTIONS)
        raise Untranslatable(f"there is no action `{name[:40]}`", f"did it mean {near}?" if near else "")
    others = [each for each in call.given if each.name not in (None, "action")]
    renamed = [
        Argument("point" if each.name == "element" else each.name, each.value, each.span) for each in others
    ]
    given = ReplyArguments(TextCall(called, renamed, call.span), draft, place, "thousandths", [])
    operations = make(given)
    given.report_unused()
    return operations


def _plain(name: str) -> str:
    """`Long Press`, `long_press` and `LongPress` are the same."""
    return re.sub(r"[ _]", "", name).casefold()


def _pressed(operation: str, timed: bool = False) -> Callable[[ReplyArguments], list[Operation]]:
    def made(given: ReplyArguments) -> list[Operation]:
        box = given.box(*_PLACE)
        if box is None:
            box = given.start()
            if box is None:
                raise Untranslatable("the action gives no place")
            if given.call.get("start", "start_box", "start_point"):
                given.draft.repaired(given.place(given.call.span), "its place is called the start of a swipe")
        message = given.text("message")
        if message:
            given.draft.remark(message)
        sensitive = True if message else None
        seconds = given.touch_seconds() if timed else None
        return [Operation(operation, arguments(box=box, seconds=seconds, sensitive=sensitive))]

    return made


def _typed(given: ReplyArguments) -> list[Operation]:
    text = given.text("text", "content", "argument")
    if text is None:
        raise Untranslatable("there is no text to type")
    cleared = given.get("clear")
    if cleared is not None and not isinstance(cleared.value, bool):
        raise Untranslatable("`clear` is neither True nor False", span=given.place(cleared.span))
    clear = True if cleared is None or cleared.value else None
    return [Operation("TYPE", arguments(box=given.box(*_PLACE), text=text, clear=clear))]


def _swiped(given: ReplyArguments) -> list[Operation]:
    start, end = given.box("start", "element") or given.start(), given.end()
    direction, _ = given.text("direction"), given.text("dist")
    if start is not None and end is not None:
        return [Operation("SWIPE", arguments(box=start, to=end, seconds=given.touch_seconds()))]
    if direction is None:
        raise Untranslatable("the swipe gives neither two places nor a direction")
    return [finger(direction, start)]


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
        made += _translate(TextCall("do", inner, given.call.span), given.draft, given.place)
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
