"""What a workflow names, and where: for an editor that goes to a definition, renames and completes."""

from __future__ import annotations

from collections.abc import Iterable, Set

from cogscript.language.check.occurrences import Occurrence
from cogscript.language.check.symbols import symbols
from cogscript.language.document import read
from cogscript.language.model.tree import Workflow

TEXT = """INPUT(output='__CogName_limit__', default='500')
FOR_EACH(rows='invoices.csv')
  QUOTE_TEXT(box=[[1,2,3,4]], output='__CogName_total__')
  IF(test=LESS(left='__CogName_total__', right='__CogName_limit__'))
    CALL(workflow='escalate.cog', output='__CogName_total__', number='__CogName_number__')
  END_IF()
END_FOR_EACH()
TRY()
  CALL(workflow='__CogName_limit__.cog')
CATCH(output='__CogName_error__')
  ANSWER(text='__CogName_error__')
END_TRY()
"""


class Invoices:
    """The files around TEXT: a table with two columns."""

    def find(self, path: str) -> str | None:
        return path if path == "folder/invoices.csv" else None

    def names(self, folder: str) -> Iterable[str]:
        return ["invoices.csv"]

    def read(self, path: str) -> Workflow:
        raise AssertionError("the symbols of a file do not need those it calls")

    def columns(self, path: str) -> Set[str] | None:
        return {"number", "date"} if path == "folder/invoices.csv" else None


def lines(occurrences: list[Occurrence]) -> list[int]:
    return [TEXT.count("\n", 0, each.span.start) + 1 for each in occurrences if each.span]


def test_where_each_variable_is_set_and_used() -> None:
    found = symbols(read(TEXT, "folder/main.cog"), Invoices())

    assert list(found.variables) == ["limit", "date", "number", "total", "error"]
    assert {name: lines(each.settings) for name, each in found.variables.items()} == {
        "limit": [1], "date": [], "number": [], "total": [3, 5], "error": [10],
    }  # fmt: skip
    assert {name: lines(each.uses) for name, each in found.variables.items()} == {
        "limit": [4, 9], "date": [], "number": [5], "total": [4], "error": [11],
    }  # fmt: skip
    assert [each.path for each in found.variables["date"].columns] == ["folder/invoices.csv"]


def test_inputs_answers_tables_and_called_files() -> None:
    found = symbols(read(TEXT, "folder/main.cog"), Invoices())

    assert {name: each.line for name, each in found.inputs.items()} == {"limit": 1}
    assert [each.line for each in found.answers] == [11]
    assert [(each.path, each.operation.line) for each in found.called] == [
        ("folder/escalate.cog", 5),
        (None, 9),
    ]
    (table,) = found.tables
    assert (table.path, sorted(table.columns)) == ("folder/invoices.csv", ["date", "number"])
    assert table.span is not None
    assert TEXT[table.span.start : table.span.end] == "'invoices.csv'"


def test_without_files_the_columns_are_not_known() -> None:
    found = symbols(read(TEXT, "folder/main.cog"))

    assert found.variables["number"].columns == []
    assert lines(found.variables["number"].uses) == [5]


def test_the_variable_under_the_cursor() -> None:
    found = symbols(read(TEXT))
    here = found.at(TEXT.index("__CogName_number__") + 4)

    assert here is not None
    assert (here.name, here.parameter, here.operation.name) == ("number", "number", "CALL")
    assert found.at(0) is None


def test_a_broken_text_has_the_symbols_of_what_could_be_read() -> None:
    found = symbols(
        read("SET(output='__CogName_a__', value='1'\nIF(test=\nTYPE(text='__CogName_a__ __CogName_b")
    )

    assert {name: (len(each.settings), len(each.uses)) for name, each in found.variables.items()} == {
        "a": (1, 1)
    }
