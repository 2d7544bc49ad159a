"""Numbers as people write them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogscript.language.model.diagnostic import Fault
from cogscript.tables.numbers import compare, read

READ = {
    "17.00": "17",
    "1,200": "1200",
    "1,200,300.5": "1200300.5",
    "¥17": "17",
    "￥17.5": "17.5",
    "12%": "0.12",
    "5 ‰": "0.005",
    "1.2万": "12000",
    "1.2万元": "12000",
    "3亿": "300000000",
    "(5)": "-5",
    "-3": "-3",
    "−3": "-3",
    "-$3": "-3",
    "$ -3": "-3",
    "+7": "7",
    ".5": "0.5",
    "17,00": "17",
    "1 200,50 €": "1200.50",
    "1.200.300": "1200300",
    "1'200.50 CHF": "1200.50",
    "３．５": "3.5",
    "USD 20": "20",
    "20 usd": "20",
    "US$5": "5",
    "3k": "3000",
    "1e3": "1000",
    " 42\n": "42",
    "007": "7",
}
NOT_NUMBERS = [
    "",
    " ",
    "abc",
    "about 17",
    "5 apples",
    "1 2",
    "1.2.3",
    "1,20,0",
    "$5 €3",
    "17-18",
    "--3",
    "券后价：17.00",
    "%",
]


@pytest.mark.parametrize(("text", "value"), READ.items())
def test_a_number_is_read(text: str, value: str) -> None:
    found = read(text)
    assert found is not None
    assert found.value == Decimal(value)


@pytest.mark.parametrize("text", NOT_NUMBERS)
def test_what_is_no_number_is_refused(text: str) -> None:
    assert read(text) is None


@given(st.decimals(allow_nan=False, allow_infinity=False, places=2, min_value=-(10**12), max_value=10**12))
def test_grouping_does_not_change_a_number(value: Decimal) -> None:
    assert read(f"{value:,}").value == value
    assert read(f"{value:.2f}").value == value


@given(st.text(max_size=20))
def test_any_text_is_a_number_or_not(text: str) -> None:
    read(text)


def test_two_currencies_cannot_be_compared() -> None:
    assert compare("¥17", 18) < 0
    assert compare("¥17.0", "17元") == 0
    with pytest.raises(Fault, match="two currencies"):
        compare("$5", "€5")
    with pytest.raises(Fault, match="cannot be read as a number"):
        compare("five", 5)
