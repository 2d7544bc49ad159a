"""The pytest plugin, in a pytest of its own: what a person sees who tests with workflows."""

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as xml

import pytest

ROOT = Path(__file__).resolve().parents[2]


def pytest_in(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """pytest in a folder, with the plugin as an installed one would be there."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "cogscript.testing.pytest_plugin",
        "-p",
        "no:cacheprovider",
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(folder / "state")}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # this machine's other plugins are no part of it
    environment.pop("PYTEST_ADDOPTS", None)
    (folder / "pytest.ini").write_text("[pytest]\n")
    return subprocess.run([*command, *words], cwd=folder, env=environment, capture_output=True, text=True)


def test_workflows_are_collected_and_a_failure_reads_as_in_a_run(tmp_path: Path) -> None:
    (tmp_path / "test_good.cog").write_text("ANSWER(text='done')\n")
    (tmp_path / "test_bad.cog").write_text(
        "ASSERT(test=EQUALS(left='1', right='2'), message='one is not two')\n"
    )
    (tmp_path / "test_wrong.cog").write_text("CLIK(element_info='Save')\n")
    (tmp_path / "helper.cog").write_text("FAIL(reason='this is no test')\n")
    told = pytest_in(tmp_path, "--cog-screen", "dry", "--junitxml", "junit.xml")
    assert told.returncode == 1, told.stdout + told.stderr
    assert "2 failed, 1 passed" in told.stdout
    assert "one is not two" in told.stdout
    assert "test_bad.cog:1:" in told.stdout
    assert "did you mean `CLICK`?" in told.stdout
    assert "Traceback" not in told.stdout
    suite = xml.parse(tmp_path / "junit.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures")) == ("3", "2")
    named = {each.get("name") for each in suite.iter("property")}
    assert "cog_run" in named


def test_a_caught_failure_is_a_passed_test(tmp_path: Path) -> None:
    caught = (
        "TRY()\n  FAIL(reason='not yet')\nCATCH(output='__CogName_e__')\n  ANSWER(text='again')\nEND_TRY()\n"
    )
    (tmp_path / "test_retry.cog").write_text(caught)
    told = pytest_in(tmp_path, "--cog-screen", "dry")
    assert told.returncode == 0, told.stdout


@pytest.mark.drives_programs
def test_the_fixture_drives_a_private_screen_and_a_failure_has_its_pictures(tmp_path: Path) -> None:
    (tmp_path / "test_notes.py").write_text(
        "def test_notes(cog):\n"
        "    cog.perform(\"LAUNCH(app='zenity', arguments=['--info', '--text=Hello'])\")\n"
        "    cog.perform(\"CLICK(element_info='There is no such thing', timeout=0)\")\n"
    )
    told = pytest_in(tmp_path, "--junitxml", "junit.xml")
    assert "There is no such thing" in told.stdout, told.stdout + told.stderr
    pictures = re.findall(r"\[\[ATTACHMENT\|(.+?)\]\]", told.stdout)
    assert pictures, told.stdout
    assert all(Path(each).read_bytes()[:2] == b"\xff\xd8" for each in pictures)
    properties = xml.parse(tmp_path / "junit.xml").getroot().iter("property")
    assert pictures == [each.get("value") for each in properties if each.get("name") == "cog_picture"]
