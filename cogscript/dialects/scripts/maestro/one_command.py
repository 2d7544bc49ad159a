"""One command of a Maestro flow: its argument as texts, times, elements and places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from cogscript.dialects.core.coordinates import CoordinateSpace
from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue
from cogscript.dialects.formats.tool_calls.plan_places import PHONES
from cogscript.dialects.scripts.maestro.text_patterns import (
    ALL_OF_IT,
    CONTAINS,
    ENDS,
    MAY_BE_PATTERN,
    PATTERN,
)
from cogscript.dialects.scripts.step_wording import WORDING, refuse_form
from cogscript.language.model import variables
from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.tree import Value

_COPIED = re.compile(r"\$\{\s*maestro\.copiedText\s*\}")
_VARIABLE = re.compile(r"\$\{\s*([A-Za-z_]\w*|output(?:\.[A-Za-z_]\w*)+)\s*\}")
"""One of the flow's own, or what a script gave out: the workflow asks for that."""
_EXPRESSION = re.compile(r"\$\{[^}]*\}?")
_IDENTIFIER = re.compile(r"[\w.:/-]+")
_PERCENT = re.compile(r"\s*(\d{1,3}(?:\.\d+)?)%\s*,\s*(\d{1,3}(?:\.\d+)?)%\s*")
_MIDDLE = re.compile(r"\s*50(?:\.0+)?%\s*,\s*50(?:\.0+)?%\s*")
_PIXELS = re.compile(r"\s*(\d{1,5})\s*,\s*(\d{1,5})\s*")
_PLACES = re.compile(r"""\b(?:point|start|end)["']?:\s*["']?(\d{1,5})\s*,\s*(\d{1,5})(?![%\d])""")
_WITHOUT_EFFECT = (*WORDING, "retryTapIfNoChange", "waitToSettleTimeoutMs", "waitUntilVisible", "optional")
"""How patient a command is, for every step here waits for its target anyway; and what is asked of all."""
STATES = ("enabled", "checked", "selected", "focused")
"""What an element is: one that is not is another element."""
_ACTING = ("tapOn", "doubleTapOn", "longPressOn")
"""Commands that an element takes only when it is enabled."""
BESIDE = ("below", "above", "leftOf", "rightOf")
"""Where an element stands, seen from another."""
_POINTING = (*_ACTING, "copyTextFrom")
"""Commands that are done to one element."""
_WAITING = ("assertVisible", "extendedWaitUntil")
"""Commands that wait for one: what it is besides can be left to the person."""


@dataclass(slots=True)
class MaestroCommand:
    """One command: its name, its argument, and where it stands."""

    name: str
    given: JsonValue
    span: Span
    draft: Draft
    values: Mapping[str, str] = field(default_factory=dict)
    """What the head of the flow sets, where it is a text and nothing else."""
    types_next: bool = False
    """Whether what comes after it is typed, so that it goes to a field."""

    def of(self, given: JsonValue) -> MaestroCommand:
        """The same command with a part of its argument as the argument."""
        return replace(self, given=given)

    def text(self, value: JsonValue) -> str:
        """A text with its variables as a workflow writes them; scripts in it are not run."""
        if not isinstance(value, str | int | float):
            raise Untranslatable(f"{self.name} is given no text")
        value = str(value).lower() if isinstance(value, bool) else value
        refuse_form(str(value))
        copied = _COPIED.sub(variables.spell("copied"), str(value))
        plain = _VARIABLE.sub(lambda match: variables.spell(match[1]), copied)
        if _EXPRESSION.search(plain):
            raise Untranslatable(f"`{plain[:40]}` is a script, which is not run")
        return plain

    def constant(self, value: JsonValue) -> str:
        """A text in which no variable may stand: what the flow's head sets is put in."""

        def put_in(variable: re.Match[str]) -> str:
            known = self.values.get(variable[1])
            if known is None:
                return variable[0]
            self.draft.repaired(self.span, f"`{variable[1][:40]}` is put in as the flow's head sets it")
            return known

        return self.text(_VARIABLE.sub(put_in, str(value).strip()))

    def words(self, value: JsonValue) -> str:
        """What a thing is called. Maestro takes it for a pattern; a plain one is looked for as it stands."""
        text = self.text(value)
        if whole := ALL_OF_IT.fullmatch(text):
            return self._as_written(whole["text"])
        contains = CONTAINS.fullmatch(text)
        if contains and contains["text"] != text and contains["text"].strip():
            self.draft.repaired(self.span, f"`{text[:40]}` is looked for as the text inside it")
            return self._as_written(contains["text"]).strip()
        if PATTERN.search(text):
            raise Untranslatable(f"`{text[:40]}` is a pattern, and an element is found by its text")
        return self._as_written(text)

    def _as_written(self, text: str) -> str:
        """A text without its escapes; what is not escaped in it may stand for something else."""
        if MAY_BE_PATTERN.search(text):
            self.draft.repaired(
                self.span, f"`{text[:40]}` may be a pattern: it is looked for as it is written"
            )
        return text.replace("\\", "")

    def identifier(self, value: JsonValue) -> str:
        """An id, which is a pattern, too; the package before it may be left open."""
        text = self.text(value)
        if ends := ENDS.fullmatch(text):
            self.draft.repaired(self.span, f"`{text[:40]}` is looked for as the id `{ends[1][:40]}`")
            return ends[1]
        return text if _IDENTIFIER.fullmatch(text) else self.words(value)

    @property
    def fields(self) -> JsonObject:
        if isinstance(self.given, JsonObject):
            return self.given
        made = JsonObject(self.span.start)
        if self.given is not None:
            made["text"] = self.given
        return made

    def milliseconds(self, name: str) -> int | float | None:
        """A time as a number of seconds; None where the command gives none."""
        given = self.fields.get(name)
        if given is None:
            return None
        number = "" if isinstance(given, bool) else self.constant(given)
        if not re.fullmatch(r"\d{1,9}(?:_\d{3})*(?:\.\d+)?", number):
            raise Untranslatable(f"`{name}` of {self.name} is no time in milliseconds")
        seconds = float(number) / 1000
        return int(seconds) if seconds.is_integer() else seconds

    def not_kept(self, *names: str) -> None:
        """Say what the command sets that no operation can."""
        if given := [name for name in names if self.fields.get(name)]:
            self.draft.repaired(self.span, f"{', '.join(given)} of {self.name} is not kept")

    @property
    def optional(self) -> bool:
        """Whether the flow goes on without it: the command says so, or the element that it looks for."""
        looked_for = [self.fields.get(key) for key in ("visible", "notVisible", "element")]
        return any(
            each.get("optional") is True
            for each in (self.fields, *looked_for)
            if isinstance(each, JsonObject)
        )

    def use(self, *known: str) -> None:
        """Refuse the command for a field that nobody knows."""
        for key, value in self.fields.items():
            without = value is None or (value is False and key not in STATES)
            if key == "index" and str(value).strip() == "0":
                if self.name in _POINTING:  # whether one is seen, the first tells as well as any
                    self.draft.repaired(
                        self.span, "the first of several: where there are more, the run stops"
                    )
            elif key == "index" and value is not None:
                if self.name not in (*_POINTING, *_WAITING):  # whether one is seen decides what is done
                    raise Untranslatable(
                        f"`index: {str(value)[:10]}` counts among several that nothing tells apart"
                    )
                stops = ": where nothing tells them apart, the run stops" if self.name in _POINTING else ""
                counted = f"`index: {str(value)[:10]}` counts among several, which is not kept"
                self.draft.repaired(self.span, counted + stops)
            elif key == "enabled" and key in known and value is True:
                if self.name not in _ACTING:
                    self.draft.repaired(self.span, "whether the element is enabled is not looked at")
            elif key in STATES and key in known and self.name in _WAITING and value is not None:
                self.draft.repaired(self.span, f"`{key}: {str(value).lower()[:10]}` is not looked at")
            elif (key in STATES or key not in (*known, *_WITHOUT_EFFECT)) and not without:
                raise Untranslatable(f"`{key[:40]}` changes what is done, and is not understood here")

    def target(self, fields: JsonObject | None = None) -> dict[str, Value]:
        """The element a selector names: by its text, its id, or a point of the screen."""
        fields = self.fields if fields is None else fields
        made: dict[str, Value] = {}
        try:
            if fields.get("text") is not None:
                made["element_info"] = self.words(fields["text"])
            if fields.get("id") is not None:
                made["id"] = self.identifier(fields["id"])
        except Untranslatable as refusal:
            if fields.get("point") is None:
                raise
            made = {}
            self.draft.repaired(self.span, f"{refusal.reason}: it is done at the point that stands beside it")
        if fields.get("point") is not None and not made:
            made["box"] = self.box(fields["point"])
        elif fields.get("point") is not None and not _MIDDLE.fullmatch(self.constant(fields["point"])):
            self.draft.repaired(self.span, "where inside the element it is done is not kept")
        return self._beside(fields, made)

    def _beside(self, fields: JsonObject, made: dict[str, Value]) -> dict[str, Value]:
        """What stands beside the element; alone it tells a field, where a text is typed next."""
        sides = [side for side in BESIDE if fields.get(side) is not None]
        if not made and (not sides or not self.types_next):
            only = f"{self.name} names only what stands beside it" if sides else f"{self.name} names nothing"
            raise Untranslatable(only)
        if not sides:
            return made
        other = fields[sides[0]]
        if isinstance(other, JsonObject):
            other = other["text"] if [*other] == ["text"] else None
        if len(sides) > 1 or other is None or "box" in made:
            raise Untranslatable(f"`{sides[-1]}` changes what is done, and is not understood here")
        self.draft.repaired(self.span, f"`{sides[0]}` is read as near, on whichever side")
        return {**(made or {"element_type": "text field"}), "near": self.words(other)}

    def box(self, value: JsonValue) -> Box:
        text = self.constant(value)
        percent, pixels = _PERCENT.fullmatch(text), _PIXELS.fullmatch(text)
        if percent:
            space, scale = self.draft.space("thousandths"), 10.0
            numbers = (float(percent[1]) * scale, float(percent[2]) * scale)
            return self.draft.box(space, numbers, self.span)
        if pixels:
            return self.draft.box(self._screen(), (int(pixels[1]), int(pixels[2])), self.span)
        raise Untranslatable(f"`{text[:40]}` is not a point")

    def _screen(self) -> CoordinateSpace:
        """The phone whose pixels the flow counts: the first usual one that holds all of its places."""
        if self.draft.screen or self.draft.options.coordinates:
            return self.draft.space("pixels")
        places = [(int(x), int(y)) for x, y in _PLACES.findall(self.draft.source.text)]
        right, bottom = max((x for x, _ in places), default=0), max((y for _, y in places), default=0)
        size = next((size for size in PHONES if right <= size.width and bottom <= size.height), None)
        if size is None:
            return self.draft.space("pixels")
        self.draft.assumed(self.span, size)
        return CoordinateSpace(*size)


def items(value: JsonValue) -> Iterator[tuple[str, JsonValue, Span]]:
    """The commands of a list: names alone, or each with its argument."""
    if not isinstance(value, JsonArray):
        return
    for item, place in zip(value, value.places, strict=True):
        if isinstance(item, JsonObject) and len(item) > 1:
            yield _several(item), None, place
        elif isinstance(item, JsonObject) and item:
            yield (*next(iter(item.items())), place)
        elif item is not None:
            yield str(item), None, place


def _several(item: JsonObject) -> str:
    """The names of a command that is two: an indentation is wrong, or a dash is missing."""
    return ", ".join(item)
