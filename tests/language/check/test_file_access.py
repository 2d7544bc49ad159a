"""The checker asks for files; it never looks at the disk itself."""

from __future__ import annotations

from collections.abc import Iterable, Set

import pytest

from cogscript.language.check.checker import check
from cogscript.language.document import read
from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.tree import Workflow


class Edited:
    """Files as an editor has them: texts, on no disk."""

    def __init__(self, **texts: str) -> None:
        self.texts = {f"no/such/folder/{name}.cog": text for name, text in texts.items()}

    def find(self, path: str) -> str | None:
        return path if path in self.texts or path.endswith(".csv") else None

    def names(self, folder: str) -> Iterable[str]:
        return [path.removeprefix(f"{folder}/") for path in self.texts]

    def read(self, path: str) -> Workflow:
        return read(self.texts[path], path)

    def columns(self, path: str) -> Set[str] | None:
        return {"number"}


@pytest.fixture(autouse=True)
def no_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the checker looked at the disk")

    for name in ("stat", "lstat", "listdir", "scandir", "open"):
        monkeypatch.setattr(f"os.{name}", refuse)
    monkeypatch.setattr("builtins.open", refuse)


def found(text: str, **others: str) -> list[Diagnostic]:
    return check(read(text, "no/such/folder/main.cog"), files=Edited(**others))


def test_a_called_file_is_checked_too() -> None:
    (wrong,) = found("CALL(workflow='other.cog')", other="WAIT()")
    assert (wrong.code, wrong.source and wrong.source.path) == (
        "missing-parameter",
        "no/such/folder/other.cog",
    )


def test_inputs_are_held_against_the_called_file() -> None:
    wrong = found(
        "CALL(workflow='other.cog', output='__CogName_a__', limt='1')",
        other="INPUT(output='__CogName_limit__')",
    )
    assert [each.code for each in wrong] == ["missing-input", "no-answer", "unknown-input"]
    assert wrong[-1].suggestion == "limit"


def test_a_broken_file_that_is_called_has_its_own_message_and_causes_no_other() -> None:
    wrong = found("CALL(workflow='other.cog', number='1')", other="INPUT(output='__CogName_num\n")
    assert [each.code for each in wrong] == ["unclosed-string"]


def test_files_that_call_each_other_are_checked_once() -> None:
    wrong = found(
        "CALL(workflow='other.cog')",
        other="CALL(workflow='main.cog')\nWAIT()",
        main="CALL(workflow='other.cog')",
    )
    assert [each.code for each in wrong] == ["missing-parameter"]


def test_a_file_that_is_not_there_is_reported_with_the_nearest_name() -> None:
    (wrong,) = found("CALL(workflow='othr.cog')", other="")
    assert (wrong.code, wrong.suggestion) == ("no-such-file", "'other.cog'")


def test_columns_are_variables_in_the_loop() -> None:
    wrong = found(
        "FOR_EACH(rows='a.csv')\n  TYPE(text='__CogName_number__ __CogName_nubmer__')\nEND_FOR_EACH()"
    )
    assert [(each.code, each.suggestion) for each in wrong] == [("unset-variable", "__CogName_number__")]
