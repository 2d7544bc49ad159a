"""ALLOW, `sensitive` and a run that was interrupted hold for a model's steps as for a file's."""

import pytest

import cogscript
from cogscript.agents import Agent
from cogscript.records.reader import Record
from cogscript.runtime.options import Options
from cogscript.runtime.resume.resume import resume
from tests.agents.helping import do, operations, scripted, settings_for, texts_of, written
from tests.agents.test_tasks import DIALOG, INTENTS
from tests.runtime.screen_help import program, window
from tests.seeing_server import SeeingServer, click, done

pytestmark = pytest.mark.drives_programs


def test_outside_of_what_is_allowed_a_model_presses_and_types_nothing(virtual, tmp_path) -> None:
    program(virtual, "zenity", "--entry", "--title", "Ours", "--text", "Name")
    window(virtual, "Ours")
    program(virtual, "xterm", "-T", "Theirs", "-geometry", "40x5+10+10", "-e", "cat > typed.txt; sleep 100")
    window(virtual, "Theirs")
    allowed = "TRY()\nALLOW(apps=['zenity'])\n"
    caught = "CATCH()\nEND_TRY()\nANSWER(text='caught')\n"
    for number, reply in enumerate(
        ["CLICK(box=[[060,060]])", "LAUNCH(app='mousepad')", "ALLOW(apps=['xterm'])"]
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        with scripted(reply, "TYPE(text='rm')", "END()") as server:
            text = f"{allowed}DO(task='Do it', limit=4)\n{caught}"
            run = cogscript.run(
                cogscript.parse(text),
                screen=virtual,
                runs=folder,
                doer=Agent("cog"),
                settings=settings_for(server, retries=0),
            )
        # A model cannot give itself leave, either: that is no operation of its, and what it does next is.
        assert run.error.code == "not-allowed"
        assert run.answers == []  # TRY does not catch it
        assert len(server.requests) == (2 if reply.startswith("ALLOW") else 1)
        assert len(virtual.windows()) == 2
    with scripted("CLICK(element_info='OK')", "END()") as server:
        run = do(server, "cog", virtual, tmp_path, before="ALLOW(apps=['zenity'])\n")
    assert run.outcome == "ok", run.error
    assert [each.title for each in virtual.windows()] == ["Theirs"]


class Refusing:
    present = True

    def ask(self, question: str, *, secret: bool = False) -> str:
        return ""

    def confirm(self, question: str) -> bool:
        return False


def test_a_person_who_refuses_a_sensitive_step_has_stopped_the_run(virtual, tmp_path) -> None:
    with scripted("CLICK(element_info='OK', sensitive=True)") as server:
        run = do(server, "cog", virtual, tmp_path, before=DIALOG, person=Refusing())
    assert run.outcome == "stopped"
    assert operations(run) == []  # nothing was begun
    assert len(virtual.windows()) == 1
    assert "FAIL(reason=" in written(run)


def test_a_run_that_ended_in_the_middle_of_a_task_goes_on_with_it(virtual, tmp_path) -> None:
    """The model is told what it had done; the file made of it has both halves."""
    after = "SET(output='__CogName_after__', value='done')\n"
    text = f"{DIALOG}DO(task='Say that the name is Ada', limit=2, output='__CogName_said__')\n{after}"
    file = tmp_path / "test.cog"
    file.write_text(text, encoding="utf-8")
    runs = tmp_path / "runs"
    with SeeingServer("gui-plus", INTENTS[:2]) as server:
        settings = settings_for(server, retries=0)
        run = cogscript.run(
            cogscript.load(file), screen=virtual, runs=runs, doer=Agent("gui-plus"), settings=settings
        )
    assert run.outcome == "failed"
    assert [each.partition("(")[0] for each in operations(run)] == ["CLICK", "TYPE"]
    with SeeingServer("gui-plus", [click("OK"), done("done")]) as server:
        options = Options(
            screen=virtual, runs=runs, doer=Agent("gui-plus"), settings=settings_for(server, retries=0)
        )
        with pytest.raises(cogscript.CogError) as caught:
            resume(run.folder.name, options)
        assert caught.value.diagnostics[0].code == "unfinished-step"
        again = resume(run.folder.name, options, "redo")
    assert again.outcome == "ok", again.error
    assert not virtual.windows()
    assert again.variables["after"] == "done"
    assert "This was done before" in texts_of(server.requests[0])
    assert "text='Ada'" in texts_of(server.requests[0]).replace("\\", "")
    with Record(run.folder) as record:
        outcomes = [step.outcome for step in record.steps() if step.kind == "task"]
    assert outcomes == ["retried", "ok"]
    text = written(again)
    assert [each.partition("(")[0] for each in text.splitlines() if "(" in each] == [
        "INPUT", "LAUNCH", "TYPE", "CLICK", "SET",
    ]  # fmt: skip
    whole = cogscript.run(cogscript.parse(text), screen=virtual, runs=runs, doer=None)
    assert whole.outcome == "ok", whole.error
    assert not virtual.windows()
