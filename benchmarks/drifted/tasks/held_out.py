"""Five programs in another style, which nobody tunes to: other themes, other layouts, other words."""

from __future__ import annotations

from drifted.spec import (
    button,
    buttons,
    check,
    combo,
    dialog,
    field,
    group,
    heading,
    listing,
    option,
    page,
    program,
    radio,
    row,
    table,
    tabs,
    text,
)
from drifted.steps import Choose, Fill, Pick, Press, Tick
from drifted.task import Task

_PATIENT = Task(
    name="patient",
    toolkit="web",
    spec=program(
        "Clinic",
        [
            heading("New patient"),
            field("family", "Family name"),
            field("given", "Given name"),
            field("insurer", "Insurer"),
            radio("sex", "Sex", "Female", "Male", "Other"),
            check("consent", "Consent signed"),
            buttons(button("admit", "Admit patient"), button("waiting", "Waiting list")),
        ],
        style="other",
    ),
    steps=(
        Fill("family", "Okafor"),
        Fill("given", "Chidi"),
        Pick("sex=Male"),
        Tick("consent"),
        Press("admit"),
    ),
    target="consent",
    renames={"Admit patient": "Admit the patient"},
    insert=("given", (field("title", "Title"),)),
    delete="insurer",
    reverse="family",
    decoy=text("Admit patient"),
    late=("admit", "check consent on"),
)

_LOANS = Task(
    name="loans",
    toolkit="tk",
    spec=program(
        "Library",
        [
            field("reader", "Reader", bare=True),
            field("shelf", "Shelf mark", bare=True),
            combo("days", "Lend for", "1 week", "2 weeks", "1 month"),
            check("letter", "Remind by letter"),
            buttons(button("lend", "Lend"), button("return", "Take back")),
        ],
        style="other",
    ),
    steps=(Fill("reader", "R-2207"), Choose("days", "1 month"), Tick("letter"), Press("lend")),
    target="lend",
    renames={"Lend": "Lend out"},
    insert=("days", (field("copy", "Copy", bare=True),)),
    delete="shelf",
    reverse="reader",
    decoy=text("Reader"),
    late=("lend", "check letter on"),
)


def _course(number: str, teacher: str) -> dict[str, object]:
    return row(number, number, teacher, press={"join": "Join", "leave": "Leave"})


_COURSES = Task(
    name="courses",
    toolkit="qt",
    spec=program(
        "Evening school",
        [
            heading("Courses"),
            table(
                ["Course", "Teacher"],
                _course("Pottery", "Ms Lund"),
                _course("Welding", "Mr Roy"),
                _course("Bookbinding", "Ms Ito"),
                _course("Choir", "Mr Ek"),
            ),
            buttons(button("confirm", "Confirm"), button("print", "Print")),
        ],
        style="other",
    ),
    steps=(Press("join:Bookbinding", "Bookbinding"), Press("confirm")),
    target="Bookbinding",
    renames={"Confirm": "Confirm choice"},
    insert=("Welding", (_course("Weaving", "Ms Abe"),)),
    delete="Pottery",
    reverse="Pottery",
    decoy=text("Join"),
    late=("confirm", "press join:Bookbinding"),
    repeated=True,
)

_STOCK = Task(
    name="stock",
    toolkit="tk",
    spec=program(
        "Stock",
        [
            listing("goods", "Goods", "Bolts", "Hinges", "Nails", "Screws", "Washers"),
            group("Amount", button("more", "+"), button("less", "−"), id="amount"),
            buttons(button("order", "Order"), button("skip", "Skip")),
        ],
        style="other",
    ),
    steps=(Pick("goods=Nails"), Press("more"), Press("order")),
    target="goods=Nails",
    renames={"Order": "Order goods"},
    insert=("goods=Nails", (option("goods", "Latches"),)),
    delete="goods=Bolts",
    reverse="goods=Bolts",
    decoy=text("Nails"),
    late=("order", "press more"),
)

_RECIPE = Task(
    name="recipe",
    toolkit="gtk",
    spec=program(
        "Recipes",
        [
            tabs(
                page("tab-soup", "Soups", check("soup-salt", "Salted")),
                page(
                    "tab-bread",
                    "Breads",
                    field("flour", "Flour"),
                    field("water", "Water"),
                    check("sour", "Sourdough"),
                ),
            ),
            buttons(button("bake", "Bake", "open:really"), button("drop", "Throw away")),
        ],
        dialogs={
            "really": dialog(
                "Bake now",
                text("The oven is cold."),
                buttons(button("heat", "Heat the oven", "close"), button("no", "Not now", "close")),
            )
        },
        style="other",
    ),
    steps=(Pick("tab-bread"), Fill("water", "320 g"), Tick("sour"), Press("bake"), Press("heat")),
    target="water",
    renames={"Bake": "Bake bread"},
    insert=("water", (field("yeast", "Yeast"),)),
    delete="flour",
    reverse="flour",
    decoy=text("Water"),
    late=("bake", "check sour on"),
)

HELD_OUT = (_PATIENT, _LOANS, _COURSES, _STOCK, _RECIPE)
