"""The surface that an IN block names: a window of the one around it, a monitor, a page, a phone."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cogscript.language.model.diagnostic import Diagnostic, Fault
from cogscript.runtime.awaited_windows import find_window
from cogscript.runtime.scope import Unknown
from cogscript.surfaces.background import BackgroundWindow
from cogscript.surfaces.capabilities import Windows
from cogscript.surfaces.protocol import Monitors, Surface
from cogscript.surfaces.registry import surface_kind
from cogscript.surfaces.views import WindowView

if TYPE_CHECKING:
    from cogscript.runtime.program import Program
    from cogscript.runtime.state import RunState
    from cogscript.settings import Settings


def inner_surface(state: RunState, arguments: dict[str, Any], stack: contextlib.ExitStack) -> Surface:
    """Find or open it; what is opened is closed with the stack."""
    found = state.outside.obtain(lambda: _find(state, arguments, stack))
    return state.surface if isinstance(found, Unknown) else found


def _find(state: RunState, arguments: dict[str, Any], stack: contextlib.ExitStack) -> Surface:
    root, number = state.surface.host, arguments["monitor"]
    for name, enter in _OTHERS.items():
        if arguments[name] is not None:
            return enter(state, arguments)
    if number is not None:
        monitor = root.need(Monitors).monitor(number)
        stack.callback(monitor.close)
        return monitor
    title, app, timeout = arguments["window"], arguments["app"], arguments["timeout"]
    window = find_window(state, root.need(Windows), title, app, timeout)
    if arguments["background"]:
        behind = BackgroundWindow(root, window)
        stack.callback(behind.close)
        return behind
    view = WindowView(root, window)
    view.prepare()
    return view


def _page(state: RunState, arguments: dict[str, Any]) -> Surface:
    """A page of the run's browser, which is opened when it is first needed."""
    from cogscript.surfaces.browser.surface import BrowserSurface
    from cogscript.surfaces.browser.tab_view import page_named

    root = state.surface.root
    if not isinstance(root, BrowserSurface):
        root = state.surfaces.beside("browser", lambda: state.open_beside("browser", state.settings))
    assert isinstance(root, BrowserSurface)
    timeout = state.settings.launch.timeout if arguments["timeout"] is None else arguments["timeout"]
    return page_named(root, arguments["browser"], timeout)


def _phone(state: RunState, arguments: dict[str, Any]) -> Surface:
    """A phone, by its serial number or the only one there is."""
    serial = arguments["phone"] or state.settings.phone.serial
    settings = replace(state.settings, phone=replace(state.settings.phone, serial=serial))
    if state.surface.root.name == "phone" and serial in ("", getattr(state.surface.root, "serial", "")):
        return state.surface.root
    return state.surfaces.beside(f"phone {serial}", lambda: state.open_beside("phone", settings))


_OTHERS: dict[str, Callable[[RunState, dict[str, Any]], Surface]] = {"browser": _page, "phone": _phone}
"""Parameters of IN that name a surface which is no part of the one around it."""


def check_surfaces(program: Program, settings: Settings) -> list[Diagnostic]:
    """The INs whose surface cannot be had here: refused before anything is done."""
    return [
        fault.diagnostic(workflow.source, operation.span_of(name))
        for workflow in program.files()
        for operation in workflow.walk()
        if operation.name == "IN"
        for name in _OTHERS
        if operation.arguments.get(name) is not None and (fault := _lacking(name, settings)) is not None
    ]


def _lacking(name: str, settings: Settings) -> Fault | None:
    try:
        surface_kind(name).check(settings, None)
    except Fault as fault:
        return fault
    return None
