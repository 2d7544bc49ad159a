"""`cog record OUT.cog`: watch what a person does and write it as a workflow."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import cogscript
from cogscript.cli.main import WRONG_USE, fail
from cogscript.language.document import read_text, write_text
from cogscript.language.model.diagnostic import Diagnostic, Fault
from cogscript.language.model.operations import OPERATIONS
from cogscript.language.model.tree import Workflow

if TYPE_CHECKING:
    from cogscript.recording.input_events import Recording
    from cogscript.recording.recorder import Hotkeys
    from cogscript.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("out", nargs="?", metavar="OUT.cog", help="the file to write")
    parser.add_argument(
        "--screen", choices=("desktop", "browser"), default="desktop", help="what to record (your desktop)"
    )
    parser.add_argument("--url", default="", metavar="ADDRESS", help="with --screen browser: where to begin")
    parser.add_argument("--force", action="store_true", help="overwrite OUT.cog if it exists")
    parser.add_argument("--into", metavar="FILE", help="insert into this file instead")
    parser.add_argument("--at", type=int, metavar="LINE", help="with --into: before this line")
    parser.add_argument(
        "--from-here", action="store_true", help="with --into: first run the file up to the line"
    )
    parser.add_argument("--var", action="append", default=[], metavar="NAME=VALUE", help="for --from-here")
    parser.add_argument("--title", help="what the workflow does; the file's name by default")
    parser.add_argument("--keep-timing", action="store_true", help="write pauses as WAIT")
    parser.add_argument("--countdown", type=int, default=3, metavar="SECONDS", help="before it starts (3)")
    parser.add_argument("--stop-after", type=float, metavar="SECONDS", help="stop by itself")
    parser.add_argument("--stop-key", default="Ctrl+Alt+Esc", metavar="KEYS", help="%(default)s by default")
    parser.add_argument("--pause-key", default="Ctrl+Alt+P", metavar="KEYS", help="%(default)s by default")
    parser.add_argument(
        "--secret-key", default="Ctrl+Alt+S", metavar="KEYS", help="before and after a secret; %(default)s"
    )
    parser.add_argument("--no-reading", action="store_true", help="do not read pictures for what has no name")
    parser.add_argument(
        "--recover", metavar="FOLDER", help="write what an earlier recording kept, instead of recording"
    )


def main(arguments: argparse.Namespace) -> int:
    wrong = _wrong_use(arguments)
    if wrong:
        fail(wrong)
        return WRONG_USE
    into = cogscript.load(arguments.into) if arguments.into else None
    if into is not None:
        from cogscript.recording.inserting import place_of

        place_of(into, arguments.at)  # a wrong line is told before anything is recorded
    from cogscript.settings import load_settings

    settings = load_settings()
    if arguments.screen == "browser":
        return _record_pages(arguments, settings)
    if arguments.recover:
        from cogscript.recording.input_events import read_journal

        folder = Path(arguments.recover)
        recording, folder, failure = read_journal(folder), folder if folder.is_dir() else folder.parent, ""
    else:
        hotkeys = _hotkeys(arguments)
        if arguments.from_here and into is not None and not _replay(arguments, into):
            return 1
        from cogscript.recording.desktop_recording import record

        ended = record(
            settings,
            hotkeys,
            countdown=arguments.countdown,
            stop_after=arguments.stop_after,
            notice=_say,
        )
        recording, folder, failure = ended.recording, ended.folder, ended.reason
    return _write(arguments, into, recording, folder, settings, failure)


def _record_pages(arguments: argparse.Namespace, settings: Settings) -> int:
    """What is done in a browser of its own; each page tells it itself."""
    from cogscript.recording.pages.page_recorder import record_pages
    from cogscript.recording.pages.page_reducer import workflow_of

    events = record_pages(settings, arguments.url, stop_after=arguments.stop_after, notice=_say)
    title = arguments.title or Path(arguments.out).stem.replace("_", " ").replace("-", " ")
    workflow = workflow_of(events, title)
    cogscript.save(workflow, arguments.out)
    steps = sum(len(operation.body or ()) for operation in workflow.operations)
    _say(f"steps: {steps}, in {arguments.out}; `cog run {arguments.out}` does them again")
    return 0


def _say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def _wrong_use(arguments: argparse.Namespace) -> Diagnostic | None:
    def usage(message: str, advice: str = "see `cog record --help`") -> Diagnostic:
        return Diagnostic("usage", message, advice=advice)

    if bool(arguments.out) == bool(arguments.into):
        return usage("say where to write: OUT.cog, or --into FILE --at LINE")
    if bool(arguments.into) != (arguments.at is not None):
        return usage("--into and --at go together: --into FILE --at LINE")
    if arguments.from_here and not arguments.into:
        return usage("--from-here goes with --into FILE --at LINE")
    if arguments.url and arguments.screen != "browser":
        return usage("--url goes with --screen browser")
    if arguments.screen == "browser" and (arguments.into or arguments.recover):
        return usage("--screen browser writes a file of its own: OUT.cog, without --into and --recover")
    if arguments.countdown < 0:
        return usage("--countdown takes seconds from 0 on")
    if arguments.stop_after is not None and not 0 < arguments.stop_after < 1e6:
        return usage("--stop-after takes a number of seconds")
    if any("=" not in each for each in arguments.var):
        return usage("--var takes NAME=VALUE")
    if arguments.out:
        path = Path(arguments.out)
        if path.is_dir():
            return usage(f"{path} is a directory", "name the file to write")
        if path.exists() and not arguments.force:
            return usage(f"{path} exists already", "--force overwrites it; --into inserts into it")
        if not path.resolve().parent.is_dir():
            return usage(f"there is no directory {path.resolve().parent}")
        if not os.access(path.resolve().parent, os.W_OK):
            return usage(f"the directory {path.resolve().parent} cannot be written to")
    return None


def _hotkeys(arguments: argparse.Namespace) -> Hotkeys:
    from cogscript.recording import recorder
    from cogscript.recording.hotkeys import read_hotkey

    said = (arguments.stop_key, arguments.pause_key, arguments.secret_key)
    read = [read_hotkey(each) for each in said]
    if len({(each.modifiers, each.key) for each in read}) < len(read):
        raise Fault("hotkey", "stop, pause and secret need three different shortcuts")
    return recorder.Hotkeys(*read)


def _replay(arguments: argparse.Namespace, workflow: Workflow) -> bool:
    """Run the file up to the line, on the screen that is then recorded."""
    from cogscript.recording.inserting import place_of
    from cogscript.runtime.stepping.until import run_until

    before = place_of(workflow, arguments.at)
    if before is not None and OPERATIONS[before.name].role in ("branch", "closer"):
        raise Fault(
            "usage",
            f"line {arguments.at} ends a block, and a run cannot be stopped there",
            "put WAIT(seconds=0) before it and record at that line, or leave out --from-here",
        )
    given = dict(each.split("=", 1) for each in arguments.var)
    _say(f"running {arguments.into} up to line {arguments.at}")
    wrong = run_until(workflow, before, given)
    if wrong is not None:
        fail(wrong)
    return wrong is None


def _write(
    arguments: argparse.Namespace,
    into: Workflow | None,
    recording: Recording,
    folder: Path,
    settings: Settings,
    failure: str,
) -> int:
    from cogscript.recording.kept_icons import keep_pictures, pictures_folder
    from cogscript.recording.reducer import reduce

    if not arguments.no_reading:
        recording = _read_pictures(recording, folder, settings)
    path = arguments.into or arguments.out
    title = arguments.title or Path(path).stem.replace("_", " ").replace("-", " ")
    pictures = pictures_folder(Path(path))
    workflow = reduce(recording, title=title, keep_timing=arguments.keep_timing, pictures=pictures.name)
    keep_pictures(workflow, folder, pictures)
    steps = sum(operation.name not in ("WORKFLOW", "INPUT", "IN", "END") for operation in workflow.walk())
    if into is None:
        cogscript.save(workflow, path)
    else:
        from cogscript.recording.inserting import insert

        # What was changed in the file while the recording ran is kept: it is read again.
        text = insert(cogscript.parse(read_text(path), path), arguments.at, workflow)
        cogscript.parse(text, path)
        write_text(path, text)
    if failure:
        fail(Diagnostic("recording", failure, advice=f"what was recorded until then is in {path}"))
    _say(f"{steps} step{'s' if steps != 1 else ''} in {path}; `cog run {path}` does them again")
    return 1 if failure else 0


def _read_pictures(recording: Recording, folder: Path, settings: Settings) -> Recording:
    """What OCR adds to a recording; without an engine it stays as it is, and says so."""
    from cogscript.recording.describing import describe, is_incomplete

    if not is_incomplete(recording):
        return recording
    from cogscript.reading import open_reader

    def progress(done: int, total: int) -> None:
        _say(f"reading what was clicked: {done} of {total}")

    try:
        return describe(recording, folder, open_reader(settings.reading), progress)
    except Fault as fault:
        _say(f"what was clicked could not be read from the pictures: {fault.reason}")
        return recording
