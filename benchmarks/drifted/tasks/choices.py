"""Things to choose: combo boxes, ticks, radio buttons, lists, tabs."""

from __future__ import annotations

from drifted.spec import (
    button,
    buttons,
    check,
    combo,
    field,
    group,
    heading,
    listing,
    option,
    page,
    program,
    radio,
    tabs,
    text,
)
from drifted.steps import Choose, Fill, Pick, Press, Tick
from drifted.task import Task

_BOOKING = Task(
    name="booking",
    toolkit="qt",
    spec=program(
        "Hotel",
        [
            field("guest", "Guest"),
            combo("currency", "Currency", "Euro", "Dollar"),
            combo("country", "Country", "Austria", "Norway", "Portugal", "Spain"),
            combo("room", "Room", "Single", "Double", "Suite"),
            buttons(button("book", "Book"), button("cancel", "Cancel")),
        ],
    ),
    steps=(
        Fill("guest", "Maria Lopez"),
        Choose("country", "Portugal"),
        Choose("room", "Double"),
        Press("book"),
    ),
    target="room",
    renames={"Book": "Book now"},
    insert=("room", (combo("meals", "Meals", "None", "Breakfast"),)),
    delete="currency",
    reverse="country",
    decoy=text("Room"),
    late=("country", "text guest=Maria Lopez"),
)

_ORDER = Task(
    name="order",
    toolkit="tk",
    spec=program(
        "Shop",
        [
            heading("Your order"),
            check("insurance", "Insurance"),
            check("gift", "Gift wrap"),
            check("news", "Newsletter", on=True),
            radio("delivery", "Delivery", "Standard", "Express", "Pickup"),
            buttons(button("place", "Place order"), button("clear", "Clear")),
        ],
    ),
    steps=(Tick("gift"), Tick("news", on=False), Pick("delivery=Express"), Press("place")),
    target="delivery=Express",
    renames={"Place order": "Order now"},
    insert=("gift", (check("paper", "Paper invoice"),)),
    delete="insurance",
    reverse="gift",
    decoy=text("Express"),
    late=("place", "choose delivery=Express"),
)

_DEVICES = Task(
    name="devices",
    toolkit="qt",
    spec=program(
        "Home",
        [
            *(
                group(
                    room,
                    check(f"{room.lower()}-lamp", "Lamp"),
                    check(f"{room.lower()}-heating", "Heating"),
                    id=room.lower(),
                )
                for room in ("Kitchen", "Bedroom", "Office")
            ),
            buttons(button("apply", "Apply"), button("close", "Close")),
        ],
    ),
    steps=(Tick("bedroom-lamp", "Bedroom"), Tick("office-heating", "Office"), Press("apply")),
    target="bedroom",
    renames={"Apply": "Apply changes"},
    insert=(
        "bedroom",
        (group("Bathroom", check("bathroom-lamp", "Lamp"), check("bathroom-heating", "Heating")),),
    ),
    delete="kitchen",
    reverse="kitchen",
    decoy=text("Lamp"),
    late=("apply", "check office-heating on"),
    repeated=True,
)

_TAGS = Task(
    name="tags",
    toolkit="tk",
    spec=program(
        "Archive",
        [
            listing("tags", "Tags", "Draft", "Internal", "Public", "Urgent", "Expired"),
            buttons(button("add", "Add"), button("remove", "Remove")),
        ],
    ),
    steps=(Pick("tags=Public"), Press("add")),
    target="tags=Public",
    renames={"Add": "Add tag"},
    insert=("tags=Public", (option("tags", "Partner"),)),
    delete="tags=Internal",
    reverse="tags=Draft",
    decoy=text("Public"),
    late=("add", "choose tags=Public"),
)

_PREFERENCES = Task(
    name="preferences",
    toolkit="qt",
    spec=program(
        "Preferences",
        [
            tabs(
                page(
                    "tab-general",
                    "General",
                    check("autostart", "Start with the computer"),
                    combo("units", "Units", "Metric", "Imperial"),
                ),
                page(
                    "tab-network",
                    "Network",
                    check("offline", "Work offline"),
                    check("proxy", "Use a proxy"),
                    field("address", "Address"),
                    field("port", "Port"),
                ),
                page("tab-privacy", "Privacy", check("history", "Keep a history", on=True)),
            ),
            buttons(button("apply", "Apply"), button("close", "Close")),
        ],
    ),
    steps=(Pick("tab-network"), Tick("proxy"), Fill("address", "proxy.example.org"), Press("apply")),
    target="address",
    renames={"Network": "Network settings"},
    insert=("tab-network", (page("tab-accounts", "Accounts", field("account", "Account")),)),
    delete="offline",
    reverse="tab-network",
    decoy=text("Network"),
    late=("apply", "text address=proxy.example.org"),
)

CHOICES = (_BOOKING, _ORDER, _DEVICES, _TAGS, _PREFERENCES)
