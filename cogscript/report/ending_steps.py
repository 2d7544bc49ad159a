"""Which failures a run failed with: every other one was caught."""

from __future__ import annotations

from cogscript.records.reader import Record
from cogscript.records.schema import StepRecord


def ended_the_run(record: Record, steps: list[StepRecord]) -> frozenset[int]:
    """The numbers of the failed steps that the run failed with, and of what they were inside of."""
    failed = {step.number: step for step in steps if step.outcome == "failed"}
    if record.outcome != "failed" or not failed:
        return frozenset()
    said = (record.header.get("error") or {}).get("message")
    # A FINALLY may still have failed and been caught in its own TRY: the run's own error tells which it was.
    matching = [each for each in failed.values() if said and (each.diagnostic or {}).get("message") == said]
    last = (matching or list(failed.values()))[-1]
    found = {last.number}
    parents = {step.number: step.parent for step in steps}
    above = last.parent
    while above is not None:
        found.add(above)
        above = parents.get(above)
    return frozenset(found)
