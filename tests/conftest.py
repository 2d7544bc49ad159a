"""Real desktops for tests: private X servers with real programs on them."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from cogscript.settings import Settings
from cogscript.surfaces import open_surface

pytest_plugins = ["tests.fresh_machine.plugin", "tests.sharing"]

os.environ["SHELL"] = "/bin/sh"
"""What a terminal runs here: a person's own shell reads start-up files, which may take their time."""


# Whoever starts the tests in the background has them ignore these, and every program below would, too.
for _name in ("SIGINT", "SIGHUP"):
    if (_number := getattr(signal, _name, None)) and signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, lambda *_: None)

# Each run draws the same cases, so that a change is judged by what it changed; `make fuzz` draws others.
hypothesis.settings.register_profile("same", deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("other", deadline=None, database=None, print_blob=True)
hypothesis.settings.load_profile("same")


TEST_LIMIT = 300
"""Seconds after which a part of a test counts as hanging, on the slowest machine."""


@contextlib.contextmanager
def _limited() -> Iterator[None]:
    """Whatever hangs (a program, a pipe nobody closes) fails the one test, and not the session."""
    if not hasattr(signal, "setitimer"):  # Windows
        yield
        return

    def over(*_: object) -> None:
        pytest.fail(f"it hangs: not done after {TEST_LIMIT} s")

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, TEST_LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Iterator[None]:
    with _limited():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    with _limited():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Iterator[None]:
    with _limited():
        return (yield)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that is marked itself is tried twice more when it fails, and `-rR` names it; no other is."""
    for item in items:
        if any(mark.name == "drives_programs" for mark in item.own_markers):
            item.add_marker(pytest.mark.flaky(reruns=2))


LIMIT = 60.0
"""Seconds after which a condition counts as never coming true, on the slowest machine."""


def wait_until(condition: Callable[[], Any], limit: float = LIMIT, what: str = "") -> Any:
    """The condition's value once it is true; a failure when it never is."""
    deadline = time.monotonic() + limit
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"did not come true within {limit:g} s: {what or condition}")
        time.sleep(0.02)
    return value


@pytest.fixture(name="wait_until", scope="session")
def wait_until_fixture() -> Callable[..., Any]:
    return wait_until


@pytest.fixture(scope="module")
def shared_virtual() -> Iterator[Any]:
    """A private desktop for a module's tests."""
    screen = open_surface("virtual", settings=Settings())
    yield screen
    screen.close()


@pytest.fixture
def virtual(shared_virtual: Any) -> Iterator[Any]:
    """A private desktop without windows, nothing held down; windows are closed again afterwards."""
    yield shared_virtual
    shared_virtual.release_all()
    end_windows(shared_virtual)


def end_windows(screen: Any) -> None:
    """Kill what the test opened: asking would raise questions about unsaved texts."""
    pids = set()
    for window in screen.windows():
        pids.add(screen.manager.pid(int(window.handle)))
        screen.manager.kill(int(window.handle))
    wait_until(lambda: not screen.windows(), what="all windows gone")
    # A program that runs only once would open the next test's window, and take it along when it ends.
    for pid in pids - {None, os.getpid()}:
        wait_until(lambda pid=pid: has_ended(pid), what=f"process {pid} gone")


def has_ended(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0]
    except OSError:
        return True
    return state == b"Z"
