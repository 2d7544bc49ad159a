"""The tests that need no desktop of Linux: a plugin of pytest that leaves the others out.

What cannot be the same on Windows is named here, by module or by test: modules that need what only Linux has
(fork, X11, a private screen), and tests of links, modes and paths as Linux has them. The long searches for
broken inputs are left to Linux: the readers are the same. So are packages found on PYTHONPATH, which an
embeddable Python does not look at.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

FOLDERS = (
    "language", "dialects", "tables", "records", "report", "recording", "surfaces", "cli", "test_disk.py",
    "runtime/test_cases.py", "runtime/test_tables.py",
)  # fmt: skip
_SCREENS = {"virtual", "shared_virtual", "screen"}
_MODULES = (
    "language/test_bad_input.py",
    "language/test_generated.py",
    "language/check/test_file_access.py",
    "dialects/core/test_registry.py",
    "dialects/test_fuzz.py",
    "dialects/test_json_fuzz.py",
    "dialects/test_text_fuzz.py",
    "cli/test_shell.py",
    "recording/test_echo.py",
    "recording/test_record.py",
    "recording/test_secrets.py",
    "records/test_version_1.py",
    "report/test_page.py",
    "report/test_report.py",
    "surfaces/browser",
    "surfaces/phone",
    "surfaces/test_desktop.py",
    "surfaces/test_desktop_entries.py",
    "surfaces/test_entering.py",
    "surfaces/test_keys_x11.py",
    "surfaces/test_launching.py",
    "surfaces/test_profiles.py",
    "surfaces/test_virtual.py",
    "surfaces/test_windows_x11.py",
    "surfaces/test_wire.py",
    "dialects/scripts/test_playwright.py",
)
_TESTS = {
    "test_saving_through_a_link_keeps_the_link_and_the_mode",
    "test_only_its_owner_may_read_what_was_typed",
    "test_where_each_variable_is_set_and_used",
    "test_inputs_answers_tables_and_called_files",
    "test_a_workflow_is_read_once_whatever_leads_to_it",
    "test_a_folder_that_links_to_itself_is_no_endless_chain_of_files",
}


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    return True if collection_path.as_posix().endswith(_MODULES) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if sys.platform != "win32":
        return
    left_out = [item for item in items if _needs_linux(item)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if not _needs_linux(item)]


def _needs_linux(item: pytest.Item) -> bool:
    return (
        item.get_closest_marker("drives_programs") is not None
        or item.name.partition("[")[0] in _TESTS
        or bool(_SCREENS & set(getattr(item, "fixturenames", ())))
    )
