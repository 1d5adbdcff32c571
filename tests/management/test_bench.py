"""`manage.py bench` measures in a database of its own, and says what each figure is worth."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from studio.env import CHECKOUT
from studio.management.benches import change, staleness
from studio.management.benches.figures import COUNT, RATIO, WALL, Figure, percentile, report

FIGURES = {
    "P1", "P2 Python", "P2 PostgreSQL", "P4 median", "P4 95th", "P5 median", "P5 95th", "P5 ratio",
    "P14", "P14 scale", "P15 CPU", "P15 queries", "per call, small", "per call, large",
    "per call, scale", "sent, small", "sent, large", "sent, scale", "rate", "clean",
}  # fmt: skip


@pytest.mark.timeout(600)
@pytest.mark.usefixtures("database_server")
def test_the_spine_is_measured_and_told_as_json() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "bench", "spine", "--movements", "6", "--json"],
        cwd=CHECKOUT, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode in (0, 1), done.stderr
    told = json.loads(done.stdout)
    by_id = {figure["id"]: figure for figure in told["figures"]}
    assert by_id.keys() >= FIGURES
    assert {figure["kind"] for figure in told["figures"]} == {COUNT, RATIO, WALL}
    assert by_id["clean"]["met"] is True
    assert len(told["machine"]["load_before"]) == 3
    assert (done.returncode == 1) == bool(told["failed"])


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_few_random_kills_cost_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "bench", "crash", "--movements=6", "--kills=8", "--json"],
        cwd=CHECKOUT, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stdout + done.stderr
    values = {figure["id"]: figure["value"] for figure in json.loads(done.stdout)["figures"]}
    noughts = ("lost", "commits", "twice", "by hand", "invariants", "left")
    assert [values[name] for name in noughts] == [0] * 6


@pytest.mark.long
@pytest.mark.timeout(600)
def test_the_desk_is_measured_and_told_as_json() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "bench", "desk", "--movements", "6", "--json"],
        cwd=CHECKOUT, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode in (0, 1), done.stderr
    told = json.loads(done.stdout)
    named = {figure["id"] for figure in told["figures"]}
    assert named >= {"search", "search, pattern", "first page", "board", "large board, size"}
    assert named >= {"section", "sockets", "key stroke"}


@pytest.mark.django_db
def test_the_oracle_of_staleness_is_run_over_as_many_cases_as_asked(tmp_path: Path) -> None:
    found, facts = staleness.measure(tmp_path, 8)

    by_id = {figure.id: figure for figure in found}
    assert by_id["cases"].value == 8
    assert all(by_id[name].met for name in ("missed", "extra", "wrong"))
    assert facts == {"worlds": 1, "differences": []}


@pytest.mark.long
@pytest.mark.django_db
def test_a_change_is_measured_in_books_of_several_sizes(tmp_path: Path) -> None:
    found, facts = change.measure(tmp_path, 200)

    by_id = {figure.id: figure for figure in found}
    assert {"P8 worst", "P8 typical", "P8 walk", "P9 readers", "P9 audit"} <= by_id.keys()
    assert {"P11 next, blocked", "P11 board, written", "P13 60,000 words"} <= by_id.keys()
    rows = ("commit 0, rows", "commit 10, rows", "P9 wrong", "clean")
    assert all(by_id[name].met for name in rows)
    assert facts == {"units": [102, 202], "violations": []}


@pytest.mark.parametrize(
    ("kind", "value", "fails"),
    [(COUNT, 4.0, True), (RATIO, 4.0, True), (WALL, 4.0, False), (COUNT, 3.0, False)],
)
def test_only_counts_and_ratios_fail_a_bench(kind: str, value: float, fails: bool) -> None:
    figure = Figure("P1", "flushes", value, 3, kind)

    assert figure.is_failure == fails
    assert report("spine", [figure], {}, [0.0])["failed"] == (["P1"] if fails else [])


def test_a_figure_without_a_value_is_neither_met_nor_missed() -> None:
    figure = Figure("P3", "beside a peer", None, 1, RATIO)

    assert figure.met is None
    assert not figure.is_failure


def test_a_percentile_of_few_values_is_one_of_them() -> None:
    assert percentile([3.0, 1.0, 2.0], 0.95) == 3.0
    assert percentile([], 0.5) is None
