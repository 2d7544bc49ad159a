"""A call's arguments as what they should be, or why they are not, and in which frame its places lie.

Models write numbers as texts and lists as strings of lists: what means only one thing is read and said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from cogscript.dialects import words
from cogscript.dialects.coordinates import Frame
from cogscript.dialects.json_plan import Call, Document
from cogscript.dialects.json_text import JsonArray, JsonObject, JsonValue, NotJson, parse
from cogscript.dialects.plan import Plan, Untranslatable
from cogscript.language.box import Box, Rect, Size, from_pixels
from cogscript.language.diagnostic import Span
from cogscript.language.operations import OPERATIONS
from cogscript.language.tree import Operation, Value

PLACES = (
    "coordinate", "start_coordinate", "end_coordinate", "coordinate1", "coordinate2", "point", "position",
    "region", "path", "start", "end", "bbox", "bbox_2d",
)  # fmt: skip
"""Arguments that are places, in any of the dialects."""

DESKTOPS = (Size(1024, 768), Size(1280, 800), Size(1920, 1080), Size(2560, 1440), Size(3840, 2160))
PHONES = (Size(1080, 1920), Size(1080, 2400), Size(1440, 3200))


@dataclass(slots=True)
class Pointing:
    """The frame of a whole plan, settled when the first place is read, and said when it is a guess."""

    plan: Plan
    document: Document
    system: str
    customary: Sequence[Size]
    """Sizes to try when the plan does not say: the first that holds all its places is taken."""
    _frame: Frame | None = field(default=None, init=False)

    def frame(self, span: Span) -> Frame:
        if self._frame is None:
            known = self.plan.screen or self.system in ("thousandths", "fractions")
            self._frame = self.plan.frame(self.system) if known else self._guess(span)
        return self._frame

    def settle(self, frame: Frame) -> None:
        """Take a frame that is known for certain."""
        self._frame = frame

    def _guess(self, span: Span) -> Frame:
        if self.plan.context.coordinates in ("thousandths", "fractions"):
            return self.plan.frame(self.system)
        right, bottom = furthest(self.document)
        for size in self.customary:
            if right <= size.width and bottom <= size.height:
                self.plan.repaired(
                    span,
                    f"the plan does not say its display's size: {size.width}x{size.height} is taken; "
                    "--screen says another",
                )
                return Frame(*size)
        raise Untranslatable(
            f"no usual display has a place at {right:g},{bottom:g}, and the plan does not say its size",
            "say the display's size: --screen 1920x1080",
        )

    def box(self, numbers: Sequence[float], span: Span) -> Box:
        return self.plan.box(self.frame(span), tuple(numbers), span)

    def rect_box(self, rect: Rect, span: Span) -> Box:
        """The box of an element's rectangle, which is in pixels of the same display."""
        frame = self.frame(span)
        return from_pixels(rect, Size(int(frame.width), int(frame.height)))


def furthest(document: Document) -> tuple[float, float]:
    """The largest x and the largest y of all the places in a document."""
    right = bottom = 0.0
    for call in document.calls:
        for xs, ys in _places(call.arguments):
            right, bottom = max(right, xs), max(bottom, ys)
    return right, bottom


def _places(value: JsonValue) -> Iterator[tuple[float, float]]:
    if isinstance(value, JsonObject):
        yield from _pairs([value.get("x"), value.get("y")])
        for key, inner in value.items():
            if key in PLACES and isinstance(inner, JsonArray):
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


class Fields:
    """The arguments of one call."""

    def __init__(self, call: Call, pointing: Pointing) -> None:
        self.call = call
        self.pointing = pointing
        self.plan = pointing.plan

    def raw(self, *keys: str) -> JsonValue:
        """The first of the arguments that is given and is not null."""
        return next((value for key in keys if (value := self.call.arguments.get(key)) is not None), None)

    def missing(self, *keys: str) -> Untranslatable:
        return Untranslatable(f"`{keys[0]}` is missing", span=self.call.span)

    def text(self, *keys: str) -> str:
        value = self.maybe_text(*keys)
        if value is None:
            raise self.missing(*keys)
        return value

    def maybe_text(self, *keys: str) -> str | None:
        value = self.raw(*keys)
        if isinstance(value, bool) or value is None or isinstance(value, str):
            return None if value is None else str(value)
        if isinstance(value, int | float):
            return str(value)
        if isinstance(value, JsonArray) and all(isinstance(item, str) for item in value):
            self.plan.repaired(self.call.place(*keys), f"`{keys[0]}` is a list, read as one text")
            return "".join(str(item) for item in value)
        raise Untranslatable(f"`{keys[0]}` is no text", span=self.call.place(*keys))

    def number(self, *keys: str) -> float | None:
        return self._number(self.raw(*keys), keys)

    def _number(self, value: JsonValue, keys: Sequence[str]) -> float | None:
        if isinstance(value, bool):
            raise Untranslatable(f"`{keys[0]}` is no number", span=self.call.place(*keys))
        if value is None or isinstance(value, int | float):
            return value
        if isinstance(value, str):
            try:
                number = parse(value).value
            except NotJson:
                number = None
            if isinstance(number, int | float) and not isinstance(number, bool):
                self.plan.repaired(self.call.place(*keys), f"`{keys[0]}` is a number in quotes")
                return number
        raise Untranslatable(f"`{keys[0]}` is no number", span=self.call.place(*keys))

    def whole(self, *keys: str, default: int, most: int = 1000) -> int:
        """A count, from 0 to `most`."""
        number = self.number(*keys)
        if number is None:
            return default
        if not 0 <= number <= most:
            raise Untranslatable(
                f"`{keys[0]}` is {number:g}; it goes from 0 to {most}", span=self.call.place(*keys)
            )
        return round(number)

    def seconds(self, *keys: str, default: float) -> float | int:
        """A time; one that is not given is said."""
        number = self.number(*keys)
        if number is None:
            self.plan.repaired(self.call.span, f"no time is given: {default:g} s is taken")
            number = default
        if number < 0:
            raise Untranslatable(f"`{keys[0]}` is less than nothing", span=self.call.place(*keys))
        return int(number) if float(number).is_integer() else number

    def flag(self, *keys: str) -> bool | None:
        """True, or None for anything that says no."""
        value = self.raw(*keys)
        said = value.casefold() if isinstance(value, str) else value
        return True if said in (True, 1, "true", "1", "yes") else None

    def names(self, *keys: str) -> list[str]:
        """Names of keys: a list, or one text for the caller to take apart."""
        value = self.raw(*keys)
        if isinstance(value, JsonArray):
            if not all(isinstance(item, str | int) for item in value):
                raise Untranslatable(f"`{keys[0]}` is no list of keys", span=self.call.place(*keys))
            return [str(item) for item in value]
        return [self.text(*keys)]

    def held(self, *keys: str) -> list[Value] | None:
        """Keys held meanwhile, as a `.cog` file writes them; None when none are named."""
        if not self.raw(*keys):
            return None
        with self.blaming(*keys):
            given = self.names(*keys)
            names = words.split_keys(given[0]) if len(given) == 1 else given
            return [words.key_named(name) for name in names] or None

    def chord(self, *keys: str) -> Operation:
        """Keys pressed together, given as a list or as one text."""
        with self.blaming(*keys):
            names = self.names(*keys)
            return words.chord(words.split_keys(names[0]) if len(names) == 1 else names)

    @contextmanager
    def blaming(self, *keys: str) -> Iterator[None]:
        """Whatever is refused inside is refused at the place of these arguments."""
        try:
            yield
        except Untranslatable as refusal:
            refusal.span = refusal.span or self.call.place(*keys)
            raise

    def box(self, *keys: str) -> Box | None:
        """The place an argument names; None when it is not given."""
        value = self.raw(*keys)
        if value is None:
            return None
        place = self.call.place(*keys)
        return self.pointing.box(self._numbers(value, keys), place)

    def need_box(self, *keys: str) -> Box:
        box = self.box(*keys)
        if box is None:
            raise self.missing(*keys)
        return box

    def at(self) -> Box | None:
        """The place given as `x` and `y`."""
        x, y = self.number("x"), self.number("y")
        if x is None and y is None:
            return None
        if x is None or y is None:
            raise self.missing("x" if x is None else "y")
        return self.pointing.box((x, y), self.call.place("x"))

    def _numbers(self, value: JsonValue, keys: Sequence[str]) -> list[float]:
        if isinstance(value, str):
            text = value.strip().replace("(", "[").replace(")", "]")
            try:
                value = parse(text if text.startswith("[") else f"[{text}]").value
            except NotJson:
                raise Untranslatable(f"`{keys[0]}` is no place", span=self.call.place(*keys)) from None
            self.plan.repaired(self.call.place(*keys), f"`{keys[0]}` is a place in quotes")
        items: list[JsonValue] = [value]
        if isinstance(value, JsonObject):
            items = [value.get("x"), value.get("y")]
        elif isinstance(value, JsonArray):
            items = list(value)
        if len(items) == 1 and isinstance(items[0], JsonArray):
            items = list(items[0])  # [[x, y]]
        corners = [item for item in items if isinstance(item, JsonArray)]
        if len(corners) == len(items) == 2:
            items = [number for corner in corners for number in corner]
        numbers = [self._number(item, keys) for item in items]
        if any(number is None for number in numbers):
            raise Untranslatable(f"`{keys[0]}` is no place", span=self.call.place(*keys))
        return [number for number in numbers if number is not None]


def add_all(plan: Plan, call: Call, operations: Iterable[Operation]) -> None:
    """Add what a call became; its description belongs to the first step."""
    description = call.description
    for operation in list(operations):
        if call.sensitive and OPERATIONS[operation.name].parameter("sensitive"):
            operation.arguments["sensitive"] = True
        plan.add(operation, call.span, description)
        description = ""
