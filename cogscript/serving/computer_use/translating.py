"""From a call of a computer-use tool to operations: by the importer that reads whole plans of them."""

from __future__ import annotations

import json

from cogscript.dialects.agents.computer_use.read import read
from cogscript.dialects.core.draft import DialectOptions
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import Fault, Source
from cogscript.language.model.tree import Operation
from cogscript.serving.served_tools import Arguments


def operations(name: str, arguments: Arguments, size: Size) -> list[Operation]:
    """What a call becomes, its places in pixels of a picture of this size; a Fault says why it is nothing."""
    call = {"name": name, "input": {key: value for key, value in arguments.items() if value is not None}}
    source = Source(json.dumps([call], ensure_ascii=False), f"<{name}>")
    draft = read(source, DialectOptions(screen=size))
    made = []
    for step in draft.steps:
        if step.operation is None:
            raise Fault("call", f"{name}: {'; '.join(step.notes) or 'it cannot be done'}")
        made.append(step.operation)
    return made
