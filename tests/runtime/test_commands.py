"""`cog run` and `cog runs` as a person meets them: at a terminal, in a pipe, on a full disk."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

import cogscript
from cogscript.cli.main import main
from cogscript.records.folders import list_runs
from cogscript.records.reader import Record
from cogscript.records.writer import RecordWriter
from cogscript.runtime.steps import STEPS, Behaviour
from cogscript.settings import Settings, runs_folder

COG = [sys.executable, "-m", "cogscript"]


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COGSCRIPT_SETTINGS", str(tmp_path / "settings.toml"))
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.chdir(tmp_path)
    return dict(os.environ)


def write(text: str, name: str = "test.cog") -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def at_terminal(*words: str, environment: dict[str, str]) -> pexpect.spawn:
    return pexpect.spawn(
        COG[0], [*COG[1:], *words], env={**environment, "TERM": "xterm"}, encoding="utf-8", timeout=60,
        dimensions=(24, 100),
    )  # fmt: skip


def runs() -> list[Path]:
    return list_runs(runs_folder())


# --- at a terminal -------------------------------------------------------------------------------


def test_inputs_are_asked_for_and_a_secret_is_not_shown(environment) -> None:
    file = write(
        "INPUT(output='__CogName_who__', prompt='Who are you?')\n"
        "INPUT(output='__CogName_pw__', secret=True, prompt='Password:')\n"
        "ANSWER(text='hello __CogName_who__')\n"
        "FAIL(reason='wrong password __CogName_pw__')\n"
    )
    terminal = at_terminal("run", file, environment=environment)
    terminal.expect_exact("Who are you? ")
    terminal.sendline("李雷")
    terminal.expect_exact("Password: ")
    terminal.waitnoecho()
    terminal.sendline("hunter2")
    terminal.expect_exact("hello 李雷")
    said = terminal.read()
    terminal.close()
    assert terminal.exitstatus == 1
    assert "wrong password ⟨secret pw⟩" in said
    assert "hunter2" not in said
    for path in runs()[0].rglob("*"):
        assert not path.is_file() or b"hunter2" not in path.read_bytes(), path


def test_a_person_is_asked(environment) -> None:
    file = write("ASK_USER(question='Which one?', output='__CogName_a__')\nANSWER(text='<__CogName_a__>')\n")
    terminal = at_terminal("run", file, environment=environment)
    terminal.expect_exact("Which one? ")
    terminal.sendline("the red one")
    terminal.expect_exact("<the red one>")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0


@pytest.mark.parametrize(("answer", "status"), [("y", 0), ("n", 130), ("", 130)])
def test_a_sensitive_step_asks_with_its_picture(environment, answer: str, status: int) -> None:
    file = write("# Approve it\nCLICK(box=[[500,500]], sensitive=True)\nANSWER(text='approved')\n")
    terminal = at_terminal("run", file, "--screen", "virtual", environment=environment)
    terminal.expect(r"line 2 is sensitive: CLICK\(box=\[\[500,500\]\], sensitive=True\)")
    terminal.expect_exact("Approve it")
    terminal.expect(r"at pixel 640, 400")
    terminal.expect(r"picture: (\S+\.jpg)")
    assert Path(terminal.match.group(1)).is_file()
    terminal.expect_exact("Do it? [y/N] ")
    terminal.sendline(answer)
    said = terminal.read()
    terminal.close()
    assert terminal.exitstatus == status, said
    assert ("approved" in said) == (status == 0)


def test_the_live_line_says_the_step_its_description_and_n_of_n(environment) -> None:
    file = write("# Look around\nWAIT(seconds=0.3)\n# 再等一下\nWAIT(seconds=0.3)\nANSWER(text='done')\n")
    terminal = at_terminal("run", file, environment=environment)
    terminal.expect_exact("step 1 of 3: line 2 WAIT — Look around")
    terminal.expect_exact("step 2 of 3: line 4 WAIT — 再等一下")
    terminal.expect_exact("done")
    terminal.expect(r"finished: 3 steps in \d+\.\d s · record \S+-test")
    terminal.expect(pexpect.EOF)


# --- in a pipe -----------------------------------------------------------------------------------


def cog(*words: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COG, *words], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120
    )


def test_standard_output_carries_the_answers_and_nothing_else(environment) -> None:
    file = write("WAIT(seconds=0.01)\nANSWER(text='一\\n二')\nANSWER(text='')\n")
    done = cog("run", file, environment=environment)
    assert done.returncode == 0
    assert done.stdout == "一\n二\n\n"
    assert "finished: 3 steps" in done.stderr
    quiet = cog("run", file, "--quiet", environment=environment)
    assert (quiet.stdout, quiet.stderr) == ("一\n二\n\n", "")


def test_json_is_one_event_a_line(environment) -> None:
    file = write(
        "INPUT(output='__CogName_pw__', secret=True)\nANSWER(text='a __CogName_pw__')\nFAIL(reason='so')\n"
    )
    done = cog("run", file, "--json", "--var", "pw=hunter2", environment=environment)
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert done.stderr == ""
    assert "hunter2" not in done.stdout
    assert [event["event"] for event in events] == [
        "run-started", "step-finished", "step-started", "answer", "step-finished", "step-finished",
        "run-finished",
    ]  # fmt: skip
    assert events[-1]["exit_code"] == 1
    assert events[-1]["error"]["line"] == 3
    assert events[4]["arguments"] == {"text": "a ⟨secret pw⟩"}


@pytest.mark.parametrize("words", [[], ["--json"]])
def test_a_reader_that_has_gone_ends_the_run(environment, words: list[str]) -> None:
    file = write("REPEAT(times=2000)\n  ANSWER(text='once more')\nEND_REPEAT()\n")
    command = [*COG, "run", file, "-q", *words]
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    said = process.stderr.read()
    assert process.wait(timeout=60) == 1
    assert "Traceback" not in said
    assert "Exception" not in said
    with Record(runs()[0]) as record:
        assert record.outcome == "failed"
        assert "standard output was closed" in record.header["error"]["message"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run"], "which workflow? give a .cog file"),
        (["run", "no.cog"], "no.cog"),
        (["run", "test.cog", "--var", "x"], "`--var x` gives no value"),
        (["run", "test.cog", "--redo"], "belong to `--resume`"),
        (["run", "--resume", "--redo", "--skip"], "exclude each other"),
        (["run", "test.cog", "--results", "none"], "invalid choice"),
        (["run", "test.cog", "--max-scrolls", "-1"], "cannot be less than 0"),
        (["run", "test.cog", "--size", "big"], "`big` is not a size"),
        (["run", "test.cog", "--screen", "destkop"], "did you mean `desktop`?"),
        (["run", "--resume"], "there is no run on record"),
        (["run", "--resume", "nix"], "there is no run `nix` on record"),
    ],
)
def test_a_wrong_command_line_does_nothing(environment, capsys, words: list[str], said: str) -> None:
    write("ANSWER(text='never')\n")
    try:
        status = main(words)
    except SystemExit as exit_:
        status = exit_.code
    captured = capsys.readouterr()
    assert status == 2
    assert said in captured.err
    assert captured.out == ""
    assert runs() == []


def test_nothing_heavy_is_loaded_for_a_workflow_that_touches_no_screen(environment) -> None:
    file = write(
        "QUOTE_TEXT(box=[[1,1,2,2]], output='__CogName_t__', result='17')\nANSWER(text='__CogName_t__')\n"
    )
    code = (
        "import sys; from cogscript.cli.main import main; main(['run', sys.argv[1], '-q']); "
        "print(sorted({'numpy', 'PIL', 'mss', 'Xlib', 'pyautogui', 'rapidocr', 'openai', 'cv2', "
        "'charset_normalizer'} & sys.modules.keys()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, file], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "17\n[]\n"


# --- the record ----------------------------------------------------------------------------------


def test_runs_are_listed_and_pruned(environment, capsys) -> None:
    for title in ("one", "两个", "three"):
        main(["run", write(f"WORKFLOW(title='{title}')\nANSWER(text='a')\n"), "-q"])
    main(["run", write("FAIL()\n"), "-q"])
    capsys.readouterr()
    assert main(["runs"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["RUN", "OUTCOME", "STEPS", "STARTED", "TOOK", "FILE"]
    assert [line.split()[1] for line in lines[1:]] == ["ok", "ok", "ok", "failed"]
    assert lines[2].endswith("两个")
    main(["runs", "--json"])
    listed = json.loads(capsys.readouterr().out)
    assert [each["title"] for each in listed] == ["one", "两个", "three", ""]
    assert main(["runs", "--prune", "1"]) == 0
    assert capsys.readouterr().out == "3 records removed\n"
    assert [folder.name for folder in runs()] == [listed[-1]["run"]]
    assert main(["runs", "--keep", "-1"]) != 0


def test_settings_say_how_many_are_kept(environment) -> None:
    Path("settings.toml").write_text("[run]\nkeep = 2\n", encoding="utf-8")
    for _ in range(4):
        assert main(["run", write("SET(output='__CogName_x__', value='')\n"), "-q"]) == 0
    assert len(runs()) == 2


def test_a_folder_that_cannot_be_written_is_said_before_anything_is_done(
    environment, monkeypatch, capsys
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/proc/nothing")
    assert main(["run", write("ANSWER(text='never')\n"), "-q"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "error[record]: the run's record cannot be made in /proc/nothing" in said.err
    assert "nothing was done" in said.err
    assert main(["run", write("ANSWER(text='done')\n"), "-q", "--no-journal"]) == 0
    assert capsys.readouterr().out == "done\n"


def test_a_full_disk_ends_the_run_at_the_step_and_the_record_is_whole(
    environment, monkeypatch, capsys
) -> None:
    create = RecordWriter.create.__func__

    def small(cls, folder, name):
        journal = create(cls, folder, name)
        journal._db.execute("PRAGMA max_page_count = 40")  # SQLite then says what it says on a full disk
        return journal

    monkeypatch.setattr(RecordWriter, "create", classmethod(small))
    file = write(
        "TRY()\n  REPEAT(times=5000)\n    ANSWER(text='__CogName_t__')\n  END_REPEAT()\n"
        "CATCH()\n  ANSWER(text='never')\nEND_TRY()\n"
    )
    assert main(["run", file, "-q", "--var", "t=" + "x" * 300]) == 1
    said = capsys.readouterr()
    assert "error[record]: the run's record cannot be written: database or disk is full" in said.err
    assert "test.cog:3:5" in said.err
    assert "never" not in said.out
    with Record(runs()[0]) as record:
        steps = list(record.steps())
        assert len(steps) > 20
        assert record.outcome in ("failed", "killed")  # if there was no room even to say how it ended
    assert sqlite3.connect(runs()[0] / "journal.db").execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_an_unexpected_fault_is_ours_has_a_line_and_leaves_the_record_whole(
    environment, monkeypatch, capsys
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("bug")

    monkeypatch.setitem(STEPS, "SET", Behaviour(broken))
    assert main(["run", write("ANSWER(text='a')\nSET(output='__CogName_x__', value='')\n"), "-q"]) == 1
    said = capsys.readouterr().err
    assert "error[internal]: this is a fault of cogscript itself: KeyError: 'bug'" in said
    assert "test.cog:2:1" in said
    assert "Traceback" not in said
    with Record(runs()[0]) as record:
        assert [step.outcome for step in record.steps()] == ["ok", "failed"]
    assert "Traceback" in (runs()[0] / "fault.txt").read_text(encoding="utf-8")


# --- from Python ---------------------------------------------------------------------------------


def test_run_gives_back_outcome_answers_variables_and_steps(tmp_path) -> None:
    workflow = cogscript.parse("SET(output='__CogName_x__', value=3)\nANSWER(text='x is __CogName_x__')\n")
    run = cogscript.run(workflow, runs=tmp_path, settings=Settings())
    assert (run.outcome, run.answers, run.variables, run.exit_code) == ("ok", ["x is 3"], {"x": "3"}, 0)
    assert [(step.operation.name, step.outcome) for step in run.steps] == [("SET", "ok"), ("ANSWER", "ok")]


def test_a_wrong_workflow_raises_and_does_nothing(tmp_path) -> None:
    workflow = cogscript.parse("ANSWER(text='never')\nANSWER(text='__CogName_x__')\n")
    with pytest.raises(cogscript.CogError):
        cogscript.run(workflow, runs=tmp_path, settings=Settings())
    assert list(tmp_path.iterdir()) == []
