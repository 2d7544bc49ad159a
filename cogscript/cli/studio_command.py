"""`cog studio [FOLDER]`: the page to edit, run, watch and record workflows."""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path

from cogscript.language.model.diagnostic import CogError, Diagnostic, Fault

_NEEDED = ("websockets", "pygls", "lsprotocol")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", nargs="?", default=".", metavar="FOLDER",
        help="the folder of workflows (default: here), a zip of `cog report --trace`, or a run's folder",
    )  # fmt: skip
    parser.add_argument("--no-browser", action="store_true", help="only print the page's address")


def main(arguments: argparse.Namespace) -> int:
    with contextlib.ExitStack() as stack:
        folder, shown = _place(Path(arguments.folder), stack)
        return _serve(folder, shown, browser=not arguments.no_browser)


def _serve(folder: Path, shown: list[Path], *, browser: bool) -> int:
    try:
        import lsprotocol  # noqa: F401 - the page's language server needs it
        import pygls  # noqa: F401

        from cogscript.studio.studio_server import run_studio
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in _NEEDED:
            raise
        reason = f"the studio needs {error.name}, which is not installed"
        raise Fault("not-installed", reason, "install it: `pip install 'cogscript[studio]'`") from error

    def started(link: str) -> None:
        print(link, flush=True)
        print("the studio is open until you end it with Ctrl+C", file=sys.stderr)
        if browser:
            _show(link)

    run_studio(folder, started, shown=shown)
    return 0


def _place(given: Path, stack: contextlib.ExitStack) -> tuple[Path, list[Path]]:
    """The folder to show, and the runs that are asked for: of a run's folder, or of a zip of runs."""
    from cogscript.records.folders import JOURNAL

    if (given / JOURNAL).is_file():
        return Path.cwd(), [given.resolve()]
    if given.is_file() and given.suffix == ".zip":
        import tempfile

        from cogscript.records.traces import unpack

        into = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cogscript-trace-")))
        return Path.cwd(), unpack(given, into)
    if not given.is_dir():
        said = f"{given} is not a folder" if given.exists() else f"there is no folder {given}"
        raise CogError([Diagnostic("usage", said, advice="`cog studio` alone opens the folder you are in")])
    return given, []


def _show(link: str) -> None:
    """In the person's browser, without waiting for it."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
