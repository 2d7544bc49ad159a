"""What reading the screen costs and how well it reads: `python benchmarks/read.py [LINES] [SEED]`.

Texts are made up anew from word lists (another seed, another text), shown by real programs on a private
desktop and read back. References are the bare engine on the same pixels in the same run: with the
settings that suit a screen best, and with its own defaults. Only the ratios mean something.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image

from cogscript.language.model.box import Rect
from cogscript.reading import Line, Reader, Reading, open_reader, read_scrolling, read_still, wait_still
from cogscript.settings import ReadingSettings, Settings
from cogscript.surfaces import open_surface

CHINESE = """
会议 项目 报告 用户 数据 系统 测试 结果 文件 保存 打开 北京 上海 客户 合同 金额 数量 单价 发票 确认 请 已
完成 需要 更新 版本 功能 问题 修复 今天 明天 开始 结束 时间 地址 电话 邮箱 密码 登录 退出 查询 添加 删除 修改
导出 打印
"""
ENGLISH = """
report invoice total status update version client server OCR API meeting notes project budget review password
login query export print manager quick brown fox jumps over lazy dog Windows Linux macOS order price quantity
amount Hello World file save open close window button
"""


def phrase(chance: random.Random) -> str:
    """A line of mixed Chinese and English, with figures and the marks of both."""
    words: list[str] = []
    for _ in range(chance.randint(4, 8)):
        kind = chance.random()
        if kind < 0.4:
            words.append("".join(chance.choices(CHINESE.split(), k=chance.randint(1, 3))))
        elif kind < 0.8:
            words.append(" ".join(chance.choices(ENGLISH.split(), k=chance.randint(1, 2))))
        else:
            words.append(
                chance.choice([f"{chance.randint(1, 9999)}", f"{chance.random() * 100:.2f}", "10:30"])
            )
    text = words[0]
    for word in words[1:]:
        chinese = ord(text[-1]) > 0x2E80 and ord(word[0]) > 0x2E80
        text += (chance.choice("，、；") if chinese else chance.choice([" ", " ", " ", ", "])) + word
    return text + chance.choice(["", "", "。" if ord(text[-1]) > 0x2E80 else "."])


def distance(one: str, two: str) -> int:
    """Characters to add, drop or change."""
    before = list(range(len(two) + 1))
    for row, left in enumerate(one, 1):
        current = [row]
        for column, right in enumerate(two, 1):
            change = before[column - 1] + (left != right)
            current.append(min(before[column] + 1, current[-1] + 1, change))
        before = current
    return before[-1]


def least(measured: Callable[[], object], times: int = 5) -> float:
    best = float("inf")
    for _ in range(times):
        began = time.perf_counter()
        measured()
        best = min(best, time.perf_counter() - began)
    return best


class Watched:
    """A reader that keeps what it was given."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.pictures: list[Image.Image] = []

    def lines(self, picture: Image.Image) -> Sequence[Line]:
        self.pictures.append(picture)
        return self.reader.lines(picture)


@contextmanager
def mousepad(screen: Any, text: str, theme: str = "") -> Iterator[Rect]:
    """The text in a maximised editor; where its page is."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "text.txt")
        file.write_text(text + "\n", encoding="utf-8")
        environment = dict(screen.environment) | ({"GTK_THEME": theme} if theme else {})
        program = subprocess.Popen(
            ["mousepad", "--disable-server", str(file)], env=environment, stderr=subprocess.DEVNULL
        )
        try:
            while not (windows := [each for each in screen.windows() if "Mousepad" in each.title]):
                time.sleep(0.05)
            screen.window_action(windows[0], "maximize")
            wait_still(screen.capture, limit=20, quiet=1.0)
            yield page_of(screen.capture())
        finally:
            program.kill()
            program.wait()
            while screen.windows():
                time.sleep(0.05)


def page_of(picture: Image.Image) -> Rect:
    """The largest stretch of rows that begin in one colour: the editor's page, below its bars."""
    column = [picture.getpixel((picture.width - 40, row)) for row in range(picture.height)]
    best = begin = 0
    longest = 0
    for row in range(1, len(column) + 1):
        if row == len(column) or column[row] != column[begin]:
            if row - begin > longest:
                best, longest = begin, row - begin
            begin = row
    return Rect(2, best + 1, picture.width - 2, best + longest - 1)


def bare_engine(**parameters: Any) -> Callable[[Image.Image], object]:
    import numpy as np
    from rapidocr import RapidOCR

    engine = RapidOCR(params={"Global.log_level": "critical", **parameters})
    return lambda picture: engine(np.asarray(picture.convert("RGB"))[:, :, ::-1])


BEST = {
    "Det.limit_type": "max",
    "Det.limit_side_len": 100_000,
    "Global.max_side_len": 100_000,
    "Global.use_cls": False,
}


def scrolled(screen: Any, reader: Reader, area: Rect) -> Reading:
    screen.move(area.middle)
    return read_scrolling(screen.capture, lambda notches: screen.scroll("down", notches), reader, area=area)


def row(name: str, value: str, target: str) -> None:
    print(f"{name:<58} {value:>14}   {target}")


def error_rates(screen: Any, reader: Reader, chance: random.Random) -> None:
    for name, theme in (("light", ""), ("dark", "Adwaita:dark")):
        wrong = total = 0
        for _ in range(2):
            text = "\n".join(phrase(chance) for _ in range(25))
            with mousepad(screen, text, theme) as area:
                read = read_still(screen.capture(), reader, area).text
            wrong, total = wrong + distance(text, read), total + len(text)
        row(f"characters wrong in mousepad, {name}, of {total}", f"{wrong / total:.2%}", "at most 0.50%")


def long_document(screen: Any, reader: Reader, count: int, chance: random.Random) -> None:
    lines = [f"{number:03d} {phrase(chance)}" for number in range(1, count + 1)]
    watched = Watched(reader)
    with mousepad(screen, "\n".join(lines)) as area:
        began = time.perf_counter()
        reading = scrolled(screen, watched, area)
        seconds = time.perf_counter() - began
    numbers = [line[:3] for line in reading.text.split("\n") if line.strip()]
    wanted = [line[:3] for line in lines]
    twice = sum(times - 1 for times in Counter(numbers).values())
    row(f"{count} lines in mousepad: found", str(len(set(numbers) & set(wanted))), f"{count}")
    row("  in order", "yes" if numbers == wanted else "no", "yes")
    row("  twice", str(twice), "0")
    wrong = distance("\n".join(lines), reading.text) / sum(map(len, lines)) if count <= 300 else 0.0
    row("  characters wrong", f"{wrong:.2%}", "at most 0.50%")
    row(
        "  area given to the engine ÷ the document's",
        f"{reading.area / reading.document:.2f}",
        "at most 1.25",
    )
    tall = stacked(watched.pictures)
    bare = bare_engine(**BEST)
    bare(tall.crop((0, 0, tall.width, 100)))
    reference = least(lambda: bare(tall), 1)
    row("  whole, without the program's scrolling ÷ one bare call",
        f"{(seconds - reading.scroll_seconds) / reference:.2f}", "at most 1.30")  # fmt: skip
    row("  (seconds: whole, scrolling, bare call)",
        f"{seconds:.1f} {reading.scroll_seconds:.1f} {reference:.1f}", "")  # fmt: skip


def stacked(pictures: Sequence[Image.Image]) -> Image.Image:
    tall = Image.new("RGB", (max(each.width for each in pictures), sum(each.height for each in pictures)))
    top = 0
    for picture in pictures:
        tall.paste(picture, (0, top))
        top += picture.height
    return tall


def one_line(screen: Any, reader: Reader, chance: random.Random) -> None:
    with mousepad(screen, "\n".join(phrase(chance)[:48] for _ in range(5))) as area:
        picture = screen.capture()
        first = read_still(picture, reader, area).lines[1].rect
    box = Rect(area.left, first.top - 3, area.left + 650, first.bottom + 3)
    crop = picture.crop(box)
    bare, plain = bare_engine(**BEST), bare_engine()
    for engine in (bare, plain):
        engine(crop)
    ours = least(lambda: read_still(picture, reader, box))
    row(
        "one line's box ÷ bare engine, best settings",
        f"{ours / least(lambda: bare(crop)):.2f}",
        "at most 1.20",
    )
    row(
        "bare engine, its defaults ÷ one line's box",
        f"{least(lambda: plain(crop)) / ours:.1f}",
        "at least 4.0",
    )


def heavy_imports() -> None:
    script = (
        "import sys, cogscript, cogscript.reading;"
        "cogscript.reading.open_reader(__import__('cogscript.settings').settings.ReadingSettings());"
        "print(*[m for m in ('rapidocr', 'onnxruntime', 'numpy', 'cv2', 'PIL') if m in sys.modules])"
    )
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    row("heavy modules loaded before the first picture", loaded.strip() or "none", "none")


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    chance = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 4)
    reader = open_reader(ReadingSettings())
    heavy_imports()
    screen: Any = open_surface("virtual", settings=Settings())
    try:
        error_rates(screen, reader, chance)
        one_line(screen, reader, chance)
        long_document(screen, reader, count, chance)
    finally:
        screen.close()


if __name__ == "__main__":
    main()
