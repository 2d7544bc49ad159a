"""Which thing a line means: decided on what programs tell, without a screen."""

from __future__ import annotations

from cogscript.language.model.box import Rect
from cogscript.surfaces.elements import Element
from cogscript.surfaces.finding.at_the_box import at_place
from cogscript.surfaces.finding.deciding import Verdict, renamed
from cogscript.surfaces.finding.finder import judge
from cogscript.surfaces.finding.wanted import Wanted
from tests.surfaces.finding.looks import Told, thing

FORM = [
    thing("window", "Contact", 0, 0, 400, 300),
    thing("label", "Name", 10, 50),
    thing("text field", "", 100, 50, 200),
    thing("label", "Mail", 10, 90),
    thing("text field", "", 100, 90, 200),
    thing("button", "Save", 100, 200),
    thing("button", "Save As", 200, 200),
    thing("button", "Reset", 300, 200),
]

ROWS = [
    element
    for number, (invoice, top) in enumerate((("INV-0411", 100), ("INV-0412", 130), ("INV-0413", 160)))
    for element in (
        thing("cell", invoice, 10, top),
        thing("button", "Edit", 300, top, id=f"edit{number}"),
    )
]


def judged(wanted: Wanted, elements) -> Verdict:
    return judge(Told(elements), wanted)


def found(wanted: Wanted, elements=FORM) -> Element:
    verdict = judged(wanted, elements)
    assert verdict.found is not None, verdict
    return verdict.found.element


def test_a_name_leads_to_the_one_thing_that_has_it_wherever_its_box_points() -> None:
    save = Wanted("Save", "button", place=Rect(300, 200, 380, 224))
    assert found(save).rect.left == 100


def test_text_goes_into_the_field_that_a_label_names() -> None:
    assert found(Wanted("Mail", purpose="enter")).rect.top == 90
    assert found(Wanted("Mail", purpose="enter")).role == "text field"
    assert found(Wanted("Mail", "text field")).role == "text field"
    assert found(Wanted("Mail")).role == "label"


def test_a_part_of_a_buttons_name_is_another_button() -> None:
    without_save = [each for each in FORM if each.name != "Save"]
    verdict = judged(Wanted("Save", "button"), without_save)
    assert (verdict.found, verdict.problem) == (None, "missing")


def test_a_part_of_a_windows_title_is_nothing_to_click() -> None:
    dialog = [thing("window", "Save As", 0, 0, 400, 300), thing("button", "Save As", 300, 270)]
    verdict = judged(Wanted("Save"), dialog)
    assert (verdict.found, verdict.problem) == (None, "missing")
    assert found(Wanted("Save", "window"), dialog).role == "window"


def test_a_label_around_a_field_leads_to_no_other_below_it() -> None:
    """As Firefox tells a page's `<label>Full name <input></label>`, one above the other."""
    told = [
        thing("label", "Full name", 8, 187, 277, 19), thing("text field", "Full name", 94, 186, 191, 23),
        thing("label", "City", 8, 226, 229, 19), thing("text field", "City", 46, 225, 191, 23),
    ]  # fmt: skip
    found = judge(Told(told), Wanted("Full name", purpose="enter")).found
    assert found is not None
    assert found.element == told[1]


def test_repeated_labels_are_told_apart_by_the_text_in_their_row() -> None:
    assert found(Wanted("Edit", near="INV-0412"), ROWS).rect.top == 130
    inserted = [thing("cell", "INV-0410", 10, 70), thing("button", "Edit", 300, 70), *ROWS]
    assert found(Wanted("Edit", near="INV-0412", place=Rect(300, 100, 380, 124)), inserted).rect.top == 130


def test_a_row_that_is_gone_is_gone() -> None:
    left = [each for each in ROWS if each.rect.top != 130]
    verdict = judged(Wanted("Edit", near="INV-0412", place=Rect(300, 130, 380, 154)), left)
    assert verdict.found is None
    assert "INV-0412" in verdict.rejected[0].why


def test_several_that_nothing_tells_apart_are_named() -> None:
    verdict = judged(Wanted("Edit"), ROWS)
    assert (verdict.found, verdict.problem, len(verdict.candidates)) == (None, "several", 3)


def test_the_box_says_which_of_several() -> None:
    assert found(Wanted("Edit", place=Rect(300, 158, 380, 182)), ROWS).rect.top == 160
    verdict = judged(Wanted("Edit", place=Rect(300, 155, 380, 159)), ROWS)
    assert verdict.problem == "several"


def test_an_id_is_believed_whatever_the_name_has_become() -> None:
    renamed_button = [thing("button", "Speichern", 10, 10, id="save"), thing("button", "Save", 99, 10)]
    assert found(Wanted("Save", id="save"), renamed_button).name == "Speichern"
    on_a_phone = [
        thing("button", "Bestellen", 10, 10, id="com.tea:id/order"),
        thing("button", "Order", 99, 10),
    ]
    assert found(Wanted("Order", id="order"), on_a_phone).name == "Bestellen"


def test_a_counted_id_is_not_believed_where_the_name_is_another_s() -> None:
    tree = [
        thing("tree item", "boat.jpg", 10, 10, id="j1_6"),
        thing("tree item", "lake.jpg", 10, 40, id="j1_7"),
    ]
    assert found(Wanted("lake.jpg", "tree item", id="j1_6"), tree).name == "lake.jpg"
    assert found(Wanted("Save", id="j1_6"), tree).name == "boat.jpg"


def test_a_control_that_is_disabled_is_there_and_waited_for() -> None:
    later = [thing("button", "Send", 10, 10, states=frozenset())]
    assert judged(Wanted("Send"), later).problem == "disabled"


def test_the_box_is_taken_where_nothing_contradicts() -> None:
    area = [thing("window", "Editor", 0, 0, 400, 300), thing("text field", "", 0, 30, 400, 270)]
    wanted = Wanted("编辑区", "窗口", place=Rect(100, 100, 300, 200), purpose="enter")
    verdict = judged(wanted, area)
    at_place(wanted, area, verdict)
    assert verdict.at_place is not None
    assert verdict.sure_of_place


def test_a_button_of_another_name_at_the_box_contradicts() -> None:
    wanted = Wanted("Submit", "button", place=Rect(300, 200, 380, 224))
    verdict = judged(wanted, FORM)
    at_place(wanted, FORM, verdict)
    assert verdict.at_place is None
    assert verdict.rejected[-1].why == "it stands at the box and goes by another name"


def test_a_renamed_label_is_taken_when_kind_place_and_wording_agree() -> None:
    now = [thing("button", "Send", 100, 200), thing("button", "Reset", 200, 200)]
    guess = renamed(Wanted("Submit", "button", place=Rect(100, 200, 180, 224)), now)
    assert guess is not None
    assert (guess.text, guess.guess) == ("Send", True)


def test_a_sibling_is_never_taken_for_a_thing_that_is_gone() -> None:
    now = [thing("button", "Reset", 100, 200)]
    assert renamed(Wanted("Submit", "button", place=Rect(100, 200, 180, 224)), now) is None
    moved = [thing("button", "Send", 300, 20)]
    assert renamed(Wanted("Submit", "button", place=Rect(100, 200, 180, 224)), moved) is None


TRANSLATIONS = [
    thing("window", "de.po", 0, 0, 960, 700),
    thing("menu", "Translation", 135, 20, 90, 24),
    thing("label", "Source text", 6, 370),
    thing("text field", "", 4, 400, 650, 120),
    thing("label", "Translation", 6, 530),
    thing("text field", "", 4, 560, 650, 120),
]


def test_nobody_types_into_a_menu_of_the_name() -> None:
    typed = found(Wanted("Translation", "text field", purpose="enter"), TRANSLATIONS)
    assert (typed.role, typed.rect.top) == ("text field", 560)
    assert found(Wanted("Translation", "menu"), TRANSLATIONS).role == "menu"


INSERTING = [
    thing("radio button", "Insert", 10, 50),
    thing("text field", "", 100, 50, 200),
    thing("spin box", "at position", 350, 50),
    thing("spin box", "and", 350, 90),
]


def test_of_several_that_serve_as_a_kind_the_one_that_is_called_so_is_meant() -> None:
    assert found(Wanted(kind="text field", near="Insert", purpose="enter"), INSERTING).role == "text field"
    assert judged(Wanted(kind="spin box"), INSERTING).problem == "several"


def test_what_has_the_name_is_not_said_to_have_another() -> None:
    told = judged(Wanted("Insert", purpose="enter"), INSERTING).rejected
    assert [(each.candidate.text, each.why) for each in told][:1] == [("Insert", "it takes no text")]


def test_the_field_at_the_box_is_meant_where_its_label_leads_to_none() -> None:
    elsewhere = [
        thing("window", "Settings", 0, 0, 960, 700),
        thing("label", "Comment", 600, 20),
        thing("text field", "", 4, 400, 650, 120),
    ]
    place = Rect(4, 400, 654, 520)

    assert found(Wanted("Comment", "Input", purpose="enter", place=place), elsewhere).role == "text field"


def test_a_button_in_a_button_is_one() -> None:
    outer = thing("button", "Open", 10, 10, 80, 40)
    inner = thing("button", "Open", 18, 16, 64, 28, parent=0)

    assert found(Wanted("Open", "button"), [outer, inner]) is inner


def test_the_text_on_a_button_labels_no_field_below_it() -> None:
    menu = thing("button", "Open", 10, 10, 80, 40)
    text = thing("label", "Open", 18, 16, 64, 28, parent=0)
    verdict = judged(Wanted("Open", purpose="enter"), [menu, text, thing("text field", "", 10, 54, 600, 400)])

    assert verdict.found is None or verdict.found.kind != "text field"
