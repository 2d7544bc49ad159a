"""Numbers as people write them: 17.00, 1,200, ¥17, 12%, 1.2万, (5), 1 200,50 €.

A screen shows numbers for people, so LESS and GREATER read them as a person would, and say so when a
text is no number or two of them cannot be compared.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from cogscript.language.model.diagnostic import Fault, shown

_SCALES = {
    "千": 3, "万": 4, "萬": 4, "亿": 8, "億": 8,
    "k": 3, "thousand": 3, "m": 6, "million": 6, "mio": 6, "bn": 9, "billion": 9,
}  # fmt: skip
_CURRENCIES = {
    "元": "¥", "圆": "¥", "円": "¥", "块": "¥", "cny": "¥", "rmb": "¥", "jpy": "¥",
    "人民币": "¥", "yuan": "¥",
    "usd": "$", "us": "$", "dollar": "$", "dollars": "$", "美元": "$", "eur": "€", "euro": "€", "欧元": "€",
    "gbp": "£", "英镑": "£", "krw": "₩", "inr": "₹", "chf": "CHF",
}  # fmt: skip
_DIGITS = re.compile(r"[+-]?(\d[\d.,'’ \u00a0\u202f\u2009_]*|[.,]\d+)(?:[eE]([+-]?\d{1,3}))?")
_GROUPING = "'’ \u00a0\u202f\u2009_"


@dataclass(frozen=True, slots=True)
class Number:
    value: Decimal
    currency: str = ""


def read(text: str | int | float) -> Number | None:
    """The number a text says; None when it says none, or more than one."""
    if not isinstance(text, str):
        return Number(Decimal(str(text)))
    rest = unicodedata.normalize("NFKC", text).strip().replace("−", "-").replace("–", "-").replace("，", ",")
    negative = rest.startswith("(") and rest.endswith(")")
    if negative:
        rest = rest[1:-1].strip()
    currency = ""
    signs = {character for character in rest if unicodedata.category(character) == "Sc"}
    if len(signs) > 1:
        return None
    for sign in signs:
        currency = "¥" if sign in "¥￥" else sign
        rest = rest.replace(sign, " ", 1)
    match = _DIGITS.search(rest)
    if match is None:
        return None
    before, after = rest[: match.start()].strip(), rest[match.end() :].strip()
    if before in ("-", "+"):
        if negative or match.group()[0] in "+-":
            return None
        before, negative = "", before == "-"
    places = 0
    if after.endswith("%") or after.endswith("‰"):
        places = -2 if after.endswith("%") else -3
        after = after[:-1].strip()
    for word in (before, *_tail(after)):
        folded = word.casefold()
        if not word:
            continue
        if folded in _SCALES and word != before:
            places += _SCALES[folded]
        elif folded in _CURRENCIES and currency in ("", _CURRENCIES[folded]):
            currency = _CURRENCIES[folded]
        else:
            return None
    value = _decimal(match.group().partition("e")[0].partition("E")[0].strip())
    if value is None:
        return None
    value = value.scaleb(places + int(match.group(2) or 0))
    return Number(-value if negative else value, currency)


def _tail(after: str) -> list[str]:
    """The words after a number: a scale, a currency, both (`1.2万元`)."""
    for scale in ("千", "万", "萬", "亿", "億"):
        if after.startswith(scale):
            return [scale, *_tail(after[len(scale) :].strip())]
    return after.split()


def _decimal(digits: str) -> Decimal | None:
    """Tell grouping from the decimal mark: `1,200` is twelve hundred, `17,00` is seventeen."""
    sign = -1 if digits.startswith("-") else 1
    digits = digits.lstrip("+-").strip(_GROUPING)
    commas, dots = digits.count(","), digits.count(".")
    mark = ""
    if commas and dots:
        mark = max(",.", key=digits.rfind)
        if digits.count(mark) > 1:
            return None
    elif dots == 1:
        mark = "."
    elif commas == 1 and not re.search(r"^\d{1,3},\d{3}$", digits):
        mark = ","
    whole, _, part = digits.partition(mark) if mark else (digits, "", "")
    groups = re.split(rf"[{_GROUPING},.]", whole)
    if len(groups) > 1 and (any(len(group) != 3 for group in groups[1:]) or not 1 <= len(groups[0]) <= 3):
        return None
    try:
        return sign * Decimal("".join(groups) + "." + (part or "0"))
    except InvalidOperation:
        return None


def compare(left: str | int | float, right: str | int | float) -> int:
    """-1, 0 or 1; a Fault says why two texts cannot be compared as numbers."""
    one, other = _required(left), _required(right)
    if one.currency and other.currency and one.currency != other.currency:
        raise Fault(
            "not-comparable",
            f"{shown(str(left))} and {shown(str(right))} are of two currencies and cannot be compared",
        )
    return (one.value > other.value) - (one.value < other.value)


def _required(text: str | int | float) -> Number:
    found = read(text)
    if found is None:
        raise Fault("not-a-number", f"{shown(str(text))} cannot be read as a number")
    return found
