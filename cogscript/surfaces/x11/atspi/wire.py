"""D-Bus messages as bytes: method calls out, replies in.

A look at a window is some thousand small messages, and a general library spends more time on building and
reading them than all the programs on answering. Only what such calls need is here: no signals, no file
descriptors, and replies in the byte order of this machine, in which every program on it writes.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

_ORDER, _MARK = ("<", b"l") if sys.byteorder == "little" else (">", b"B")
_CALL, _RETURN, _ERROR = 1, 2, 3
_PATH, _INTERFACE, _MEMBER, _REPLY_SERIAL, _DESTINATION, _SIGNATURE = 1, 2, 3, 5, 6, 8
_HEADER = struct.Struct(f"{_ORDER}cBBBIII")
_LENGTH = struct.Struct(f"{_ORDER}I")
_LONGEST = 128 * 1024 * 1024
"""The longest message D-Bus allows."""

_FIXED = {
    "y": "B", "b": "I", "n": "h", "q": "H", "i": "i", "u": "I", "x": "q", "t": "Q", "d": "d", "h": "I",
}  # fmt: skip
_NUMBERS = {code: struct.Struct(_ORDER + form) for code, form in _FIXED.items()}

Read = Callable[[bytes, int], tuple[Any, int]]
"""Reads a value at a place; gives it and the place behind it."""


def encode(
    serial: int, to: str, path: str, interface: str, method: str, signature: str, body: tuple[Any, ...]
) -> bytes:
    """A method call."""
    fields = _unchanging(to, interface, method, signature) + bytes((_PATH, 1)) + b"o\0" + _text(path)
    content = b""
    for code, value in zip(signature, body, strict=True):
        content += _written(code, value, len(content))
    head = _HEADER.pack(_MARK, _CALL, 0, 1, len(content), serial, len(fields))
    return _padded(head + fields) + content


@lru_cache(maxsize=512)
def _unchanging(to: str, interface: str, method: str, signature: str) -> bytes:
    """What is the same in a call to every object of a program."""
    named = ((_DESTINATION, to), (_INTERFACE, interface), (_MEMBER, method))
    fields = b"".join(_padded(bytes((code, 1)) + b"s\0" + _text(value)) for code, value in named)
    return fields + _padded(bytes((_SIGNATURE, 1)) + b"g\0" + _sign(signature)) if signature else fields


def _written(code: str, value: Any, at: int) -> bytes:
    if code == "s":
        return b"\0" * (-at % 4) + _text(value)
    if code == "v":
        kind, inner = value
        sign = _sign(kind)
        return sign + _written(kind, inner, at + len(sign))
    number = _NUMBERS[code]
    return b"\0" * (-at % number.size) + number.pack(value)


def _text(value: str) -> bytes:
    encoded = value.encode()
    return _LENGTH.pack(len(encoded)) + encoded + b"\0"


def _sign(signature: str) -> bytes:
    return bytes((len(signature),)) + signature.encode() + b"\0"


def _padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % 8)


class Replies:
    """Replies out of a stream of bytes."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, data: bytes) -> Iterator[tuple[int, tuple[Any, ...] | None]]:
        """Each reply that is complete: the serial of the call, and what was answered; None for an error."""
        self._data += data
        at = 0
        while len(self._data) - at >= _HEADER.size:
            mark, kind, _, _, length, _, fields = _HEADER.unpack_from(self._data, at)
            start = at + _HEADER.size + fields
            start += -(start - at) % 8
            end = start + length
            if end - at > _LONGEST:
                raise ConnectionResetError("the bus sent something that is no message")
            if len(self._data) < end:
                break
            if kind in (_RETURN, _ERROR) and mark == _MARK:
                message = bytes(self._data[at:end])
                serial, signature = _fields(message, _HEADER.size + fields)
                yield serial, _body(message, start - at, signature) if kind == _RETURN else None
            at = end
        del self._data[:at]


def _fields(message: bytes, end: int) -> tuple[int, str]:
    """Which call a message answers, and of what kind its content is."""
    serial, signature, at = -1, "", _HEADER.size
    while at < end:
        at += -at % 8
        code = message[at]
        value, at = _variant(message, at + 1)
        if code == _REPLY_SERIAL:
            serial = value
        elif code == _SIGNATURE:
            signature = value
    return serial, signature


def _body(message: bytes, at: int, signature: str) -> tuple[Any, ...]:
    values = []
    content = message[at:]  # places are counted from its beginning
    at = 0
    for read in _readers(signature):
        value, at = read(content, at)
        values.append(value)
    return tuple(values)


@lru_cache(maxsize=256)
def _readers(signature: str) -> tuple[Read, ...]:
    """How to read each value of a signature."""
    found = []
    at = 0
    while at < len(signature):
        read, _, at = _reader(signature, at)
        found.append(read)
    return tuple(found)


def _reader(signature: str, at: int) -> tuple[Read, int, int]:
    """How to read the type at a place of a signature, its alignment, and the place behind it."""
    code = signature[at]
    if code in "so":
        return _string, 4, at + 1
    if code == "v":
        return _variant, 1, at + 1
    if code == "g":
        return _short_string, 1, at + 1
    if code == "a":
        read, alignment, after = _reader(signature, at + 1)
        return _array(read, alignment, signature[at + 1] == "{"), 4, after
    if code in "({":
        parts, at = [], at + 1
        while signature[at] not in ")}":
            part, _, at = _reader(signature, at)
            parts.append(part)
        return _struct(parts), 8, at + 1
    return _number(_NUMBERS[code], code == "b"), _NUMBERS[code].size, at + 1


def _string(data: bytes, at: int) -> tuple[str, int]:
    at += -at % 4
    (length,) = _LENGTH.unpack_from(data, at)
    end = at + 4 + length
    return data[at + 4 : end].decode("utf-8", "replace"), end + 1


def _short_string(data: bytes, at: int) -> tuple[str, int]:
    end = at + 1 + data[at]
    return data[at + 1 : end].decode(), end + 1


def _variant(data: bytes, at: int) -> tuple[Any, int]:
    signature, at = _short_string(data, at)
    return _readers(signature)[0](data, at)


def _number(number: struct.Struct, truth: bool) -> Read:
    size = number.size

    def read(data: bytes, at: int) -> tuple[Any, int]:
        at += -at % size
        (value,) = number.unpack_from(data, at)
        return bool(value) if truth else value, at + size

    return read


def _array(read: Read, alignment: int, is_dict: bool) -> Read:
    def read_all(data: bytes, at: int) -> tuple[Any, int]:
        at += -at % 4
        (length,) = _LENGTH.unpack_from(data, at)
        at += 4
        at += -at % alignment
        end = at + length
        values = []
        while at < end:
            value, at = read(data, at)
            values.append(value)
        return dict(values) if is_dict else values, end

    return read_all


def _struct(parts: list[Read]) -> Read:
    def read(data: bytes, at: int) -> tuple[Any, int]:
        at += -at % 8
        values = []
        for part in parts:
            value, at = part(data, at)
            values.append(value)
        return tuple(values), at

    return read
