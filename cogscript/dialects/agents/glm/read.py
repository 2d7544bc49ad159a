"""GLM-4.1V and 4.5V, CogAgent's successors, in the three worlds they act in.

On a desktop `left_click(start_box='[x,y]')`; on a phone JSON with `action_type` and `box_2d`; in a browser
`CLICK(point=(x,y))` or the numbers of elements, `Click [1]`. All places are thousandths. An answer stands
between `<|begin_of_box|>` and `<|end_of_box|>`, after the thought.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from cogscript.dialects.agents.cogagent import read as cogagent
from cogscript.dialects.agents.glm import phone as glm_phone
from cogscript.dialects.agents.glm import web as glm_web
from cogscript.dialects.core.builders import arguments, click, scroll
from cogscript.dialects.core.draft import Action, DialectOptions, Draft, Untranslatable
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.action_names import known_as
from cogscript.dialects.formats.argument_names import AMOUNTS, TEXTS
from cogscript.dialects.formats.containers import Piece, pieces, prose
from cogscript.dialects.formats.json_text import parse
from cogscript.dialects.formats.json_values import JsonObject, NotJson
from cogscript.dialects.formats.replies.call_arguments import USUAL_NOTCHES, ReplyArguments
from cogscript.dialects.formats.replies.text_calls import Argument, TextCall
from cogscript.dialects.formats.replies.transcripts import TranscriptReader, Vocabulary
from cogscript.dialects.formats.tool_calls.plan import ToolCall
from cogscript.dialects.formats.tool_calls.tagged_calls import calls_in_tags
from cogscript.language.model.diagnostic import Source, Span
from cogscript.language.model.tree import Operation

MERGES = ALL_RULES

_WAIT = 5
_CLICKS = {
    "left_click": ("left", 1), "right_click": ("right", 1), "middle_click": ("middle", 1),
    "left_double_click": ("left", 2),
}  # fmt: skip


def _clicked(given: ReplyArguments) -> list[Operation]:
    button, count = _CLICKS[given.call.name]
    return click(given.target(), button, count, keys=given.held(), **given.named())


def _dragged(given: ReplyArguments) -> list[Operation]:
    start, end = given.start(), given.end()
    if end is None:
        raise Untranslatable("left_drag does not say where it ends")
    return [Operation("DRAG", arguments(box=start, to=end, keys=given.held(), **given.named()))]


def _typed(given: ReplyArguments) -> list[Operation]:
    return [
        Operation("TYPE", arguments(box=given.start(), text=given.needed("content", *TEXTS), **given.named()))
    ]


def _scrolled(given: ReplyArguments) -> list[Operation]:
    count = given.notches("step", *AMOUNTS)
    notches = USUAL_NOTCHES if count is None else count
    return [scroll(given.needed("direction"), notches, given.start(), keys=given.held(), **given.named())]


_TRANSLATE: dict[str, Callable[[ReplyArguments], list[Operation]]] = {
    **dict.fromkeys(_CLICKS, _clicked),
    "hover": lambda given: [Operation("HOVER", arguments(box=given.target(), **given.named()))],
    "left_drag": _dragged,
    "key": lambda given: given.presses("keys", "key", "text"),
    "type": _typed,
    "scroll": _scrolled,
    "screenshot": lambda given: [Operation("SCREENSHOT")],
    "WAIT": lambda given: [Operation("WAIT", {"seconds": _WAIT})],
    "DONE": lambda given: [Operation("END")],
    "FAIL": lambda given: [Operation("FAIL", {"reason": "the agent gave up"})],
}
_SPECIAL = ("WAIT", "DONE", "FAIL")
_WEB = ("CLICK", "TYPE", "SCROLL_UP", "SCROLL_DOWN", "SCROLL_LEFT", "SCROLL_RIGHT", "HOVER", "KEY_PRESS",
        "GO_BACK", "ANSWER", "LAUNCH", "END")  # fmt: skip
"""CogAgent's operations, which GLM-V still uses in a browser."""

ACTIONS: dict[str, Action] = {
    "left_click": Action("left_click(start_box='[250,610]', element_info='Search')"),
    "right_click": Action("right_click(start_box='[250,610]')"),
    "middle_click": Action("middle_click(start_box='[250,610]')"),
    "left_double_click": Action("left_double_click(start_box='[250,610]')"),
    "hover": Action("hover(start_box='[250,610]')"),
    "left_drag": Action("left_drag(start_box='[100,200]', end_box='[300,400]')"),
    "key": Action("key(keys='ctrl+c')"),
    "type": Action("type(content='green tea 绿茶')"),
    "scroll": Action("scroll(start_box='[250,610]', direction='down', step=3)"),
    "screenshot": Action("screenshot()"),
    "WAIT": Action("WAIT()", f"{_WAIT} seconds"),
    "DONE": Action("DONE()"),
    "FAIL": Action("FAIL()"),
    "CLICK": Action("CLICK(point=(640, 85), element_info='Recipes')"),
    "TYPE": Action("TYPE(point=(640, 85), text='noodles', element_info='Search')"),
    "SCROLL_DOWN": Action("SCROLL_DOWN(point=(640, 85), distance=0.5)", "a distance becomes notches"),
    "KEY_PRESS": Action("KEY_PRESS(key='Enter')"),
    "ANSWER": Action("ANSWER(content='42 km')"),
    **glm_phone.ACTIONS,
    **glm_web.ACTIONS,
}

_SIGN = re.compile(
    r"<\|begin_of_box\|>|^[ \t]*(?:[Aa]ction[ \t]*[:：][ \t]*)?[a-z_]{3,20}\([^\n]{0,500}\belement_info="
    r"|\b(?:left_click|left_double_click|left_drag)\(start_box=|\bCLICK\(point="
    r"|^[ \t]*Memory[ \t]*[:：]"
)
_PHONE = re.compile(r"[\"']box_2d[\"']\s*:")
_AUTOGLM = re.compile(r"\b(?:do\([ ]*action|finish\([ ]*message)[ ]*=")
"""AutoGLM's calls, which its models put into the same box."""
_NAMES = frozenset((*_TRANSLATE, *_WEB, *map(str.casefold, _SPECIAL)))
_BARE = re.compile(
    rf"^(?:.*\b(?i:action)[ \t]*[:：])?[ \t`]*(?:{'|'.join(sorted(_TRANSLATE, key=len, reverse=True))})\(",
    re.M,
)


_TAGGED = re.compile(
    rf"\b(?:{'|'.join(sorted(_TRANSLATE, key=len, reverse=True))})\s*"
    r"<arg_key>\s*(?:start_box|end_box|content|element_info|keys)\s*</arg_key>"
    rf"|<tool_call>\s*(?:{'|'.join(_SPECIAL)})\s*</tool_call>"
)
"""Its calls with tags, as its model's own template writes them."""


_BOXED = re.compile(
    r"<\|begin_of_box\|>\s*(?P<object>\{(?!\s*\"action_type\")(?:(?!<\|end_of_box\|>)[\s\S])*\})\s*(?:<\|end_of_box\|>|\Z)"
)
_NAMING = ("action", "type", "name")


def detect(source: Source) -> float:
    text = prose(source.text)
    if _TAGGED.search(text):
        return 0.95
    if _SIGN.search(text) or _PHONE.search(source.text):
        return 0.5 if _AUTOGLM.search(text) else 0.95
    if _BARE.search(text):
        return 0.8
    return 0.75 if glm_web.claims(text) else 0.7 if glm_phone.claims(source) else 0.0


def read(source: Source, options: DialectOptions) -> Draft:
    draft = Draft(source, options)
    if glm_phone.read(source, draft):
        return draft
    labels = glm_web.labels(source.text)
    vocabulary = Vocabulary(_NAMES, _translate, lambda line, draft, span: _bare(line, draft, span, labels))
    reader = TranscriptReader(draft, vocabulary)
    for piece in pieces(source):
        acting = piece.role in ("", "assistant") and piece.kind != "json"
        if acting and _TAGGED.search(piece.text):
            _read_tags(piece, draft)
        elif acting and _BOXED.search(piece.text):
            _read_boxes(piece, draft)
        elif piece.kind != "json":
            reader.read(piece)
    return draft


def _read_boxes(piece: Piece, draft: Draft) -> None:
    """Actions as JSON between the marks of its answers; places are thousandths there, too."""
    said = 0
    for box in _BOXED.finditer(piece.text):
        span = piece.place(*box.span("object"))
        description = piece.text[said : box.start()].strip()
        said = box.end()
        with draft.attempt(span, description):
            try:
                value = parse(piece.text, box.start("object"), box.end("object")).value
            except NotJson as fault:
                raise Untranslatable(fault.reason) from None
            if not isinstance(value, JsonObject):
                raise Untranslatable("this is not an action")
            named = next((key for key in _NAMING if isinstance(value.get(key), str)), None)
            if named is None:
                raise Untranslatable("`action` is missing")
            name = str(value[named])
            own = name if name in _NAMES else known_as(name, _TRANSLATE)
            if own is None:
                raise Untranslatable(f"there is no action `{name[:40]}`")
            if own != name:
                draft.repaired(span, f"`{name[:40]}` is read as `{own}`")
            given = [Argument(key, value[key], value.places[key]) for key in value if key != named]
            call = TextCall(own, given, Span(*box.span("object")))
            for operation in _translate(call, draft, lambda inner: piece.place(*inner)):
                draft.add(operation, span, description)
                description = ""


def _read_tags(piece: Piece, draft: Draft) -> None:
    for extent, events in calls_in_tags(piece, Span(0, len(piece.text))):
        span = piece.place(*extent)
        for event in events:
            with draft.attempt(span):
                if not isinstance(event, ToolCall):
                    raise Untranslatable("this is not a call with arguments")
                places = event.arguments.places
                given = [Argument(key, value, places[key]) for key, value in event.arguments.items()]
                call = TextCall(event.name, given, extent)
                for operation in _translate(call, draft, lambda inner: piece.place(*inner)):
                    draft.add(operation, span)


def _translate(call: TextCall, draft: Draft, place: Callable[[Span], Span]) -> list[Operation]:
    name = call.name.upper() if call.name.upper() in _SPECIAL else call.name
    if name in _TRANSLATE:
        given = ReplyArguments(call, draft, place, "thousandths", [])
        operations = _TRANSLATE[name](given)
        given.report_unused()
        return operations
    return cogagent.translate(call, draft, place)


def _bare(line: str, draft: Draft, span: Span, labels: glm_web.Labels) -> list[Operation] | None:
    if line in _SPECIAL:
        return _TRANSLATE[line](
            ReplyArguments(TextCall(line, [], Span(0, 0)), draft, lambda inner: span, "thousandths", [])
        )
    return glm_web.translate_line(line, labels)
