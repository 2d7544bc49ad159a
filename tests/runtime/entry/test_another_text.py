"""What a field shows that nothing but pixels tell of: the text that was entered, misread, or another one."""

from __future__ import annotations

import pytest

from cogscript.runtime.entry.by_pixels import is_another


@pytest.mark.parametrize(
    ("shown", "typed"),
    [
        ("/home/kid/pictures", "/home/kid/pictures"),
        ("/horne/kid/plctures", "/home/kid/pictures"),
        ("cluding a long tail", "a text that is including a long tail"),
        ("", "Dentist"),
        ("•••••••", "Dentist"),
        ("42", "6*7"),
    ],
)
def test_it_may_be_the_text(shown, typed):
    assert not is_another(shown, typed)


def test_it_is_another():
    assert is_another("Use Alternative Save Directory", "/home/kid/pictures") is True
