"""cog import and cog export as a person uses them, wrongly too."""

import io
import sys

import pytest

from cogscript.cli.main import main

REPLY = "Action: Save.\nGrounded Operation: CLICK(box=[[1,2,3,4]], element_info='It's')\n<<敏感操作>>\n"
WORKFLOW = '# Save.\nCLICK(box=[[001,002,003,004]], element_info="It\'s", sensitive=True)'


@pytest.fixture
def plan(tmp_path):
    path = tmp_path / "plan.txt"
    path.write_text(REPLY, encoding="utf-8")
    return path


def run(capsys, *words):
    status = main([str(word) for word in words])
    return status, *capsys.readouterr()


def test_import_prints_the_workflow_and_says_what_it_repaired(plan, capsys):
    status, out, err = run(capsys, "import", plan)
    assert status == 0
    assert out.startswith(WORKFLOW)
    assert "warning[repaired]: quotes inside the text were not escaped" in err
    assert f"{plan}:2:21" in err
    assert "1 operation from cogagent, 1 repaired, 0 not translated" in err


def test_import_reads_standard_input(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(REPLY.encode())))
    status, out, err = run(capsys, "import")
    assert status == 0
    assert out.startswith(WORKFLOW)
    assert "<stdin>:2:21" in err


def test_import_never_writes_over_a_file_unasked(plan, tmp_path, capsys):
    out = tmp_path / "plan.cog"
    out.write_text("mine", encoding="utf-8")
    status, _, err = run(capsys, "import", plan, "-o", out)
    assert status == 1
    assert "exists already" in err
    assert out.read_text(encoding="utf-8") == "mine"
    assert run(capsys, "import", plan, "-o", out, "--force")[0] == 0
    assert out.read_text(encoding="utf-8").startswith(WORKFLOW)
    assert run(capsys, "check", out)[0] == 0


def test_a_workflow_that_lacks_a_step_is_written_and_is_no_success(plan, tmp_path, capsys):
    plan.write_text("Action: click(point='<point>5 6</point>')\nAction: teleport()\n", encoding="utf-8")
    out = tmp_path / "plan.cog"
    status, _, err = run(capsys, "import", plan, "-o", out)
    assert status == 1
    assert "the workflow lacks steps of the plan" in err
    assert "# not translated: there is no action `teleport`" in out.read_text(encoding="utf-8")
    assert run(capsys, "import", plan, "--lossy")[0] == 0


def test_a_text_without_an_operation_is_not_read_as_a_workflow(plan, capsys):
    plan.write_text("Please open the browser.\nThen look for tea (green).\n", encoding="utf-8")
    status, _, err = run(capsys, "run", plan)
    assert status == 2
    assert "neither a workflow nor a plan of a known agent" in err
    assert "unknown-operation" not in err


def test_strict_refuses_and_writes_nothing(plan, tmp_path, capsys):
    out = tmp_path / "plan.cog"
    status, printed, err = run(capsys, "import", plan, "--strict", "-o", out)
    assert status == 2
    assert printed == ""
    assert "error[repaired]" in err
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--from", "cogagnt"], "did you mean cogagent?"),
        (["--screen", "wide"], "is no size"),
        (["--screen", "0x0"], "is no size"),
        (["-o", "no/such/folder/x.cog"], "there is no folder"),
        (["--from", "ui-tars"], "--from cogagent"),
    ],
)
def test_wrong_use_is_explained(plan, capsys, words, said):
    with_status = []
    try:
        with_status.append(main(["import", str(plan), *words]))
    except SystemExit as ended:
        with_status.append(ended.code)
    captured = capsys.readouterr()
    assert with_status[0] in (1, 2)
    assert said in captured.err
    assert captured.out == ""


def test_a_plan_that_is_not_utf8(tmp_path, capsys, monkeypatch):
    path = tmp_path / "plan.txt"
    path.write_bytes(b"\xff\xfeC\x00")
    assert run(capsys, "import", path)[0] == 2
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff")))
    status, _, err = run(capsys, "import")
    assert status == 2
    assert "not UTF-8" in err


def test_export_says_which_lines_it_could_not(tmp_path, capsys):
    path = tmp_path / "w.cog"
    path.write_text("CLICK(box=[[1,2]])\nDRAG(box=[[1,2]], to=[[3,4]])\n", encoding="utf-8")
    status, out, err = run(capsys, "export", "--to", "cogagent", path)
    assert (status, out) == (1, "")
    assert "warning[not-exported]: CogAgent has no DRAG" in err
    assert f"{path}:2:1" in err
    assert "1 operation cannot be expressed in cogagent; nothing was written" in err
    status, out, err = run(capsys, "export", "--to", "cogagent", path, "--lossy", "-o", "-")
    assert (status, out) == (0, "Grounded Operation: CLICK(box=[[001,002,001,002]])\n")
    assert "warning[not-exported]: CogAgent has no DRAG" in err


def test_a_lost_detail_is_reported_and_refused_with_strict(tmp_path, capsys):
    path = tmp_path / "w.cog"
    path.write_text("CLICK(box=[[1,2]], timeout=3)\n", encoding="utf-8")
    status, out, err = run(capsys, "export", "--to", "cogagent", path)
    assert (status, out) == (0, "Grounded Operation: CLICK(box=[[001,002,001,002]])\n")
    assert "warning[lost]: CLICK is exported to CogAgent without timeout" in err
    assert run(capsys, "export", "--to", "cogagent", path, "--strict")[:2] == (1, "")


def test_a_dash_is_standard_output_for_import_too(plan, capsys):
    status, out, _ = run(capsys, "import", plan, "-o", "-")
    assert (status, out.splitlines()[0]) == (0, "# Save.")


def test_dialects_are_listed_with_the_names_people_know(capsys):
    for command in ("import", "export"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        shown = " ".join(capsys.readouterr().out.split()).replace("- ", "-")
        for name in ("anthropic", "claude", "qwen", "doubao"):
            assert name in shown


def test_export_refuses_a_wrong_workflow(tmp_path, capsys):
    path = tmp_path / "w.cog"
    path.write_text("CLICK()\n", encoding="utf-8")
    assert run(capsys, "export", "--to", "cogagent", path)[0] == 2
