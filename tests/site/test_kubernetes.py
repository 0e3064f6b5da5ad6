"""The manifests of deploy/kubernetes: what Kubernetes accepts, what they refer to, what pods may do."""

import importlib
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from games.engine import __version__
from tests.site.test_compose import SERVICES
from tooling.bootstrap import ROOT

VALIDATOR: Any = importlib.import_module("jsonschema").Draft202012Validator
FOLDER = ROOT / "deploy/kubernetes"
SCHEMA = json.loads((ROOT / "tests/site/kubernetes.schema.json").read_text())
KUSTOMIZATION = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())
FILES = {path.name: list(yaml.safe_load_all(path.read_text())) for path in FOLDER.glob("*.yaml")}
RESOURCES: list[dict[str, Any]] = [each for name in KUSTOMIZATION["resources"] for each in FILES[name]]
SECRET = "marrakech"  # of the operator
OPTIONAL = {"pages"}
UNITS = {"Mi": "m", "Gi": "g"}
SITE_IMAGE = "marrakech-by-mail"


def name_of(resource: dict[str, Any]) -> str:
    return f"{resource['kind']}/{resource['metadata']['name']}"


def pod_of(resource: dict[str, Any]) -> dict[str, Any] | None:
    spec = resource.get("spec", {})
    template = spec.get("jobTemplate", {}).get("spec", spec).get("template")
    return template["spec"] if template else None


PODS = {name_of(each): pod for each in RESOURCES if (pod := pod_of(each))}

SERVICES_THERE = {each["metadata"]["name"]: each["spec"] for each in RESOURCES if each["kind"] == "Service"}


def containers() -> Iterator[dict[str, Any]]:
    for pod in PODS.values():
        yield from [*pod.get("initContainers", []), *pod["containers"]]


def members(part: Any, name: str) -> Iterator[Any]:
    """Yield every member of a name, at any depth."""
    if isinstance(part, dict):
        if name in part:
            yield part[name]
        part = list(part.values())
    if isinstance(part, list):
        for each in part:
            yield from members(each, name)


@pytest.mark.parametrize("resource", RESOURCES, ids=name_of)
def test_kubernetes_accepts_each_resource(resource: dict[str, Any]) -> None:
    kind = SCHEMA["kinds"][f"{resource['apiVersion']}/{resource['kind']}"]
    validator = VALIDATOR({"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]})
    assert [f"{error.json_path}: {error.message}" for error in validator.iter_errors(resource)] == []


def test_every_file_is_one_of_the_resources() -> None:
    assert {*KUSTOMIZATION["resources"], "kustomization.yaml"} == set(FILES)


def test_whatever_is_named_is_there() -> None:
    """Kubernetes would accept it, and leave the pods waiting."""
    settings = {each["name"] for each in KUSTOMIZATION["configMapGenerator"]} | OPTIONAL
    assert names("configMapRef") | names("configMap") <= settings
    assert names("secretRef") | names("secretKeyRef") == {SECRET}
    claims = {f"PersistentVolumeClaim/{name}" for name in members(RESOURCES, "claimName")}
    assert claims <= {name_of(each) for each in RESOURCES}
    for pod in PODS.values():
        mounted = {mount["name"] for mounts in members(pod, "volumeMounts") for mount in mounts}
        assert mounted == {each["name"] for each in pod.get("volumes", [])}


def names(key: str) -> set[str]:
    return {each["name"] for each in members(RESOURCES, key)}


def test_every_selector_finds_something() -> None:
    labels = list(members(RESOURCES, "labels"))
    selectors = [*members(RESOURCES, "matchLabels"), *(each["selector"] for each in SERVICES_THERE.values())]
    others = [each["matchLabels"] for each in members(RESOURCES, "namespaceSelector")]
    selectors = [chosen for chosen in selectors if chosen not in others]
    assert len(selectors) > 10
    assert [chosen for chosen in selectors if not any(chosen.items() <= each.items() for each in labels)] == []


def test_every_port_has_a_container_that_listens() -> None:
    listening = {port["name"] for each in containers() for port in each.get("ports", [])}
    policies = [each for each in RESOURCES if each["kind"] == "NetworkPolicy"]
    allowed = {port["port"] for ports in members(policies, "ports") for port in ports}
    assert allowed | {port["targetPort"] for each in SERVICES_THERE.values() for port in each["ports"]} == listening
    backends = [each["service"] for each in members(RESOURCES, "backend")]
    assert [(each["name"], each["port"]["name"]) for each in backends] == [("web", "http")]


@pytest.mark.parametrize("name", PODS)
def test_a_pod_is_restricted(name: str) -> None:
    """As the namespace demands of all its pods (the standard "restricted"), and with read-only files."""
    pod = PODS[name]
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["runAsUser"] > 0
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert pod["automountServiceAccountToken"] is False
    assert pod["enableServiceLinks"] is False  # else a service named "metrics" would set METRICS_PORT
    for each in [*pod.get("initContainers", []), *pod["containers"]]:
        assert each["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert {"cpu", "memory"} == set(each["resources"]["requests"])
        assert "memory" in each["resources"]["limits"]


@pytest.mark.parametrize("name", ["web", "mail", "worker", "robots", "beat"])
def test_a_process_runs_as_under_compose(name: str) -> None:
    service, pod = SERVICES[name], PODS[f"Deployment/{name}"]
    container = pod["containers"][0]
    assert container["image"] == SITE_IMAGE
    given = [word.replace("${ROBOTS_CONCURRENCY:-2}", "2") for word in service.get("command", [])]
    assert container.get("command", []) == given
    assert pod["terminationGracePeriodSeconds"] >= float(service.get("stop_grace_period", "10s").removesuffix("s"))
    limit = container["resources"]["limits"]["memory"]
    assert limit[:-2] + UNITS[limit[-2:]] == service["mem_limit"]
    if name != "web":
        assert container["livenessProbe"]["exec"]["command"][-1] == service["healthcheck"]["test"][-1]


def test_images_are_those_of_compose() -> None:
    assert {each["image"] for each in containers()} == {
        SITE_IMAGE,
        SERVICES["redis"]["image"],
        SERVICES["postgres"]["image"],
    }
    assert [(each["name"], each["newTag"]) for each in KUSTOMIZATION["images"]] == [(SITE_IMAGE, __version__)]


def test_web_servers_keep_their_visitors_while_redis_is_away() -> None:
    probes = PODS["Deployment/web"]["containers"][0]
    paths = {name: probes[f"{name}Probe"]["httpGet"]["path"] for name in ("startup", "liveness", "readiness")}
    assert paths == {"startup": "/healthz", "liveness": "/healthz", "readiness": "/readyz?traffic"}
    headers = [each["httpHeaders"] for each in members(probes, "httpGet")]
    assert headers == [[{"name": "Host", "value": "localhost"}]] * 3  # the site refuses the address of a pod


def test_there_is_one_beat_even_during_an_upgrade() -> None:
    beat = next(each for each in RESOURCES if name_of(each) == "Deployment/beat")
    assert (beat["spec"]["replicas"], beat["spec"]["strategy"]) == (1, {"type": "Recreate"})


@pytest.mark.parametrize("name", ["web", "mail", "worker", "robots"])
def test_prometheus_reaches_what_each_pod_counts(name: str) -> None:
    """Pods share no folder: what a worker counts is only in its own one."""
    template = next(each["spec"]["template"] for each in RESOURCES if name_of(each) == f"Deployment/{name}")
    counting, serving = template["spec"]["containers"]
    assert template["spec"]["shareProcessNamespace"] is True  # else two processes with one number count in one file
    data = {"name": "data", "mountPath": "/data"}
    assert data in counting["volumeMounts"]
    assert data in serving["volumeMounts"]
    assert serving["command"] == SERVICES["metrics"]["command"]
    port = serving["ports"][0]["containerPort"]
    assert f"METRICS_PORT=0.0.0.0:{port}" in KUSTOMIZATION["configMapGenerator"][0]["literals"]
    annotations = {"scrape": "true", "port": str(port), "path": "/metrics"}
    assert template["metadata"]["annotations"] == {f"prometheus.io/{key}": value for key, value in annotations.items()}


def test_the_documentation_names_what_prometheus_looks_for() -> None:
    documentation = (ROOT / "docs/monitoring.md").read_text()
    (allowed,) = (each["matchLabels"] for each in members(RESOURCES, "namespaceSelector"))
    assert f"`{allowed['kubernetes.io/metadata.name']}`" in documentation
    assert f"names: [{KUSTOMIZATION['namespace']}]" in documentation
    assert "__meta_kubernetes_pod_container_port_name], regex: metrics, action: keep" in documentation


def test_an_upgrade_begins_with_the_migrations_and_compares_the_games() -> None:
    """``before_deploy`` refuses while migrations are missing, so the new code must not start with them."""
    steps = (ROOT / "docs/containers.md").read_text().partition("### Upgrade on Kubernetes")[2]
    selected = set(re.findall(r"-l 'app\.kubernetes\.io/name in \((.*)\)'", steps)[0].split(", "))
    labels = {name_of(each): each["metadata"].get("labels", {}).get("app.kubernetes.io/name") for each in RESOURCES}
    found = [name for name, label in labels.items() if label in selected]
    assert found == ["Job/migrate", "CronJob/before-deploy"]
    settings = KUSTOMIZATION["configMapGenerator"][0]
    assert settings["options"]["labels"]["app.kubernetes.io/name"] == settings["name"] == "settings"
    assert "settings" in selected  # the jobs would wait for those that have changed
    job = next(each["spec"] for each in RESOURCES if name_of(each) == "CronJob/before-deploy")
    assert job["suspend"] is True
    assert PODS["CronJob/before-deploy"]["containers"][0]["command"][:3] == ["python", "manage.py", "before_deploy"]
