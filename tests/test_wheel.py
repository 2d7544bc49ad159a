"""What people install: a wheel, in an empty environment, far from the checkout."""

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LIGHT = ("lark", "wcwidth", "platformdirs")
"""All that checking a file may need."""

GOOD = "# Search\nTYPE(box=[[352,102,786,139]], text='CogAgent 是什么', enter=True)\nEND()\n"
BAD = "CLICK(box=[[387,248,727,317]], elment_info='保存')\n"


def run(*command: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment |= {"PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
    )


def succeed(*command: str | Path, folder: Path) -> str:
    ended = run(*command, folder=folder)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    succeed(sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT, folder=folder)
    (built,) = folder.glob("*.whl")
    return built


def install(folder: Path, *what: str | Path) -> Path:
    """An empty environment with only that in it; gives its folder of programs."""
    venv.create(folder / "environment", with_pip=True)
    programs = folder / "environment" / ("Scripts" if os.name == "nt" else "bin")
    succeed(programs / "python", "-m", "pip", "install", "--quiet", "--no-compile", *what, folder=folder)
    return programs


def check_files(cog: Path, folder: Path) -> None:
    (folder / "good.cog").write_text(GOOD, encoding="utf-8")
    (folder / "bad.cog").write_text(BAD, encoding="utf-8")

    good = run(cog, "check", "good.cog", folder=folder)
    assert (good.returncode, good.stderr) == (0, "")

    bad = run(cog, "check", "bad.cog", folder=folder)
    assert bad.returncode == 2
    assert "bad.cog:1:32" in bad.stdout + bad.stderr
    assert "did you mean `element_info`?" in bad.stdout + bad.stderr

    tree = json.loads(succeed(cog, "parse", "good.cog", folder=folder))
    assert [operation["name"] for operation in tree] == ["TYPE", "END"]
    assert tree[0]["args"]["text"] == "CogAgent 是什么"


def test_the_wheel_carries_the_grammars_the_types_and_the_package_list(wheel: Path) -> None:
    carried = set(zipfile.ZipFile(wheel).namelist())
    grammars = {f"cogscript/grammars/{path.name}" for path in (ROOT / "grammars").iterdir()}
    assert "cogscript/grammars/cog.lark" in grammars
    assert grammars <= carried
    assert {"cogscript/py.typed", "cogscript/system_packages.toml"} <= carried
    outside = [name for name in carried if not name.startswith("cogscript")]
    assert outside == []


def test_installed_with_its_dependencies_it_checks_a_file(wheel: Path, tmp_path: Path) -> None:
    programs = install(tmp_path, wheel)
    check_files(programs / "cog", tmp_path)
    where = succeed(programs / "python", "-c", "import cogscript; print(cogscript.__file__)", folder=tmp_path)
    assert Path(where.strip()).is_relative_to(tmp_path)


def test_checking_needs_no_engine_no_screen_and_no_model(wheel: Path, tmp_path: Path) -> None:
    programs = install(tmp_path, "--no-deps", wheel, *LIGHT)
    check_files(programs / "cog", tmp_path)
