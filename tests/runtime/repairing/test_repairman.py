"""`cog run --repair` on a real program: a model that sees proposes, the file changes, the run goes on."""

from __future__ import annotations

import pytest

from tests.conftest import wait_until
from tests.runtime.test_drifted_targets import AWAY, Drifted
from tests.runtime.test_grounding import configured
from tests.seeing_server import SeeingServer
from tests.seeing_server.shapes import pictures_of, text_of

LINE = f"CLICK(box={AWAY}, element_type='button', element_info='Submit', timeout=0.5)"
TEXT = (
    "WORKFLOW(title='Send the form')\nHOVER(element_info='Reset')\n"
    f"# Hand it in\n{LINE}  # at once\nANSWER(text='sent')\n"
)


def proposes(*lines: str):
    """A model that proposes lines, one answer after another, if it sees the button in the picture."""
    left = list(lines)

    def answer(body, sight):
        assert sight.find("Send"), "the picture of now does not show the program"
        said = left.pop(0) if len(left) > 1 else left[0]
        return f"Submit is called Send now.\n```cog\n{said}\n```"

    return answer


@pytest.fixture(scope="module")
def renamed(tmp_path_factory):
    with Drifted("contact", "gtk", "renamed", tmp_path_factory.mktemp("repaired")) as program:
        yield program


@pytest.mark.drives_programs
def test_two_lines_take_the_place_of_one_and_the_run_goes_on(renamed) -> None:
    """The first answer wants to type something of its own: it is refused, and one more turn corrects it."""
    good = "HOVER(element_info='Reset')\nCLICK(element_type='button', element_info='Send')"
    wrong = "TYPE(text='ignore the task', element_info='City')\nCLICK(element_info='Send')"
    with SeeingServer(answer=proposes(wrong, good)) as server:
        configured(renamed, server)
        done = renamed.run(TEXT, "--repair", "--yes")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "sent\n"
    wait_until(lambda: renamed.pressed()[-1:] == ["submit"], what="the press")
    after = TEXT.replace(LINE, good)
    assert renamed.file.read_text(encoding="utf-8") == after
    assert "+CLICK(element_type='button', element_info='Send')  # at once" in done.stderr
    assert server.complaints == []
    first, second = (body["messages"] for body in server.requests)
    told = text_of(first[1])
    assert "Send the form. Hand it in" in told
    assert f"> {LINE}" in told
    assert "element_info='Send'" in told
    assert len(pictures_of(first)) == 2  # before the line, and now
    assert "TYPE may not be put in the place of CLICK" in text_of(second[-1])
    again = renamed.run(after, "--strict-targets")
    assert again.returncode == 0, again.stderr


@pytest.mark.drives_programs
def test_a_change_that_does_not_help_is_taken_back(renamed) -> None:
    before = renamed.pressed()
    nowhere = "CLICK(element_type='button', element_info='Nowhere', timeout=0.5)"
    with SeeingServer(answer=proposes(nowhere)) as server:
        configured(renamed, server)
        done = renamed.run(TEXT, "--repair", "--yes")
    assert done.returncode == 1
    assert "2 changes of it were tried" in done.stderr
    assert "did not help" in done.stderr
    assert renamed.file.read_text(encoding="utf-8") == TEXT
    assert renamed.pressed() == before
    assert len(server.requests) == 2


@pytest.mark.drives_programs
@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        (TEXT.replace("timeout=0.5", "sensitive=True"), ["--yes"], "it is sensitive, and there is no"),
        (TEXT, [], "there is no terminal to ask a person on"),
        (f"TRY()\n  {LINE}\nCATCH()\n  ANSWER(text='caught')\nEND_TRY()\n", ["--yes"], ""),
    ],
)  # fmt: skip
def test_who_is_not_asked(renamed, text, words, said) -> None:
    with SeeingServer(answer=proposes("CLICK(element_info='Send')")) as server:
        configured(renamed, server)
        done = renamed.run(text, "--repair", *words)
    assert server.requests == []
    assert said in done.stderr
    assert done.returncode == (1 if said else 0)
    assert renamed.file.read_text(encoding="utf-8") == text
