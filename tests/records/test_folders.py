"""A run's folder: found by name, locked while the run lives, pruned when it is old."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cogscript.language.model.diagnostic import CogError, Fault
from cogscript.records.folders import find_run, is_alive, list_runs, prune
from cogscript.records.writer import RecordWriter


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Three runs that have ended, oldest first."""
    for name in ("invoice", "letter", "letter two"):
        RecordWriter.create(tmp_path, name).close()
    (tmp_path / "notes").mkdir()  # not a run
    return tmp_path


def test_runs_are_listed_oldest_first(runs: Path) -> None:
    assert [folder.name.split("-", 2)[2] for folder in list_runs(runs)] == ["invoice", "letter", "letter-two"]
    assert list_runs(runs / "nowhere") == []


def test_a_run_is_found_by_its_name_a_part_of_it_or_its_path(runs: Path) -> None:
    invoice, letter, second = list_runs(runs)
    assert find_run(None, runs) == second
    assert find_run("invoice", runs) == invoice
    shutil.copytree(letter, f"{letter}-2")  # the folder of a run that began in the same millisecond
    assert find_run(letter.name, runs) == letter
    assert find_run(str(letter), runs / "elsewhere") == letter


@pytest.mark.parametrize(
    ("name", "said", "advice"),
    [
        ("letter", "several runs are called `letter`: ", "give more of the name"),
        ("xyz", "there is no run `xyz` on record", "`cog runs` lists them"),
    ],
)
def test_a_name_that_fits_no_run_or_several(runs: Path, name: str, said: str, advice: str) -> None:
    with pytest.raises(CogError) as error:
        find_run(name, runs)
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.message.startswith(said)
    assert diagnostic.advice == advice


def test_a_misspelt_name_gets_a_suggestion(runs: Path) -> None:
    name = list_runs(runs)[0].name
    with pytest.raises(CogError, match=f"did you mean `{name}`"):
        find_run(name.replace("invoice", "invocie"), runs)


def test_without_any_run_the_error_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="there is no run on record") as error:
        find_run(None, tmp_path)
    assert error.value.advice == "run one: `cog run FILE`"


def test_a_run_that_is_alive_is_not_pruned(tmp_path: Path) -> None:
    writer = RecordWriter.create(tmp_path, "alive")
    RecordWriter.create(tmp_path, "dead").close()
    assert is_alive(writer.folder)
    assert [name.rpartition("-")[2] for name in prune(tmp_path, 0)] == ["dead"]
    writer.close()
    assert not is_alive(writer.folder)
    assert len(prune(tmp_path, 0)) == 1


def test_the_newest_are_kept(runs: Path) -> None:
    kept = list_runs(runs)[1:]
    assert len(prune(runs, 2)) == 1
    assert list_runs(runs) == kept
    assert (runs / "notes").is_dir()
