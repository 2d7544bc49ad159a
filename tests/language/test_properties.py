"""What holds of every tree and of every text."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

import cogscript
from cogscript.language.model.diagnostic import CogError
from cogscript.language.model.rendering import render
from tests.language.strategies import texts, workflows


@settings(max_examples=200, deadline=None)
@given(workflows())
def test_a_formatted_tree_is_the_same_tree(workflow: cogscript.Workflow) -> None:
    once = cogscript.format(workflow)
    again = cogscript.parse(once)
    assert again == workflow
    assert cogscript.format(again) == once
    assert [each.description for each in again.walk()] == [each.description for each in workflow.walk()]
    render(cogscript.check(again, strict_seed=True))
    cogscript.check(workflow)  # a tree made in Python has no places, and is checked all the same


# Text made of the language's own pieces breaks a parser sooner than characters at random.
WORDS = r"""CLICK( IF( END_IF() ELSE() box= text= [[ ]] [ ] ( ) , ' " ''' \ # 1 086 -1.5 True maybe END = （
保存 @ [[1,2,3,4]] 'a' __CogName_"""
PIECES = [*re.split(r"\s+", WORDS), " ", "\n", "\t", "\r", "\x1b", "\u2028"]
pieces = st.lists(st.sampled_from(PIECES) | texts, max_size=40).map("".join)


@settings(max_examples=400, deadline=None)
@given(pieces)
def test_any_text_parses_or_gives_diagnostics_with_a_place(text: str) -> None:
    found: list[cogscript.Diagnostic] = []
    try:
        workflow = cogscript.parse(text, "any.cog")
    except CogError as error:
        found = error.diagnostics
    if found:
        assert any(each.is_error for each in found)
        assert all(each.span and each.to_json()["line"] for each in found)
        render(found, colour=True)
    else:
        assert cogscript.parse(cogscript.format(workflow)) == workflow
        render(cogscript.check(workflow))
