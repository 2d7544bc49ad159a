"""Pictures of forms in real programs, and what the programs themselves said of their controls."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from cogscript.language.model.box import Rect
from cogscript.reading.controls import Control
from cogscript.reading.ink import ink_of

PICTURES = Path(__file__).with_name("pictures")
NAMES = sorted(path.stem for path in PICTURES.glob("*.json"))
KINDS = {
    "field": {"text field", "combo box"},
    "combo": {"text field", "combo box"},
    "check": {"checkbox"},
    "radio": {"radio button"},
    "button": {"button"},
}


class Told(NamedTuple):
    """A control as its program describes it."""

    kind: str
    rect: Rect
    text: str
    enabled: bool

    def is_seen(self, found: list[Control]) -> bool:
        return any(self.is_at(each) for each in found)

    def is_at(self, found: Control) -> bool:
        """Whether something found is this one: inside it, and most of it; of a mark, the beginning."""
        if found.kind not in KINDS[self.kind] or not self.rect.holds(found.rect.middle):
            return False
        if self.kind in ("check", "radio"):
            return found.rect.right <= self.rect.left + max(32, 1.6 * self.rect.height)
        common = found.rect.overlap(self.rect)
        return common.width * common.height > 0.4 * self.rect.width * self.rect.height


class Form(NamedTuple):
    picture: Image.Image
    told: list[Told]

    def of_kind(self, *kinds: str) -> list[Told]:
        return [each for each in self.told if each.kind in kinds]


def form(name: str) -> Form:
    told = json.loads((PICTURES / f"{name}.json").read_text(encoding="utf-8"))
    return Form(
        Image.open(PICTURES / f"{name}.png").convert("RGB"),
        [Told(each["kind"], Rect(*each["rect"]), each["text"], each["enabled"]) for each in told],
    )


def texts_of(shown: Form) -> dict[str, Rect]:
    """Where the texts of labels and of check boxes stand, as a reader would say."""
    pixels = np.asarray(shown.picture)
    found = {}
    for each in shown.of_kind("label", "check", "radio"):
        rect = each.rect
        if each.kind != "label":
            rect = Rect(rect.left + 24, *rect[1:])
        if rect.width > 16 and (ink := ink_of(pixels, rect)):
            found[each.text] = ink.rect
    return found
