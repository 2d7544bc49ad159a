"""What `uiautomator dump` writes: texts that are told, and views that only pixels tell of."""

from __future__ import annotations

import pytest

from cogscript.language.model.box import Rect
from cogscript.surfaces.phone.hierarchy import Malformed, parse, told_lines

DUMP = """<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">
<node class="android.widget.FrameLayout" bounds="[0,100][1080,2000]" enabled="true">
 <node class="android.widget.TextView" text="Two&#10;words" bounds="[40,120][400,180]" enabled="true"/>
 <node class="android.widget.EditText" text="s3cret" password="true" bounds="[40,200][400,260]"/>
 <node class="android.view.View" bounds="[40,300][1040,900]" enabled="true"/>
 <node class="android.widget.ImageView" bounds="[1000,120][1010,126]" enabled="true"/>
 <node class="android.widget.TextView" text="Gone" bounds="[40,950][400,990]" visible-to-user="false"/>
 <node class="android.widget.LinearLayout" clickable="true" bounds="[40,1000][1040,1100]" enabled="true">
  <node class="android.widget.TextView" text="Wi-Fi" bounds="[60,1010][400,1050]" enabled="true"/>
  <node class="android.widget.TextView" text="Connected" bounds="[60,1050][400,1090]" enabled="true"/>
 </node>
</node></hierarchy>"""


def test_texts_are_told_and_only_what_holds_none_is_left_to_be_read() -> None:
    told = told_lines(DUMP, Rect(0, 0, 1080, 2200))
    assert [line.text for line in told.lines] == ["Two words", "Wi-Fi", "Connected"]
    canvas, above, below = Rect(40, 300, 1040, 900), Rect(0, 0, 1080, 100), Rect(0, 2000, 1080, 2200)
    secret = Rect(40, 200, 400, 260)
    assert set(told.drawn) == {canvas, above, below}, "neither the password nor a speck"
    assert secret not in told.drawn


def test_a_row_that_is_touched_as_a_whole_goes_by_its_texts() -> None:
    row = next(each for each in parse(DUMP) if each.role == "list item")
    assert row.name == "Wi-Fi Connected"
    field = next(each for each in parse(DUMP) if each.secret)
    assert (field.role, field.value) == ("password field", None)


def test_half_a_dump_is_none() -> None:
    with pytest.raises(Malformed, match="could not get idle state"):
        parse("ERROR: could not get idle state.\n")
    with pytest.raises(Malformed):
        told_lines(DUMP[:400], Rect(0, 0, 1, 1))
