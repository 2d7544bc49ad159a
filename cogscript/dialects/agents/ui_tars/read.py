"""UI-TARS: `Thought: … Action: click(start_box='(x,y)')` in its many spellings, tags and function calls.

Places are thousandths, fractions where all numbers are at most 1, or, from version 1.5 on, pixels of the
picture as the model saw it: a plan with any number over 1000 is read so, and a
usual screen is assumed where none is given.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from cogscript.dialects.agents.ui_tars.actions import ACTIONS as ACTIONS
from cogscript.dialects.agents.ui_tars.actions import NAMES, POSITIONAL, TRANSLATE, is_borrowed, plain_name
from cogscript.dialects.core.coordinates import ABOVE_GRID, UI_TARS
from cogscript.dialects.core.draft import REPAIRED, DialectOptions, Draft, Untranslatable
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.argument_names import CHANGING
from cogscript.dialects.formats.containers import Piece, pieces, prose
from cogscript.dialects.formats.json_values import JsonObject
from cogscript.dialects.formats.replies.call_arguments import ReplyArguments
from cogscript.dialects.formats.replies.text_calls import Argument, TextCall
from cogscript.dialects.formats.replies.transcripts import TranscriptReader, Vocabulary
from cogscript.dialects.formats.tool_calls.plan import Shape, ToolCall
from cogscript.dialects.formats.tool_calls.plan import translate as translate_plan
from cogscript.dialects.formats.tool_calls.plan_places import DESKTOPS, PHONES
from cogscript.dialects.formats.tool_calls.tagged_calls import calls_in_tags
from cogscript.dialects.formats.tool_calls.walk import glimpse, read_piece
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import Diagnostic, Source, Span
from cogscript.language.model.tree import Operation

MERGES = ALL_RULES

_ANY = "|".join(sorted(NAMES, key=len, reverse=True))
_SIGN = re.compile(
    rf"\b(?:{_ANY})\((?:start_box|point|start_point|start|content|key|direction|text|app_name)="
    r"|<\|box_start\|>|<computer_env>|<seed:tool_call>"
)
_TAGGED = re.compile(rf"""<function(?:=| name=["'])(?:{_ANY})["']?>""")
_OF_GLM = re.compile(r"\bleft_(?:click|double_click|drag)\(|begin_of_box|\belement_info=")
_CALL = re.compile(rf"^(?:.*(?:\b(?i:action)[ \t]*[:：]|<action>))?[ \t`]*(?:{_ANY})\(", re.M)
_LABEL = re.compile(r"^[ \t]*(?:Thought|Reflection|Action_Summary)[ \t]*[:：]", re.M)
_PLACES = frozenset({"start_box", "point", "start_point", "end_box", "end_point", "start", "end"})
_LOGGED = frozenset({"text", "status", "target", "url", "app", "package", "app_name"})
"""What its programs log beside an action: the reply, and where they were."""
_SAID_TWICE = ("start_coords", "end_coords")
"""The places once more, in pixels, in what its programs log."""


def _is_parsed(value: JsonObject) -> bool:
    """An action as its programs log it; in capitals it is one of OSWorld's."""
    name = value.get("action_type")
    return isinstance(name, str) and not name.isupper() and isinstance(value.get("action_inputs"), JsonObject)


_SHAPE = Shape(_is_parsed, lambda name: name in NAMES, nested=True)


def detect(source: Source) -> float:
    text = prose(source.text)
    if _SIGN.search(text) or _TAGGED.search(text):
        return 0.7 if _OF_GLM.search(text) else 0.9
    if _CALL.search(text):
        return 0.8
    score = _function_calls(source)
    if score:
        return score
    return 0.6 if _LABEL.search(text) and "Action" in text else 0.0


def _function_calls(source: Source) -> float:
    """Its places are texts or tags; others give lists of numbers."""
    calls = glimpse(source, _SHAPE)
    if any(_is_parsed(call.arguments) for call in calls):
        return 0.95
    pointing = [call for call in calls if call.arguments.keys() & _PLACES]
    if any(
        isinstance(call.arguments[key], str) for call in pointing for key in call.arguments.keys() & _PLACES
    ):
        return 0.9
    if any("content" in call.arguments and call.name in ("type", "finished") for call in calls):
        return 0.8
    if any("x" in call.arguments for call in calls):
        return 0.0  # two numbers are another agent's, and may well be pixels
    return 0.6 if calls and all(plain_name(call.name) in TRANSLATE for call in calls) else 0.0


def read(source: Source, options: DialectOptions) -> Draft:
    draft, seen = _Reading(source, options, "thousandths").read()
    if options.coordinates is None and any(number > 1000 for number in seen):
        size = options.screen or _assumed(seen)
        first = next((step.span for step in draft.steps), None)
        draft, _ = _Reading(source, options, "resized", size).read()
        draft.diagnostics.append(Diagnostic(REPAIRED, ABOVE_GRID, "warning", first, source))
        if size is not None and not options.screen and first is not None:
            draft.assumed(first, size)
    return draft


def _assumed(seen: list[float]) -> Size | None:
    """The first usual display whose picture, as the model saw it, holds all the places."""
    right, bottom = max(seen[::2], default=0), max(seen[1::2], default=0)
    for size in DESKTOPS + PHONES if bottom <= right else PHONES:
        picture = UI_TARS.size(size)
        if right <= picture.width and bottom <= picture.height:
            return size
    return None


class _Reading:
    """The plan, read in one coordinate system."""

    def __init__(
        self, source: Source, options: DialectOptions, system: str, screen: Size | None = None
    ) -> None:
        self.draft = Draft(source, options, screen)
        self.source = source
        self.system = system
        self.seen: list[float] = []

    def read(self) -> tuple[Draft, list[float]]:
        reader = TranscriptReader(self.draft, Vocabulary(NAMES, self._translate, lambda *_: None))
        for piece in pieces(self.source):
            acting = piece.role in ("", "assistant")
            called = '"name"' in piece.text or '"action_inputs"' in piece.text
            if piece.kind == "json" or (acting and called and not _SIGN.search(piece.text)):
                translate_plan(read_piece(piece, _SHAPE), self.draft, self._tool_call)
            elif "<function" in piece.text and acting:
                self._functions(piece)
            else:
                reader.read(piece)
        _hold_what_is_released(self.draft)
        return self.draft, self.seen

    def _translate(self, call: TextCall, draft: Draft, place: Callable[[Span], Span]) -> list[Operation]:
        name = plain_name(call.name)
        if name not in TRANSLATE:
            raise Untranslatable(f"there is no action `{call.name[:40]}`")
        if is_borrowed(call.name):
            draft.repaired(place(call.span), f"`{call.name}` is read as `{name}`")
        given = ReplyArguments(call, draft, place, self.system, self.seen, POSITIONAL.get(name, ()))
        operations = TRANSLATE[name](given)
        given.report_unused()
        return operations

    # --- function calls as JSON -----------------------------------------------------------------

    def _tool_call(self, call: ToolCall) -> None:
        name, arguments = call.name, call.arguments
        if _is_parsed(arguments):
            inputs = arguments["action_inputs"]
            name = str(arguments["action_type"])
            beside = next((key for key in arguments if key in CHANGING - _LOGGED), None)
            if beside is not None:
                raise Untranslatable(
                    f"`{beside}` changes what is done, and is not understood here", span=call.place(beside)
                )
            arguments = inputs if isinstance(inputs, JsonObject) else arguments
        given = [
            Argument(key, value, arguments.places.get(key, Span(0, 0)))
            for key, value in arguments.items()
            if key not in _SAID_TWICE
        ]
        place = call.piece.place if call.piece else Span
        text_call = TextCall(name, given, Span(0, 0))
        for operation in self._translate(
            text_call, self.draft, lambda span: place(*span) if span.end else call.span
        ):
            self.draft.add(operation, call.span, call.description)
            call.description = ""

    # --- calls as tags --------------------------------------------------------------------------

    def _functions(self, piece: Piece) -> None:
        for extent, events in calls_in_tags(piece, Span(0, len(piece.text))):
            span = piece.place(*extent)
            for event in events:
                with self.draft.attempt(span):
                    if not isinstance(event, ToolCall):
                        raise Untranslatable("this is not a call with parameters")
                    given = [
                        Argument(key, value, event.arguments.places[key])
                        for key, value in event.arguments.items()
                    ]
                    call = TextCall(event.name, given, extent)
                    for operation in self._translate(call, self.draft, lambda inner: piece.place(*inner)):
                        self.draft.add(operation, span)


def _hold_what_is_released(draft: Draft) -> None:
    """`press` holds a key down in UI-TARS's own programs; models also write it for a press and a release.
    Which one is meant is told by whether a `release` of the same key follows."""
    released: set[object] = set()
    for step in reversed(draft.steps):
        operation = step.operation
        if operation is None:
            continue
        if operation.name == "KEY_UP":
            released.add(operation.arguments.get("key"))
        elif operation.name == "KEY_DOWN":
            released.discard(operation.arguments.get("key"))
        elif operation.name == "KEY_PRESS" and operation.arguments.get("key") in released:
            written = draft.source.text[step.span.start : step.span.end]
            if written.lstrip().startswith("press"):
                step.operation = Operation("KEY_DOWN", {"key": operation.arguments["key"]})
                released.discard(operation.arguments["key"])
