"""Rows of a table, one at a time: CSV in whatever dialect and encoding, JSON, JSON lines.

Nothing is read ahead, so that a million rows cost no more memory than one. Rows that do not fit the
header are an error with their place: a row quietly cut or padded would be typed into the wrong fields.
"""

from __future__ import annotations

import codecs
import csv
import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from cogscript.language.model.diagnostic import Fault, shown
from cogscript.language.model.variables import is_name

Row = dict[str, str]

_SAMPLE = 256 * 1024
_CHUNK = 64 * 1024
_DELIMITERS = ",;\t|"
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# What a detector calls the smaller Chinese sets; all of them are parts of GB18030.
_CHINESE = frozenset({"gb2312", "gbk", "gb18030", "hz", "cp936"})


def read(path: Path) -> Iterator[Row]:
    """The rows of a .csv (or .tsv, .txt), .json or .jsonl file, each a column's name → its text."""
    reader = _READERS.get(path.suffix.casefold(), _csv)
    try:
        encoding = _encoding(path)
        with path.open(encoding=encoding, newline="") as stream:
            yield from reader(stream, path.name)
    except FileNotFoundError:
        raise Fault("no-such-file", f"there is no file {path}") from None
    except OSError as error:
        raise Fault("rows", f"{path.name} cannot be read: {error.strerror or error}") from None
    except UnicodeError as error:
        raise Fault(
            "rows",
            f"{path.name} is not whole {error.encoding if isinstance(error, UnicodeDecodeError) else 'text'}",
            "save it as UTF-8",
        ) from None


def columns(path: Path) -> set[str] | None:
    """The columns of a file, as its first row has them; None when there is none to see."""
    try:
        first = next(read(path), None)
    except Fault:
        return None
    return None if first is None else set(first)


# --- CSV -----------------------------------------------------------------------------------------


def _csv(stream: IO[str], name: str) -> Iterator[Row]:
    head = list(itertools.islice(stream, 50))
    table = csv.reader(itertools.chain(head, stream), delimiter=_delimiter(head), strict=True)
    try:
        header = next((cells for cells in table if cells), None)
        if header is None:
            raise Fault("rows", f"{name} has no header: its first line must name the columns")
        names = [cell.strip() for cell in header]
        _check_names(names, name)
        for number, cells in enumerate((cells for cells in table if cells), 1):
            if len(cells) != len(names):
                raise Fault(
                    "ragged-row",
                    f"row {number} of {name} (line {table.line_num}) does not fit its header: "
                    f"cells {len(cells)}, columns {len(names)}",
                    f"its columns are {', '.join(names)}; a cell that holds the separator needs quotes",
                )
            yield dict(zip(names, cells, strict=True))
    except csv.Error as error:
        raise Fault("rows", f"{name} cannot be read near line {table.line_num}: {error}") from None


def _delimiter(head: list[str]) -> str:
    """The separator that splits the first lines most evenly, into the most columns."""

    def score(delimiter: str) -> tuple[float, int]:
        try:
            widths = [len(cells) for cells in csv.reader(head, delimiter=delimiter) if cells]
        except csv.Error:
            return (0.0, 0)
        if not widths or widths[0] < 2:
            return (0.0, 0)
        return (sum(width == widths[0] for width in widths) / len(widths), widths[0])

    best = max(_DELIMITERS, key=score)
    return best if score(best)[1] else ","


def _check_names(names: list[str], file: str) -> None:
    for place, name in enumerate(names, 1):
        if not name:
            raise Fault("rows", f"column {place} of {file} has no name")
        if not is_name(name):
            raise Fault("rows", f"the column {shown(name)} of {file} cannot be a variable's name")
        if names.index(name) != place - 1:
            raise Fault("rows", f"{file} has two columns called {shown(name)}")


# --- JSON ----------------------------------------------------------------------------------------


class _Written(str):
    """A number as the file writes it: 17.00 is not 17.0."""


_DECODER = json.JSONDecoder(parse_float=_Written, parse_int=_Written)


def _json_lines(stream: IO[str], name: str) -> Iterator[Row]:
    names: list[str] | None = None
    number = 0
    for line_number, line in enumerate(stream, 1):
        if not line.strip():
            continue
        number += 1
        try:
            value = _DECODER.decode(line.strip())
        except json.JSONDecodeError as error:
            raise Fault("rows", f"line {line_number} of {name} is not JSON: {error.msg}") from None
        row = _object(value, names, number, name)
        names = names or list(row)
        yield row


def _json(stream: IO[str], name: str) -> Iterator[Row]:
    """A list of objects, decoded one by one as the file is read."""
    names: list[str] | None = None
    for number, value in enumerate(_items(stream, name), 1):
        row = _object(value, names, number, name)
        names = names or list(row)
        yield row


def _items(stream: IO[str], name: str) -> Iterator[Any]:
    buffer = stream.read(_CHUNK).lstrip()
    if not buffer.startswith("["):
        raise Fault("rows", f"{name} must hold a list of objects: [{{…}}, …]")
    buffer = buffer[1:]
    first = True
    while True:
        buffer = _more(stream, buffer.lstrip())
        if buffer.startswith("]"):
            return
        if not first:
            if not buffer.startswith(","):
                raise Fault("rows", f"{name} is not whole JSON: a comma or the closing bracket is missing")
            buffer = _more(stream, buffer[1:].lstrip())
        while True:
            try:
                value, end = _DECODER.raw_decode(buffer)
                if end < len(buffer):  # a number at the very end might continue
                    break
            except json.JSONDecodeError as error:
                value, failure = None, error.msg
            else:
                failure = "it ends in the middle"
            added = stream.read(max(_CHUNK, len(buffer)))
            if not added:
                raise Fault("rows", f"{name} is not whole JSON: {failure}")
            buffer += added
        yield value
        buffer, first = buffer[end:], False


def _more(stream: IO[str], buffer: str) -> str:
    while not buffer:
        added = stream.read(_CHUNK)
        if not added:
            return ""
        buffer = added.lstrip()
    return buffer


def _object(value: Any, names: list[str] | None, number: int, file: str) -> Row:
    if not isinstance(value, dict) or not value:
        raise Fault("rows", f"row {number} of {file} is not an object with keys: {{…}}")
    if names is None:
        _check_names(list(value), file)
    elif value.keys() != set(names):
        missing, more = sorted(set(names) - value.keys()), sorted(value.keys() - set(names))
        faults = [f"lacks {', '.join(map(shown, missing))}"] if missing else []
        faults += [f"has {', '.join(map(shown, more))}, which the first row does not have"] if more else []
        raise Fault("ragged-row", f"row {number} of {file} {' and '.join(faults)}")
    return {key: _text(item) for key, item in value.items()}


def _text(value: Any) -> str:
    if value is None:
        return ""
    return str(value) if isinstance(value, str) else _dumped(value)


def _dumped(value: Any) -> str:
    """A list or an object inside a row, as JSON again, its numbers as they were written."""
    if isinstance(value, _Written):
        return str(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(_dumped, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_dumped(key)}: {_dumped(item)}" for key, item in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)


_READERS: dict[str, Callable[[IO[str], str], Iterator[Row]]] = {
    ".json": _json,
    ".jsonl": _json_lines,
    ".ndjson": _json_lines,
}


# --- encodings -----------------------------------------------------------------------------------


def _encoding(path: Path) -> str:
    with path.open("rb") as stream:
        sample = stream.read(_SAMPLE)
    for mark, name in _BOMS:
        if sample.startswith(mark):
            return name
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample, final=len(sample) < _SAMPLE)
        return "utf-8"
    except UnicodeDecodeError:
        pass
    from charset_normalizer import from_bytes

    best = from_bytes(sample).best()
    guess = best.encoding if best is not None else ""
    if guess in _CHINESE or _is_chinese(sample):
        return "gb18030"
    if not guess:
        raise Fault("rows", f"the encoding of {path.name} is not known", "save it as UTF-8")
    return guess


def _is_chinese(sample: bytes) -> bool:
    """Whether the bytes make common Chinese in GB18030: short tables give a detector too little to go by."""
    try:
        text = codecs.getincrementaldecoder("gb18030")().decode(sample)
    except UnicodeDecodeError:
        return False
    wide = [character for character in text if ord(character) > 127]
    # The first level of GB 2312 holds the 3,755 characters of everyday writing: its lead bytes are B0 to D7.
    common = sum(_is_everyday(character) for character in wide)
    return bool(wide) and common >= 0.8 * len(wide)


def _is_everyday(character: str) -> bool:
    if character in "，。、；：？！“”‘’（）《》【】…—·￥　":
        return True
    try:
        encoded = character.encode("gb2312")
    except UnicodeEncodeError:
        return False
    return len(encoded) == 2 and 0xB0 <= encoded[0] <= 0xD7
