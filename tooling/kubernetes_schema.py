"""Writes tests/site/kubernetes.schema.json: what Kubernetes accepts in the kinds that deploy/kubernetes has.

    uv run --no-project --with kubernetes-validate==1.37.0 python tooling/kubernetes_schema.py

The package has the schemas of all kinds and releases, a hundred megabytes; this keeps a thousandth of it.
"""

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

VERSION = "1.29"  # the oldest that may run the site
FILE = Path(__file__).resolve().parent.parent / "tests/site/kubernetes.schema.json"
KINDS = [
    "v1/Namespace",
    "v1/PersistentVolumeClaim",
    "v1/Service",
    "apps/v1/Deployment",
    "batch/v1/CronJob",
    "batch/v1/Job",
    "networking.k8s.io/v1/Ingress",
    "networking.k8s.io/v1/NetworkPolicy",
    "policy/v1/PodDisruptionBudget",
]


def main() -> None:
    package = Path(str(import_module("kubernetes_validate").__file__)).parent
    source = package / f"kubernetes-json-schema/v{VERSION}.0-local-strict/_definitions.json"
    definitions: dict[str, dict[str, Any]] = json.loads(source.read_text())["$defs"]
    names = {kind: name for name, each in definitions.items() for kind in kinds_of(each) if kind in KINDS}
    kept: dict[str, Any] = {}
    waiting = [names[kind] for kind in KINDS]
    while waiting:
        if (name := waiting.pop()) not in kept:
            kept[name] = without_words(definitions[name])
            waiting += references(kept[name])
    comment = f"Kubernetes {VERSION}, from kubernetes-validate (Apache License 2.0) by tooling/kubernetes_schema.py"
    lines = [f'"$comment":{json.dumps(comment)},\n"kinds":{json.dumps(names, sort_keys=True)},\n"$defs":{{']
    lines.append(",\n".join(f"{json.dumps(name)}:{json.dumps(kept[name], sort_keys=True)}" for name in sorted(kept)))
    FILE.write_text("{" + "\n".join(lines) + "\n}}\n")


def kinds_of(definition: dict[str, Any]) -> Iterator[str]:
    for each in definition.get("x-kubernetes-group-version-kind", []):
        yield "/".join(part for part in (each["group"], each["version"], each["kind"]) if part)


def without_words(part: Any) -> Any:
    """Leave out descriptions and defaults, but not members of these names."""
    if isinstance(part, list):
        return [without_words(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {
        name: without_words(each)
        for name, each in part.items()
        if not name.startswith("x-") and (isinstance(each, dict) or name not in {"description", "default"})
    }


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(found := part.get("$ref"), str):
            yield found.rpartition("/")[2]
        part = list(part.values())
    if isinstance(part, list):
        for each in part:
            yield from references(each)


if __name__ == "__main__":
    main()
