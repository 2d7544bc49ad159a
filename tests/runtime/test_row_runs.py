"""Data-driven runs: once a row, alone or side by side on private desktops; what comes of each row."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cogscript.cli.main import main
from cogscript.records.folders import list_runs
from cogscript.records.reader import Record
from cogscript.runtime.batch.batch import read_ranges
from cogscript.runtime.batch.results import ranges
from cogscript.settings import runs_folder
from cogscript.tables import rows
from tests.conftest import wait_until

GREET = """\
ANSWER(text='hello __CogName_name__ from __CogName_城市__')
IF(test=EQUALS(left='__CogName_name__', right='Bob'))
  ASSERT(test=EXISTS(file='bob-is-here'), message='no Bob')
END_IF()
"""
PEOPLE = 'name,城市,unused\nAda,北京,1\nBob,上海,2\n"Carl, jr","New\nYork",3\n'


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COGSCRIPT_SETTINGS", str(tmp_path / "none.toml"))
    monkeypatch.delenv("DISPLAY", raising=False)
    write("greet.cog", GREET)
    write("people.csv", PEOPLE)
    return tmp_path


def write(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def results(name: str = "results.csv") -> list[dict[str, str]]:
    with open(name, encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def cog(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cogscript", "run", *words]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


def test_the_first_row_that_fails_stops_it(capfd) -> None:
    status = main(["run", "greet.cog", "--rows", "people.csv", "--result-csv", "results.csv"])
    said = capfd.readouterr()
    assert status == 1
    assert said.out == "hello Ada from 北京\nhello Bob from 上海\n"
    assert "[1/3] row 1 (Ada, 北京, 1): finished, 1 step in" in said.err
    assert "error[assertion]: no Bob\n --> greet.cog:3:3" in said.err.replace("  -->", " -->")
    table = said.err.partition("ROW  OUTCOME  STEPS  TOOK\n")[2].splitlines()
    assert [line.split()[:2] for line in table[:3]] == [["1", "ok"], ["2", "failed"], ["3", "not"]]
    assert table[3:] == [
        "3 rows: 1 finished, 1 failed, 1 not run",
        "results: results.csv",
        "to run what is left again, add: --row 2-3",
    ]
    found = results()
    assert [list(found[0])] == [
        ["row", "name", "城市", "unused", "outcome", "steps", "seconds", "error", "answers", "run"]
    ]
    assert [
        (each["row"], each["name"], each["outcome"], each["error"], each["answers"]) for each in found
    ] == [
        ("1", "Ada", "ok", "", "hello Ada from 北京"),
        ("2", "Bob", "failed", "no Bob", "hello Bob from 上海"),
        ("3", "Carl, jr", "not run", "", ""),
    ]
    assert found[2]["城市"] == "New\nYork"
    with Record(list_runs(runs_folder())[-1]) as record:
        assert record.id == found[1]["run"]
        assert record.header["given"] == {"name": "Bob", "城市": "上海"}


def test_kept_going_and_the_failed_row_again_alone(capfd) -> None:
    words = ["run", "greet.cog", "--rows", "people.csv", "--keep-going", "-q"]
    assert main([*words, "--result-csv", "results.csv"]) == 1
    said = capfd.readouterr()
    assert [each["outcome"] for each in results()] == ["ok", "failed", "ok"]
    assert said.err.startswith("row 2: failed\nerror[assertion]: no Bob")
    assert said.err.endswith("3 rows: 2 finished, 1 failed\n")
    Path("bob-is-here").touch()
    assert main([*words, "--row", "2", "--result-csv", "again.csv"]) == 0
    assert capfd.readouterr() == ("hello Bob from 上海\n", "")
    assert [(each["row"], each["outcome"]) for each in results("again.csv")] == [("2", "ok")]


def test_rows_that_are_run_again_take_their_place_in_the_results(capfd) -> None:
    words = ["run", "greet.cog", "--rows", "people.csv", "--result-csv", "results.csv", "-q"]
    assert main(words) == 1
    before = results()
    Path("bob-is-here").touch()
    assert main([*words, "--row", "2-"]) == 0
    after = results()
    assert [each["outcome"] for each in after] == ["ok", "ok", "ok"]
    assert after[0] == before[0]
    write("results.csv", "something else\n")
    capfd.readouterr()
    assert main([*words, "--row", "2"]) == 2
    assert "results.csv is no result of these rows" in capfd.readouterr().err
    assert Path("results.csv").read_text(encoding="utf-8") == "something else\n"


@pytest.mark.parametrize("jobs", ["1", "2", "8"])
def test_answers_come_in_the_rows_order(jobs, capfd) -> None:
    write(
        "wait.cog",
        "ANSWER(text='a __CogName_n__')\nWAIT(seconds='__CogName_s__')\nANSWER(text='b __CogName_n__')\n",
    )
    write("n.csv", "n,s\n1,0.6\n2,0\n3,0.2\n4,0\n5,0.1\n")
    assert main(["run", "wait.cog", "--rows", "n.csv", "--jobs", jobs, "--result-csv", "results.csv"]) == 0
    said = capfd.readouterr()
    assert said.out == "".join(f"a {n}\nb {n}\n" for n in range(1, 6))
    assert [each["answers"] for each in results()] == [f"a {n}\nb {n}" for n in range(1, 6)]
    assert said.err.count("): finished, 3 steps") == 5


def test_a_table_in_any_form(capfd) -> None:
    write("people.jsonl", '{"name": "李雷", "城市": "广州"}\n{"name": "Eve", "城市": 17.00}\n')
    Path("gb.csv").write_bytes("name;城市\n韩梅梅;深圳\n小王;长沙市岳麓区\n".encode("gb18030"))
    for file in ("people.jsonl", "gb.csv"):
        assert main(["run", "greet.cog", "--rows", file, "-q"]) == 0
    assert capfd.readouterr().out == (
        "hello 李雷 from 广州\nhello Eve from 17.00\nhello 韩梅梅 from 深圳\nhello 小王 from 长沙市岳麓区\n"
    )


def test_no_secret_goes_out(capfd, place) -> None:
    write(
        "login.cog",
        "INPUT(output='__CogName_pw__', secret=True)\n"
        "IF(test=EQUALS(left='__CogName_n__', right='2'))\n"
        "  FAIL(reason='wrong: __CogName_pw__')\nEND_IF()\nANSWER(text='ok')\n",
    )
    write("n.csv", "n,pw,note\n1,hunter2,a\n2,swordfish,it is swordfish\n3,opensesame,c\n")
    for more in ([], ["--jobs", "2"], ["--json"]):
        assert main(["run", "login.cog", "--rows", "n.csv", *more]) == 1
    said = capfd.readouterr()
    assert "wrong: ⟨secret pw⟩" in said.err
    files = [path.read_bytes() for path in place.rglob("*") if path.is_file() and path.name != "n.csv"]
    for secret in ("hunter2", "swordfish", "opensesame"):
        assert secret not in said.out + said.err
        assert not any(secret.encode() in data for data in files)
    found = results(str(next((place / "state" / "cogscript" / "results").iterdir())))
    assert [each["pw"] for each in found] == ["⟨secret pw⟩"] * 3
    assert found[1]["note"] == "it is ⟨secret pw⟩"


def test_a_dry_run_lists_what_every_row_would_do(capfd) -> None:
    write("type.cog", "TYPE(box=[[500,500]], text='__CogName_name__')\n")
    assert main(["run", "type.cog", "--rows", "people.csv", "--dry"]) == 0
    said = capfd.readouterr().err
    for number in (1, 2, 3):
        assert f"row {number}: [1/1] line 1: TYPE at 640,400: would\n" in said


def test_events_say_which_row(capfd) -> None:
    assert main(["run", "greet.cog", "--rows", "people.csv", "--keep-going", "--jobs", "2", "--json"]) == 1
    said = capfd.readouterr()
    events = [json.loads(line) for line in said.out.splitlines()]
    assert said.err == ""
    assert {event["row"] for event in events if event["event"] == "answer"} == {1, 2, 3}
    last = events[-1]
    assert last["event"] == "rows-finished"
    assert (last["rows"], last["finished"], last["failed"], last["exit_code"]) == (3, 2, 1, 1)


def peak(*words: str) -> tuple[str, int]:
    """What a run of `cog run` prints, and the kilobytes it needed."""
    command = [sys.executable, "-m", "cogscript", "run", *words, "--no-journal", "-q"]
    with open("out.txt", "w+", encoding="utf-8") as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        out.seek(0)
        return out.read(), usage.ru_maxrss


def test_a_million_rows_are_streamed() -> None:
    with open("many.csv", "w", encoding="utf-8") as stream:
        stream.write("name,城市\n")
        for number in range(1_000_000):
            stream.write(f"n{number},x\n")
    write("few.csv", "name,城市\na,x\n")
    _, least = peak("greet.cog", "--rows", "few.csv")
    said, most = peak("greet.cog", "--rows", "many.csv", "--row", "3,999999-")
    assert said == "hello n2 from x\nhello n999998 from x\nhello n999999 from x\n"
    assert most - least < 20_000


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rows", "nowhere.csv"], "error[no-such-file]: there is no file nowhere.csv"),
        (["--rows", "lacks.csv"], "  = help: the columns of lacks.csv are name"),
        (["--rows", "ragged.csv"], "error[ragged-row]: row 2 of ragged.csv (line 3) does not fit its header"),
        (["--rows", "people.csv", "--var", "name=x"], "`--var name` and the column `name` of"),
        (["--rows", "people.csv", "--row", "4"], "there is no row 4 in people.csv: it has 3 rows"),
        (["--rows", "people.csv", "--row", "0"], "`0` names no rows"),
        (["--rows", "people.csv", "--row", "3-1"], "`3-1` names no rows"),
        (["--rows", "people.csv", "--jobs", "0"], "`--jobs` is how many rows run side by side: at least 1"),
        (["--rows", "people.csv", "--resume"], "`--resume` continues one run, and `--rows` begins many"),
        (["--rows", "people.csv", "--save-results"], "`--save-results` writes into the workflow"),
        (["--jobs", "2"], "`--jobs` belongs to `--rows`"),
        (["--row", "2"], "`--row` belongs to `--rows`"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_before_anything_runs(words, said, capfd) -> None:
    write("lacks.csv", "name\nAda\n")
    write("ragged.csv", "name,城市\nAda,北京\nBob,上海,x\n")
    assert main(["run", "greet.cog", *words]) == 2
    found = capfd.readouterr()
    assert found.out == ""
    assert said in found.err
    assert list_runs(runs_folder()) == []


def test_a_table_without_rows_or_columns_in_use(capfd) -> None:
    write("none.csv", "name,城市\n")
    assert main(["run", "greet.cog", "--rows", "none.csv"]) == 0
    assert "none.csv has no rows: there is nothing to do" in capfd.readouterr().err
    write("plain.cog", "ANSWER(text='x')\n")
    assert main(["run", "plain.cog", "--rows", "people.csv"]) == 0
    assert "warning: the workflow uses no column of people.csv" in capfd.readouterr().err


def test_results_that_cannot_be_written(capfd) -> None:
    assert main(["run", "greet.cog", "--rows", "people.csv", "--result-csv", "people.csv/x.csv"]) == 1
    said = capfd.readouterr()
    assert said.out == ""
    assert "error[results]: the results cannot be written to people.csv/x.csv" in said.err


def test_ranges() -> None:
    assert read_ranges(["3", "7-9,12-"]) == [(3, 3), (7, 9), (12, None)]
    assert ranges([1, 2, 3, 7, 9, 10]) == "1-3,7,9-10"


# --- side by side --------------------------------------------------------------------------------

ON_SCREEN = """\
LAUNCH(app='xterm')
TYPE(text='echo $DISPLAY > __CogName_file__.tmp; mv __CogName_file__.tmp __CogName_file__', enter=True)
WAIT_FOR(test=EXISTS(file='__CogName_file__'), timeout=60)
ANSWER(text='__CogName_file__')
"""


@pytest.mark.drives_programs
def test_rows_side_by_side_have_desktops_of_their_own(place, capfd) -> None:
    """Each waits for the other's file: they can only both end if they run at the same time."""
    files = [place / f"out-{number}" for number in (1, 2)]
    write("type.cog", ON_SCREEN + "WAIT_FOR(test=EXISTS(file='__CogName_other__'), timeout=60)\n")
    write("files.csv", f"file,other\n{files[0]},{files[1]}\n{files[1]},{files[0]}\n")
    words = ["run", "type.cog", "--rows", "files.csv", "--jobs", "2", "--no-pictures"]
    assert main([*words, "--screen", "virtual"]) == 0, capfd.readouterr().err
    assert capfd.readouterr().out == f"{files[0]}\n{files[1]}\n"
    displays = [file.read_text(encoding="utf-8").strip() for file in files]
    assert displays[0].startswith(":")
    assert displays[0] != displays[1]
    assert main([*words, "--screen", "desktop"]) == 2
    assert "rows cannot run side by side on one desktop" in capfd.readouterr().err


def below(pid: int) -> set[int]:
    """The processes a process has started, and theirs, as /proc tells."""
    parents: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                fields = Path("/proc", name, "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] != "Z":
                parents.setdefault(int(fields[1]), []).append(int(name))
    found = [pid]
    for each in found:
        found += parents.get(each, [])
    return set(found[1:])


def alive(pids: set[int]) -> set[int]:
    return {pid for pid in pids if Path(f"/proc/{pid}/cmdline").exists() and state(pid) != "Z"}


def state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.drives_programs
def test_stopped_or_killed_nothing_is_left(number, place) -> None:
    write(
        "hold.cog",
        "LAUNCH(app='xterm')\nKEY_DOWN(key='Lshift')\nANSWER(text='__CogName_n__')\nWAIT(seconds=600)\n",
    )
    write("n.csv", "n\n1\n2\n3\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "cogscript", "run", "hold.cog", "--rows", "n.csv", "--jobs", "2",
         "--screen", "virtual", "--result-csv", "results.csv"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip

    def both_wait() -> bool:
        found = 0
        for folder in list_runs(runs_folder()):
            with Record(folder) as record:
                found += any(step.operation.name == "WAIT" for step in record.steps())
        return found == 2

    wait_until(both_wait, what="two rows wait")
    started = below(process.pid)
    assert len(started) >= 8
    process.send_signal(number)
    out, err = process.communicate(timeout=120)
    wait_until(lambda: not alive(started), what="everything has ended")
    for folder in list_runs(runs_folder()):
        with Record(folder) as record:
            assert record.outcome == "stopped"
    if number == signal.SIGKILL:
        return
    assert process.returncode == 130, err
    assert out == "1\n2\n"
    assert "3 rows: 2 stopped, 1 not run" in err
    assert "Traceback" not in err
    assert [each["outcome"] for each in results()] == ["stopped", "stopped", "not run"]


def test_a_worker_that_dies_is_one_row(place) -> None:
    write("die.cog", "TOOL(name='die', n='__CogName_n__')\nANSWER(text='__CogName_n__')\n")
    write(
        "die_tool.py",
        "import os, signal\ndef die(n):\n    if n == '2':\n        os.kill(os.getpid(), signal.SIGKILL)\n",
    )
    write("none.toml", "[tools]\nallowed = ['die']\n[tools.functions]\ndie = 'die_tool:die'\n")
    write("n.csv", "n\n1\n2\n3\n4\n")
    command = [
        sys.executable,
        "-m",
        "cogscript",
        "run",
        "die.cog",
        "--rows",
        "n.csv",
        "--jobs",
        "2",
        "--keep-going",
    ]
    environment = {**os.environ, "PYTHONPATH": str(place)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == "1\n3\n4\n"
    assert "the process that ran this row was ended from outside" in done.stderr
    assert "4 rows: 3 finished, 1 failed" in done.stderr


def test_ctrl_c_one_by_one(place) -> None:
    write("hold.cog", "ANSWER(text='__CogName_n__')\nWAIT(seconds=600)\n")
    write("n.csv", "n\n1\n2\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "cogscript", "run", "hold.cog", "--rows", "n.csv"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "1\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "2 rows: 1 stopped, 1 not run" in err
    assert "error[stopped]: the run was stopped here" in err


def test_every_row_is_read_once_more_only(monkeypatch) -> None:
    """The table is looked through once before anything runs, and then streamed."""
    opened = []
    read = rows.read
    monkeypatch.setattr(rows, "read", lambda path: opened.append(path) or read(path))
    assert main(["run", "greet.cog", "--rows", "people.csv", "--keep-going", "-q"]) == 1
    assert len(opened) == 2
