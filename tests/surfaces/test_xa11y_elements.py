"""The elements of Windows and macOS, through the same library on Linux, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.surfaces.toolkits import command

LOOK = """
import json, time
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.xa11y_elements import open_xa11y

elements = open_xa11y()
deadline = time.monotonic() + 60

def awaited(ask):  # a busy machine: one look has its limit in time, and a program answers when it comes to it
    while not (told := ask()) and time.monotonic() < deadline:
        time.sleep(0.1)
    return told

awaited(lambda: elements.find("Notes", "text field"))
seen = elements.snapshot(limit=20)
told = {f"{e.role} {e.name}": [e.value, sorted(e.states), e.parent] for e in seen.elements}
(name,) = awaited(lambda: elements.find("Name", "text field"))
elements.set_text(name, "new")
(save,) = awaited(lambda: elements.find("Save", "button"))
elements.act(save)
awaited(lambda: (there := elements.at(save.rect.middle)) and there.name == "Saved")
try:
    elements.act(save, "dance")
    refused = ""
except Fault as fault:
    refused = str(fault)
print(json.dumps({
    "told": told, "complete": seen.complete, "at": elements.at(save.rect.middle).name, "refused": refused,
    "name": elements.refresh(name).value, "secret": awaited(lambda: elements.find("Secret"))[0].secret,
}))
"""


@pytest.mark.drives_programs
def test_a_form_is_told_and_acted_on(virtual, wait_until, tmp_path):
    form = subprocess.Popen(command("gtk3", tmp_path), env=virtual.environment, stdout=-3, stderr=-3)
    try:
        wait_until(
            lambda: any(each.title == "Form" and each.active for each in virtual.windows()), what="the form"
        )
        looked = subprocess.run(
            [sys.executable, "-c", LOOK], env=virtual.environment, capture_output=True, text=True, timeout=120
        )
    finally:
        form.kill()
        form.wait()

    assert looked.returncode == 0, looked.stderr
    found = json.loads(looked.stdout)
    told = found["told"]
    assert found["complete"]
    assert told["text field Name"][0] == "abc"
    assert told["password field Secret"][0] is None
    assert found["secret"]
    assert "checked" in told["checkbox Agree"][1]
    assert "checked" not in told["radio button Two"][1]
    assert "enabled" not in told["button Late"][1]
    assert found["at"] == "Saved"
    assert found["name"] == "new"
    assert found["refused"].startswith("the button `Save` does not do that by itself")
