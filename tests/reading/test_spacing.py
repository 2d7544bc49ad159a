"""Characters that are drawn alike in two widths, told apart by the room they take."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw, ImageFont

from cogscript.reading import read_still

FONT = "/usr/share/fonts/opentype/noto/NotoSansCJK-{}.ttc"
SIMPLIFIED = 2
LINES = ["券后价 ¥17.00 原价 ¥25.50", "合计 ￥408.54 元", "¥99 起", "￥99 起"]


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
def test_a_wide_yen_sign_and_a_narrow_one(weight, reader):
    font = ImageFont.truetype(FONT.format(weight), 20, index=SIMPLIFIED)
    picture = Image.new("RGB", (500, 40 * len(LINES)), "white")
    for number, line in enumerate(LINES):
        ImageDraw.Draw(picture).text((10, 8 + 40 * number), line, fill="black", font=font)
    assert read_still(picture, reader).text.split("\n") == LINES


SMALL = [
    "湿度药品 驳回网络 部门经理 航班快递单号",
    "库存出生日期 USB-C 97191 账号 66692 Unit",
    "原价：93.45 ￥187.87 ¥38.56 2026-11-22 72% Order",
    "第3页 A4纸 Windows主题 Email地址 共28件",
]


@pytest.mark.parametrize("size", [13, 14])
@pytest.mark.parametrize("weight", ["Regular", "Bold"])
def test_small_print_whose_letters_touch(weight, size, reader):
    font = ImageFont.truetype(FONT.format(weight), size, index=SIMPLIFIED)
    picture = Image.new("RGB", (500, 30 * len(SMALL)), "white")
    for number, line in enumerate(SMALL):
        ImageDraw.Draw(picture).text((10, 6 + 30 * number), line, fill="black", font=font)
    assert read_still(picture, reader).text.split("\n") == SMALL


@pytest.mark.parametrize(("file", "index"), [("NotoSerifCJK-Regular", 2), ("NotoSansCJK-Bold", 9)])
def test_a_wide_colon_behind_a_label_and_one_space_before_a_figure(file, index, reader):
    lines = [
        "and 上一步关闭 for 优惠券 加班：97.94",
        "Email 协议：51.62 97973 Beijing",
        "字体 税率下一步 6%",
    ]
    font = ImageFont.truetype(f"/usr/share/fonts/opentype/noto/{file}.ttc", 13, index=index)
    picture = Image.new("RGB", (500, 26 * len(lines)), "white")
    for number, line in enumerate(lines):
        ImageDraw.Draw(picture).text((20, 6 + 26 * number), line, fill="black", font=font)
    assert read_still(picture, reader).text.split("\n") == lines
