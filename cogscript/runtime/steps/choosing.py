"""Lists: brought to show an option, and left alone when they show it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault, shown
from cogscript.records import seen
from cogscript.runtime.clicking import click
from cogscript.runtime.halts import tell
from cogscript.runtime.obstacles import bring_into_view
from cogscript.runtime.signals import SeveralFound, TargetMissing
from cogscript.runtime.steps.behaviour import Behaviour
from cogscript.runtime.steps.pointer import target
from cogscript.runtime.steps.told_states import comes, element_of
from cogscript.runtime.watching import Watched
from cogscript.surfaces.element_choice import within
from cogscript.surfaces.elements import ClosedLists
from cogscript.surfaces.finding.deciding import Rejected
from cogscript.surfaces.finding.name_matching import Fit, fit, fold
from cogscript.surfaces.finding.wanted import Candidate, Wanted
from cogscript.surfaces.look import Look

if TYPE_CHECKING:
    from cogscript.language.model.box import Rect
    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState
    from cogscript.runtime.step_arguments import SelectArguments
    from cogscript.surfaces.elements import Element, Elements

_LIST_OPENS = 5.0
"""Seconds a list may take to show its options when no timeout is given."""
_ITEMS = ("menu item", "list item")
_LIST_REACTS = 0.6
"""Seconds in which a list that was clicked shows that it was."""


def _select(state: RunState, step: Step, arguments: SelectArguments) -> None:
    """Open the list with a click, then click the option where the list shows it."""
    option = arguments["option"]
    if not (state.outside.is_real and state.surface.can_be_seen):
        click(state, target(step))
        return
    element = element_of(state, step)
    if shows_choice(element, option):
        step.seen = f"{seen.YES}, it was chosen already"
        return
    if _select_unseen(state, step, element, option):
        return
    closed, scrolled = Watched.of(state.surface.root), False
    click(state, target(step))
    timeout = _LIST_OPENS if arguments["timeout"] is None else arguments["timeout"]
    for _ in state.looks(timeout):
        state.surface.settle()
        look = Look(state.surface)
        found = _options(look.find(Wanted(option)), step)
        if len(found) == 1:
            click(state, found[0].rect.middle)
            step.seen = _chosen(state, step, element, found[0], option)
            return
        if not found and not scrolled and (scrolled := _scrolled_to(state, look, option)):
            continue
        if closed is not None and not comes(state, partial(_has_opened, closed, step.area), _LIST_REACTS):
            click(state, target(step))  # some programs take a first click for no more than the focus
        closed = None
    if not found and len(late := _told_by_now(look, option)) == 1:
        click(state, late[0].rect.middle)
        step.seen = _chosen(state, step, element, late[0], option)
        return
    raise _no_option(state, step, option, look, found)


def _told_by_now(look: Look, option: str) -> list[Candidate]:
    """Items of the name that are told a moment after they were asked for: a list opens late where a program
    is held up, and what an error says is there must not be the option itself."""
    items = {
        each.rect: _as_candidate(each)
        for each in look.elements.elements
        if each.role in _ITEMS and fit(option, each.name) >= Fit.DECORATED
    }
    return list(items.values())


def _scrolled_to(state: RunState, look: Look, option: str) -> bool:
    """A list at the edge of what shows may open beyond it: bring its option in."""
    whole = look.everything
    there = whole.elements.elements if whole is not None else ()
    items = {
        each.rect: each for each in there if each.role in _ITEMS and fit(option, each.name) >= Fit.DECORATED
    }  # an item and the text in it stand at one place
    return len(items) == 1 and bring_into_view(state.surface, *items.values())


def _no_option(
    state: RunState, step: Step, option: str, look: Look, found: list[Candidate]
) -> SeveralFound | TargetMissing:
    what = shown(option, state.mask)
    fault: SeveralFound | TargetMissing
    if found:
        fault = SeveralFound("target-ambiguous", f"the option {what} is on the screen {len(found)} times")
    else:
        fault = TargetMissing("target-missing", f"the list has no option {what}")
    rejected = [Rejected(each, "the others are as good") for each in found]
    fault.halt = tell(
        step.operation, state.frame.source, Wanted(option, "menu item"), look, rejected, state.mask
    )
    return fault


def _select_unseen(state: RunState, step: Step, element: Element | None, option: str) -> bool:
    """Choose from a list that is drawn outside of the surface; whether it is one."""
    service = state.surface.elements
    if element is None or service is None or not isinstance(service, ClosedLists):
        return False
    options = service.options(element)
    if options is None:
        return False
    best = max((fit(option, each.name) for each in options), default=Fit.NOT)
    found = [each for each in options if fit(option, each.name) == best and best >= Fit.DECORATED]
    if not found:
        there = ", ".join(shown(each.name, state.mask, 30) for each in options[:12]) or "none"
        raise TargetMissing(
            "target-missing", f"the list has no option {shown(option, state.mask)}; there are: {there}"
        )
    if len(found) > 1:
        raise SeveralFound(
            "target-ambiguous", f"the list has {len(found)} options {shown(option, state.mask)}"
        )
    state.surface.root.permit()
    service.select(found[0])
    step.seen = _chosen(state, step, element, _as_candidate(found[0]), option)
    return True


def _as_candidate(item: Element) -> Candidate:
    return Candidate(item.rect, item.name, item.role, "accessibility", (("name", item.name),), item)


def _has_opened(closed: Watched, area: Rect | None) -> bool:
    """Whether anything changed but the closed list itself, which lights up under the pointer."""
    from cogscript.reading.changes import changes

    found = changes(closed.before, closed.now())
    return any(area is None or not within(each, area) for each in found)


def _options(found: list[Candidate], step: Step) -> list[Candidate]:
    """The options among what was found: a closed list shows the chosen one itself, which is not meant."""
    area = step.area
    outside = [each for each in found if area is None or not area.holds(each.rect.middle)]
    return outside or found


def shows_choice(element: Element | None, option: str) -> bool:
    """Whether a combo box says that the option is its choice."""
    return bool(element and element.role == "combo box" and fit(option, element.value or "") >= Fit.DECORATED)


def _chosen(state: RunState, step: Step, element: Element | None, item: Candidate, option: str) -> str:
    """What is to be seen of a choice: the combo box says it, the item is selected, or it is read there."""
    service = state.surface.elements
    choice = ""

    def told() -> bool:
        nonlocal choice
        if service is None:
            return False
        marked = service.refresh(item.element) if item.element is not None else None
        choice = _choice(service, element) if element is not None and element.role == "combo box" else ""
        selected = marked is not None and bool({"selected", "checked"} & marked.states)
        return selected or fit(option, choice) >= Fit.DECORATED

    if comes(state, told):
        return seen.YES
    if choice:
        raise Fault(
            "not-seen",
            f"the option {shown(option, state.mask)} was clicked, and the list shows "
            f"{shown(choice, state.mask)}",
            "the program may have refused it: see the report's picture",
        )
    return f"{seen.YES}, read on the screen" if _reads(state, step, option) else seen.UNKNOWN


def _choice(service: Elements, box: Element) -> str:
    """What a combo box says is chosen. GTK 4 tells it only by what stands in the box."""
    now = service.refresh(box)
    if now is None or now.value is not None:
        return (now.value or "") if now is not None else ""
    inside = service.at(now.rect.middle)
    return inside.name if inside is not None and within(inside.rect, now.rect) else ""


def _reads(state: RunState, step: Step, option: str) -> bool:
    if step.area is None:
        return False
    state.surface.settle()
    try:
        lines = Look(state.surface).lines(step.area)
    except Fault:  # no OCR engine here
        return False
    return fold(option) in fold("".join(line.text for line in lines))


STEPS = {"SELECT": Behaviour(_select, effect=True)}
