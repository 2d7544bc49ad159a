"""Stepping through workflows in a real terminal: tmux, its keys in, its screen out."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from cogscript.cli.main import main
from cogscript.language.model.box import Point
from cogscript.records.folders import list_runs
from cogscript.records.reader import Record
from tests.conftest import wait_until
from tests.runtime.screen_help import program


class Session:
    """A terminal with a shell in it, in a folder with files of its own."""

    def __init__(self, folder: Path, **more: str) -> None:
        self.folder = folder
        self.place = Path(tempfile.mkdtemp(prefix="tmux-"))  # a socket's path must be short
        environment = {
            **{name: value for name, value in os.environ.items() if name not in ("DISPLAY", "TMUX")},
            "XDG_STATE_HOME": str(folder / "state"),
            "COGSCRIPT_SETTINGS": str(folder / "none.toml"),
            "PYTHONUTF8": "1",
            "LC_ALL": "C.UTF-8",
            **more,
        }
        self._tmux("-f", "/dev/null", "new-session", "-d", "-x", "120", "-y", "200",
                   "/bin/sh", environment=environment)  # fmt: skip
        self.seen = 0
        self.line("PS1='ready '; clear")
        self.expect("ready")

    def _tmux(self, *words: str, environment: dict[str, str] | None = None) -> str:
        command = ["tmux", "-S", str(self.place / "socket"), *words]
        done = subprocess.run(
            command, env=environment, cwd=self.folder, capture_output=True, text=True, check=True
        )
        return done.stdout

    def screen(self) -> str:
        return self._tmux("capture-pane", "-p", "-J", "-S", "-").rstrip("\n")

    def expect(self, text: str, *, prompt: bool = False) -> str:
        """Wait until the text stands below what was there when a line was last sent, and the prompt
        below that; everything since then."""

        def found() -> str:
            new = "\n".join(self.screen().split("\n")[self.seen :])
            _, there, rest = new.partition(text)
            return new if there and (not prompt or rest.rstrip().endswith("\n(cog)")) else ""

        try:
            return wait_until(found, what=text)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.screen()}") from None

    def keys(self, *keys: str) -> None:
        self._tmux("send-keys", *keys)

    def line(self, text: str) -> None:
        """Type a line, as a person would once the prompt is there."""
        self.seen = len(self.screen().split("\n")) - 1
        self._tmux("send-keys", "-l", text)
        self.keys("Enter")

    def cog(self, *words: str) -> None:
        self.line(shlex.join([sys.executable, "-m", "cogscript", *words]) + "; echo exit $?")

    def stop(self, text: str, line: int) -> str:
        """Say something at a stop; what is shown when the run stands before a line."""
        self.line(text)
        return self.at(line)

    def at(self, line: int) -> str:
        return self.expect(f">{line:4} | ", prompt=True)

    def ask(self, text: str, answer: str) -> str:
        """Say something that keeps the run where it stands."""
        self.line(text)
        return self.expect(answer, prompt=True)

    def file(self, text: str, name: str = "test.cog") -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def steps(self) -> list[str]:
        with Record(list_runs(self.folder / "state" / "cogscript" / "runs")[-1]) as record:
            return [
                f"{step.operation.line} {step.operation.name} {step.kind} {step.outcome}"
                for step in record.steps()
            ]

    def close(self) -> None:
        self._tmux("kill-server")
        shutil.rmtree(self.place, ignore_errors=True)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    found = Session(tmp_path)
    yield found
    found.close()


WORKFLOW = """\
INPUT(output='__CogName_name__', default='Ada')
# Greet them
ANSWER(text='hello __CogName_name__')
IF(test=EQUALS(left='__CogName_name__', right='Bob'))
  ANSWER(text='it is Bob')
END_IF()
ANSWER(text='not wanted')

ANSWER(text='one')
ASSERT(test=EXISTS(file='nowhere'), message='it is not there')  # looked for
ANSWER(text='end')
"""


def test_a_whole_session(session) -> None:
    file = session.file(WORKFLOW)
    session.cog("run", "test.cog", "--step")
    session.at(1)
    shown = session.stop("s", 3)
    assert "Greet them" in shown
    assert "text = 'hello Ada'" in shown
    assert "name = `Ada`" in shown
    session.ask("set name=Bob", "  name = `Bob`")
    session.ask("v", "name = `Bob`")
    session.ask("set", "set which variable to what?")
    session.ask("stpe", "there is no command `stpe`: did you mean `step`?")
    session.ask("go on", "`go` takes no argument")
    session.ask("help", "change the line in the file, and retry it")
    session.ask("r", "it has not been done yet")
    shown = session.stop("", 4)
    assert "hello Bob" in shown
    session.ask("j 5", "line 5 stands inside a block that this line is not in; jump to line 4")
    session.ask("j 99", "there is no operation at line 99 or after it")
    session.ask("j", "jump to which line?")
    session.stop("step", 5)
    session.stop("s", 7)
    session.stop("k", 9)
    session.stop("j 3", 3)
    session.stop("j 8", 9)  # an empty line: the operation below it
    session.stop("s", 10)
    session.line("s")
    session.expect("error[assertion]: it is not there")
    session.at(10)
    session.ask("", "it failed: `r` tries again")
    session.ask("s", "it failed: `r` tries it again")
    # The line comes up to be changed; a mistake in it is shown, and nothing is written.
    session.line("e")
    session.expect("ASSERT(test=EXISTS(file='nowhere'), message='it is not there')")
    session.keys("C-u")
    session.line("ASSERT(tset=EXISTS(file='test.cog'))")
    session.expect("error[unknown-parameter]: ASSERT has no parameter `tset`", prompt=True)
    assert file.read_text(encoding="utf-8") == WORKFLOW
    session.ask("e WAIT_FOR(", "error[")
    session.ask("e IF(test=EXISTS(file='x'))", "error[")
    session.ask("e # nothing", "the line has to stay one operation")
    assert file.read_text(encoding="utf-8") == WORKFLOW
    session.stop("e ASSERT(test=EXISTS(file='test.cog'))", 11)  # changed, tried again, gone on
    session.line("g")
    session.expect("finished: ")
    session.expect("exit 0")
    assert file.read_text(encoding="utf-8") == WORKFLOW.replace(
        "EXISTS(file='nowhere'), message='it is not there')", "EXISTS(file='test.cog'))"
    )
    assert session.steps() == [
        "1 INPUT step ok", "3 ANSWER set ok", "3 ANSWER step ok", "4 IF block ok", "5 ANSWER step ok",
        "7 ANSWER step skipped", "9 ANSWER step jumped", "3 ANSWER step jumped", "9 ANSWER step ok",
        "10 ASSERT step retried", "10 ASSERT step ok", "11 ANSWER step ok",
    ]  # fmt: skip


def test_standard_output_carries_the_answers_alone(session) -> None:
    session.file(WORKFLOW)
    session.line(f"{sys.executable} -m cogscript run test.cog --step > out.txt; echo exit $?")
    session.at(1)
    session.stop("s", 3)
    session.stop("s", 4)
    session.stop("j 11", 11)
    session.line("s")
    session.expect("exit 0")
    assert (session.folder / "out.txt").read_text(encoding="utf-8") == "hello Ada\nend\n"


def test_quitting_and_going_on(session) -> None:
    session.file(WORKFLOW)
    session.cog("run", "test.cog", "--step")
    session.at(1)
    session.stop("s", 3)
    session.ask("set name=Bob", "  name = `Bob`")
    session.stop("s", 4)
    session.keys("C-d")
    session.expect("stopped while stepping")
    session.expect("exit 130")
    session.cog("run", "--resume")
    shown = session.expect("exit 1")
    assert "hello" not in shown
    assert "it is Bob" in shown


def test_a_failed_step_that_was_left_is_decided_on_when_resumed(session) -> None:
    session.file("ANSWER(text='one')\nASSERT(test=EXISTS(file='there'))\nANSWER(text='two')\n")
    session.cog("run", "test.cog", "--break", "99")
    session.expect("exit 2")
    session.cog("run", "test.cog", "--break", "2")
    session.at(2)
    session.line("s")
    session.expect("error[assertion]")
    session.at(2)
    session.line("q")
    session.expect("exit 130")
    session.cog("run", "--resume")
    session.expect("error[unfinished-step]: step 2, ASSERT at line 2")
    session.expect("exit 2")
    (session.folder / "there").touch()
    session.cog("run", "--resume", "--redo", "--step")
    shown = session.at(2)
    assert "one\n" not in shown
    session.stop("s", 3)
    session.line("s")
    session.expect("exit 0")


def test_a_line_changed_in_a_loop_resumes(session) -> None:
    """The first round was done with the line as it was: that is done, and stays so."""
    file = session.file("REPEAT(times=3)\n  ANSWER(text='old')\nEND_REPEAT()\nFAIL(reason='over')\n")
    session.cog("run", "test.cog", "--break", "2")
    session.at(2)
    session.stop("g", 2)
    session.stop("e ANSWER(text='a longer new text')", 2)
    session.line("g")
    session.at(2)
    session.line("q")
    session.expect("exit 130")
    assert "  ANSWER(text='a longer new text')\n" in file.read_text(encoding="utf-8")
    session.cog("run", "--resume")
    shown = session.expect("exit 1")
    assert shown.count("a longer new text\n") == 1
    assert "over" in shown
    assert "old" not in shown


def test_breaks(session) -> None:
    session.file("ANSWER(text='sub one')\nANSWER(text='sub two')\n", "sub.cog")
    session.file(
        "# a comment\nREPEAT(times=2)\n  ANSWER(text='round')\nEND_REPEAT()\n"
        "CALL(workflow='sub.cog')\nTRY()\n  FAIL(reason='expected')\nCATCH()\nEND_TRY()\nANSWER(text='end')\n"
    )
    session.cog("run", "test.cog", "--break", "4", "--break", "sub.cog:2", "--break", "3")
    session.expect("no step begins at line 4: the run stops at line 5")
    shown = session.at(3)
    assert "round 1" in shown
    shown = session.stop("g", 3)
    assert "round 2" in shown
    session.ask("b", "breaks at line 5, 2, 3")
    session.stop("g", 5)
    shown = session.stop("g", 2)
    assert "sub.cog:2" in shown
    assert "test.cog" not in shown.split("sub.cog:2")[1]
    session.ask("b 2", "the break at line 2 is gone")
    session.line("go")  # the failure that CATCH expects stops nobody who is not stepping
    session.expect("exit 0")


def test_a_block_is_stepped_over(session) -> None:
    session.file("REPEAT(times=2)\n  ANSWER(text='round')\nEND_REPEAT()\nANSWER(text='end')\n")
    session.cog("run", "test.cog", "--step")
    session.at(1)
    shown = session.stop("o", 4)
    assert shown.count("round\n") == 2
    session.line("q")
    session.expect("exit 130")


def test_a_blocks_own_line_is_changed(session) -> None:
    session.file("REPEAT(times=3)\n  ANSWER(text='round')\nEND_REPEAT()\n")
    session.cog("run", "test.cog", "--step")
    session.at(1)
    session.ask("e WAIT(seconds=1)", "error[")
    session.stop("e REPEAT(times=1)", 1)
    session.line("g")
    shown = session.expect("exit 0")
    assert shown.count("round\n") == 1


def test_marks_line_ends_and_what_spans_lines_are_kept(session) -> None:
    text = "\ufeff# first\nSET(\n  output='__CogName_a__',\n  value='1',\n)  # kept\nEND()\n"
    file = session.folder / "test.cog"
    file.write_bytes(text.replace("\n", "\r\n").encode())
    session.cog("run", "test.cog", "--step")
    session.at(2)
    session.line("e")
    session.expect("SET(output='__CogName_a__', value='1')")
    session.keys("BSpace", "BSpace", "BSpace")
    session.line("2')")
    session.at(2)
    session.line("g")
    session.expect("exit 0")
    assert file.read_bytes().decode() == (
        "\ufeff# first\r\nSET(output='__CogName_a__', value='2')  # kept\r\nEND()\r\n"
    )


def test_a_file_that_something_else_changed_is_left_alone(session) -> None:
    file = session.file("ANSWER(text='a')\n")
    session.cog("run", "test.cog", "--step")
    session.at(1)
    session.file("ANSWER(text='b')\n")
    session.ask("e ANSWER(text='c')", "test.cog was changed meanwhile by something else")
    assert file.read_text(encoding="utf-8") == "ANSWER(text='b')\n"


def test_no_secret_is_shown(session) -> None:
    session.file("INPUT(output='__CogName_pw__', secret=True)\nANSWER(text='<__CogName_pw__>')\nFAIL()\n")
    session.line(
        f"PW=hunter2; clear; {sys.executable} -m cogscript run test.cog --step --var pw=$PW; echo exit $?"
    )
    session.at(1)
    shown = session.stop("s", 2)
    assert "pw = `⟨secret pw⟩`" in shown
    assert "text = '<⟨secret pw⟩>'" in shown
    session.ask("set pw=swordfish7", "  pw = `⟨secret pw⟩`")
    session.ask("v", "pw = `⟨secret pw⟩`")
    session.line("q")
    session.expect("exit 130")
    folder = list_runs(session.folder / "state" / "cogscript" / "runs")[-1]
    for path in folder.rglob("*"):
        assert not path.is_file() or b"swordfish7" not in path.read_bytes(), path


def test_each_row_is_stepped_through(session) -> None:
    (session.folder / "people.csv").write_text("name\nAda\nBob\n", encoding="utf-8")
    session.file("ANSWER(text='hello __CogName_name__')\n")
    session.cog("run", "test.cog", "--rows", "people.csv", "--step")
    shown = session.at(1)
    assert "name = `Ada`" in shown
    session.line("s")
    session.expect("name = `Bob`")
    session.line("q")
    session.expect("2 rows: 1 finished, 1 stopped")
    session.expect("exit 130")


@pytest.mark.drives_programs
def test_on_a_screen_the_box_is_drawn_and_told(session) -> None:
    from PIL import Image

    session.file(
        "LAUNCH(app='mousepad')\n"
        "WAIT_FOR(test=VISIBLE(element_info='File', element_type='menu'), timeout=30)\n"
        "CLICK(box=[[300,300,500,500]])\n"
        "CLICK(element_info='File', element_type='menu')\n"
        "CLICK(element_info='No such thing')\n"
    )
    session.cog("run", "test.cog", "--step", "--screen", "virtual")
    session.at(1)
    session.stop("s", 2)
    shown = session.stop("s", 3)
    assert "at 512,320: text field in `Untitled 1 - Mousepad`" in shown
    picture = Image.open(shown.partition("picture: ")[2].partition("\n")[0]).convert("RGB")
    assert picture.size == (1280, 800)
    for place in ((383, 300), (640, 300), (500, 239), (500, 400), (512, 320)):
        assert picture.getpixel(place) == (230, 0, 0), place
    shown = session.stop("s", 4)
    assert ": menu `File` in `Untitled 1 - Mousepad`" in shown
    assert "stop-00004.png" in shown
    shown = session.stop("k", 5)
    assert "`No such thing` is not on the screen now" in shown
    session.line("s")
    session.expect("error[target-missing]: `No such thing` was not found on the private screen")
    session.at(5)
    session.line("f")
    session.expect("exit 1")


@pytest.mark.drives_programs
def test_on_the_persons_own_desktop_the_window_gets_the_keyboard_back(tmp_path, virtual) -> None:
    """While a person answers, the terminal has the keyboard: here another window that comes to the front."""
    session = Session(tmp_path, **virtual.environment)
    try:
        session.file(
            "LAUNCH(app='mousepad')\nTYPE(text='written')\n"
            "GESTURE(actions=[KEY_DOWN(key='Ctrl'), KEY_PRESS(key='a'), KEY_UP(key='Ctrl')])\n"
            "GESTURE(actions=[KEY_DOWN(key='Ctrl'), KEY_PRESS(key='x'), KEY_UP(key='Ctrl')])\n"
            "QUOTE_CLIPBOARD(output='__CogName_text__')\nANSWER(text='got __CogName_text__')\n"
        )
        session.cog("run", "test.cog", "--screen", "desktop", "--break", "2")
        session.at(2)
        other = program(virtual, "xterm", "-T", "a terminal")
        wait_until(lambda: any(each.active and "terminal" in each.title for each in virtual.windows()))
        virtual.move(Point(40, 40))  # and a hand on the mouse
        session.line("g")
        session.expect("got written")
        session.expect("exit 0")
        other.kill()
    finally:
        session.close()


def test_without_a_terminal_nothing_is_done(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    Path("test.cog").write_text("ANSWER(text='a')\n", encoding="utf-8")
    for words in (["--step"], ["--break", "1"]):
        command = [sys.executable, "-m", "cogscript", "run", "test.cog", *words]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr == (
            "error[no-terminal]: stepping asks at each stop, and there is no terminal to ask on\n"
            "  = help: run it in a terminal, over ssh with `ssh -t`\n"
        )
    assert main(["run", "test.cog", "--step", "--json"]) == 2
    assert "`--step` asks a person, and `--json` is for a program" in capsys.readouterr().err
    assert main(["run", "test.cog", "--break", "1", "--rows", "x.csv", "--jobs", "2"]) == 2
    assert "`--break` goes through one row at a time: leave `--jobs` out" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("99", "test.cog has no operation at line 99 or after it"),
        ("x", "`--break x` names no line"),
        ("other.cog:1", "the run does not use a file `other.cog`"),
    ],
)
def test_a_break_that_is_nowhere(session, place, said) -> None:
    session.file("ANSWER(text='done')\n")
    session.cog("run", "test.cog", "--break", place)
    session.expect(f"error[usage]: {said}")
    assert "done\n" not in session.expect("exit 2")
