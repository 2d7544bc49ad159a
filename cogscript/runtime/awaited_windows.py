"""Finding the one window that a line names, and waiting for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import shown
from cogscript.runtime.signals import SeveralFound, TargetMissing
from cogscript.surfaces.views import matching

if TYPE_CHECKING:
    from cogscript.runtime.state import RunState
    from cogscript.surfaces.capabilities import Window, Windows


def find_window(
    state: RunState, where: Windows, title: str | None, app: str | None, timeout: float | None
) -> Window:
    """The window by its title, its program or both; the active one when neither is given.

    Without a time of its own it is waited for as long as any target.
    """
    timeout = state.settings.run.timeout if timeout is None else timeout
    for _ in state.looks(timeout):
        windows = where.windows()
        named = bool(title or app)
        found = matching(windows, title, app) if named else [each for each in windows if each.active]
        if len(found) == 1:
            return found[0]
    titles = ", ".join(shown(window.title, state.mask, 60) for window in found or windows)
    what = _wanted(state, title, app)
    if found:
        raise SeveralFound(
            "target-ambiguous", f"{len(found)} windows match {what}: {titles}", "give more of the title"
        )
    within = f" within {timeout:g} s" if timeout else ""
    said = f"no window matches {what}{within}" if named else f"no window is active{within}"
    raise TargetMissing("target-missing", f"{said}; there are: {titles or 'none'}")


def _wanted(state: RunState, title: str | None, app: str | None) -> str:
    said = [f"the title {shown(title, state.mask)}"] if title else []
    said += [f"the program {shown(app, state.mask)}"] if app else []
    return " and ".join(said) or "no title"
