"""The pytest plugin: `test_*.cog` are tests, and the fixture `cog` is a session for tests in Python.

Both run on a private screen unless `--cog-screen` or the ini option `cog_screen` names another. A failure
shows the error as `cog run` does, and the pictures of its last steps are attached to it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from cogscript.runtime.outcome import Run
    from cogscript.testing.checked_session import CheckedSession

_PICTURES = 3
"""Pictures attached to a failure: what the screen was like before and after, and a step further back."""

_RUN = pytest.StashKey["Run"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    about = "the screen for workflows: virtual (a private one), desktop, dry, or one that a package offers"
    parser.getgroup("cogscript").addoption("--cog-screen", metavar="NAME", help=about)
    parser.addini("cog_screen", about, default="virtual")


def _screen(config: pytest.Config) -> str:
    return str(config.getoption("--cog-screen") or config.getini("cog_screen"))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == ".cog" and file_path.name.startswith("test_"):
        return WorkflowFile.from_parent(parent, path=file_path)
    return None


class WorkflowFile(pytest.File):
    def collect(self) -> Iterator[pytest.Item]:
        yield WorkflowItem.from_parent(self, name=self.path.stem)


class _Failed(Exception):
    """A workflow that did not end well."""

    def __init__(self, run: Run) -> None:
        super().__init__(run.outcome)
        self.run = run


class WorkflowItem(pytest.Item):
    def runtest(self) -> None:
        from cogscript.runtime.run import run

        came = run(self.path, screen=_screen(self.config))
        self.stash[_RUN] = came
        if came.answers:
            self.add_report_section("call", "answers", "\n".join(came.answers))
        if came.outcome != "ok":
            raise _Failed(came)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The error as `cog run` shows it; a traceback only where the fault is ours."""
        from cogscript.language.model.diagnostic import CogError, Fault
        from cogscript.language.model.rendering import render

        error = excinfo.value
        if isinstance(error, _Failed):
            told = error.run.error
            return render([told], colour=False) if told else f"the workflow was {error.run.outcome}"
        if isinstance(error, CogError):
            return render(error.diagnostics, colour=False)
        if isinstance(error, Fault):
            return render([error.diagnostic()], colour=False)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, self._failed_line(), self.name

    def _failed_line(self) -> int | None:
        run = self.stash.get(_RUN, None)
        error = run.error if run else None
        return (
            error.source.position(error.span.start).line - 1
            if error and error.source and error.span
            else None
        )


@pytest.fixture
def cog(request: pytest.FixtureRequest) -> Iterator[CheckedSession]:
    """A session on a private screen; a step that fails fails the test."""
    from cogscript.testing.checked_session import CheckedSession

    session = CheckedSession(_screen(request.config))
    with session:
        request.node.stash[_RUN] = session.result
        yield session


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    run = item.stash.get(_RUN, None)
    if run is not None and report.when == "call" and report.failed:
        _attach(run, item, report)
    return report


def _attach(run: Run, item: pytest.Item, report: pytest.TestReport) -> None:
    """Say where the record and its pictures are: to a person, and to what reads the JUnit file."""
    if run.folder is None:
        return
    pictures = _pictures(run)
    lines = [f"[[ATTACHMENT|{path}]]" for path in pictures]  # what CI servers look for in a JUnit file
    lines.append(f"the whole run: cog report {run.folder.name}")
    report.sections.append(("Pictures of the run", "\n".join(lines)))
    attached = [("cog_run", str(run.folder)), *(("cog_picture", str(path)) for path in pictures)]
    item.user_properties.extend(attached)  # from there they reach the JUnit file, with the test's last report


def _pictures(run: Run) -> list[Path]:
    """The pictures of the last steps, the newest last, each once."""
    found: dict[Path, None] = {}
    for step in run.steps:
        for name in (step.before, step.after, (step.halt or {}).get("picture")):
            if name and run.folder and (run.folder / name).is_file():
                found[run.folder / name] = None
    return list(found)[-_PICTURES:]
