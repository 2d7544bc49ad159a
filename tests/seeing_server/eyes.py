"""The server's own eyes: another OCR than that of the program under test, on the picture that was sent."""

import base64
import functools
import io
import threading
import unicodedata
from typing import NamedTuple

import numpy as np
from PIL import Image

from cogscript.processors import usable_processors

_lock = threading.Lock()


class Text(NamedTuple):
    """A run of text in the picture's own pixels."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self):
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


class Sight(NamedTuple):
    """A picture, and what can be read in it."""

    image: Image.Image
    texts: list[Text]

    @property
    def size(self):
        return self.image.size

    def find(self, wanted):
        """The text that says it best: exactly, else as a part of the shortest line; None if none does."""
        plain = fold(wanted)
        holding = [each for each in self.texts if plain and plain in fold(each.text)]
        if not holding:
            return None
        return _part(min(holding, key=lambda each: (len(fold(each.text)), each.top)), plain)


def fold(text):
    """Without case, width and spaces: OCR is unsure of all three."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def _part(line, plain):
    """Where in a line a part of it stands, by counting characters."""
    whole = fold(line.text)
    start = whole.index(plain)
    step = (line.right - line.left) / len(whole)
    return Text(
        plain, line.left + start * step, line.top, line.left + (start + len(plain)) * step, line.bottom
    )


def decode(url):
    """The picture in a data URL; AssertionError where it is none."""
    head, _, data = url.partition(",")
    assert head in ("data:image/png;base64", "data:image/jpeg;base64"), f"no picture's data URL: {head[:60]}"
    image = Image.open(io.BytesIO(base64.b64decode(data, validate=True)))
    image.load()
    return image.convert("RGB")


def look(image):
    """What a picture says. The same picture is read once."""
    return Sight(image, _read(image.size, image.tobytes()))


@functools.lru_cache(maxsize=32)
def _read(size, pixels):
    rows = np.frombuffer(pixels, np.uint8).reshape(size[1], size[0], 3)[:, :, ::-1]
    with _lock:
        found = _engine()(np.ascontiguousarray(rows))
    return found


@functools.cache
def _engine():
    """A package's whole pipeline as it comes, with its own models where the older package is installed."""
    try:
        from rapidocr_onnxruntime import RapidOCR
    except ImportError:
        from rapidocr import RapidOCR

        engine = RapidOCR(
            params={
                "Global.log_level": "critical",
                "EngineConfig.onnxruntime.intra_op_num_threads": usable_processors(),
            }
        )

        def read(rows):
            found = engine(rows, use_cls=False)  # nothing on a screen stands on its head
            return _texts(found.boxes, found.txts) if found.boxes is not None else []
    else:
        engine = RapidOCR(intra_op_num_threads=usable_processors())

        def read(rows):
            found, _ = engine(rows, use_cls=False)
            return _texts([each[0] for each in found or ()], [each[1] for each in found or ()])

    return read


def _texts(boxes, texts):
    return [
        Text(
            text,
            float(min(x for x, _ in box)),
            float(min(y for _, y in box)),
            float(max(x for x, _ in box)),
            float(max(y for _, y in box)),
        )
        for box, text in zip(boxes, texts, strict=True)
    ]
