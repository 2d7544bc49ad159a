"""By what things look like: controls of programs that say nothing of themselves, told from their pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cogscript.language.model.box import Rect
from cogscript.surfaces import roles
from cogscript.surfaces.finding.at_the_box import is_label
from cogscript.surfaces.finding.deciding import (
    BUTTON_LIKE,
    MARGIN,
    Rejected,
    Verdict,
    alike_enough,
    overlap,
)
from cogscript.surfaces.finding.name_matching import ALIKE, Fit, fit, likeness
from cogscript.surfaces.finding.near import distance
from cogscript.surfaces.finding.wanted import Candidate, Sight, Wanted, wants_field

if TYPE_CHECKING:
    from cogscript.reading.controls import Control
    from cogscript.reading.lines import Line

FIELDS = frozenset({"text field", "combo box"})
_WORD = 3
"""Letters from which on what is read is a word: an icon is easily read as one letter."""
MARKED = frozenset({"checkbox", "radio button", "switch"})


def led_by_texts(
    look: Sight, wanted: Wanted, found: Sequence[Candidate]
) -> tuple[list[Candidate], list[Rejected]]:
    """What texts that say the name lead to: the field beside a label, the box before it, a button around it.

    Gives what they lead to, and the texts that lead nowhere.
    """
    if not found:
        return [], []
    if wants_field(wanted):
        return _fields(look, found)
    if roles.word(wanted.kind or "") in MARKED or wanted.purpose == "check":
        return _marks(look, found), []
    if roles.word(wanted.kind or "") in roles.MEMBERS:
        listed = [each for each in found if _is_listed(look, each.rect)]
        return (listed or list(found)), []
    if roles.word(wanted.kind or "") == "button":
        inside = [each for each in found if _around(look, each.rect, "button") is not None]
        return (inside, []) if inside else _bare_labels(look, wanted, found)
    return list(found), []


def _bare_labels(
    look: Sight, wanted: Wanted, found: Sequence[Candidate]
) -> tuple[list[Candidate], list[Rejected]]:
    """Texts that may be a button's though none is drawn around them: `Lend for` is not the button `Lend`.

    At the box of that button it is, under a longer label. Where one is drawn at the box, a text elsewhere
    is something else of that name: a menu.
    """
    place = wanted.place
    drawn = place is not None and any(
        each.kind == "button" and overlap(each.rect, place) > 0.5 for each in look.controls
    )
    likely: list[Candidate] = []
    rejected: list[Rejected] = []
    for each in found:
        part = fit(wanted.name, each.text) is Fit.PART
        if (place is not None and overlap(each.rect, place) > 0) or not (part or drawn):
            likely.append(each)
        elif part:
            rejected.append(Rejected(each, "it is a part of a longer text, and no button"))
        else:
            rejected.append(Rejected(each, "it is no button, and one is drawn at the box"))
    return likely, rejected


def _fields(look: Sight, found: Sequence[Candidate]) -> tuple[list[Candidate], list[Rejected]]:
    from cogscript.reading.forms import field_of

    texts = [line.rect for line in look.lines()]
    led: list[Candidate] = []
    rejected: list[Rejected] = []
    for each in found:
        field = field_of(each.rect, look.controls, [text for text in texts if text != each.rect])
        if field is None:
            rejected.append(Rejected(each, "it is a text, and no field stands clearly beside it"))
        else:
            facts = (("label", each.text), ("looks like", field.kind))
            led.append(Candidate(field.rect, each.text, field.kind, each.locator, facts))
    return led, rejected


def _marks(look: Sight, found: Sequence[Candidate]) -> list[Candidate]:
    from cogscript.reading.forms import mark_of

    texts = [line.rect for line in look.lines()]
    led = []
    for each in found:
        mark = mark_of(each.rect, look.controls, [text for text in texts if text != each.rect])
        if mark is not None:
            each = replace(each, rect=mark.rect, kind=mark.kind)
            each = replace(each, evidence=(*each.evidence, ("looks like", mark.kind)))
        led.append(each)
    return led


def _is_listed(look: Sight, rect: Rect) -> bool:
    """Whether it stands in a frame that has room for several lines."""
    return any(
        each.rect.height > 3 * rect.height and each.rect.width > rect.width and each.rect.holds(rect.middle)
        for each in look.controls
    )


def _around(look: Sight, rect: Rect, kind: str) -> Control | None:
    return next((each for each in look.controls if each.kind == kind and each.rect.holds(rect.middle)), None)


def at_place(look: Sight, wanted: Wanted, verdict: Verdict) -> None:
    """What the box would hit in a program that tells nothing: the looks of the place speak for or against.

    In one that tells other things and not that (rows of a GTK 4 list), a text that is read speaks against it.
    """
    place, here = wanted.place, verdict.at_place
    if place is None or here is None:
        return
    if here.kind == "bare ground":
        words = [line for line in look.lines(place) if sum(map(str.isalnum, line.text)) >= _WORD]
        _refuse_other_text(wanted, place, verdict, words, [line.text for line in words])
        return
    if here.kind != "place":
        return
    from cogscript.reading.blank import is_blank
    from cogscript.reading.signs import sign_in

    if wants_field(wanted):  # an empty field has nothing inside of its border
        why = _why_no_field(look, wanted, place)
        verdict.sure_of_place = not why
        if why:
            verdict.at_place = None
            verdict.rejected.append(Rejected(here, why))
        return
    if roles.word(wanted.kind or "") in roles.ACTED_ON and is_blank(look.picture, place):
        verdict.at_place = None
        verdict.rejected.append(Rejected(here, "there is nothing at the box"))
        return
    lines = look.lines(place)
    texts = [line.text for line in lines]
    key = next((each.rect for each in look.controls if each.rect.holds(place.middle)), place)
    sign = sign_in(look.picture, key)
    if sign is not None:
        texts = [sign]
    if roles.word(wanted.kind or "") in BUTTON_LIKE - {"button"} and not texts:
        verdict.at_place = None
        verdict.rejected.append(Rejected(here, "there is no text at the box"))
    else:
        _refuse_other_text(wanted, place, verdict, lines, texts)


def _refuse_other_text(
    wanted: Wanted, place: Rect, verdict: Verdict, lines: Sequence[Line], texts: Sequence[str]
) -> None:
    """A box that was drawn around a text does not mean another one."""
    if wanted.name and texts and _is_a_label(wanted, place, lines) and not _fits_any(wanted.name, texts):
        verdict.at_place = None
        label = Candidate(place, texts[0], "text", "box")
        verdict.rejected.append(Rejected(label, "it stands at the box and says something else"))


def _is_a_label(wanted: Wanted, place: Rect, lines: Sequence[Line]) -> bool:
    if wanted.kind:
        return is_label(wanted, place, "", 0)
    return len(lines) == 1 and is_label(wanted, place, lines[0].text, lines[0].rect.height)


def renamed(look: Sight, wanted: Wanted, agreeing: int) -> Candidate | None:
    """A button under another label: drawn as one, at its place, worded alike, and nothing else comes near."""
    place, kind = wanted.place, roles.word(wanted.kind or "")
    if place is None or not wanted.name or kind not in BUTTON_LIKE or look.elements.elements:
        return None
    ranked = sorted(
        (
            (likeness(wanted.name, line.text), line)
            for line in look.lines()
            if _around(look, line.rect, "button") is not None
        ),
        key=lambda pair: -pair[0],
    )
    alike = [pair for pair in ranked if pair[0] >= alike_enough(agreeing)]
    if not alike or (len(alike) > 1 and alike[1][0] > alike[0][0] - MARGIN):
        return None
    score, line = alike[0]
    drawn = _around(look, line.rect, "button")
    if drawn is None or overlap(drawn.rect, place) < 0.5:
        return None
    facts = (("likeness", f"{score:.2f}"), ("looks like", drawn.kind), ("place", "at the box"))
    return Candidate(drawn.rect, line.text, drawn.kind, "likeness", facts, guess=True)


def _why_no_field(look: Sight, wanted: Wanted, place: Rect) -> str:
    """Why what looks like a field at the box is not the one: there is none, or its label says otherwise."""
    from cogscript.reading.forms import field_of

    fields = [each for each in look.controls if each.kind in FIELDS and each.rect.holds(place.middle)]
    if not fields:
        return "nothing at the box looks like a field"
    lines, field = look.lines(), fields[0].rect
    labels = [
        line
        for line in lines
        if not line.rect.overlap(field).width
        and field_of(line.rect, fields, [each.rect for each in lines if each is not line]) is not None
    ]
    label = min(labels, key=lambda line: distance(line.rect.middle, field.middle), default=None)
    if label is None or _fits_any(wanted.name, [label.text]) or likeness(wanted.name, label.text) >= ALIKE:
        return ""
    return f"the field at the box is labelled `{label.text}`"


def _fits_any(name: str, texts: Sequence[str]) -> bool:
    return any(fit(name, text) > Fit.NOT or fit(text, name) > Fit.NOT for text in texts)
