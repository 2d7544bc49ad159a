"""Writes editors/vim/syntax/cog.vim: colours for Vim and Neovim, from the operation table.

`python -m cogscript.language.write.vim_syntax` prints it; a test fails when the file is stale.
"""

from __future__ import annotations

from cogscript.language.model.variables import PREFIX, SUFFIX
from cogscript.language.write.word_kinds import words

_GROUPS = {
    "control": ("cogControl", "Conditional"),
    "leaving": ("cogLeaving", "Statement"),
    "test": ("cogTest", "Special"),
    "operation": ("cogOperation", "Function"),
}


def syntax() -> str:
    keywords = [_match(_GROUPS[kind][0], sorted(names)) for kind, names in words().items()]
    links = [f"highlight default link {group} {linked}" for group, linked in _GROUPS.values()]
    return "\n".join([_HEAD, *keywords, _BODY, *links, _LINKS]) + "\n"


def _match(group: str, names: list[str]) -> str:
    """Not `syntax keyword`, which takes CONTAINS for one of its own options."""
    either = r"\|".join(names)
    return rf"syntax match {group} /\<\%({either}\)\>/"


_HEAD = """\
" Generated from the operation table by `python -m cogscript.language.write.vim_syntax`; not edited by hand.

if exists('b:current_syntax')
  finish
endif
syntax case match
"""
_BODY = f"""\

syntax match cogParameter /\\<[^[:digit:][:space:][:punct:]]\\w*\\ze\\s*=/
syntax keyword cogConstant True False None
syntax match cogNumber /\\<\\d\\+\\(\\.\\d\\+\\)\\?\\>/
syntax match cogBox /\\[\\s*\\[\\s*\\d\\+\\(\\s*,\\s*\\d\\+\\)*\\s*\\]\\s*\\]/
syntax match cogComment /#.*$/ contains=@Spell
syntax match cogVariable /{PREFIX}.\\{{-1,}}{SUFFIX}/ contained
syntax match cogEscape /\\\\./ contained
syntax region cogText start=/'/ skip=/\\\\./ end=/'/ end=/$/ oneline contains=cogVariable,cogEscape,@Spell
syntax region cogText start=/"/ skip=/\\\\./ end=/"/ end=/$/ oneline contains=cogVariable,cogEscape,@Spell
syntax region cogText start=/'''/ skip=/\\\\./ end=/'''/ contains=cogVariable,cogEscape,@Spell
syntax region cogText start=/\"\"\"/ skip=/\\\\./ end=/\"\"\"/ contains=cogVariable,cogEscape,@Spell
syntax sync minlines=200
"""
_LINKS = """\
highlight default link cogParameter Identifier
highlight default link cogConstant Boolean
highlight default link cogNumber Number
highlight default link cogBox Number
highlight default link cogComment Comment
highlight default link cogVariable PreProc
highlight default link cogEscape SpecialChar
highlight default link cogText String

let b:current_syntax = 'cog'"""


if __name__ == "__main__":
    print(syntax(), end="")
