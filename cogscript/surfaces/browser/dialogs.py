"""A page's own dialog (alert, confirm, prompt, "leave this page?") as something to look at and to click.

Browsers draw them outside of the page, and where no window is shown they draw nothing. Here one is a panel
over the page, in the pictures and among the elements: a workflow answers it as a person would, by its
buttons, its field and the keys Return and Esc.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cogscript.language.model.box import Point, Rect, Size
from cogscript.surfaces.elements import Element

if TYPE_CHECKING:
    from PIL.Image import Image

_WIDTH, _LINE, _MARGIN = 420, 22, 16
_BUTTON = (96, 32)
_CHARACTERS = 52
"""How many of a message's characters go on a line."""

_BUTTONS: dict[str, tuple[str, ...]] = {
    "alert": ("OK",),
    "confirm": ("Cancel", "OK"),
    "prompt": ("Cancel", "OK"),
    "beforeunload": ("Stay", "Leave"),
}
"""From left to right; the last one accepts."""
_ASKS = "Leave this page? Changes that you made may not be saved."


@dataclass(slots=True)
class PageDialog:
    """One dialog that is open and blocks its page."""

    dialog: Any
    """Playwright's."""
    kind: str
    message: str
    entered: str = ""
    """What a prompt's field holds."""
    size: Size = field(default=Size(1280, 800))

    @property
    def title(self) -> str:
        return self.message or _ASKS

    @property
    def buttons(self) -> tuple[str, ...]:
        return _BUTTONS.get(self.kind, ("OK",))

    @property
    def _lines(self) -> list[str]:
        words: list[str] = []
        for line in self.title.splitlines() or [""]:
            words += [line[at : at + _CHARACTERS] for at in range(0, max(1, len(line)), _CHARACTERS)]
        return words[:12]

    @property
    def rect(self) -> Rect:
        height = 3 * _MARGIN + _LINE * len(self._lines) + _BUTTON[1]
        height += _LINE + _MARGIN if self.kind == "prompt" else 0
        left = max(0, (self.size.width - _WIDTH) // 2)
        return Rect(left, 40, left + _WIDTH, 40 + height)

    @property
    def field(self) -> Rect:
        top = self.rect.top + _MARGIN + _LINE * len(self._lines) + _MARGIN // 2
        return Rect(self.rect.left + _MARGIN, top, self.rect.right - _MARGIN, top + _LINE + 6)

    def button(self, name: str) -> Rect:
        place = self.buttons[::-1].index(name)
        right = self.rect.right - _MARGIN - place * (_BUTTON[0] + _MARGIN // 2)
        bottom = self.rect.bottom - _MARGIN
        return Rect(right - _BUTTON[0], bottom - _BUTTON[1], right, bottom)

    def button_at(self, point: Point) -> str | None:
        return next((name for name in self.buttons if self.button(name).holds(point)), None)

    def elements(self) -> list[Element]:
        on = frozenset({"enabled", "focusable"})
        panel = Element("dialog", self.title, self.rect, states=frozenset({"modal", "active"}))
        found = [panel]
        text = Rect(self.rect.left + _MARGIN, self.rect.top + _MARGIN, self.rect.right - _MARGIN,
                    self.rect.top + _MARGIN + _LINE * len(self._lines))  # fmt: skip
        found.append(Element("label", self.title, text, parent=0))
        if self.kind == "prompt":
            states = on | {"editable", "focused"}
            found.append(Element("text field", self.title, self.field, value=self.entered, states=states,
                                 parent=0, handle=self))  # fmt: skip
        found += [Element("button", name, self.button(name), states=on, parent=0) for name in self.buttons]
        return found

    def painted(self, picture: Image) -> Image:
        """The page's picture with the dialog over it."""
        from PIL import ImageDraw, ImageEnhance

        picture = ImageEnhance.Brightness(picture).enhance(0.7)
        pen = ImageDraw.Draw(picture)
        pen.rectangle(_corners(self.rect), fill="white", outline="#555555")
        for number, line in enumerate(self._lines):
            at = (self.rect.left + _MARGIN, self.rect.top + _MARGIN + number * _LINE)
            pen.text(at, line, fill="black", font=_font())
        if self.kind == "prompt":
            pen.rectangle(_corners(self.field), fill="white", outline="#1a73e8")
            pen.text((self.field.left + 6, self.field.top + 4), self.entered, fill="black", font=_font())
        for name in self.buttons:
            rect = self.button(name)
            accepts = name == self.buttons[-1]
            pen.rectangle(_corners(rect), fill="#1a73e8" if accepts else "#eeeeee")
            colour = "white" if accepts else "black"
            pen.text(rect.middle, name, fill=colour, font=_font(), anchor="mm")
        return picture


def _corners(rect: Rect) -> tuple[int, int, int, int]:
    return rect.left, rect.top, rect.right - 1, rect.bottom - 1


def _font() -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(15)
