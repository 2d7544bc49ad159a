"""Which app is meant: by the name people see, by its package, from a table and from the phone's own list."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from importlib import resources

from cogscript.language.model.diagnostic import Fault, nearest, shown


@cache
def known_names() -> dict[str, tuple[str, ...]]:
    """A name that people use → the packages that go by it."""
    text = resources.files("cogscript.surfaces.phone").joinpath("app_names.tsv").read_text("utf-8")
    found: dict[str, tuple[str, ...]] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            package, *names = line.split("\t")
            for name in names:
                found[_plain(name)] = (*found.get(_plain(name), ()), package)
    return found


def _plain(name: str) -> str:
    return "".join(name.casefold().split())


def package_of(name: str, installed: Collection[str]) -> str:
    """The package of an app by its name; a Fault when it is not installed or nobody knows the name."""
    wanted = name.strip()
    if wanted in installed:
        return wanted
    packages = known_names().get(_plain(wanted), ())
    for package in packages:
        if package in installed:
            return package
    last = [each for each in installed if each.rsplit(".", 1)[-1].casefold() == _plain(wanted)]
    if len(last) == 1:
        return last[0]
    if packages or "." in wanted:
        raise Fault(
            "app-missing",
            f"{shown(name)} is not installed on the phone"
            + (f" (its package is {packages[0]})" if packages else ""),
            "install it first; the phone's own list: adb shell pm list packages",
        )
    guess = nearest(_plain(wanted), [*known_names(), *installed])
    raise Fault(
        "app-unknown",
        f"no app called {shown(name)} is known",
        (f"did you mean `{guess}`? " if guess else "")
        + "its package's name always works: LAUNCH(app='com.example.app')",
    )
