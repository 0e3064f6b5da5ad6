"""A check of the board and the alerts in deploy/: python -m tooling.monitoring (expressions need promtool).

The board must fit what Grafana reads: its panels have the fields that Grafana wants and do not overlap, and promtool
reads each expression. The alerts are read, too, and tried with the figures of ``alerts_trial.yml``.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .bootstrap import ROOT, say
from .browser import find_tool

COLUMNS = 24
BOARD, ALERTS, TRIAL = ROOT / "deploy/grafana.json", ROOT / "deploy/alerts.yml", ROOT / "tooling/alerts_trial.yml"


def main() -> int:
    panels: list[dict[str, Any]] = json.loads(BOARD.read_text())["panels"]
    faults = list(dict.fromkeys(faults_of(panels)))
    say("\n".join(faults) or f"{len(panels)} panels are well-formed.")
    promtool = find_tool("promtool")
    if not promtool:
        say("No expression was read: promtool is missing (Debian’s package prometheus).")
        return 1 if faults else 0
    expressions = [target["expr"] for panel in panels for target in panel["targets"]]
    rules = [{"record": f"panel:{number}", "expr": expr} for number, expr in enumerate(expressions)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "panels.yml"
        path.write_text(json.dumps({"groups": [{"name": "panels", "rules": rules}]}))
        commands = (["check", "rules", str(path), str(ALERTS)], ["test", "rules", str(TRIAL)])
        codes = [subprocess.run([promtool, *command], check=False).returncode for command in commands]
    return 1 if faults or any(codes) else 0


def faults_of(panels: list[dict[str, Any]]) -> Iterator[str]:
    if len({panel["id"] for panel in panels}) < len(panels):
        yield "Two panels have one id."
    taken: dict[tuple[int, int], str] = {}
    for panel in panels:
        name, place, targets = panel["title"], panel["gridPos"], panel["targets"]
        if panel["datasource"] != {"type": "prometheus", "uid": "${source}"}:
            yield f"{name}: not of the data source that the reader chooses."
        if len({target["refId"] for target in targets}) < len(targets) or not targets:
            yield f"{name}: without expressions of its own letters."
        if place["x"] + place["w"] > COLUMNS:
            yield f"{name}: wider than the board."
        for x in range(place["x"], place["x"] + place["w"]):
            for y in range(place["y"], place["y"] + place["h"]):
                if (other := taken.setdefault((x, y), name)) != name:
                    yield f"{name}: lies over {other}."


if __name__ == "__main__":
    sys.exit(main())
