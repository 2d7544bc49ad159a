"""What an editor is told, over the real protocol: diagnostics, fixes, completion, hover, names, shape."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

Open = Callable[..., Any]
pytestmark = pytest.mark.asyncio(loop_scope="module")

ORDERS = """\
# Who ordered
INPUT(output='__CogName_who__')
IF(test=VISIBLE(element_info='Search 😀 __CogName_who__'))
  TYPE(element_info='Search', text='__CogName_w|ho__')
ELSE()
  FAIL(reason='nobody called __CogName_who__')
END_IF()
"""


async def test_a_misspelt_parameter_is_marked_and_its_fix_makes_the_line_right(page: Open) -> None:
    opened = page("# 😀\nCLICK(elment_info='Save')\n")
    (problem,) = await opened.problems()
    assert (problem.code, problem.source) == ("unknown-parameter", "cog")
    assert (problem.range.start, problem.range.end) == (lsp.Position(1, 6), lsp.Position(1, 17))
    actions = await opened.client.text_document_code_action_async(
        lsp.CodeActionParams(opened.document, problem.range, lsp.CodeActionContext([problem]))
    )
    fixed = opened.with_edits(actions[0].edit.changes[opened.uri])
    assert fixed == "# 😀\nCLICK(element_info='Save')\n"
    opened.change(fixed)
    assert await opened.problems() == []


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("CLIK(element_info='Save')\n", "CLICK(element_info='Save')\n"),
        ("KEY_PRESS(key='Retrun')\n", "KEY_PRESS(key='Return')\n"),
        ("SET(output='__CogName_total__', value='1')\nANSWER(text='__CogName_totl__')\n",
         "SET(output='__CogName_total__', value='1')\nANSWER(text='__CogName_total__')\n"),
        ("REPEAT(times=2)\n  IF(test=EXISTS(file='a'))\n    GO_BACK()\nEND_REPEAT()\n",
         "REPEAT(times=2)\n  IF(test=EXISTS(file='a'))\n    GO_BACK()\nEND_IF()\nEND_REPEAT()\n"),
    ],
)  # fmt: skip
async def test_a_suggestion_is_a_fix_after_which_nothing_is_wrong(page: Open, wrong: str, right: str) -> None:
    opened = page(wrong)
    problems = await opened.problems()
    assert problems
    actions = await opened.client.text_document_code_action_async(
        lsp.CodeActionParams(opened.document, problems[0].range, lsp.CodeActionContext(problems))
    )
    assert opened.with_edits(actions[0].edit.changes[opened.uri]) == right
    opened.change(right)
    assert await opened.problems() == []


async def test_a_file_that_is_called_is_checked_as_it_is_in_the_editor(page: Open, tmp_path: Path) -> None:
    (tmp_path / "sub.cog").write_text("INPUT(output='__CogName_number__')\n")
    caller = page("CALL(workflow='sub.cog', number='1')\n", "main.cog")
    assert await caller.problems() == []
    called = page("INPUT(output='__CogName_invoice__')\n", "sub.cog")
    await called.problems()
    caller.client.text_document_did_save(lsp.DidSaveTextDocumentParams(called.document))
    problems: list[lsp.Diagnostic] = []
    while not problems:
        problems = await caller.problems()
    assert {each.code for each in problems} == {"unknown-input", "missing-input"}


async def test_operations_are_offered_as_snippets_and_what_closes_the_block_first(page: Open) -> None:
    opened = page("IF(test=EXISTS(file='a'))\n  CL|\n")
    offered = await opened.complete()
    assert offered["CLICK"].text_edit.new_text == "CLICK(element_info='$1')"
    assert offered["END_IF"].sort_text < offered["CLICK"].sort_text
    assert "END_WHILE" not in offered
    assert "VISIBLE" not in offered


@pytest.mark.parametrize(
    ("text", "label", "result"),
    [
        ("TYPE(text='a', |", "element_info", "TYPE(text='a', element_info='$1'"),
        ("TYPE(text='a', el|)\n", "element_info", "TYPE(text='a', element_info='$1')\n"),
        ("KEY_PRESS(key='Ret|')\n", "Return", "KEY_PRESS(key='Return')\n"),
        ("KEY_PRESS(key=|", "'Return'", "KEY_PRESS(key='Return'"),
        ("GESTURE(keys='Ctrl+Sh|')\n", "Lshift", "GESTURE(keys='Ctrl+Lshift')\n"),
        ("DRAG(box=[[1,2]], to=[[3,4]], button='|", "middle", "DRAG(box=[[1,2]], to=[[3,4]], button='middle"),
        ("WAIT_FOR(test=VIS|", "VISIBLE", "WAIT_FOR(test=VISIBLE(element_info='$1')"),
        ("SET(output='__CogName_x__', value='1')\nTYPE(text='😀 __Cog|')\n", "__CogName_x__",
         "SET(output='__CogName_x__', value='1')\nTYPE(text='😀 __CogName_x__')\n"),
        ("CLICK(element_info='Save as')\nCLICK(element_info='|", "Save as",
         "CLICK(element_info='Save as')\nCLICK(element_info='Save as"),
        ("CALL(workflow='su|", "sub.cog", "CALL(workflow='sub.cog"),
        ("CALL(workflow='sub.cog', |)\n", "number", "CALL(workflow='sub.cog', number='$1')\n"),
    ],
)  # fmt: skip
async def test_what_fits_the_place_is_offered(
    page: Open, tmp_path: Path, text: str, label: str, result: str
) -> None:
    (tmp_path / "sub.cog").write_text("INPUT(output='__CogName_number__')\n")
    opened = page(text)
    offered = await opened.complete()
    assert label in offered, sorted(offered)
    assert opened.with_edits([offered[label].text_edit]) == result


async def test_nothing_is_offered_in_a_comment(page: Open) -> None:
    assert await page("# CLICK(|\n").complete() == {}


async def test_hover_shows_the_operation_the_parameter_and_the_variable(page: Open) -> None:
    opened = page(ORDERS)

    async def hovered(line: int, column: int) -> str:
        place = lsp.HoverParams(opened.document, lsp.Position(line, column))
        return (await opened.client.text_document_hover_async(place)).contents.value

    assert "### TYPE" in await hovered(3, 4)
    assert "**text** (required" in await hovered(3, 31)
    assert "set in line 2 by INPUT" in await hovered(3, opened.cursor.character)


async def test_the_parameter_to_write_next_is_shown(page: Open) -> None:
    opened = page("QUOTE_TEXT(box=[[1,2,3,4]], |")
    place = lsp.SignatureHelpParams(opened.document, opened.cursor)
    shown = await opened.client.text_document_signature_help_async(place)
    (signature,) = shown.signatures
    assert signature.label.startswith("QUOTE_TEXT(box, ")
    assert signature.parameters[shown.active_parameter].label == "output"


async def test_a_variable_is_found_listed_and_renamed_everywhere(page: Open) -> None:
    opened = page(ORDERS)
    client, document, cursor = opened.client, opened.document, opened.cursor
    (place,) = await client.text_document_definition_async(lsp.DefinitionParams(document, cursor))
    assert place.range.start == lsp.Position(1, 14)
    asked = lsp.ReferenceParams(lsp.ReferenceContext(True), document, cursor)
    assert len(await client.text_document_references_async(asked)) == 4
    edit = await client.text_document_rename_async(lsp.RenameParams(document, cursor, "客户"))
    assert opened.with_edits(edit.changes[opened.uri]) == opened.text.replace("_who__", "_客户__")
    with pytest.raises(JsonRpcException, match="cannot be a variable's name"):
        await client.text_document_rename_async(lsp.RenameParams(document, cursor, "a__b"))


async def test_a_called_file_is_gone_to(page: Open, tmp_path: Path) -> None:
    (tmp_path / "sub.cog").write_text("# first\nINPUT(output='__CogName_number__')\n")
    opened = page("CALL(workflow='su|b.cog', number='1')\n")
    asked = lsp.DefinitionParams(opened.document, opened.cursor)
    (place,) = await opened.client.text_document_definition_async(asked)
    assert place.uri == (tmp_path / "sub.cog").as_uri()
    asked = lsp.DefinitionParams(opened.document, lsp.Position(0, 28))
    (place,) = await opened.client.text_document_definition_async(asked)
    assert place.range.start.line == 1


async def test_blocks_are_the_outline_and_the_folds(page: Open) -> None:
    opened = page(ORDERS)
    found = await opened.client.text_document_document_symbol_async(lsp.DocumentSymbolParams(opened.document))
    assert [(each.name, each.detail) for each in found] == [
        ("INPUT", "Who ordered"),
        ("IF", "Search 😀 __CogName_who__"),
    ]
    assert [each.name for each in found[1].children] == ["TYPE", "ELSE"]
    assert found[1].range.end.line == 6
    folds = await opened.client.text_document_folding_range_async(lsp.FoldingRangeParams(opened.document))
    assert [(each.start_line, each.end_line) for each in folds] == [(2, 3), (4, 5)]


async def test_formatting_gives_what_cog_fmt_gives_and_leaves_a_broken_file_alone(page: Open) -> None:
    opened = page('IF(test=EXISTS(file="a"))\nGO_BACK()\nEND_IF()')
    asked = lsp.DocumentFormattingParams(opened.document, lsp.FormattingOptions(2, True))
    edits = await opened.client.text_document_formatting_async(asked)
    assert opened.with_edits(edits) == "IF(test=EXISTS(file='a'))\n  GO_BACK()\nEND_IF()\n"
    opened.change("CLICK(box=[[1,")
    assert not await opened.client.text_document_formatting_async(asked)


async def test_words_have_their_kinds(page: Open) -> None:
    opened = page("# why\nIF(test=EXISTS(file='a'))\n  TYPE(text='😀 __CogName_x__')\nEND_IF()\n")
    asked = lsp.SemanticTokensParams(opened.document)
    data = (await opened.client.text_document_semantic_tokens_full_async(asked)).data
    assert [tuple(data[at : at + 4]) for at in range(0, len(data), 5)] == [
        (0, 0, 5, 4), (1, 0, 2, 0), (0, 3, 4, 2), (0, 5, 6, 1), (0, 7, 4, 2),
        (1, 2, 4, 1), (0, 5, 4, 2), (0, 9, 13, 3), (1, 0, 6, 0),
    ]  # fmt: skip


async def test_lenses_hand_over_the_command_line(page: Open) -> None:
    opened = page(ORDERS)
    found = await opened.client.text_document_code_lens_async(lsp.CodeLensParams(opened.document))
    said = [
        (each.range.start.line, each.command.title, each.command.arguments[0]["command"][:2])
        for each in found
    ]
    assert said == [
        (1, "Run", ["cog", "run"]),
        (2, "Step from here", ["cog", "run"]),
        (2, "Record here", ["cog", "record"]),
    ]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("CLI|CK(box=[[1,2,3,4]], element_info='Save')\n",
         "CLICK(box=[[010,020,300,400]], element_info='Save')\n"),
        ("# 😀\n  CLICK(element_info='Save')|\n",
         "# 😀\n  CLICK(element_info='Save', box=[[010,020,300,400]])\n"),
        ("|WAIT_FOR(test=VISIBLE(element_info='Results'))\n",
         "WAIT_FOR(test=VISIBLE(element_info='Results', box=[[010,020,300,400]]))\n"),
    ],
)  # fmt: skip
async def test_a_box_that_was_drawn_is_written_into_the_line(page: Open, text: str, result: str) -> None:
    opened = page(text)
    place = {"line": opened.cursor.line, "character": opened.cursor.character}
    asked = {"textDocument": {"uri": opened.uri}, "position": place, "box": [10, 20, 300, 400]}
    edits = await opened.client.protocol.send_request_async("cog/setBox", asked)
    assert opened.with_edits([_text_edit(each) for each in edits]) == result


async def test_a_line_without_a_target_takes_no_box(page: Open) -> None:
    opened = page("WAIT(seconds=1)\n")
    asked = {
        "textDocument": {"uri": opened.uri},
        "position": {"line": 0, "character": 0},
        "box": [1, 2, 3, 4],
    }
    with pytest.raises(JsonRpcException, match="nothing in line 1 takes a box"):
        await opened.client.protocol.send_request_async("cog/setBox", asked)


def _text_edit(given: Any) -> lsp.TextEdit:
    start, end = given["range"]["start"], given["range"]["end"]
    return lsp.TextEdit(lsp.Range(lsp.Position(**start), lsp.Position(**end)), given["newText"])


async def test_it_answers_while_the_file_is_broken(page: Open) -> None:
    opened = page(ORDERS + "CLICK(box=[[1,\nTYPE(text='__CogName_|")
    assert [each.code for each in await opened.problems()]
    assert "__CogName_who__" in await opened.complete()
    found = await opened.client.text_document_document_symbol_async(lsp.DocumentSymbolParams(opened.document))
    assert [each.name for each in found][:2] == ["INPUT", "IF"]


async def test_a_line_of_five_megabytes_and_a_nul_are_survived(page: Open) -> None:
    opened = page(f"TYPE(text='{'x' * 5_000_000}')\n")
    assert await opened.problems() == []
    opened.change("TYPE(text='\0')\n")
    assert [each.code for each in await opened.problems()] == ["nul"]
