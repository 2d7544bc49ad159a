"""What the last run saw, shown while the file is edited."""

import base64
import io
from pathlib import Path

import pytest
from PIL import Image

import cogscript
from cogscript.editor.completion import completions
from cogscript.editor.explanations import hover
from cogscript.editor.last_run import LastRuns
from cogscript.editor.texts import OpenText, OpenTexts
from cogscript.records.step import Step
from cogscript.records.writer import RecordWriter

LINE = "CLICK(box=[[100,100,200,200]], element_info='Save')\n"


@pytest.fixture
def text(tmp_path: Path) -> OpenText:
    """A file whose only step acted on a green button of a white screen."""
    path = tmp_path / "a.cog"
    path.write_text(LINE)
    (operation,) = cogscript.load(path).operations
    writer = RecordWriter.create(tmp_path / "runs", "a")
    writer.header(file="a.cog", folder=str(tmp_path), started=1.0)
    step = Step(1, operation, "a.cog", "step", 0, None, "", 1.0)
    step.ended, step.outcome, step.area, step.before = 2.0, "ok", (300, 200, 380, 230), "pictures/00001.jpg"
    step.evidence = [{"what": "name", "is": "Save as…"}]
    screen = Image.new("RGB", (1000, 800), "white")
    screen.paste("green", (300, 200, 380, 230))
    screen.save(writer.folder / step.before)
    writer.at_once(step)
    writer.header(outcome="ok", ended=2.0)
    writer.close()
    return OpenTexts().put(str(path), "# moved down a line\n" + LINE)


def test_a_target_shows_its_place_with_the_box_drawn(text: OpenText, tmp_path: Path) -> None:
    shown = hover(text, text.source.text.index("Save"), LastRuns(tmp_path / "runs"))
    assert shown is not None
    said = getattr(shown.contents, "value", "")
    picture = Image.open(io.BytesIO(base64.b64decode(said.partition("base64,")[2].rstrip(")"))))
    assert picture.size == (200, 150)  # the button and 60 pixels around it
    red, green, blue = picture.getpixel((100, 75))  # type: ignore[misc]
    assert green > max(red, blue) + 50
    red, green, blue = picture.getpixel((100, 60))  # type: ignore[misc]
    assert red > green + 50


def test_names_that_the_run_saw_are_offered(text: OpenText, tmp_path: Path) -> None:
    found = completions(
        text, text.source.text.index("Save"), LastRuns(tmp_path / "runs"), snippet_support=False
    )
    assert "Save as…" in {item.label for item in found}


def test_another_files_run_tells_nothing(text: OpenText, tmp_path: Path) -> None:
    other = OpenTexts().put(str(tmp_path / "b.cog"), LINE)
    found = completions(other, LINE.index("Save"), LastRuns(tmp_path / "runs"), snippet_support=False)
    assert "Save as…" not in {item.label for item in found}
