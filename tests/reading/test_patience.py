"""Reading ends when the time is up, and what was left unread is read the next time."""

from __future__ import annotations

import time

from cogscript.reading.patience import patience
from cogscript.reading.rereading import Memory
from tests.reading.drawn import page


def test_what_there_was_no_time_for_is_not_remembered_as_read(reader):
    picture = page(["Milk", "Bread", "Butter", "Cheese", "Apples", "Pears", "Plums", "Tea"])
    memory = Memory()
    with patience(time.monotonic()) as given:
        assert not memory.lines(picture, reader)
    assert given.lost
    with patience(None) as given:
        assert len(memory.lines(picture, reader)) == 8
    assert not given.lost


def test_reading_goes_on_where_it_ended(reader):
    picture, kept = page(["Milk", "Bread and butter"]), {}
    with patience(time.monotonic() + 600, kept):
        read = reader.lines(picture)
    with patience(time.monotonic(), kept) as given:
        assert reader.lines(picture) == read
    assert not given.lost

    longer = page(["Milk", "Bread and butter", "Apples, pears and a pound of plums"])
    with patience(time.monotonic(), kept) as given:
        assert [line.text for line in reader.lines(longer)] == ["Milk", "Bread and butter"]
    assert given.shortest > len("Bread and butter") / 2
