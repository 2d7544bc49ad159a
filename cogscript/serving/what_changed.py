"""What a call changed, in a few words: windows that came and went, and where the picture is another one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault, shown
from cogscript.surfaces.capabilities import Pixels, Window, Windows
from cogscript.surfaces.inventory import box_of

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.surfaces.protocol import Surface

_MOST = 4
"""Places that are listed."""


@dataclass(frozen=True, slots=True)
class SurfaceGlance:
    """A surface at one moment, as far as it costs next to nothing."""

    picture: Image | None
    windows: dict[int | str, Window]

    @classmethod
    def of(cls, surface: Surface) -> SurfaceGlance:
        # The host tells them also where the surface is a window that has gone meanwhile.
        pixels, windows = surface.capability(Pixels), surface.host.capability(Windows)
        listed = {each.handle: each for each in windows.windows()} if windows is not None else {}
        try:
            return cls(pixels.capture() if pixels is not None else None, listed)
        except Fault:  # its window has gone, and is not listed any more
            return cls(None, listed)


def changed(before: SurfaceGlance, after: SurfaceGlance, surface: Surface) -> list[str]:
    said = [
        f"opened: {shown(now.title)}" for handle, now in after.windows.items() if handle not in before.windows
    ]
    said += [
        f"closed: {shown(was.title)}" for handle, was in before.windows.items() if handle not in after.windows
    ]
    for handle, now in after.windows.items():
        was = before.windows.get(handle)
        if was is not None and was.title != now.title:
            said.append(f"{shown(was.title)} is now called {shown(now.title)}")
    front = next((each for each in after.windows.values() if each.active), None)
    if front is not None and not (was := before.windows.get(front.handle), was and was.active)[1]:
        said.append(f"in front: {shown(front.title)}")
    return said + _places(before.picture, after.picture, surface)


def _places(before: Image | None, after: Image | None, surface: Surface) -> list[str]:
    if before is None or after is None or before.size != after.size:
        return []
    from cogscript.reading.changes import changes

    found = sorted(changes(before, after), key=lambda rect: -rect.width * rect.height)
    if not found:
        return ["the picture has not changed"]
    boxes = ", ".join(str(box_of(rect, surface)) for rect in found[:_MOST])
    more = f" and {len(found) - _MOST} more places" if len(found) > _MOST else ""
    return [f"the picture changed at {boxes}{more}"]
