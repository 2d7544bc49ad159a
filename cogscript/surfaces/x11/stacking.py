"""Which window of an X server lies on top at a place, and whose it is.

The accessibility bus knows elements but not which window covers which; without this, a click into a
terminal would be described by the button of the window behind it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cogscript.language.model.box import Point, Rect
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.placed_window import PlacedWindow
from cogscript.surfaces.x11.connection import connect
from cogscript.surfaces.x11.overlay_property import OVERLAY


@contextlib.contextmanager
def _gone_is_empty() -> Iterator[None]:
    """Whoever asks about windows need not care that the server ended meanwhile; others say so."""
    from Xlib import error

    with contextlib.suppress(error.ConnectionClosedError, OSError):
        yield


class Stacking:
    """One connection to an X server, asked about its windows."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._display = connect(environment)
        self._root = self._display.screen().root
        self._has_resources = self._display.has_extension("X-Resource")

    def windows(self) -> list[PlacedWindow]:
        """Every window that shows, the topmost first; none of a server that has gone."""
        with _gone_is_empty():
            return list(self._placed())
        return []

    def at(self, point: Point) -> PlacedWindow | None:
        """The window a click at that place would reach."""
        with _gone_is_empty():
            return next(self._placed(point), None)
        return None

    def _placed(self, point: Point | None = None) -> Iterator[PlacedWindow]:
        from Xlib import X, error

        clients = self._clients()
        for frame in reversed(self._root.query_tree().children):
            try:
                shape = frame.get_geometry()
                rect = Rect(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
                if point is not None and not rect.holds(point):
                    continue
                attributes = frame.get_attributes()
                if attributes.map_state != X.IsViewable or attributes.win_class == X.InputOnly:
                    continue
                window = clients.get(frame.id, frame)
                popup = frame.id not in clients
                if popup and len(self._numbers(frame, OVERLAY)):
                    continue  # a note of ours: clicks go through it
                placed = self._describe(window, rect, popup)._replace(frame=frame.id)
            except error.XError:  # it closed while we asked
                continue
            yield placed

    def active(self) -> PlacedWindow | None:
        """The window that has the keyboard, as the window manager says."""
        with _gone_is_empty():
            handles = self._numbers(self._root, "_NET_ACTIVE_WINDOW")
            return next((window for window in self._placed() if window.handle in handles), None)
        return None

    def _describe(self, window: Any, rect: Rect, popup: bool) -> PlacedWindow:
        process, title = self._process(window), self._title(window)
        if popup:
            return PlacedWindow(window.id, rect, process, title, True, rect, False)
        modal = self._display.get_atom("_NET_WM_STATE_MODAL") in self._numbers(window, "_NET_WM_STATE")
        owner = next(iter(self._numbers(window, "WM_TRANSIENT_FOR")), None)
        return PlacedWindow(window.id, rect, process, title, False, self._inner(window), modal, owner)

    def _inner(self, window: Any) -> Rect:
        shape, corner = window.get_geometry(), self._root.translate_coords(window, 0, 0)
        return Rect(corner.x, corner.y, corner.x + shape.width, corner.y + shape.height)

    def _clients(self) -> dict[int, Any]:
        """The programs' own windows, by the frame that the window manager put around each."""
        from Xlib import error

        found = {}
        for handle in self._numbers(self._root, "_NET_CLIENT_LIST"):
            client = frame = self._display.create_resource_object("window", handle)
            try:
                while (parent := frame.query_tree().parent) != self._root and parent:
                    frame = parent
            except error.XError:  # it closed while we asked
                continue
            found[frame.id] = client
        return found

    def _numbers(self, window: Any, name: str) -> Sequence[int]:
        from Xlib import X

        value = window.get_full_property(self._display.get_atom(name), X.AnyPropertyType)
        return value.value if value else ()

    def _process(self, window: Any) -> int | None:
        """The process that owns a window: what the server knows of it, else what the window says."""
        if self._has_resources:
            from Xlib.ext.res import LocalClientPIDMask

            answer = self._display.res_query_client_ids([{"client": window.id, "mask": LocalClientPIDMask}])
            for client in answer.ids:
                if len(client.value):
                    return int(client.value[0])
        said = self._numbers(window, "_NET_WM_PID")
        return int(said[0]) if len(said) else None

    def _title(self, window: Any) -> str:
        from Xlib import X

        for name in ("_NET_WM_NAME", "WM_NAME"):
            value = window.get_full_property(self._display.get_atom(name), X.AnyPropertyType)
            if value and value.value:
                text = value.value
                return text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
        return ""

    def close(self) -> None:
        with _gone_is_empty():
            self._display.close()


def open_stacking(environment: Mapping[str, str]) -> Stacking | None:
    """None where there is no X server to ask."""
    try:
        return Stacking(environment)
    except Fault:
        return None
