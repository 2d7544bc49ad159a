"""The window that a client's calls are bound to: each call is an IN of its own, in front or behind.

Binding alone does nothing to the window: a person may be at work in another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from cogscript.language.model.diagnostic import Fault
from cogscript.serving.desk import Desk
from cogscript.serving.served_tools import Arguments
from cogscript.surfaces.capabilities import Notes, Window, Windows
from cogscript.surfaces.protocol import Surface
from cogscript.surfaces.views import handle_text, matching

_KEY = "bound window"
_COMES = 3.0
"""Seconds that a window which a click has opened may take to come."""


@dataclass(slots=True)
class LiveBinding:
    where: dict[str, Any]
    """What IN says of the window, so that a saved session finds it again."""
    handle: int | str


def bound(desk: Desk) -> LiveBinding | None:
    found: LiveBinding | None = desk.memory.get(_KEY)
    return found


def need_bound(desk: Desk) -> LiveBinding:
    found = bound(desk)
    if found is None:
        raise Fault("not-bound", "no window is bound", "bind one first: bind_window(action='bind', title=…)")
    return found


def bound_window(desk: Desk) -> Window:
    """The window as it is now; a Fault when it has gone."""
    binding = need_bound(desk)
    found = desk.surface.host.need(Windows).describe(binding.handle)
    if found is None:
        said = ", ".join(f"{name}={value!r}" for name, value in binding.where.items())
        raise Fault("window-gone", f"the bound window ({said}) is no longer there", "bind another one")
    return found


def title_of(desk: Desk) -> str:
    """What WINDOW calls the bound window: its title, or its handle where others have the same."""
    window = bound_window(desk)
    found = matching(desk.surface.host.need(Windows).windows(), window.title, None)
    return window.title if window.title and len(found) == 1 else handle_text(window)


def entered(desk: Desk, *, background: bool = False) -> AbstractContextManager[Surface]:
    """The bound window as the surface, where one is bound; else the screen."""
    binding = bound(desk)
    if binding is None:
        return nullcontext(desk.surface)
    bound_window(desk)
    behind = {"background": True} if background else {}
    return desk.session.inside(**binding.where, **behind)


def bind(desk: Desk, window: Window) -> None:
    unbind(desk)
    windows = desk.surface.host.need(Windows).windows()
    desk.memory[_KEY] = LiveBinding(_where(window, windows), window.handle)
    _mark(desk, window)


def unbind(desk: Desk) -> bool:
    """Whether a window was bound."""
    if desk.memory.pop(_KEY, None) is None:
        return False
    _mark(desk, None)
    return True


def _mark(desk: Desk, window: Window | None) -> None:
    notes = desk.surface.host.capability(Notes)
    if notes is not None:
        notes.mark_window(window)


def wanted(desk: Desk, given: Arguments) -> Window:
    """The window that title, hwnd or pid tell; it may be on its way."""
    if given.get("hwnd") is None and given.get("pid") is None and not given.get("title"):
        raise Fault("call", "bind_window needs `title`, `hwnd` or `pid`")
    for _ in desk.session.state.looks(_COMES):
        windows = desk.surface.host.need(Windows).windows()
        found = _fitting(windows, given)
        if found:
            break
    if len(found) != 1:
        said = f"{len(found)} windows match" if found else "no window matches"
        raise Fault("target-missing", f"{said}; there are:\n" + "\n".join(map(listed, found or windows)))
    return found[0]


def _fitting(windows: Sequence[Window], given: Arguments) -> Sequence[Window]:
    number, process, title = given.get("hwnd"), given.get("pid"), given.get("title")
    if number is not None:
        return [each for each in windows if str(number).casefold() in (handle_text(each), str(each.handle))]
    return matching(windows, str(title) if title else None, None if process is None else f"{process:g}")


def listed(window: Window) -> str:
    return f'hwnd={handle_text(window)} pid={window.process or 0} "{window.title}"'


def placed(window: Window) -> str:
    rect = window.rect
    return f"{listed(window)} rect=({rect.left},{rect.top} {rect.width}x{rect.height})"


def _where(window: Window, windows: Any) -> dict[str, Any]:
    """By its program where that has one window only: titles change. Else by title, else by handle."""

    def is_meant(title: str | None, app: str | None) -> bool:
        return [each.handle for each in matching(windows, title, app)] == [window.handle]

    for app in window.apps:
        if is_meant(None, app):
            return {"app": app}
    if window.title and is_meant(window.title, None):
        return {"window": window.title}
    return {"window": handle_text(window)}
