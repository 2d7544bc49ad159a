"""Every package that our code imports is declared: what another package merely brings may go with it."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

OF_OTHER_SYSTEMS = {"Quartz": ["pyobjc-framework-Quartz"]}
"""Modules whose package cannot be installed here, and is not called like them."""

OURS = {"cogscript", "tests", "recorded", "drifted"}

OF_THE_SYSTEM = {"gi", "PyQt5"}
"""What the programs of benchmarks/drift.py import: the system's Python runs them (system_packages.toml)."""


def normal(requirement: str) -> str:
    """A distribution's name as indexes compare it, without version and marker."""
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement)[0]).lower()


def imported(folder: str) -> dict[str, Path]:
    """Each module of others that a folder's code imports, with one file that does."""
    found: dict[str, Path] = {}
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            found |= {name.partition(".")[0]: path.relative_to(ROOT) for name in names}
    beside = {path.stem for path in (ROOT / folder).glob("*.py")}
    known = sys.stdlib_module_names | OURS | OF_THE_SYSTEM | beside
    return {name: path for name, path in found.items() if name not in known}


@pytest.mark.parametrize(
    ("folder", "for_users"), [("cogscript", True), ("tests", False), ("benchmarks", False)]
)
def test_every_package_that_is_imported_is_declared(folder: str, for_users: bool) -> None:
    extras = PROJECT["optional-dependencies"]
    groups = {name: some for name, some in extras.items() if not (for_users and name == "dev")}
    declared = {normal(each) for group in [PROJECT["dependencies"], *groups.values()] for each in group}
    distributions = packages_distributions() | OF_OTHER_SYSTEMS
    undeclared = {
        name: str(path)
        for name, path in imported(folder).items()
        if declared.isdisjoint(map(normal, distributions.get(name, [name])))
    }
    assert undeclared == {}
