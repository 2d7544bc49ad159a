"""What a backslash stands for between `$'` and `'`: a character by its name, its number, or its bytes."""

from __future__ import annotations

import re

_ESCAPED = re.compile(
    r"\\(?:x(?P<byte>[\da-fA-F]{1,2})|u(?P<short>[\da-fA-F]{1,4})|U(?P<long>[\da-fA-F]{1,8})"
    r"|(?P<octal>[0-7]{1,3})|c(?P<control>.)|(?P<other>.))",
    re.S,
)
_NAMED = {
    "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v",
    "'": "'", '"': '"', "\\": "\\", "?": "?",
}  # fmt: skip
_LAST = 0x10FFFF
_SURROGATES = range(0xD800, 0xE000)


def c_string(text: str) -> str:
    """The text that `$'…'` stands for. `\\x` and `\\101` are bytes: several of them may be one character."""
    made, at = b"", 0
    for found in _ESCAPED.finditer(text):
        made += text[at : found.start()].encode(errors="surrogatepass") + _bytes(found)
        at = found.end()
    return (made + text[at:].encode(errors="surrogatepass")).decode(errors="replace")


def _bytes(found: re.Match[str]) -> bytes:
    if found["byte"]:
        return bytes([int(found["byte"], 16)])
    if found["octal"]:
        return bytes([int(found["octal"], 8) & 0xFF])
    if found["control"]:
        return bytes([ord(found["control"]) & 0x1F])
    if digits := found["short"] or found["long"]:
        code = int(digits, 16)
        return found[0].encode() if code > _LAST or code in _SURROGATES else chr(code).encode()
    return _NAMED.get(found["other"], found[0]).encode(errors="surrogatepass")
