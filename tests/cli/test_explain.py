"""`cog explain`: the examples do what is said of them."""

import ast
from pathlib import Path

import pytest

import cogscript
from cogscript.cli.explain_command import explanations
from cogscript.cli.main import main
from cogscript.language.document import read

LANGUAGE = Path(cogscript.__file__).parent / "language"
EXAMPLES = {code: each for code, each in explanations().items() if "wrong" in each}
REPORTING = ("Diagnostic", "report", "_report", "Wrong")
UNEXPLAINED = {
    "empty-list", "incomplete", "not-in-seed", "number-too-long", "odd-variable", "stray-character", "syntax",
    "too-deep", "too-large", "unreadable", "is-a-directory", "rename", "no-such-folder",
}  # fmt: skip
"""Codes whose message says all there is to say."""


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_wrong_example_gives_the_code_and_the_right_one_no_error(code: str, tmp_path: Path) -> None:
    (tmp_path / "sub.cog").write_text("INPUT(output='__CogName_number__')\n")

    def codes(text: str) -> list[str]:
        found = cogscript.check(read(text + "\n", str(tmp_path / "a.cog")))
        return [each.code for each in found]

    assert code in codes(EXAMPLES[code]["wrong"])
    assert codes(EXAMPLES[code]["right"]) == []


def test_every_code_of_the_language_is_explained() -> None:
    codes = {
        call.args[0].value
        for path in LANGUAGE.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and call.args and isinstance(call.args[0], ast.Constant)
        and getattr(call.func, "id", getattr(call.func, "attr", "")) in REPORTING
    }  # fmt: skip
    assert "unknown-operation" in codes
    assert codes - set(explanations()) <= UNEXPLAINED


@pytest.mark.parametrize("word", ["bad-box", "error[bad-box]", "error[bad-box]:"])
def test_a_code_is_explained_as_it_stands_in_a_message(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", word]) == 0
    assert "thousandths" in (told := capsys.readouterr().out)
    assert "Right:\n  CLICK(box=" in told


def test_an_unknown_code_has_its_nearest_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "badbox"]) == 2
    assert "did you mean `bad-box`?" in capsys.readouterr().err
