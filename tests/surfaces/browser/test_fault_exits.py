"""Whatever goes wrong with a page, `cog run` says it in a sentence and ends with 1, nothing in silence."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.local_site import SITE, served
from tests.surfaces.browser.test_faults import closed_port, secure_site

SETTINGS = """\
[launch]
{launch}
[browser]
{browser}
[run]
timeout = 2.0
pictures = false
"""


class Command:
    """`cog run` on a screen of its own, with settings of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: subprocess.Popen[str] | None = None

    def __call__(
        self, *lines: str, launch: str = "timeout = 2.0", browser: str = "", outcome: int = 1
    ) -> str:
        """Run lines in a browser; what is said on standard error."""
        (self.folder / "settings.toml").write_text(SETTINGS.format(launch=launch, browser=browser))
        file = self.folder / "fault.cog"
        file.write_text("\n".join(lines) + "\nEND()\n")
        environment = {**os.environ, "COGSCRIPT_HOME": str(self.folder / "home"),
                       "COGSCRIPT_SETTINGS": str(self.folder / "settings.toml")}  # fmt: skip
        words = [sys.executable, "-m", "cogscript", "run", str(file), "--screen", "browser"]
        self.running = subprocess.Popen(
            words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        _, said = self.running.communicate(timeout=120)
        assert self.running.returncode == outcome, said
        assert "Traceback" not in said
        return said

    def end(self, what: str) -> None:
        """End a process of the run's browser: the one that draws its pages, or all of it."""
        assert self.running is not None
        for pid in list(_below(self.running.pid)):
            line = Path(f"/proc/{pid}/cmdline").read_bytes()
            draws = b"--type=renderer" in line
            leads = b"--remote-debugging-pipe" in line and b"--type=" not in line
            if (what == "page" and draws) or (what == "browser" and leads):
                os.kill(pid, signal.SIGKILL)


def _below(pid: int) -> Iterator[int]:
    with suppress(OSError):  # threads and processes end meanwhile
        for task in list(Path(f"/proc/{pid}/task").iterdir()):
            for child in map(int, (task / "children").read_text().split()):
                yield child
                yield from _below(child)


@pytest.fixture
def run(tmp_path: Path) -> Command:
    return Command(tmp_path)


@contextmanager
def told(command: Command) -> Iterator[str]:
    with served(told=command.end) as address:
        yield address


@pytest.mark.drives_programs
def test_a_browser_or_a_page_that_cannot_be_opened(run: Command, site: str, tmp_path: Path) -> None:
    missing = run(f"LAUNCH(url='{site}')", browser="program = '/nowhere/chrome'")
    assert "there is no browser `/nowhere/chrome`" in missing
    nobody = run("LAUNCH(url='x')", browser="attach = 'http://127.0.0.1:9'")
    assert "no browser answers at `http://127.0.0.1:9`" in nobody
    assert "nothing answers there" in run(f"LAUNCH(url='http://127.0.0.1:{closed_port()}/')")
    assert "has not answered within 2 s" in run(f"LAUNCH(url='{site}/never')")
    page = (SITE / "terms.html").as_uri()
    assert "only http and https links are opened" in run(f"LAUNCH(url='{page}')")
    allowed = "schemes = ['http', 'https', 'file']"
    run(f"LAUNCH(url='{page}')", "CLICK(element_info='Agree')", launch=allowed, outcome=0)
    with secure_site(tmp_path) as address:
        assert "its certificate is not valid here" in run(f"LAUNCH(url='{address}')")


@pytest.mark.drives_programs
def test_a_page_that_goes_away_while_it_is_used(run: Command) -> None:
    with told(run) as address:
        begin = f"LAUNCH(url='{address}/faults.html')"
        left = run(begin, "TYPE(element_info='Leaves', text='abc')", "CLICK(element_info='Other')")
        assert f"the browser went to `{address}/second.html?" in left
        assert "while the text was entered; what arrived is not known" in left
        closed = run(begin, "CLICK(element_info='Open again')", "TYPE(element_info='Closes', text='abc')")
        assert "closed its tab while the text was entered" in closed
        crashed = run(begin, "CLICK(element_info='Kill the page')", "CLICK(element_info='Other')")
        assert "`Faults` has crashed" in crashed
        ended = run(begin, "CLICK(element_info='Kill the browser')", "CLICK(element_info='Other')")
        assert "the browser has no page left" in ended
        endless = run(begin, "CLICK(element_info='Endless')")
        assert "the download of endless.bin was still going on 2 s after the last step" in endless
