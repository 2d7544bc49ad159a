"""How names on the screen fit the name a line gives."""

from __future__ import annotations

import pytest

from cogscript.surfaces.finding.name_matching import ALIKE, Fit, fit, likeness


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("Save", "SAVE"),
        ("保存", "保 存"),
        ("Ｓａｖｅ", "Save"),
    ],
)
def test_the_same(wanted: str, name: str) -> None:
    assert fit(wanted, name) is Fit.SAME


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("Save", "Save…"),
        ("Save", "_Save"),
        ("Save", "Save (Ctrl+S)"),
        ("Save", "Save\tCtrl+S"),
        ("Name", "Name:"),
        ("姓名", "姓名："),
        ("Name", "Name *"),
        ("Inbox", "Inbox (3)"),
        ("Next", "Next »"),
        ("Save", "💾 Save"),
    ],
)
def test_the_same_but_decorated(wanted: str, name: str) -> None:
    assert fit(wanted, name) is Fit.DECORATED


@pytest.mark.parametrize(
    ("wanted", "name"),
    [("Save", "Save As"), ("Total", "Total: 1,200"), ("价格", "价格(元)"), ("% of", "12% of 40")],
)
def test_a_part_in_whole_words(wanted: str, name: str) -> None:
    assert fit(wanted, name) is Fit.PART


@pytest.mark.parametrize(
    ("wanted", "name"),
    [("Save", "Saved"), ("1", "11"), ("C++", "C"), ("C#", "C"), ("50%", "50"), ("+", "−"), ("OK", "Look")],
)
def test_another_name(wanted: str, name: str) -> None:
    assert fit(wanted, name) is Fit.NOT


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("Submit", "Send"),
        ("File", "Datei"),
        ("编辑", "修改"),
        ("Colour", "Color"),
        ("Submit", "Submit order"),
    ],
)
def test_labels_that_may_be_the_same_thing_renamed(wanted: str, name: str) -> None:
    assert likeness(wanted, name) >= ALIKE


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("Save", "Save As"),
        ("保存", "另存为"),
        ("Submit", "Reset"),
        ("OK", "Cancel"),
        ("INV-0412", "INV-0413"),
        ("Add row", "Delete row"),
        ("Zoom in", "Zoom out"),
        ("Check in", "Check out"),
        ("→", "←"),
        ("7", "8"),
    ],
)
def test_labels_that_are_never_taken_for_one_another(wanted: str, name: str) -> None:
    assert likeness(wanted, name) < ALIKE
