"""The record of a run, from its first line to its last word."""

from __future__ import annotations

import os
import platform
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.records.folders import prune
from cogscript.records.writer import RecordWriter
from cogscript.settings import runs_folder

if TYPE_CHECKING:
    from cogscript.records.schema import RunFacts
    from cogscript.runtime.options import Options
    from cogscript.runtime.program import Program
    from cogscript.runtime.scope import Secrets
    from cogscript.settings import Settings


def new_record(
    program: Program, options: Options, settings: Settings, screen: str, given: dict[str, str]
) -> RecordWriter:
    """A record with all that is known before the first step; the oldest ones beyond `run.keep` go."""
    runs = options.runs or runs_folder()
    main = program.main
    writer = RecordWriter.create(runs, Path((main.path or "workflow").strip("<>")).stem)
    writer.mask = options.secrets.mask
    writer.header(**_facts(writer, program, options, screen, given))
    keep_files(writer, program)
    if settings.run.keep:
        prune(runs, settings.run.keep)
    return writer


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A run that is to continue: its folder, and the number of the last step on record."""

    folder: Path
    last: int


def reopened_record(unfinished: Unfinished, secrets: Secrets) -> RecordWriter:
    writer = RecordWriter.reopen(unfinished.folder)
    writer.mask = secrets.mask
    return writer


def keep_files(writer: RecordWriter, program: Program) -> None:
    for workflow in program.files():
        if workflow.source is not None:
            writer.file(workflow.source.path, workflow.source.text)


def _facts(
    writer: RecordWriter, program: Program, options: Options, screen: str, given: dict[str, str]
) -> RunFacts:
    from importlib.metadata import version

    main = program.main
    head = main.operations[0] if main.operations else None
    title = str(head.arguments.get("title") or "") if head is not None and head.name == "WORKFLOW" else ""
    facts: RunFacts = {
        "id": writer.folder.name,
        "file": main.path or "<text>",
        "folder": os.getcwd(),
        "title": title,
        "screen": screen,
        "started": time.time(),
        "versions": {
            "cogscript": version("cogscript"),
            "python": platform.python_version(),
            "system": platform.platform(),
        },
        "argv": list(options.argv),
        "given": given,
        "results": options.results,
        "pid": os.getpid(),
    }
    if options.batch is not None:
        facts["batch"] = dict(options.batch)
    return facts
