"""pyautogui code: read as syntax, never run."""

import os

import pytest

import cogscript
from cogscript.dialects import import_text
from cogscript.language.model.diagnostic import CogError


def lines(text, **options):
    written = cogscript.format(import_text(text, "osworld", **options).workflow).splitlines()
    return [line for line in written if line and not line.startswith("WORKFLOW")]


def test_a_whole_answer_with_prose_fence_and_comments():
    answer = (
        "I will open the file.\n```python\nimport pyautogui as pg, time\n# the menu\n"
        "pg.moveTo(192, 108)\npg.click()\n"
        "time.sleep(0.5)\npg.hotkey('ctrl', 'o')\n```\nthen\n```\npyautogui.write('a, (b)')\n```\n```DONE```"
    )
    assert lines(answer) == [
        "# the menu",
        "CLICK(box=[[100,100]])",
        "WAIT(seconds=0.5)",
        "GESTURE(actions=[KEY_DOWN(key='Lcontrol'), KEY_PRESS(key='O'), KEY_UP(key='Lcontrol')])",
        "# then",
        "TYPE(text='a, (b)')",
        "END()",
    ]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x, y = 960, 540\npyautogui.click(x - 96, y=y)", "CLICK(box=[[450,500]])"),
        ("pyautogui.click((960, 540), clicks=2)", "DOUBLE_CLICK(box=[[500,500]])"),
        (
            "pyautogui.click(960, 540, button='right', clicks=2)",
            "RIGHT_CLICK(box=[[500,500]]); RIGHT_CLICK(box=[[500,500]])",
        ),
        ("pyautogui.click()", "MOUSE_DOWN(); MOUSE_UP()"),
        (
            "pyautogui.moveTo(96, 108)\npyautogui.dragTo(960, 540, 1, button='left')",
            "DRAG(box=[[050,100]], to=[[500,500]], seconds=1)",
        ),
        (
            "pyautogui.mouseDown(96, 108)\npyautogui.moveTo(960, 540)\npyautogui.mouseUp()",
            "DRAG(box=[[050,100]], to=[[500,500]])",
        ),
        ("pyautogui.moveTo(960, 540)\npyautogui.scroll(-3)", "SCROLL_DOWN(box=[[500,500]], step_count=3)"),
        (
            "pyautogui.keyDown('shift')\npyautogui.press('left')\npyautogui.keyUp('shift')",
            "GESTURE(actions=[KEY_DOWN(key='Lshift'), KEY_PRESS(key='Left'), KEY_UP(key='Lshift')])",
        ),
        (
            "with pyautogui.hold(['ctrl', 'shift']):\n    pyautogui.click(960, 540)",
            "CLICK(box=[[500,500]], keys=['Lcontrol', 'Lshift'])",
        ),
        ("for i in range(2):\n    pyautogui.press('tab')", "KEY_PRESS(key='Tab'); KEY_PRESS(key='Tab')"),
        ("pyautogui.press(['down', 'enter'])", "KEY_PRESS(key='Down'); KEY_PRESS(key='Return')"),
        ("pyautogui.typewrite(f'{1 + 1} 个\\n')", "TYPE(text='2 个', enter=True)"),
        (
            "pyautogui.click(x=0.25, y=0.5)\npyautogui.click(x=0.75, y=1)",
            "CLICK(box=[[250,500]]); CLICK(box=[[750,999]])  # 1 is the far edge, "
            "read as the last place inside",
        ),
        ("computer.terminate(status='failure')", "FAIL(reason='the agent gave up')"),
    ],
)
def test_what_code_becomes(code, expected):
    assert lines(code) == expected.split("; ")


def test_a_jsonl_trajectory_with_code_in_it():
    trajectory = (
        '{"instruction": "Rename it", "traj": [{"value": {"code": "pyautogui.click(x=0.5, y=0.5)", '
        '"thought": "There."}}, {"value": {"code": "computer.terminate(status=\'success\')"}}]}'
    )
    result = import_text(trajectory, "osworld")
    assert cogscript.format(result.workflow).splitlines() == [
        "WORKFLOW(title='Rename it')", "", "# There.", "CLICK(box=[[500,500]])", "END()",
    ]  # fmt: skip
    assert result.workflow.operations[1].column > 1


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("pyautogui.click(os.getpid(), 1)", "would have to be run"),
        ("import os\nos.system('touch ran')\npyautogui.nothing()", "not a known function"),
        ("while True:\n    if stopped():\n        break\n    pyautogui.click(1, 2)", "without running it"),
        ("while True:\n    stir()\n    pyautogui.press(key())", "goes on without end"),
        (
            "import pyautogui\ndef tea(kind.lower()):\n    pyautogui.press('a')\n\n    pyautogui.press('b')",
            "this is not Python",
        ),
        ("pyautogui.click(*place)", "has to be run|would have to be run"),
        ("pyautogui.click(**place)", "would have to be run"),
        ("pyautogui.click(5000, 2)", "off the screen"),
        ("pyautogui.scroll(3, 'button.png')", "picture"),
        ("pyautogui.moveRel(1, 2)", "does not say where"),
        ("pyautogui.write('a' * 10**9)", "only sums|too long|would have"),
        ("pyautogui.write('a' * 1000000000)", "too long"),
        ("for i in range(10**9):\n    pyautogui.press('a')", "only sums|rounds"),
        ("pyautogui.press('bogus')", "no key"),
        ("pyautogui.write('a\\0b')", "not a character"),
        ("pyautogui.write('a\0b')", "not text"),
        ("```python\npyautogui.click(1,\n```", "not Python"),
        ("pyautogui.click(" + "-" * 100_000 + "1, 2)", "nested too deep"),
        ("__import__('os').system('touch ran')", "no action"),
    ],
)
def test_what_would_have_to_run_is_refused(code, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CogError, match=message):
        lines(code)
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize(
    "loop",
    [
        "for cup in range(250):\n    pyautogui.press('f5')\n    pyautogui.write(f'cup {cup}')",
        "cup = 0\nwhile cup < 900:\n  pyautogui.press('f5')\n  pyautogui.write(f'cup {cup}')\n  cup += 1",
        "cup = 0\nwhile True:\n    pyautogui.press('f5')\n    pyautogui.write(f'cup {cup}')\n    cup += 1",
        "for cup in range(1000000000):\n    pyautogui.press('f5')\n    pyautogui.write(f'cup {cup}')",
    ],
)
def test_of_a_loop_with_too_many_different_rounds_the_first_are_written(loop):
    """What is left of a round without the part that differs may be harmful."""
    result = import_text(f"import pyautogui\n{loop}", "osworld")
    (missing,) = result.untranslated
    assert "the others are not done" in missing.message
    texts = [each.arguments["text"] for each in result.workflow.walk() if each.name == "TYPE"]
    assert texts == [f"cup {number}" for number in range(len(texts))]
    assert 99 < len(texts) < 201


def test_the_rest_of_the_code_is_still_read():
    result = import_text("import os\nos.system('ls')\npyautogui.click(960, 540)", "osworld")
    (missing,) = result.untranslated
    assert missing.source.position(missing.span.start).line == 2
    assert result.workflow.operations[-1].name == "CLICK"


def test_what_a_function_left_out_is_said_although_its_value_is_not_known_either():
    code = (
        "import pyautogui\ndef tea():\n    pyautogui.press('a')\n    pyautogui.press(kind)\n    return kind\n"
    )
    result = import_text(code + "pyautogui.write(tea())")
    assert [each.source.position(each.span.start).line for each in result.untranslated] == [4, 6]


def test_an_exported_script_is_python_that_compiles():
    from cogscript.dialects import export_text

    workflow = cogscript.parse(
        "WORKFLOW(title='Say \"hi\" \\\\ 你好')\n# greet\nTYPE(box=[[1,2]], text='hi\\\\n', enter=True)\n"
        "LAUNCH(url='a.example')\nSET_CLIPBOARD(text='x')\nFAIL(reason='no \\'way\\'')\nEND()\n"
    )
    text, unsaid = export_text(workflow, "pyautogui")
    compile(text, "script.py", "exec")
    assert not unsaid


@pytest.mark.parametrize(
    ("text", "expected", "said"),
    [
        (
            "## Action:\nPress it.\n## Code: pyautogui.click(x=960, y=540)",
            "CLICK(box=[[500,500]])",
            "Press it.",
        ),
        ("Action: pyautogui.click(x=0.5, y=0.25)", "CLICK(box=[[500,250]])", ""),
        ("`pyautogui.press('f5')`", "KEY_PRESS(key='F5')", ""),
        ("Then refresh: pyautogui.press('f5')", "KEY_PRESS(key='F5')", ""),
        (
            "# Step 2:\n## Thought:\nSlow.\n## Action:\nWait for it\n## Code:\n```code\ncomputer.wait()\n```",
            "WAIT(seconds=20)",
            "Wait for it",
        ),
        ('{"name": "computer.wait", "arguments": {}}', "WAIT(seconds=20)", ""),
        (
            '{"name": "computer.terminate", "arguments": {"status": "failure"}}',
            "FAIL(reason='the agent gave up')",
            "",
        ),
    ],
)
def test_code_stands_in_fences_after_labels_and_in_backticks(text, expected, said):
    imported = import_text(text)
    operations = [each for each in imported.workflow.operations if each.name != "WORKFLOW"]
    assert operations == cogscript.parse(expected).operations
    assert operations[0].description.removeprefix("Then refresh:") == said
    assert imported.untranslated == []


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("pyautogui.click(10, 20, pressure=3)", "`pressure` of click is not understood"),
        ("pyautogui.click(10, 20, x=5)", "is given `x` twice"),
        ("I would use pyautogui.click(10, 20) if it were there, and then wait.", "middle of a sentence"),
    ],
)
def test_what_is_not_understood_is_refused(code, reason):
    with pytest.raises(CogError, match=reason):
        import_text(code, "pyautogui")


def test_how_fast_it_is_done_is_noted_and_not_kept():
    imported = import_text("pyautogui.write('tea', interval=0.05)", "pyautogui")
    assert imported.workflow.operations[-1].trailing == "# interval=0.05 is not kept"
    assert imported.diagnostics == []
