"""Rows of tables: dialects, encodings, faults, and a million of them."""

from __future__ import annotations

import itertools
import tracemalloc
from pathlib import Path

import pytest

from cogscript.language.model.diagnostic import Fault
from cogscript.tables.rows import columns, read

ROWS = [{"name": "李雷", "note": 'a, "b"; c'}, {"name": "Zoë", "note": "two\nlines"}]


def csv_text(delimiter: str, line: str = "\n") -> str:
    def cell(text: str) -> str:
        return '"' + text.replace('"', '""') + '"'

    lines = [list(ROWS[0]), *(list(row.values()) for row in ROWS)]
    return line.join(delimiter.join(map(cell, cells)) for cells in lines) + line


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
@pytest.mark.parametrize("line", ["\n", "\r\n"])
def test_csv_in_every_dialect_and_encoding(tmp_path: Path, delimiter: str, encoding: str, line: str) -> None:
    file = tmp_path / "rows.csv"
    file.write_bytes(csv_text(delimiter, line).encode(encoding))
    assert list(read(file)) == ROWS
    assert columns(file) == {"name", "note"}


SHORT = ["姓名,城市\n张三,北京\n", "编号;金额\nA-1;￥17\n", "name,city\nAnna,上海\n"]


@pytest.mark.parametrize("text", SHORT)
def test_a_short_chinese_table_is_enough_to_know_its_encoding(tmp_path: Path, text: str) -> None:
    file = tmp_path / "rows.csv"
    file.write_bytes(text.encode("gb18030"))
    assert set(next(read(file))) == set(text.partition("\n")[0].replace(";", ",").split(","))


def test_western_text_is_not_taken_for_chinese(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    text = "name,note\nMüller,Straße nach Köln über Düsseldorf\nJosé,año nuevo en España\n" * 3
    file.write_bytes(text.replace("\nname,note", "", 1).encode("cp1252"))
    first = next(read(file))
    assert first["name"] == "Müller"


def test_one_column_and_blank_lines(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    file.write_text("name\n\nAnna Maria\n\nBob\n", encoding="utf-8")
    assert [row["name"] for row in read(file)] == ["Anna Maria", "Bob"]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.csv", "a,b\n1,2\n3\n", "row 2 of a.csv (line 3) does not fit its header: cells 1, columns 2"),
        ("a.csv", "a,b\n1,2,3\n", "row 1 of a.csv (line 2) does not fit its header: cells 3, columns 2"),
        ("a.csv", "", "a.csv has no header"),
        ("a.csv", "a,a\n1,2\n", "two columns called `a`"),
        ("a.csv", "a,\n1,2\n", "column 2 of a.csv has no name"),
        ("a.csv", "a__b,c\n1,2\n", "the column `a__b` of a.csv cannot be a variable's name"),
        ("a.csv", 'a,b\n"1,2\n', "cannot be read near line"),
        ("a.json", '{"a": 1}', "must hold a list of objects"),
        ("a.json", '[{"a": 1}, 2]', "row 2 of a.json is not an object"),
        ("a.json", '[{"a": 1}, {"b": 1}]', "row 2 of a.json lacks `a` and has `b`"),
        ("a.json", '[{"a": 1}', "a.json is not whole JSON"),
        ("a.json", '[{"a": 1} {"a": 2}]', "a comma or the closing bracket is missing"),
        ("a.jsonl", '{"a": 1}\n{"a": \n', "line 2 of a.jsonl is not JSON"),
    ],
)
def test_a_wrong_table_says_where(tmp_path: Path, name: str, text: str, said: str) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Fault) as caught:
        list(read(file))
    assert said in caught.value.reason


def test_json_larger_than_what_is_read_at_once(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    long = "x" * 200_000
    file.write_text(f'[\n {{"a": "{long}", "n": 1.50}} ,\n {{"a": "é]", "n": 2}}\n]\n', encoding="utf-8")
    assert [(len(row["a"]), row["n"]) for row in read(file)] == [(200_000, "1.50"), (2, "2")]


@pytest.mark.parametrize(("suffix", "count"), [(".csv", 1_000_000), (".jsonl", 100_000), (".json", 100_000)])
def test_a_million_rows_are_streamed(tmp_path: Path, suffix: str, count: int) -> None:
    file = tmp_path / f"big{suffix}"
    with file.open("w", encoding="utf-8") as stream:
        line = {
            ".csv": "{0},李\n",
            ".jsonl": '{{"n": {0}, "名": "李"}}\n',
            ".json": '{{"n": {0}, "名": "李"}},\n',
        }[suffix]
        stream.write({".csv": "n,名\n", ".jsonl": "", ".json": "[\n"}[suffix])
        for start in range(0, count, 10_000):
            stream.write("".join(line.format(number) for number in range(start, start + 10_000)))
        if suffix == ".json":
            stream.write('{"n": 1000000, "名": "李"}]')
    rows = read(file)
    tracemalloc.start()
    assert next(itertools.islice(rows, 49_999, None))["n"] == "49999"
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4_000_000
    assert sum(1 for _ in rows) >= count - 50_000
