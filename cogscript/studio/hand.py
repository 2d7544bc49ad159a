"""The person's hand on a private screen: the page's pointer and keys, and what is there when it points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from cogscript.language.model import keys
from cogscript.language.model.box import Point
from cogscript.language.model.diagnostic import Fault
from cogscript.language.write.formatter import format_value
from cogscript.settings import Settings
from cogscript.surfaces.capabilities import Button, Direction, Keys, Pointer, TextEntry, Windows
from cogscript.surfaces.inventory import ListedElement, box_of
from cogscript.surfaces.key_presses import held
from cogscript.surfaces.look import Look
from cogscript.surfaces.protocol import Surface
from cogscript.surfaces.views import WindowView, matching

_BUTTONS: tuple[Button, ...] = ("left", "middle", "right")
"""As a browser counts them."""
_SHIFTS = frozenset({"left_shift", "right_shift"})
_NOTCHES = 10
"""Of the wheel, at most at once."""


def open_private(environment: Mapping[str, str], settings: Settings) -> Surface:
    """Another connection to a private screen that somebody else has opened."""
    from cogscript.surfaces.x11.persons_desktop import Direct
    from cogscript.surfaces.x11.surface import X11Surface

    return X11Surface("virtual", dict(environment), Direct(environment), settings)


class Hand:
    """Not for several threads at once: its connection is one."""

    def __init__(self, surface: Surface) -> None:
        self.surface = surface
        self._down: set[str] = set()

    def close(self) -> None:
        self.surface.close()

    # --- pointer and keys ---------------------------------------------------------------------------

    def act(self, kind: str, values: Mapping[str, Any]) -> None:
        """Do what was done on the page."""
        acts = {
            "move": self._move, "press": self._press, "release": self._release, "wheel": self._wheel,
            "key-down": self._key_down, "key-up": self._key_up, "text": self._text, "let-go": self._let_go,
        }  # fmt: skip
        if kind not in acts:
            raise Fault("request", f"there is no `{kind}`")
        acts[kind](values)

    def _place(self, values: Mapping[str, Any]) -> Point:
        """A pixel of the screen; a corner stops every run there is, so the pointer stays beside it."""
        width, height = self.surface.size
        x = min(max(int(values["x"]), 0), width - 1)
        y = min(max(int(values["y"]), 0), height - 1)
        if x in (0, width - 1) and y in (0, height - 1):
            x = 1 if x == 0 else width - 2
        return Point(x, y)

    def _move(self, values: Mapping[str, Any]) -> None:
        self.surface.need(Pointer).move(self._place(values))

    def _press(self, values: Mapping[str, Any]) -> None:
        self._move(values)
        self.surface.need(Pointer).press(_BUTTONS[int(values.get("button", 0)) % 3])

    def _release(self, values: Mapping[str, Any]) -> None:
        self._move(values)
        self.surface.need(Pointer).release(_BUTTONS[int(values.get("button", 0)) % 3])

    def _wheel(self, values: Mapping[str, Any]) -> None:
        self._move(values)
        notches = min(abs(int(values.get("notches", 1))), _NOTCHES)
        self.surface.need(Pointer).scroll(cast("Direction", str(values["direction"])), notches)

    def _key_down(self, values: Mapping[str, Any]) -> None:
        key = _key(str(values["key"]), str(values.get("code") or ""))
        if key is None:
            self._text({"text": values["key"]})
            return
        board = self.surface.need(Keys)
        name = str(values["key"])
        # A capital without Shift: from Caps Lock, or from a keyboard on a screen.
        if len(name) == 1 and name.isupper() and not self._down & _SHIFTS:
            with held(board, ["left_shift"]):
                board.key_down(key)
                board.key_up(key)
            return
        self._down.add(key)
        board.key_down(key)

    def _key_up(self, values: Mapping[str, Any]) -> None:
        key = _key(str(values["key"]), str(values.get("code") or ""))
        if key in self._down:
            self._down.discard(key)
            self.surface.need(Keys).key_up(key)

    def _text(self, values: Mapping[str, Any]) -> None:
        """What no key of the screen's layout gives: from an input method, or pasted."""
        text = str(values["text"])
        if (text and not text.isspace()) or text in (" ", "\n"):
            self.surface.need(TextEntry).type_text(text, "keys")

    def _let_go(self, _: Mapping[str, Any]) -> None:
        self._down.clear()
        self.surface.release_all()

    # --- pointing -------------------------------------------------------------------------------------

    def frame(self, window: str, app: str) -> list[int]:
        """The part of the screen that lines inside IN(window=…, app=…) are about; all of it without one."""
        return list(self._view(window, app).frame)

    def _view(self, window: str, app: str) -> Surface:
        if not (window or app):
            return self.surface
        found = matching(self.surface.need(Windows).windows(), window or None, app or None)
        if len(found) != 1:
            said = "there is no such window" if not found else f"there are {len(found)} such windows"
            named = " ".join(f"{name}={format_value(value)}" for name, value in
                             (("window", window), ("app", app)) if value)  # fmt: skip
            raise Fault("target-missing", f"{said} on the screen now: {named}")
        return WindowView(self.surface, found[0])

    def named(self, x: int, y: int, window: str, app: str) -> dict[str, Any]:
        """What stands at a pixel, as arguments of a line: what the program says of it, else its text."""
        view = self._view(window, app)
        point = Point(x, y)
        service = self.surface.elements
        element = service.at(point) if service is not None else None
        if element is not None:
            listed = ListedElement(1, element, box_of(element.rect, view))
            return {**listed.to_json(), "arguments": str(listed)}
        look = Look(self.surface)
        for line in look.lines():
            if line.rect.holds(point):
                box = box_of(line.rect, view)
                given = f"element_info={format_value(line.text)}, box={box}"
                return {"element_type": "", "element_info": line.text, "id": "", "box": [list(box)],
                        "rect": list(line.rect), "window": "", "arguments": given}  # fmt: skip
        raise Fault("nothing-there", f"nothing is known to stand at {x},{y}: drag a box around it")


_CODES = {
    "ShiftLeft": "left_shift", "ShiftRight": "right_shift", "ControlLeft": "left_ctrl",
    "ControlRight": "right_ctrl", "AltLeft": "left_alt", "AltRight": "right_alt", "MetaLeft": "left_super",
    "MetaRight": "right_super", "OSLeft": "left_super", "OSRight": "right_super",
}  # fmt: skip
"""Keys that a browser tells apart only by their place."""


def _key(name: str, code: str) -> str | None:
    """The canonical key that a browser's key means; None for a character that no key is called by."""
    if code in _CODES and name in ("Shift", "Control", "Alt", "Meta", "OS"):
        return _CODES[code]
    if name == " ":
        return keys.canonical("Space")
    return keys.canonical(name)
