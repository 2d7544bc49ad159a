"""WINDOW, on a real window manager."""

from __future__ import annotations

import threading

import pytest

from cogscript.language.model.box import Rect
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.x11.ping import Ping
from tests.conftest import LIMIT, wait_until
from tests.surfaces.programs import start
from tests.surfaces.toolkits import command


def rect(screen, window) -> Rect:
    return screen.manager.describe(window.handle).rect


@pytest.mark.drives_programs
def test_windows_are_listed_with_title_place_and_which_is_active(virtual):
    first = start(virtual, ["zenity", "--info", "--title=第一", "--text=x"], "第一")
    second = start(virtual, ["zenity", "--info", "--title=second", "--text=x"], "second")
    listed = {window.handle: window for window in virtual.windows()}
    assert set(listed) == {first.handle, second.handle}
    assert listed[first.handle].title == "第一"
    assert [window.title for window in listed.values() if window.active] == ["second"]
    for window in listed.values():
        assert window.rect.overlap(virtual.size.rect) == window.rect


@pytest.mark.drives_programs
def test_activate_minimize_restore_maximize(virtual):
    first = start(virtual, ["xterm", "-T", "first"], "first")
    start(virtual, ["xterm", "-T", "second"], "second")
    assert virtual.window_action(first, "activate")
    assert virtual.manager.active() == first.handle
    before = rect(virtual, first)
    virtual.window_action(first, "maximize")
    wait_until(lambda: rect(virtual, first).width == virtual.size.width)
    virtual.window_action(first, "restore")
    wait_until(lambda: rect(virtual, first) == before)
    virtual.window_action(first, "minimize")
    wait_until(lambda: virtual.manager.active() != first.handle)
    virtual.window_action(first, "restore")
    assert virtual.manager.active() == first.handle


@pytest.mark.drives_programs
def test_move_and_resize_put_the_frame_where_the_box_says(virtual):
    window = start(virtual, ["zenity", "--info", "--title=moved", "--text=x"], "moved")
    virtual.window_action(window, "move", Rect(100, 120, 0, 0))
    wait_until(lambda: rect(virtual, window)[:2] == (100, 120))
    editor = virtual.launch_app("mousepad", 60)
    virtual.window_action(editor, "maximize")
    virtual.window_action(editor, "resize", Rect(0, 0, 700, 500))
    wait_until(lambda: (rect(virtual, editor).width, rect(virtual, editor).height) == (700, 500))
    virtual.window_action(editor, "move", Rect(50, 60, 750, 560))
    wait_until(lambda: rect(virtual, editor) == Rect(50, 60, 750, 560))


@pytest.mark.drives_programs
def test_close_asks_the_program_and_a_window_that_has_gone_is_a_sentence(virtual):
    window = start(virtual, ["xterm", "-T", "closing"], "closing")
    virtual.window_action(window, "close")
    wait_until(lambda: not virtual.windows())
    for action in ("activate", "close", "move"):
        with pytest.raises(Fault, match="`closing` is no longer there"):
            virtual.window_action(window, action, Rect(0, 0, 9, 9))


@pytest.mark.drives_programs
def test_what_came_of_an_action_is_said(virtual):
    """A window that cannot be that small is as small as it can be; one that asks first is still there."""
    editor = virtual.launch_app("mousepad", 60)
    assert virtual.window_action(editor, "move", Rect(50, 60, 750, 560)) is True
    assert virtual.window_action(editor, "resize", Rect(0, 0, 10, 10)) is True
    assert virtual.window_action(editor, "resize", Rect(0, 0, 10, 10)) is None
    virtual.click(rect(virtual, editor).middle)
    virtual.type_text("unsaved")
    assert virtual.window_action(editor, "close") is False


@pytest.mark.drives_programs
@pytest.mark.parametrize("toolkit", ["gtk3", "qt5", "qt6"])
def test_every_toolkit_gives_a_sign_of_life(toolkit, virtual, tmp_path):
    start(virtual, command(toolkit, tmp_path), "Form")
    ping = Ping(virtual._display, virtual.manager, virtual.manager.active())
    assert ping.expected
    wait_until(ping.answered, what=f"{toolkit} answers")
    ping.close()


@pytest.mark.drives_programs
def test_move_without_a_place_is_a_sentence(virtual):
    window = start(virtual, ["xterm", "-T", "staying"], "staying")
    with pytest.raises(Fault, match="give a box"):
        virtual.window_action(window, "move")


def test_several_threads_may_ask_at_once(virtual) -> None:
    """A recorder does: over one connection, each must get its own answer."""
    virtual.launch_app("xterm", 20)
    answers: list[int] = []

    def ask() -> None:
        for _ in range(150):
            answers.append(len(virtual.windows()))
            virtual.pointer()

    threads = [threading.Thread(target=ask, daemon=True) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(LIMIT)
    assert answers == [1] * 600
