"""A session: operations performed one after another from Python, and kept as a file."""

from __future__ import annotations

import pytest

import cogscript
from cogscript import CogError, ops
from cogscript.records.reader import Record
from cogscript.settings import Settings
from tests.conftest import wait_until
from tests.runtime.screen_help import program, window


def session(tmp_path, **options):
    options.setdefault("settings", Settings())
    return cogscript.Session(runs=tmp_path / "runs", **options)


def test_each_operation_is_checked_against_what_is_known_now(tmp_path) -> None:
    with session(tmp_path, screen="dry") as work:
        with pytest.raises(CogError) as wrong:
            work.perform("ANSWER(text='__CogName_city__')")
        assert "unset-variable" in str(wrong.value.diagnostics[0].code)
        assert work.perform("SET(output='__CogName_city__', value='巴黎')").outcome == "ok"
        work.perform("ANSWER(text='__CogName_city__')")
        work.variables["city"] = "Rome"
        work.perform(ops.ANSWER(text="__CogName_city__"))
    assert work.result.answers == ["巴黎", "Rome"]
    assert work.result.outcome == "ok"


def test_a_wrong_text_does_nothing(tmp_path) -> None:
    with session(tmp_path, screen="dry") as work:
        with pytest.raises(CogError):
            work.perform("SET(output='__CogName_a__', value='1')\nCLIKC(box=[[1,2,3,4]])")
        assert work.variables == {}
        with pytest.raises(CogError, match="no operation"):
            work.perform("# only a comment\n")


def test_a_step_that_fails_is_given_back_and_the_session_goes_on(tmp_path) -> None:
    with session(tmp_path, screen="dry") as work:
        step = work.perform("ASSERT(test=EQUALS(left='1', right='2'), message='no')\nANSWER(text='never')")
        assert (step.outcome, step.diagnostic.message) == ("failed", "no")
        assert work.perform("ANSWER(text='still here')").outcome == "ok"
        work.save(tmp_path / "done.cog", title="What went well")
        work.save(tmp_path / "all.cog", everything=True)
    assert work.result.answers == ["still here"]
    assert (tmp_path / "done.cog").read_text(encoding="utf-8") == (
        "WORKFLOW(title='What went well')\nANSWER(text='still here')\n"
    )
    assert "ASSERT" in (tmp_path / "all.cog").read_text(encoding="utf-8")


def test_its_record_says_where_each_operation_stood(tmp_path) -> None:
    with session(tmp_path, screen="dry") as work:
        work.perform("# First\nSET(output='__CogName_a__', value='1')")
        work.perform("ANSWER(text='__CogName_a__')")
    with Record(work.result.folder) as record:
        steps = list(record.steps())
        text = record.files()["<session>"]
    assert [(step.operation.name, step.operation.line) for step in steps] == [("SET", 2), ("ANSWER", 3)]
    assert [text[step.operation.start : step.operation.end] for step in steps] == [
        "SET(output='__CogName_a__', value='1')",
        "ANSWER(text='__CogName_a__')",
    ]


def test_a_surface_is_opened_when_it_is_first_needed(tmp_path, monkeypatch) -> None:
    from cogscript.surfaces.x11.virtual import VIRTUAL

    opened = []
    real = VIRTUAL.open
    monkeypatch.setattr(VIRTUAL, "open", lambda *given: opened.append(given) or real(*given))
    with session(tmp_path, screen="virtual") as work:
        work.perform("SET(output='__CogName_a__', value='1')")
        assert opened == []
        assert work.look().picture.size == (1280, 800)
        assert len(opened) == 1


@pytest.mark.drives_programs
def test_what_was_done_in_a_window_is_saved_in_an_in_block(virtual, tmp_path) -> None:
    dialog = program(virtual, "zenity", "--entry", "--title=Invoice", "--text=Number")
    window(virtual, "Invoice")
    with session(tmp_path, screen=virtual) as work:
        with work.inside(window="Invoice") as surface:
            assert surface.size.width < virtual.size.width
            work.perform("TYPE(element_info='Number', element_type='text field', text='A-17', timeout=20)")
        step = work.perform("IN(window='Invoice')\nCLICK(element_info='OK', timeout=20)\nEND_IN()")
        assert step.outcome == "ok", step.diagnostic
        work.save(tmp_path / "invoice.cog")
    assert dialog.communicate(timeout=60)[0] == "A-17\n"
    saved = (tmp_path / "invoice.cog").read_text(encoding="utf-8")
    assert saved.startswith("IN(window='Invoice')\n  TYPE(")
    assert saved.count("END_IN()") == 1, "neighbouring blocks in the same window are one"

    again = program(virtual, "zenity", "--entry", "--title=Invoice", "--text=Number")
    run = cogscript.run(
        cogscript.load(tmp_path / "invoice.cog"), screen=virtual, settings=Settings(), journal=False
    )
    assert run.outcome == "ok", run.error
    assert again.communicate(timeout=60)[0] == "A-17\n"
    wait_until(lambda: not virtual.windows())
