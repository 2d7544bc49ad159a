"""The tokens of a broken line, put right so that the grammar takes them.

An editor wants the tree while a person is still typing: `CLICK(box=[[1,2` is a CLICK with a box that
is not finished. What is missing is put in (a value, a comma, closing brackets), and what fits nowhere
is left out; the mistake itself has been reported by then. The tokens put in have no width, so the
places in the tree are those of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from cogscript.language.syntax.builder import Token
from cogscript.language.syntax.parser import FINISH, token_pattern, tokens

_CLOSER = {"OPEN": "CLOSE", "OPEN_LIST": "CLOSE_LIST"}
_WANTED_AFTER = {"KEY": "value", "COMMA": "item", "OPEN": "item", "OPEN_LIST": "item"}


@cache
def _pattern() -> re.Pattern[str]:
    # A text without its closing quotes goes to the end of the line, a long one to the end of the piece.
    return token_pattern(UNCLOSED=r"""'''[\s\S]*|\"\"\"[\s\S]*|'[^\n]*|"[^\n]*""")


def repaired(piece: str) -> Iterator[Token]:
    """The tokens of a piece of text that does not parse, as tokens of one that does."""
    closers: list[str] = []  # those that are still to come, innermost last
    still_open = {"CLOSE": 0, "CLOSE_LIST": 0}
    wanted = ""  # in brackets: a value for its key, an item, or the comma after one
    begun = False
    at = 0  # where the last token ended

    def close() -> Token:
        kind = closers.pop()
        still_open[kind] -= 1
        return Token(kind, "", at, at)

    for token in tokens(piece, _pattern()):
        kind = token.type
        fits = closers or kind in ("OPEN", FINISH) or (kind == "NAME" and not begun)
        closes_nothing = kind in still_open and not still_open[kind]
        if not fits or closes_nothing or kind == "STRAY" or (kind == "COMMA" and wanted == "item"):
            continue
        if kind == "UNCLOSED":
            mark = token.value[:3] if token.value.startswith(("'''", '"""')) else token.value[0]
            token = Token("STRING", token.value + mark, token.start_pos, token.end_pos)
        if wanted == "value" and kind in ("COMMA", "KEY", "CLOSE", "CLOSE_LIST", FINISH):
            yield Token("NAME", "None", at, at)
            wanted = "comma"
        if kind == FINISH:
            at += len(piece[at:]) - len(piece[at:].lstrip(" \t"))
            while closers:
                yield close()
        elif kind in still_open:
            while closers[-1] != kind:
                yield close()
            closers.pop()
            still_open[kind] -= 1
        elif closers and kind != "COMMA":
            while kind == "KEY" and closers[-1] == "CLOSE_LIST":
                yield close()
                wanted = "comma"
            if wanted == "comma":
                yield Token("COMMA", ",", at, at)
        yield token
        if kind in _CLOSER:
            closers.append(_CLOSER[kind])
            still_open[_CLOSER[kind]] += 1
        wanted = _WANTED_AFTER.get(kind, "comma")
        begun, at = True, token.end_pos
