"""TYPE into real programs of many kinds: right, or a halt that tells; and what the record says of it.

Fields that tell their text get it pasted and are read back. Calculators, editors with commands, spreadsheets
and terminals get keys, because each key does something there.
"""

from __future__ import annotations

import shlex

import pytest

from tests.conftest import wait_until
from tests.runtime.screen_help import mute_terminal, perform, performed, program, window

READ = "yes, read on the screen"


@pytest.fixture
def started(virtual, tmp_path):
    """Start a program, wait for its window, and type."""
    processes = []

    def start(title: str, *argv: str):
        processes.append(program(virtual, *argv, cache=tmp_path))
        found = window(virtual, title)
        virtual.settle()
        wait_until(lambda: any(each.active for each in virtual.windows()), what=f"{title} has the keyboard")
        return found

    yield start
    for process in processes:
        process.kill()
        process.wait()


def shown(screen) -> str:
    """What the element that has the focus is called: a calculator's display."""
    focus = screen.elements.focused()
    return focus.name if focus is not None else ""


# --- what each key does something in ------------------------------------------------------------------


@pytest.mark.drives_programs
def test_a_calculator_calculates(virtual, started, tmp_path) -> None:
    started("KCalc", "kcalc")
    wait_until(lambda: shown(virtual) == "0", what="KCalc's display")
    run = perform("TYPE(text='12.5*8=')", virtual, tmp_path)
    assert run.outcome == "ok", run.error
    wait_until(lambda: shown(virtual) == "100", what="12.5*8")
    # The digits are gone from the display by then: something was seen, and not the text.
    assert run.steps[0].seen == "not known: something changed there, and the text could not be read"


@pytest.mark.drives_programs
def test_so_does_one_that_tells_nothing_of_its_display(virtual, started, tmp_path) -> None:
    started("galculator", "galculator")
    run = perform(
        """\
TYPE(text='12.5*8=')
CLICK(element_info='Edit', element_type='menu')
CLICK(element_info='Copy', element_type='menu item')
QUOTE_CLIPBOARD(output='__CogName_result__')
ANSWER(text='__CogName_result__')
""",
        virtual,
        tmp_path,
    )
    assert run.outcome == "ok", run.error
    assert run.answers == ["100"]


@pytest.mark.drives_programs
def test_an_editor_with_commands_obeys_and_writes(virtual, started, tmp_path) -> None:
    file = tmp_path / "note.txt"
    started("VIM", "gvim", "-f", "--clean", "-c", "set encoding=utf-8")
    run = perform(
        f"""\
TYPE(box=[[400,400,600,600]], text='ihello 你好 👍')
KEY_PRESS(key='Escape')
TYPE(text=':w {file}', enter=True)
""",
        virtual,
        tmp_path,
    )
    assert run.outcome == "ok", run.error
    wait_until(file.exists, what="gvim has written")
    assert file.read_text(encoding="utf-8") == "hello 你好 👍\n"


@pytest.mark.drives_programs
def test_a_spreadsheet_computes_a_formula(virtual, started, tmp_path) -> None:
    """Cells are only drawn, and a formula that is pasted stays a text."""
    file = tmp_path / "sheet.csv"
    file.write_text("1,2\n", encoding="utf-8")
    started("sheet.csv", "gnumeric", str(file))
    run = performed(
        """\
GESTURE(keys='Ctrl+End')
KEY_PRESS(key='Return')
TYPE(text='=SUM(A1:B1)', enter=True)
TYPE(text='总计 total', enter=True)
KEY_PRESS(key='Up', times=2)
GESTURE(keys='Shift+Down')
GESTURE(keys='Ctrl+C')
QUOTE_CLIPBOARD(output='__CogName_cells__')
ANSWER(text='__CogName_cells__')
""",
        virtual,
        tmp_path,
    )
    assert run.steps[2].seen == READ
    assert run.answers[0].split("\n")[:2] == ["3", "总计 total"]


@pytest.mark.drives_programs
def test_a_terminal_gets_keys_and_what_no_key_gives(virtual, started, tmp_path) -> None:
    file = tmp_path / "typed"
    shell = f"cd {tmp_path}; PS1='$ ' exec sh"
    started("typing", *shlex.split("xterm -T typing -fa Mono -fs 14 -bg white -fg black -e sh -c"), shell)
    text = (
        "TYPE(text='cat > typed', enter=True)\nTYPE(text='plain, é 你好 👍 end\\n')\nGESTURE(keys='Ctrl+D')"
    )
    run = perform(text, virtual, tmp_path)
    assert run.outcome == "ok", run.error
    assert run.steps[0].seen == READ
    wait_until(lambda: file.exists() and file.stat().st_size, what="the text has arrived")
    assert file.read_text(encoding="utf-8") == "plain, é 你好 👍 end\n"


@pytest.mark.drives_programs
def test_a_terminal_that_does_not_show_it_is_no_failure(virtual, started, tmp_path) -> None:
    file = tmp_path / "typed"
    mute_terminal(virtual, f"printf 'Password: '; read word; printf %s $word > {file}; sleep 60")
    run = perform("TYPE(text='hunter2')\nKEY_PRESS(key='Return')", virtual, tmp_path)
    assert run.outcome == "ok", run.error
    assert run.steps[0].seen.startswith("not known: nothing changed, and a terminal need not show")
    wait_until(lambda: file.exists() and file.read_text() == "hunter2", what="the word has arrived")


# --- fields that tell their text ------------------------------------------------------------------------


@pytest.mark.drives_programs
@pytest.mark.parametrize("name", ["mousepad", "geany"])
def test_editors_hold_what_was_typed_however_they_would_indent_it(name, virtual, started, tmp_path) -> None:
    file = tmp_path / "note.c"
    file.write_text("", encoding="utf-8")
    options = {"geany": ("-i", "-c", str(tmp_path / "geany"))}.get(name, ())
    started("note.c", name, *options, str(file))
    text = "int main() {\\n\\treturn 0; // 你好\\n}"
    run = perform(f"TYPE(box=[[500,450]], text='{text}')\nGESTURE(keys='Ctrl+S')", virtual, tmp_path)
    assert run.outcome == "ok", run.error
    assert run.steps[0].seen == "yes"
    wait_until(lambda: file.stat().st_size, what=f"{name} has saved")
    assert file.read_text(encoding="utf-8").strip("\n") == "int main() {\n\treturn 0; // 你好\n}"


@pytest.mark.drives_programs
def test_texts_one_after_the_other_into_the_same_field_do_not_replace_each_other(virtual, tmp_path) -> None:
    """Two clicks at one place within half a second would be a double click, which selects the word."""
    dialog = program(virtual, "zenity", "--entry", "--title=Ask", "--text=Number", "--entry-text=old")
    window(virtual, "Ask")
    run = perform(
        """\
TYPE(element_info='Number', text='first', clear=True)
TYPE(element_info='Number', text='second')
TYPE(text='third', enter=True)
""",
        virtual,
        tmp_path,
    )
    assert run.outcome == "ok", run.error
    assert [step.seen for step in run.steps] == ["yes", "yes", "yes"]
    typed = dialog.communicate(timeout=60)[0].strip()
    assert len(typed) == len("firstsecondthird")
    assert all(word in typed for word in ("first", "second", "third"))


@pytest.mark.drives_programs
def test_a_method_that_the_line_names_is_the_one_used(virtual, started, tmp_path) -> None:
    """Digits that are pasted into a calculator make one number, with whatever stands between them."""
    started("KCalc", "kcalc")
    wait_until(lambda: shown(virtual) == "0", what="KCalc's display")
    virtual.set_clipboard("what I had copied")
    perform("TYPE(text='3+4=', method='keys')", virtual, tmp_path)
    wait_until(lambda: shown(virtual) == "7", what="3+4")
    perform("TYPE(text='25', method='paste')", virtual, tmp_path)
    wait_until(lambda: shown(virtual) == "25", what="25")
    assert virtual.clipboard() == "what I had copied"
