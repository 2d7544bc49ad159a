"""`cog lsp`: the language server that editors start."""

from __future__ import annotations

import argparse
import sys

from cogscript.language.model.diagnostic import Fault


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--stdio", action="store_true", help="speak over standard input and output, as it always does"
    )


def main(arguments: argparse.Namespace) -> int:
    try:
        from cogscript.editor.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("pygls", "lsprotocol"):
            raise
        reason = "the language server needs pygls, which is not installed"
        raise Fault("not-installed", reason, "install it: `pip install 'cogscript[editor]'`") from error
    if sys.stdin.isatty():
        print("this is for an editor to start, and waits for one; end it with Ctrl-C", file=sys.stderr)
    serve()
    return 0
