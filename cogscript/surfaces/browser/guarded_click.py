"""A click that only one element of a page takes.

Between a look and a click a page may put something in its way, or move everything down by a line. The page
itself sees who would get the click, and holds it back.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from cogscript.surfaces.browser.browser_faults import has_left
from cogscript.surfaces.browser.page_scripts import HOME

if TYPE_CHECKING:
    from playwright.async_api import Frame

    from cogscript.surfaces.browser.page_questions import PageHandle

_ANYTHING = 0
"""In the frames around the element's own nothing takes the click: what does lies over its frame."""


async def only_for(handle: PageHandle, click: Coroutine[Any, Any, None]) -> str | None:
    """Do the click. The name of what would have taken it in the element's place; empty where the element
    itself has gone; None when it was taken as it should."""
    frame: Frame | None = handle.place.frame
    awaiting: list[tuple[Frame, int]] = []
    while frame is not None:
        awaiting.append((frame, _ANYTHING if awaiting else handle.number))
        frame = frame.parent_frame
    try:
        await asyncio.gather(*(handle.tab.ask("awaitClick(a)", number, each) for each, number in awaiting))
    except Exception as error:
        click.close()
        if not has_left(error):
            raise
        return ""
    await click
    for each, _ in awaiting:
        with contextlib.suppress(Exception):  # the click led elsewhere, or to the end of the page
            over = await each.evaluate(f"() => {HOME}?.heldBack() ?? null")
            if over is not None:
                return str(over)
    return None
