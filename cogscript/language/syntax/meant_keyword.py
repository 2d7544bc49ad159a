"""Which keyword a value without one was probably meant for: `CLICK('Save')` names the element."""

from __future__ import annotations

from cogscript.language.model.box import Box
from cogscript.language.model.operations import Kind, Spec
from cogscript.language.model.tree import Operation, Value

_NAMES_A_TARGET = "element_info"
_ADDRESSES = ("url", "browser")
_TEXTS = frozenset(
    {Kind.TEXT, Kind.PROSE, Kind.KEY, Kind.CHORD, Kind.VARIABLE, Kind.VALUE, Kind.CHOICE, Kind.FILE,
     Kind.LINK, Kind.PICTURE, Kind.ROWS, Kind.WORKFLOW}
)  # fmt: skip
_KINDS: dict[type, frozenset[Kind]] = {
    str: _TEXTS,
    int: frozenset({Kind.INTEGER, Kind.NUMBER, Kind.VALUE, Kind.VERSION}),
    float: frozenset({Kind.NUMBER, Kind.VALUE}),
    bool: frozenset({Kind.BOOLEAN}),
    Box: frozenset({Kind.BOX, Kind.BOXES}),
    Operation: frozenset({Kind.TEST}),
    list: frozenset({Kind.KEYS, Kind.TEXTS, Kind.ACTIONS, Kind.TESTS, Kind.SIZE, Kind.BOXES}),
}


def keyword_for(spec: Spec, value: Value, taken: set[str]) -> str | None:
    """The first parameter of such values that must be given or tells the target, and is not given yet."""
    kinds = _KINDS.get(type(value), frozenset())
    alternatives = {name for group in spec.one_of for name in group}
    fitting = [
        each.name
        for each in spec.parameters
        if each.kind in kinds
        and each.name not in taken
        and (each.required or each.kind is Kind.BOX or each.name in {_NAMES_A_TARGET, *alternatives})
    ]
    if isinstance(value, str) and "://" in value:
        fitting.sort(key=lambda name: name not in _ADDRESSES)
    return fitting[0] if fitting else None
