"""What the variables of a shell script hold, as far as the script says it itself."""

from __future__ import annotations

import re
from collections.abc import Callable

from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.scripts.xdotool.shell_commands import Simple, simple_commands
from cogscript.dialects.scripts.xdotool.shell_patterns import as_regex, without
from cogscript.dialects.scripts.xdotool.shell_sums import sum_of
from cogscript.dialects.scripts.xdotool.shell_words import (
    Comment,
    ShellWord,
    Unclosed,
    WordPart,
    expanded,
    joined,
    tokens,
)
from cogscript.dialects.scripts.xdotool.unknown_values import (
    ASKED,
    POINTER_MARK,
    WINDOW,
    WINDOW_MARK,
    at_its_ends,
    is_number_mark,
    is_random,
    random_mark,
)

ASSIGNED = re.compile(r"(?P<name>[A-Za-z_]\w*)(?:\[(?P<key>[^\]]*)\])?(?P<more>\+?)=(?P<value>.*)", re.S)
_OF_THE_SHELL = re.compile(
    r"RANDOM|SECONDS|LINENO|PWD|OLDPWD|HOME|USER|HOSTNAME|E?UID|DISPLAY|PPID|BASH\w*|IFS|PATH|SHELL|LOGNAME"
    r"|TERM|COLUMNS|LINES|REPLY|XDG_\w+|FUNCNAME|OPTARG|OPTIND|HISTFILE|LANG|EPOCH\w+|TMPDIR|PS\d"
)
"""What every shell sets itself."""
_NAME = re.compile(r"[A-Za-z_]\w*|\d+|[@*#?!$-]")
_INDEXED = re.compile(r"(?P<name>[A-Za-z_]\w*)\[(?P<key>[^\]]+)\]")
_COUNTED = re.compile(r"\s*(?P<name>[A-Za-z_]\w*)\s*(?P<sign>[-+*/%]?)=(?!=)(?P<sum>.+)", re.S)
_STEPPED = re.compile(
    r"(?P<before>\+\+|--)\s*(?P<changed>[A-Za-z_]\w*)|(?P<counted>[A-Za-z_]\w*)\s*(?P<after>\+\+|--)"
)


_NUMBERED = re.compile(rf"({WINDOW_MARK}|{POINTER_MARK}[xy]-)\d+")
UNSET = "it is not set"


class Variables:
    """The values of a script's variables. One that only a run knows is not in here."""

    def __init__(self, output: Callable[[list[list[str]]], str | None]) -> None:
        self.values: dict[str, str] = {}
        self.lists: dict[str, list[str]] = {}
        self.must_have: set[str] = set()
        """Arguments without which the script ends: it is taken to be called with them."""
        self.arguments: list[str | Untranslatable] | None = None
        """What the function that is gone through was given; None for those of the script itself."""
        self.say: Callable[[str], None] = lambda message: None
        self.is_done = False
        """Whether the last command is one that a run does, and that ends it where it fails."""
        """Takes what is assumed about a value."""
        self._reasons: dict[str, str] = {}
        """Why a variable has no known value."""
        self.is_set: Callable[[str], bool] = lambda name: True
        """Whether the script sets a variable anywhere; else it is given from outside."""
        self._output = output
        """What the commands of a pipe print, where that is known."""

    def forget(self, name: str, reason: str = "") -> None:
        self.values.pop(name, None)
        self.lists.pop(name, None)
        self._reasons[name] = reason

    def told(self) -> dict[str, str]:
        """The values, to be compared: what stands for a window or a place is numbered anew each time."""
        return {name: _NUMBERED.sub(r"\1", value) for name, value in self.values.items()}

    def kept(self) -> tuple[dict[str, str], dict[str, list[str]], list[str | Untranslatable] | None]:
        """All that is known now, for what changes nothing outside itself."""
        arguments = None if self.arguments is None else list(self.arguments)
        return dict(self.values), {name: list(each) for name, each in self.lists.items()}, arguments

    def restore(
        self, kept: tuple[dict[str, str], dict[str, list[str]], list[str | Untranslatable] | None]
    ) -> None:
        self.values, self.lists, self.arguments = kept

    def restore_one(self, name: str, value: str | None, listed: list[str] | None) -> None:
        """Give a variable the value back that it had outside a function."""
        self.forget(name)
        if value is not None:
            self.values[name] = value
        if listed is not None:
            self.lists[name] = listed

    def forget_all(self) -> None:
        self.values.clear()
        self.lists.clear()

    def assign(self, text: str, word: ShellWord) -> None:
        """Do `name=value`, as it is written in the text. What has no known value is forgotten."""
        given = ASSIGNED.fullmatch(text)
        if given is None:
            raise Untranslatable(f"`{text[:40]}` sets no variable")
        name = given["name"]
        try:
            value = self._assigned(given, word)
        except Untranslatable:
            self.forget(name)
            raise
        self.forget(name)
        if isinstance(value, list):
            self.lists[name] = value
        elif value is not None:
            self.values[name] = value

    def _assigned(self, given: re.Match[str], word: ShellWord) -> str | list[str] | None:
        """What a variable holds from here on; None where that is known only to whoever runs it."""
        name, key = given["name"], given["key"]
        unknown = Untranslatable(f"the value of `{name}` is not in the script")
        if given["value"].startswith("(") and len(word.parts) == 1:
            if not given["more"]:
                return self.words(given["value"][1:-1])
            if name not in self.lists:
                raise unknown
            return [*self.lists[name], *self.words(given["value"][1:-1])]
        (first, *rest) = word.parts
        mark = first.text.index("=") + 1
        if first.how == "bare" and first.text[mark:].startswith("~"):
            return None  # the home directory
        value = joined(ShellWord([first._replace(text=first.text[mark:]), *rest], 0, 0), self.value)
        if key is not None:
            at, listed = self.sum(key), self.lists.get(name, [])
            if not 0 <= at <= len(listed):
                raise unknown
            return [*listed[:at], value, *listed[at + 1 :]]
        if not given["more"]:
            return value
        if name not in self.values:
            raise unknown
        return self.values[name] + value

    def words(self, text: str) -> list[str]:
        """The words of a list that stands between brackets."""
        try:
            found = list(tokens(text))
        except Unclosed:
            raise Untranslatable("a quote is not closed") from None
        return [each for word in found if isinstance(word, ShellWord) for each in expanded(word, self.value)]

    def text(self, text: str) -> str:
        """A text with its variables put in: as between double quotes."""
        return joined(ShellWord([WordPart(text, "double")], 0, 0), self.value)

    def value(self, found: str) -> str | list[str]:
        """What a variable, a sum or a command in a word stands for."""
        if found.startswith("$((") and found.endswith("))"):
            return self._sum_text(found[3:-2])
        if found.startswith("$["):
            return self._sum_text(found[2:-1])
        if found.startswith(("$(", "`")):
            return self._given_by(found[2:-1] if found.startswith("$(") else found[1:-1])
        if found.startswith("${"):
            return self._in_braces(found[2:-1])
        return self._named(found[1:], found)

    def _given_by(self, command: str) -> str:
        """What `$(…)` gives."""
        unknown = Untranslatable(f"what `{command.strip()[:40]}` gives is known only when it runs")
        try:
            commands = simple_commands([each for each in tokens(command) if not isinstance(each, Comment)])
        except Unclosed:
            raise unknown from None
        piped = list(commands)
        for at, each in enumerate(commands):
            if each.joined == "||":  # `… || true`: what is printed where the first one fails
                piped = commands[: at + 1]
                break
        reads = any(
            "<" in how and file.plain != "/dev/null" for each in piped for how, file in each.redirected
        )
        if reads or not piped or any(each.joined not in ("|", "|&") for each in piped[:-1]):
            raise unknown
        words = [[text for word in _run_by(each) for text in expanded(word, self.value)] for each in piped]
        output = self._output(words)
        if output is None:
            raise unknown
        return output.rstrip("\n")

    def _known(self, name: str, found: str) -> str | list[str]:
        if name in ("@", "*") and self.arguments is not None:
            known = [_told(each) for each in self.arguments]
            return known if name == "@" else " ".join(known)
        if name == "?" and self.is_done:
            self.say("a step that fails ends a run: `$?` is taken to be 0")
            return "0"
        if name == "#" and self.arguments is not None:
            return str(len(self.arguments))
        if name.isdecimal() and name != "0" and self.arguments is not None:
            return _told(self.arguments[int(name) - 1]) if int(name) <= len(self.arguments) else ""
        if name in self.values:
            return self.values[name]
        if name in self.lists:
            return self.lists[name][0] if self.lists[name] else ""
        why = self._reasons.get(name)
        raise Untranslatable(
            f"the value of `{found[:40]}` is not in the script" + (f": {why}" if why else "")
        )

    def _named(self, name: str, found: str) -> str | list[str]:
        """The value of a variable; one that is given from outside is asked for when it runs."""
        try:
            return self._known(name, found)
        except Untranslatable:
            if not self._is_outside(name):
                raise
            return f"{ASKED}{f'argument{name}' if name.isdecimal() else name}__"

    def _in_braces(self, inside: str) -> str | list[str]:
        found = f"${{{inside}}}"
        counted = inside.startswith("#") and len(inside) > 1
        named = (_INDEXED if "[" in inside else _NAME).match(inside, int(counted))
        if named is None or inside.startswith("!"):
            raise Untranslatable(f"the value of `{found[:40]}` is not in the script")
        rest = inside[named.end() :]
        if not rest and not counted and named.re is _NAME:
            return self._named(named[0], found)
        try:
            value = self._element(named) if named.re is _INDEXED else self._known(named[0], found)
        except Untranslatable:
            if rest.startswith((":-", "-", ":=", "=")):
                value = self._default(named[0], rest.lstrip(":")[1:], found)
                if "=" in rest[:2]:
                    self.values[named[0]] = value
                return value
            if rest.startswith((":?", "?")):
                return self._named(named[0], found)
            raise
        if any(ASKED in each for each in ([value] if isinstance(value, str) else value)) and (
            counted or rest
        ):
            raise Untranslatable(f"the value of `{found[:40]}` is not in the script")
        unknown = isinstance(value, str) and is_number_mark(value) and not WINDOW.search(value)
        if unknown and (counted or not re.match(r"$|:?[-=?+]", rest)):
            raise Untranslatable(f"the value of `{found[:40]}` is not in the script")
        if counted and isinstance(value, list) and any(map(WINDOW.fullmatch, value)):
            raise Untranslatable("how many windows are found is known only when it runs")
        if counted:
            return str(len(value))
        if rest.startswith((":-", ":=")):
            return value or self._instead(rest[2:])
        if rest.startswith((":+", "+")):
            return self._instead(rest.lstrip(":")[1:]) if value else ""
        if not rest or rest.startswith((":?", "?", "-", "=")):
            return value
        return self._changed(value, rest, found)

    def _default(self, name: str, default: str, found: str) -> str:
        """What stands in for a variable that has no value. One that comes from outside may well have one."""
        value = self._instead(default)
        if self._reasons.get(name) == UNSET or _OF_THE_SHELL.fullmatch(name):
            return value
        if name in self._reasons:
            raise Untranslatable(f"the value of `${name}` is not in the script")
        if not value:
            raise Untranslatable(f"the value of `{found[:40]}` is not in the script")
        self.say(f"`{found[:40]}` is taken to be {value[:40]}")
        return value

    def _is_outside(self, name: str) -> bool:
        """Whether a value is given to the script from outside."""
        given = re.fullmatch(r"[1-9]|[A-Z][A-Z0-9_]*", name)  # a name in small letters is some script's own
        is_own = name in self._reasons or self.is_set(name) or _OF_THE_SHELL.fullmatch(name)
        return given is not None and not is_own and "__" not in name

    def _element(self, named: re.Match[str]) -> str | list[str]:
        listed = self.lists.get(named["name"])
        if listed is None:
            raise Untranslatable(f"the value of `{named[0][:40]}` is not in the script")
        if named["key"] in ("@", "*"):
            return list(listed) if named["key"] == "@" else " ".join(listed)
        at = self.sum(named["key"])
        if any(map(WINDOW.fullmatch, listed)) and at not in (0, -1):
            raise Untranslatable("which of the windows that are found it is, is known only when it runs")
        return listed[at] if -len(listed) <= at < len(listed) else ""

    def _changed(self, value: str | list[str], rest: str, found: str) -> str | list[str]:
        """`${x%…}`, `${x/a/b}`, `${x:1:2}`, `${x^^}`: a part of the value, or it written otherwise."""
        if part := re.fullmatch(r":\s*([^:]+?)(?::\s*([^:]+?))?\s*", rest):
            start, length = self.sum(part[1]), self.sum(part[2]) if part[2] else None
            if isinstance(value, list):
                start = max(0, start - 1) if found.startswith("${@") else start
            end = None if length is None else start + length if length >= 0 else length
            return value[start:end]
        if isinstance(value, str):
            if rest in ("^^", ",,", "^", ","):
                upper, length = rest[0] == "^", None if len(rest) == 2 else 1
                head = value[:length]
                return (head.upper() if upper else head.lower()) + value[len(head) :]
            if cut := re.fullmatch(r"(##?|%%?)(.+)", rest, re.S):
                return without(value, self._pattern(cut[2]), cut[1])
            if swapped := re.fullmatch(r"(//|/[#%]?)((?:[^/\\]|\\.)+)/?(.*)", rest, re.S):
                pattern = self._pattern(swapped[2].replace("\\/", "/"))
                pattern = {"/#": rf"\A{pattern}", "/%": rf"{pattern}\Z"}.get(swapped[1], pattern)
                new = self.text(swapped[3])
                return re.sub(pattern, lambda _: new, value, count=int(swapped[1] != "//"))
        raise Untranslatable(f"the value of `{found[:40]}` is not in the script")

    def _instead(self, text: str) -> str:
        """What stands behind `:-`, where double quotes are none of the text."""
        if len(text) > 1 and text[0] == text[-1] == "'":
            raise Untranslatable(
                f"whether the quotes of `{text[:40]}` belong to it depends on those around it"
            )
        return self.text(re.sub(r'(?<!\\)"((?:[^"\\]|\\.)*)"', r"\1", text))

    def _pattern(self, text: str) -> str:
        """The pattern of `${x%…}` and `${x/…}`: what is quoted in it stands for itself."""
        made = ""
        for part in re.finditer(r"""\"([^\"]*)\"|'([^']*)'|([^\"'\\]+)|\\?(.)""", text, re.S):
            if part[4] is not None:
                made += re.escape(part[4])
            elif part[3] is None:
                made += re.escape(part[2] if part[1] is None else self.text(part[1]))
            else:
                made += as_regex(self.text(part[3]))
        return made

    def _sum_text(self, text: str) -> str:
        """The value of a sum as a word; a random number in it gives what stands for another one."""
        held = self.text(re.sub(r"\$RANDOM\b|\$\{RANDOM\}", "RANDOM", text))
        for name in set(re.findall(r"[A-Za-z_]\w*", held)):
            if is_random(known := self.values.get(name, "")):
                held = re.sub(rf"\b{name}\b", known, held)
        if not is_random(held) or "RANDOM" in self.values:  # there is none, or it is the script's own
            return str(self.sum(text))
        least, greatest = at_its_ends(held)
        return random_mark(self.sum(least), self.sum(greatest), self.say)

    def sum(self, text: str) -> int:
        """The value of a sum, in which variables stand with a dollar sign or without."""

        def put_in(match: re.Match[str]) -> str:
            return str(self.value(f"${match[0]}")).strip() or "0"

        plain = self.text(text).replace('"', "")
        if ASKED in plain or is_number_mark(plain):
            raise Untranslatable("a number in it is not in the script")
        plain = re.sub(r"[A-Za-z_]\w*", put_in, plain)
        if is_number_mark(plain):
            raise Untranslatable("a number in it is known only when it runs")
        return sum_of(plain)

    def compute(self, text: str) -> int:
        """Do `((…))` and `let …`: set what it sets, and give its value."""
        value = 0
        for each in text.split(","):
            if counted := _COUNTED.fullmatch(each):
                name, sign = counted["name"], counted["sign"]
                value = self._set(name, f"{name}{sign}({counted['sum']})" if sign else counted["sum"])
                continue
            changed = list(_STEPPED.finditer(each))
            for step in changed:
                if step["before"]:
                    self._set(step["changed"], f"{step['changed']}{step['before'][0]}1")
            value = self.sum(_STEPPED.sub(lambda step: step["changed"] or step["counted"], each))
            for step in changed:
                if step["after"]:
                    self._set(step["counted"], f"{step['counted']}{step['after'][0]}1")
        return value

    def _set(self, name: str, sum_: str) -> int:
        try:
            value = self.sum(sum_)
        except Untranslatable:
            self.forget(name)
            raise
        self.values[name] = str(value)
        return value


def _run_by(command: Simple) -> list[ShellWord]:
    """The words of a command without the variables that are set for it alone."""
    words = list(command.words)
    while words and words[0].parts[0].how == "bare" and re.match(r"[A-Za-z_]\w*=", words[0].parts[0].text):
        words.pop(0)
    return words


def _told(argument: str | Untranslatable) -> str:
    if isinstance(argument, Untranslatable):
        raise argument
    return argument
