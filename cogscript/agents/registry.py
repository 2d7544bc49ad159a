"""The protocols by name."""

from __future__ import annotations

import importlib
from functools import cache

from cogscript.agents.exchange import Protocol
from cogscript.language.model.diagnostic import Fault, nearest

PROTOCOLS = {
    "cog": "cog_language",
    "gui-plus": "gui_plus",
    "cogagent": "cogagent",
    "glm": "glm",
    "ui-tars": "ui_tars",
    "osworld": "osworld",
    "visual-agent": "visual_agent",
    "openai": "openai_computer",
    "anthropic": "anthropic_computer",
}
"""What people call it → its module."""


@cache
def protocol_named(name: str) -> Protocol:
    plain = name.strip().casefold().replace("_", "-")
    if plain not in PROTOCOLS:
        near = nearest(plain, PROTOCOLS)
        raise Fault(
            "unknown-protocol",
            f"there is no protocol `{name[:40]}` to ask a model in",
            f"did you mean `{near}`?" if near else f"there are: {', '.join(PROTOCOLS)}",
        )
    module = importlib.import_module(f"cogscript.agents.protocols.{PROTOCOLS[plain]}")
    found = module.PROTOCOL
    assert isinstance(found, Protocol)
    return found
