"""The judge of benchmarks/drift.py: what a program's log says of a run, and what changes are asked about."""

from __future__ import annotations

import copy
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from drifted.bench import choose
from drifted.german import GERMAN
from drifted.judging import expected, judge
from drifted.lines import kinds_of, names_text, plan_text
from drifted.mutations import KINDS, MUTATIONS, all_nodes, halt_is_right, mutate
from drifted.tasks import EVERY_TASK, TASKS

import cogscript
from cogscript.language.model.box import Rect, Size

CONTACT = TASKS["contact"]
DONE = [
    {"note": "shown"},
    {"text": "Anna Schmidt", "id": "name"},
    {"text": "anna@example.org", "id": "email"},
    {"text": "Bergen", "id": "city"},
    {
        "act": "press",
        "id": "submit",
        "fields": {"name": "Anna Schmidt", "email": "anna@example.org", "city": "Bergen"},
    },
]


def verdict(log, exit_code=0, said="", right_to_halt=""):
    return judge(CONTACT, log, exit_code, said, right_to_halt).verdict


def test_what_was_to_happen_and_nothing_else_is_right():
    assert verdict(DONE) == "right"


def test_a_run_that_fails_after_all_was_done_is_a_halt():
    judgement = judge(CONTACT, DONE, 1, "error[target-missing]: `Send` was not found\n --> x.cog:3:1\n", "")

    assert (judgement.verdict, judgement.done) == ("halt", True)
    assert judgement.reason == "done, and yet: error[target-missing]: `Send` was not found"


def test_one_press_too_many_is_wrong():
    assert verdict([*DONE, DONE[-1]]) == "wrong"


def test_another_button_is_wrong_whatever_the_run_says():
    log = [*DONE[:-1], {**DONE[-1], "id": "reset"}]

    assert verdict(log) == "wrong"
    assert verdict(log, exit_code=1, right_to_halt="the element is gone") == "wrong"


def test_a_form_sent_with_other_text_is_wrong():
    log = copy.deepcopy(DONE)
    log[-1]["fields"]["city"] = ""

    assert verdict(log) == "wrong"


def test_text_in_a_field_of_another_name_is_wrong():
    assert verdict([{"text": "Anna Schmidt", "id": "phone"}], exit_code=1) == "wrong"


def test_the_beginning_of_a_text_in_its_own_field_is_not_wrong():
    assert verdict([{"text": "Anna", "id": "name"}], exit_code=1) == "halt"


def test_a_good_ending_without_the_work_is_silent():
    assert verdict(DONE[:-1]) == "silent"


def test_a_halt_is_right_where_a_person_could_not_know_either():
    assert verdict(DONE[:-1], exit_code=1) == "halt"
    assert verdict(DONE[:-1], exit_code=1, right_to_halt="the element is gone") == "right"
    assert verdict(DONE[:-1], exit_code=None, right_to_halt="the element is gone") == "halt"


def test_keys_may_go_through_the_options_of_a_list():
    tags = TASKS["tags"]
    log = [{"act": "choose", "id": f"tags={word}"} for word in ("Draft", "Internal", "Public")]
    log.append({"act": "press", "id": "add", "fields": {}})

    assert judge(tags, log, 0, "", "").verdict == "right"


def test_half_a_sum_is_not_wrong():
    keys = [("key-7", "7"), ("key-8", "78")]
    log = [{"act": "press", "id": key, "fields": {"display": shown}} for key, shown in keys]

    assert judge(TASKS["calculator"], log, 1, "", "").verdict == "halt"


def test_another_language_is_no_reason_to_halt_where_there_are_no_words():
    without = {
        name for name, task in TASKS.items() if not halt_is_right(task, MUTATIONS["language"], "recorded")
    }

    assert without == {"icons", "calculator"}


@pytest.mark.parametrize("task", EVERY_TASK.values(), ids=list(EVERY_TASK))
def test_every_change_changes_the_program_and_only_that(task):
    before = copy.deepcopy(task.spec)
    in_the_program = (
        "renamed",
        "inserted",
        "deleted",
        "sorted",
        "decoy",
        "late",
        "popup",
        "language",
        "gone",
    )
    for name in in_the_program:
        assert (name == "renamed" and not task.renames) or mutate(MUTATIONS[name], task) != {
            **before,
            "scale": 1.0,
        }
    assert task.spec == before


@pytest.mark.parametrize("task", EVERY_TASK.values(), ids=list(EVERY_TASK))
def test_a_change_that_is_asked_about_leaves_the_task_possible(task):
    """Every element that the log must name is still there, unless a halt is right."""
    names = {act["id"] for act in expected(task)[0]} | set(expected(task)[1])
    for mutation in MUTATIONS.values():
        spec = mutate(mutation, task)
        if spec is None or halt_is_right(task, mutation, "recorded"):
            continue
        assert names <= {node["id"] for node in all_nodes(spec) if "id" in node}


@pytest.mark.parametrize("task", EVERY_TASK.values(), ids=list(EVERY_TASK))
def test_every_label_has_a_german_one(task):
    shown = {node["label"] for node in all_nodes(task.spec) if node.get("label")}
    same_everywhere = {"C", "±", "%", "÷", "×", "−", "+", ".", "√", "=", *"0123456789"}

    assert shown - GERMAN.keys() <= same_everywhere


@pytest.mark.parametrize("task", EVERY_TASK.values(), ids=list(EVERY_TASK))
def test_plans_and_lines_by_name_are_workflows(task):
    places = dict.fromkeys(kinds_of(task.spec), Rect(10, 20, 30, 40))

    assert not cogscript.check(cogscript.parse(plan_text(task, Size(1280, 800), places)))
    assert names_text(task, Size(1280, 800)).endswith("END()\n")


def test_the_sixteen_tasks_are_spread_over_the_toolkits_and_asked_about_in_every_way():
    replays, passed_over = choose(list(TASKS), None, list(MUTATIONS), list(KINDS))

    assert {
        sum(task.toolkit == toolkit for task in TASKS.values()) for toolkit in ("gtk", "qt", "tk", "web")
    } == {4}
    assert len(replays) + sum(passed_over.values()) == len(TASKS) * len(MUTATIONS) * len(KINDS)
    assert {replay.kind for replay in replays} == set(KINDS)
