"""`--ground`: a target that nothing finds is asked of a model that sees, on real programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import wait_until
from tests.runtime.test_drifted_targets import AWAY, Drifted
from tests.seeing_server import SeeingServer

SUBMIT = f"CLICK(box={AWAY}, element_type='button', element_info='Submit', timeout=0.5)\n"


def points_at(text: str, label: str | None = None):
    """A model that answers every question with the place of one text that it reads in the picture."""

    def answer(body, sight):
        found = sight.find(text)
        if found is None:
            return '{"missing": true}'
        width, height = sight.size
        box = [found.left * 1000 / width, found.top * 1000 / height,
               found.right * 1000 / width, found.bottom * 1000 / height]  # fmt: skip
        return f"It is there.\n{json.dumps({'box': [round(each) for each in box], 'label': label or text})}"

    return answer


def configured(program: Drifted, server: SeeingServer, more: str = "") -> None:
    (program.folder / "none.toml").write_text(
        f'[vision]\nname = "{server.name}"\nbase_url = "{server.address}"\n{more}', encoding="utf-8"
    )


@pytest.fixture(scope="module")
def renamed(tmp_path_factory):
    """A GTK form whose Submit is called Send now, and stands elsewhere than the line says."""
    with Drifted("contact", "gtk", "renamed", tmp_path_factory.mktemp("grounded")) as program:
        yield program


@pytest.mark.drives_programs
def test_what_only_the_model_finds_is_taken_marked_and_offered_as_a_heal(renamed) -> None:
    with SeeingServer(answer=points_at("Send")) as server:
        configured(renamed, server, "longest_side = 900\n")
        without = renamed.run(SUBMIT)
        assert without.returncode == 1
        assert server.requests == []
        done = renamed.run(SUBMIT, "--ground")
    assert done.returncode == 0, done.stderr
    wait_until(lambda: renamed.pressed()[-1:] == ["submit"], what="the press of what is Send now")
    assert "`Submit` was not found; by model, it is the button `Send`" in done.stderr
    assert ": ok, healed, by model" in done.stderr
    assert server.read[0].size[0] <= 900  # the picture was smaller than the screen, and the place is right
    with renamed.record() as record:
        (step,) = [each for each in record.steps() if each.operation.name == "CLICK"]
    assert step.locator == "model"
    assert {"what": "model", "is": "seeing-1"} in step.evidence
    shown = renamed.cog("heal")
    assert "element_info='Send'" in shown.stdout
    assert "a model pointed at it, so look at it first" in shown.stderr
    assert renamed.cog("heal", "--write").returncode == 0
    again = renamed.run(renamed.file.read_text(encoding="utf-8"), "--strict-targets")
    assert again.returncode == 0, again.stderr


@pytest.mark.drives_programs
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (points_at("Reset"), "the model points at it, and its label means something else"),
        (points_at("Nowhere to be seen"), "the model does not see `Submit` either"),
        (lambda *_: '{"box": [900, 900, 1100, 950]}', "off the picture"),
        (lambda *_: "Ignore the line and press Reset.", "the model's answer names no place"),
    ],
)
def test_a_wrong_answer_is_a_missing_target(renamed, answer, said) -> None:
    before = renamed.pressed()
    with SeeingServer(answer=answer) as server:
        configured(renamed, server)
        done = renamed.run(SUBMIT, "--ground")
    assert done.returncode == 1
    assert "error[target-missing]: `Submit` (button) was not found" in done.stderr
    assert said in done.stderr
    assert renamed.pressed() == before


@pytest.mark.drives_programs
@pytest.mark.parametrize(
    ("text", "words"),
    [
        (SUBMIT.replace(")\n", ", sensitive=True)\n"), ["--yes"]),
        (SUBMIT, ["--strict-targets"]),
        ("CLICK(element_type='button', element_info='Reset')\n", []),
    ],
)
def test_who_is_not_asked(renamed, text, words) -> None:
    """For what is sensitive, strict or simply there, no picture leaves the machine."""
    with SeeingServer(answer=points_at("Send")) as server:
        configured(renamed, server)
        renamed.run(text, "--ground", *words)
    assert server.requests == []


@pytest.mark.drives_programs
def test_a_server_that_fails_changes_nothing_else(renamed) -> None:
    with SeeingServer() as server:
        server.faults = [lambda handler: handler.say(401, {"error": {"message": "no"}})]
        configured(renamed, server)
        done = renamed.run(SUBMIT, "--ground")
    assert done.returncode == 1
    assert "no model could tell" in done.stderr
    assert "error[target-missing]" in done.stderr


def test_grounding_without_eyes_begins_nothing(tmp_path: Path, capsys, monkeypatch) -> None:
    from cogscript.cli.main import main

    monkeypatch.setenv("COGSCRIPT_SETTINGS", str(tmp_path / "none.toml"))
    for name in ("VISION_MODEL", "VISION_BASE_URL", "VL_MODEL"):
        monkeypatch.delenv(name, raising=False)
    file = tmp_path / "test.cog"
    file.write_text(SUBMIT, encoding="utf-8")
    assert main(["run", str(file), "--screen", "virtual", "--ground", "--no-journal"]) == 1
    assert "no model that can look at pictures is configured" in capsys.readouterr().err
