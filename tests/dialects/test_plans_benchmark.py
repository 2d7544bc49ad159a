"""The benchmark's second opinion: it agrees with right imports and finds wrong ones."""

import importlib.util
import sys
from pathlib import Path

import pytest

from cogscript.dialects.core.importing import Imported
from cogscript.language.model.box import Box
from cogscript.language.model.tree import Operation, Workflow

ROWS = """CLICK(box=[[10,20,30,40]], element_info='a, (b)')\t# kind=own
TYPE(box=[[10,20,30,40]], text='Hi, there')\t# kind=own
CLICK(box=[[10,20,30]])\t# kind=own-negative
tap [[5,6]]\t# kind=own
"""


@pytest.fixture
def plans(monkeypatch):
    path = Path(__file__).parents[2] / "benchmarks" / "plans.py"
    spec = importlib.util.spec_from_file_location("plans", path)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "plans", module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "cogagent_rows.txt").write_text(ROWS, encoding="utf-8")
    return tmp_path


def test_right_imports_are_counted_right(plans, folder, capsys):
    assert plans.main([str(folder)]) == 0
    assert "| cogagent_rows | 4 | 3 | 3 | 1 | 1 |" in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong",
    [
        Operation("HOVER", {"box": Box.of(10, 20, 30, 40), "text": "Hi, there"}),
        Operation("TYPE", {"box": Box.of(10, 20, 30, 49), "text": "Hi, there"}),
        Operation("TYPE", {"box": Box.of(10, 20, 30, 40), "text": "Hi"}),
        Operation("TYPE", {"text": "Hi, there"}),
    ],
)
def test_a_wrong_operation_place_or_text_is_found(plans, folder, capsys, monkeypatch, wrong):
    monkeypatch.setattr(plans, "import_text", lambda *_, **__: Imported(Workflow([wrong]), [], "cogagent"))
    assert plans.main([str(folder)]) == 1
    assert "text='Hi, there')\" (kind=own)" in capsys.readouterr().out


def test_where_there_are_no_plans_it_is_passed_over_and_says_so(plans, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(plans, "PLANS", tmp_path / "none")
    assert plans.main([]) == 0
    assert capsys.readouterr().out.startswith(f"passed over: there are no plans in {tmp_path / 'none'}; ")


def test_without_a_folder_the_plans_beside_the_checkout_are_taken(plans, folder, capsys, monkeypatch):
    monkeypatch.setattr(plans, "PLANS", folder)
    assert plans.main([]) == 0
    assert "| cogagent_rows | 4 | 3 | 3 | 1 | 1 |" in capsys.readouterr().out


def test_a_folder_that_is_named_and_has_no_plans_is_an_error(plans, tmp_path, capsys):
    assert plans.main([str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"error: there are no plans in {tmp_path}\n"
