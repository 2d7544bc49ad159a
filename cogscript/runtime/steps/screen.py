"""Programs, windows, pictures, and the buttons of a device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault, shown
from cogscript.records import seen
from cogscript.runtime.awaited_windows import find_window
from cogscript.runtime.scope import Unknown
from cogscript.runtime.signals import TargetMissing
from cogscript.runtime.steps.behaviour import Behaviour
from cogscript.surfaces.background import BackgroundWindow
from cogscript.surfaces.capabilities import DeviceButtons, Pixels, Programs, Windows
from cogscript.surfaces.views import WindowView

if TYPE_CHECKING:
    from pathlib import Path

    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState
    from cogscript.runtime.step_arguments import (
        LaunchArguments,
        ScreenshotArguments,
        SystemButtonArguments,
        WindowArguments,
    )
    from cogscript.surfaces.capabilities import Window


def given(text: str | None) -> str | None:
    """CogAgent writes `'None'` for what is not there."""
    return None if text in (None, "", "None") else text


def _launch(state: RunState, step: Step, arguments: LaunchArguments) -> None:
    timeout = arguments["timeout"]
    if timeout is None:
        timeout = state.settings.launch.timeout
    url, app = given(arguments["url"]), given(arguments["app"])
    programs = state.surface.need(Programs)
    try:
        if url is not None:
            state.permissions.program(lambda: programs.opened_by(url))
            window = programs.launch_url(url, timeout)
        elif app is not None:
            state.permissions.launch(app)
            folder = str(state.frame.path("").absolute())
            window = programs.launch_app(app, timeout, arguments["arguments"] or (), folder)
        else:
            raise Fault("launch", "LAUNCH has neither an app nor a url to open")
    except Fault as fault:
        if arguments["optional"]:
            raise TargetMissing(fault.code, fault.reason, fault.advice) from fault
        raise
    if window is not None:
        step.seen = "not known" if window.loading else "yes"
        if window.loading:
            what = shown(window.title, state.mask)
            state.voice.message(f"line {step.line}: the page {what} was still loading after {timeout:g} s")


def _screenshot(state: RunState, step: Step, arguments: ScreenshotArguments) -> None:
    saved = state.outside.obtain(lambda: _save_picture(state, step, arguments))
    step.value = None if isinstance(saved, Unknown) else str(saved)


def _save_picture(state: RunState, step: Step, arguments: ScreenshotArguments) -> Path:
    surface, box = state.surface, arguments["box"]
    path = _picture_path(state, step, given(arguments["file"]))
    picture = surface.need(Pixels).capture(surface.frame if box is None else surface.rect_of(box))
    try:
        picture.save(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Fault("unwritable", f"the picture cannot be saved as {path}: {reason}") from error
    if not path.stat().st_size:
        raise Fault("unwritable", f"the picture {path} is empty: the disk may be full")
    step.seen = seen.YES
    return path


def _picture_path(state: RunState, step: Step, name: str | None) -> Path:
    if name is not None:
        if state.voice.secrets.holds(name):
            raise Fault("secret", "a picture's name must not hold a secret value")
        return state.frame.path(name)
    folder = state.run.folder
    if folder is None:
        raise Fault("unwritable", "there is no run's folder to save the picture in", "give SCREENSHOT a file")
    return folder / f"screenshot-{step.number:04d}.png"


def _window(state: RunState, step: Step, arguments: WindowArguments) -> None:
    surface, box, action = state.surface, arguments["box"], arguments["action"]
    title, app, timeout = given(arguments["title"]), given(arguments["app"]), arguments["timeout"]
    windows = surface.need(Windows)
    window = state.outside.obtain(lambda: _meant(state, windows, title, app, timeout))
    if isinstance(window, Unknown):
        return
    state.permissions.program(lambda: window.apps)
    before = {each.handle for each in windows.windows()}
    done = windows.window_action(window, action, None if box is None else surface.host.rect_of(box))
    if done is not False:
        step.seen = seen.UNKNOWN if done is None else seen.YES
        return
    asks = next((each for each in windows.windows() if each.handle not in before), None)
    if action != "close" or asks is None:
        raise Fault(
            "not-seen",
            f"the window {shown(window.title, state.mask)} was told to {action}, and did not",
            "its program may be busy, or asks something first",
        )
    # What it asks is answered by the lines that follow.
    step.seen = f"{seen.UNKNOWN}: {shown(asks.title, state.mask)} asks first"


def _meant(
    state: RunState, windows: Windows, title: str | None, app: str | None, timeout: float | None
) -> Window:
    """The window of the IN around it, where neither a title nor a program says otherwise."""
    surface = state.surface
    if title is None and app is None and isinstance(surface, WindowView | BackgroundWindow):
        return surface.window
    return find_window(state, windows, title, app, timeout)


def _go_back(state: RunState, step: Step, arguments: object) -> None:
    state.surface.need(DeviceButtons).go_back()


def _system_button(state: RunState, step: Step, arguments: SystemButtonArguments) -> None:
    state.surface.need(DeviceButtons).press_button(arguments["button"])


STEPS = {
    "LAUNCH": Behaviour(_launch, effect=True),
    "SCREENSHOT": Behaviour(_screenshot, looks=True),
    "WINDOW": Behaviour(_window, effect=True),
    "GO_BACK": Behaviour(_go_back, effect=True),
    "SYSTEM_BUTTON": Behaviour(_system_button, effect=True),
}
