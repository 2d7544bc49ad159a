"""What steps do in a window that is driven in the background: by the elements' own actions and values.

Neither the pointer nor the keyboard is used, nothing is brought to the front, no menu is opened. Where an
element offers no action of its own, the step says so and does nothing, unless the settings let it use a
second pointer.
"""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

from cogscript.language.model.diagnostic import Fault, nearest, shown
from cogscript.records import seen
from cogscript.runtime.entry import secret_fields
from cogscript.runtime.entry.comparing import Comparison, compare
from cogscript.runtime.entry.focus import Focus, takes_text
from cogscript.runtime.steps.background_window import refusal, window_of
from cogscript.runtime.steps.behaviour import Behaviour, Perform
from cogscript.runtime.steps.by_second_pointer import (
    click_with,
    double_click,
    drag,
    hover,
    pressed_beside,
    scrolled_beside,
)
from cogscript.runtime.steps.checking import bring_about
from cogscript.runtime.steps.choosing import shows_choice
from cogscript.surfaces.finding.name_matching import Fit, fit

if TYPE_CHECKING:
    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState
    from cogscript.runtime.step_arguments import (
        CheckArguments,
        ClickArguments,
        GestureArguments,
        KeyPressArguments,
        ScrollDownArguments,
        SelectArguments,
        TypeArguments,
    )
    from cogscript.surfaces.capabilities import Direction
    from cogscript.surfaces.elements import Element, Elements

_COMES = 2.0
"""Seconds in which a value must show."""
_GLANCE = 0.02
_ROWS = 3.0
"""Rows or columns to a notch of the wheel."""
_NO_ACTIONS = frozenset({"menu", "menu bar"})
"""What opens something over the person's own work."""
_CHOSEN = frozenset({"tab", "list item", "tree item", "row", "cell"})
"""What a click chooses, where it has no action of its own."""


def _service(state: RunState) -> Elements:
    service = state.surface.elements
    if service is None:
        raise Fault(
            "background",
            "no program here tells its elements, so nothing can be done in the background",
            "leave `background` out",
        )
    return service


def _found(state: RunState, step: Step) -> Element | None:
    found: Element | None = step.target.element if step.target is not None else None
    service = state.surface.elements
    if found is None and step.point is not None and service is not None:
        found = service.at(step.point)
    return found


def _element(state: RunState, step: Step) -> Element:
    _service(state)
    found = _found(state, step)
    if found is None:
        place = f" at {step.point.x},{step.point.y}" if step.point is not None else ""
        raise refusal(f"no element is told{place}")
    return found


def _called(state: RunState, element: Element) -> str:
    return (
        f"the {element.role} {shown(element.name, state.mask)}"
        if element.name
        else f"a nameless {element.role}"
    )


def _invoke(state: RunState, step: Step, arguments: ClickArguments) -> None:
    """CLICK: the element's own action; a field, which has nothing to do when clicked, is only noted."""
    if arguments["keys"]:
        raise refusal("keys cannot be held")
    if _found(state, step) is None and pressed_beside(state, step):
        return
    element, service = _element(state, step), _service(state)
    if takes_text(element):
        step.seen = f"{seen.UNKNOWN}: {_called(state, element)} is the field that TYPE goes to"
        _remember(state, element)
        return
    if element.role in _NO_ACTIONS:
        raise refusal(f"{_called(state, element)} would open over what the person does; name its item itself")
    actions = service.actions(element)
    if not actions:
        if (element.role in _CHOSEN and _choose(state, step, element)) or pressed_beside(state, step):
            return
        raise refusal(f"{_called(state, element)} has no action of its own")
    window_of(state).permit()
    service.act(element, next((each for each in ("click", "press", "activate") if each in actions), None))


def _choose(state: RunState, step: Step, element: Element) -> bool:
    """Choose a tab or a row, which is what a click on it does; whether its program lets it be chosen."""
    service = _service(state)
    window_of(state).permit()
    try:
        service.select(element)
    except Fault:
        return False
    if not _comes(state, lambda: "selected" in (service.refresh(element) or element).states):
        return False
    step.seen = f"{seen.YES}, it is chosen"
    return True


def _remember(state: RunState, element: Element) -> None:
    window_of(state).field = element


def _field(state: RunState, step: Step) -> Element:
    """The field of a TYPE: the one named, the one clicked last, the one with the focus, or the only one."""
    if step.target is not None or step.point is not None:
        return _element(state, step)
    service, window = _service(state), window_of(state)
    if window.field is not None and service.refresh(window.field) is not None:
        return window.field
    shown_now = service.snapshot()
    fields = [each for each in shown_now.elements if takes_text(each)]
    if not fields and not shown_now.complete:
        raise Fault("background", f"{state.surface.described} does not tell its fields: {shown_now.reason}")
    focused = [each for each in fields if "focused" in each.states]
    if len(focused or fields) == 1:
        return (focused or fields)[0]
    names = ", ".join(_called(state, each) for each in fields[:8])
    raise Fault(
        "target-ambiguous" if fields else "target-missing",
        f"TYPE names no field, and {state.surface.described} has {len(fields)}: {names or 'none'}",
        "name it: element_info=…, id=…",
    )


def _type(state: RunState, step: Step, arguments: TypeArguments) -> None:
    service, text = _service(state), arguments["text"]
    element = _field(state, step)
    if not takes_text(element):
        raise refusal(f"{_called(state, element)} lets no text be set")
    secret = state.voice.secrets.holds(text)
    if secret:
        secret_fields.check(state, step, Focus(element))
    ends_line = arguments["enter"] and "multiline" in element.states
    """Return in a field of several lines begins another one, and a line's end is text like any other."""
    text += "\n" if ends_line else ""
    submits = arguments["enter"] and not ends_line
    if submits and "activate" not in service.actions(element):
        raise refusal(f"{_called(state, element)} has no action that stands for Return")
    window_of(state).permit()
    before = "" if arguments["clear"] else (service.text(element) or "")
    length = service.length(element) or 0
    if arguments["clear"]:
        service.set_text(element, text)
    elif text:
        service.insert_text(element, text)
    if element.secret:
        wanted = len(text) if arguments["clear"] else length + len(text)
        there = _comes(state, lambda: service.length(element) == wanted)
        step.seen = f"{seen.YES}, {len(text)} characters" if there else seen.UNKNOWN
    elif _comes(state, lambda: compare(before, service.text(element) or "", text) in _ARRIVED):
        step.seen = seen.YES
    else:
        held = "what was set" if secret else shown(service.text(element) or "", state.mask)
        raise Fault("not-entered", f"{_called(state, element)} holds {held} after the text was set")
    if submits:
        service.act(element, "activate")


_ARRIVED = (Comparison.EXACT, Comparison.ALIKE, Comparison.COMPLETED)


def _comes(state: RunState, holds: Any) -> bool:
    end = time.monotonic() + _COMES
    while not (true := holds()) and time.monotonic() < end:
        state.pause(_GLANCE)
    return bool(true)


def _select(state: RunState, step: Step, arguments: SelectArguments) -> None:
    """The choice of a combo box or a list, made without opening it."""
    service, option = _service(state), arguments["option"]
    element = _element(state, step)
    if shows_choice(element, option):
        step.seen = f"{seen.YES}, it was chosen already"
        return
    options = list(service.closed_options(element))
    fitting = [index for index, name in enumerate(options) if fit(option, name) >= Fit.DECORATED]
    if len(fitting) != 1:
        near = nearest(option, options)
        raise Fault(
            "target-missing",
            f"{_called(state, element)} has no option {shown(option, state.mask)}; "
            f"it has: {state.mask(', '.join(options[:12])) or 'none that it tells'}",
            f"did you mean {near!r}?" if near else "",
        )
    window_of(state).permit()
    service.choose_option(element, fitting[0])

    def chosen() -> bool:
        now = service.refresh(element)
        return now is not None and (now.role != "combo box" or shows_choice(now, option))

    if not _comes(state, chosen):
        raise Fault("not-seen", f"{_called(state, element)} was told to choose it, and shows another choice")
    step.seen = seen.YES


def _check(state: RunState, step: Step, arguments: CheckArguments) -> None:
    service = _service(state)

    def press(element: Element) -> None:
        window_of(state).permit()
        service.act(element)

    bring_about(state, step, arguments["on"], _element(state, step), press)


def _scroll(direction: Direction) -> Perform:
    def scroll(state: RunState, step: Step, arguments: ScrollDownArguments) -> None:
        """By a second pointer's wheel, or by the scroll bar's value."""
        if scrolled_beside(state, step, direction, arguments["step_count"]):
            return
        service = _service(state)
        upright = direction in ("up", "down")
        bars = [
            each
            for each in service.snapshot().elements
            if each.role == "scrollbar" and (each.rect.height > each.rect.width) == upright
        ]
        if not bars:
            raise refusal("there is no scroll bar to move")
        bar = bars[0]
        if step.point is not None:
            point = step.point
            bar = min(
                bars,
                key=lambda each: (
                    not (each.rect.top <= point.y < each.rect.bottom if upright
                         else each.rect.left <= point.x < each.rect.right),
                    abs(each.rect.left - point.x) if upright else abs(each.rect.top - point.y),
                ),
            )  # fmt: skip
        before = float(bar.value or 0)
        notch = _notch(bar.rect.height if upright else bar.rect.width, service.increment(bar))
        way = 1 if direction in ("down", "right") else -1
        window_of(state).permit()
        service.set_value(bar, max(0.0, before + way * notch * arguments["step_count"]))
        now = service.refresh(bar)
        moved = now is not None and float(now.value or 0) != before
        step.seen = f"{seen.YES}, it moved" if moved else f"{seen.UNCHANGED}: it is at its end"

    return scroll


def _notch(length: int, increment: float | None) -> float:
    """What a notch of the wheel is worth to a scroll bar: as GTK reckons it where it counts pixels, and three
    rows or columns where it counts those."""
    counts_pixels = increment is None or increment > 1
    return float(length ** (2 / 3)) if counts_pixels else _ROWS


# --- keys: the menu item they stand for ---------------------------------------------------------


def _gesture(state: RunState, step: Step, arguments: GestureArguments) -> None:
    named = (each for each in arguments["actions"] or () if each.name != "KEY_UP")
    _shortcut(state, step, arguments["keys"] or [str(each.arguments["key"]) for each in named])


def _key_press(state: RunState, step: Step, arguments: KeyPressArguments) -> None:
    for _ in range(arguments["times"]):
        _shortcut(state, step, [arguments["key"]])


def _shortcut(state: RunState, step: Step, keys: list[str]) -> None:
    """Do what a shortcut does: the menu item that says it goes by these keys."""
    from cogscript.language.model.keys import MODIFIERS, canonical

    service, window = _service(state), window_of(state)
    known = [canonical(key) or key for key in keys]
    wanted = frozenset(key.split("_", 1)[1] if key in MODIFIERS else key.casefold() for key in known)
    items = [
        each
        for each in service.menu_items(int(window.window.handle))
        if each.value and any(_keys_of(part) == wanted for part in re.split("[;:]", each.value))
    ]
    if len(items) != 1:
        raise refusal(f"no menu item of {window.described} says that it goes by {'+'.join(keys)}")
    if "enabled" not in items[0].states:
        raise refusal(f"the menu item {shown(items[0].name, state.mask)} is greyed out now")
    window.permit()
    service.act(items[0])
    step.evidence = [{"what": "menu item", "is": items[0].name}]


_NAMES = {"primary": "ctrl", "control": "ctrl", "mod1": "alt", "page_up": "pageup", "page_down": "pagedown"}


def _keys_of(binding: str) -> frozenset[str]:
    """`<Primary><Shift>s` → ctrl, shift, s."""
    parts = [part for part in re.split(r"[<>]+", binding) if part]
    return frozenset(_NAMES.get(part.casefold(), part.casefold()) for part in parts)


BACKGROUND: dict[str, Perform] = {
    "CLICK": _invoke,
    "TYPE": _type,
    "SELECT": _select,
    "CHECK": _check,
    "GESTURE": _gesture,
    "KEY_PRESS": _key_press,
    "DOUBLE_CLICK": double_click,
    "RIGHT_CLICK": click_with("right"),
    "MIDDLE_CLICK": click_with("middle"),
    "HOVER": hover,
    "DRAG": drag,
    "SCROLL_UP": _scroll("up"),
    "SCROLL_DOWN": _scroll("down"),
    "SCROLL_LEFT": _scroll("left"),
    "SCROLL_RIGHT": _scroll("right"),
}

UNTOUCHED = frozenset({"LAUNCH", "WINDOW", "SET_CLIPBOARD", "TOOL"})
"""What is done the same way: it needs no pointer and no keyboard."""


def performing(name: str, behaviour: Behaviour) -> Perform:
    """What an operation does in a window in the background."""
    if name in BACKGROUND:
        return BACKGROUND[name]
    if not behaviour.effect or name in UNTOUCHED:
        return behaviour.perform
    raise refusal(f"{name} is done by hand")
