"""Playwright behind a thread of its own: what it does can be waited for, given up, and called from anywhere.

Its blocking interface hears of a dialog, a new tab or a crash only while it is being asked something, and a
click that opens a dialog would never return. So its event loop runs in a thread, and every call has a limit.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.browser.browser_faults import fault_of

T = TypeVar("T")

ANSWER_LIMIT = 15.0
"""Seconds a page has to answer before it counts as hanging."""
_ONCE_MORE = 2.0
"""Seconds a page that hangs has for the next answer: nobody waits as long for it again."""


class BrowserLoop:
    """An event loop in a thread. It outlives nothing: `close` ends it."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(_ignore_what_was_given_up)
        self._hangs = False
        self._thread = threading.Thread(target=self._loop.run_forever, name="browser", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T], limit: float = ANSWER_LIMIT, what: str = "the page") -> T:
        """Wait for something to be done in the browser; a Fault when it fails or never ends."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        limit = min(limit, _ONCE_MORE) if self._hangs else limit
        try:
            answer = future.result(limit)
            self._hangs = False
            return answer
        except concurrent.futures.TimeoutError:
            future.cancel()
            self._hangs = True
            raise Fault(
                "page-hangs",
                f"{what} has not answered for {limit:g} s",
                "a script of the page may run without end: see the page itself in a browser",
            ) from None
        except Exception as error:
            raise fault_of(error) from error
        except BaseException:  # a person stops the run: what is under way is given up
            future.cancel()
            raise

    def call(self, what: Callable[[], None]) -> None:
        """Do something in the loop's thread, and do not wait for it."""
        self._loop.call_soon_threadsafe(what)

    async def _end(self) -> None:
        """Give up what is still under way: a task that is left behind would be complained of."""
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        self._loop.stop()

    def close(self) -> None:
        if self._loop.is_closed():
            return
        asyncio.run_coroutine_threadsafe(self._end(), self._loop)
        self._thread.join(5)
        if not self._thread.is_alive():
            self._loop.close()


def _ignore_what_was_given_up(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What was asked of a page that then closed fails later, when nobody waits for it any more."""
    if "never retrieved" not in str(context.get("message")):
        loop.default_exception_handler(context)
