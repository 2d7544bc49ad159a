"""THE table: every operation, its parameters, types, defaults, and one line on each.

The checker, the formatter's order, the reference document, the Python constructors, the importers
and exporters and the run all read it here. Nobody writes an operation's parameters twice, and what
holds for one operation only is a column of the table (`columns`), not a test of its name elsewhere.
"""

from __future__ import annotations

from cogscript.language.model.operations import acting, obtaining, structure
from cogscript.language.model.operations.columns import TELLING, Kind, Need, Parameter, Role, Spec, Target

__all__ = [
    "GROUPS", "KEY_ACTIONS", "LOOPS", "MISSPELT", "OPERATIONS", "TELLING",
    "Kind", "Need", "Parameter", "Role", "Spec", "Target",
]  # fmt: skip

_GROUPS = (
    structure.header, acting.pointer, acting.keyboard, acting.screen, acting.surfaces, acting.people,
    obtaining.values, obtaining.waiting, obtaining.calling, obtaining.agents,
    structure.blocks, structure.tests, structure.end,
)  # fmt: skip

OPERATIONS: dict[str, Spec] = {spec.name: spec for group in _GROUPS for spec in group()}

MISSPELT = {wrong: spec.name for spec in OPERATIONS.values() for wrong in spec.misspelt}

GROUPS = tuple(dict.fromkeys(spec.group for spec in OPERATIONS.values()))

KEY_ACTIONS = tuple(name for name, spec in OPERATIONS.items() if spec.key_action)

LOOPS = tuple(name for name, spec in OPERATIONS.items() if spec.loop)
