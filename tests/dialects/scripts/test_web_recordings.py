"""What people recorded in a browser: Selenium IDE's projects and UI.Vision's macros."""

import json

import pytest

from cogscript import parse
from cogscript.dialects import import_text
from cogscript.dialects.scripts.selenium.locators import best
from cogscript.language.model.diagnostic import CogError
from tests.dialects.json_cases import said, untranslated_examples


def side(*commands, **more):
    listed = [dict(zip(("command", "target", "value"), each, strict=False)) for each in commands]
    return json.dumps(
        {"url": "https://example.org/shop/", "tests": [{"name": "Tea", "commands": listed}], **more}
    )


def macro(*commands):
    listed = [dict(zip(("Command", "Target", "Value"), each, strict=False)) for each in commands]
    return json.dumps({"Name": "Tea", "CreationDate": "2031-4-5", "Commands": listed})


def operations(text, screen=None):
    imported = import_text(text, screen=screen)
    return [each for each in imported.workflow.operations if each.name != "WORKFLOW"], imported


@pytest.mark.parametrize("dialect", ["selenium-ide", "ui-vision"])
def test_every_example_is_translated(dialect):
    assert untranslated_examples(dialect) == []


@pytest.mark.parametrize(
    ("locators", "text"),
    [
        (["css=.g a", "linkText=Green tea"], "Green tea"),
        (["id=x7", "xpath=//button[contains(.,'Save')]"], "Save"),
        (["xpath=//a[text()='Next']"], "Next"),
        (["//button[normalize-space(.)='OK']"], "OK"),
        (["css=input[placeholder='Search']"], "Search"),
        (["css=.row > input", "name=q"], "q"),
        (["css=#total"], "total"),
    ],
)
def test_of_several_locators_the_one_a_person_knows_is_taken(locators, text):
    assert best(locators).text == text


@pytest.mark.parametrize("locator", ["css=.g a", "xpath=//div[3]/span", "css=#list li:nth-child(2)"])
def test_a_locator_that_only_says_where_in_the_page_is_refused(locator):
    assert best([locator]) is None


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (("open", "/tea?x=1"), "LAUNCH(url='https://example.org/tea?x=1')"),
        (("click", "linkText=Tea"), "CLICK(element_type='link', element_info='Tea')"),
        (("type", "css=[aria-label='Kind']", "green"), "TYPE(element_info='Kind', text='green', clear=True)"),
        (
            ("sendKeys", "css=[aria-label='Kind']", "green${KEY_ENTER}"),
            "TYPE(element_info='Kind', text='green', enter=True)",
        ),
        (("select", "css=[aria-label='Size']", "label=Large"), "SELECT(element_info='Size', option='Large')"),
        (("click", "id=save"), "CLICK(id='save')"),
        (("check", "css=#agree"), "CHECK(id='agree', on=True)"),
        (("pause", "1500"), "WAIT(seconds=1.5)"),
        (("store", "green", "kind"), "SET(output='__CogName_kind__', value='green')"),
        (
            ("waitForElementNotVisible", "linkText=Wait", "3000"),
            "WAIT_FOR(test=NOT(test=VISIBLE(element_info='Wait', element_type='link')), timeout=3)",
        ),
        (("waitForElementPresent", "id=save", "3000"), "WAIT_FOR(test=VISIBLE(id='save'), timeout=3)"),
        (("waitForElementVisible", "css=#save", ""), "WAIT_FOR(test=VISIBLE(id='save'))"),
        (("assertElementPresent", "id=save"), "ASSERT(test=VISIBLE(id='save'))"),
        (("assertElementNotPresent", "id=save"), "ASSERT(test=NOT(test=VISIBLE(id='save')))"),
        (
            ("assertText", "css=[aria-label='Total']", "17.00"),
            "QUOTE_TEXT(element_info='Total', output='__CogName_text__')\n"
            "ASSERT(test=EQUALS(left='__CogName_text__', right='17.00'))",
        ),
    ],
)
def test_a_command_of_selenium_ide(command, expected):
    made, imported = operations(side(command))
    assert imported.dialect == "selenium-ide"
    assert made == parse(expected).operations
    assert said(imported) == []


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (("click", "css=.g a"), "says where the element stands in the page"),
        (("executeScript", "return 1", "x"), "a script of the page would have to be run"),
        (("if", "${a} == 1"), "is never closed"),
        (("select", "css=[aria-label='Size']", "index=2"), "chosen by its text"),
        (("waitForElementVisible", "id=save@POS=2", "3000"), "it is number 2 of several"),
        (("assertTitle", "Tea"), "the command `assertTitle` has no operation"),
    ],
)
def test_what_has_no_operation_is_reported_in_its_place(command, reason):
    _, imported = operations(side(("open", "/"), command))
    assert reason in imported.untranslated[0].message


def test_a_recording_that_was_cut_off_says_so():
    with pytest.raises(CogError, match="cut short"):
        import_text('{"tests": [{"commands": [{"command": "open", "target": "/"')


def test_variables_switched_off_commands_and_tests_that_run_each_other():
    tests = [
        {"name": "Main", "commands": [
            {"command": "run", "target": "Log in"},
            {"command": "//click", "target": "linkText=Old"},
            {"command": "type", "target": "css=[title='Kind']", "value": "${kind}", "comment": "Which one"},
        ]},
        {"name": "Log in", "commands": [{"command": "open", "target": "/login"}]},
    ]  # fmt: skip
    made, imported = operations(json.dumps({"url": "https://example.org", "tests": tests}))
    assert [each.name for each in made] == ["INPUT", "LAUNCH", "TYPE"]
    assert made[2].arguments["text"] == "__CogName_kind__"
    assert made[2].description == "Which one"
    assert "switched off: click" in made[2].trailing
    assert imported.untranslated == []


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (("XClick", "500,250"), "CLICK(box=[[500,250]])"),
        (("XClick", "500,250", "#right"), "RIGHT_CLICK(box=[[500,250]])"),
        (("XClick", "save.png@0.8"), "CLICK(picture='save.png')"),
        (("XClickText", "Save"), "CLICK(element_info='Save')"),
        (
            ("XType", "${KEY_CTRL+KEY_A}tea${KEY_ENTER}"),
            None,
        ),
        (("XType", "tea${KEY_TAB}"), "TYPE(text='tea')\nKEY_PRESS(key='Tab')"),
        (("clickAndWait", "link=Next"), "CLICK(element_type='link', element_info='Next')"),
        (("captureScreenshot", "page"), "SCREENSHOT(file='page.png')"),
    ],
)
def test_a_command_of_ui_vision(command, expected):
    from cogscript.language.model.box import Size

    made, imported = operations(macro(command), Size(1000, 1000))
    assert imported.dialect == "ui-vision"
    if expected is not None:
        assert made == parse(expected).operations
    else:
        assert [each.name for each in made] == ["GESTURE", "TYPE"]
        assert made[1].arguments == {"text": "tea", "enter": True}
