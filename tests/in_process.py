"""`cog` with its words, in the process of the tests: what it has loaded to read a screen stays loaded.

For tests of what a command does and says. Tests of processes (signals, terminals, pipes, what is left behind)
start one.
"""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from cogscript.cli.main import main


def cog(*words: str, environment: Mapping[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    """As a process with that environment in that folder, whose standard input is empty."""
    answered, said = io.StringIO(), io.StringIO()
    with (
        pytest.MonkeyPatch.context() as patch,
        open(os.devnull) as nothing,
        contextlib.redirect_stdout(answered),
        contextlib.redirect_stderr(said),
    ):
        for name in os.environ.keys() - environment.keys():
            patch.delenv(name)
        for name, value in environment.items():
            patch.setenv(name, value)
        patch.chdir(folder)
        patch.setattr(sys, "stdin", nothing)
        try:
            code = main(list(words))
        except SystemExit as ended:
            code = int(ended.code or 0)
    return subprocess.CompletedProcess(list(words), code, answered.getvalue(), said.getvalue())
