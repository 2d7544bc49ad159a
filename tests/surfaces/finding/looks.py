"""Looks for tests without a screen: what programs tell, or a picture and the texts that are read in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from PIL import Image

from cogscript.language.model.box import Rect
from cogscript.reading.lines import Line
from cogscript.surfaces.elements import Element, Snapshot

ON = frozenset({"enabled"})


def thing(role: str, name: str, left: int, top: int, width: int = 80, height: int = 24, **more) -> Element:
    more.setdefault("states", ON)
    return Element(role, name, Rect(left, top, left + width, top + height), **more)


@dataclass
class Told:
    """One observation, of which everything is known beforehand."""

    told: list[Element] = field(default_factory=list)
    picture: Image.Image | None = None
    texts: tuple[Line, ...] = ()
    controls: tuple = ()
    surface = None
    everything = None

    @property
    def elements(self) -> Snapshot:
        return Snapshot(self.told)

    def of_id(self, id):
        return ()

    def areas(self, area=None):
        return [area]

    def lines(self, area=None):
        return [each for each in self.texts if area is None or area.holds(each.rect.middle)]
