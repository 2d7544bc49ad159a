"""Where the places of a plan lie: in pixels of which display, in thousandths, or in a window's picture."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from cogscript.dialects.core.coordinates import CoordinateSpace
from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.formats.argument_names import COORDINATE_SPACES
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue
from cogscript.dialects.formats.tool_calls.plan import JsonPlan, ToolCall
from cogscript.language.model.box import Box, Rect, Size, from_pixels
from cogscript.language.model.diagnostic import Span

PLACE_ARGUMENTS = (
    "coordinate", "start_coordinate", "end_coordinate", "coordinate1", "coordinate2", "point", "position",
    "region", "path", "start", "end", "bbox", "bbox_2d",
)  # fmt: skip
"""Arguments that are places, in any of the dialects."""

_SYSTEM_NAMES = (
    ("1000", "thousandths"), ("thousandth", "thousandths"), ("fraction", "fractions"), ("0-1", "fractions"),
    ("0_1", "fractions"), ("resized", "resized"), ("norm", "thousandths"), ("relative", "thousandths"),
    ("pixel", "pixels"), ("absolute", "pixels"), ("screen", "pixels"), ("px", "pixels"),
    ("physical", "pixels"),
)  # fmt: skip
"""What the names of coordinate spaces contain, and the system each means; `normalized` numbers that are all
at most 1 are fractions."""
_SPACE_WORDS = frozenset({
    "0", "1", "999", "1000", "abs", "absolute", "normalized", "normalised", "norm", "relative", "rel",
    "thousandth", "thousandths", "fraction", "fractions", "fractional", "ratio", "pixel", "pixels", "px",
    "screen", "screenshot", "display", "image", "picture", "model", "qwen", "gemini", "claude", "openai",
    "resized", "resize", "smart", "physical", "space", "coordinate", "coordinates", "coords", "xy", "grid",
    "to", "unit", "based",
})  # fmt: skip
"""Every word of a name that says what the numbers are: another (`local`, `window`, `crop`) says that they are
counted from somewhere else."""
DESKTOPS = (Size(1024, 768), Size(1280, 800), Size(1920, 1080), Size(2560, 1440), Size(3840, 2160))
_HIGHEST_USUAL = 1200
"""Pixels: places far below this, and all on the left, are a phone's."""
PHONES = (Size(1080, 1920), Size(1080, 2400), Size(1440, 3200))


@dataclass(slots=True)
class PlanPlaces:
    """Turns the numbers of a plan into boxes. The space of the whole plan is settled when its first place
    is read, and reported when it is a guess."""

    draft: Draft
    plan: JsonPlan
    system: str
    usual_sizes: Sequence[Size]
    """Sizes to try when the plan does not name one: the first that holds all its places is taken."""
    window: CoordinateSpace | None = field(default=None, init=False)
    """The space of the window that the plan acts in at the moment, if it is known."""
    told: str = field(default="", init=False)
    """What the calls themselves say that their numbers are."""
    _space: CoordinateSpace | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        """What the numbers are, where every call with a place says the same of them."""
        spaces = {_space_of(call) for call in self.plan.calls if has_places(call)}
        self.told = spaces.pop() if len(spaces) == 1 else ""

    def screen_space(self, span: Span) -> CoordinateSpace:
        if self._space is None:
            self._name_system()
            known = self.draft.screen or self.system in ("thousandths", "fractions")
            self._space = self.draft.space(self.system) if known else self._guess(span)
        return self._space

    def _name_system(self) -> None:
        """The system that the plan itself names goes before the dialect's usual one."""
        named = (self.told or self.plan.metadata.space).strip(" \"'").casefold()
        if self.draft.options.coordinates:
            return
        if not named:
            if self.system in ("pixels", "thousandths") and _are_fractions(self.plan):
                self.system = "fractions"
            return
        found = next((system for sign, system in _SYSTEM_NAMES if sign in named), None)
        if found is None or set(re.findall(r"[a-z]+|\d+", named)) - _SPACE_WORDS:
            raise Untranslatable(
                f"the plan counts in `{named[:40]}`, which is not known",
                "say what its numbers are: --coordinates thousandths, or pixels, resized, fractions",
            )
        if found == "thousandths" and max(furthest(self.plan)) <= 1:
            found = "fractions"
        self.system = found

    def settle(self, space: CoordinateSpace) -> None:
        """Take a space that is known for certain."""
        self._space = space

    def _guess(self, span: Span) -> CoordinateSpace:
        if self.draft.options.coordinates in ("thousandths", "fractions"):
            return self.draft.space(self.system)
        right, bottom = furthest(self.plan)
        tall = bottom > 1.5 * right and bottom > _HIGHEST_USUAL
        for size in (
            sorted(self.usual_sizes, key=lambda size: size.width > size.height) if tall else self.usual_sizes
        ):
            if right <= size.width and bottom <= size.height:
                self.draft.assumed(span, size)
                return CoordinateSpace(*size)
        raise Untranslatable(
            f"no usual display has a place at {right:g},{bottom:g}, and the plan does not give its size",
            "give the display's size: --screen 1920x1080",
        )

    def box(self, numbers: Sequence[float], span: Span) -> Box:
        return self.draft.box(self.window or self.screen_space(span), tuple(numbers), span)

    def screen_box(self, numbers: Sequence[float], span: Span) -> Box:
        """The box of a place on the screen, also while the plan acts in a window."""
        return self.draft.box(self.screen_space(span), tuple(numbers), span)

    def rect_box(self, rect: Rect, span: Span) -> Box:
        """The box of an element's rectangle, which is in pixels of the same picture."""
        space = self.window or self.screen_space(span)
        return from_pixels(rect, Size(int(space.width), int(space.height)))


def _space_of(call: ToolCall) -> str:
    named = next((call.arguments[key] for key in COORDINATE_SPACES if key in call.arguments), "")
    return named if isinstance(named, str) else ""


def furthest(plan: JsonPlan) -> tuple[float, float]:
    """The largest x and the largest y of all the places in a plan."""
    right = bottom = 0.0
    for call in plan.calls:
        for x, y in _places(call.arguments):
            right, bottom = max(right, x), max(bottom, y)
    return right, bottom


def _are_fractions(plan: JsonPlan) -> bool:
    """Whether all the places are below 1, and not all of them nought: nobody counts pixels so."""
    places = [number for call in plan.calls for place in _places(call.arguments) for number in place]
    return any(0 < number < 1 for number in places) and all(0 <= number <= 1 for number in places)


def has_places(call: ToolCall) -> bool:
    return any(True for _ in _places(call.arguments))


def _places(value: JsonValue) -> Iterator[tuple[float, float]]:
    if isinstance(value, JsonObject):
        yield from _pairs([value.get("x"), value.get("y")])
        for key, inner in value.items():
            if (key in PLACE_ARGUMENTS or key == "x") and isinstance(inner, JsonArray):
                yield from _pairs(inner)
            if isinstance(inner, JsonObject | JsonArray):
                yield from _places(inner)
    elif isinstance(value, JsonArray):
        for item in value:
            if isinstance(item, JsonObject | JsonArray):
                yield from _places(item)
                if isinstance(item, JsonArray):
                    yield from _pairs(item)


def _pairs(numbers: Iterable[JsonValue]) -> Iterator[tuple[float, float]]:
    good = [each for each in numbers if isinstance(each, int | float) and not isinstance(each, bool)]
    for x, y in zip(good[::2], good[1::2], strict=False):
        yield float(x), float(y)
