"""GUI-Plus and Qwen-VL: `<tool_call>{"name": "computer_use", "arguments": {"action": …}}</tool_call>`.

Three tools with actions of their own, for a desktop, a phone and a browser, and whatever tools the
prompt adds, which become TOOL. Places are thousandths; a plan with a number above 1000 is from a model
that points in pixels of the picture as it saw it, and then all its places are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cogscript.dialects.agents.gui_plus.actions import ACTIONS as ACTIONS
from cogscript.dialects.agents.gui_plus.browser import BROWSER
from cogscript.dialects.agents.gui_plus.computer import COMPUTER, FARA
from cogscript.dialects.agents.gui_plus.mobile import MOBILE
from cogscript.dialects.agents.openai_cua import read as openai_cua
from cogscript.dialects.core.coordinates import ABOVE_GRID, GUI_PLUS, CoordinateSpace
from cogscript.dialects.core.draft import REPAIRED, DialectOptions, Draft, Untranslatable
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.action_names import known_as
from cogscript.dialects.formats.argument_names import ENTERS, STARTS
from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.formats.json_values import JsonArray, JsonObject
from cogscript.dialects.formats.tool_calls.common_actions import Translate
from cogscript.dialects.formats.tool_calls.custom_tools import tool
from cogscript.dialects.formats.tool_calls.fields import Fields, action_of, add_all, add_translated
from cogscript.dialects.formats.tool_calls.listed_arguments import calls_in_lists
from cogscript.dialects.formats.tool_calls.plan import Event, JsonPlan, Shape, ToolCall, translate
from cogscript.dialects.formats.tool_calls.plan_places import (
    DESKTOPS,
    PHONES,
    PlanPlaces,
    furthest,
    has_places,
)
from cogscript.dialects.formats.tool_calls.tagged_calls import calls_in_tags
from cogscript.dialects.formats.tool_calls.walk import glimpse, read_plan
from cogscript.dialects.formats.tool_calls.written_calls import calls_in_text, names_pattern
from cogscript.language.model.box import GRID, Size
from cogscript.language.model.diagnostic import Diagnostic, Source, Span
from cogscript.language.model.tree import Operation

MERGES = ALL_RULES

_TOOLS: dict[str, dict[str, Translate]] = {
    "computer_use": COMPUTER, "mobile_use": MOBILE, "browser_use": BROWSER,
    "computer": COMPUTER, "mobile": MOBILE, "browser": BROWSER, "web": BROWSER,
}  # fmt: skip
_PLATFORMS = {"mobile_use": "android", "mobile": "android", "browser_use": "browser", "web": "browser"}
_OWN_TOOLS = ("computer_use", "mobile_use", "browser_use")
_OF_PHONES = frozenset(MOBILE) - COMPUTER.keys() - BROWSER.keys()
_FINISHING = ("terminate", "answer")
"""Actions that some prompts make tools of their own."""
_OWN = frozenset({"pixels", "keys", "time", "status", "coordinate2", "label", "option", "button", "clear"})
"""Arguments that tell these actions from those of computer-use tools."""
_ANTHROPIC = (
    '"tool_use"',
    "'tool_use'",
    "<invoke name=",
    ":invoke name=",
    '"functionInvocationInput"',
    '"input":',
    "'input':",
)
_TOLD = re.compile(r"(?:function|tool|name)\W{1,6}(?:computer|mobile|browser)_use\b", re.I)
_WORD = re.compile(r"(?:[a-z][a-z_ ]{0,39}|[A-Z][A-Z_ ]{0,39})\Z")


def _bare(value: JsonObject) -> bool:
    action = value.get("action")
    return (
        isinstance(action, str) and bool(_WORD.match(action)) and not value.keys() & {"params", "arguments"}
    )


_WRITTEN = names_pattern(_OWN_TOOLS, (), _OWN_TOOLS)


def _in_text(piece: Piece, span: Span) -> Iterator[tuple[Span, list[Event]]]:
    if tagged := list(calls_in_tags(piece, span)):
        return iter(tagged)
    if listed := list(calls_in_lists(piece, span, _OWN_TOOLS.__contains__)):
        return iter(listed)
    return calls_in_text(piece, span, _WRITTEN, {})


SHAPE = Shape(_bare, lambda name: True, _in_text, titles=lambda name: name in _OWN_TOOLS)


def detect(source: Source) -> float:
    """By its tools and actions. A tool of another name is anybody's: it tells nothing."""
    calls = glimpse(source, SHAPE)
    if "<|begin_of_box|>" in source.text:
        return 0.0  # GLM-V's
    if any(call.name in _OWN_TOOLS for call in calls):
        return 1.0
    if any(f'"{name}"' in source.text for name in _OWN_TOOLS) and calls:
        return 0.97  # defined in the prompt, and other tools called
    if any(call.arguments.get("action") in _TOOLS.get(call.name, ()) for call in calls):
        # The tool `computer` is Anthropic's, too, with pixels.
        own = any(call.name != "computer" for call in calls)
        return 0.9 if own and not any(sign in source.text for sign in _ANTHROPIC) else 0.75
    tagged = "<tool_call>" in source.text
    bare = [call for call in calls if not call.name]
    if not bare:
        finishing = bool(calls) and all(call.name in _FINISHING for call in calls)
        return 0.8 if finishing and tagged else 0.6 if finishing else 0.0
    known = {*COMPUTER, *MOBILE, *BROWSER}
    if _TOLD.search(source.text) and not any(sign in source.text for sign in _ANTHROPIC):
        return 0.9
    strange = [call for call in bare if known_as(str(call.arguments["action"]), known) is None]
    if strange:
        return 0.0 if 2 * len(strange) > len(bare) else 0.55
    if not tagged and any({"x", "y"} <= call.arguments.keys() for call in bare):
        return 0.6
    return 0.97 if tagged else 0.9 if any(call.arguments.keys() & _OWN for call in bare) else 0.6


def read(source: Source, options: DialectOptions) -> Draft:
    plan = read_plan(source, SHAPE)
    draft = Draft(source, options, plan.metadata.screen)
    draft.resizing = GUI_PLUS
    calls = plan.calls
    devices = dict.fromkeys(map(_device, calls))
    on_a_desktop = any(call.name.startswith("computer") for call in calls)
    draft.platform = "" if on_a_desktop else next(filter(None, devices), "")
    places = {device: _places(draft, _of_device(plan, device)) for device in devices}
    fara = any(str(call.arguments.get("action")) in FARA for call in calls)
    translate(plan, draft, lambda call: _add(call, places[_device(call)], fara))
    if calls and draft.steps and (last := draft.steps[-1].operation) and last.name == "ANSWER":
        draft.add(Operation("END"), calls[-1].span)  # to answer is to finish
    return draft


def _device(call: ToolCall) -> str:
    """What a call acts on: a document may show a phone's plan and a desktop's, with numbers of their own."""
    return _PLATFORMS.get(call.name, "")


def _of_device(plan: JsonPlan, device: str) -> JsonPlan:
    events = [each for each in plan.events if not isinstance(each, ToolCall) or _device(each) == device]
    return JsonPlan(events, plan.metadata)


def _is_touch(call: ToolCall) -> bool:
    """Whether an action without its tool is one that only the phone's has."""
    return not call.name and call.arguments.get("action") in _OF_PHONES


def _places(draft: Draft, plan: JsonPlan) -> PlanPlaces:
    """Thousandths, unless a place of the plan cannot be."""
    resolution, right_bottom = plan.metadata.resolution, furthest(plan)
    phone = any(call.name.startswith("mobile") or _is_touch(call) for call in plan.calls)
    if resolution and resolution != Size(GRID, GRID):
        places = PlanPlaces(draft, plan, "pixels", (resolution,))
        if not draft.options.coordinates:
            places.settle(CoordinateSpace(*resolution))
        return places
    placed = [call for call in plan.calls if has_places(call)]
    if placed and max(right_bottom) > 1 and all(not call.name and _is_pair(call) for call in placed):
        return PlanPlaces(draft, plan, "pixels", DESKTOPS + PHONES)
    if max(right_bottom) <= GRID or draft.options.coordinates:
        return PlanPlaces(draft, plan, "thousandths", ())
    system = "resized"
    if draft.screen:  # without a size, the one that is assumed is said
        first, message = next(call.span for call in plan.calls), ABOVE_GRID
        right, bottom = right_bottom
        if phone and right <= draft.screen.width and bottom <= draft.screen.height:
            # Programs that drive phones count the phone's own pixels, and tell the model so.
            system, message = "pixels", "a number is above 1000: places are read as pixels of the phone"
        draft.diagnostics.append(Diagnostic(REPAIRED, message, "warning", first, draft.source))
    return PlanPlaces(draft, plan, system, PHONES if phone else DESKTOPS)


def _is_pair(call: ToolCall) -> bool:
    """Whether its place is two numbers, which are pixels: Qwen's places are lists."""
    return {"x", "y"} <= call.arguments.keys() and not call.arguments.keys() & set(STARTS)


def _batch(call: ToolCall, places: PlanPlaces, fara: bool) -> None:
    """The actions that one call gives as a list; some clients write them as OpenAI's agent does."""
    actions = call.arguments["actions"]
    inner = (
        [each for each in actions if isinstance(each, JsonObject)] if isinstance(actions, JsonArray) else []
    )
    if not inner or not isinstance(actions, JsonArray) or len(inner) != len(actions):
        raise Untranslatable("`actions` is not a list of actions", span=call.place("actions"))
    whole = Fields(call, places)
    whole.use("actions")
    whole.report_unused(())
    if any("type" in each for each in inner) and not places.told:
        places.draft.repaired(
            call.place("actions"), "what the numbers are is not said: they are read as Qwen's"
        )
    description = call.description
    for each in inner:
        place = each.span if call.piece is None else call.piece.place(*each.span)
        own = "action" in each
        step = ToolCall(
            call.name if own else "", each, place, call.piece, description, call.sensitive, call.seen
        )
        description = ""
        with places.draft.attempt(place, step.description):
            if own:
                _add(step, places, fara)
            else:
                openai_cua.add(step, places)


def _add(call: ToolCall, places: PlanPlaces, fara: bool) -> None:
    if "actions" in call.arguments and "action" not in call.arguments and call.name in _TOOLS:
        _batch(call, places, fara)
        return
    fields = Fields(call, places)
    actions = _TOOLS.get(call.name)
    name = fields.maybe_text("action")
    if call.name in _FINISHING:
        actions, name = COMPUTER, call.name
    elif not call.name:
        # A bare action: of the phone's tool if only that has it.
        actions = next((each for each in (COMPUTER, MOBILE, BROWSER) if name in each), COMPUTER)
    if actions is None:
        add_all(places.draft, call, [tool(call.name, call.arguments)])
        return
    if name is None:
        raise fields.missing("action")
    make = action_of(name, actions, places.draft, call.place("action"))
    operations = list(make(fields))
    if fara and name == "type" and fields.given(*ENTERS) is None:
        operations[-1].arguments["enter"] = True
        places.draft.remark("Fara presses Return by default")
    add_translated(fields, operations)
