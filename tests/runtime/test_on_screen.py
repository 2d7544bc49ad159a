"""The interpreter on a real screen with real programs."""

from __future__ import annotations

import pytest

from tests.conftest import wait_until
from tests.runtime.screen_help import perform, program, window

ALICE = "printf 'Name: Alice\\nTotal: 1,200.50\\nSame\\nSame\\n'; sleep 600"


@pytest.fixture
def terminal(virtual):
    """A terminal that shows four lines, in letters that OCR reads: nothing tells its elements."""
    process = program(
        virtual, "xterm", "-T", "sheet", "-geometry", "60x12+100+100", "-fa", "DejaVu Sans Mono",
        "-fs", "16", "-bg", "white", "-fg", "black", "-e", "sh", "-c", ALICE,
    )  # fmt: skip
    window(virtual, "sheet")
    yield virtual
    process.kill()
    process.wait()


@pytest.mark.drives_programs
def test_a_dialog_is_filled_by_the_names_of_its_elements(virtual, tmp_path) -> None:
    dialog = program(virtual, "zenity", "--entry", "--title=Invoice", "--text=Number", "--entry-text=old")
    window(virtual, "Invoice")
    run = perform(
        """\
WAIT_FOR(test=VISIBLE(element_info='Number'), timeout=30)
TYPE(element_info='Number', element_type='text field', text='发票 A-17', clear=True)
CLICK(element_info='OK', element_type='button', timeout=10)
""",
        virtual,
        tmp_path,
    )
    assert run.outcome == "ok", run.error
    assert dialog.communicate(timeout=60)[0] == "发票 A-17\n"
    click = run.steps[-1]
    assert click.point is not None
    assert click.area[0] <= click.point[0] < click.area[2]
    assert click.settled is not None
    assert (run.folder / click.before).is_file()
    assert (run.folder / click.after).is_file()


@pytest.mark.drives_programs
def test_text_that_only_ocr_sees_is_found_read_and_judged(terminal, tmp_path) -> None:
    run = perform(
        """\
SET(output='__CogName_line__', value='')
WAIT_FOR(test=VISIBLE(element_info='Alice'), timeout=30)
IF(test=VISIBLE(element_info='Nobody'))
  FAIL()
ELSE_IF(test=VISIBLE(element_info='Total'))
  QUOTE_TEXT(element_info='Total: 1,200.50', output='__CogName_line__')
END_IF()
ASSERT(test=MATCHES(text='__CogName_line__', pattern='Total: ?1,200.50'))
DOUBLE_CLICK(element_info='Alice')
""",
        terminal,
        tmp_path,
    )
    assert run.outcome == "ok", run.error
    # The part of the line that says Alice was hit, right of its `Name:`.
    click = run.steps[-1]
    assert click.area[2] - click.area[0] < 120


@pytest.mark.drives_programs
def test_every_test_of_a_chain_sees_the_same_moment(virtual, tmp_path) -> None:
    """The screen shows Left or Right and changes all the time; never does neither hold."""
    flicker = "while :; do printf '\\033[HLeft '; sleep 0.3; printf '\\033[HRight'; sleep 0.3; done"
    process = program(
        virtual, "xterm", "-T", "flicker", "-geometry", "20x4+100+100", "-fa", "DejaVu Sans Mono",
        "-fs", "20", "-bg", "white", "-fg", "black", "-e", "sh", "-c", flicker,
    )  # fmt: skip
    window(virtual, "flicker")
    run = perform(
        """\
WAIT_FOR(test=VISIBLE(element_info='Left', box=[[050,050,500,400]]), timeout=30)
REPEAT(times=6)
  IF(test=VISIBLE(element_info='Left', box=[[050,050,500,400]]))
    ANSWER(text='left')
  ELSE_IF(test=VISIBLE(element_info='Right', box=[[050,050,500,400]]))
    ANSWER(text='right')
  ELSE()
    ANSWER(text='neither')
  END_IF()
END_REPEAT()
""",
        virtual,
        tmp_path,
    )
    process.kill()
    process.wait()
    assert run.outcome == "ok", run.error
    assert "neither" not in run.answers


@pytest.mark.drives_programs
def test_none_or_several_is_an_error_that_lists_what_was_seen(terminal, tmp_path) -> None:
    perform("WAIT_FOR(test=VISIBLE(element_info='Alice'), timeout=30)", terminal, tmp_path)
    run = perform("CLICK(element_info='Bob', timeout=0.5)", terminal, tmp_path)
    assert run.outcome == "failed"
    assert run.error.code == "target-missing"
    assert run.error.message == "`Bob` was not found on the private screen within 0.5 s"
    details = dict(run.error.details)
    assert "Total" in details["there is"]
    assert details["looked for"].startswith("the name `Bob`; asked: ")
    run = perform("CLICK(element_info='Same', optional=True)", terminal, tmp_path)
    assert run.outcome == "failed"
    assert run.error.code == "target-ambiguous"
    assert run.error.message == "`Same` is on the screen 2 times"
    first, second = dict(run.error.details)["came near"].splitlines()
    assert first.startswith("1. text `Same` at ")
    assert second.endswith(": the others are as good")
    run = perform("CLICK(element_info='Bob', optional=True)\nANSWER(text='on')", terminal, tmp_path)
    assert run.outcome == "ok"
    assert run.steps[0].outcome == "skipped"
    run = perform("WAIT_FOR(test=VISIBLE(element_info='Bob'), timeout=0.5)", terminal, tmp_path)
    assert run.error.code == "timed-out"
    assert "Total" in run.error.message


@pytest.mark.drives_programs
def test_a_name_wins_over_the_box_and_a_box_on_bare_ground_is_nothing(terminal, tmp_path) -> None:
    perform("WAIT_FOR(test=VISIBLE(element_info='Alice'), timeout=30)", terminal, tmp_path)
    run = perform(
        """\
CLICK(box=[[600,600,900,900]], element_info='Alice')
CLICK(box=[[000,000,500,500]], element_info='Alice')
CLICK(box=[[600,600,900,900]], element_info='Nobody', optional=True, timeout=0.5)
CLICK(box=[[600,600,900,900]])
""",
        terminal,
        tmp_path,
    )
    assert [step.outcome for step in run.steps] == ["ok", "ok", "skipped", "ok"]
    first, second, _, bare = run.steps
    assert first.point == second.point
    assert (first.locator, bare.locator) == ("text", "box")


@pytest.mark.drives_programs
def test_a_handler_closes_a_pop_up_before_the_step_it_would_disturb(virtual, tmp_path) -> None:
    entry = program(virtual, "zenity", "--entry", "--title=Form", "--text=Name")
    window(virtual, "Form")
    popup = program(
        virtual, "zenity", "--info", "--title=News", "--text=An update is there", "--ok-label=Later"
    )
    window(virtual, "News")
    run = perform(
        """\
ON(test=VISIBLE(element_info='An update is there'))
  CLICK(element_info='Later', element_type='button')
END_ON()
WINDOW(action='activate', title='Form')
TYPE(text='Alice', enter=True)
""",
        virtual,
        tmp_path,
    )
    assert run.outcome == "ok", run.error
    popup.wait(timeout=60)
    assert entry.communicate(timeout=60)[0] == "Alice\n"
    assert [step.operation.name for step in run.steps if step.kind == "block"] == ["ON"]


@pytest.mark.drives_programs
def test_results_are_read_compared_and_written_back(terminal, tmp_path) -> None:
    perform("WAIT_FOR(test=VISIBLE(element_info='Alice'), timeout=30)", terminal, tmp_path)
    text = (
        "# The total   \n"
        "QUOTE_TEXT( box=[[060,100,700,450]],  output='__CogName_all__', result='Name: Bob' )  # kept\n"
        "ANSWER(text='__CogName_all__')\n"
    )
    file = tmp_path / "test.cog"
    file.write_text(text, encoding="utf-8")
    recorded = perform(text, terminal, tmp_path)
    assert recorded.answers == ["Name: Bob"]
    checked = perform(text, terminal, tmp_path, results="check", save_results=True)
    assert "Alice" in checked.answers[0]
    assert checked.differences == 1
    written = file.read_text(encoding="utf-8")
    assert written.startswith(
        "# The total   \nQUOTE_TEXT( box=[[060,100,700,450]],  output='__CogName_all__', "
    )
    assert "Alice" in written
    assert " )  # kept\nANSWER(text='__CogName_all__')\n" in written
    assert perform(written, terminal, tmp_path).answers == checked.answers


def test_the_clipboard_is_always_read(virtual, tmp_path) -> None:
    run = perform(
        """\
SET_CLIPBOARD(text='剪贴板 "quoted"')
QUOTE_CLIPBOARD(output='__CogName_c__', result='something else')
ANSWER(text='__CogName_c__')
""",
        virtual,
        tmp_path,
    )
    assert run.answers == ['剪贴板 "quoted"']


@pytest.mark.drives_programs
def test_windows_are_moved_and_closed_by_their_title(virtual, tmp_path) -> None:
    program(virtual, "zenity", "--info", "--title=First one", "--text=1")
    window(virtual, "First one")
    run = perform("WINDOW(action='close', title='Second', timeout=0)", virtual, tmp_path)
    assert run.error.message == "no window matches the title `Second`; there are: `First one`"
    program(virtual, "zenity", "--info", "--title=Second one", "--text=2")
    run = perform("WINDOW(action='activate', title='Second one')", virtual, tmp_path)
    assert run.outcome == "ok", run.error  # it was waited for, as every target is
    run = perform("WINDOW(action='close', title='one', timeout=0)", virtual, tmp_path)
    assert run.error.code == "target-ambiguous"
    run = perform("WINDOW(action='close', app='zenity', timeout=0)", virtual, tmp_path)
    assert run.error.code == "target-ambiguous"
    run = perform("WINDOW(action='close', app='kettle', timeout=0)", virtual, tmp_path)
    assert run.error.message.startswith("no window matches the program `kettle`")
    run = perform("WINDOW(action='activate', title='first', app='zenity')", virtual, tmp_path)
    assert run.outcome == "ok", run.error
    run = perform(
        "WINDOW(action='move', title='first', box=[[500,500]])\nWINDOW(action='close', title='Second one')\n",
        virtual,
        tmp_path,
    )
    assert run.outcome == "ok", run.error
    wait_until(
        lambda: [each.title for each in virtual.windows()] == ["First one"], what="the second is closed"
    )
    assert abs(virtual.windows()[0].rect.left - 640) < 40


@pytest.mark.drives_programs
def test_an_option_of_a_list_is_selected(virtual, tmp_path) -> None:
    dialog = program(
        virtual, "zenity", "--forms", "--title=Order", "--text=Order", "--add-combo=Size",
        "--combo-values=Small|Medium|Large",
    )  # fmt: skip
    window(virtual, "Order")
    run = perform(
        """\
SELECT(element_info='Size', element_type='combo box', option='Medium', timeout=20)
CLICK(element_info='OK', element_type='button')
""",
        virtual,
        tmp_path,
    )
    assert run.outcome == "ok", run.error
    assert dialog.communicate(timeout=60)[0] == "Medium\n"


def test_a_screenshot_is_saved_and_its_name_holds_no_secret(virtual, tmp_path) -> None:
    from PIL import Image

    run = perform(
        """\
INPUT(output='__CogName_pw__', secret=True)
SCREENSHOT(file='part.png', box=[[000,000,500,500]])
SCREENSHOT()
SCREENSHOT(file='__CogName_pw__.png')
""",
        virtual,
        tmp_path,
        variables={"pw": "hunter2"},
    )
    assert Image.open(tmp_path / "part.png").size == (640, 400)
    assert len(list(run.folder.glob("screenshot-*.png"))) == 1
    assert run.error.message == "a picture's name must not hold a secret value"
    assert not list(tmp_path.rglob("*hunter2*"))


@pytest.mark.drives_programs
def test_two_click_lines_are_two_clicks(virtual, tmp_path) -> None:
    """A double click would select the word, and the text would replace it."""
    dialog = program(virtual, "zenity", "--entry", "--title=Invoice", "--text=Number", "--entry-text=hello")
    window(virtual, "Invoice")
    twice = "CLICK(element_info='Number', element_type='text field', timeout=30)\n" * 2
    run = perform(
        twice + "TYPE(text='X')\nCLICK(element_info='OK', element_type='button')\n", virtual, tmp_path
    )
    assert run.outcome == "ok", run.error
    assert dialog.communicate(timeout=60)[0] == "helloX\n"
