"""The errors of a target that is missing, disabled, covered, or there several times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import shown
from cogscript.language.write.formatter import format_value
from cogscript.runtime.halts import Halt, tell
from cogscript.runtime.signals import SeveralFound, TargetMissing
from cogscript.surfaces import roles
from cogscript.surfaces.finding.deciding import Rejected
from cogscript.surfaces.finding.ui_words import meaning_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogscript.language.model.box import Rect
    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState
    from cogscript.surfaces.elements import Element
    from cogscript.surfaces.finding.deciding import Verdict
    from cogscript.surfaces.finding.wanted import Candidate, Wanted
    from cogscript.surfaces.look import Look

_MODAL = frozenset({"window", "dialog"})
_DISMISSING = ("close", "cancel", "no", "ok")
"""Words that send a message away, the safest first."""


def covered(
    state: RunState, step: Step, wanted: Wanted, look: Look, found: Candidate, cover: str
) -> TargetMissing:
    over = shown(cover, state.mask)
    fault = TargetMissing(
        "target-covered",
        f"{_what(state, wanted)} is there, and {over} lies over it",
        "close that first: with a step before this one, or with ON(test=VISIBLE(…)) whenever it comes",
    )
    rejected = [Rejected(found, f"{over} lies over it")]
    fault.halt = _tell(state, step, wanted, look, rejected, is_there=True)
    return fault


def missing(
    state: RunState,
    step: Step,
    wanted: Wanted,
    look: Look,
    verdict: Verdict,
    timeout: float,
    looks: int,
) -> TargetMissing | SeveralFound:
    what, there = _what(state, wanted), verdict.candidates
    within = f" within {timeout:g} s" if timeout else ""
    waited = f"{looks} look{'s' * (looks != 1)}{within}"
    if verdict.problem == "several":
        several = SeveralFound(
            "target-ambiguous",
            f"{what} is on the screen {len(there)} times",
            "tell which one: a text beside it (near=…), its box, an element_type, or more of its text",
        )
        rejected = [Rejected(each, "the others are as good") for each in there]
        several.halt = _tell(state, step, wanted, look, rejected, waited, one_of_them=True)
        return several
    if verdict.problem == "disabled":
        fault = TargetMissing(
            "target-disabled",
            f"{what} is there and cannot be used: it stayed disabled{within}",
            "wait for what enables it, or see whether a step before it did what it should",
        )
        rejected = [Rejected(each, "it is disabled") for each in there]
        fault.halt = _tell(state, step, wanted, look, rejected, waited, is_there=True)
    else:
        front, advice = _in_front(state, look)
        said = f"{what} was not found on {look.surface.described}{within}{front}"
        fault = TargetMissing("target-missing", said, advice)
        fault.halt = _tell(state, step, wanted, look, verdict.rejected, waited)
    return fault


def lost(state: RunState, rect: Rect) -> TargetMissing:
    """A place of which nothing but a box is known, in a window that is laid out otherwise now."""
    at = rect.middle
    return TargetMissing(
        "target-missing",
        f"{state.surface.described} has another size than when the file was written, and what else the file "
        f"names there stands elsewhere: what the box means now ({at.x},{at.y} if it had grown along) "
        "cannot be told",
        "name the target in the line: element_info, or a picture of it",
    )


def _what(state: RunState, wanted: Wanted) -> str:
    named = wanted.name or wanted.id or (wanted.picture.name if wanted.picture is not None else "")
    if not named:
        return roles.one(wanted.kind or "thing")
    return shown(named, state.mask) + (f" ({wanted.kind})" if wanted.kind else "")


def _tell(
    state: RunState,
    step: Step,
    wanted: Wanted,
    look: Look,
    rejected: Sequence[Rejected],
    waited: str = "",
    *,
    one_of_them: bool = False,
    is_there: bool = False,
) -> Halt:
    return tell(
        step.operation, state.frame.source, wanted, look, rejected, state.mask,
        waited=waited, one_of_them=one_of_them, is_there=is_there,
    )  # fmt: skip


def _in_front(state: RunState, look: Look) -> tuple[str, str]:
    """A dialog that must be answered first, and how to answer it whenever it comes."""
    elements = look.elements.elements
    at = next(
        (at for at, each in enumerate(elements) if "modal" in each.states and each.role in _MODAL), None
    )
    if at is None:
        return "", ""
    modal = elements[at]
    buttons = [
        each for each in elements if each.role == "button" and each.name and _belongs(elements, each, at)
    ]
    said = f"; the dialog {shown(modal.name, state.mask)} is in front"
    button = _dismissing(buttons)
    if button is None:
        names = ", ".join(shown(each.name, state.mask, 40) for each in buttons)
        return said, f"answer it first; its buttons are {names}" if names else "answer it first"
    name = format_value(state.mask(button.name))
    return said, (
        "answer it with a step before this one, or whenever it comes:\n"
        f"ON(test=VISIBLE(element_info={name}, element_type='button'))\n"
        f"  CLICK(element_info={name}, element_type='button')\n"
        "END_ON()"
    )


def _belongs(elements: Sequence[Element], element: Element, outer: int) -> bool:
    """Whether it is a part of a dialog: in its window, or inside of it on a page."""
    if elements[outer].role == "window":
        return element.window == elements[outer].name
    above = element.parent
    while above is not None and above != outer:
        above = elements[above].parent
    return above == outer


def _dismissing(buttons: Sequence[Element]) -> Element | None:
    """The only button, or the one that clearly does nothing else than send the message away."""
    if len(buttons) == 1:
        return buttons[0]
    for word in _DISMISSING:
        found = [each for each in buttons if meaning_of(each.name) == meaning_of(word)]
        if len(found) == 1:
            return found[0]
    return None
