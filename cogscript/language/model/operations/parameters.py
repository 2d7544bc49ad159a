"""Parameters that many operations share, and the shape of a block."""

from __future__ import annotations

from collections.abc import Iterator

from cogscript.language.model.operations.columns import TELLING, Kind, Need, Parameter, Spec

BOX = Parameter("box", Kind.BOX, "The place: [[left,top,right,bottom]], each 000 to 999", seed=True)
ELEMENT_TYPE = Parameter("element_type", Kind.TEXT, "What kind of element it is", seed=True)
ELEMENT_INFO = Parameter("element_info", Kind.TEXT, "What the element says or is called", seed=True)
ID = Parameter("id", Kind.TEXT, "The element's own id: accessible id, automation id, DOM id, resource id")
NEAR = Parameter(
    "near", Kind.TEXT, "A text beside it that tells it from others of its name", only_with=TELLING
)
PICTURE = Parameter("picture", Kind.PICTURE, "A picture of it, in a file beside the workflow")
CHANGES = Parameter("changes", Kind.BOOLEAN, "Fail if nothing changes", default=False)
OUTPUT = Parameter("output", Kind.VARIABLE, "The variable that takes the value", True, seed=True)
RESULT = Parameter("result", Kind.TEXT, "The value, when it is already known and complete", seed=True)
TIMEOUT = Parameter("timeout", Kind.NUMBER, "Seconds to wait for the target", minimum=0)
OPTIONAL = Parameter("optional", Kind.BOOLEAN, "Skip the step if the target never comes", default=False)
SENSITIVE = Parameter("sensitive", Kind.BOOLEAN, "Ask a person before doing it", default=False)
ACTS = (TIMEOUT, OPTIONAL, SENSITIVE)
HELD_KEYS = Parameter("keys", Kind.KEYS, "Keys to hold down while it is done")
BUTTON = Parameter(
    "button", Kind.CHOICE, "The mouse button", default="left", choices=("left", "right", "middle")
)
TO = Parameter("to", Kind.BOX, "The place where it ends", True)
MASK = Parameter(
    "mask", Kind.BOXES, "Places that the model is not shown; password fields never are", only_with=("box",)
)
TEST = Parameter("test", Kind.TEST, "The test", True)

WHAT = (ELEMENT_TYPE, ELEMENT_INFO, ID, NEAR, PICTURE)
WHERE = (BOX, *WHAT)

ON_SCREEN = frozenset({Need.SCREEN})
LOOKED_AT = ON_SCREEN | {Need.EYES}


def seconds(doc: str, default: float | None = None) -> Parameter:
    return Parameter("seconds", Kind.NUMBER, doc, default=default, minimum=0)


def required(name: str, kind: Kind, doc: str) -> Parameter:
    return Parameter(name, kind, doc, True)


def block(opener: Spec, *branches: Spec) -> Iterator[Spec]:
    """A block's opener, its branches, and the operation that closes it."""
    yield opener._replace(role="opener")
    for branch in branches:
        yield branch._replace(role="branch", opener=opener.name)
    name, group = opener.name, opener.group
    yield Spec(f"END_{name}", group, f"Close {name}", role="closer", opener=name)
