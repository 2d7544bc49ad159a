"""Pictures are written beside the run, each screen once."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from cogscript.records.picture_writer import PictureWriter
from cogscript.records.writer import RecordBroken


@pytest.fixture
def pictures(tmp_path: Path) -> Iterator[PictureWriter]:
    (tmp_path / "pictures").mkdir()
    writer = PictureWriter(tmp_path)
    yield writer
    writer.close()


def screen(colour: tuple[int, int, int]) -> Image.Image:
    return Image.new("RGB", (64, 40), colour)


def test_a_picture_is_there_once_its_path_is_asked_for(pictures: PictureWriter, tmp_path: Path) -> None:
    kept = pictures.keep(screen((200, 0, 0)), "00001")
    assert kept == "pictures/00001.jpg"
    assert pictures.path(kept) == tmp_path / kept
    with Image.open(tmp_path / kept) as picture:
        red, green, blue = picture.convert("RGB").getpixel((32, 20))  # type: ignore[misc]
    assert abs(red - 200) < 5
    assert max(green, blue) < 5


def test_an_unchanged_screen_is_not_written_again(pictures: PictureWriter, tmp_path: Path) -> None:
    names = [pictures.keep(screen((shade, 0, 0)), name) for shade, name in ((1, "a"), (1, "b"), (90, "c"))]
    assert names == ["pictures/a.jpg", "pictures/a.jpg", "pictures/c.jpg"]
    pictures.path(names[-1])
    assert sorted(file.name for file in (tmp_path / "pictures").iterdir()) == ["a.jpg", "c.jpg"]


def test_a_picture_that_cannot_be_written_is_told_at_the_next(
    pictures: PictureWriter, tmp_path: Path
) -> None:
    shutil.rmtree(tmp_path / "pictures")
    pictures.path(pictures.keep(screen((1, 1, 1)), "00001"))
    with pytest.raises(RecordBroken, match="the pictures cannot be written: No such file") as error:
        pictures.keep(screen((2, 2, 2)), "00002")
    assert "--no-pictures" in error.value.advice
