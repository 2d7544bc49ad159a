"""Action strings in the forms that agents, clients and people were seen to write, and what each becomes.

tests/dialects/strings/*.txt: blocks between lines of `----`. A block is the text and, after `=>`, the
operations that it must give, with ` ; ` between them, or REFUSE. Lines with `@` before the text name the
dialect, which is recognised otherwise, or the display; one with `%` says as which dialects it may be
recognised. NOTED: what is not as it was written must be said.
In a text with tabs, these stand as `\\t`.
"""

import re
from pathlib import Path

import pytest

from cogscript.dialects import import_text
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import CogError
from cogscript.language.write.formatter import format_operation

FILES = sorted((Path(__file__).parent / "strings").glob("*.txt"))
BLOCKS = [
    (block.strip("\n"), f"{path.stem}-{number}")
    for path in FILES
    for number, block in enumerate(path.read_text(encoding="utf-8").split("\n----\n"), 1)
]


def flat(operations):
    for operation in operations:
        if operation.name == "WORKFLOW":
            continue
        yield format_operation(operation)
        if operation.body is not None:
            yield from flat(operation.body)
            for branch in operation.branches:
                if branch.body:  # an empty CATCH only goes on
                    yield format_operation(branch)
                    yield from flat(branch.body)
            yield f"END_{operation.name}()"


@pytest.mark.parametrize("block", [block for block, _ in BLOCKS], ids=[name for _, name in BLOCKS])
def test_a_string_becomes_what_it_says(block):
    text, _, expected = block.rpartition("\n=> ")
    dialect = screen = recognised = None
    while text.startswith(("@", "%")):
        given, _, text = text.partition("\n")
        if given.startswith("%"):
            recognised = given[1:].split("|")
        elif re.fullmatch(r"@\d+x\d+", given):
            screen = Size(*map(int, given[1:].split("x")))
        else:
            dialect = given[1:]
    if "action:" in text:
        text = text.replace("\\t", "\t")
    if expected == "REFUSE":
        with pytest.raises(CogError):
            import_text(text, dialect, screen)
        return
    imported = import_text(text, dialect, screen)
    assert " ; ".join(flat(imported.workflow.operations)) == expected.removeprefix("NOTED ")
    assert bool(imported.diagnostics) == expected.startswith("NOTED ")
    assert recognised is None or imported.dialect in recognised
