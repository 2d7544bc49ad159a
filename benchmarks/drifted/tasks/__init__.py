"""What people record: sixteen tasks, four in each toolkit."""

from __future__ import annotations

from drifted.task import Task
from drifted.tasks.choices import CHOICES
from drifted.tasks.forms import FORMS
from drifted.tasks.held_out import HELD_OUT as _HELD_OUT
from drifted.tasks.tables import TABLES
from drifted.tasks.tools import TOOLS

TASKS: dict[str, Task] = {task.name: task for task in (*FORMS, *CHOICES, *TABLES, *TOOLS)}
HELD_OUT: dict[str, Task] = {task.name: task for task in _HELD_OUT}
"""Those that nobody tunes to: counted by themselves."""
EVERY_TASK = {**TASKS, **HELD_OUT}
