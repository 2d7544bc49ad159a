"""The page's words are in one table, and what others wrote is named with its version and licence."""

import json
import re
from pathlib import Path

from cogscript.studio.page_files import PAGE

ROOT = Path(__file__).resolve().parents[2]
OURS = [path for path in PAGE.iterdir() if path.suffix in (".js", ".html") and path.name != "codemirror.js"]
CODE = "\n".join(path.read_text(encoding="utf-8") for path in OURS)
WORDS = json.loads((PAGE / "words.json").read_text(encoding="utf-8"))


def used_words() -> set[str]:
    found = set(re.findall(r'data-(?:word|title|label)="(\w+)"', CODE))
    for inside in re.findall(r"\bword\(([^)]*)\)", CODE):
        found |= set(re.findall(r'"(\w+)"', inside))
    found |= set(re.findall(r'\bword: "(\w+)"', CODE))
    for outcome in ("ok", "failed", "stopped", "skipped", "running", "killed", "jumped", "retried"):
        found.add(f"outcome_{outcome}")
    found |= {"finished", "failed", "stopped"}  # a run's end, by its outcome
    return found


def test_every_word_of_the_page_is_in_the_table_and_no_other() -> None:
    assert used_words() == set(WORDS)


def test_every_word_is_there_in_both_languages_with_the_same_values() -> None:
    for name, (english, chinese) in WORDS.items():
        assert english.strip(), name
        assert re.search(r"[\u4e00-\u9fff]", chinese), name
        assert set(re.findall(r"\{\w+\}", english)) == set(re.findall(r"\{\w+\}", chinese)), name


def test_the_bundle_says_which_versions_it_was_made_of() -> None:
    head = (PAGE / "codemirror.js").read_text(encoding="utf-8").split("\n", 1)[0]
    made_of = dict(re.findall(r"((?:@[\w-]+/)?[\w-]+) (\d+\.\d+\.\d+)", head))
    wanted = json.loads((ROOT / "editors" / "studio" / "package.json").read_text(encoding="utf-8"))
    assert {name: made_of.get(name) for name in wanted["dependencies"]} == wanted["dependencies"]
    licences = (PAGE / "codemirror.LICENSES.txt").read_text(encoding="utf-8")
    assert [name for name, version in made_of.items() if f"{name} {version}\n" not in licences] == []


def test_the_page_loads_nothing_from_elsewhere() -> None:
    addresses = re.findall(r"""["'`(](https?://[^"'`)\s]*)""", CODE)
    assert [each for each in addresses if each != "http://www.w3.org/2000/svg"] == []
