"""The names of the operations by what they are, for editors that colour a text without a server."""

from __future__ import annotations

from cogscript.language.model.operations import OPERATIONS, Spec

KINDS = ("control", "test", "leaving", "operation")


def kind_of(spec: Spec) -> str:
    if spec.in_block:
        return "control"
    if spec.leaves:
        return "leaving"
    return "test" if spec.role == "test" else "operation"


def words() -> dict[str, list[str]]:
    """Each kind with its names, longer ones first: a pattern takes the first that fits."""
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for spec in OPERATIONS.values():
        found[kind_of(spec)] += [spec.name, *spec.misspelt]
    return {kind: sorted(names, key=lambda name: (-len(name), name)) for kind, names in found.items()}
