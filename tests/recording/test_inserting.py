"""A recording goes into a file at a line, and nothing else of the file changes."""

from __future__ import annotations

import pytest

import cogscript
from cogscript.language.model.diagnostic import CogError
from cogscript.recording.inserting import insert, place_of
from tests.recording.people import Hand, field

FILE = """\
WORKFLOW(title='Mine')

# Say hello
TYPE(text='hello')   # as it was
REPEAT(times=2)
    KEY_PRESS(key='Tab')
END_REPEAT()
LLM(prompt='''one
two''', output='__CogName_a__')
"""


def inserted(line, hand, file=FILE):
    return insert(cogscript.parse(file), line, hand.workflow())


def test_above_an_operation_and_the_comment_that_belongs_to_it():
    text = inserted(4, Hand().key("esc"))

    assert text == FILE.replace("# Say hello", "# Press Esc\nKEY_PRESS(key='Esc')\n# Say hello")


def test_inside_of_a_block_with_its_indentation():
    assert "REPEAT(times=2)\n    # Press Esc\n    KEY_PRESS(key='Esc')\n    KEY_PRESS(key='Tab')" in inserted(
        6, Hand().key("esc")
    )
    assert "'Tab')\n  # Press Esc\n  KEY_PRESS(key='Esc')\nEND_REPEAT" in inserted(7, Hand().key("esc"))


@pytest.mark.parametrize("ending", ["", "\n"])
def test_at_the_end_of_the_file(ending):
    text = inserted(2, Hand().key("esc"), "KEY_PRESS(key='Tab')" + ending)

    assert text == "KEY_PRESS(key='Tab')\n# Press Esc\nKEY_PRESS(key='Esc')\n"


def test_secrets_become_inputs_at_the_head_unlike_those_that_are_there():
    secret = field("Password", secret=True)
    hand = Hand().click(150, 110, target=secret).secret(secret)
    file = "WORKFLOW(title='x')\nINPUT(output='__CogName_password__')\nTYPE(text='__CogName_password__')\n"
    text = inserted(3, hand, file)

    lines = text.splitlines()
    assert lines[1:3] == [
        "INPUT(output='__CogName_password__')",
        "INPUT(output='__CogName_password_2__', secret=True, prompt='Password')",
    ]
    assert "text='__CogName_password_2__'" in text
    assert cogscript.check(cogscript.parse(text)) == []


@pytest.mark.parametrize("line", range(1, 9))
def test_wherever_it_goes_the_file_still_parses_and_has_its_steps(line):
    workflow = cogscript.parse(inserted(line, Hand().key("esc")))

    keys = [each.arguments.get("key") for each in workflow.walk()]
    assert sorted(filter(None, keys)) == ["Esc", "Tab"]


@pytest.mark.parametrize(
    ("line", "code"), [(0, "no-such-line"), (99, "no-such-line"), (9, "inside-operation")]
)
def test_a_line_that_cannot_be_is_refused(line, code):
    with pytest.raises(CogError) as caught:
        place_of(cogscript.parse(FILE), line)

    assert caught.value.diagnostics[0].code == code
