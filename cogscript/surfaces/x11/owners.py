"""Whose a place of the screen is, and whose the keyboard: asked at the moment something is pressed."""

from __future__ import annotations

from typing import Any

from cogscript.surfaces.x11.processes import program_names
from cogscript.surfaces.x11.window_manager import WindowManager


class Owners:
    def __init__(self, manager: WindowManager) -> None:
        self._manager = manager

    def at(self, display: Any, x: int, y: int) -> tuple[str, ...]:
        """What the program goes by that a click at a place of the root window reaches; () for bare ground."""
        from Xlib import error

        root = display.screen().root
        try:
            path: list[Any] = []
            window = root
            while window.translate_coords(root, x, y).child:
                window = window.translate_coords(root, x, y).child
                path.append(window)
        except error.XError:  # it closed while we asked: whatever was below it is asked for next time
            return ()
        return self._names([each.id for each in path]) if path else ()

    def of_keyboard(self, display: Any) -> tuple[str, ...]:
        """What the program goes by that keys go to."""
        focus = display.get_input_focus().focus
        window = focus if isinstance(focus, int) else focus.id
        active = self._manager.active()
        return self._names([*([active] if active else []), *([window] if window > 1 else [])])

    def _names(self, path: list[int]) -> tuple[str, ...]:
        """Of the program that owns the innermost window of a path from the frame down."""
        manager = self._manager
        if not path:
            return ()
        owner = manager.client_pid(path[-1])
        if owner is not None and owner == manager.own_pid():
            client = manager.client_in(path[0])  # a frame: the window manager's, around a program's window
            return manager.apps(client) if client is not None else tuple(sorted(program_names(owner)))
        clients = [each for each in path if each in manager.handles()]
        if clients and manager.pid(clients[-1]) in (owner, None):
            return manager.apps(clients[-1])
        classes = [name for each in reversed(path) for name in manager.class_of(each)]
        return tuple(dict.fromkeys((*classes, *(sorted(program_names(owner)) if owner else ()))))
