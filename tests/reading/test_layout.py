"""Lines on a picture → text that keeps rows, columns, indents."""

from __future__ import annotations

from itertools import pairwise

from cogscript.language.model.box import Rect
from cogscript.reading import Line, text_of
from cogscript.reading.glyphs import Placed, is_wide, share
from cogscript.reading.layout import in_reading_order
from cogscript.reading.metrics import agree, measure
from cogscript.reading.spacing import cells_of, spaces

CELL, EM = 9, 15


def line(text, left, top, *, cell=CELL, em=EM, height=15):
    """A line of an even font, each character in its cell."""
    columns = []
    at = left
    for character in text:
        advance = em if is_wide(character) else cell
        columns.append((at + 1, at + advance - 1))
        at += advance
    return Line(text, Rect(left + 1, top, at - 1, top + height), 0.99, tuple(columns))


def test_nothing_says_nothing():
    assert text_of([]) == ""


def test_rows_from_the_top_each_from_the_left():
    lines = [line("d", 200, 41), line("b", 200, 10), line("c", 5, 40), line("a", 5, 12)]
    assert [each.text for each in in_reading_order(lines)] == ["a", "b", "c", "d"]


def test_indents_and_columns_keep_their_spaces():
    lines = [
        line("Name", 0, 0),
        line("Price", 12 * CELL, 0),
        line("for item", 0, 23),
        line("print(it)", 4 * CELL, 46),
        line("苹果", 0, 69),
        line("12.50", 12 * CELL, 69),
    ]
    # 苹果 is 30 pixels wide; the figures begin 108 from the left: 78 more, at 9 a space.
    assert text_of(lines) == "Name        Price\nfor item\n    print(it)\n苹果         12.50"


def test_a_blank_row_stays_a_blank_row():
    lines = [line("one", 0, 0), line("two", 0, 23), line("three", 0, 69), line("four", 0, 92)]
    assert text_of(lines) == "one\ntwo\n\nthree\nfour"


def test_lines_without_columns_are_spread_evenly():
    lines = [
        Line("left", Rect(0, 0, 36, 15), 1.0),
        Line("right", Rect(90, 0, 135, 15), 1.0),
        Line("below", Rect(0, 23, 45, 38), 1.0),
    ]
    assert text_of(lines) == "left      right\nbelow"


def spelt(pairs):
    """The text that characters with the columns of their ink make."""
    placed = [Placed(character, *columns) for character, columns in pairs]
    (font,) = agree([measure(placed, 15)])
    cells = cells_of(placed, font)
    text = cells[0].letter.character
    for before, cell in pairwise(cells):
        text += " " * spaces(before, cell, font) + cell.letter.character
    return text


def even(text, *, said=None):
    """Ink of an even Latin font and a square Chinese one; `said` is what the engine made of each character.

    As programs set it, a space after Chinese is a narrow one of the Chinese font.
    """
    pairs = []
    at = 0
    last = ""
    said = said or text.replace(" ", "")
    told = iter(said)
    for character in text:
        if character == " ":
            at += 3 if is_wide(last) else CELL
            continue
        if is_wide(character):
            ink = (at + 2, at + 5) if character in "，。" else (at, at + 14)
            at += EM
        else:
            ink = (at + 3, at + 6) if character in ",.:" else (at + 1, at + 8)
            at += CELL
        pairs.append((next(told), ink))
        last = character
    return pairs


def test_narrow_spaces_between_chinese_and_english_are_found():
    text = "会议纪要 Meeting notes 的第一次 review 结束"
    assert spelt(even(text)) == text


def test_no_space_is_made_up_between_chinese_and_english():
    text = "没有空格的中文和English混排文本test"
    assert spelt(even(text)) == text


def test_a_latin_comma_among_chinese_ones_is_known_by_its_room():
    text = "命名 parse, check, load，然后保存，结束"
    said = "命名parse，check，load，然后保存，结束"
    assert spelt(even(text, said=said)) == text


def test_without_chinese_there_is_no_wide_punctuation():
    assert spelt(even("one, two: three", said="one，two：three")) == "one, two: three"


def test_ink_goes_to_the_characters_it_belongs_to():
    # 川 in three pieces, "rn" run together, and a middle that the engine put into the gap beside its letter.
    pieces = [(0, 3), (5, 8), (10, 14), (20, 34), (38, 44)]
    assert share([7, 24, 31, 37], pieces, [14, 0, 0, 0], [0, 14, 14, 14]) == [
        (0, 14),
        (20, 27),
        (27, 34),
        (38, 44),
    ]


def wide(text, *, space, em=15):
    """Chinese in a font whose space is so wide; ink leans to either side by a pixel."""
    pairs = []
    at = 0
    for count, character in enumerate(text):
        if character == " ":
            at += space
            continue
        lean = int(count % 3 == 0)
        pairs.append((character, (at + 1 + lean, at + em - 1 + lean)))
        at += em
    return pairs


def test_a_space_between_chinese_words_is_as_wide_as_the_font_makes_it():
    text = "订单 备注 项目 会议纪要 完成"
    for space in (4, 5, 7, 9):
        assert spelt(wide(text, space=space)) == text


def test_no_space_is_seen_where_ink_only_leans():
    text = "订单备注项目会议纪要完成"
    assert spelt(wide(text, space=0)) == text


def test_characters_that_touch_share_pieces_that_are_not_theirs_alone():
    # 添 with the left half of 加, then the right half: two characters of 15 on pieces of 23 and 6.
    assert share([8.0, 23.0, 40.0], [(0, 23), (24, 30), (32, 47)], [15.0] * 3, [0.0] * 3)[:2] == [
        (0, 15),
        (15, 30),
    ]
