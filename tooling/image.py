"""Builds the image and runs each service of compose.yaml in it.

    python -m tests.servers python -m tooling.image [FOLDER]

Needs root, buildah, and the image that the Dockerfile names or debootstrap: then a Debian with its own Python stands
for it. Where these are missing, it says so and ends well. No container is started, which needs more rights than a
machine of tests has: each command runs in the image's file system, as the image's user, without capabilities, with all
that is read-only in a container read-only. The health checks and stop times are those of compose.yaml. FOLDER keeps
the images for another time.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import yaml

from .bootstrap import ROOT, say
from .child_processes import end_with_parent

NAME = "marrakech-by-mail"
TOOLS = ("buildah", "unshare", "nsenter", "tar")
DEBIAN = ["--variant=minbase", "--include=ca-certificates,python3,python3-venv,python3-pip", "bookworm"]
MOUNTED = ("/etc/ssl/certs", "/etc/pip.conf")  # while the image is built: certificates and an index of packages
PATIENCE, LINES = 300, 20  # seconds, and lines of a log that are shown
SECONDS = {"s": 1, "m": 60, "h": 3600}
# As root in a mount namespace of its own: $1 is the image's files, $2 to $3 what else is mounted there.
ENTER = """
root=$1; shift
mount --bind "$root" "$root" && mount -o remount,bind,ro "$root"
mount --bind /proc "$root/proc" && mount --rbind /dev "$root/dev" && mount --bind /sys "$root/sys"
while [ "$1" != -- ]; do
    case $1 in tmpfs) mount -t tmpfs -o mode=1777 tmpfs "$root$2" ;; *) mount --bind "$1" "$root$2" ;; esac; shift 2
done
shift; cd "$root"; exec chroot . "$@"
"""


class Missing(Exception):
    """The image cannot be built here. The text says why."""


@dataclass
class Buildah:
    """buildah with a store of its own, and the image's settings."""

    folder: Path
    config: dict[str, Any] = field(default_factory=dict)

    def __call__(self, *words: str, **options: Any) -> str:
        store = ["--storage-driver=vfs", f"--root={self.folder / 'images'}", f"--runroot={self.folder / 'run'}"]
        command = ["buildah", *store, *words]
        return str(
            subprocess.run(command, cwd=ROOT, text=True, check=True, stdout=subprocess.PIPE, **options).stdout
        ).strip()

    def base(self) -> str:
        """Return the name of the image that the Dockerfile begins with. Fetch or make it if it is missing."""
        name = re.search(r"^ARG PYTHON=(\S+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
        assert name
        full = f"docker.io/library/{name[1]}"
        if full in self("images", "--format", "{{.Name}}:{{.Tag}}").split():
            return full
        with suppress(subprocess.CalledProcessError):
            self("pull", "--quiet", full, stderr=subprocess.DEVNULL)
            return full
        if not shutil.which("debootstrap"):
            raise Missing(f"{name[1]} cannot be fetched, and debootstrap is missing")
        say(f"{name[1]} cannot be fetched: Debian's own Python stands for it.")
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            subprocess.run(["debootstrap", *DEBIAN, folder], check=True, stdout=subprocess.DEVNULL)
            (Path(folder) / "usr/bin/python").symlink_to("python3")
            container = self("from", "scratch")
            self("add", "--quiet", container, folder, "/")
        env = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "SSL_CERT_FILE": "/etc/ssl/certs/ca-certificates.crt",
            "UV_SYSTEM_CERTS": "1",
        }
        self("config", *(f"--env={key}={value}" for key, value in env.items()), container)
        self("commit", "--quiet", container, full)
        self("rm", container)
        return full

    @contextmanager
    def built(self) -> Iterator[Path]:
        """Build the image; yield the folder of its files."""
        self.base()
        given = [f"--volume={path}:{path}:ro" for path in MOUNTED if Path(path).exists()]
        how = ["--isolation=chroot", "--network=host", "--pull-never", "--quiet"]
        self("build", *how, *given, "--build-arg=VERSION=test", f"--tag={NAME}", ".")
        self.config = json.loads(self("inspect", "--type=image", NAME))["OCIv1"]["config"]
        container = self("from", "--pull-never", NAME)
        try:
            yield Path(self("mount", container))
        finally:
            self("umount", container)
            self("rm", container)


@dataclass
class Service:
    """A service of compose.yaml on this machine, with ports that are free."""

    name: str
    settings: dict[str, Any]
    env: dict[str, str]
    log: Path
    ports: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        inside = [str(port).split(":")[-1] for port in self.settings.get("ports", [])]
        for port in inside:
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                self.ports[port] = str(probe.getsockname()[1])
        self.env["METRICS_PORT"] = f"127.0.0.1:{self.ports['9200']}" if "9200" in self.ports else ""

    def words(self, given: list[str]) -> list[str]:
        """Return a command with this machine's ports and with compose's variables filled in."""
        if given[0] in {"CMD", "CMD-SHELL"}:
            given = given[1:] if given[0] == "CMD" else ["sh", "-c", *given[1:]]
        text = [re.sub(r"\$\{\w+:-(\w*)\}", r"\1", word) for word in given]
        for inside, here in self.ports.items():
            text = [word.replace(inside, here) for word in text]
        return text

    def seconds(self, text: str) -> float:
        return float(text[:-1]) * SECONDS[text[-1]]


@dataclass
class Process:
    """A running service."""

    service: Service
    process: "subprocess.Popen[bytes]"
    inside: list[str]  # the command that runs others where the service runs

    def answers(self, *command: str) -> bool:
        words = [*self.inside, *command]
        return subprocess.run(words, env=self.service.env, capture_output=True, check=False).returncode == 0

    def faults(self) -> Iterator[str]:
        """Yield what the process may do and must not."""
        state = Path(f"/proc/{self.process.pid}/status").read_text()
        user = re.search(r"^Uid:\s+(\d+)", state, re.MULTILINE)
        if user is None or user[1] == "0":
            yield "runs as root"
        for line in ("CapEff:\t0000000000000000", "CapBnd:\t0000000000000000", "NoNewPrivs:\t1"):
            if line not in state:
                yield f"is not restricted to {line!r}"
        for path in ("/app/manage.py", "/app/written", "/opt/venv/written"):
            if self.answers("sh", "-c", f"test ! -w {Path(path).parent} && ! echo >> {path}"):
                continue
            yield f"may write {path}"

    def megabytes(self) -> float:
        """Return the memory of the process and of those that it has forked, shared pages divided."""
        tree = [str(self.process.pid)]
        for pid in tree:
            tree += Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        found = [re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M) for pid in tree]
        return sum(int(match[1]) for match in found if match) / 1024


@dataclass
class Site:
    """The services in the image's file system."""

    files: Path
    config: dict[str, Any]
    data: Path  # what is mounted at /data
    logs: Path

    def start(self, service: Service) -> Process:
        user, _, group = self.config["User"].partition(":")
        os.chown(self.data, int(user), int(group))
        rights = [f"--reuid={user}", f"--regid={group}", "--clear-groups", "--no-new-privs", "--inh-caps=-all"]
        mounts = [word for path in service.settings["tmpfs"] for word in ("tmpfs", path)] + [str(self.data), "/data"]
        command = service.words(service.settings.get("command") or self.config["Cmd"])
        there = ["env", f"--chdir={self.config['WorkingDir']}", *command]
        start = ["setpriv", *rights, "--bounding-set=-all", "--", *there]
        process = subprocess.Popen(
            ["unshare", "--mount", "sh", "-ec", ENTER, "enter", str(self.files), *mounts, "--", *start],
            env=service.env,
            stdout=service.log.open("w"),
            stderr=subprocess.STDOUT,
            preexec_fn=end_with_parent(),
        )
        inside = ["nsenter", f"--target={process.pid}", "--mount", "--root", "--wd"]
        return Process(service, process, [*inside, f"--setuid={user}", f"--setgid={group}"])


def main(arguments: list[str]) -> int:
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing or os.geteuid() != 0:
        say(f"The image was not built: {' and '.join(missing) or 'root'} is missing.")
        return 0
    with ExitStack() as opened:
        folder = Path(arguments[0] if arguments else opened.enter_context(tempfile.TemporaryDirectory()))
        buildah = Buildah(folder.resolve())
        began = time.monotonic()
        try:
            files = opened.enter_context(buildah.built())
        except Missing as reason:
            say(f"The image was not built: {reason}.")
            return 0
        size = subprocess.run(["du", "-sm", files / "app", files / "opt"], capture_output=True, text=True, check=True)
        say(f"built in {time.monotonic() - began:.0f} s; MB of code and packages: {size.stdout.split()[::2]}")
        data, logs = (Path(opened.enter_context(tempfile.TemporaryDirectory())) for _ in range(2))
        faults = list(run_services(Site(files, buildah.config, data, logs)))
        for name in {fault.partition(":")[0] for fault in faults}:
            say("\n".join([f"\n== {name}", *(logs / name).read_text().splitlines()[-LINES:]]))
    say("\n".join(faults) or "Every service ran with read-only code, as its own user, and stopped in time.")
    return 1 if faults else 0


def run_services(site: Site) -> Iterator[str]:
    """Start everything, wait until the site is healthy and ready, stop everything. Yield each fault after a name."""
    services: Mapping[str, dict[str, Any]] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    env = {
        **dict(pair.split("=", 1) for pair in site.config["Env"]),
        "DATABASE_URL": os.environ["DATABASE_URL"],
        "REDIS_URL": f"{os.environ['REDIS_URL']}/0",
        "SITE_URL": "https://example.org",
        "SECRET_KEY": "of-the-image-7f1c0e4d9a2b8c6e5f3a1d0b9c8e7f6a5b4c3d2e",
        "EMAIL_URL": "smtp://127.0.0.1:1",
        "DEFAULT_FROM_EMAIL": "Marrakech by Mail <marrakech@example.org>",
        "OPERATOR_NAME": "Example",
        "WEB_CONCURRENCY": "2",
    }
    ours = {name: each for name, each in services.items() if each["image"] == NAME}
    own = {name: Service(name, each, dict(env), site.logs / name) for name, each in ours.items()}
    if code := site.start(own.pop("migrate")).process.wait():
        yield f"migrate: ended with {code}"
        return
    running = {name: site.start(service) for name, service in own.items()}
    try:
        for each in running.values():
            yield from healthy(each)
        address = f"http://127.0.0.1:{own['web'].ports['8000']}/readyz"
        if not waited(lambda: is_ok(address)):
            yield "beat: /readyz does not become ready"
        for each in running.values():
            say(f"{each.service.name}: {each.megabytes():.0f} MB of {each.service.settings['mem_limit']}")
    finally:
        for each in running.values():
            each.process.terminate()
    for each in running.values():
        yield from stopped(each)


def waited(works: Callable[[], bool]) -> bool:
    """Wait until it works. Return False if it does not within minutes."""
    end = time.monotonic() + PATIENCE
    while not (done := works()) and time.monotonic() < end:
        time.sleep(1)
    return done


def healthy(each: Process) -> Iterator[str]:
    """Wait for the health check. Yield what is wrong."""
    check = each.service.words(each.service.settings["healthcheck"]["test"])
    if waited(lambda: each.process.poll() is not None or each.answers(*check)) and each.process.poll() is None:
        yield from (f"{each.service.name}: {fault}" for fault in each.faults())
    else:
        yield f"{each.service.name}: is not healthy"


def stopped(each: Process) -> Iterator[str]:
    """Wait for the end after SIGTERM. Yield what is wrong."""
    try:
        code = each.process.wait(each.service.seconds(each.service.settings.get("stop_grace_period", "10s")))
    except subprocess.TimeoutExpired:
        each.process.kill()
        yield f"{each.service.name}: did not stop in time"
    else:
        if code not in {0, -15}:
            yield f"{each.service.name}: ended with {code}"


def is_ok(address: str) -> bool:
    try:
        with urlopen(address, timeout=10) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
