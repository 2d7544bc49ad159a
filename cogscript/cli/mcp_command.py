"""`cog mcp`: let a model work on a screen, over the Model Context Protocol."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from cogscript.language.model.diagnostic import CogError, Diagnostic, Fault

_SETS = ("default", "computer-use")
PORT = 8765


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--tools",
        default="default",
        choices=_SETS,
        help="which tools: our own few, or the 38 of computer use",
    )
    add("--http", nargs="?", const=f"127.0.0.1:{PORT}", metavar="HOST:PORT",
        help="serve over HTTP instead of standard input and output")  # fmt: skip
    add("--token", default=os.environ.get("COGSCRIPT_MCP_TOKEN", ""), metavar="TEXT",
        help="what HTTP clients must know (default: COGSCRIPT_MCP_TOKEN, or a new one)")  # fmt: skip
    add("--screen", default="", metavar="NAME", help="desktop, virtual (a private one), or one of a package")
    add("--size", default="", metavar="WxH", help="the size of a private screen, like 1280x800")
    add("--monitor", type=int, default=1, metavar="N", help="which monitor (default: 1)")
    add(
        "--allow-app",
        action="append",
        default=[],
        metavar="NAME",
        help="let this program be used without asking",
    )
    add("--folder", default=".", metavar="FOLDER", help="where workflows are read and saved (default: here)")
    add("--ignore-mouse", action="store_true", help="go on when a person moves the pointer")


def main(arguments: argparse.Namespace) -> int:
    from cogscript.runtime.options import Options
    from cogscript.serving.desk import Desk
    from cogscript.serving.tool_server import ToolServer, need_mcp, serve_http, serve_stdio
    from cogscript.surfaces import surface_kind

    need_mcp()
    folder = Path(arguments.folder).expanduser().absolute()
    if not folder.is_dir():
        raise _wrong(f"there is no folder {folder}")
    try:
        if arguments.screen:
            surface_kind(arguments.screen)
    except Fault as fault:
        raise CogError([fault.diagnostic()]) from fault
    address = _address(arguments.http) if arguments.http else None
    options = Options(
        screen=arguments.screen,
        size=arguments.size,
        monitor=arguments.monitor,
        allow_apps=arguments.allow_app,
        ignore_mouse=arguments.ignore_mouse,
    )
    desk = Desk(options, folder)
    if arguments.tools == "default":
        from cogscript.serving.own_tools import INSTRUCTIONS, OWN_TOOLS

        server = ToolServer(desk, OWN_TOOLS, INSTRUCTIONS)
    else:
        from cogscript.serving.computer_use.tools import COMPUTER_USE_INSTRUCTIONS, COMPUTER_USE_TOOLS

        server = ToolServer(desk, COMPUTER_USE_TOOLS, COMPUTER_USE_INSTRUCTIONS)
    try:
        if address is None:
            if sys.stdin.isatty():
                print("cog mcp talks to a client over standard input; Ctrl+C ends it", file=sys.stderr)
            serve_stdio(server)
        else:
            serve_http(server, *address, arguments.token)
    finally:
        desk.close()
    return 0


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or not 0 < int(port) < 65536:
        raise _wrong(f"`--http {text}` is no address", f"write it like --http 127.0.0.1:{PORT}")
    return host or "127.0.0.1", int(port)


def _wrong(reason: str, advice: str = "see `cog mcp --help`") -> CogError:
    return CogError([Diagnostic("usage", reason, advice=advice)])
