"""A real MCP client for the tests: of the official SDK, in memory, over stdio or over HTTP."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import io
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import mcp.types as types
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from PIL import Image

from cogscript.runtime.options import Options
from cogscript.serving.computer_use.tools import COMPUTER_USE_INSTRUCTIONS, COMPUTER_USE_TOOLS
from cogscript.serving.desk import Desk
from cogscript.serving.own_tools import INSTRUCTIONS, OWN_TOOLS
from cogscript.serving.tool_server import ToolServer
from cogscript.settings import Settings

ROOT = Path(__file__).parents[2]


class Reply(NamedTuple):
    text: str
    picture: Image.Image | None
    is_error: bool


class Calls:
    """Calls of one client, and what its person was asked."""

    def __init__(self, client: Client, asked: list[str]) -> None:
        self.client = client
        self.asked = asked
        self.called: set[str] = set()

    async def __call__(self, name: str, /, **arguments: Any) -> Reply:
        self.called.add(name)
        result = await self.client.call_tool(name, arguments)
        texts = [each.text for each in result.content if each.type == "text"]
        pictures = [each.data for each in result.content if each.type == "image"]
        picture = Image.open(io.BytesIO(base64.b64decode(pictures[0]))) if pictures else None
        return Reply("\n".join(texts), picture, bool(result.is_error))

    async def ok(self, name: str, /, **arguments: Any) -> Reply:
        reply = await self(name, **arguments)
        assert not reply.is_error, f"{name}({arguments}): {reply.text}"
        return reply


def answering(says: Callable[[str], bool], asked: list[str]) -> Any:
    async def elicit(_: object, params: types.ElicitRequestParams) -> types.ElicitResult:
        asked.append(params.message)
        return types.ElicitResult(
            action="accept" if says(params.message) else "decline", content={"allow": True}
        )

    return elicit


@contextlib.asynccontextmanager
async def connected(
    server: Any, says: Callable[[str], bool] | None = lambda _: True, mode: str = "auto"
) -> Any:
    """A client whose person says so; None for a client that cannot ask."""
    asked: list[str] = []
    callback = None if says is None else answering(says, asked)
    async with Client(server, mode=mode, elicitation_callback=callback) as client:
        yield Calls(client, asked)


@contextlib.asynccontextmanager
async def served(
    screen: Any,
    folder: Path,
    *,
    tools: str = "default",
    says: Any = lambda _: True,
    mode: str = "auto",
    **options: Any,
) -> Any:
    """A server in this process, on a screen that is open."""
    own = tools == "default"
    given = Options(screen=screen, settings=Settings(), runs=folder / "runs", **options)
    desk = Desk(given, folder)
    made = OWN_TOOLS if own else COMPUTER_USE_TOOLS
    server = ToolServer(desk, made, INSTRUCTIONS if own else COMPUTER_USE_INSTRUCTIONS).build()
    try:
        async with connected(server, says, mode) as calls:
            calls.desk = desk
            yield calls
    finally:
        await asyncio.get_running_loop().run_in_executor(None, desk.close)


def environment(folder: Path, display: Mapping[str, str] | None = None) -> dict[str, str]:
    """A server's: nobody's desktop, unless one is given."""
    shown = {"DISPLAY": ""} if display is None else dict(display)
    return {**os.environ, **shown, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(folder / "state")}


def over_stdio(
    folder: Path, *words: str, screen: str = "virtual", display: Mapping[str, str] | None = None
) -> StdioServerParameters:
    command = ["-m", "cogscript", "mcp", "--screen", screen, "--folder", str(folder), *words]
    return StdioServerParameters(
        command=sys.executable, args=command, env=environment(folder, display), cwd=str(folder)
    )


class HttpServer:
    """`cog mcp --http` in a process of its own."""

    def __init__(
        self,
        folder: Path,
        port: int,
        *words: str,
        screen: str = "virtual",
        display: Mapping[str, str] | None = None,
    ) -> None:
        self.url = f"http://127.0.0.1:{port}/mcp"
        self.token = "a token for the tests"
        command = [sys.executable, "-m", "cogscript", "mcp", "--screen", screen, "--folder", str(folder)]
        self.process = subprocess.Popen(
            [*command, "--http", f"127.0.0.1:{port}", "--token", self.token, *words],
            env=environment(folder, display), cwd=folder, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stderr is not None
        assert self.process.stderr.readline().strip() == self.url
        self._await_port(port)

    def _await_port(self, port: int) -> None:
        import socket

        end = time.monotonic() + 60
        while time.monotonic() < end:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                return
            time.sleep(0.05)
        raise AssertionError("the server never listened")

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(60)


def from_outside(screen: Any) -> Image.Image:
    """What a person sees on a screen: our notes and marks too."""
    import mss

    from cogscript.surfaces.x11.connection import display_environment

    size = screen.size
    with display_environment(screen.environment), mss.MSS(display=screen.environment["DISPLAY"]) as camera:
        shot = camera.grab({"left": 0, "top": 0, "width": size.width, "height": size.height})
    return Image.frombytes("RGB", shot.size, shot.raw, "raw", "BGRX")
