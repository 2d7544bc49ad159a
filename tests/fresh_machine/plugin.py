"""The guard of the fresh machine in a pytest session, with workers or without."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from cogscript.system_packages import LIST, things
from tests.fresh_machine.noting.sitecustomize import VARIABLE, note
from tests.fresh_machine.packages import unlisted

NOTING = Path(__file__).with_name("noting")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("system_packages", "the list of what is installed on a fresh machine", default=str(LIST))


def pytest_configure(config: pytest.Config) -> None:
    """Let this process note what it starts, and every Python below it: the workers too."""
    if hasattr(config, "workerinput") or not sys.platform.startswith("linux"):
        return
    handle, name = tempfile.mkstemp(prefix="cogscript-started-")
    os.close(handle)
    config.add_cleanup(Path(name).unlink)
    os.environ[VARIABLE] = name
    os.environ["PYTHONPATH"] = os.pathsep.join([str(NOTING), *filter(None, [os.environ.get("PYTHONPATH")])])
    sys.addaudithook(note)
    config.pluginmanager.register(Guard(config, Path(name)))


class Guard:
    def __init__(self, config: pytest.Config, started: Path) -> None:
        self._list = Path(config.getini("system_packages"))
        self._started = started
        self._said: list[str] = []

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        first_by: dict[str, str] = {}
        for line in self._started.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
            path, _, test = line.partition("\t")
            if not first_by.get(path):
                first_by[path] = test.rpartition(" ")[0]
        for path, package in unlisted(first_by, things(self._list).values()).items():
            brought_by = f"Debian package {package}" if package else "of no Debian package"
            self._said.append(f"{path} ({brought_by}), first by {first_by[path] or 'no test'}")
        if self._said and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if not self._said:
            return
        terminalreporter.section("programs that a fresh machine lacks", red=True)
        for line in self._said:
            terminalreporter.line(f"error: the tests started {line}")
        terminalreporter.line(f"Put each on the list ({self._list}), or do without it.")
