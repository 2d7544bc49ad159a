"""Keys pressed together and let go again, and the keys that stand for a device's buttons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.capabilities import Keys

BUTTON_KEYS = {"enter": "return", "menu": "menu", "volume_up": "volume_up", "volume_down": "volume_down"}
"""The buttons of a device that a keyboard has, too."""


@contextmanager
def held(keyboard: Keys, keys: Sequence[str]) -> Iterator[None]:
    """Keys held down meanwhile, and up again whatever happens."""
    pressed: list[str] = []
    try:
        for key in keys:
            pressed.append(key)
            keyboard.key_down(key)
        yield
    finally:
        for key in reversed(pressed):
            keyboard.key_up(key)


def press(keyboard: Keys, *keys: str) -> None:
    """Press keys together, the last one last, and let them go."""
    keyboard.press_together(*keys)


def press_as_button(keyboard: Keys, button: str, where: str) -> None:
    """Press the key that stands for a device's button; a Fault where no key does."""
    if button not in BUTTON_KEYS:
        raise Fault(
            "no-such-button",
            f"there is no `{button}` button on {where}: that is a phone's",
            f"here there are: back, {', '.join(BUTTON_KEYS)}",
        )
    press(keyboard, BUTTON_KEYS[button])
