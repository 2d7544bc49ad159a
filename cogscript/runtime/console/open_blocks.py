"""How long blocks took, told from their steps.

A block is on record with its decision, and nothing says when the run leaves it: the next step outside does.
"""

from __future__ import annotations

from collections.abc import Iterator

from cogscript.records.step import Step


class OpenBlocks:
    """The blocks that a run is inside of, as far as its finished steps tell."""

    def __init__(self) -> None:
        self._open: list[Step] = []
        self._last = 0.0
        """When the last step ended."""

    def left_at(self, step: Step) -> Iterator[tuple[Step, float]]:
        """The blocks that this step is no longer inside of, the innermost first, with their seconds."""
        while self._open and self._open[-1].depth >= step.depth and not _continues(self._open[-1], step):
            yield self._leave()
        if step.kind == "block" and not (self._open and _continues(self._open[-1], step)):
            self._open.append(step)
        self._last = step.ended or step.started

    def left(self) -> Iterator[tuple[Step, float]]:
        """All that are still open, when the run is over."""
        while self._open:
            yield self._leave()

    def _leave(self) -> tuple[Step, float]:
        block = self._open.pop()
        return block, self._last - block.started


def _continues(block: Step, step: Step) -> bool:
    """Whether the step is the block's own next decision: another round of WHILE, the CATCH of a TRY."""
    own = (block.operation, *block.operation.branches)
    same = step.depth == block.depth and step.rounds == block.rounds
    return same and any(step.operation is each for each in own)
