"""LOOK, and JUDGE with a box: a model that sees is shown the surface, and answers from what it sees."""

from __future__ import annotations

import pytest

import cogscript
from cogscript.language.model.diagnostic import Fault
from cogscript.models.endpoint import FAMILIES, VISION_FAMILIES
from cogscript.settings import ModelSettings, Settings, VisionSettings
from tests.runtime.screen_help import perform, program, window
from tests.seeing_server import SeeingServer
from tests.seeing_server.eyes import decode
from tests.seeing_server.shapes import pictures_of


@pytest.fixture(autouse=True)
def _nothing_configured(monkeypatch, tmp_path):
    for family in (*FAMILIES, *VISION_FAMILIES):
        for name in filter(None, (*family.names, family.address, family.key)):
            monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COGSCRIPT_SETTINGS", str(tmp_path / "settings.toml"))


def answers(body, sight):
    """What a model that reads well would say to the questions of these tests."""
    question = next(part["text"] for part in body["messages"][-1]["content"] if part["type"] == "text")
    texts = [each.text for each in sight.texts]
    if question.startswith("What is asked"):
        return next((each for each in texts if each.endswith("?")), "nothing is asked")
    if question.startswith("Does it say"):
        said = question.partition("`")[2].partition("`")[0]
        return "yes" if sight.find(said) else "no"
    return " / ".join(texts) or "nothing"


@pytest.fixture
def seeing():
    with SeeingServer(answer=answers) as server:
        yield server


def settings(server: SeeingServer) -> Settings:
    return Settings(vision=server.settings())


@pytest.mark.drives_programs
def test_a_dialog_is_looked_at_whole_in_part_and_with_a_place_covered(virtual, seeing, tmp_path) -> None:
    dialog = program(
        virtual, "zenity", "--question", "--title=Orders", "--text=Send the 12 invoices now?", "--width=500"
    )
    window(virtual, "Orders")
    run = perform(
        """\
WAIT_FOR(test=VISIBLE(element_info='Yes'), timeout=30)
LOOK(prompt='What is asked?', output='__CogName_asked__')
LOOK(prompt='Read it', box=[[000,000,100,100]], output='__CogName_corner__')
LOOK(prompt='Read all', mask=[[[000,000,999,499]], [[000,500,999,999]]], output='__CogName_nothing__')
IF(test=JUDGE(prompt='Does it say `12 invoices`?', box=[[000,000,999,999]]))
  ANSWER(text='<__CogName_asked__>')
END_IF()
ASSERT(test=NOT(test=JUDGE(prompt='Does it say `13 invoices`?', box=[[000,000,999,999]])))
ANSWER(text='__CogName_nothing__')
""",
        virtual,
        tmp_path,
        settings=settings(seeing),
    )
    dialog.kill()
    dialog.communicate()
    assert run.outcome == "ok", run.error
    assert run.answers[0].replace(" ", "").startswith("<Sendthe12invoices")
    assert run.answers[1] == "nothing"
    whole, corner, covered = (decode(pictures_of(body["messages"])[-1]) for body in seeing.requests[:3])
    assert whole.size == virtual.size
    assert corner.size == (virtual.size.width // 10, virtual.size.height // 10)
    assert seeing.read[0].find("12 invoices")
    assert len(covered.getcolors(10)) == 1


@pytest.mark.drives_programs
def test_a_judgement_sees_one_moment(virtual, seeing, tmp_path) -> None:
    dialog = program(virtual, "zenity", "--info", "--title=News", "--text=The parcel has come", "--width=400")
    window(virtual, "News")
    run = perform(
        """\
WAIT_FOR(test=VISIBLE(element_info='OK'), timeout=30)
IF(test=JUDGE(prompt='Does it say `the parcel is lost`?', box=[[000,000,999,999]]))
  ANSWER(text='lost')
ELSE_IF(test=JUDGE(prompt='Does it say `parcel has come`?', box=[[000,000,999,999]]))
  ANSWER(text='come')
END_IF()
""",
        virtual,
        tmp_path,
        settings=settings(seeing),
    )
    dialog.kill()
    dialog.communicate()
    assert run.answers == ["come"], run.error
    first, second = (pictures_of(body["messages"]) for body in seeing.requests)
    assert first == second


@pytest.mark.drives_programs
def test_secrets_are_not_sent_neither_as_text_nor_as_pixels(virtual, seeing, tmp_path) -> None:
    """The password stands in clear in a plain field: its pixels are covered, its text is a name."""
    words = ["--title=Account", "--text=Word", "--entry-text=swordfish77", "--width=400"]
    dialog = program(virtual, "zenity", "--entry", *words)
    window(virtual, "Account")
    run = perform(
        """\
INPUT(output='__CogName_word__', secret=True)
WAIT_FOR(test=VISIBLE(element_info='OK'), timeout=30)
LOOK(prompt='Read all; the word is __CogName_word__', output='__CogName_read__')
""",
        virtual,
        tmp_path,
        settings=settings(seeing),
        variables={"word": "swordfish77"},
    )
    dialog.kill()
    dialog.communicate()
    assert run.outcome == "ok", run.error
    (body,) = seeing.requests
    assert "swordfish77" not in str(body["messages"][0]["content"][0])
    assert "⟨secret word⟩" in body["messages"][0]["content"][0]["text"]
    assert seeing.read[0].find("Word")
    assert seeing.read[0].find("OK")
    assert not seeing.read[0].find("swordfish")


@pytest.mark.drives_programs
def test_a_password_field_is_never_shown(virtual, seeing, tmp_path) -> None:
    dialog = program(virtual, "zenity", "--password", "--title=Login")
    window(virtual, "Login")
    run = perform(
        """\
WAIT_FOR(test=VISIBLE(element_info='OK'), timeout=30)
LOOK(prompt='Read all', output='__CogName_read__')
""",
        virtual,
        tmp_path,
        settings=settings(seeing),
    )
    assert run.outcome == "ok", run.error
    (field,) = [each for each in virtual.elements.snapshot().elements if each.secret]
    dialog.kill()
    dialog.communicate()
    picture = decode(pictures_of(seeing.requests[0]["messages"])[0])
    assert len(picture.crop(field.rect).getcolors(10)) == 1
    assert len(picture.getcolors(1 << 20)) > 10


@pytest.mark.parametrize(
    "text",
    [
        "LOOK(prompt='What is it?', output='__CogName_a__')\n",
        "ASSERT(test=JUDGE(prompt='Is it red?', box=[[000,000,999,999]]))\n",
    ],
)
@pytest.mark.parametrize(
    ("model", "vision", "said"),
    [
        (ModelSettings(), VisionSettings(), "no model that can look at pictures is configured"),
        (ModelSettings(name="local"), VisionSettings(), "no model that can look"),
        (ModelSettings(name="local", sees=True), VisionSettings(), "`local` does not take pictures"),
        (ModelSettings(name="m", base_url="http://127.0.0.1:9/v1"), VisionSettings(), "no model that"),
    ],
)
def test_without_eyes_nothing_is_begun(text, model, vision, said, tmp_path) -> None:
    workflow = cogscript.parse(text, str(tmp_path / "test.cog"))
    with pytest.raises(Fault, match=said):
        cogscript.run(workflow, screen="virtual", settings=Settings(model=model, vision=vision))


def test_a_judgement_of_text_needs_no_eyes_and_one_of_a_picture_no_text_model() -> None:
    from cogscript.language.model.operations import Need
    from cogscript.runtime.program import needs_of

    text, picture = cogscript.parse(
        "ASSERT(test=JUDGE(prompt='a'))\nASSERT(test=JUDGE(prompt='a', box=[[1,2,3,4]]))\n"
    ).operations
    assert needs_of(text) == {Need.MODEL}
    assert needs_of(picture) == {Need.SCREEN, Need.EYES}


def test_a_complete_result_is_taken_and_a_dry_run_asks_nobody(seeing, tmp_path) -> None:
    text = (
        "LOOK(prompt='Read', output='__CogName_a__', result='known')\nANSWER(text='__CogName_a__')\n"
        "LOOK(prompt='Read', output='__CogName_b__')\n"
    )
    workflow = cogscript.parse(text, str(tmp_path / "test.cog"))
    run = cogscript.run(workflow, screen="dry", settings=settings(seeing), runs=tmp_path / "runs")
    assert (run.outcome, run.answers, seeing.requests) == ("ok", ["known"], [])
