"""Finding what a step points at: looked for by evidence, waited for, and said in full when it never comes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cogscript.language.model.diagnostic import shown
from cogscript.language.model.operations import TELLING
from cogscript.runtime.box_places import place_of
from cogscript.runtime.grounding import ground
from cogscript.runtime.healed_pictures import keep_picture
from cogscript.runtime.missing_targets import covered, lost, missing
from cogscript.runtime.neighbours import others_of
from cogscript.runtime.obstacles import bring_into_view, cover_of, layers_of, scroll_into_view
from cogscript.runtime.retelling import HEALABLE, Retold, is_literal, retold
from cogscript.surfaces.capabilities import Pointer, Windows
from cogscript.surfaces.finding import by_picture
from cogscript.surfaces.finding.deciding import Rejected, overlap
from cogscript.surfaces.finding.wanted import Candidate, Purpose, Wanted
from cogscript.surfaces.look import Look

if TYPE_CHECKING:
    from pathlib import Path

    from cogscript.language.model.box import Box, Point, Rect
    from cogscript.language.model.tree import Operation
    from cogscript.records.step import Step
    from cogscript.runtime.frames import CallFrame
    from cogscript.runtime.state import RunState
    from cogscript.surfaces.finding.deciding import Verdict
    from cogscript.surfaces.protocol import Surface

PURPOSES: dict[str, Purpose] = {"TYPE": "enter", "SELECT": "choose", "CHECK": "check", "QUOTE_TEXT": "read"}
"""What an operation's target is for, where it is more than a place to point at."""

_SAME = 0.9
"""How much of the smaller of two places of one icon the other covers."""
_LARGE = frozenset({"document", "terminal", "slider", "image", "scrollbar", "text field", "area", "page"})
"""Kinds in which the place matters: a click goes where the box is, not to the middle."""


def locate(state: RunState, step: Step, arguments: dict[str, Any]) -> None:
    """Find what the step points at: its pixel and rectangle go into the step, and what spoke for them.

    A line with nothing but a box means that place. On a surface that cannot be looked at, what is only named
    stays unknown.
    """
    surface, box = state.surface, arguments.get("box")
    if surface.can_be_seen and is_looked_for(arguments):
        _await(state, step, arguments)
    elif box is not None:
        _take_box(state, step, box, arguments.get("timeout"))


def may_have_gone(surface: Surface, step: Step) -> bool:
    """Whether what was found a while ago is perhaps no longer there: its program says so, or cannot tell."""
    found = step.target
    if found is None or step.point is None:
        return False
    if found.element is None or surface.elements is None:
        return True
    now = surface.elements.refresh(found.element)
    return now is None or not now.rect.holds(step.point)


def _take_box(state: RunState, step: Step, box: Box, timeout: float | None) -> None:
    surface = state.surface
    for _ in state.looks(state.settings.run.timeout if timeout is None else timeout):
        place = place_of(surface, state.frame, step.operation, box)
        if not place.lost:
            break
    else:
        raise lost(state, place.rect)
    step.point, step.area, step.locator = surface.middle_of(box), place.rect, "box"
    if place.agreeing:
        step.point = place.rect.middle
        said = f"moved with {place.agreeing} other things that the file names"
        step.evidence = [{"what": "place", "is": said}]


def is_looked_for(arguments: dict[str, Any]) -> bool:
    """Whether a line says more of its target than a place; a kind alone adds nothing to a box."""
    named = any(arguments.get(name) for name in TELLING if name != "element_type")
    alone = arguments.get("box") is None or bool(arguments.get("near"))
    return named or (alone and bool(arguments.get("element_type")))


def wanted_of(surface: Surface, operation: Operation, arguments: dict[str, Any], frame: CallFrame) -> Wanted:
    """What a line says of its target, in pixels of now."""
    box, picture = arguments.get("box"), arguments.get("picture")
    return Wanted(
        name=arguments.get("element_info") or "",
        kind=arguments.get("element_type"),
        id=arguments.get("id") or "",
        near=arguments.get("near") or "",
        picture=frame.path(picture) if picture else None,
        place=surface.rect_of(box) if box is not None else None,
        purpose=PURPOSES.get(operation.name, "point"),
        others=others_of(frame.workflow, operation, surface) if box is not None else (),
        pixels_then=_pixels_then(surface, frame),
    )


def _await(state: RunState, step: Step, arguments: dict[str, Any]) -> None:
    given = arguments.get("timeout")
    timeout = state.settings.run.timeout if given is None else given
    strictly = _why_strict(state, arguments)
    looks, scrolled = 0, False
    for given_time in state.looks(timeout):
        looks += 1
        wanted = wanted_of(state.surface, step.operation, arguments, state.frame)
        step.place = wanted.place
        lying = layers_of(state.surface)
        look = Look(state.surface, *given_time)
        verdict = look.judge(wanted)
        if verdict.beyond is not None and bring_into_view(state.surface, verdict.beyond):
            look = Look(state.surface, *given_time)
            verdict = look.judge(wanted)
        if strictly:
            verdict = _without_guesses(verdict, strictly)
        cover = None
        if verdict.found is not None:
            cover = cover_of(look, verdict.found, point_of(verdict.found, wanted.place), wanted)
            # Where windows have come, gone or moved meanwhile, the look left out what lay below them.
            if cover is None and not verdict.doubtful and layers_of(state.surface) == lying:
                _take(state, step, wanted, verdict.found, look)
                return
        elif verdict.problem == "missing" and not scrolled and look.everything is None:
            scrolled = scroll_into_view(state.surface, wanted)
        if verdict.at_place is not None and verdict.sure_of_place:
            _take(state, step, wanted, verdict.at_place, look)
            return
    if cover is not None and verdict.found is not None:
        raise covered(state, step, wanted, look, verdict.found, cover)
    if verdict.found is not None:
        _take(state, step, wanted, verdict.found, look)
        return
    if verdict.at_place is not None and _something_is_at(state.surface, verdict.at_place.rect.middle):
        if not state.options.strict_targets:
            what = shown(wanted.name or wanted.id, state.mask)
            state.voice.message(
                f"line {step.line}: {what} is nowhere to be seen; the box is taken as it stands"
            )
            _take(state, step, wanted, verdict.at_place, look)
            return
        why = "it stands at the box, nothing says that it is the one, and targets are strict"
        verdict = replace(verdict, rejected=[Rejected(verdict.at_place, why), *verdict.rejected])
    if state.options.ground and verdict.problem == "missing" and not (strictly or arguments.get("optional")):
        pointed = ground(state, step, wanted, look)
        if isinstance(pointed, Candidate):
            cover = cover_of(look, pointed, point_of(pointed, wanted.place), wanted)
            if cover is not None:
                raise covered(state, step, wanted, look, pointed, cover)
            _take(state, step, wanted, pointed, look)
            return
        if pointed is not None:
            verdict = replace(verdict, rejected=[pointed, *verdict.rejected])
    raise missing(state, step, wanted, look, verdict, timeout, looks)


def _why_strict(state: RunState, arguments: dict[str, Any]) -> str:
    """Why nothing is taken that is only alike; empty where it may be."""
    if arguments.get("sensitive"):
        return "it is only alike, and the step is sensitive"
    return "it is only alike, and targets are strict" if state.options.strict_targets else ""


def _without_guesses(verdict: Verdict, why: str) -> Verdict:
    found = verdict.found
    if found is None or not found.guess:
        return verdict
    refused = Rejected(found, why)
    return replace(verdict, found=None, problem="missing", rejected=[refused, *verdict.rejected])


def _take(state: RunState, step: Step, wanted: Wanted, found: Candidate, look: Look) -> None:
    step.point, step.area = point_of(found, wanted.place), found.rect
    step.locator, step.target = found.locator, found
    pointer = state.surface.root.capability(Pointer)
    step.beneath = pointer.beneath(step.point) if pointer is not None else None
    step.evidence = [{"what": what, "is": value} for what, value in found.evidence]
    changed = _healed(state, step, wanted, found, look)
    given = step.operation.arguments
    step.healed = [
        {"argument": name, "was": given[name], "is": value, "guess": found.guess, "by": found.locator}
        for name, value in changed.items()
    ]


def _healed(state: RunState, step: Step, wanted: Wanted, found: Candidate, look: Look) -> Retold:
    """What the line would have to say, if the target is found by that and by nothing else."""
    if found.locator == "box":
        return {}
    surface = look.surface
    changed = {
        name: value
        for name, value in retold(step.operation, wanted, found, surface).items()
        if name in HEALABLE and (name != "box" or _boxes_hold(surface, state.frame))
    }
    healed = wanted_of(surface, step.operation, {**step.arguments, **changed}, state.frame)
    if (new := _new_picture(state, step, found, look)) is not None:
        changed["picture"], kept = new
        healed = replace(healed, picture=kept)
    if not changed:
        return {}
    again = look.judge(healed).found
    if again is None or again.guess:
        return {}
    # The size of a picture that was found in another one is told to a pixel or two.
    same = overlap(again.rect, found.rect) > _SAME if "picture" in changed else again.rect == found.rect
    return changed if same else {}


def _new_picture(state: RunState, step: Step, found: Candidate, look: Look) -> tuple[str, Path] | None:
    """What an icon looks like that was found in another size than its picture has, and where that is kept."""
    given, folder = step.operation.arguments.get("picture"), state.run.folder
    if found.locator != by_picture.NAME or not found.guess or not is_literal(given):
        return None
    if folder is None or state.options.pictures is False:
        return None
    return keep_picture(folder, str(given), look.picture, found.rect)


def _pixels_then(surface: Surface, frame: CallFrame) -> tuple[float, float]:
    """What a pixel of now is on the screen that the file was written for: boxes are parts of a screen."""
    head = next(iter(frame.workflow.operations), None)
    size = head.arguments.get("screen") if head is not None and head.name == "WORKFLOW" else None
    if surface.root is not surface or not isinstance(size, list):
        return 1.0, 1.0
    width, height = (float(side) for side in size if isinstance(side, int | float))
    return width / surface.size.width, height / surface.size.height


def _boxes_hold(surface: Surface, frame: CallFrame) -> bool:
    """Whether the file's boxes are of a screen like this one: else all of them differ, and none is wrong."""
    return _pixels_then(surface, frame) == (1.0, 1.0)


def point_of(found: Candidate, place: Rect | None) -> Point:
    """Its middle; inside something large, the place that the box says."""
    inside = place is not None and found.rect.holds(place.middle)
    if place is not None and inside and found.kind in _LARGE and place.width < found.rect.width:
        return place.middle
    return found.rect.middle


def _something_is_at(surface: Surface, point: Point) -> bool:
    """Whether a window lies there, and more than its frame: on bare ground there is nothing to point at."""
    windows = surface.root.capability(Windows)
    if windows is None:
        return True
    there = any(each.rect.holds(point) for each in windows.windows())
    return there and not any(bar.is_bare_at(point) for bar in windows.title_bars())
