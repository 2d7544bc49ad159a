"""The size of a screenshot that a transcript carries, as base64, in one of its objects."""

from __future__ import annotations

import base64
import binascii
import io

from cogscript.dialects.formats.json_values import JsonObject, JsonValue
from cogscript.language.model.box import Size

_BEGINNING = 200_000
"""Characters that are decoded: a picture's head says its size."""


def picture_size(value: JsonObject) -> Size | None:
    """The size of the picture in `{"type": "image", "source": {"data": …}}` and its like; None if there
    is none, or it cannot be read."""
    data = _data(value)
    if data is None:
        return None
    from PIL import Image, UnidentifiedImageError

    try:
        head = base64.b64decode(data[: _BEGINNING - _BEGINNING % 4] + "===")
        with Image.open(io.BytesIO(head)) as picture:
            return Size(*picture.size)
    except (binascii.Error, UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
        return None


def _data(value: JsonObject) -> str | None:
    kind, source = value.get("type"), value.get("source")
    if kind == "image" and isinstance(source, JsonObject):
        return _text(source.get("data"))
    url = value.get("image_url")
    if isinstance(url, JsonObject):
        url = url.get("url")
    if isinstance(url, str) and url.startswith("data:image/"):
        return url.partition("base64,")[2] or None
    return _text(value.get("data")) if kind == "image" else None


def _text(value: JsonValue) -> str | None:
    return value if isinstance(value, str) and value else None
