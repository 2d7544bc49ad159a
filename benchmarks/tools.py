"""What serving costs: an MCP call against the same operation by a Session, and the tokens it takes.

python benchmarks/tools.py
"""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from mcp.client import Client

from cogscript.runtime.options import Options
from cogscript.runtime.session import Session
from cogscript.serving.computer_use.tools import COMPUTER_USE_TOOLS
from cogscript.serving.desk import Desk
from cogscript.serving.own_tools import INSTRUCTIONS, OWN_TOOLS
from cogscript.serving.served_tools import ServedTool
from cogscript.serving.tool_server import ToolServer
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from cogscript.surfaces.capabilities import Programs
from cogscript.surfaces.look import Look
from cogscript.surfaces.protocol import Surface

ROUNDS = 30
OPERATION = "CLICK(box=[[500,600]])"


def tokens(text: str) -> int:
    """Four bytes a token."""
    return len(text.encode()) // 4


def definitions(tools: Sequence[ServedTool]) -> str:
    return json.dumps(
        [{"name": each.name, "description": each.doc, "inputSchema": each.schema} for each in tools]
    )


def main() -> None:
    screen = open_surface("virtual", settings=Settings())
    folder = Path(tempfile.mkdtemp())
    try:
        screen.need(Programs).launch_app(
            "zenity", 20, ["--forms", "--title=Form", "--add-entry=Name", "--add-entry=Town"]
        )
        looks = []
        for _ in range(ROUNDS):
            began = time.perf_counter()
            count = len(Look(screen).elements.elements)
            looks.append(time.perf_counter() - began)
        alone = by_session(screen, folder)
        served, answer = asyncio.run(by_client(screen, folder))
    finally:
        screen.close()
    small = tokens(definitions(OWN_TOOLS) + INSTRUCTIONS)
    print(f"look at a GTK dialog of {count} elements: {statistics.median(looks) * 1000:.0f} ms")
    print(f"{OPERATION} by a Session, settled: {alone * 1000:.0f} ms; through MCP: {served * 1000:.0f} ms")
    print(f"an MCP call costs {(served - alone) * 1000:.1f} ms more")
    print(f"definitions of the small set, with its instructions: {small} tokens")
    print(f"definitions of the 38: {tokens(definitions(COMPUTER_USE_TOOLS))} tokens")
    print(f"the answer to a click: {tokens(answer)} tokens")


def by_session(screen: Surface, folder: Path) -> float:
    with Session(screen=screen, settings=Settings(), runs=folder, ignore_mouse=True) as session:
        taken = []
        for _ in range(ROUNDS):
            began = time.perf_counter()
            session.perform(OPERATION)
            session.state.surface.settle(1.0)
            taken.append(time.perf_counter() - began)
    return statistics.median(taken)


async def by_client(screen: Surface, folder: Path) -> tuple[float, str]:
    options = Options(
        screen=screen, settings=Settings(), runs=folder, ignore_mouse=True, allow_apps=["zenity"]
    )
    desk = Desk(options, folder)
    taken, answer = [], ""
    try:
        async with Client(ToolServer(desk, OWN_TOOLS, INSTRUCTIONS).build()) as client:
            for _ in range(ROUNDS):
                began = time.perf_counter()
                result = await client.call_tool("do", {"operations": OPERATION})
                taken.append(time.perf_counter() - began)
                answer = "".join(each.text for each in result.content if each.type == "text")
    finally:
        await asyncio.get_running_loop().run_in_executor(None, desk.close)
    return statistics.median(taken), answer


if __name__ == "__main__":
    main()
