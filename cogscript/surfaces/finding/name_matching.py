"""How well a name on the screen fits the name a line gives: the same, the same but decorated, a part, alike.

Names drift in small ways that mean nothing (a colon, an ellipsis, a shortcut, a count, a star for unsaved
changes) and in ways that mean everything (Save and Save As). What only decorates is taken off before names
are compared; what is left over after that makes it another name.
"""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from enum import IntEnum
from functools import lru_cache

from cogscript.surfaces import roles
from cogscript.surfaces.finding.ui_words import meaning_of

ALIKE = 0.6
"""From here on two different labels may be the same thing renamed, if all else agrees."""
ALIKE_IN_PLACE = 0.45
"""The same, where the things around stand as they did: half of the words are enough."""

_SHORTCUT = re.compile(
    r"[\s(\[]+(?:(?:ctrl|control|alt|shift|cmd|command|super|meta|⌘|⌥|⇧|⌃)[+\- ]?)+\S{1,9}[)\]]?\s*$"
    r"|\s+f\d{1,2}\s*$|\s*\([a-z]\)\s*$",
    re.IGNORECASE,
)
_SIGNS = frozenset(":;,.…!?*·•、。：；，！？>»›▸▾▼►→←«‹<|")
_COUNT = re.compile(r"\s*[(\[（]\s*\d[\d.,+]*\s*[)\]）]\s*$")
_KIND_WORDS = sorted(roles.WORDS, key=len, reverse=True)
_KEPT = 4096
"""Labels whose forms are kept: a screen has the same ones at every step."""
_LETTER = re.compile(r"[^\W\d_]")
_WIDE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\u3040-\u30ff]")


class Fit(IntEnum):
    """How a name fits, from not at all to exactly."""

    NOT = 0
    PART = 1
    """The wanted name is a part of a longer one, in whole words."""
    DECORATED = 2
    """The same but for what decorates a label."""
    SAME = 3


@lru_cache(maxsize=_KEPT)
def fold(text: str) -> str:
    """Texts that look the same are the same: width, case and spaces, which OCR gets wrong, do not count."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


@lru_cache(maxsize=_KEPT)
def bare(text: str) -> str:
    """A label without what only decorates it, in lower case, one space between words."""
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    for pattern in (_SHORTCUT, _COUNT):
        plain = pattern.sub("", plain)
    # A mnemonic is marked by a single sign before its letter: `_Save`, `&Datei`.
    plain = re.sub(r"(?<!\w)[_&](?=\w)|(?<=\w)&(?=\w)", "", plain)
    kept = plain.strip()
    while kept and _decorates(kept[-1]):
        kept = kept[:-1].rstrip()
    while kept and _decorates(kept[0]):
        kept = kept[1:].lstrip()
    return kept or plain


def _decorates(character: str) -> bool:
    """Signs that follow or precede a label; `C++`, `C#` and `50%` keep theirs."""
    return character in _SIGNS or unicodedata.category(character) in ("So", "Cf", "Co")


def fit(wanted: str, name: str) -> Fit:
    """How a name on the screen fits the wanted one."""
    if not name or not wanted:
        return Fit.NOT
    one, other = fold(wanted), fold(name)
    if one == other:
        return Fit.SAME
    one, other = bare(wanted), bare(name)
    if fold(other) in (fold(one), fold(without_kind(one))):
        return Fit.DECORATED
    return Fit.PART if holds(other, one) else Fit.NOT


@lru_cache(maxsize=_KEPT)
def without_kind(name: str) -> str:
    """A description without the word for its kind: `Subject input box` is `Subject`, `搜索按钮` is `搜索`."""
    plain = name.casefold()
    for word in _KIND_WORDS:
        if plain.endswith(word) and plain != word:
            rest = plain[: -len(word)].rstrip()
            if rest != plain[: -len(word)] or _WIDE.search(word):
                return rest
    return name


def holds(text: str, part: str) -> bool:
    """Whether a text has another in it as whole words; Chinese has no spaces to tell words by."""
    if not part:
        return False
    if _WIDE.search(part):
        return fold(part) in fold(text)
    before = r"(?<!\w)" if part[0].isalnum() else ""
    after = r"(?!\w)" if part[-1].isalnum() else ""
    return re.search(before + re.escape(part) + after, text) is not None


def likeness(wanted: str, name: str) -> float:
    """From 0 to 1: how much two labels are alike in letters or in meaning, in whatever language.

    Two labels that are known to mean different things are not alike, however similar they look: Save and Save
    As, Check in and Check out.
    """
    one, other = bare(wanted), bare(name)
    if not one or not other:
        return 0.0
    if fold(one) == fold(other):
        return 1.0
    if re.findall(r"\d+", one) != re.findall(r"\d+", other) or not _LETTER.search(one):
        return 0.0  # a number is another number, and a sign another sign
    meaning, another = meaning_of(one), meaning_of(other)
    if meaning is not None and another is not None:
        return 0.9 if meaning == another else 0.0
    if min(len(fold(one)), len(fold(other))) < 3 and not _WIDE.search(one):
        return 0.0  # a letter or two are alike by chance
    letters = SequenceMatcher(None, fold(one), fold(other), autojunk=False).ratio()
    return max(letters if letters >= ALIKE else letters / 2, _shared_words(one, other))


def _shared_words(one: str, other: str) -> float:
    """How many of the words of the longer label the shorter one has; the head word must be among them."""
    words, others = _words(one), _words(other)
    if not words or not others:
        return 0.0
    shared = words & others
    return len(shared) / max(len(words), len(others)) if shared else 0.0


def _words(text: str) -> set[str]:
    spaced = _WIDE.sub(lambda match: f" {match.group()} ", text)
    return {str(meaning_of(word) or word) for word in re.findall(r"\w+", spaced)}
