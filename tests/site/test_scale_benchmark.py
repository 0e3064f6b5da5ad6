import os
import re
import subprocess
import sys
from importlib import import_module
from typing import Any

import pytest

from tooling.bootstrap import ROOT

scale, plans, works = (
    import_module("benchmarks.scale.__main__"),
    import_module("benchmarks.scale.databases"),
    import_module("benchmarks.scale.works"),
)  # they have no strict types


def figures(time: float, rows: int = 10, statements: int = 3) -> Any:
    large = [f"{rows} rows: SELECT 1"] if rows > 1000 else []
    return plans.Figures(times=[time], statements=statements, rows=rows, large=large)


def test_the_scale_benchmark_finds_growing_statements() -> None:
    assert not scale.misses_goal([figures(10), figures(12)])
    assert not scale.misses_goal([figures(1), figures(3)])
    assert scale.misses_goal([figures(10), figures(30)])
    assert scale.misses_goal([figures(10), figures(10, rows=1001)])
    assert scale.misses_goal([figures(10), figures(10, statements=4)])


def test_the_scale_benchmark_names_plans_that_read_more_than_a_thousand_rows() -> None:
    lines = list(scale.report({"get /lobby/": [figures(10), figures(10, rows=2000)]}, (1, 2), ""))
    assert lines[1].startswith("! get /lobby/")
    assert lines[-1] == "get /lobby/: 2000 rows: SELECT 1"


def test_the_scale_benchmark_counts_the_rows_of_scans_with_those_that_were_removed() -> None:
    scan = {"Node Type": "Seq Scan", "Actual Rows": 5, "Actual Loops": 2, "Rows Removed by Filter": 100}
    assert plans.rows_of_plan({"Node Type": "Sort", "Actual Rows": 5, "Actual Loops": 1, "Plans": [scan]}) == 210


def test_the_scale_benchmark_asks_for_pages_as_someone_who_may_see_them() -> None:
    assert works.viewer_who_may("200") == works.viewer_who_may("302 403 403 403 200 200") == "player"
    assert works.viewer_who_may("302 403 403 403 403 200") == "admin"


@pytest.mark.full
@pytest.mark.slow
def test_the_scale_benchmark_measures_databases_of_sqlite() -> None:
    command = [sys.executable, "-m", "benchmarks.scale", "--sqlite", "--games", "50", "--rounds", "1"]
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(
        [*command, "--only", "get /players/regular/|sweep robots.due"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"get /players/regular/ +\d+\.\d +\d+", done.stdout)
    assert "sweep robots.due" in done.stdout
