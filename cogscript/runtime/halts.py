"""A target that was not taken, told in full: what was looked for and how, what came near, and why not that.

The same facts go to the terminal, the record and its report, `--json` and the stepper; the picture has the
numbers of the candidates drawn on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import shown
from cogscript.language.write.editing import edited_operation
from cogscript.runtime.retelling import Retold, retold
from cogscript.surfaces import roles
from cogscript.surfaces.finding.deciding import BUTTON_LIKE, Rejected, why_not
from cogscript.surfaces.finding.name_matching import likeness
from cogscript.surfaces.finding.near import distance
from cogscript.surfaces.finding.wanted import Candidate, Wanted
from cogscript.surfaces.inventory import box_of

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.language.model.box import Rect
    from cogscript.language.model.diagnostic import Source
    from cogscript.language.model.tree import Operation
    from cogscript.surfaces.look import Look

Mask = Callable[[str], str]

_MOST = 6
"""How many candidates are told."""
_COLUMNS = 90
_ALIKE = 0.4
"""From here on a text is worth telling as one that comes near."""


@dataclass(frozen=True, slots=True)
class HaltCandidate:
    """Something that came near, with its number in the list and in the picture."""

    number: int
    kind: str
    text: str
    rect: Rect
    box: Box
    """In thousandths of the surface, as a line says it."""
    why: str
    """Why it was not taken."""
    line: str
    """The operation as it would stand in the file if this one were meant; empty where that cannot be said."""

    def told(self, mask: Mask) -> str:
        name = f" {shown(self.text, mask, 40)}" if self.text else ""
        at = self.rect.middle
        return f"{self.number}. {self.kind}{name} at {at.x},{at.y}: {mask(self.why)}"


@dataclass(frozen=True, slots=True)
class Halt:
    looked_for: str
    means: str
    """What was asked to find it, and for how long."""
    candidates: Sequence[HaltCandidate]
    there: str
    """What is there instead."""
    place: Rect | None
    """Where the line's box is."""
    look: Look

    def details(self, mask: Mask, picture: str = "") -> tuple[tuple[str, str], ...]:
        """For people, under an error."""
        first = next((each for each in self.candidates if each.line), None)
        facts = (
            ("looked for", _filled(f"{self.looked_for}; {self.means}")),
            ("came near", "\n".join(each.told(mask) for each in self.candidates)),
            ("there is", _filled(self.there)),
            ("picture", picture),
            (f"to take {first.number}, write" if first else "", first.line if first else ""),
        )
        return tuple((heading, mask(text)) for heading, text in facts if text)

    def to_json(self, picture: str = "") -> dict[str, Any]:
        """For the record and for other programs."""
        return {
            "looked_for": self.looked_for,
            "means": self.means,
            "candidates": [
                {
                    "number": each.number, "kind": each.kind, "text": each.text, "rect": list(each.rect),
                    "box": each.box, "why": each.why, "line": each.line or None,
                }
                for each in self.candidates
            ],
            "there": self.there,
            "place": list(self.place) if self.place is not None else None,
            "picture": picture or None,
        }  # fmt: skip

    def drawn(self) -> Image:
        """What was looked at, with the numbers of the candidates, and the line's box in dashes."""
        from cogscript.surfaces.marking import draw_dashed, draw_numbers

        picture = self.look.picture.copy()
        if self.place is not None:
            draw_dashed(picture, self.place)
        draw_numbers(picture, ((each.number, each.rect) for each in self.candidates), outside=True)
        return picture


def _filled(text: str) -> str:
    """In lines that fit a terminal."""
    return "\n".join(wrap(text, _COLUMNS, break_long_words=False, break_on_hyphens=False))


# --- telling one ------------------------------------------------------------------------------------


def tell(
    operation: Operation,
    source: Source | None,
    wanted: Wanted,
    look: Look,
    rejected: Sequence[Rejected],
    mask: Mask,
    *,
    waited: str = "",
    one_of_them: bool = False,
    is_there: bool = False,
) -> Halt:
    """All there is to say of a target that was not taken; `one_of_them`: nothing tells them apart;
    `is_there`: it is, and cannot be used now, so that nothing else is worth taking."""
    told: list[HaltCandidate] = []
    others = () if is_there else nearest(look, wanted, len(rejected))
    for each in _distinct([*rejected, *others])[:_MOST]:
        there = each.candidate
        told.append(
            HaltCandidate(
                len(told) + 1,
                there.kind,
                there.text,
                there.rect,
                box_of(there.rect, look.surface),
                each.why,
                "" if is_there else line_for(operation, source, wanted, there, look, one_of_them=one_of_them),
            )
        )
    means = ", ".join(part for part in (f"asked: {look.asked()}", waited) if part)
    said = described(wanted, operation, mask)
    there_is = look.seen(mask, wanted.kind).removeprefix("on the screen: ")
    return Halt(said, means, told, there_is, wanted.place, look)


def described(wanted: Wanted, operation: Operation, mask: Mask) -> str:
    """What a line says of its target, in words."""
    box = operation.arguments.get("box")
    parts = (
        f"the name {shown(wanted.name, mask)}" if wanted.name else "",
        f"the id {shown(wanted.id, mask)}" if wanted.id else "",
        f"the picture {wanted.picture.name}" if wanted.picture is not None else "",
        f"of the kind {wanted.kind}" if wanted.kind else "",
        f"beside {shown(wanted.near, mask)}" if wanted.near else "",
        f"at or near {box}" if isinstance(box, Box) else "",
    )
    return ", ".join(part for part in parts if part)


def line_for(
    operation: Operation,
    source: Source | None,
    wanted: Wanted,
    there: Candidate,
    look: Look,
    *,
    one_of_them: bool = False,
) -> str:
    """The operation as it would tell this thing; empty where more would have to change than can be known."""
    if wanted.near or (operation.arguments.get("element_info") or "") != wanted.name:
        return ""  # a variable says it, or something else than the line's own target was looked for
    if not (there.text or roles.known(there.kind)):
        return ""  # bare ground: a line cannot say it
    values: Retold = retold(operation, wanted, there, look.surface)
    if one_of_them:
        values["box"] = box_of(there.rect, look.surface)
    kind = operation.arguments.get("element_type")
    if isinstance(kind, str) and roles.known(there.kind) and not roles.means(wanted.kind, there.kind):
        values["element_type"] = there.kind
    return edited_operation(source.text if source else "", operation, values) if values else ""


# --- what comes near --------------------------------------------------------------------------------


def nearest(look: Look, wanted: Wanted, known: int) -> Iterator[Rejected]:
    """What else a person would look at: names that are alike, then things of its kind, nearest first."""
    if known >= _MOST:
        return
    elements = [each for each in look.elements.elements if each.name]
    alike = [(likeness(wanted.name, each.name), each) for each in elements if each.role in BUTTON_LIKE]
    for score, each in sorted(alike, key=lambda pair: -pair[0]):
        if score >= _ALIKE:
            yield Rejected(_of(each.rect, each.name, each.role), why_not(wanted, each.name))
    same = [each for each in elements if wanted.kind and roles.means(wanted.kind, each.role)]
    if wanted.place is not None:
        middle = wanted.place.middle
        same.sort(key=lambda each: distance(each.rect.middle, middle))
    for each in same:
        yield Rejected(_of(each.rect, each.name, each.role), why_not(wanted, each.name))
    if not elements:
        lines = [(likeness(wanted.name, line.text), line) for line in look.lines()]
        for score, line in sorted(lines, key=lambda pair: -pair[0]):
            if score >= _ALIKE:
                yield Rejected(_of(line.rect, line.text, "text"), "it reads otherwise")


def _of(rect: Rect, text: str, kind: str) -> Candidate:
    return Candidate(rect, text, kind)


def _distinct(rejected: Iterable[Rejected]) -> list[Rejected]:
    """Each thing once, with the first reason."""
    return list({each.candidate.rect: each for each in reversed(list(rejected))}.values())[::-1]
