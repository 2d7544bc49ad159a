"""Which windows a title or a program's name tells."""

import pytest

from cogscript.surfaces.capabilities import Window
from cogscript.surfaces.views import matching

WHERE = (0, 0, 10, 10)
WINDOWS = [
    Window(1, "Kettle", WHERE, apps=("google-chrome", "Google-chrome"), process=41),
    Window(2, "Teapot", WHERE, apps=("org.gnome.Nautilus",), process=42),
    Window(3, "Cups", WHERE, apps=("code", "Code"), process=43),
    Window(4, "Saucer", WHERE, apps=("vscode", "code-insiders"), process=44),
]


@pytest.mark.parametrize(
    ("title", "app", "found"),
    [
        (None, "Google-Chrome", [1]),
        (None, "chrome", [1]),
        (None, "nautilus", [2]),
        (None, "Code", [3]),  # a whole name comes before a part of one
        (None, "insiders", [4]),
        (None, "chro", []),
        (None, "42", [2]),
        ("cup", "code", [3]),
        ("kettle", "code", []),
    ],
)
def test_a_program_goes_by_its_name_or_words_of_it(title, app, found):
    assert [each.handle for each in matching(WINDOWS, title, app)] == found
