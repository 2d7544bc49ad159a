"""The doors between the rooms go one way (docs/architecture.md draws them, pyproject.toml lists them)."""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import grimp
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


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports for type checkers count too: what two modules both need goes below them."""
    graph = grimp.build_graph("cogscript", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert circles(imports) == []


def circles(imports: dict[str, set[str]]) -> list[set[str]]:
    """The groups of modules that reach each other (Tarjan)."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    found = []

    def visit(module: str) -> None:
        number[module] = lowest[module] = len(number)
        path.append(module)
        for other in imports[module]:
            if other not in number:
                visit(other)
                lowest[module] = min(lowest[module], lowest[other])
            elif other in path:
                lowest[module] = min(lowest[module], number[other])
        if lowest[module] == number[module]:
            group = set(path[path.index(module) :])
            del path[path.index(module) :]
            if len(group) > 1:
                found.append(group)

    for module in imports:
        if module not in number:
            visit(module)
    return found


def test_a_circle_is_seen() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [{"a", "b", "c"}]


@pytest.mark.parametrize(
    ("room", "forbidden"),
    [
        ("language", "settings"),
        ("language", "runtime"),
        ("surfaces", "runtime"),
        ("reading", "surfaces"),
        ("models", "runtime"),
        ("runtime", "cli"),
        ("runtime", "agents"),
        ("agents", "cli"),
        ("dialects", "agents"),
        ("runtime", "report"),
        ("dialects", "surfaces"),
        ("recording", "models"),
        ("records", "runtime"),
        ("records", "settings"),
        ("report", "runtime"),
        ("report", "settings"),
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
    assert "cogscript.report.html_page" in loaded
    ours = {name.split(".")[1] for name in loaded if name.startswith("cogscript.")}
    assert ours == {"language", "records", "report"}


PARALLEL = {"read", "write", "actions", "commands", "surface", "registry", "reference"}
"""Modules that do the same for another agent, another kind of surface, or another thing to register."""
SYSTEMS = ("x11", "windows", "macos", "browser", "phone")
"""What a module does for one of them, its namesake does for another."""


def test_a_name_means_one_thing_in_the_whole_house() -> None:
    modules: dict[str, list[str]] = {}
    classes: dict[str, list[str]] = {}
    for path in sorted((ROOT / "cogscript").rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        if path.stem not in {"__init__", "__main__"} | PARALLEL:
            modules.setdefault(path.stem, []).append(
                re.sub(rf"/({'|'.join(SYSTEMS)})/(?=\w+\.py)", "/*/", where)
            )
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                classes.setdefault(node.name, []).append(where)
    assert {name: where for name, where in (modules | classes).items() if len(set(where)) > 1} == {}
