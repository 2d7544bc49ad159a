"""Every reader against mutated plans: a fixed number, always the same; `make fuzz` tries for longer."""

from itertools import islice

import pytest

from tests.dialects.fuzzing import READERS, attempt, cases

CASES = 120


@pytest.mark.parametrize("dialect", READERS)
def test_a_mutated_plan_is_imported_or_refused(dialect):
    imported = sum(attempt(text, dialect) for text in islice(cases(dialect, "fixed"), CASES))
    assert 0 < imported < CASES  # the mutations neither break every plan nor leave all of them as they are


@pytest.mark.parametrize("dialect", READERS)
def test_a_mutated_plan_is_recognised_or_refused(dialect):
    for text in islice(cases(dialect, "recognised"), CASES // 4):
        attempt(text, None)


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        ("ui-tars", "Action: type(content='a\\x4')"),
        ("ui-tars", "Action: type(content='a\\N{no such}')"),
        ("computer-use", '{"type": "tool_use", "name": "", "input": {"a": 1}}'),
        ("gui-plus", '{"name": "", "arguments": {"a": 1}}'),
        ("gemini", '{"name": "", "args": {"a": 1}}'),
    ],
)
def test_what_once_broke_a_reader(dialect, text):
    attempt(text, dialect)
