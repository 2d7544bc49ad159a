"""What stands before an action: a label, a sentence, the name of a field.

A label (of a log, a list, a tag) says that the action is done; a sentence only speaks of it.
"""

from __future__ import annotations

import re

_LABEL = re.compile(r"[^\w\s(.!?。！？'\"][ \t]*$|^[ \t]*\d{1,4}[.)、,;\t][ \t]*$|(?:[:：]|^)[ \t]*['\"`]+$")
"""How a label ends: with a mark, and no word; or it is the number of an item."""
_LOGGED = re.compile(
    r"[ \t\[]*(?:\d{4}-\d\d-\d\d[T ]|\d\d:\d\d:\d\d|[IWEDF]\d{4} \d\d:)[^\s\]]*\]?"
    r"(?:[ \t]+[\[(]?[\w.:,/|-]+[\])]?){0,5}[ \t]+"
)
"""What a program logs before a message: the time, a level, names and lines of files."""
_SPOKEN = re.compile(
    r"\b(?:fail(?:ed|ure|s)?|error|exception|could not|cannot|can't|unable|invalid|example|e\.g|instance"
    r"|such as|instead of|observation|thoughts?|think(?:ing)?|reason(?:ing)?|not|user|human|system)\b"
    r"|例如|比如|失败|错误|思考|用户",
    re.I,
)
"""Labels of what is said, seen or thought, and words of those that did not work."""
_CONDITION = re.compile(
    r"\b(?:if|unless|when(?:ever)?|otherwise|in case|would|could|might|maybe|perhaps)\b"
    r"|如果|若|假如|要是|除非|否则|可能",
    re.I,
)
"""Words of what is done only sometimes."""
_ANNOUNCED = re.compile(r"[\w\s,.!?;:…–—*_#>'’\-，。！？：；、（）]+")
"""What a sentence is written with; code has more marks."""
_NOT_ANNOUNCED = re.compile(
    r"^\W*(?:def|return|await|async|const|let|var|case|function|class|new|yield|assert|import|from)\b"
    r"|\b(?:not|never|or|can|uses?|using|used|calls?|calling|called|syntax|format|functions?|methods?|tools?"
    r"|supports?|avoid|instead|previous(?:ly)?|was|were|did)\b"
    r"|\b(?:than|of|like|with|via|the|an?|as|to|by)$|n't|不|别|勿|或|使用|调用|格式|之前|比如",
    re.I,
)
"""Words of a sentence that explains an action, or tells of one, instead of announcing it."""
_KEY = re.compile(r"""(?P<key>[\w -]{1,40})["']?[ \t]*[:=][ \t]*[rbuf]?$""")
_NOT_DONE = re.compile(
    r"observ|result|error|prompt|instruction|system|user|question|query|\btask|goal|example|history|previous"
    r"|feedback|thought|think|reason|descri|summary|explanation|expected|note|memory|plan\b|candidate"
    r"|rejected|proposed|screen|tool_output|original_code",
    re.I,
)
"""Keys of what is not a reply, or is not done."""
_ASKED = re.compile(
    r"""["']?(?:role|from)["']?[ \t]*[:=][ \t]*["'](?:user|human|system|tool|developer)["']"""
)


def lead(text: str, begin: int, start: int) -> str:
    """What stands before an action on its line, also where the line break is written as two characters."""
    return text[max(_after(text, "\n", begin, start), _after(text, "\\n", begin, start)) : start]


def line_before(text: str, at: int) -> str:
    """What stands before a place on its line."""
    return text[text.rfind("\n", 0, at) + 1 : at]


def _after(text: str, mark: str, begin: int, end: int) -> int:
    found = text.rfind(mark, begin, end)
    return begin if found < 0 else found + len(mark)


_DECIDES = re.compile(r"[ \t}]*(?:(?:else|elif|except|finally)\b|(?:if|while|for|switch)[ \t]*\()")


def is_label(before: str) -> bool:
    """Whether what stands before an action on its line is a label of it."""
    if _LOGGED.fullmatch(before) and not _SPOKEN.search(before):
        return True
    if re.search(r"\w-$", before):
        return False  # the first half of a word
    within = "{" in before or before.count("[") != before.count("]")
    off = before.strip() != "-" and not before.strip("#/-%; \t")
    if off or _DECIDES.match(before):
        return False  # a comment of a program, which switches off, or a condition
    spoken = _SPOKEN.search(before) or _CONDITION.search(before)
    return not within and bool(_LABEL.search(before)) and not spoken


def announces(before: str) -> bool:
    """Whether what stands before an action that ends its line says that it is done now: a plain sentence, and
    none that sets a condition, explains the action or tells of one."""
    said = before.strip()
    doubtful = _SPOKEN.search(said) or _CONDITION.search(said) or _NOT_ANNOUNCED.search(said)
    words = any(map(str.isalnum, said)) and not said.startswith(("#", "//", "--", ";", "%", "rem "))
    return words and bool(_ANNOUNCED.fullmatch(said)) and not doubtful


def key_before(text: str, at: int) -> str:
    """The name of the field whose value begins here; empty where it has none."""
    key = _KEY.search(text, max(0, at - 60), at)
    return key["key"].strip().casefold() if key else ""


_BRACE = re.compile(r"[{}]")


def enclosing_key(text: str, at: int) -> str:
    """The name of the field that the object is in which a value stands; empty where it has none."""
    depth = 0
    for brace in reversed(list(_BRACE.finditer(text, max(0, at - 2000), at))):
        depth += 1 if brace[0] == "}" else -1
        if depth < 0:
            return key_before(text, brace.start())
    return ""


_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}]', re.S)
_ROLE_KEY = re.compile(r'"(?:role|from)"')
_ASKING = re.compile(r'"(?:user|human|system|tool|developer|function)"', re.I)


def asked_parts(text: str) -> list[tuple[int, int]]:
    """Where in JSON a person, a prompt or a tool speaks: the objects that name such a speaker, whole."""
    found: list[tuple[int, int]] = []
    if not _ROLE_KEY.search(text):
        return found
    opened: list[int] = []
    asked: set[int] = set()
    is_role = False
    for token in _TOKEN.finditer(text):
        if token[0] == "{":
            opened.append(token.start())
        elif token[0] == "}":
            if opened and (start := opened.pop()) in asked:
                found.append((start, token.end()))
        elif is_role and opened and _ASKING.fullmatch(token[0]):
            asked.add(opened[-1])
        is_role = bool(_ROLE_KEY.fullmatch(token[0]))
    return found


def may_be_reply(text: str, start: int, end: int) -> bool:
    """Whether a string may be what an agent answered: not what a person or a program said in a log that
    names its speakers, and not what a field keeps of what was seen, thought or asked."""
    if _NOT_DONE.search(key_before(text, start)):
        return False
    near = max(0, start - 200)
    opened = max(text.rfind("{", near, start), text.rfind("(", near, start), near)
    if _ASKED.search(text, opened, start):
        return False
    closed = text.find("}", end, end + 200)
    return closed < 0 or "{" in text[end:closed] or not _ASKED.search(text, end, closed)
