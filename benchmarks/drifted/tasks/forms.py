"""Fields to fill in: a form, a login, a ticket, a file to export."""

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
    item,
    menu,
    program,
    text,
)
from drifted.steps import Choose, Fill, Press
from drifted.task import Task

_CONTACT = Task(
    name="contact",
    toolkit="web",
    spec=program(
        "Contact",
        [
            heading("Write to us"),
            field("name", "Name"),
            field("email", "Email"),
            field("phone", "Phone"),
            field("city", "City"),
            check("news", "Send me news"),
            buttons(button("submit", "Submit"), button("reset", "Reset")),
        ],
    ),
    steps=(
        Fill("name", "Anna Schmidt"),
        Fill("email", "anna@example.org"),
        Fill("city", "Bergen"),
        Press("submit"),
    ),
    target="submit",
    renames={"Submit": "Send"},
    insert=("email", (field("company", "Company"),)),
    delete="phone",
    reverse="name",
    decoy=group("Newsletter", buttons(button("subscribe", "Submit"))),
    twin=True,
    late=("submit", "text city=Bergen"),
)

_LOGIN = Task(
    name="login",
    toolkit="gtk",
    spec=program(
        "Portal",
        [
            heading("Welcome"),
            field("server", "Server"),
            field("user", "User name"),
            field("password", "Password", secret=True),
            check("remember", "Remember me"),
            buttons(button("enter", "Log in"), button("cancel", "Cancel")),
        ],
    ),
    steps=(
        Fill("user", "anna.s"),
        Fill("password", "s3cret!Pass", by_tab=True, secret="password"),
        Press("enter"),
    ),
    target="password",
    renames={"Log in": "Sign in"},
    insert=("password", (field("domain", "Domain"),)),
    delete="server",
    reverse="user",
    decoy=text("Password"),
    late=("enter", "text password=s3cret!Pass"),
    secrets={"password": "s3cret!Pass"},
)

_TICKET = Task(
    name="ticket",
    toolkit="tk",
    spec=program(
        "Helpdesk",
        [
            field("reference", "Reference", bare=True),
            field("subject", "Subject", bare=True),
            field("customer", "Customer", bare=True),
            combo("priority", "Priority", "Low", "Normal", "High", "Urgent"),
            field("details", "Details", bare=True),
            buttons(button("create", "Create ticket"), button("discard", "Discard")),
        ],
    ),
    steps=(
        Fill("subject", "Printer on fire", described="Subject input box"),
        Fill("customer", "ACME & Sons"),
        Choose("priority", "High"),
        Press("create"),
    ),
    target="customer",
    renames={"Customer": "Customer name"},
    insert=("customer", (field("number", "Order number", bare=True),)),
    delete="reference",
    reverse="subject",
    decoy=text("Customer"),
    late=("create", "choose priority=High"),
)

_EXPORT = Task(
    name="export",
    toolkit="gtk",
    spec=program(
        "Writer",
        [heading("Annual report"), text("Sales rose by a tenth."), text("Costs did not.")],
        menus=[
            menu(
                "file",
                "File",
                item("new", "New"),
                item("open", "Open…"),
                item("export", "Export…", "open:export"),
                item("quit", "Quit"),
            ),
            menu("edit", "Edit", item("undo", "Undo"), item("copy", "Copy")),
            menu("help", "Help", item("about", "About")),
        ],
        dialogs={
            "export": dialog(
                "Export",
                field("filename", "File name"),
                buttons(button("stop", "Cancel", "close"), button("write", "Export", "close")),
            )
        },
    ),
    steps=(
        Press("file", silent=True),
        Press("export"),
        Fill("filename", "report-2031"),
        Press("write"),
    ),
    target="export",
    renames={"Export…": "Export as…"},
    insert=("export", (item("import", "Import…"),)),
    delete="open",
    reverse="export",
    decoy=text("Export…"),
    late=("write", "text filename=report-2031"),
)

FORMS = (_CONTACT, _LOGIN, _TICKET, _EXPORT)
