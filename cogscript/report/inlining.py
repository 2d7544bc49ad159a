"""The page's modules as one script that stands in the page itself.

A page that is opened from disk may not import modules, and a page that is handed on is one file. Each module
becomes a function of its own that gives back what it exports, so names of one are not seen by another. The
modules keep to a narrow form, which is checked: `import {a, b} from "./x.js";` on a line, `export` before a
declaration.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_IMPORT = re.compile(r'^import \{([\w, ]+)\} from "\./(\w+)\.js";$', re.M)
_EXPORT = re.compile(r"^export (?=(?:const|function|class) (\w+))", re.M)


@cache
def page_file(name: str) -> str:
    """The text of a file of the page."""
    return (files("cogscript.report") / "page" / name).read_text(encoding="utf-8")


@cache
def one_script(entry: str) -> str:
    """The entry module with everything it imports, in an order in which each finds what it needs."""
    modules: dict[str, str] = {}
    _take(entry, modules)
    return "\n".join(['"use strict";', *modules.values()])


def _take(name: str, modules: dict[str, str]) -> None:
    if name in modules:
        return
    text = page_file(f"{name}.js")
    for _, imported in _IMPORT.findall(text):
        _take(imported, modules)
    exported = ", ".join(_EXPORT.findall(text))
    body = _EXPORT.sub("", _IMPORT.sub(r"const {\1} = \2_js;", text))
    if re.search(r"^(?:import|export)\b", body, re.M):
        raise ValueError(f"{name}.js imports or exports in a form that cannot be put into one script")
    modules[name] = f"const {name}_js = (() => {{\n{body}\nreturn {{{exported}}};\n}})();"
