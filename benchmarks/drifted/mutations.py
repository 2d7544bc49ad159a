"""What has changed between two runs: in the program, in its window, on its desktop.

A change of the program is a change of its description, and the same piece of work in every toolkit.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from cogscript.language.model.box import Size
from drifted.german import GERMAN
from drifted.spec import Node, button, buttons, dialog, text
from drifted.task import Task

SCREEN = Size(1280, 800)
LATE = 3.0
LATE_FROM_START = 5.0
"""Seconds from the start of a run, of which its own start takes one or two."""
PASSING = 5.0

Change = Callable[[Node, Task], None]


@dataclass(frozen=True, slots=True)
class Mutation:
    name: str
    change: Change
    screen: Size = SCREEN
    scale: float = 1.0
    larger: tuple[int, int] = (0, 0)
    """By how many pixels the window is wider and higher."""
    moves: bool = False
    """Whether every box of the screen is another one now, and not by what stands in the window."""
    starts_late: bool = False
    """Whether the run begins while the program is not there yet."""
    covered: bool = False
    """Whether another program's message lies over the first target."""


def mutate(mutation: Mutation, task: Task) -> Node | None:
    """The program as it is this time; None where the task has nothing that could change so."""
    spec = copy.deepcopy(task.spec)
    mutation.change(spec, task)
    spec["scale"] = mutation.scale
    return None if mutation.name == "renamed" and not task.renames else spec


# --- the tree -------------------------------------------------------------------------------------


def lists(part: Any) -> Iterator[list[Any]]:
    """Every list of nodes in a description."""
    if isinstance(part, list):
        yield part
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from lists(inner)


def home_of(spec: Node, identity: str) -> tuple[list[Any], int]:
    """The list that an element is in, and its number there."""
    for each in lists(spec):
        for number, node in enumerate(each):
            if isinstance(node, dict) and node.get("id") == identity:
                return each, number
    raise KeyError(identity)


def all_nodes(spec: Node) -> Iterator[Node]:
    for each in lists(spec):
        yield from (node for node in each if isinstance(node, dict))


# --- changes --------------------------------------------------------------------------------------


def _nothing(spec: Node, task: Task) -> None:
    pass


def _set(**values: Any) -> Change:
    return lambda spec, task: spec.update(values)


def _moved(spec: Node, task: Task) -> None:
    spec["at"] = [spec["at"][0] + 263, spec["at"][1] + 117]


def _reworded(words: dict[str, str]) -> Change:
    def change(spec: Node, task: Task) -> None:
        for node in all_nodes(spec):
            node["label"] = words.get(node.get("label", ""), node.get("label", ""))
        for each in spec.get("dialogs", {}).values():
            each["title"] = words.get(each["title"], each["title"])

    return change


def _renamed(spec: Node, task: Task) -> None:
    _reworded(task.renames)(spec, task)


def _inserted(spec: Node, task: Task) -> None:
    before, more = task.insert
    home, number = home_of(spec, before)
    home[number:number] = copy.deepcopy(list(more))


def _without(identity: str) -> Change:
    def change(spec: Node, task: Task) -> None:
        home, number = home_of(spec, identity)
        del home[number]

    return change


def _reversed(spec: Node, task: Task) -> None:
    """Those of one kind change places, and what stands between them stays."""
    home, number = home_of(spec, task.reverse)
    kind = home[number].get("kind")
    places = [place for place, node in enumerate(home) if node.get("kind") == kind]
    for place, node in zip(places, [home[place] for place in reversed(places)], strict=True):
        home[place] = node


def _decoy(spec: Node, task: Task) -> None:
    spec["body"].append(copy.deepcopy(task.decoy))


def _late(spec: Node, task: Task) -> None:
    identity, after = task.late
    seconds = LATE_FROM_START if after == "go" else LATE
    spec["late"] = [{"do": "enable", "id": identity, "after": after, "seconds": seconds}]


_NEWS = dialog(
    "News",
    text("A new version is there."),
    buttons(button("install", "Install"), button("later", "Later", "close")),
)


def _popup(spec: Node, task: Task) -> None:
    spec.setdefault("dialogs", {})["news"] = {**copy.deepcopy(_NEWS), "overlay": True}
    spec["popup"] = "news"


def _passing(spec: Node, task: Task) -> None:
    _popup(spec, task)
    spec["dialogs"]["news"]["body"].pop()
    spec["late"] = [{"do": "close", "after": "go", "seconds": PASSING}]


MUTATIONS = {
    mutation.name: mutation
    for mutation in (
        Mutation("baseline", _nothing),
        Mutation("moved", _moved, moves=True),
        Mutation("resized", _nothing, larger=(230, 110), moves=True),
        Mutation("1024x768", _nothing, Size(1024, 768), moves=True),
        Mutation("1600x900", _nothing, Size(1600, 900), moves=True),
        Mutation("1920x1080", _nothing, Size(1920, 1080), moves=True),
        Mutation("scale125", _nothing, scale=1.25, moves=True),
        Mutation("scale150", _nothing, Size(1920, 1080), scale=1.5, moves=True),
        Mutation("scale200", _nothing, Size(2560, 1600), scale=2.0, moves=True),
        Mutation("dark", _set(dark=True)),
        Mutation("font", _set(font=["DejaVu Serif", 14]), moves=True),
        Mutation("renamed", _renamed),
        Mutation("inserted", _inserted),
        Mutation("deleted", lambda spec, task: _without(task.delete)(spec, task)),
        Mutation("sorted", _reversed),
        Mutation("decoy", _decoy),
        Mutation("slow-window", _set(window_after=LATE), starts_late=True),
        Mutation("slow-content", _set(content_after=LATE), starts_late=True),
        Mutation("late", _late),
        Mutation("popup", _popup),
        Mutation("passing", _passing),
        Mutation("covered", _nothing, covered=True),
        Mutation("language", _reworded(GERMAN)),
        Mutation("gone", lambda spec, task: _without(task.target)(spec, task)),
    )
}


# --- what may be asked of a run -------------------------------------------------------------------

KINDS = ("recorded", "plan", "names")


def halt_is_right(task: Task, mutation: Mutation, kind: str) -> str:
    """Why a person who has only the lines would stop, too; empty where they would go on."""
    if mutation.name == "gone":
        return "the element is gone"
    if mutation.name == "popup":
        return "nobody said what to do with the message"
    if mutation.name == "language" and _reads_otherwise(task):
        return "no line says a word of the other language"
    if kind == "recorded":
        return ""
    if mutation.name == "covered":
        return "no line says whose window it is"
    if kind == "names":
        if mutation.name == "renamed":
            return "the lines have nothing but the old name"
        return "the name stands for two elements" if mutation.name == "decoy" and task.twin else ""
    if mutation.moves and (task.repeated or task.nameless):
        return "the lines tell it from others only by a box that is no longer true"
    return ""


def _reads_otherwise(task: Task) -> bool:
    """Whether the other language has another word for a target: icons and digits have none."""
    targets = {step.target for step in task.steps}
    return any(
        GERMAN.get(node.get("label", "")) for node in all_nodes(task.spec) if node.get("id") in targets
    )


def undecidable(task: Task, mutation: Mutation, kind: str) -> str:
    """Why nobody can tell from the lines what is right; empty where it can be told."""
    if kind == "names" and task.nameless:
        return "an element without a name cannot be said by name"
    shifts = ("inserted", "deleted", "sorted", "gone")
    if kind == "plan" and (task.repeated or task.nameless) and mutation.name in shifts:
        return "a plan's line does not say which of several alike it means, and another one stands at its box"
    return ""
