"""What a look says of a press, and an answer of a key, by the times of both."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PIL import Image

from cogscript.language.model.box import Point, Rect
from cogscript.recording.focus_history import FocusHistory
from cogscript.recording.press_looks import PressLooks
from cogscript.recording.screen_pictures import looks_same
from cogscript.recording.typing_run import TypingRun
from cogscript.recording.watch import REST, Glance, Watch
from cogscript.surfaces.elements import Element
from cogscript.surfaces.placed_window import PlacedWindow

AT, ELSEWHERE = Point(50, 50), Point(5, 5)
PLACE = Rect(40, 40, 60, 60)
PRESSED = 10.0
PLAIN, CHANGED, AFTERWARDS = (Image.new("RGB", (100, 100), each) for each in ("white", "black", "red"))


def element(name, role="button", *, secret=False):
    return Element(role, name, PLACE, secret=secret)


def window(frame):
    return PlacedWindow(frame, Rect(0, 0, 100, 100), 1, f"window {frame}", False, PLACE, False, None, frame)


def look(began, ended, name="Save", *, at=AT, frame=1, picture=PLAIN, early=False):
    told, pictured = began + (ended - began) * 0.4, began + (ended - began) * 0.8
    return Glance(
        began, at, picture, element(name) if name else None, None, (window(frame),), (),
        told, pictured, ended, early,
    )  # fmt: skip


class Screen:
    """A watch with these looks, whose next look shows what came after the press."""

    def __init__(self, *looks, after=None, reading=None, frame=1, last_act=0.0):
        self.watch = Watch(None, None, None, None, None)
        self.watch._looks.extend(looks)
        self.watch.last_act = last_act
        self.watch.look = lambda at: after or look(PRESSED + 1, PRESSED + 2, "Other", picture=AFTERWARDS)
        windows = SimpleNamespace(frame_at=lambda at, moment: frame, active_at=lambda moment: window(7))
        read = SimpleNamespace(elements=SimpleNamespace(elements=[element(reading)]), picture=PLAIN)
        surroundings = SimpleNamespace(before=lambda owner, moment: read if reading else None)
        self.looks = PressLooks(self.watch, windows, surroundings)

    def seen(self):
        look, late, _ = self.looks.of(AT, PRESSED)
        return look.element.name if look.element else None, late


@pytest.mark.parametrize(
    ("screen", "seen"),
    [
        (Screen(look(9, 9.5)), ("Save", False)),
        # The element was known in time, the picture came too late.
        (Screen(look(9, 11)), ("Save", False)),
        # A look that was under way may have seen what came of the press.
        (Screen(look(9.9, 11)), (None, True)),
        # The program had not yet done what it was told before.
        (Screen(look(9, 9.5, early=True)), (None, True)),
        # It was taken before the last act.
        (Screen(look(8, 8.5), last_act=8.6), (None, True)),
        # A window came between the look and the press.
        (Screen(look(9, 9.5), frame=2), (None, True)),
        # Nothing was looked at there, but it was read, and looked the same just before the press …
        (Screen(look(9, 9.5, at=ELSEWHERE), reading="Read"), ("Read", False)),
        # … or another.
        (Screen(look(9, 9.5, at=ELSEWHERE, picture=CHANGED), reading="Read"), (None, True)),
        # What is there now looked the same before the press.
        (Screen(look(9, 9.5, at=ELSEWHERE), after=look(11, 12, "Still")), ("Still", False)),
        # A second click at once: what was there before the first still is.
        (Screen(look(8, 8.5), after=look(11, 12, "Save"), reading="Save", last_act=9.9), ("Save", False)),
        # After a while a person may have clicked what came of the first.
        (Screen(look(8, 8.5), after=look(11, 12, "Save"), reading="Save", last_act=9.0), (None, True)),
        # A menu that has gone by now lay over it.
        (
            Screen(look(8, 8.5), after=look(11, 12, "Save"), reading="Save", last_act=9.9, frame=2),
            (None, True),
        ),
    ],
)
def test_a_press_is_on_what_was_seen_before_it_or_on_nothing(screen, seen):
    assert screen.seen() == seen


def test_of_a_press_that_was_not_seen_its_window_is_told_and_no_later_picture():
    unseen, _, over = Screen(look(8, 8.5), last_act=9.0, frame=2).looks.of(AT, PRESSED)
    assert (unseen.picture, unseen.window_at(AT).handle, over) == (None, 7, True)
    seen_before, _, over = Screen(look(9, 9.5, at=ELSEWHERE, picture=CHANGED), reading="Read").looks.of(
        AT, PRESSED
    )
    assert not over
    assert seen_before.picture is CHANGED, "it is from before the press, and can be read"


def test_a_text_cursor_makes_no_difference():
    blinks = PLAIN.copy()
    blinks.paste((0, 0, 0), (48, 40, 50, 60))
    letter = PLAIN.copy()
    letter.paste((0, 0, 0), (44, 46, 52, 56))

    assert looks_same(PLAIN, blinks, PLACE)
    assert not looks_same(PLAIN, letter, PLACE)
    assert looks_same(PLAIN, letter, Rect(0, 0, 40, 100))


USER, PASSWORD = element("User", "text field"), element("Password", "password field", secret=True)


def focus_history(answer, *, moves=(), activations=(), handled=True):
    def between(times):
        return lambda begin, until: [each for each in times if begin <= each <= until]

    windows = SimpleNamespace(
        history=SimpleNamespace(activations=between(activations)), has_handled=lambda seconds: handled
    )
    elements = SimpleNamespace(focused=lambda: answer)
    return FocusHistory(elements, windows, lambda *times: bool(between(moves)(*times)))


def test_a_field_that_has_the_focus_now_says_nothing_of_a_key_before_the_tab():
    seen = Glance(1, AT, None, None, USER, told=1, pictured=1, ended=1.1)
    history = focus_history(PASSWORD, moves=[3.0])
    history.note(seen)

    assert history.at(2.0, fresh=True) == (USER, True), "by the look from before"
    history.moved = 3.0
    assert history.at(4.0) == (PASSWORD, True)
    assert focus_history(PASSWORD, moves=[3.0]).at(2.0) == (None, False)
    assert focus_history(PASSWORD, moves=[3.0]).at(3.0) == (None, False), "nor of the Tab itself"


def test_an_answer_of_another_window_or_of_a_program_that_lags_behind_does_not_count():
    assert focus_history(USER, activations=[3.0]).at(2.0) == (None, False)
    assert focus_history(USER, handled=False).at(2.0) == (None, False)
    early = focus_history(USER, handled=False)
    early.note(Glance(1, AT, None, None, USER, told=1, pictured=1, ended=1.1, early=True))
    assert early.at(2.0) == (None, False)


@pytest.mark.parametrize(
    ("field", "state", "why"),
    [(PASSWORD, "secret", "password field"), (USER, "plain", None), (None, "secret", "late")],
)
def test_what_was_typed_before_its_field_was_known(field, state, why):
    run = TypingRun(1.0, "in doubt", untold=True)
    for character in "abcd":
        run._typed.append((1.0, character))
    run.learn_field(field, field is not None, secret=field is PASSWORD)
    run.judge(2.0, at_end=True)

    assert (run.state, run.why) == (state, why)


def test_looks_are_since_the_last_act_only_a_moment_after_it():
    watch = Screen(look(9, 9.5), last_act=9 - REST / 2).watch
    assert watch.before(AT, PRESSED) is None
    assert watch.earlier(PRESSED) is not None
