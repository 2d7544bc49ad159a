"""What a model may do: what the operation table gives it, and no argument that names a file or a command.

What it says is data. A page may talk it into anything; it can still only point, press, type and look.
"""

from __future__ import annotations

import re

from cogscript.agents.intents import BadReply
from cogscript.language.model.operations import OPERATIONS, Kind
from cogscript.language.model.tree import Operation, Value
from cogscript.language.model.variables import PREFIX, names, spell
from cogscript.runtime.scope import Scope, Secrets

_KEPT_BACK = frozenset({Kind.FILE, Kind.PICTURE, Kind.ROWS, Kind.WORKFLOW, Kind.TEXTS, Kind.VARIABLE})
"""Kinds of arguments that reach beyond the surface, or set variables of the file."""
_MARK = re.compile(r"⟨secret (.+?)⟩")


def permit(operation: Operation) -> None:
    """Raise BadReply for what a model may not do."""
    spec = OPERATIONS.get(operation.name)
    if spec is None or not spec.by_model:
        raise BadReply(f"{operation.name} is no operation that a model may do here")
    for name in operation.arguments:
        parameter = spec.parameter(name)
        if parameter is not None and parameter.kind in _KEPT_BACK:
            raise BadReply(f"{operation.name} cannot be given `{name}` by a model")


def with_secrets(operation: Operation, secrets: Secrets, scope: Scope) -> Operation:
    """The operation with variables in the place of the names that stood in for secrets.

    Any other variable in a model's text is text and nothing else: it is refused.
    """
    put_back = {name: _put_back(value, scope) for name, value in operation.arguments.items()}
    for value in put_back.values():
        for name in names(value) if isinstance(value, str) else ():
            if not secrets.holds(scope.values.get(name, "")):
                raise BadReply(f"`{spell(name)}` is a variable, and only those that were named may be used")
    return Operation(operation.name, put_back, leading=operation.leading)


def _put_back(value: Value, scope: Scope) -> Value:
    if not isinstance(value, str) or ("⟨" not in value and PREFIX not in value):
        return value
    return _MARK.sub(lambda mark: spell(mark[1]) if mark[1] in scope.values else mark[0], value)
