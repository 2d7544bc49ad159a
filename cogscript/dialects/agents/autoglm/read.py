"""AutoGLM: `<think>…</think><answer>do(action="Tap", element=[x,y])</answer>`, and `finish(message="…")`.

Places are thousandths of the phone's screen; a plan with rectangles and a number above 1000 is AndroidLab's,
whose places are pixels. What its program logs of an action, `{"_metadata": "do", "action": "Tap", …}`, and
what some clients ask for, `{"action": "Tap", "params": {…}}`, is read where the reply itself is not there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from cogscript.dialects.agents.autoglm import android_lab
from cogscript.dialects.agents.autoglm.actions import ACTIONS as ACTIONS
from cogscript.dialects.agents.autoglm.actions import operations
from cogscript.dialects.core.coordinates import ABOVE_GRID
from cogscript.dialects.core.draft import DialectOptions, Draft
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.containers import Piece, pieces, prose
from cogscript.dialects.formats.json_values import JsonArray, JsonObject
from cogscript.dialects.formats.replies.text_calls import Argument, TextCall, read_call
from cogscript.dialects.formats.replies.transcripts import TranscriptReader, Translate, Vocabulary
from cogscript.dialects.formats.tool_calls.plan import Shape, ToolCall, translate
from cogscript.dialects.formats.tool_calls.plan_places import PHONES
from cogscript.dialects.formats.tool_calls.walk import glimpse, read_plan
from cogscript.language.model.box import GRID
from cogscript.language.model.diagnostic import Source, Span
from cogscript.language.model.tree import Operation

MERGES = ALL_RULES

_NAMES = frozenset({"do", "finish"})
_SIGN = re.compile(
    r"\b(?:do\s*\([^\n]{0,2000}?\baction|finish\s*\([^\n]{0,2000}?\bmessage)\s*="
    r"|^[ \t`]*(?:<answer>)?do\(\s*[\"'](?:Launch|Tap|Type|Swipe|Long Press|Double Tap|Back|Home|Wait)[\"']",
    re.M,
)
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
_ANSWERED = re.compile(r"^[ \t`]*finish\(\s*[\"'][^\n]*\)[ \t`]*\r?$", re.M)
_KEY = re.compile(r"""["'](?:_metadata|action)["']""")
_IN_JSON = (
    "Launch", "Tap", "Type", "Type_Name", "Swipe", "Long Press", "Double Tap", "Back", "Home", "Wait",
    "Take_over", "Interact", "Note", "Call_API", "finish",
)  # fmt: skip
_ANYBODYS = ("Type", "Wait", "Note", "finish")
"""Actions that other agents have under the same name, and that may be otherwise there."""


def _is_action(value: JsonObject) -> bool:
    return value.get("_metadata") in ("do", "finish") or value.get("action") in _IN_JSON


def _is_own(value: JsonObject) -> bool:
    """Whether an action in JSON is this agent's, and nobody else's."""
    if "_metadata" in value:
        return True
    pressed = isinstance(value.get("element"), JsonArray)
    return value.get("action") not in _ANYBODYS and (
        pressed or value.get("action") not in ("Tap", "Long Press", "Double Tap")
    )


_SHAPE = Shape(_is_action, lambda name: False)


def detect(source: Source) -> float:
    text = prose(source.text)
    if _SIGN.search(text) or _BRACED.search(text) or android_lab.SIGN.search(text):
        return 0.95
    if _KEY.search(source.text) and any(_is_own(call.arguments) for call in glimpse(source, _SHAPE)):
        return 0.95
    return 0.6 if _ANSWERED.search(text) else 0.0


def read(source: Source, options: DialectOptions) -> Draft:
    seen: list[float] = []
    draft = Draft(source, options)
    _read(draft, "thousandths", seen)
    in_pixels = max(seen, default=0) > GRID and android_lab.RECTANGLE.search(source.text)
    if options.coordinates or not seen or not (in_pixels or _has_functions(source)):
        return draft
    span = next(step.span for step in draft.steps)
    draft = Draft(source, options)
    right, bottom = max(seen[::2]), max(seen[1::2])
    assumed = next((size for size in PHONES if right <= size.width and bottom <= size.height), PHONES[-1])
    if draft.screen and max(seen) > GRID:
        draft.repaired(span, ABOVE_GRID)
    elif not draft.screen:
        draft.screen = assumed
        draft.assumed(span, assumed)
    _read(draft, "pixels", [])
    draft.screen = options.screen
    return draft


def _has_functions(source: Source) -> bool:
    return bool(android_lab.SIGN.search(prose(source.text)))


def _read(draft: Draft, system: str, seen: list[float]) -> None:
    """All that the text says, with places in one coordinate system."""
    source = draft.source
    draft.platform = "android"
    functions = _has_functions(source)

    def translated(call: TextCall, draft: Draft, place: Callable[[Span], Span]) -> list[Operation]:
        return operations(android_lab.as_action(call) if functions else call, draft, place, system, seen)

    names = _NAMES | android_lab.NAMES if functions else _NAMES
    reader = TranscriptReader(draft, Vocabulary(names, translated, lambda *_: None))
    for piece in pieces(source):
        if piece.kind != "json":
            reader.read(piece)
    if not draft.steps:
        for piece in pieces(source):
            if piece.kind != "json" and piece.role in ("", "assistant"):
                _read_lines(piece, draft, translated)
    if not draft.steps and _KEY.search(source.text):
        translate(read_plan(source, _SHAPE), draft, lambda call: _add_object(call, draft, translated))


def _read_lines(piece: Piece, draft: Draft, translated: Translate) -> None:
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
            for number, operation in enumerate(translated(call, draft, place)):
                draft.add(operation, span, "" if number else said)


def _shifted(piece: Piece, shift: int, span: Span) -> Span:
    return piece.place(max(0, span.start + shift), max(0, span.end + shift))


def _add_object(call: ToolCall, draft: Draft, translated: Translate) -> None:
    given = [
        Argument(key, value, call.arguments.places.get(key, Span(0, 0)))
        for key, value in call.arguments.items()
        if key != "_metadata"
    ]
    place = call.piece.place if call.piece else Span
    text_call = TextCall(str(call.arguments.get("_metadata", "do")), given, Span(0, 0))
    for operation in translated(text_call, draft, lambda span: place(*span) if span.end else call.span):
        draft.add(operation, call.span, call.description)
        call.description = ""
