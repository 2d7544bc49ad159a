"""Pictures drawn for tests: text as a screen shows it, on an even ground, scrolled by whole pixels."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFont

ROW = 24


def page(rows, *, width=400, ground="white", ink="black", size=16, row=ROW, left=8) -> Image.Image:
    """A row of text each `row` pixels."""
    picture = Image.new("RGB", (width, row * len(rows)), ground)
    pen = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size)
    for at, text in enumerate(rows):
        pen.text((left, at * row + 2), text, fill=ink, font=font)
    return picture


class Scrolled:
    """A document behind a window `height` pixels high, with whatever stands still laid over it."""

    def __init__(self, document, height, *, notch=40, overlay=None, thumb=False):
        self.document = np.asarray(document)
        self.height, self.notch, self.overlay, self.thumb = height, notch, overlay, thumb
        self.offset = 0
        self.looks = 0

    @property
    def end(self):
        return len(self.document) - self.height

    def scroll(self, notches):
        self.offset = min(self.end, self.offset + notches * self.notch)

    def capture(self):
        self.looks += 1
        view = self.document[self.offset : self.offset + self.height].copy()
        if self.thumb:
            length = self.height * self.height // len(self.document)
            top = (self.height - length) * self.offset // max(1, self.end)
            view[:, -10:] = 240
            view[top : top + length, -8:-2] = 120
        if self.overlay:
            self.overlay(view, self.looks)
        return Image.fromarray(view)
