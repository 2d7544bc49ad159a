"""What a task is: a program, what a person does in it, and how the program may differ the next time."""

from __future__ import annotations

from dataclasses import dataclass, field

from drifted.spec import Node
from drifted.steps import Step

TOOLKITS = ("gtk", "qt", "tk", "web")


@dataclass(frozen=True, slots=True)
class Task:
    name: str
    toolkit: str
    """Its own toolkit; `--toolkit` shows it in another one."""
    spec: Node
    steps: tuple[Step, ...]
    target: str
    """The element that is gone one day."""
    renames: dict[str, str]
    """Labels, and what they are called one day: related wording."""
    insert: tuple[str, tuple[Node, ...]]
    """Before which element there are more one day."""
    delete: str
    """Another element, before a target, that is gone one day."""
    reverse: str
    """One of the elements whose order is the other way round one day."""
    decoy: Node
    """Something elsewhere in the window that has the label of a target."""
    late: tuple[str, str]
    """What is enabled three seconds late, and after what: `go`, or an event of the log."""
    secrets: dict[str, str] = field(default_factory=dict)
    twin: bool = False
    """Whether the decoy is of the target's own type: a name alone does not tell them apart."""
    repeated: bool = False
    """Whether several elements have a target's label: a plan's line has only its box to tell them apart."""
    nameless: bool = False
    """Whether a target has no name at all: only a box or a picture leads to it."""
    without: frozenset[str] = frozenset()
    """Toolkits it is not offered in."""
