"""The Python API: what a program that writes workflows uses."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import cogscript
from cogscript import Box, Operation, Workflow, ops
from cogscript.language.model import keys, variables
from cogscript.language.model.box import Point, Rect, Size, from_pixels, from_point
from cogscript.language.model.operations import OPERATIONS

ROOT = Path(__file__).parents[2]
TEXT = """WORKFLOW(title='搜索')
# Search
TYPE(box=[[352,102,786,139]], text="it's", enter=True)
IF(test=VISIBLE(element_info='结果'))
  CLICK(element_info='结果')
ELSE()
  FAIL(reason='nothing found')
END_IF()
"""


def built() -> Workflow:
    return Workflow(
        [
            ops.WORKFLOW(title="搜索"),
            ops.TYPE(box=(352, 102, 786, 139), text="it's", enter=True, comment="Search"),
            ops.IF(
                test=ops.VISIBLE(element_info="结果"),
                body=[ops.CLICK(element_info="结果")],
                branches=[ops.ELSE(body=[ops.FAIL(reason="nothing found")])],
            ),
        ]
    )


def test_a_workflow_built_in_python_is_the_one_that_is_written() -> None:
    assert cogscript.format(built()) == TEXT
    assert cogscript.parse(TEXT) == built()
    assert cogscript.check(built()) == []


def test_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "search.cog"
    cogscript.save(built(), path)
    assert path.read_text(encoding="utf-8") == TEXT
    assert cogscript.load(path) == built()


def test_saving_through_a_link_keeps_the_link_and_the_mode(tmp_path: Path) -> None:
    real, link = tmp_path / "real.cog", tmp_path / "link.cog"
    real.write_text("END()\n")
    real.chmod(0o640)
    link.symlink_to(real)
    cogscript.save(built(), link)
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == TEXT
    assert real.stat().st_mode & 0o777 == 0o640


def test_one_constructor_an_operation_with_the_parameters_of_the_table() -> None:
    for name, spec in OPERATIONS.items():
        if spec.role == "closer":
            continue
        made = inspect.signature(getattr(ops, name)).parameters
        assert {each.name for each in spec.parameters} <= made.keys()
        assert all(each.kind is not inspect.Parameter.POSITIONAL_OR_KEYWORD for each in made.values())


def test_one_exception_carries_every_mistake() -> None:
    with pytest.raises(cogscript.CogError) as caught:
        cogscript.parse("CLICK(box=[[1,2,3]\nTYPE(text=)\n", "two.cog")
    assert [each.code for each in caught.value.diagnostics] == ["unclosed-bracket", "missing-value"]
    assert "two.cog:2:11" in str(caught.value)


def test_spans_are_exact() -> None:
    text = "# c\n  CLICK(box=[[1,2,3,4]], element_info='保存')\n"
    (click,) = cogscript.parse(text).operations
    cut = lambda span: text[span.start : span.end]  # noqa: E731
    assert (click.line, click.column) == (2, 3)
    assert cut(click.span) == "CLICK(box=[[1,2,3,4]], element_info='保存')"
    assert cut(click.name_span) == "CLICK"
    assert cut(click.span_of("element_info")) == "'保存'"
    assert cut(click.name_span_of("box")) == "box"
    assert click.description == "c"


def test_checking_loads_nothing_heavy() -> None:
    heavy = "lark,rapidocr,onnxruntime,openai,pyautogui,PIL,numpy,pynput,Xlib,mss,rich"
    code = (
        "import sys, cogscript; cogscript.check(cogscript.parse('END()'))\n"
        f"print([name for name in {heavy!r}.split(',') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_checking_a_file_that_is_right_loads_only_what_reads_it(tmp_path: Path) -> None:
    """The time of `cog check` is the time of its imports."""
    (tmp_path / "a.cog").write_text("CLICK(box=[[1,2,3,4]])\nEND()\n")
    late = (
        "dataclasses,difflib,importlib.metadata,json,pathlib,shutil,tempfile,cogscript.tables,"
        "cogscript.language.check.symbols,cogscript.language.model.rendering,cogscript.language.syntax.recovery,"
        "cogscript.language.syntax.strings,cogscript.language.write.formatter"
    )
    code = (
        "import sys; from cogscript.cli.main import main; main(['check', 'a.cog'])\n"
        f"print([name for name in {late!r}.split(',') if name in sys.modules])"
    )
    command = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{code}"]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert run.stdout == "[]\n"


def test_a_tree_keeps_true_from_one() -> None:
    assert Operation("SET", {"value": True}) != Operation("SET", {"value": 1})
    assert Operation("SET", {"value": 1.0}) != Operation("SET", {"value": 1})
    assert Operation("SET", {"value": Box.of(1, 2)}) != Operation("SET", {"value": [1, 2]})


@pytest.mark.parametrize("size", [Size(1280, 800), Size(1920, 1080), Size(800, 600), Size(3840, 2160)])
def test_boxes_and_pixels(size: Size) -> None:
    assert Box.of(0, 0, 999, 999).rect(size).left == 0
    assert Box.of(387, 248, 727, 317).middle(size) == Point(
        (387 + 727) * size.width // 2000, (248 + 317) * size.height // 2000
    )
    for x in range(0, size.width, 37):
        hit = from_point(Point(x, x * size.height // size.width), size).middle(size)
        assert abs(hit.x - x) <= size.width / 1000
    covered = Rect(100, 100, 180, 130)
    around = from_pixels(covered, size).rect(size)
    assert around.overlap(covered) == covered
    assert from_pixels(covered, size).fault is None


def test_expansion_is_one_pass() -> None:
    values = {"a": "__CogName_b__", "b": "never"}
    text = "__CogName_a____CogName_a__"
    assert variables.expand(text, values.__getitem__) == "__CogName_b____CogName_b__"


@pytest.mark.parametrize("name", ["Return", "return", "RETURN", "Enter", "enter"])
def test_keys_in_any_case(name: str) -> None:
    assert keys.canonical(name) == "return"


def test_every_key_is_written_as_it_is_read() -> None:
    for key in keys.canonical_keys():
        assert keys.canonical(keys.label(key)) == key
