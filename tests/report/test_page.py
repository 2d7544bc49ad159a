"""The page of real runs, as a person reads it in a real Chromium."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import cogscript
from cogscript.cli.main import main
from cogscript.records.step import Step
from cogscript.records.writer import RecordWriter
from cogscript.report import page_pictures

OpenPage = Callable[..., Page]

CAUGHT = """TRY()
  # Try the long way
  ASSERT(test=EQUALS(left='a', right='b'), message='the long way is closed')
CATCH(output='__CogName_why__')
  SET(output='__CogName_way__', value='short')
END_TRY()
REPEAT(times=3)
  SET(output='__CogName_x__', value='needle')
END_REPEAT()
# Give up
FAIL(reason='enough')
"""


def page_of(folder: Path, path: Path, *options: str) -> Path:
    assert main(["report", str(folder), "-o", str(path), *options]) == 0
    return path


def dry(text: str, tmp_path: Path) -> Path:
    run = cogscript.run(cogscript.parse(text, "a.cog"), screen="dry", runs=tmp_path / "runs")
    assert run.folder is not None
    return Path(run.folder)


@pytest.mark.drives_programs
def test_it_opens_at_what_went_wrong(failed_run: Path, tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(page_of(failed_run, tmp_path / "report.html"))
    assert page.title() == "试一试 <b> — failed"  # what the workflow read ran as no script
    expect(page.locator("h1")).to_contain_text("试一试 <b>")
    expect(page.locator(".step-view h3")).to_have_text("x must be b")
    expect(page.locator(".step-view .error-block")).to_contain_text("x 不是 b")
    expect(page.locator(".step-view .excerpt mark")).to_contain_text("ASSERT(test=EQUALS(")
    expect(page.locator(".answer")).to_have_text("一个答案 & more")
    assert page.url.endswith("#step-10")
    page.get_by_text("SET x").click()
    expect(page.locator(".step-view")).to_contain_text('<script>document.title="stolen"</script>')
    assert "hunter2" not in page.content()


@pytest.mark.drives_programs
def test_the_target_is_drawn_over_the_picture(failed_run: Path, tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(page_of(failed_run, tmp_path / "report.html"), "#step-3")
    shot = page.locator(".step-view .shot").first
    target = shot.locator("rect.target")
    assert [target.get_attribute(side) for side in ("x", "y", "width", "height")] == [
        "512",
        "360",
        "256",
        "80",
    ]
    assert shot.locator("circle.point").get_attribute("cx") == "640"
    assert shot.locator("img").evaluate("each => [each.naturalWidth, each.naturalHeight]") == [1280, 800]
    picture, drawn = shot.locator("img").bounding_box(), target.bounding_box()
    assert picture is not None
    assert drawn is not None
    assert (drawn["x"] - picture["x"]) / picture["width"] == pytest.approx(0.4, abs=0.01)
    expect(page.locator(".film .frame[aria-selected=true]")).to_contain_text("CLICK Somewhere")


@pytest.mark.drives_programs
def test_failures_that_were_caught_are_told_apart(tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(page_of(dry(CAUGHT, tmp_path), tmp_path / "report.html"))
    expect(page.locator(".step-view h3")).to_have_text("Give up")
    page.get_by_role("button", name="caught 1").click()
    expect(page.locator(".row:not(.context)")).to_have_count(1)
    expect(page.locator(".step-view .badge")).to_have_text("failed, and was caught")
    page.get_by_role("button", name="caught 1").click()
    page.get_by_role("button", name="failed 1").click()
    expect(page.locator(".row:not(.context) .what")).to_have_text(["Give upFAIL"])


@pytest.mark.drives_programs
def test_blocks_fold_and_steps_are_searched(tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(page_of(dry(CAUGHT, tmp_path), tmp_path / "report.html"))
    rows = page.locator(".row .what")
    expect(rows).to_have_text(
        ["TRY", "Try the long wayASSERT", "CATCH", "SET way", "REPEAT3 rounds", "round 1", "SET x", "round 2",
         "SET x", "round 3", "SET x", "Give upFAIL"]
    )  # fmt: skip
    page.get_by_role("button", name="fold all", exact=True).click()
    expect(rows).to_have_text(["TRY", "CATCH", "REPEAT3 rounds", "Give upFAIL"])
    page.get_by_role("searchbox").fill("NEEDLE")
    expect(page.locator(".row:not(.context) .what")).to_have_text(["SET x"] * 3)
    expect(page.locator(".step-view h3")).to_have_text("SET x")
    page.get_by_role("searchbox").fill("")
    page.locator("details.source summary").click()
    page.locator(".source-line", has_text="value='needle'").click()
    expect(page.locator(".row:not(.context) .what")).to_have_text(["SET x"] * 3)


@pytest.mark.drives_programs
def test_the_keyboard_is_enough_and_a_link_leads_back(tmp_path: Path, open_page: OpenPage) -> None:
    path = page_of(dry(CAUGHT, tmp_path), tmp_path / "report.html")
    page = open_page(path)
    page.keyboard.press("n")  # from the last failure to the first
    expect(page.locator(".step-view h3")).to_have_text("Try the long way")
    page.keyboard.press("j")
    expect(page.locator(".step-view h3")).to_have_text("CATCH")
    page.locator(".steps-list").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".row", has_text="CATCH")).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("/")
    page.keyboard.type("needle")
    expect(page.locator(".step-view h3")).to_have_text("SET x")
    again = open_page(path, page.url[page.url.index("#") :])
    expect(again.locator(".step-view h3")).to_have_text("SET x")


@pytest.mark.drives_programs
def test_in_chinese_in_the_dark_and_on_a_narrow_window(
    failed_run: Path, tmp_path: Path, open_page: OpenPage
) -> None:
    path = page_of(failed_run, tmp_path / "report.html")
    page = open_page(path, locale="zh-CN", color_scheme="dark", viewport={"width": 390, "height": 800})
    expect(page.locator("h1 .badge")).to_have_text("失败")
    expect(page.locator(".step-view .badge")).to_have_text("失败")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 27)"
    page.get_by_label("language").select_option("en")
    expect(page.locator("h1 .badge")).to_have_text("failed")


def test_nothing_is_fetched_and_each_picture_is_there_once(failed_run: Path, tmp_path: Path) -> None:
    text = page_of(failed_run, tmp_path / "report.html").read_text(encoding="utf-8")
    pictures = re.findall(r'<script type="text/plain" id="p\d+"[^>]*>([^<]+)<', text)
    assert pictures
    assert len(set(pictures)) == len(pictures)
    assert not re.search(r"\b(?:src|href)=[\"']?(?:https?:|//)", text)
    assert "default-src 'none'" in text
    assert "unsafe-inline" not in text


def test_where_not_all_pictures_find_room_those_of_a_failure_do(
    failed_run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = RecordWriter.create(tmp_path, "many")
    operation = cogscript.parse("KEY_PRESS(key='a')\n", "a.cog").operations[0]
    some = sorted((failed_run / "pictures").glob("*.jpg"))[0].read_bytes()
    for number in range(1, 5):
        step = Step(number, operation, "a.cog", "step", 0, None, "", float(number))
        step.before, step.ended, step.outcome = (
            f"pictures/{number:05d}.jpg",
            number + 0.5,
            "ok" if number < 4 else "failed",
        )
        (writer.folder / step.before).write_bytes(some + bytes([number]))
        writer.at_once(step)
    writer.header(file="a.cog", outcome="failed")
    writer.close()
    monkeypatch.setattr(page_pictures, "LIMIT", int(len(some) * 2.5))
    text = page_of(writer.folder, tmp_path / "report.html").read_text(encoding="utf-8")
    assert '"left_out":2' in text
    steps = re.findall(r'\{"number":(\d)[^{}]*?"before":"p\d"', text)
    assert steps == ["1", "4"]


@pytest.mark.drives_programs
def test_rows_come_into_one_page(
    tmp_path: Path, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "people.csv").write_text("name\nAda\n\"Zoë, 'Z'\"\nBob\n", encoding="utf-8")
    (tmp_path / "hello.cog").write_text(
        "ASSERT(test=NOT(test=EQUALS(left='__CogName_name__', right='Bob')), message='no Bob')\n",
        encoding="utf-8",
    )
    ran = main(
        [
            "run",
            str(tmp_path / "hello.cog"),
            "--rows",
            str(tmp_path / "people.csv"),
            "--keep-going",
            "--dry",
            "-q",
        ]
    )
    assert ran == 1
    assert main(["report", "--rows", "-o", str(tmp_path / "rows.html")]) == 0
    page = open_page(tmp_path / "rows.html")
    rows = page.locator(".run-row")
    expect(rows).to_have_count(3)
    expect(rows.nth(2)).to_contain_text("no Bob")
    expect(rows.nth(1)).to_contain_text("name: Zoë, 'Z'")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.locator(".step-view .error-block")).to_contain_text("no Bob")
    assert page.url.endswith("#run-3/step-1")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="failed 1").click()
    expect(page.locator(".run-row")).to_have_count(1)


def test_a_run_that_is_no_row(failed_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(failed_run), "--rows"]) == 1
    assert "is no row of a table" in capsys.readouterr().err


def test_half_characters_and_markup_are_text(tmp_path: Path) -> None:
    writer = RecordWriter.create(tmp_path, "odd")
    operation = cogscript.parse("KEY_PRESS(key='a')\n", "a.cog").operations[0]
    step = Step(1, operation, "a.cog", "step", 0, None, "", 1.0)
    step.arguments = {"text": "half \ud800 </script><script>alert(1)</script>"}
    writer.at_once(step)
    writer.header(file="a.cog", title="{{script}} </title> \ud800")
    writer.close()
    text = page_of(writer.folder, tmp_path / "report.html").read_text(encoding="utf-8")
    assert "half \\ud800 \\u003c/script>" in text
    assert "<title>{{script}} &lt;/title&gt; \\ud800 — killed</title>" in text
