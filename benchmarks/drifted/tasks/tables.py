"""The same label several times: rows of a table, groups of fields."""

from __future__ import annotations

from drifted.spec import Node, button, buttons, dialog, field, group, heading, program, row, table, text
from drifted.steps import Fill, Press
from drifted.task import Task


def _invoice(number: str, customer: str, amount: str) -> Node:
    made = row(number, number, customer, amount, press={"edit": "Edit", "delete": "Delete"})
    made["buttons"][0]["does"] = "open:edit"
    return made


_INVOICE = Task(
    name="invoice",
    toolkit="gtk",
    spec=program(
        "Invoices",
        [
            heading("Open invoices"),
            table(
                ["Number", "Customer", "Amount"],
                _invoice("INV-0409", "Baker Ltd", "310.00"),
                _invoice("INV-0410", "Miller AG", "75.50"),
                _invoice("INV-0412", "Carter SA", "120.00"),
                _invoice("INV-0415", "Potter KG", "42.00"),
            ),
        ],
        dialogs={
            "edit": dialog(
                "Edit invoice",
                field("note", "Note"),
                buttons(button("dismiss", "Cancel", "close"), button("save", "Save", "close")),
            )
        },
    ),
    steps=(Press("edit:INV-0412", "INV-0412"), Fill("note", "paid in cash"), Press("save")),
    target="INV-0412",
    renames={"Edit": "Change"},
    insert=("INV-0410", (_invoice("INV-0411", "Fisher Co", "18.20"),)),
    delete="INV-0409",
    reverse="INV-0409",
    decoy=text("Edit"),
    late=("edit:INV-0412", "go"),
    repeated=True,
)


def _order(number: str, who: str) -> Node:
    return row(number, number, who, press={"approve": "Approve", "reject": "Reject"})


_ORDERS = Task(
    name="orders",
    toolkit="web",
    spec=program(
        "Orders",
        [
            heading("Waiting for approval"),
            table(
                ["Order", "Asked for by"],
                _order("A-1041", "Olga"),
                _order("A-1042", "Ben"),
                _order("A-1043", "Chen"),
                _order("A-1044", "Dora"),
                _order("A-1046", "Emil"),
            ),
            buttons(button("finish", "Finish")),
        ],
    ),
    steps=(Press("approve:A-1043", "A-1043"), Press("finish")),
    target="A-1043",
    renames={"Approve": "Accept"},
    insert=("A-1042", (_order("A-1040", "Anna"),)),
    delete="A-1042",
    reverse="A-1041",
    decoy=text("Approve"),
    late=("finish", "press approve:A-1043"),
    repeated=True,
)

_ADDRESSES = Task(
    name="addresses",
    toolkit="gtk",
    spec=program(
        "Customer",
        [
            group("Home address", field("home-street", "Street"), field("home-city", "City"), id="home"),
            group("Work address", field("work-street", "Street"), field("work-city", "City"), id="work"),
            buttons(button("update", "Update"), button("close", "Close")),
        ],
    ),
    steps=(
        Fill("work-street", "Storgata 7", "Work address"),
        Fill("work-city", "Oslo", "Work address", by_tab=True),
        Press("update"),
    ),
    target="work",
    renames={"Update": "Update addresses"},
    insert=(
        "work",
        (group("Holiday address", field("holiday-street", "Street"), field("holiday-city", "City")),),
    ),
    delete="home",
    reverse="home",
    decoy=text("City"),
    late=("update", "text work-city=Oslo"),
    repeated=True,
)

TABLES = (_INVOICE, _ORDERS, _ADDRESSES)
