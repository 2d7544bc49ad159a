"""The kinds of element and the keys as people read them: docs/names.md.

`python -m cogscript.surfaces.names_document` prints the document; a test fails when the file is stale.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cogscript.language.model.keys import spellings
from cogscript.surfaces.roles import SPOKEN

_HEAD = """# Names: kinds of element, and keys

Generated from the tables by `python -m cogscript.surfaces.names_document`; not edited by hand.

## Kinds of element

What `element_type` may say. Any word of a row means the kind of that row; spaces, hyphens, underscores and
capitals make no difference: `MenuItem`, `menu_item` and `menu item` are one. `cog record` and `cog look`
write the first word. A longer description that ends in one of the words means that kind too (`blue button`).
A word that is in no row rules nothing out: the target is then found by the rest of its line.

"""

_KEYS = """
## Keys

What `key` and `keys` may say, on every system. Spaces, hyphens, underscores and capitals make no difference:
`Page Down` is `pagedown`. `cog record` writes the first name. Letters and digits are their own names, and so
are the punctuation marks. `Ctrl`, `Alt`, `Shift` and `Win` are the left ones. A chord joins names with a
plus: `GESTURE(keys='Ctrl+Shift+S')`, and with the plus itself `Ctrl++`.

"""


def document() -> str:
    """The text of docs/names.md."""
    return _HEAD + _table("kind", SPOKEN) + _KEYS + _table("key", spellings())


def _table(what: str, rows: Mapping[str, Sequence[str]]) -> str:
    lines = [f"| {what} | also |", "|---|---|"]
    lines += [f"| {_code(name)} | {_codes(others)} |" for name, others in rows.items() if others]
    lone = [name for name, others in rows.items() if not others]
    lines += ["", f"With one name only: {_codes(lone)}."] if lone else []
    return "\n".join(lines) + "\n"


def _codes(names: Iterable[str]) -> str:
    return ", ".join(map(_code, names))


def _code(name: str) -> str:
    """As code in a table, where a bar would begin a new column and a backtick end the code."""
    marks = "``" if "`" in name else "`"
    space = " " if "`" in name else ""
    return f"{marks}{space}{name}{space}{marks}".replace("|", r"\|")


if __name__ == "__main__":
    print(document(), end="")
