"""What a model points at: range-checked, weighed against the line, and never taken on its word alone."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from cogscript.language.model.box import Rect, Size
from cogscript.reading.lines import Line
from cogscript.surfaces.finding.by_model import Pointed, question, read_answer, weigh
from cogscript.surfaces.finding.deciding import Rejected
from cogscript.surfaces.finding.wanted import Candidate, Other, Wanted
from tests.surfaces.finding.looks import Told, thing

SENT = Size(640, 400)
WHOLE = Rect(0, 0, 1280, 800)


@pytest.mark.parametrize(
    ("answer", "units", "expected"),
    [
        ('{"box": [100, 500, 200, 600], "label": "Send"}', "thousandths", ((64, 200, 128, 240), "Send")),
        ('{"box": [100, 50, 200, 60]}', "pixels", ((100, 50, 200, 60), "")),
        ('It is here:\n```json\n{"box": [[100, 500, 200, 600]], "label": null}\n```', "thousandths",
         ((64, 200, 128, 240), "")),
        ('{"thought": {"x": 1}} {"point": [500, 500]}', "thousandths", ((320, 200), "")),
        ('{"box": [0, 0, 1000, 1000], "label": "all"}', "thousandths", ((0, 0, 640, 400), "all")),
    ],
)  # fmt: skip
def test_places_in_an_answer(answer, units, expected) -> None:
    assert read_answer(answer, units, SENT) == Pointed(*expected)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("I am sorry, I see no such button.", "names no place"),
        ('{"box": [100, 500, 200]}', "names no place"),
        ('{"box": "top left"}', "names no place"),
        ('{"box": [true, 1, 2, 3]}', "names no place"),
        ('{"box": [100, 500, 1200, 600]}', "off the picture, at 100, 500, 1200, 600 of 1000x1000"),
        ('{"box": [-5, 500, 120, 600]}', "off the picture"),
        ('{"point": [NaN, 5]}', "off the picture"),
        ('{"box": [300, 500, 200, 600]}', "wrong order"),
        ('{"box": [300, 500, 200', "names no place"),
    ],
)
def test_what_is_no_place_is_refused(answer, said) -> None:
    with pytest.raises(ValueError, match=said):
        read_answer(answer, "thousandths", SENT)


def test_a_model_may_say_that_it_is_not_there() -> None:
    assert read_answer('{"missing": true}', "thousandths", SENT) is None


def test_the_question_says_how_places_are_counted() -> None:
    assert "640 wide and 400 high" in question("the name `Save`", "pixels", SENT)
    assert "0 to 1000" in question("the name `Save`", "thousandths", SENT)


def told(*elements, texts=()) -> Told:
    look = Told(list(elements), texts=texts)
    look.surface = SimpleNamespace(frames=[WHOLE], described="the screen")
    return look


SUBMIT = Wanted("Submit", "button", place=Rect(500, 400, 580, 424))
SEND, RESET = thing("button", "Send", 100, 100), thing("button", "Reset", 500, 400)


def pointed(look, wanted, rect, label="") -> Candidate | Rejected:
    return weigh(look, wanted, rect, label, "qwen-vl")


def test_another_word_for_the_same_is_taken_and_marked() -> None:
    found = pointed(told(SEND, RESET), SUBMIT, Rect(110, 105, 150, 115), "Send")
    assert isinstance(found, Candidate)
    assert (found.rect, found.text, found.locator, found.guess) == (SEND.rect, "Send", "model", True)
    assert ("model", "qwen-vl") in found.evidence
    assert ("wording", "Send") in found.evidence


@pytest.mark.parametrize(
    ("look", "wanted", "rect", "label", "why"),
    [
        (told(SEND, RESET), SUBMIT, RESET.rect, "Reset", "its label means something else"),
        (told(thing("button", "Archive", 500, 400)), Wanted("Harvest", "button", place=RESET.rect),
         RESET.rect, "Archive", "nothing else speaks for it"),
        (told(thing("button", "Archive", 500, 400)), Wanted("Harvest", "button", near="INV-1"),
         RESET.rect, "", "does not stand beside `INV-1`"),
        (told(SEND, RESET), SUBMIT, Rect(900, 700, 920, 710), "", "the program tells its controls"),
        (told(SEND), SUBMIT, SEND.rect, "Cancel", "says that it reads `Cancel`"),
        (told(thing("text field", "Send", 100, 100)), SUBMIT, SEND.rect, "", "it is of another kind"),
        (told(thing("button", "Send", 100, 100, states=frozenset())), SUBMIT, SEND.rect, "",
         "it is disabled"),
        (told(thing("button", "Send copy", 100, 100)),
         Wanted("Send", "button", others=(Other("Send copy", "button", SEND.rect),)), SEND.rect, "",
         "it is what another line means"),
        (told(SEND), SUBMIT, Rect(1300, 100, 1320, 110), "", "it lies off the screen"),
        (told(), Wanted("Submit"), Rect(10, 10, 20, 20), "", "nothing else speaks for it"),
    ],
)  # fmt: skip
def test_what_contradicts_or_has_nothing_for_it_is_refused(look, wanted, rect, label, why) -> None:
    refused = pointed(look, wanted, rect, label)
    assert isinstance(refused, Rejected)
    assert why in refused.why


def test_a_thing_without_a_name_needs_its_place_or_its_kind() -> None:
    icon = thing("button", "", 500, 400, 24, 24)
    by_kind = pointed(told(icon), Wanted("the blue gear", "button"), icon.rect)
    assert isinstance(by_kind, Candidate)
    by_place = pointed(told(icon), Wanted("the blue gear", place=Rect(490, 395, 530, 430)), icon.rect)
    assert isinstance(by_place, Candidate)
    assert isinstance(pointed(told(icon), Wanted("the blue gear"), icon.rect), Rejected)


def test_a_description_that_holds_the_label_speaks_for_it() -> None:
    found = pointed(told(thing("button", "Send", 100, 100)), Wanted("the blue Send button"), SEND.rect)
    assert isinstance(found, Candidate)


def test_where_no_program_tells_its_elements_the_text_that_is_read_speaks() -> None:
    read = (Line("Send", Rect(110, 104, 150, 120), 0.9),)
    found = pointed(told(texts=read), Wanted("Submit"), Rect(100, 100, 180, 124))
    assert isinstance(found, Candidate)
    assert found.text == "Send"
