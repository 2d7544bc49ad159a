"""A form filled by what it looks like alone: its labels are read, and lead to fields found in the pixels."""

from __future__ import annotations

import subprocess

import pytest

from cogscript.language.model.box import Rect
from cogscript.reading import read_still, wait_still
from cogscript.reading.changes import changes
from cogscript.reading.controls import controls
from cogscript.reading.forms import field_of
from tests.conftest import wait_until

ENTRIES = {"Given name": "Ada", "Family name": "Lovelace", "Postcode": "W1J 7NF"}


@pytest.mark.drives_programs
@pytest.mark.parametrize("theme", ["Adwaita", "Adwaita:dark"])
def test_each_label_leads_to_its_own_field(virtual, reader, theme):
    process = subprocess.Popen(
        [
            "zenity",
            "--forms",
            "--title=people",
            "--text=Somebody new",
            *(f"--add-entry={name}" for name in ENTRIES),
        ],
        env={**virtual.environment, "GTK_THEME": theme, "NO_AT_BRIDGE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    (window,) = wait_until(lambda: [each for each in virtual.windows() if each.title == "people"])
    wait_still(virtual.capture, limit=30, quiet=0.5)
    picture = virtual.capture()
    area: Rect = window.rect
    lines = read_still(picture, reader, area).lines
    texts = [line.rect for line in lines]
    seen = controls(picture, area)
    for name, text in ENTRIES.items():
        (label,) = [line.rect for line in lines if line.text == name]
        field = field_of(label, seen, texts)
        assert field, name
        before = virtual.capture()
        virtual.click(field.rect.middle)
        subprocess.run(["xdotool", "type", text], env=virtual.environment, check=True)
        wait_until(lambda rect=field.rect, then=before: changes(then, virtual.capture(), rect), what=name)
    (okay,) = [line.rect.middle for line in lines if line.text == "OK"]
    (button,) = [each for each in seen if each.kind == "button" and each.rect.holds(okay)]
    virtual.click(button.rect.middle)
    output, _ = process.communicate(timeout=60)
    assert output.strip().split("|") == list(ENTRIES.values())
