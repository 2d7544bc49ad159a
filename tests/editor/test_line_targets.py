"""What a line points at, and the line with other values: for whoever shows it on a picture."""

from cogscript.editor.line_targets import line_change, line_targets
from cogscript.editor.texts import OpenTexts

TEXT = """CLICK(element_info='Save',  # keep me
      box=[[100,100,200,200]])
IN(window='Notes')
  DRAG(box=[[010,020,030,040]], to=[[500,600,510,610]])
END_IN()
WAIT(seconds=1)
CLICK(box=[[1,2,3
"""
OPENED = OpenTexts().put("/a.cog", TEXT)


def test_the_boxes_of_a_line_that_spans_two() -> None:
    for line in (1, 2):
        found = line_targets(OPENED, line)
        assert found is not None
        assert found["line"] == 1
        assert found["boxes"] == [{"name": "box", "box": [100, 100, 200, 200]}]
        assert found["inside"] is None


def test_a_line_inside_of_a_window() -> None:
    found = line_targets(OPENED, 4)
    assert found is not None
    assert [each["name"] for each in found["boxes"]] == ["box", "to"]
    assert found["inside"] == {"window": "Notes"}


def test_a_line_that_takes_no_box() -> None:
    found = line_targets(OPENED, 6)
    assert found is not None
    assert found["takes"] == []
    assert line_change(OPENED, 6, {"box": [1, 2, 3, 4]}) is None
    assert line_targets(OPENED, 99) is None


def test_only_the_value_changes() -> None:
    edit = line_change(OPENED, 2, {"box": [1, 2, 3, 4], "seconds": "9"})
    assert edit is not None
    assert edit["newText"] == "CLICK(element_info='Save',  # keep me\n      box=[[001,002,003,004]])"
    assert edit["range"] == {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 30}}
