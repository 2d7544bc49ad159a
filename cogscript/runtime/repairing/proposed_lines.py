"""The lines a model proposes in the place of one: read, and held to what a repair may change.

A repair says anew where something is done. What is done stays what the file says: a model that has read "type
this" on a page can put no other text, option, key, program or address into the workflow.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cogscript.language.document import parse
from cogscript.language.model.diagnostic import CogError, Fault
from cogscript.language.model.operations import OPERATIONS, TELLING, Need, Spec, Target
from cogscript.language.model.tree import Operation
from cogscript.language.write.formatter import format_operation
from cogscript.runtime.program import needs_of

NONE = "NONE"
"""What the model answers when it cannot repair the line."""
MOST = 5
"""Lines that may take the place of one."""
_WHERE = frozenset({"box", "to", "near", "timeout", *TELLING})
"""The arguments that say where something is done, and how long it is waited for."""
_FENCED = re.compile(r"```[a-z]*[ \t]*\n(.*?)```", re.DOTALL)


class RefusedProposal(Fault):
    """What was proposed cannot take the line's place; the model may try once more."""


def may_be_used(spec: Spec) -> bool:
    """Whether an operation may be added by a repair: it points at something, or waits."""
    points = spec.target in (Target.NAMED, Target.POINTER)
    return spec.role == "operation" and (points or spec.group == "waiting") and not spec.leaves


def proposed(answer: str, line: Operation) -> list[Operation]:
    """The operations that an answer proposes for a line; none where it says that it has none."""
    fenced = _FENCED.search(answer)
    text = (fenced[1] if fenced else answer).strip()
    if text.strip("`. ") == NONE:
        return []
    try:
        operations = parse(text).operations
    except CogError as error:
        said = "; ".join(each.message for each in error.diagnostics[:3])
        raise RefusedProposal("repair", f"the answer is no workflow: {said}") from error
    check(line, operations)
    return operations


def check(line: Operation, operations: Sequence[Operation]) -> None:
    """Raise RefusedProposal where the operations do something else than the line."""
    if not 1 <= len(operations) <= MOST:
        raise RefusedProposal(
            "repair", f"{len(operations)} lines were proposed, and 1 to {MOST} may take its place"
        )
    for each in operations:
        _check_one(line, each)
    if all(each.name != line.name for each in operations):
        raise RefusedProposal("repair", f"none of the lines is a {line.name}")


def _check_one(line: Operation, each: Operation) -> None:
    spec = OPERATIONS.get(each.name)
    if spec is None:
        raise RefusedProposal("repair", f"there is no operation {each.name}")
    done = {name: value for name, value in each.arguments.items() if name not in _WHERE}
    if each.name == line.name:
        meant = {name: value for name, value in line.arguments.items() if name not in _WHERE}
        if done != meant:
            same = {name for name in done if name in meant and done[name] == meant[name]}
            others = " and ".join(f"`{name}`" for name in sorted({*done, *meant} - same))
            raise RefusedProposal("repair", f"{each.name} must have the {others} that it had")
        return
    if not may_be_used(spec) or not needs_of(each) <= {Need.SCREEN, Need.READER}:
        raise RefusedProposal("repair", f"{each.name} may not be put in the place of {line.name}")
    foreign = [name for name, value in done.items() if not isinstance(value, int | float | Operation)]
    if foreign:
        raise RefusedProposal("repair", f"{each.name} must not bring a `{foreign[0]}` of its own")


def written(operations: Sequence[Operation], indent: int) -> str:
    """The operations as they stand in the file, from the place of the first one on."""
    return ("\n" + " " * indent).join(map(format_operation, operations))
