"""Reasoning is no part of an answer; a verdict is yes or no."""

import pytest

from cogscript.language.model.diagnostic import Fault
from cogscript.models.answers import verdict, without_reasoning


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Paris.", "Paris."),
        ("<think>France … capital …</think>\n\nParis.", "Paris."),
        ("\n<THINK>\nlong\n</THINK>Paris.\n", "Paris."),
        ("the user asks for a capital\n</think>\nParis.", "Paris."),
        ("<think>never closed, Paris", ""),
        ("<think>a <think>b</think> c</think>Paris.", "Paris."),
        ("<think>a</think>Paris.<think>am I sure?</think> Yes, Paris.", "Paris. Yes, Paris."),
        ("<thinking>x</thinking>巴黎。", "巴黎。"),
        ("<think></think>", ""),
        (
            "Models write `<think>` before and `</think>` after.",
            "Models write `<think>` before and `</think>` after.",
        ),
        ("a < b and <b>bold</b>", "a < b and <b>bold</b>"),
        ("The tag <think> opens it.", "The tag <think> opens it."),
    ],
)
def test_reasoning_is_cut_off(text, answer):
    assert without_reasoning(text) == answer


@pytest.mark.parametrize("text", ["yes", "Yes.", "**YES**", ' "yes" ', "是", "是。", "「是」"])
def test_yes(text):
    assert verdict(text) is True


@pytest.mark.parametrize("text", ["no", "No!", "`no`", "否", "否。"])
def test_no(text):
    assert verdict(text) is False


@pytest.mark.parametrize("text", ["maybe", "yes and no", "Yes, it is.", "是否", "不", "1", "…", "nope"])
def test_anything_else_is_refused_and_quoted(text):
    with pytest.raises(Fault) as caught:
        verdict(text)
    assert caught.value.code == "model-verdict"
    assert f"`{text}`" in caught.value.reason
