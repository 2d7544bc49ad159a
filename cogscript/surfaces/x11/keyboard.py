"""Keys on an X server, through XTest: which keycode is which key, and what is held down.

A key the keyboard does not have is bound to a keycode nobody uses, and unbound when the screen closes.
Events are not awaited one by one: the server handles one client's requests in order, so a flush is
enough, and any later question waits for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.key_names import X11, missing_key

_PRESS, _RELEASE = 2, 3
_SHIFT = 0xFFE1
_LEVEL3 = 0xFE03
_UNICODE = 0x01000000
_LATIN1 = range(0x20, 0x100)


class Place(NamedTuple):
    """Where a keysym lies: its keycode, and the modifiers' keycodes that reach it."""

    keycode: int
    with_keys: tuple[int, ...] = ()


def keysym_of(character: str) -> int:
    """The keysym that enters a character."""
    number = ord(character)
    special = {"\n": 0xFF0D, "\t": 0xFF09}
    if character in special:
        return special[character]
    return number if number in _LATIN1 and number != 0x7F else _UNICODE + number


class Held:
    """What is down, in the order pressed: from before it is pressed until the server was told to let go.

    A signal may come between any two instructions; whatever might be down by then is still listed.
    """

    def __init__(self) -> None:
        self._down: dict[int, None] = {}
        self._going: dict[int, None] = {}

    def __iter__(self) -> Iterator[int]:
        return iter(list(self._down))

    def __contains__(self, number: object) -> bool:
        return number in self._down and number not in self._going

    def pressing(self, number: int) -> None:
        self._going.pop(number, None)
        self._down[number] = None

    def releasing(self, number: int) -> None:
        self._going[number] = None

    def sent(self) -> None:
        """Everything said so far has reached the server."""
        for number in self._going:
            self._down.pop(number, None)
        self._going.clear()


class Keyboard:
    def __init__(self, display: Any) -> None:
        self._keys = Held()
        self._bound: dict[int, int] = {}
        self._display = display
        self._read_mapping()

    def use(self, display: Any) -> None:
        """Go on over another connection."""
        self._display = display

    def _read_mapping(self) -> None:
        info = self._display.display.info
        self._first: int = info.min_keycode
        rows = self._display.get_keyboard_mapping(self._first, info.max_keycode - self._first + 1)
        self._width = len(rows[0]) if rows else 1
        self._spare: list[int] = [self._first + at for at, row in enumerate(rows) if not any(row)]
        self._spare.reverse()
        plain: dict[int, int] = {}
        columns: dict[int, dict[int, int]] = {1: {}, 4: {}, 5: {}}
        for at, row in enumerate(rows):
            if row[0]:
                plain.setdefault(row[0], self._first + at)
            for column, table in columns.items():
                if column < len(row) and row[column]:
                    table.setdefault(row[column], self._first + at)
        self._places = {keysym: Place(code) for keysym, code in plain.items()}
        shift, level3 = plain.get(_SHIFT), plain.get(_LEVEL3)
        reach = {1: (shift,), 4: (level3,), 5: (shift, level3)}
        for column, table in columns.items():
            modifiers = tuple(code for code in reach[column] if code is not None)
            if len(modifiers) == len(reach[column]):
                for keysym, code in table.items():
                    self._places.setdefault(keysym, Place(code, modifiers))

    @property
    def held(self) -> list[int]:
        """The keycodes this run holds down, in the order pressed."""
        return list(self._keys)

    # --- keys ---------------------------------------------------------------------------

    def place(self, key: str) -> Place:
        """Where a canonical key lies."""
        keysyms = X11.get(key)
        if keysyms is None:
            raise missing_key("X11", key)
        for keysym in keysyms:
            place = self._places.get(keysym)
            # Shift does not reach the keypad's digits when Num Lock is on: bind them instead.
            if place and not (place.with_keys and key.startswith("keypad_")):
                return place
        return self.bind(keysyms[:1])[0]

    def down(self, key: str) -> None:
        place = self.place(key)
        extra = [code for code in place.with_keys if code not in self._keys]
        for code in (*extra, place.keycode):
            self._press(code)
        for code in reversed(extra):
            self._release(code)
        self.flush()

    def up(self, key: str) -> None:
        self._release(self.place(key).keycode)
        self.flush()

    def release_all(self) -> None:
        for code in reversed(self.held):
            self._release(code)
        self.flush()

    def hold(self, codes: Sequence[int]) -> None:
        """Press again what was held before."""
        for code in codes:
            self._press(code)
        self.flush()

    def _press(self, code: int) -> None:
        self._keys.pressing(code)
        self._display.xtest_fake_input(_PRESS, code)

    def _release(self, code: int) -> None:
        self._keys.releasing(code)
        self._display.xtest_fake_input(_RELEASE, code)

    def flush(self) -> None:
        self._display.flush()
        self._keys.sent()

    # --- shortcuts and characters ---------------------------------------------------------

    def chord(self, *keys: str) -> None:
        """Press the keys in order and let go in reverse: a shortcut."""
        self.strike(Place(self.place(keys[-1]).keycode, tuple(self.place(key).keycode for key in keys[:-1])))
        self.flush()

    def strike(self, place: Place) -> None:
        """Press and release the key at a place, with the modifiers that reach it."""
        codes = (*place.with_keys, place.keycode)
        for code in codes:
            self._press(code)
        for code in reversed(codes):
            self._release(code)

    def reachable(self, character: str) -> Place | None:
        """Where a character lies on the layout itself; None when it has to be bound."""
        return self._places.get(keysym_of(character))

    @property
    def spare_count(self) -> int:
        return len(self._spare) + len(self._bound)

    def bind(self, keysyms: Sequence[int]) -> list[Place]:
        """Spare keycodes that give these keysyms, taking back the longest bound when all are used."""
        places = []
        for keysym in keysyms:
            code = next((code for code, bound in self._bound.items() if bound == keysym), None)
            if code is None:
                code = self._free_keycode()
                self._display.change_keyboard_mapping(code, [[keysym] * self._width])
            self._bound.pop(code, None)
            self._bound[code] = keysym
            places.append(Place(code))
        self._display.sync()
        return places

    def _free_keycode(self) -> int:
        if self._spare:
            return self._spare.pop()
        code = next((code for code in self._bound if code not in self.held), None)
        if code is None:
            raise Fault("keyboard", "the keyboard layout leaves no key free for characters it lacks")
        del self._bound[code]
        return code

    def unbind_all(self) -> None:
        """Leave the layout as it was found."""
        for code in self._bound:
            self._display.change_keyboard_mapping(code, [[0] * self._width])
            self._spare.append(code)
        self._bound.clear()
        self._display.flush()
