"""When a page is ready for the next step: loaded, and still."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from cogscript.language.model.box import Size
from cogscript.surfaces.browser.browser_faults import has_left
from cogscript.surfaces.browser.page_questions import IN_VIEW
from cogscript.surfaces.browser.tabs import PageSeen
from cogscript.surfaces.protocol import READY_LIMIT

if TYPE_CHECKING:
    from cogscript.surfaces.browser.page_questions import PageQuestions
    from cogscript.surfaces.browser.tabs import Tab

_GLANCE = 0.01
_STILL = 1.0
"""Seconds for a page to come to rest: a film never does, and must not hold the run up."""
_INNER_COMES, _INNER_HOLDS = 0.03, 0.05
"""Seconds that the frames in a page may answer after it, and for which what they told before it counts."""
_QUIET, _QUIET_AFTER_SCROLL = 1, 6
"""Drawn frames on end without a change that count as still."""


class PageReadiness:
    """What is waited for in one tab."""

    def __init__(self, tab: Tab, questions: PageQuestions) -> None:
        self._tab = tab
        self._questions = questions

    async def wait(self, limit: float, *, pointing: bool, scrolled: bool) -> None:
        tab = self._tab
        quiet = 0 if not pointing else _QUIET_AFTER_SCROLL if scrolled else _QUIET
        try:
            await self._ready(limit, quiet)
            if tab.leaving or tab.awaits_answers:  # what the last step set going shows only now
                await self._ready(limit, quiet)
        except Exception as error:
            if not has_left(error):
                raise

    async def _ready(self, limit: float, quiet: int) -> None:
        """No other page is on its way, this one is complete and still, its scripts have their answers."""
        tab = self._tab
        end = time.monotonic() + READY_LIMIT
        while time.monotonic() < end and tab.dialog is None:
            if not tab.leaving and not tab.awaits_answers:
                if not quiet and tab.completed == tab.visits:
                    return
                wanted = IN_VIEW if quiet else None
                asks_inner = quiet and not self._questions.knows_frames(tab)
                inner = _Inner(self._questions, tab) if asks_inner else None
                told = await self._unless_asked(
                    tab.ask("ready(...a)", [min(limit, _STILL) * 1000, quiet, tab.may_be_coming, wanted])
                )
                if told is not None:
                    title, width, height, seen, inner_said = told
                    tab.note_title(title)
                    tab.view = Size(width, height)
                    taken = await inner.taken() if inner is not None else None
                    by_page = self._questions.told_by_page(tab, inner_said)
                    told_inner = taken if by_page is None else by_page
                    tab.seen = PageSeen(time.monotonic(), seen, told_inner) if seen is not None else None
                    tab.completed = tab.visits
                    return
                if inner is not None:
                    inner.give_up()
            await asyncio.sleep(_GLANCE)

    async def _unless_asked(self, work: Coroutine[Any, Any, Any]) -> Any:
        """An answer of the page, or nothing when a dialog blocks it meanwhile."""
        tab = self._tab
        asking = asyncio.ensure_future(work)
        asked = asyncio.ensure_future(tab.asked.wait())
        await asyncio.wait({asking, asked}, return_when=asyncio.FIRST_COMPLETED)
        asked.cancel()
        if asking.done():
            return asking.result()
        asking.cancel()
        return None


class _Inner:
    """The frames in a page, asked what they show while the page itself comes to rest."""

    def __init__(self, questions: PageQuestions, tab: Tab) -> None:
        self._task = asyncio.ensure_future(self._ask(questions, tab))

    async def _ask(self, questions: PageQuestions, tab: Tab) -> tuple[float, Any]:
        told = await questions.drawn_in_frames(tab)
        return time.monotonic(), told

    async def taken(self) -> Any:
        """What they told, if that is of this moment; else None, and they are asked anew."""
        await asyncio.wait({self._task}, timeout=_INNER_COMES)
        if not self._task.done() or self._task.exception() is not None:
            self.give_up()
            return None
        at, told = self._task.result()
        return told if time.monotonic() - at < _INNER_HOLDS else None

    def give_up(self) -> None:
        self._task.cancel()
