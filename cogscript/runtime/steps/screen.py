"""Programs, windows, pictures, lists, and the buttons of a device."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from cogscript.language.diagnostic import Fault
from cogscript.runtime import settle
from cogscript.runtime.finder import Found, Look, until
from cogscript.runtime.scope import shown
from cogscript.runtime.signals import SeveralFound, TargetMissing
from cogscript.runtime.steps.behaviour import Arguments, Behaviour
from cogscript.runtime.steps.keyboard import press
from cogscript.runtime.steps.pointer import target

if TYPE_CHECKING:
    from cogscript.runtime.context import Context
    from cogscript.runtime.step import Step
    from cogscript.screens.protocol import Window

_LIST_OPENS = 5.0
"""Seconds a list may take to show its options when no timeout is given."""


def given(text: str | None) -> str | None:
    """The seed writes `'None'` for what is not there."""
    return None if text in (None, "", "None") else text


def _launch(context: Context, step: Step, arguments: Arguments) -> None:
    timeout = arguments["timeout"]
    if timeout is None:
        timeout = context.settings.launch.timeout
    url, app = given(arguments["url"]), given(arguments["app"])
    try:
        if url is not None:
            context.screen.launch_url(url, timeout)
        elif app is not None:
            context.screen.launch_app(app, timeout)
        else:
            raise Fault("launch", "LAUNCH has neither an app nor a url to open")
    except Fault as fault:
        if arguments["optional"]:
            raise TargetMissing(fault.code, fault.reason, fault.advice) from fault
        raise


def _screenshot(context: Context, step: Step, arguments: Arguments) -> None:
    if context.dry:
        return
    name, box = given(arguments["file"]), arguments["box"]
    if name is not None and context.secrets.holds(name):
        raise Fault("secret", "a picture's name must not hold a secret value")
    if name is None:
        folder = context.folder
        if folder is None:
            raise Fault(
                "screenshot", "there is no run's folder to save the picture in", "give SCREENSHOT a file"
            )
        path = folder / f"screenshot-{step.number:04d}.png"
    else:
        path = context.path(name)
    area = None if box is None else box.rect(context.screen.size)
    picture = context.screen.capture(area)
    try:
        picture.save(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Fault("screenshot", f"the picture cannot be saved as {path}: {reason}") from error
    step.value = str(path)


def _window(context: Context, step: Step, arguments: Arguments) -> None:
    if context.dry:
        return
    screen, box = context.screen, arguments["box"]
    window = _find_window(context, given(arguments["title"]), arguments["timeout"] or 0)
    screen.window_action(window, arguments["action"], None if box is None else box.rect(screen.size))


def _find_window(context: Context, title: str | None, timeout: float) -> Window:
    for _ in until(context, timeout):
        windows = context.screen.windows()
        if title is None:
            found = [window for window in windows if window.active]
        else:
            wanted = title.casefold()
            found = [window for window in windows if window.title.casefold() == wanted]
            found = found or [window for window in windows if wanted in window.title.casefold()]
        if len(found) == 1:
            return found[0]
    titles = ", ".join(shown(window.title, context.mask, 60) for window in found or windows)
    if found:
        raise SeveralFound("target-ambiguous", f"{len(found)} windows match {shown(title or '')}: {titles}")
    what = f"no window's title has {shown(title, context.mask)} in it" if title else "no window is active"
    raise TargetMissing("target-missing", f"{what}; there are: {titles or 'none'}")


def _select(context: Context, step: Step, arguments: Arguments) -> None:
    """Open the list with a click, then click the option where the list shows it."""
    screen, option = context.screen, arguments["option"]
    screen.click(target(step))
    if context.dry:
        return
    timeout = _LIST_OPENS if arguments["timeout"] is None else arguments["timeout"]
    for _ in until(context, timeout):
        settle.wait(context)
        look = Look(context)
        found = _options(look.find(option), step)
        if len(found) == 1:
            screen.click(found[0].rect.middle)
            return
    if found:
        raise SeveralFound(
            "target-ambiguous",
            f"the option {shown(option, context.mask)} is on the screen {len(found)} times",
        )
    raise TargetMissing(
        "target-missing", f"the list has no option {shown(option, context.mask)}; {look.seen()}"
    )


def _options(found: list[Found], step: Step) -> list[Found]:
    """The options among what was found: a closed list shows the chosen one itself, which is not meant."""
    area = step.area
    outside = [each for each in found if area is None or not area.holds(each.rect.middle)]
    return outside or found


def _go_back(context: Context, step: Step, arguments: Arguments) -> None:
    if sys.platform == "darwin":
        press(context.screen, "[", "left_super")
    else:
        press(context.screen, "left", "left_alt")


_BUTTON_KEYS = {"enter": "return", "menu": "menu", "volume_up": "volume_up", "volume_down": "volume_down"}


def _system_button(context: Context, step: Step, arguments: Arguments) -> None:
    button = arguments["button"]
    if button == "back":
        _go_back(context, step, arguments)
    elif button in _BUTTON_KEYS:
        press(context.screen, _BUTTON_KEYS[button])
    else:
        raise Fault(
            "no-such-button",
            f"a {context.screen.name} screen has no `{button}` button: that is a phone's",
            f"here there are: back, {', '.join(_BUTTON_KEYS)}",
        )


STEPS = {
    "LAUNCH": Behaviour(_launch, effect=True),
    "SCREENSHOT": Behaviour(_screenshot),
    "WINDOW": Behaviour(_window, effect=True),
    "SELECT": Behaviour(_select, effect=True),
    "GO_BACK": Behaviour(_go_back, effect=True),
    "SYSTEM_BUTTON": Behaviour(_system_button, effect=True),
}
