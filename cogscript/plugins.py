"""What other packages add to cogscript: entry points, looked up once and loaded when they are used."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from cogscript.language.model.diagnostic import Fault

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


@cache
def offered(group: str) -> dict[str, EntryPoint]:
    """What installed packages register under a group, by name: asked once, because every package is."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=group)}


def load_offered(group: str, name: str) -> Any:
    """The object behind an entry point; a Fault when its package is broken."""
    point = offered(group)[name]
    try:
        return point.load()
    except Exception as error:  # whatever a foreign module does while it is imported
        package = point.dist.name if point.dist else point.module
        raise Fault(
            "plugin", f"`{name}` of the package {package} cannot be loaded: {type(error).__name__}: {error}"
        ) from error
