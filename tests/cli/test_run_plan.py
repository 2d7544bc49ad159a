"""cog run PLAN --from DIALECT: a plan runs as it is, and half a plan does not run."""

import pytest

from cogscript.cli.main import main


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def run_plan(text, *words):
        path = tmp_path / "plan.txt"
        path.write_text(text, encoding="utf-8")
        return main(["run", str(path), "--dry", *words]), *capsys.readouterr()

    return run_plan


def test_a_plan_runs_and_its_answer_is_printed(run):
    plan = "Thought: Look.\nAction: click(start_box='(500,500)')\nAction: finished(content='17.00')\n"
    status, out, err = run(plan, "--from", "ui-tars")
    assert status == 0
    assert out == "17.00\n"
    assert "line 2: CLICK — Look." in err


def test_half_a_plan_does_nothing(run):
    plan = "CLICK(box=[[1,2,3,4]])\nCLICK(box=[[1,2,3]])\nANSWER(text='no')\n"
    status, out, err = run(plan, "--from", "cogagent")
    assert status == 2
    assert out == ""
    assert "plan.txt:2:13" in err


@pytest.mark.parametrize("words", [["--rows", "a.csv"], ["--save-results"], ["--resume"]])
def test_what_needs_a_workflow_says_so(run, words):
    status, _, err = run("END", "--from", "cogagent", *words)
    assert status == 2
    assert f"`{words[0]}` needs a workflow" in err
