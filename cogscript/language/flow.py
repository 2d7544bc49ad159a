"""Which variables are surely set at a place, along every branch that leads to it."""

from __future__ import annotations

from collections.abc import Iterable

from cogscript.language.operations import LOOPS
from cogscript.language.tree import Operation


class Known(set[str]):
    """The variables that are surely set here; `open` inside rows whose columns are not known."""

    __slots__ = ("dead", "open")

    def __init__(self, names: Iterable[str] = (), open_: bool = False) -> None:
        super().__init__(names)
        self.open = open_
        self.dead = False
        """Whether the run never comes past here: END, FAIL, BREAK, CONTINUE."""

    def fork(self) -> Known:
        return Known(self, self.open)


def join(paths: list[Known]) -> Known:
    """What is set whichever path was taken; a path that ends the run does not count."""
    alive = [path for path in paths if not path.dead]
    if not alive:
        joined = paths[0].fork()
        joined.dead = True
        return joined
    joined = alive[0].fork()
    for path in alive[1:]:
        joined &= path
    return Known(joined, alive[0].open)


def leaves_loop(body: list[Operation]) -> bool:
    """Whether a BREAK or CONTINUE of this loop, not of one inside it, stands in the body."""
    for operation in body:
        if operation.name in ("BREAK", "CONTINUE"):
            return True
        parts = [operation.body or [], *(branch.body or [] for branch in operation.branches)]
        if operation.name not in LOOPS and any(map(leaves_loop, parts)):
            return True
    return False
