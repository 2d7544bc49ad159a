"""Which variables have a value at a place, whichever branches lead to it."""

from __future__ import annotations

from collections.abc import Iterable

from cogscript.language.model.operations import OPERATIONS
from cogscript.language.model.tree import Operation


class Known(set[str]):
    """The variables that are set here on every path."""

    __slots__ = ("dead", "open")

    def __init__(self, names: Iterable[str] = (), open_: bool = False) -> None:
        super().__init__(names)
        self.open = open_
        """Whether others may be set too, so that no name can be called unset."""
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
    return Known(set.intersection(*alive), any(path.open for path in alive))


def leaves_loop(body: list[Operation]) -> bool:
    """Whether a BREAK or CONTINUE of this loop, not of one inside it, stands in the body."""
    for operation in body:
        spec = OPERATIONS.get(operation.name)
        if spec is not None and spec.leaves == "loop":
            return True
        parts = [operation.body or [], *(branch.body or [] for branch in operation.branches)]
        if not (spec is not None and spec.loop) and any(map(leaves_loop, parts)):
            return True
    return False
