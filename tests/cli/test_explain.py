"""`cog explain`: every code is explained, and the examples do what is said of them."""

import argparse
import re
import shlex
from pathlib import Path
from typing import NoReturn

import pytest

import cogscript
from cogscript.cli.explain_command import SUBJECTS, explained, explanations
from cogscript.cli.main import Parser, main, parser_of
from cogscript.language.document import read
from cogscript.settings import load_settings
from tests.cli.raised_codes import raised_codes

PACKAGE = Path(cogscript.__file__).parent
EXPLAINED = explanations()


class _Strict(Parser):
    def error(self, message: str) -> NoReturn:
        raise argparse.ArgumentTypeError(message)


def codes(text: str, folder: Path) -> list[str]:
    (folder / "sub.cog").write_text("INPUT(output='__CogName_number__')\n")
    (folder / "people.csv").write_text("name,city\nAda,London\n")
    return [
        each.code
        for each in cogscript.check(read(text + "\n", str(folder / "a.cog")), variables=["left", "letter"])
    ]


def test_every_code_that_the_sources_raise_is_explained_and_no_other() -> None:
    raised, unclear = raised_codes(PACKAGE)
    assert {"unknown-operation", "not-allowed", "untranslatable", "bad-value", "no-match"} <= raised
    assert unclear == []
    assert raised - set(EXPLAINED) == set()
    assert set(EXPLAINED) - raised == set()
    written = re.compile(r"(error|warning)\[[a-z]+(-[a-z]+)*\]:")
    by_hand = [each for each in PACKAGE.rglob("*.py") if written.search(each.read_text(encoding="utf-8"))]
    assert by_hand == [], "a message with a code is a Diagnostic"


@pytest.mark.parametrize("subject", SUBJECTS)
def test_explanations_are_whole_and_their_examples_do_what_is_said(subject: str, tmp_path: Path) -> None:
    for code, each in explained(subject).items():
        assert set(each) <= {"about", "wrong", "right", "example"}, code
        assert ("wrong" in each) == ("right" in each), code
        assert each["about"].endswith("."), code
        assert "\n" not in each["about"], code
        if "wrong" in each:
            assert code in codes(each["wrong"], tmp_path), code
            assert codes(each["right"], tmp_path) == [], code
        example = each.get("example", "").strip()
        if example.startswith("$ "):
            _check_commands(example)
        elif example.startswith("["):
            (tmp_path / "settings.toml").write_text(example)
            load_settings(tmp_path / "settings.toml")
        elif example:
            assert codes(example, tmp_path) == [], code


def _check_commands(line: str) -> None:
    """The commands of ours in a line are ones that `cog` takes."""
    words = shlex.split(line.removeprefix("$ "))
    ours = [place for place, word in enumerate(words) if word == "cog"]
    for place in ours:
        ends = [at for at, word in enumerate(words) if at > place and word in ("&&", ">", "|")]
        name, *rest = words[place + 1 : min(ends, default=len(words))]
        parser_of(name, _Strict)[0].parse_args(rest)


@pytest.mark.parametrize("word", ["bad-box", "error[bad-box]", "error[bad-box]:"])
def test_a_code_is_explained_as_it_stands_in_a_message(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", word]) == 0
    assert "thousandths" in (told := capsys.readouterr().out)
    assert "Right:\n  CLICK(box=" in told


def test_a_command_line_and_settings_are_shown_as_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "certificate"]) == 0
    assert "Example:\n  [browser]\n  accept_certificates = true\n" in capsys.readouterr().out


def test_the_list_has_every_code_under_its_subject(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["explain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line and line[0] != " "] == [f"{each}:" for each in SUBJECTS.values()]
    assert [line.split()[0] for line in lines if re.match("  [a-z]", line)] == list(EXPLAINED)
    assert max(map(len, lines)) <= 80


def test_an_unknown_code_has_its_nearest_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "badbox"]) == 2
    assert "did you mean `bad-box`?" in capsys.readouterr().err
