"""The doors between the rooms go one way (docs/architecture.md draws them, pyproject.toml lists them)."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def lint_imports(root: Path) -> subprocess.CompletedProcess[str]:
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-c", program, "--config", "pyproject.toml", "--no-cache"],
        cwd=root,
        capture_output=True,
        encoding="utf-8",
    )


def test_every_door_is_kept() -> None:
    linted = lint_imports(ROOT)
    assert linted.returncode == 0, linted.stdout + linted.stderr


@pytest.mark.parametrize(
    ("room", "forbidden"),
    [
        ("language", "settings"),
        ("language", "runtime"),
        ("screens", "reading"),
        ("models", "runtime"),
        ("runtime", "cli"),
        ("runtime", "report"),
        ("dialects", "screens"),
        ("recording", "models"),
        ("report", "screens"),
    ],
)
def test_a_door_opened_the_wrong_way_is_seen(tmp_path: Path, room: str, forbidden: str) -> None:
    shutil.copytree(ROOT / "cogscript", tmp_path / "cogscript", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "cogscript" / room / "intruder.py").write_text(
        f"import cogscript.{forbidden}\n", encoding="utf-8"
    )

    linted = lint_imports(tmp_path)

    assert linted.returncode == 1
    assert f"cogscript.{room}.intruder -> cogscript.{forbidden}" in " ".join(linted.stdout.split())


def test_making_a_report_loads_nothing_that_acts() -> None:
    program = (
        "import importlib, pkgutil, sys, cogscript.report\n"
        "for module in pkgutil.iter_modules(cogscript.report.__path__, 'cogscript.report.'):\n"
        "    importlib.import_module(module.name)\n"
        "print(*sys.modules)"
    )
    asked = [sys.executable, "-c", program]
    loaded = subprocess.run(asked, cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout.split()
    assert "cogscript.report.page" in loaded
    acting = ("cogscript.runtime.interpreter", "cogscript.screens", "cogscript.reading", "cogscript.models")
    assert [name for name in loaded if name.startswith(acting)] == []
