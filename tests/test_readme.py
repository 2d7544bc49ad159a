"""What README.md says is so: its workflows are right, its tables complete, its links lead somewhere."""

import re
from dataclasses import fields, is_dataclass
from pathlib import Path

import cogscript
from cogscript.cli.main import COMMANDS
from cogscript.runtime.options import Options
from cogscript.runtime.outcome import Run
from cogscript.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


EMPTY = ("", [], {})


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_it_opens_with_two_sentences_ten_lines_and_two_commands() -> None:
    opening = README.split("\n## ")[0]
    _, prose, workflow, commands, *_ = opening.split("\n\n")
    assert len(re.findall(r"[^.]\.(\s|$)", prose)) == 2
    assert workflow.startswith("```cog\n")
    assert len(blocks("cog")[0].splitlines()) == 10
    assert re.findall(r"^make \w+", commands, re.MULTILINE) == ["make demo", "make test"]


def test_its_workflows_are_right_and_canonical(tmp_path: Path) -> None:
    (tmp_path / "invoices.csv").write_text("number\n4711\n", encoding="utf-8")
    assert len(blocks("cog")) >= 2
    for number, text in enumerate(blocks("cog")):
        path = tmp_path / f"{number}.cog"
        path.write_text(text, encoding="utf-8")
        workflow = cogscript.load(path)
        assert cogscript.check(workflow) == []
        assert cogscript.format(workflow) == text


def test_its_table_of_commands_is_that_of_the_program() -> None:
    rows = re.findall(r"^\| `cog ([\w-]+)[^`]*` \| (.*?)(?: \(.*\))? \|$", README, re.MULTILINE)
    assert dict(rows) == COMMANDS


def test_its_table_of_settings_is_that_of_the_program() -> None:
    known = {
        f"{section.name}.{setting.name}"
        for section in fields(Settings)
        for setting in fields(getattr(Settings(), section.name))
        if is_dataclass(getattr(Settings(), section.name)) and setting.metadata.get("setting", True)
    }
    table = README.partition("| setting |")[2].partition("\n\n")[0]
    told = {
        name for row in table.splitlines() for name in re.findall(r"`(\w+\.\w+)`", row.split("|")[1:2][0])
    }
    assert told == known


def test_its_table_of_settings_tells_the_defaults() -> None:
    table = README.partition("| setting |")[2].partition("\n\n")[0]
    for row in table.splitlines()[2:]:
        names, _, told = (cell.strip() for cell in row.strip("|").split(" | "))
        settings = [name.split(".") for name in re.findall(r"`(\w+\.\w+)`", names)]
        defaults = [getattr(getattr(Settings(), section), name) for section, name in settings]
        said = told.replace("`", "").split(", ") if len(defaults) > 1 else [told.replace("`", "")]
        # What holds where a setting is empty is told in words.
        firm = [each for each, default in zip(said, defaults, strict=False) if default not in EMPTY]
        assert firm == [written(default) for default in defaults if default not in EMPTY], row


def written(default: object) -> str:
    if isinstance(default, list):
        return ", ".join(default)
    if isinstance(default, bool):
        return str(default).lower()
    return f"{default:g}" if isinstance(default, float) else str(default)


def test_python_md_tells_all_of_a_run_and_its_options() -> None:
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    told = text.partition("\n## Run\n")[2].partition("\n## ")[0]
    properties = [name for name, value in vars(Run).items() if isinstance(value, property)]
    inner = {"argv", "batch", "secrets", "variables"}  # our own; what run() takes by another name
    wanted = [each.name for each in fields(Run)] + properties
    wanted += [each.name for each in fields(Options) if each.name not in inner]
    assert [name for name in wanted if f"`{name}`" not in told] == []


def test_links_between_documents_lead_somewhere() -> None:
    for document in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
            if "://" not in link:
                assert (document.parent / link).exists(), f"{document.name}: {link}"
