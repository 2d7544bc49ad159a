"""The benchmark's second opinion: it agrees with right imports and finds wrong ones."""

import importlib.util
import sys
from pathlib import Path

import pytest

from cogscript.dialects.importing import Imported
from cogscript.language.box import Box
from cogscript.language.tree import Operation, Workflow

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
    assert plans.main(str(folder), told=True) == 0
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
    assert plans.main(str(folder), told=True) == 1
    assert "text='Hi, there')\" (kind=own)" in capsys.readouterr().out
