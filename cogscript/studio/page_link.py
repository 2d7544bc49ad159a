"""One page's line to the studio: its requests with their answers, and what it is told unasked."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from typing import TYPE_CHECKING, Any

from websockets.exceptions import ConnectionClosed

from cogscript.language.model.diagnostic import CogError, Fault
from cogscript.studio.requests import REQUESTS
from cogscript.studio.workspace import Changed

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection

    from cogscript.studio.studio import Studio

_PATIENCE = 2.0
"""Seconds after which a page that has not drawn its picture no longer holds up the others."""


class PageLink:
    def __init__(self, connection: ServerConnection, studio: Studio) -> None:
        self._connection = connection
        self._studio = studio
        self._tasks: set[asyncio.Task[None]] = set()
        self._sent = 0.0
        """When the picture was sent that the page has not drawn yet."""
        self.open: dict[str, str] = {}
        """The files that the page has open, each with the stamp of the text it knows."""
        self.watches = False

    async def serve(self) -> None:
        self._studio.join(self)
        try:
            async for message in self._connection:
                request = json.loads(message)
                if request.get("do") == "drawn":
                    self._sent = 0.0
                    continue
                self._begin(self._answer(request))
        except (ConnectionClosed, ValueError):
            pass
        finally:
            self._studio.leave(self)
            for task in self._tasks:
                task.cancel()

    def _begin(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, request: dict[str, Any]) -> None:
        reply: dict[str, Any] = {"id": request.get("id")}
        try:
            act = REQUESTS.get(str(request.get("do")))
            if act is None:
                raise Fault("request", f"the studio knows no `{request.get('do')}`")
            reply["ok"] = await act(self._studio, self, request)
        except Changed as changed:
            now = changed.now
            reply["error"] = {
                "code": "changed",
                "message": changed.reason,
                "text": now.text,
                "stamp": now.stamp,
            }
        except Fault as fault:
            reply["error"] = {"code": fault.code, "message": fault.reason, "advice": fault.advice}
        except CogError as error:
            first = error.diagnostics[0]
            reply["error"] = {"code": first.code, "message": first.message, "advice": first.advice}
        except (KeyError, TypeError, ValueError) as error:
            said = f"the request is incomplete: {type(error).__name__} {error}"
            reply["error"] = {"code": "request", "message": said}
        await self._send(json.dumps(reply))

    async def _send(self, message: str | bytes) -> None:
        with contextlib.suppress(ConnectionClosed):
            await self._connection.send(message)

    # --- unasked ----------------------------------------------------------------------------------

    def tell(self, event: dict[str, Any]) -> None:
        self._begin(self._send(json.dumps(event)))

    @property
    def awaits_picture(self) -> bool:
        return not self._sent or time.monotonic() - self._sent > _PATIENCE

    def show(self, frame: bytes) -> None:
        self._sent = time.monotonic()
        self._begin(self._send(frame))
