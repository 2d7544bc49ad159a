"""Whether a field holds what was entered: what it held before and after, and the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogscript.runtime.entry.comparing import Change, Comparison, change, compare

EXACT, ALIKE, COMPLETED = Comparison.EXACT, Comparison.ALIKE, Comparison.COMPLETED
UNCHANGED, OTHER = Comparison.UNCHANGED, Comparison.OTHER


@pytest.mark.parametrize(
    ("before", "after", "text", "verdict"),
    [
        # Inserted wherever the caret was, in the place of whatever was selected.
        ("", "abc", "abc", EXACT),
        ("xy", "xabcy", "abc", EXACT),
        ("hello", "jello", "j", EXACT),
        ("old", "new", "new", EXACT),
        ("a", "aab", "ab", EXACT),
        ("Berlin", "BerlinBerlin", "Berlin", EXACT),
        # Nothing came; but a field that held the text already holds it.
        ("abc", "abc", "b", UNCHANGED),
        ("", "", "b", UNCHANGED),
        ("abc", "abc", "abc", EXACT),
        # What fields do to a text without making it another one.
        ("", "ABC", "abc", ALIKE),
        ("", "abc", " abc ", ALIKE),
        ("", "one two", "one\ntwo", ALIKE),
        ("", "it’s “so” …", 'it\'s "so" ...', ALIKE),
        ("", "(030) 12-34", "0301234", ALIKE),
        ("", "2024-01-31", "20240131", ALIKE),
        ("", "1,000", "1000", ALIKE),
        ("", "5.00", "5", ALIKE),
        ("", "Germany", "Ger", COMPLETED),
        # And what makes it one: cut, doubled, another sign, another place of the point.
        ("", "too ", "too long", OTHER),
        ("", "abcabc", "abc", OTHER),
        ("", "5", "-5", OTHER),
        ("", "15", "1.5", OTHER),
        ("", "1.5", "15", OTHER),
        ("", "ab", "ba", OTHER),
        ("mine", "zz", "abc", OTHER),
        ("mine", "", "abc", OTHER),
    ],
)
def test_what_a_field_did_with_a_text(before, after, text, verdict) -> None:
    assert compare(before, after, text) is verdict


@given(st.text(), st.text(min_size=1), st.data())
def test_a_text_that_replaces_any_part_is_all_there(before, text, data) -> None:
    start = data.draw(st.integers(0, len(before)))
    end = data.draw(st.integers(start, len(before)))
    after = before[:start] + text + before[end:]
    if after != before:
        assert compare(before, after, text) is EXACT


@given(st.text(), st.text())
def test_a_change_says_exactly_what_became_of_a_text(before, after) -> None:
    start, removed, added = change(before, after)
    assert before[start : start + len(removed)] == removed
    assert before[:start] + added + before[start + len(removed) :] == after


def test_a_change_is_the_smallest() -> None:
    assert change("the old house", "the new house") == Change(4, "old", "new")
