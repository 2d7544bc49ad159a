"""Which steps of a task led nowhere: a file that does the same leaves them out.

Left out is what failed, what a pointer did without any effect, and a detour: something opened and closed
again by going back, after which the screen is what it was. Nothing else: what looks idle may have saved a
file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from cogscript.language.model.keys import canonical
from cogscript.language.model.operations import OPERATIONS
from cogscript.records import seen
from cogscript.records.schema import StepRecord
from cogscript.runtime.steps import STEPS

_BACK = ("escape",)
"""Keys that leave what was opened."""
_JPEG = 24
"""By how much of 255 a colour is off in a picture that was kept, beside a caret that has come or gone."""
Alike = Callable[[str, str], bool]


def useful(steps: Sequence[StepRecord], alike: Alike) -> list[StepRecord]:
    """The steps without those that led nowhere; `alike` compares two pictures of the record."""
    done = [step for step in steps if step.outcome == "ok"]
    kept = _without_detours(done, alike)
    return [step for place, step in enumerate(kept) if not _is_idle(step, kept[place + 1 :])]


def _is_idle(step: StepRecord, following: Sequence[StepRecord]) -> bool:
    name = step.operation.name
    after = next((each for each in following if each.operation.name != "WAIT"), None)
    if name == "WAIT":
        # A target that is named is waited for anyway, and what only says something needs no wait.
        return after is None or after.told is not None or not STEPS[after.operation.name].effect
    unseen = step.seen is not None and step.seen.startswith(seen.UNCHANGED)
    if OPERATIONS[name].group != "pointer" or not unseen:
        return False
    # A click may have moved the focus, which not every program shows.
    typed = after is not None and OPERATIONS[after.operation.name].group == "keyboard"
    return not typed or (after is not None and after.told is not None)


def _without_detours(steps: list[StepRecord], alike: Alike) -> list[StepRecord]:
    kept: list[StepRecord] = []
    for place, step in enumerate(steps):
        kept.append(step)
        after = step.after or (steps[place + 1].before if place + 1 < len(steps) else None)
        if not _goes_back(step) or after is None:
            continue
        for begin in range(len(kept) - 2, -1, -1):
            before = kept[begin].before
            if before is not None and alike(before, after):
                del kept[begin:]
                break
    return kept


def _goes_back(step: StepRecord) -> bool:
    given = step.arguments
    name = step.operation.name
    if name == "KEY_PRESS":
        return canonical(str(given.get("key"))) in _BACK
    return name == "GO_BACK" or (name == "SYSTEM_BUTTON" and str(given.get("button")).casefold() == "back")


def alike_in(folder: Path) -> Alike:
    """Whether two pictures of a run show the same, but for a caret."""

    def alike(one: str, other: str) -> bool:
        from PIL import Image

        from cogscript.reading.changes import changes

        if one == other:
            return True
        try:
            with Image.open(folder / one) as first, Image.open(folder / other) as second:
                return not changes(first.convert("RGB"), second.convert("RGB"), noise=_JPEG)
        except OSError:  # the picture was not kept
            return False

    return alike
