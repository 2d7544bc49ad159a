"""How exactly mixed pages and rows alike are read: `python benchmarks/read_mixed.py [SEED [PAGES]]`.

Pages are made up anew from words, the fonts of this machine, sizes and colours (another seed, other pages):
Chinese words with spaces between them, as forms and tables have them, Latin words, figures, prices, dates.
The reference is the bare engine on the same pictures. Rows that look alike are shown by a real editor, read
from the pixels in boxes of several heights, and taken from the program.
"""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any, NamedTuple

from PIL import Image, ImageDraw, ImageFont
from read import BEST, distance, mousepad, row, scrolled

from cogscript.language.model.box import Rect
from cogscript.reading import Reader, open_reader, read_still
from cogscript.settings import ReadingSettings, Settings
from cogscript.surfaces import open_surface

CHINESE = """
订单 备注 项目 名称 规格 型号 单位 仓库 库存 采购 供应商 联系人 手机号码 收货地址 快递单号 发货时间
付款方式 优惠券 券后价 原价 折扣 合计 小计 税率 发票抬头 开户银行 账号 申请人 部门经理 审批意见
同意 驳回 转交 附件 下载 上传 预览 打印 关闭 返回 首页 上一步 下一步 员工 姓名 性别 出生日期 身份证
户籍 学历 专业 入职 离职 工资 奖金 考勤 请假 加班 出差 报销 会议室 预约 日程 提醒 通知公告 新闻
天气 温度 湿度 空气质量 高铁 航班 酒店 门票 风景区 博物馆 图书馆 医院 挂号 科室 医生 处方 药品
检查结果 体检 保险 理赔 贷款 利息 余额 转账 充值 密码 验证码 登录 注册 忘记 设置 语言 主题 字体
颜色 背景 亮度 音量 网络 蓝牙 更新 版本 许可 协议 隐私 帮助 反馈 关于 苹果 香蕉 牛奶 面包
"""
LATIN = """
Invoice Total VAT Order Status Pending Shipped Size XL Model Pro Max Wi-Fi USB-C iPhone ThinkPad
Qty Unit Price Email Phone Address Zip City Country Notes Draft Final Review Approved by on for the
and with from Excel PDF Word Beijing Shanghai
"""
INKS = (
    ("#000000", "#ffffff"),
    ("#333333", "#f5f5f5"),
    ("#1a73e8", "#ffffff"),
    ("#e8eaed", "#202124"),
    ("#8b0000", "#fffbe6"),
)
SIZES = {"small (13, 14 px)": range(13, 15), "usual (15 to 24 px)": range(15, 25)}
ROW = "the same row 订单 备注"
ROWS = 60


class Font(NamedTuple):
    file: str
    number: int
    """Its place in a file of several."""


def fonts() -> list[Font]:
    """The fonts of this machine that hold simplified Chinese, in an order that does not change."""
    said = subprocess.run(
        ["fc-list", "-f", "%{file}|%{index}|%{variable}\n", ":lang=zh-cn"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found = {tuple(line.split("|")[:2]) for line in said.splitlines() if not line.endswith("True")}
    return sorted(Font(file, int(index)) for file, index in found)


def word(chance: random.Random) -> str:
    kind = chance.random()
    if kind < 0.6:
        return "".join(chance.choices(CHINESE.split(), k=chance.randint(1, 2)))
    if kind < 0.8:
        return chance.choice(LATIN.split())
    return chance.choice(
        [
            f"{chance.randint(1, 99999)}",
            f"￥{chance.random() * 500:.2f}",
            f"2026-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}",
            f"{chance.choice(CHINESE.split())}：{chance.random() * 100:.2f}",
            f"{chance.randint(1, 99)}%",
        ]
    )


def page(chance: random.Random, sizes: range) -> tuple[Image.Image, str]:
    """A page of 20 lines in letters of one of the sizes, and what it says."""
    face = chance.choice(fonts())
    size = chance.choice(sizes)
    font = ImageFont.truetype(face.file, size, index=face.number & 0xFFFF)
    ink, ground = chance.choice(INKS)
    pitch = round(size * chance.uniform(1.5, 2.0))
    picture = Image.new("RGB", (1100, 20 * pitch + 20), ground)
    pen = ImageDraw.Draw(picture)
    lines: list[str] = []
    for number in range(20):
        text = word(chance)
        for _ in range(chance.randint(2, 7)):
            longer = f"{text} {word(chance)}"
            text = longer if pen.textlength(longer, font) < 1060 else text
        pen.text((20, 10 + number * pitch), text, fill=ink, font=font)
        lines.append(text)
    return picture, "\n".join(lines)


def bare_text(engine: Any, picture: Image.Image) -> str:
    import numpy as np

    return "\n".join(engine(np.asarray(picture)[:, :, ::-1]).txts or ())


def error_rates(reader: Reader, chance: random.Random, count: int) -> None:
    from rapidocr import RapidOCR

    engine = RapidOCR(params={"Global.log_level": "critical", **BEST})
    for name, sizes in SIZES.items():
        wrong = bare = total = 0
        for _ in range(count):
            picture, text = page(chance, sizes)
            read = read_still(picture, reader, Rect(0, 0, *picture.size)).text
            wrong, total = wrong + distance(text, read), total + len(text)
            bare += distance(text, bare_text(engine, picture))
            for one, other in zip(text.split("\n"), read.split("\n"), strict=False):
                if one != other:
                    print(f"  {one!r}\n    read as {other!r}")
        row(f"characters wrong in {name} letters, of {total}", f"{wrong / total:.2%}", "at most 0.30%")
        row("  the bare engine on the same pictures", f"{bare / total:.2%}", "")


def rows_alike(screen: Any, reader: Reader, chance: random.Random) -> None:
    with mousepad(screen, "\n".join([ROW] * ROWS)) as area:
        own = screen.elements.own_text(area, to_the_end=True)
        told = len(own.split("\n")) if own else 0
        row(f"{ROWS} rows alike: the program's own", str(told), str(ROWS))
        for lower in sorted(chance.sample(range(0, 200), 3)):
            screen.move(area.middle)
            screen.scroll("up", 200)
            place = Rect(area.left, area.top, area.right, area.bottom - lower)
            reading = scrolled(screen, reader, place)
            found = [line for line in reading.text.split("\n") if line.strip()]
            warned = " and a warning" if reading.warnings else ""
            row(
                f"  by pixels, the box {lower} px less high", f"{len(found)}{warned}", f"{ROWS}, or a warning"
            )


def main() -> None:
    chance = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    reader = open_reader(ReadingSettings())
    error_rates(reader, chance, count)
    screen: Any = open_surface("virtual", settings=Settings())
    try:
        rows_alike(screen, reader, chance)
    finally:
        screen.close()


if __name__ == "__main__":
    main()
