"""The Ctrl+C that ends a recording is no part of it, as each system reports it."""

import pytest

from cogscript.recording.input_events import Event
from cogscript.recording.recorder import _without_interrupt


@pytest.mark.parametrize(
    ("key", "text"), [("c", "c"), ("c", ""), ("", "\x03")], ids=["x11", "bare", "windows"]
)
def test_what_ends_it_is_left_out(key: str, text: str) -> None:
    typed = Event(1.0, "down", key="a", text="a")
    stop = [Event(2.0, "down", key="left_ctrl", text=""), Event(2.1, "down", key=key, text=text)]
    assert _without_interrupt([typed, *stop, Event(2.2, "up", key=key)]) == [typed]
    assert _without_interrupt([typed, stop[1]]) == [typed, stop[1]]
