"""A call's arguments, each as the kind of value it should be, or why it is not.

Models write numbers as texts and lists as strings of lists: what can mean only one thing is read and
reported. An argument that nobody asked for is never dropped silently: one that changes what is done refuses
the step, any other is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.formats.action_names import known_as
from cogscript.dialects.formats.argument_names import (
    COMMENTARY,
    COORDINATE_SPACES,
    IN_PIXELS,
    NAMES,
    NAMING,
    PARAMETERS,
    PLACES,
    STARTS,
    WRAPPERS,
    changes,
    plain,
)
from cogscript.dialects.formats.json_text import parse
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue, NotJson
from cogscript.dialects.formats.replies.places import numbers_of
from cogscript.dialects.formats.tool_calls.plan import ToolCall
from cogscript.dialects.formats.tool_calls.plan_places import PlanPlaces, has_places
from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import Span, nearest
from cogscript.language.model.operations import OPERATIONS, TELLING, Target
from cogscript.language.model.tree import Operation, Value

T = TypeVar("T")

LONG = 500
"""Seconds: so long a time without a unit may have been meant in milliseconds, and is reported."""
_YES = (True, 1, "true", "1", "yes")
_NO = (False, 0, "false", "0", "no", "")
_WORDS = ("label", "target", "element", "element_description")
"""What may say in words which element it is, beside its place."""
_RECTANGLES = ("bbox", "bbox_2d", "box", "box_2d", "bounds", "rect")
_TABS = ("tab_id", "tab", "tabid")
_WHERE = frozenset({"box", "to", *TELLING})

_CALL_ID = re.compile(
    r"[\d-]*|(?:call|toolu|tool|cu|fc|msg|step|action|act|req|run)[_-]?\w*[\d-][\w-]*|[0-9a-fA-F-]{16,}"
)
"""How programs number the calls of a log."""


class Fields:
    """The arguments of one call. Asking for one marks it as used."""

    def __init__(self, call: ToolCall, places: PlanPlaces) -> None:
        self.call = call
        self.places = places
        self.draft = places.draft
        self._used: set[str] = set()
        self._humped = {plain(key): key for key in call.arguments if plain(key) not in call.arguments}
        """What is written with capitals inside, by the name it has elsewhere."""

    # --- which arguments were used --------------------------------------------------------------

    def raw(self, *keys: str) -> JsonValue:
        """The first of the arguments that is given and is not null."""
        key = self.given(*keys)
        if key is None:
            return None
        self._used.add(key)
        return self.call.arguments[key]

    def given(self, *keys: str) -> str | None:
        """The name of the first of the arguments that is given and is not null; it is not used by that."""
        arguments = self.call.arguments
        for key in (*keys, *(self._humped[key] for key in keys if key in self._humped)):
            if arguments.get(key) is not None:
                return key
        return None

    def use(self, *keys: str) -> None:
        """Mark arguments as used that are read elsewhere, or known to change nothing."""
        self._used.update(keys)

    def use_all(self) -> None:
        self._used.update(self.call.arguments)

    def report_unused(self, made: Iterable[Operation]) -> None:
        """Refuse the step for an argument that changes what is done and was not used; report others. A
        place changes nothing about operations that do not point, and where they point and give no place,
        any argument may say where."""
        pointing = [each for each in made if OPERATIONS[each.name].target is not Target.NONE]
        placeless = any(
            OPERATIONS[each.name].target not in (Target.FOCUS, Target.SURFACE)
            and not each.arguments.keys() & _WHERE
            for each in pointing
        )
        naming = next((name for name in NAMES if name in self.call.arguments), None)
        scrolls = any(each.name.startswith("SCROLL") for each in pointing)
        for key, value in self.call.arguments.items():
            if key in COORDINATE_SPACES and (value == self.places.told or not has_places(self.call)):
                continue
            if key in self._used or key == naming or _is_empty(value):
                continue
            if key in COMMENTARY and not (placeless and key == "id" and _may_be_element(value)):
                continue
            if key in NAMING and (value in WRAPPERS or naming is None):
                continue
            if key == "step" and not scrolls:
                continue  # the number of the step
            if value == 0 and key not in PLACES:
                continue  # some models fill in every argument
            words = key in _WORDS and isinstance(value, str) and not value.strip().isdecimal()
            if words and pointing and not placeless and all("box" in each.arguments for each in pointing):
                self.draft.repaired(self.call.place(key), f"`{key}` is not used")
                continue
            if key in _RECTANGLES and self._is_around(value):
                self.draft.repaired(self.call.place(key), f"`{key}` is around the place, and is not used")
                continue
            if plain(key) in _TABS and all(
                call.arguments.get(key) in (None, value) for call in self.places.plan.calls
            ):
                self.draft.repaired(self.call.place(key), f"`{key}` is not used: all is done in one tab")
                continue
            nested = key in PARAMETERS and isinstance(value, JsonObject)
            if placeless or nested or (changes(key) and (pointing or plain(key) not in PLACES)):
                reason = f"`{key}` changes what is done, and is not understood here"
                raise Untranslatable(reason, span=self.call.place(key))
            self.draft.repaired(self.call.place(key), f"`{key[:40]}` is not used")

    def _is_around(self, value: JsonValue) -> bool:
        """Whether a rectangle holds the place that was used: it is the element's own, of which a record keeps
        both."""
        given = self.call.arguments
        sides = _plain_numbers(value)
        places = [_plain_numbers(given.get(key)) for key in self._used]
        places.append(_plain_numbers([given.get("x"), given.get("y")]))
        return len(sides) == 4 and any(
            sides[0] <= place[0] <= sides[2] and sides[1] <= place[1] <= sides[3]
            for place in places
            if len(place) == 2
        )

    # --- texts and numbers ----------------------------------------------------------------------

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
            self.draft.repaired(self.call.place(*keys), f"`{keys[0]}` is a list, read as one text")
            return "".join(str(item) for item in value)
        raise Untranslatable(f"`{keys[0]}` is not a text", span=self.call.place(*keys))

    def number(self, *keys: str) -> float | None:
        return self._number(self.raw(*keys), keys)

    def _number(self, value: JsonValue, keys: Sequence[str]) -> float | None:
        if isinstance(value, bool):
            raise Untranslatable(f"`{keys[0]}` is not a number", span=self.call.place(*keys))
        if value is None or isinstance(value, int | float):
            return value
        if isinstance(value, str):
            try:
                number = parse(value).value
            except NotJson:
                number = None
            if isinstance(number, int | float) and not isinstance(number, bool):
                self.draft.repaired(self.call.place(*keys), f"`{keys[0]}` is a number in quotes")
                return number
        raise Untranslatable(f"`{keys[0]}` is not a number", span=self.call.place(*keys))

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

    def notches(self, *keys: str) -> float | None:
        """How far to scroll, in notches of the wheel; pixels, where its name says so, are reported."""
        key, amount = self.given(*keys), self.number(*keys)
        if key not in IN_PIXELS or amount is None or abs(amount) <= builders.MOST_NOTCHES:
            return amount
        turned = builders.notches_of(amount)
        self.draft.repaired(self.call.place(key), f"{amount:g} pixels are read as {abs(turned)} notches")
        return turned

    def seconds(self, *keys: str, default: float) -> float | int:
        """A time; a missing one is reported."""
        number = self.number(*keys)
        if number is None:
            self.draft.repaired(self.call.span, f"no time is given: {default:g} s is assumed")
            number = default
        if number < 0:
            raise Untranslatable(f"`{keys[0]}` is negative", span=self.call.place(*keys))
        if number >= LONG:
            self.draft.repaired(self.call.place(*keys), f"{number:g} is read as seconds, not milliseconds")
        return int(number) if float(number).is_integer() else number

    def flag(self, *keys: str) -> bool | None:
        """True, or None where it is not given or says no."""
        value = self.raw(*keys)
        plain = value.strip().casefold() if isinstance(value, str) else value
        if value is None or plain in _NO:
            return None
        if plain in _YES:
            return True
        raise Untranslatable(f"`{keys[0]}` is neither true nor false", span=self.call.place(*keys))

    # --- keys -----------------------------------------------------------------------------------

    def names(self, *keys: str) -> list[str]:
        """Names of keys: a list, or one text for the caller to take apart."""
        value = self.raw(*keys)
        if isinstance(value, JsonArray):
            if not all(isinstance(item, str | int) for item in value):
                raise Untranslatable(f"`{keys[0]}` is not a list of keys", span=self.call.place(*keys))
            return [str(item) for item in value]
        return [self.text(*keys)]

    def held(self, *keys: str) -> list[Value] | None:
        """Keys held meanwhile, as a `.cog` file writes them; None when none are named."""
        if not self.raw(*keys):
            return None
        with self.blaming(*keys):
            given = self.names(*keys)
            names = builders.split_keys(given[0]) if len(given) == 1 else given
            return [builders.key_named(name) for name in names] or None

    def chord(self, *keys: str) -> list[Operation]:
        """Keys pressed together, given as a list or as one text."""
        with self.blaming(*keys):
            names = self.names(*keys)
            return builders.strokes(names[0]) if len(names) == 1 else builders.presses(names)

    @contextmanager
    def blaming(self, *keys: str) -> Iterator[None]:
        """Whatever is refused inside is refused at the place of these arguments."""
        try:
            yield
        except Untranslatable as refusal:
            refusal.span = refusal.span or self.call.place(*keys)
            raise

    # --- places ---------------------------------------------------------------------------------

    def box(self, *keys: str) -> Box | None:
        """The place an argument names; None when it is not given."""
        value = self.raw(*keys)
        if value is None:
            return None
        place = self.call.place(*keys)
        return self.places.box(self._numbers(value, keys), place)

    def need_box(self, *keys: str) -> Box:
        box = self.box(*keys)
        if box is None:
            raise self.missing(*keys)
        return box

    def at(self, x_key: str = "x", y_key: str = "y") -> Box | None:
        """The place given as two numbers, `x` and `y`."""
        x, y = self.raw(x_key), self.raw(y_key)
        if x is None and y is None:
            return None
        if isinstance(x, JsonArray) and y is None:
            return self.places.box(self._numbers(x, (x_key,)), self.call.place(x_key))  # "x": [x, y]
        numbers = self._number(x, (x_key,)), self._number(y, (y_key,))
        if numbers[0] is None or numbers[1] is None:
            raise self.missing(x_key if x is None else y_key)
        return self.places.box((numbers[0], numbers[1]), self.call.place(x_key))

    def place(self, *preferred: str) -> Box | None:
        """Where an action is done, by whatever name the plan gives the place."""
        key = self.given(*preferred, "x", "y", *STARTS)
        if key is None:
            return None
        return self.at() if key in ("x", "y") and key not in preferred else self.box(key)

    def need_place(self, name: str = "coordinate") -> Box:
        """The place, which a message calls by this name when it is missing."""
        box = self.place()
        if box is None:
            raise self.missing(name)
        return box

    def _numbers(self, value: JsonValue, keys: Sequence[str]) -> list[float]:
        span = self.call.place(*keys)
        if isinstance(value, str):
            numbers = list(numbers_of(value, span))
            self.draft.repaired(span, f"`{keys[0]}` is a place in quotes")
            return numbers
        items: list[JsonValue] = [value]
        if isinstance(value, JsonObject):
            if value.keys() - {"x", "y"}:
                raise Untranslatable(f"`{keys[0]}` is not a place", span=span)
            items = [value.get("x"), value.get("y")]
        elif isinstance(value, JsonArray):
            items = list(value)
        if len(items) == 1 and isinstance(items[0], JsonArray):
            items = list(items[0])  # [[x, y]]
        corners = [item for item in items if isinstance(item, JsonArray)]
        if len(corners) == len(items) == 2:
            items = [number for corner in corners for number in corner]
        read = [self._number(item, keys) for item in items]
        if any(number is None for number in read):
            raise Untranslatable(f"`{keys[0]}` is not a place", span=span)
        return [number for number in read if number is not None]


def action_of(name: str, table: Mapping[str, T], draft: Draft, span: Span) -> T:
    """What a table has for an action, also where the plan calls it as another agent does, which is reported;
    Untranslatable for one that nobody has."""
    found = table.get(name) or table.get(name.strip().replace(" ", "_").casefold())
    if found is not None:
        return found
    other = known_as(name, table)
    if other is None:
        near = nearest(name, table)
        advice = f"did it mean {near}?" if near else f"the actions are {', '.join(table)}"
        raise Untranslatable(f"there is no action `{name[:40]}`", advice, span)
    draft.repaired(span, f"`{name[:40]}` is read as `{other}`")
    return table[other]


def _is_empty(value: JsonValue) -> bool:
    return value is None or value is False or value == "" or value == [] or value == {}


def _plain_numbers(value: object) -> list[float]:
    """The numbers of a list; none where anything else is in it."""
    items = value if isinstance(value, list) else []
    numbers = [float(each) for each in items if isinstance(each, int | float) and not isinstance(each, bool)]
    return numbers if len(numbers) == len(items) else []


def _may_be_element(value: JsonValue) -> bool:
    """Whether an id may be that of an element, and does not number the call."""
    return isinstance(value, str) and not _CALL_ID.fullmatch(value.strip())


def add_all(draft: Draft, call: ToolCall, operations: Iterable[Operation]) -> None:
    """Add what a call became; its description belongs to the first step."""
    description = call.description
    for operation in list(operations):
        if call.sensitive and OPERATIONS[operation.name].parameter("sensitive"):
            operation.arguments["sensitive"] = True
        draft.add(operation, call.span, description)
        description = ""


def add_translated(fields: Fields, operations: Iterable[Operation]) -> None:
    """Add what a call became, once all its arguments are accounted for."""
    made = list(operations)
    fields.report_unused(made)
    add_all(fields.draft, fields.call, made)
