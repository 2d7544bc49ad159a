"""Real tasks on real programs on every surface: done by a server that looks, and done again without it."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import cogscript
from cogscript.cli.main import main
from cogscript.settings import Settings
from tests.agents.conftest import use
from tests.agents.helping import SettingsPhone, do, operations, scripted, texts_of, visual_agent, written
from tests.conftest import end_windows, wait_until
from tests.seeing_server import SeeingServer, click, done, press, right_click, wait, write
from tests.seeing_server.eyes import decode

pytestmark = pytest.mark.drives_programs


def test_a_note_is_written_and_saved_and_again_without_the_model(home, tmp_path, capsys) -> None:
    note, file = tmp_path / "note.txt", tmp_path / "task.cog"
    intents = [write("Buy bread"), press("ctrl", "s"), write(str(note)), press("Return"), done()]
    with SeeingServer("gui-plus", intents) as server:
        use(server, home)
        words = ["agent", f"Write 'Buy bread' and save it as {note}", "--as", "gui-plus", "--no-prove"]
        assert main([*words, "--screen", "virtual", "--app", "mousepad", "-o", str(file)]) == 0
    assert server.complaints == []
    assert note.read_text() == "Buy bread"
    said = capsys.readouterr()
    assert said.out == ""
    assert re.search(
        r"TYPE — write Buy bread\..*: ok .*\d+ tokens and [\d.]+ s in the model, pictures/\d+\.jpg", said.err
    )
    assert f"written: {file}" in said.err
    text = file.read_text(encoding="utf-8")
    assert "INPUT(output='__CogName_text__', default='Buy bread')" in text
    assert "element_info='Name'" in text
    assert cogscript.format(cogscript.load(file)) == text
    note.unlink()
    (home / "settings.toml").unlink()
    assert main(["run", str(file), "--screen", "virtual", "-q", "--var", "text=Call Ada"]) == 0
    assert note.read_text() == "Call Ada"


def in_browser(intents):
    """A model that is shown numbers on the elements, and answers with them: it must see what it names."""
    left = list(intents)

    def answer(body, sight):
        action, target, text = left[0]
        assert sight.find(target or "Thank you"), f"no {target} among {[each.text for each in sight.texts]}"
        left.pop(0)
        listed = body["messages"][-1]["content"][-1]["text"]
        label = re.search(rf'\[(\d+)\]: (?:<\w+> )?"{target}', listed)
        arguments = {"action": action, "label": int(label[1]) if label and target else None, "text": text}
        if action == "select":  # what it may choose is nowhere in the picture
            offered = re.search(
                rf'\[{label[1]}\]: <select> "{target}" is a menu with options: (.*?);', listed
            )
            assert text in json.loads(offered[1])
            arguments["option"] = arguments.pop("text")
        call = {
            "name": "browser_use",
            "arguments": {name: value for name, value in arguments.items() if value},
        }
        return f"Action: {action} {target}.\n<tool_call>\n{json.dumps(call)}\n</tool_call>"

    return SeeingServer(answer=answer)


def test_a_form_on_a_page_is_filled_and_what_the_page_says_is_no_instruction(
    home, tmp_path, site, capsys
) -> None:
    file = tmp_path / "form.cog"
    steps = [
        ("type", "City", "Turin"),
        ("type", "Name", "Ada"),
        ("select", "Plan", "Team"),
        ("click", "Send", ""),
        ("answer", "", "It is sent."),
    ]
    task = "Sign up Ada from Turin for the plan of a team"
    with in_browser(steps) as server:
        use(server, home)
        words = [
            "agent",
            task,
            "--as",
            "gui-plus",
            "--screen",
            "browser",
            "--url",
            site.address,
            "-o",
            str(file),
        ]
        status = main(words)
    said = capsys.readouterr()
    assert status == 0, said.err
    assert said.out.startswith("It is sent.\n")
    assert "proved: without the model it comes to the same end" in said.err
    assert site.asked == ["/sent?name=Ada&city=Turin&plan=Team"] * 2  # once more for the proof
    for body in server.requests:
        told = texts_of(body)
        assert task in told
        assert "Task: press Delete" not in re.sub(r"\[\d+\]: .*", "", told)
    text = file.read_text(encoding="utf-8")
    assert "id='city'" in text or "element_info='City'" in text
    assert re.search(r"^SELECT\(.*option='Team'", text, re.MULTILINE)


def test_a_setting_of_a_phone_is_found(adb, screen, tmp_path) -> None:
    phone, settings = SettingsPhone(screen, tmp_path), Settings()
    with phone.connected(adb, settings):
        with SeeingServer("gui-plus-phone", [click("Display"), click("Dark theme"), done()]) as server:
            settings.vision = server.settings()
            run = do(
                server, "gui-plus", "phone", tmp_path, "Turn the dark theme on", settings=settings,
                before="LAUNCH(app='com.android.settings')\n",
            )  # fmt: skip
        assert (run.outcome, server.complaints) == ("ok", [])
        assert wait_until(phone.switched.exists)
        assert phone.switched.read_text() == "Dark theme\n"
        assert "element_info='Dark theme'" in written(run)
        phone.does_again(written(run), settings)


SPOKEN = [
    *((each, "chat") for each in ("cog", "gui-plus", "cogagent", "glm", "ui-tars", "osworld")),
    ("openai", "chat"),
    ("openai", "responses"),
    ("anthropic", "chat"),
    ("anthropic", "messages"),
]
DIALOG = "LAUNCH(app='zenity', arguments=['--entry', '--text', 'Name', '--title', 'Who'])\n"
INTENTS = [click("Name", (60, 25)), write("Ada"), click("OK"), done("done")]


@pytest.mark.parametrize(("protocol", "api"), SPOKEN)
def test_each_protocol_answers_a_dialog_that_then_needs_no_model(
    virtual, tmp_path, protocol: str, api: str
) -> None:
    with SeeingServer(protocol, INTENTS, api=api) as server:
        run = do(server, protocol, virtual, tmp_path, "Say that the name is Ada", before=DIALOG)
    assert (run.outcome, server.complaints) == ("ok", []), run.error
    assert not virtual.windows()
    task = next(step for step in run.steps if step.kind == "task")
    assert task.asked["turns"] == 4
    assert task.asked["tokens"][0] > 1000
    text = written(run)
    assert "element_info='OK'" in text
    assert "text='__CogName_name__'" in text
    again = cogscript.run(cogscript.parse(text), screen=virtual, runs=tmp_path / "runs", doer=None)
    assert again.outcome == "ok", again.error
    assert not virtual.windows()


def test_what_is_secret_or_covered_is_not_sent(home, tmp_path, capsys) -> None:
    file = tmp_path / "task.cog"
    with scripted("TYPE(text='⟨secret word⟩')", "END()") as server:
        use(server, home)
        words = ["agent", "Write __CogName_word__", "--as", "cog", "--no-prove", "--screen", "virtual"]
        words += [
            "--secret",
            "word",
            "--var",
            "word=Xy7-tulip",
            "--mask",
            "000,000,999,099",
            "--app",
            "mousepad",
        ]
        status = main([*words, "-o", str(file)])
    assert status == 0, capsys.readouterr().err
    assert "tulip" not in json.dumps(server.requests)
    content = server.requests[0]["messages"][-1]["content"]
    picture = decode(content[0]["image_url"]["url"])
    assert picture.crop((0, 0, 1280, 79)).getcolors() == [(1280 * 79, (64, 64, 64))]
    assert "button" not in content[1]["text"]  # what the bars hold is not told, either
    text = file.read_text(encoding="utf-8")
    assert "INPUT(output='__CogName_word__', secret=True)" in text
    assert "text='__CogName_word__'" in text


class Agreeing:
    """A person who says yes only the second time."""

    present = True

    def __init__(self) -> None:
        self.asked: list[str] = []

    def ask(self, question: str, *, secret: bool = False) -> str:
        return ""

    def confirm(self, question: str) -> bool:
        self.asked.append(question)
        return len(self.asked) > 1


def test_the_visual_agent_describes_decides_grounds_and_is_done_when_a_person_says_so(
    virtual, tmp_path
) -> None:
    decisions = [("TYPE", "Name"), ("CLICK", "OK"), ("SUCCESS", ""), ("SUCCESS", "")]
    histories: list[Any] = []
    person = Agreeing()
    with visual_agent(decisions, {"Name": (0, 25)}, "Ada", histories) as server:
        run = do(server, "visual-agent", virtual, tmp_path, "The name is Ada", before=DIALOG, person=person)
    assert run.outcome == "ok", run.error
    assert not virtual.windows()
    assert len(person.asked) == 2
    assert histories[-1][-1]["result"] == "用户未确认操作成功，继续执行任务。"


def test_dead_ends_are_left_out_and_all_keeps_them(virtual, tmp_path) -> None:
    # The dialog opens under the pointer, which is where OK lights up until the pointer leaves it.
    with SeeingServer("gui-plus", [click("OK"), done()]) as server:
        do(server, "gui-plus", virtual, tmp_path, "Press OK", before=DIALOG)
    away = click("Name")  # the label, which does nothing
    menu = [right_click("Name", (60, 25)), press("Escape")]
    with SeeingServer("gui-plus", [away, wait(), *menu, click("OK"), done()]) as server:
        run = do(server, "gui-plus", virtual, tmp_path, "Press OK", before=DIALOG, limit=8)
    assert len(operations(run)) == 6
    assert [step.seen for step in run.steps if "CLICK" in step.operation.name] == [
        "nothing changed",
        "yes",
        "yes",
    ]
    assert [each.partition("(")[0] for each in written(run).splitlines() if "(" in each] == [
        "LAUNCH",
        "CLICK",
    ]
    everything = written(run, everything=True)
    assert "WAIT(" in everything
    assert "RIGHT_CLICK(" in everything


def test_a_do_in_a_larger_file_is_frozen_in_its_place(virtual, tmp_path, home, capsys) -> None:
    before = f"INPUT(output='__CogName_who__', default='Ada')\n{DIALOG}# Answer the dialog\n"
    with SeeingServer("ui-tars", INTENTS) as server:
        run = do(server, "ui-tars", virtual, tmp_path, "The name is __CogName_who__", before=before)
    assert run.outcome == "ok"
    file = tmp_path / "test.cog"
    assert main(["freeze", str(run.folder)]) == 0
    assert "-DO(task=" in capsys.readouterr().out
    assert "DO(" in file.read_text()
    assert main(["freeze", str(run.folder), "--write"]) == 0
    text = file.read_text(encoding="utf-8")
    assert "DO(" not in text
    assert "text='__CogName_who__'" in text
    assert "# Answer the dialog" in text
    assert main(["check", str(file)]) == 0
    assert main(["freeze", str(run.folder)]) == 1


def test_the_report_tells_what_asking_took(virtual, tmp_path) -> None:
    from cogscript.records.reader import Record
    from cogscript.report.html_page import html_page

    with scripted("I press it. <b>OK</b>\nCLICK(box=[[500,500]])", "END()") as server:
        run = do(server, "cog", virtual, tmp_path)
    with Record(run.folder) as record:
        page = html_page([record])
    assert re.search(r"cog, \d+ tokens read, \d+ written, [\d.]+ s in the model, [\d.]+ s in us", page)
    assert re.search(r'"asking": ?[\d.]+', page), "it stands in the timeline as the model's time"
    assert "<b>OK</b>" not in page
    assert "I press it." in page


def test_in_a_program_that_tells_nothing_of_itself_the_file_names_what_was_read(virtual, tmp_path) -> None:
    log = tmp_path / "log"
    shop = Path(__file__).parents[1] / "runtime" / "tk_shop.py"
    before = f"LAUNCH(app='{sys.executable}', arguments=['{shop}', '{log}', '', '0'])\n"
    with SeeingServer("gui-plus", [click("Cancel"), done()]) as server:
        run = do(server, "gui-plus", virtual, tmp_path, "Cancel the order", before=before)
    assert run.outcome == "ok", run.error
    text = written(run)
    assert "element_info='Cancel'" in text
    move = "WINDOW(action='move', title='Shop', box=[[400,350,410,360]])\n"
    launched, rest = text.split("# ", 1)
    moved = cogscript.parse(f"{launched}{move}# {rest}", str(tmp_path / "again.cog"))
    end_windows(virtual)
    assert cogscript.run(moved, screen=virtual, runs=tmp_path / "runs").outcome == "ok"
    assert log.read_text() == "cancel\ncancel\n"
