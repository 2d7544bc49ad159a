"""The parser and the formatter against mutated texts: always the same ones; `make fuzz` tries for longer."""

from __future__ import annotations

from itertools import islice

import pytest

import cogscript
from tests.language.fuzzing import attempt, cases

CASES = 1500


def test_a_mutated_text_is_formatted_once_and_for_all_or_refused() -> None:
    formatted = sum(attempt(text) for text in islice(cases("fixed"), CASES))
    assert CASES / 10 < formatted < CASES * 9 / 10  # neither breaks every text nor leaves them as they are


@pytest.mark.parametrize(
    "text",
    [
        "CLICK(box=[[1,2 # one\n,3,4]])",
        "CLICK(box=[ # one\n[1,2,3,4]])",
        "CLICK(box=[[1,2,3,4]# one\n])",
        "CLICK(box=[[1,2,3,4,],])",
        "GESTURE(actions=[KEY_DOWN(key='Lcontrol'), # held\nKEY_UP(key='Lcontrol')])",
        "WORKFLOW(screen=[1280, # wide\n800])",
        "IF(test=ANY(tests=[ # one of\nVISIBLE(box=[[1,2 # here\n]])]))\nEND_IF()",
    ],
)
def test_a_comment_inside_a_value_changes_nothing(text: str) -> None:
    assert attempt(text)


def test_a_box_with_a_comment_inside_is_a_box() -> None:
    commented = cogscript.parse("CLICK(box=[[1,2, # left and top\n3,4]])")
    assert commented == cogscript.parse("CLICK(box=[[1,2,3,4]])")
    assert cogscript.check(commented) == []
