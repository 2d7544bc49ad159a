"""Boxes, switches and radio buttons: brought into a state, and left alone when they are in it.

Their state is what the program tells of them; where it tells nothing, what they look like.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault, shown
from cogscript.records import seen
from cogscript.runtime.clicking import click
from cogscript.runtime.steps.behaviour import Behaviour
from cogscript.runtime.steps.pointer import target
from cogscript.runtime.steps.told_states import comes, element_of
from cogscript.surfaces import roles
from cogscript.surfaces.capabilities import Pixels
from cogscript.surfaces.look import Look

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogscript.reading.controls import Control
    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState
    from cogscript.runtime.step_arguments import CheckArguments
    from cogscript.surfaces.elements import Element, Elements


def _check(state: RunState, step: Step, arguments: CheckArguments) -> None:
    """Click it unless it is in the wanted state already, and see that it got there."""
    if not (state.outside.is_real and state.surface.can_be_seen):
        click(state, target(step))
        return
    wanted, element = arguments["on"], element_of(state, step)
    if element is not None and (element.role in roles.ACTED_ON or _tells_its_state(element)):
        bring_about(state, step, wanted, element, lambda _: click(state, target(step), on=step))
    else:
        _by_looks(state, step, wanted)


def bring_about(
    state: RunState, step: Step, wanted: bool, element: Element, press: Callable[[Element], None]
) -> None:
    """Press it unless it is in the wanted state already, and see that it got there."""
    service = state.surface.elements
    if service is None or not _tells_its_state(element):
        raise _state_unknown("nothing here tells whether it is on")

    def now() -> bool | None:
        there = service.refresh(element) or _drawn_anew(service, element)
        return _is_on(there) if there is not None else None

    called = f"{element.role} {shown(element.name, state.mask)}"
    # A box with a third state in between may need two clicks.
    presses = 1 + ("indeterminate" in element.states)
    _bring(state, step, wanted, called, (_is_on(element), now), lambda: press(element), presses)


def _drawn_anew(service: Elements, element: Element) -> Element | None:
    """What a program has put in the place of a box that it was clicked on."""
    there = service.at(element.rect.middle)
    return there if there is not None and there.role == element.role else None


def _by_looks(state: RunState, step: Step, wanted: bool) -> None:
    from cogscript.reading.ticks import is_on

    look = Look(state.surface)
    mark = _mark_at(look, step)
    if mark is None:
        raise _state_unknown("the program does not tell whether it is on, and no check box is seen there")
    was = is_on(look.picture, mark)
    if was is None:
        raise _state_unknown(
            f"the program does not tell whether it is on, and the {mark.kind}'s looks do not, either"
        )

    def now() -> bool | None:
        return is_on(state.surface.need(Pixels).capture(), mark)

    _bring(state, step, wanted, mark.kind, (was, now), lambda: click(state, mark.rect.middle))
    step.seen = f"{step.seen}, by its looks"


def _mark_at(look: Look, step: Step) -> Control | None:
    """What looks like a check box or radio button at the target: exactly one, or none."""
    from cogscript.reading.controls import MARKS

    area = step.area
    if area is None:
        return None
    found = [each for each in look.controls if each.kind in MARKS and area.holds(each.rect.middle)]
    return found[0] if len(found) == 1 else None


def _bring(
    state: RunState,
    step: Step,
    wanted: bool,
    called: str,
    states: tuple[bool | None, Callable[[], bool | None]],
    press: Callable[[], None],
    presses: int = 1,
) -> None:
    """`states`: whether it is on before anything is done, and a question that tells it at any moment."""
    was, now = states
    if was is wanted:
        step.seen = f"{seen.YES}, it was {_word(wanted)} already"
        return
    if called.startswith("radio button") and not wanted:
        raise Fault(
            "not-possible",
            "a radio button is switched off by choosing another one of its group",
            "CHECK the one that is to be on",
        )
    for _ in range(presses):
        press()
        if comes(state, lambda: now() is wanted):
            step.seen = seen.YES
            return
    raise Fault(
        "not-seen",
        f"the {called} was clicked, and is not {_word(wanted)}",
        "the program may have refused it: see the report's picture",
    )


def _state_unknown(why: str) -> Fault:
    return Fault(
        "state-unknown", f"{why}, so it is left as it is", "use CLICK where a click is what you want"
    )


def _tells_its_state(element: Element) -> bool:
    """Whether `checked` says something of it: an ordinary button is never checked, whatever is done to it."""
    if element.role in ("checkbox", "radio button", "switch"):
        return True
    return element.role in roles.TOGGLES and bool({"checkable", "checked"} & element.states)


def _is_on(element: Element) -> bool | None:
    """None for a box that is neither."""
    return None if "indeterminate" in element.states else "checked" in element.states


def _word(on: bool) -> str:
    return "on" if on else "off"


STEPS = {"CHECK": Behaviour(_check, effect=True)}
