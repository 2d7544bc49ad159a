"""IN: the lines inside it are done on another surface, and a kind of surface can come from elsewhere."""

from __future__ import annotations

import sys

import pytest

import cogscript
from cogscript import CogError
from cogscript.language.model.box import Point, Rect, Size
from cogscript.plugins import offered
from cogscript.settings import Settings
from cogscript.surfaces.capabilities import Keys, Pointer
from cogscript.surfaces.protocol import Surface
from tests.conftest import wait_until
from tests.runtime.screen_help import perform, program, window

# --- a surface of a few lines, from another package --------------------------------------------------


class Typewriter(Surface, Keys):
    """A keyboard and a sheet of paper: no pixels, no pointer."""

    name = "typewriter"

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.paper: list[str] = []
        self.closed = False

    @property
    def size(self) -> Size:
        return Size(80, 60)

    def key_down(self, key: str) -> None:
        self.paper.append(key)

    def key_up(self, key: str) -> None: ...

    def close(self) -> None:
        self.closed = True


class TypewriterKind:
    doc = "a typewriter"
    world = "any"
    acts = True
    personal = False
    opened: list[Typewriter] = []  # noqa: RUF012

    def check(self, settings: Settings, size: Size | None) -> None: ...

    def open(self, settings: Settings, size: Size | None) -> Surface:
        self.opened.append(Typewriter(settings))
        return self.opened[-1]


KIND = TypewriterKind()


@pytest.fixture
def typewriter(tmp_path, monkeypatch):
    """Installed as a package installs it: a distribution with an entry point."""
    folder = tmp_path / "typewriter-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: typewriter\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(
        f"[cogscript.surfaces]\ntypewriter = {__name__}:KIND\nbroken = no_such_module:KIND\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(sys.modules, __name__, sys.modules[__name__])
    offered.cache_clear()
    TypewriterKind.opened = []
    yield KIND
    offered.cache_clear()


def test_a_surface_of_another_package_runs_a_workflow(typewriter, tmp_path) -> None:
    run = perform("KEY_PRESS(key='A')\nKEY_PRESS(key='Return')\n", "typewriter", tmp_path)
    assert (run.outcome, run.screen) == ("ok", "typewriter")
    (machine,) = typewriter.opened
    assert machine.paper == ["a", "return"]
    assert machine.closed
    assert [step.surface for step in run.steps] == ["typewriter", "typewriter"]


def test_what_a_surface_cannot_do_is_said(typewriter, tmp_path) -> None:
    run = perform("CLICK(box=[[1,1,2,2]])\n", "typewriter", tmp_path)
    assert run.outcome == "failed"
    assert run.error.message == "there is no pointer on typewriter"


def test_it_is_opened_on_first_use_and_not_at_all_where_none_is_needed(typewriter, tmp_path) -> None:
    run = perform("ANSWER(text='hello')\n", "typewriter", tmp_path)
    assert run.outcome == "ok"
    assert typewriter.opened == []


def test_a_broken_package_is_a_sentence(typewriter, tmp_path) -> None:
    with pytest.raises(cogscript.Fault, match="`broken` of the package typewriter cannot be loaded"):
        perform("KEY_PRESS(key='A')\n", "broken", tmp_path)


# --- IN ------------------------------------------------------------------------------------------------


@pytest.fixture
def two_windows(virtual):
    """Two dialogs that ask for a text, one over the other, with buttons of the same name."""
    dialogs = {}
    for title in ("Left", "Right"):
        dialogs[title] = program(
            virtual, "zenity", "--entry", f"--title={title}", f"--text=Name on the {title}"
        )
        window(virtual, title)
    place(virtual, "Left", 200, 150)
    place(virtual, "Right", 260, 190)
    yield virtual, dialogs
    for dialog in dialogs.values():
        dialog.kill()
        dialog.wait()


def place(virtual, title: str, x: int, y: int, width: int = 0, height: int = 0) -> None:
    found = window(virtual, title)
    rect = Rect(x, y, x + (width or found.rect.width), y + (height or found.rect.height))
    virtual.window_action(found, "move", rect)
    if width or height:
        virtual.window_action(found, "resize", rect)
    wait_until(lambda: abs(window(virtual, title).rect.left - x) < 8, what=f"{title} at {x}")


@pytest.mark.drives_programs
def test_the_same_name_in_two_overlapping_windows(two_windows, tmp_path) -> None:
    virtual, dialogs = two_windows
    run = perform(
        """\
IN(window='Left')
  TYPE(element_type='text field', element_info='Name on the Left', text='one', timeout=20)
END_IN()
IN(window='Right')
  TYPE(element_type='text field', element_info='Name on the Right', text='two', timeout=20)
  CLICK(element_info='OK', timeout=20)
END_IN()
IN(window='Left', app='zenity')
  CLICK(element_info='OK', timeout=20)
END_IN()
""",
        virtual,
        tmp_path,
    )
    assert run.outcome == "ok", run.error
    assert dialogs["Left"].communicate(timeout=60)[0] == "one\n"
    assert dialogs["Right"].communicate(timeout=60)[0] == "two\n"
    surfaces = {step.surface for step in run.steps if step.operation.name == "TYPE"}
    assert surfaces == {"the window `Left`", "the window `Right`"}


@pytest.mark.drives_programs
def test_boxes_follow_a_window_that_is_moved_and_resized_between_two_steps(two_windows, tmp_path) -> None:
    """Boxes are thousandths of the window, wherever it is and however large when the step begins."""
    virtual, dialogs = two_windows

    class Mover(cogscript.runtime.events.Listener):
        def step_finished(self, step) -> None:
            if step.name == "HOVER":
                place(virtual, "Left", 700, 500, 420, 220)

    run = perform(
        """\
IN(window='Left')
  HOVER(box=[[400,400,600,600]])
  HOVER(box=[[400,400,600,600]])
  CLICK(element_info='Cancel', timeout=20)
END_IN()
""",
        virtual,
        tmp_path,
        listener=Mover(),
        ignore_mouse=True,
    )
    assert run.outcome == "ok", run.error
    first, second = (step for step in run.steps if step.operation.name == "HOVER")
    assert first.point[0] < 600 < second.point[0]
    assert 700 + 420 * 0.4 <= second.point[0] <= 700 + 440 * 0.6
    dialogs["Left"].wait(timeout=60)
    assert dialogs["Right"].poll() is None


@pytest.mark.drives_programs
def test_names_and_reading_stay_inside_the_window(two_windows, tmp_path) -> None:
    virtual, _ = two_windows
    run = perform(
        """\
IN(window='Left')
  IF(test=VISIBLE(element_info='Name on the Right'))
    FAIL(reason='that is the other window')
  END_IF()
  QUOTE_TEXT(box=[[000,000,999,999]], output='__CogName_text__', timeout=20)
END_IN()
ANSWER(text='__CogName_text__')
""",
        virtual,
        tmp_path,
    )
    assert run.outcome == "ok", run.error
    assert "Name on the Left" in run.answers[0]
    assert "Right" not in run.answers[0]


@pytest.mark.drives_programs
def test_a_window_is_waited_for(virtual, tmp_path) -> None:
    late = program(virtual, "sh", "-c", "sleep 2; exec zenity --info --title=Late --text=here")
    run = perform("IN(window='Late')\n  CLICK(element_info='OK', timeout=20)\nEND_IN()\n", virtual, tmp_path)
    assert run.outcome == "ok", run.error
    late.wait(timeout=60)


@pytest.mark.drives_programs
def test_a_window_that_never_comes_is_said_with_those_that_are_there(two_windows, tmp_path) -> None:
    virtual, _ = two_windows
    run = perform("IN(window='Middle', timeout=0.2)\n  CLICK(box=[[1,1,2,2]])\nEND_IN()\n", virtual, tmp_path)
    assert run.outcome == "failed"
    assert run.error.message == (
        "no window matches the title `Middle` within 0.2 s; there are: `Left`, `Right`"
    )
    assert run.error.source.position(run.error.span.start).line == 1


@pytest.mark.drives_programs
def test_several_windows_are_named(two_windows, tmp_path) -> None:
    virtual, _ = two_windows
    run = perform("IN(app='zenity', timeout=0.2)\n  CLICK(box=[[1,1,2,2]])\nEND_IN()\n", virtual, tmp_path)
    assert run.outcome == "failed"
    assert run.error.message == "2 windows match the program `zenity`: `Left`, `Right`"


@pytest.mark.drives_programs
def test_a_window_that_closes_in_the_middle_is_said(two_windows, tmp_path) -> None:
    virtual, _ = two_windows
    run = perform(
        "IN(window='Left')\n  CLICK(element_info='Cancel', timeout=20)\n  WAIT(seconds=1)\n"
        "  CLICK(box=[[500,500]])\nEND_IN()\n",
        virtual,
        tmp_path,
    )
    assert run.outcome == "failed"
    assert run.error.message == "the window `Left` is no longer there"


def test_a_monitor_that_is_not_there_is_said(virtual, tmp_path) -> None:
    run = perform("IN(monitor=2)\n  CLICK(box=[[500,500]])\nEND_IN()\n", virtual, tmp_path)
    assert run.outcome == "failed"
    assert run.error.message == "there is no monitor 2 here: there is only 1"


_ELSEWHERE = "ANSWER(text='{said}')\nIN({surface}='x')\n  CLICK(box=[[500,500]])\nEND_IN()\n"


@pytest.mark.parametrize(
    ("surface", "lacking"), [("browser", "there is no browser here"), ("phone", "adb is not installed")]
)
def test_pages_and_phones_that_cannot_be_had_are_refused_before_anything_is_done(
    virtual, tmp_path, monkeypatch, surface: str, lacking: str
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    monkeypatch.delenv("ADBUTILS_ADB_PATH", raising=False)
    with pytest.raises(CogError, match=lacking):
        perform(_ELSEWHERE.format(said="not even this", surface=surface), virtual, tmp_path)


@pytest.mark.parametrize("surface", ["browser", "phone"])
def test_a_dry_run_needs_no_page_and_no_phone(tmp_path, monkeypatch, surface: str) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    run = perform(_ELSEWHERE.format(said="dry", surface=surface), "dry", tmp_path)
    assert run.outcome == "ok", run.error


def test_a_phones_plan_is_refused_on_a_desktop(virtual, tmp_path) -> None:
    text = "WORKFLOW(platform='android')\nCLICK(box=[[500,500,600,600]])\n"
    with pytest.raises(CogError, match="made on a phone"):
        perform(text, virtual, tmp_path)
    assert perform(text, "dry", tmp_path).outcome == "ok"


def test_a_dry_run_enters_a_window_without_looking_for_it(tmp_path) -> None:
    run = perform("IN(window='Nowhere')\n  CLICK(box=[[500,500]])\nEND_IN()\n", "dry", tmp_path)
    assert run.outcome == "ok"
    assert run.steps[-1].point == [640, 400]


def test_asking_for_what_is_there_gives_it(virtual) -> None:
    assert virtual.need(Pointer) is virtual
    assert virtual.need(Keys) is virtual
    assert virtual.rect_of(cogscript.Box.of(0, 0, 500, 500)) == (0, 0, 640, 400)
    assert virtual.middle_of(cogscript.Box.of(500, 500)) == Point(640, 400)
