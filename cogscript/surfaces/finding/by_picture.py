"""By a picture of it: an icon that no program names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cogscript.language.model.box import Rect
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.finding.wanted import Candidate, Sight

if TYPE_CHECKING:
    from pathlib import Path

    from PIL.Image import Image

    from cogscript.reading.likeness import Likeness

NAME = "picture"
_ALIKE = 0.82
"""From here on a place shows the picture: a button looks a little otherwise when the pointer is on it. Other
icons of one theme stay below 0.8."""
_SURELY = 0.9
_CLEARLY, _BY_FAR = 0.1, 0.4
"""How much less alike the next place must be where the size is another: a large cross is another button. Much
less, where the place itself is not surely alike."""
_DRAWN_ALIKE, _ALONE = 0.77, 0.6
"""The same of what is drawn in the picture, without its ground: others reach 0.7 so far from the next."""
_ENOUGH = 20
"""Places of one size that are told apart."""


def find(look: Sight, picture: Path, scale: float | None = None) -> list[Candidate]:
    """The places that show it; at another size than its own only one that nothing comes near, as a guess.

    `scale` is how much larger everything is now, where that is known.
    """
    from cogscript.reading.likeness import SCALES, find_like

    icon = _opened(picture)
    for area in look.areas():
        for each in (1.0, scale):
            if each is not None and (found := _of_size(look, icon, area, each)):
                return found
    for area in look.areas():
        if found := _without_its_ground(look, icon, area):
            return found
    best = [
        place
        for area in look.areas()
        for place in find_like(look.picture, icon, area=area, scales=SCALES, most=2)
    ]
    best.sort(key=lambda place: -place.score)
    if not best or best[0].score < _ALIKE:
        return []
    needed = _CLEARLY if best[0].score >= _SURELY else _BY_FAR
    if len(best) > 1 and best[0].score - best[1].score < needed:
        return []
    return [_candidate(best[0], guess=True)]


def _of_size(look: Sight, icon: Image, area: Rect | None, scale: float) -> list[Candidate]:
    from cogscript.reading.likeness import find_like

    found = find_like(look.picture, icon, area=area, scales=(scale,), most=_ENOUGH)
    alike = [place for place in found if place.score >= _ALIKE]
    sure = [place for place in alike if place.unmistakable]
    return [_candidate(place) for place in sure or _close_to_best(alike)]


def _without_its_ground(look: Sight, icon: Image, area: Rect | None) -> list[Candidate]:
    """The only place that has what is drawn in the picture: the pointer puts a frame around a button."""
    from cogscript.reading.likeness import drawn_part, find_like

    drawn = drawn_part(icon)
    if drawn is None:
        return []
    inner = icon.crop((drawn.left, drawn.top, drawn.right, drawn.bottom))
    found = find_like(look.picture, inner, area=area, scales=(1.0,), most=1)
    return [_candidate(place) for place in found if place.score >= _DRAWN_ALIKE and place.margin >= _ALONE]


def _close_to_best(places: Sequence[Likeness]) -> list[Likeness]:
    """All that may be meant: the same icon in several rows."""
    return [place for place in places if places[0].score - place.score < _CLEARLY]


def _candidate(place: Likeness, *, guess: bool = False) -> Candidate:
    facts = [("picture", f"{place.score:.2f} alike")]
    if guess:
        facts.append(("size", f"{place.scale:.2f} times"))
    return Candidate(place.rect, "", "picture", NAME, tuple(facts), guess=guess)


def _opened(path: Path) -> Image:
    from PIL import Image

    try:
        with Image.open(path) as picture:
            return picture.convert("RGB")
    except OSError as error:
        raise Fault(
            "picture-unreadable",
            f"the picture {path.name} cannot be read: {error}",
            "record the step again, or name another file in picture=",
        ) from error
