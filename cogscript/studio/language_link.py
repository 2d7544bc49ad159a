"""A page's line to the language server: a process of its own, so that a page never waits for a large file."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from typing import TYPE_CHECKING

from websockets.exceptions import ConnectionClosed

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection

_LARGEST = 256 * 1024 * 1024
"""Bytes of one message."""


async def serve_language(connection: ServerConnection) -> None:
    """Pass messages on in both directions until one side ends."""
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "cogscript", "lsp", "--stdio",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    assert server.stdin is not None
    assert server.stdout is not None
    sending = asyncio.create_task(_to_page(server.stdout, connection))
    try:
        async for message in connection:
            body = message.encode() if isinstance(message, str) else message
            server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            await server.stdin.drain()
    except (ConnectionClosed, ConnectionError):
        pass
    finally:
        sending.cancel()
        with contextlib.suppress(ProcessLookupError):
            server.terminate()
        await server.wait()


async def _to_page(answers: asyncio.StreamReader, connection: ServerConnection) -> None:
    with contextlib.suppress(asyncio.IncompleteReadError, ConnectionClosed):
        while True:
            length = 0
            while line := (await answers.readuntil(b"\r\n")).strip():
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = min(int(value), _LARGEST)
            await connection.send((await answers.readexactly(length)).decode())
    with contextlib.suppress(ConnectionClosed):
        await connection.close(1011, "the language server has ended")
