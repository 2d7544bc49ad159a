"""Scripts in YAML: Maestro's flows and Midscene's; nothing in them is run."""

import pytest

import cogscript
from cogscript import parse
from cogscript.dialects import export_text, import_text
from cogscript.dialects.formats.yaml_text import NotYaml, documents
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import CogError
from tests.dialects.json_cases import said, untranslated_examples


def flow(commands):
    return f"appId: com.example.tea\n---\n{commands}\n"


def script(items):
    return f"web:\n  url: https://example.org\ntasks:\n  - name: Order\n    flow:\n{items}\n"


def operations(text):
    imported = import_text(text, screen=Size(1000, 1000))
    return [each for each in imported.workflow.operations if each.name != "WORKFLOW"], imported


@pytest.mark.parametrize("dialect", ["maestro", "midscene"])
def test_every_example_is_translated(dialect):
    assert untranslated_examples(dialect) == []


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("- launchApp", "LAUNCH(app='com.example.tea')"),
        ('- tapOn: "Save (2)"', "CLICK(element_info='Save (2)')"),
        ("- tapOn:\n    text: Save\n    optional: true", "CLICK(element_info='Save', optional=True)"),
        ("- tapOn:\n    point: 50%,25%", "CLICK(box=[[500,250]])"),
        ("- tapOn:\n    point: 500,250", "CLICK(box=[[500,250]])"),
        ("- longPressOn: Save", "LONG_PRESS(element_info='Save')"),
        ('- inputText: "it\'s tea"', "TYPE(text=\"it's tea\")"),
        ("- eraseText: 3", "KEY_PRESS(key='Backspace', times=3)"),
        ("- pressKey: back", "SYSTEM_BUTTON(button='back')"),
        ("- swipe:\n    start: 50%,80%\n    end: 50%,20%\n    duration: 400",
         "SWIPE(box=[[500,800]], to=[[500,200]], seconds=0.4)"),
        ("- assertVisible: Done", "WAIT_FOR(test=VISIBLE(element_info='Done'), timeout=17)"),
        ("- extendedWaitUntil:\n    notVisible: Wait\n    timeout: 3000",
         "WAIT_FOR(test=NOT(test=VISIBLE(element_info='Wait')), timeout=3)"),
        ("- assertVisible:\n    id: com.example.tea:id/total",
         "WAIT_FOR(test=VISIBLE(id='com.example.tea:id/total'), timeout=17)"),
        ("- assertVisible:\n    id: total\n    text: '17.00'\n    index: 0",
         "WAIT_FOR(test=VISIBLE(element_info='17.00', id='total'), timeout=17)"),
        ("- assertNotVisible:\n    id: ad",
         "WAIT_FOR(test=NOT(test=VISIBLE(id='ad')), timeout=17)"),
        ("- extendedWaitUntil:\n    visible:\n      id: order\n    timeout: 3000",
         "WAIT_FOR(test=VISIBLE(id='order'), timeout=3)"),
        ("- runFlow:\n    when:\n      visible:\n        id: ad\n    commands:\n      - back",
         "IF(test=VISIBLE(id='ad'))\n  GO_BACK()\nEND_IF()"),
        ("- repeat:\n    while:\n      notVisible:\n        id: end\n    commands:\n      - back",
         "WHILE(test=NOT(test=VISIBLE(id='end')))\n  GO_BACK()\nEND_WHILE()"),
        ("- repeat:\n    times: 3\n    commands:\n      - back\n      - tapOn: Next",
         "REPEAT(times=3)\n  GO_BACK()\n  CLICK(element_info='Next')\nEND_REPEAT()"),
        ("- runFlow:\n    when:\n      visible: Ad\n    commands:\n      - tapOn: Skip",
         "IF(test=VISIBLE(element_info='Ad'))\n  CLICK(element_info='Skip')\nEND_IF()"),
    ],
)  # fmt: skip
def test_a_command_of_maestro(command, expected):
    made, imported = operations(flow(command))
    assert imported.dialect == "maestro"
    assert made == parse(expected).operations
    assert said(imported) == []
    assert parse(cogscript.format(imported.workflow)) == imported.workflow


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("- evalScript: ${output.x = 1}", "a script would have to be run"),
        ("- inputText: ${output.name}", "is a script, which is not run"),
        ('- tapOn: "Photo.*[0-9]+"', "is a pattern"),
        ("- tapOn:\n    text: Save\n    index: 2", "`index: 2` counts among several"),
        ("- assertVisible:\n    id: row\n    index: -1", "`index: -1` counts among several"),
        ("- tapOn:\n    text: Save\n    below:\n      id: name", "`below` changes what is done"),
        ("- tapOn:\n    below: Name", "names only what stands beside it"),
        ("- setAirplaneMode: enabled", "the command `setAirplaneMode` has no operation"),
        ("- runFlow: ${FLOW}", "is no file with another flow"),
    ],
)
def test_what_maestro_only_knows_on_the_phone_is_reported(command, reason):
    _, imported = operations(flow(f"- back\n{command}"))
    assert reason in imported.untranslated[0].message


def test_a_flow_goes_out_and_comes_back():
    source = (
        "WORKFLOW(title='Tea: order', platform='android')\nLAUNCH(app='com.example.tea')\n# The kind\n"
        "TYPE(element_info='Kind', text='green \"tea\"')\nCLICK(element_info='Order (2)')\n"
        "SWIPE(box=[[500,800]], to=[[500,200]])\nGO_BACK()\n"
        "WAIT_FOR(test=VISIBLE(element_info='Done.'), timeout=5)\n"
        "WAIT_FOR(test=VISIBLE(id='com.example.tea:id/sum'), timeout=5)\n"
        "WAIT_FOR(test=NOT(test=VISIBLE(element_info='Wait', id='state')), timeout=5)\n"
        "SCREENSHOT(file='page.png')\n"
    )
    text, reported = export_text(parse(source), "maestro")
    assert reported == []
    back = import_text(text)
    assert back.dialect == "maestro"
    assert back.workflow == parse(source)


@pytest.mark.parametrize("more", ["near='Tea'", "element_type='button'", "box=[[1,2,3,4]]"])
def test_what_maestro_cannot_look_by_is_refused(more):
    """A flow that asked for less would hold where the workflow does not."""
    text, (reported,) = export_text(parse(f"GO_BACK()\nASSERT(test=VISIBLE(id='a', {more}))"), "maestro")
    assert text.endswith("---\n- back\n")
    assert reported.code == "not-exported"
    assert f"not by {more.partition('=')[0]}" in reported.message


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("      - aiTap: the Save button", "CLICK(element_info='the Save button')"),
        ("      - aiInput: tea\n        locate: Box", "TYPE(element_info='Box', text='tea', clear=True)"),
        ("      - aiInput: Box\n        value: tea", "TYPE(element_info='Box', text='tea', clear=True)"),
        ("      - aiKeyboardPress: Enter", "KEY_PRESS(key='Return')"),
        ("      - sleep: 2500", "WAIT(seconds=2.5)"),
        ("      - aiAssert: it is done", "ASSERT(test=JUDGE(prompt='it is done', box=[[000,000,999,999]]))"),
    ],
)  # fmt: skip
def test_an_instruction_of_midscene(item, expected):
    made, imported = operations(script(item))
    assert imported.dialect == "midscene"
    assert made == parse(f"LAUNCH(url='https://example.org')\n{expected}").operations
    assert made[1].description == "Order"


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ("      - javascript: alert(1)", "a script would have to be run"),
        ("      - runAdbShell: reboot", "a command line would have to be run"),
        ("      - aiTap: Save\n        button: right", "`button` changes what is done"),
    ],
)
def test_what_midscene_would_run_is_reported(item, reason):
    _, imported = operations(script(item))
    assert reason in imported.untranslated[0].message


@pytest.mark.parametrize(
    "text",
    [
        "a: [1, 2",
        "a: &x [*x]",
        "\n".join(["a0: &a0 [x,x,x,x,x,x,x,x,x,x]"]
                  + [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]),
        "[" * 200 + "]" * 200,
    ],
)  # fmt: skip
def test_yaml_that_is_none_or_would_grow_without_end_is_refused(text):
    with pytest.raises(NotYaml):
        documents(text)


def test_a_tag_of_python_is_only_a_text():
    assert documents("!!python/object/apply:os.system ['true']") == [["true"]]


def test_broken_yaml_is_an_error_with_its_place():
    with pytest.raises(CogError, match="not YAML"):
        import_text("appId: x\n---\n- tapOn: [\n", "maestro")
