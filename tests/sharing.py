"""How the workers of `pytest -n` share the tests: whole modules, those that drive the most programs first.

A module's desktop, browser or phone is then made once, and not by each worker that gets a test of it. What is
left for the end are short modules, so that no worker is busy long after the others.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

TOGETHER = "tests/recording/"
"""Modules that record a person's hands: one after another, for the hands have to be quick."""


_LONG = (TOGETHER, "tests/test_wheel.py", "tests/runtime/test_resume.py", "tests/language/test_bad_input.py")
"""What takes long for other reasons: it installs, or starts many processes."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    driving = Counter(share_of(item.nodeid) for item in items if _drives(item))
    items.sort(key=lambda item: (share_of(item.nodeid) not in _LONG, -driving[share_of(item.nodeid)]))


def _drives(item: pytest.Item) -> bool:
    return item.get_closest_marker("drives_programs") is not None


def share_of(nodeid: str) -> str:
    """What goes to one worker as a whole."""
    return TOGETHER if nodeid.startswith(TOGETHER) else nodeid.partition("::")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from xdist.scheduler import LoadScopeScheduling

    class Shares(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return share_of(nodeid)

    config.option.loadscopereorder = False  # by how many there are: a thousand short ones would come first
    return Shares(config, log)
