"""The page and the XML of real runs; the page is looked at in a real Chromium."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree as xml

import pytest
from PIL import Image

import cogscript
from cogscript.cli.main import main
from cogscript.report.page import duration

FAILING = """WORKFLOW(title='试一试 <b>')
INPUT(output='__CogName_password__', secret=True)
# 打开终端
LAUNCH(app='xterm')
CLICK(box=[[400,450,600,550]], element_info='Somewhere')
TYPE(text='__CogName_password__')
SET(output='__CogName_x__', value='<script>document.title="stolen"</script>')
REPEAT(times=2)
  WAIT(seconds=0)
END_REPEAT()
ANSWER(text='一个答案 & more')
# x must be b
ASSERT(test=EQUALS(left='__CogName_x__', right='b'), message='x 不是 b')
"""

CHROMIUM = [
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--window-size=1200,2400",
]  # fmt: skip


@pytest.fixture(scope="module")
def failed_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a run on a private desktop that fails at its last line."""
    folder = tmp_path_factory.mktemp("report")
    os.environ["XDG_STATE_HOME"] = str(folder / "state")
    try:
        (folder / "try.cog").write_text(FAILING, encoding="utf-8")
        run = cogscript.run(
            cogscript.load(folder / "try.cog"), screen="virtual", variables={"password": "hunter2-是秘密"}
        )
    finally:
        del os.environ["XDG_STATE_HOME"]
    assert (run.outcome, run.steps[-1].operation.line) == ("failed", 13)
    assert run.folder is not None
    return Path(run.folder)


def chromium(page: Path, *options: str, tmp_path: Path) -> str:
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or "chromium"
    return subprocess.run(
        [browser, *CHROMIUM, f"--user-data-dir={tmp_path / 'profile'}", *options, page.as_uri()],
        capture_output=True, text=True, timeout=120, check=True,
    ).stdout  # fmt: skip


def test_the_page_in_a_browser(failed_run: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    assert main(["report", str(failed_run), "-o", str(page)]) == 0
    # Every step opened, as a person would click it, so that its pictures are drawn.
    page.write_text(page.read_text(encoding="utf-8").replace("<details>", "<details open>"), encoding="utf-8")

    dom = chromium(page, "--dump-dom", tmp_path=tmp_path)

    assert "<title>试一试 &lt;b&gt; — failed</title>" in dom  # the workflow's text ran as no script
    assert "打开终端" in dom
    assert "x 不是 b" in dom
    assert "^^^^" in dom
    assert "一个答案 &amp; more" in dom
    assert "&lt;script&gt;document.title" in dom
    assert "hunter2" not in dom
    assert not re.search(r'(?:src|href)="(?!data:)', dom)

    picture = tmp_path / "report.png"
    chromium(page, f"--screenshot={picture}", tmp_path=tmp_path)
    colours = Image.open(picture).convert("RGB").getcolors(1 << 24) or []
    assert any(colour == (0xE0, 0x24, 0x5E) for _, colour in colours), "the box is drawn over the picture"


def test_the_box_and_the_point_are_where_the_step_acted(failed_run: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    main(["report", str(failed_run), "-o", str(page)])
    text = page.read_text(encoding="utf-8")
    assert '<rect x="512" y="360" width="256" height="80"' in text
    assert '<circle cx="640" cy="400"' in text


def test_each_picture_stands_in_the_page_once(failed_run: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    main(["report", str(failed_run), "-o", str(page)])
    pictures = re.findall(r"background-image:url\(data:[^)]*\)", page.read_text(encoding="utf-8"))
    assert pictures
    assert len(set(pictures)) == len(pictures)


def test_junit(failed_run: Path, tmp_path: Path) -> None:
    path = tmp_path / "junit.xml"
    assert main(["report", str(failed_run), "--junit", str(path)]) == 0
    root = xml.parse(path).getroot()
    (suite,) = root
    assert suite.get("name") == "试一试 <b>"
    assert root.get("failures") == suite.get("failures") == "1"
    failed = [case for case in suite if case.find("failure") is not None]
    assert [case.get("name") for case in failed] == ["line 13: x must be b"]
    assert "^^^^" in (failed[0].findtext("failure") or "")
    assert int(suite.get("tests", "0")) == len(suite)
    assert "hunter2" not in path.read_text(encoding="utf-8")


def test_a_run_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["report", "no-such-run"]) == 2
    assert "there is no run `no-such-run`" in capsys.readouterr().err


def test_a_page_that_cannot_be_written(failed_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(failed_run), "-o", "/no/such/folder/page.html"]) == 1
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(None, ""), (0.0123, "12 ms"), (1.25, "1.2 s"), (61, "1 min 1 s"), (3660, "1 h 1 min")],
)
def test_durations(seconds: float | None, shown: str) -> None:
    assert duration(seconds) == shown
