import fnmatch
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.helpers.page_client import signed_in
from tests.makers import make_user, started_game

ROOT = Path(__file__).resolve().parents[2]


def is_ignored(path: str) -> bool:
    """Return True if .dockerignore keeps a file out of the image."""
    patterns = [line for line in (ROOT / ".dockerignore").read_text().split() if not line.startswith("#")]
    names = [part for pattern in patterns for part in (pattern, pattern.removeprefix("**/"))]
    parts = path.split("/")
    starts = ["/".join(parts[:end]) for end in range(1, len(parts) + 1)]
    return any(fnmatch.fnmatch(start, name) for start in starts for name in names)


@pytest.mark.parametrize(
    "path",
    [
        *(".env", ".env.production", "marrakech.env", "deploy/.env", "var/secret-key", "secret-key", ".git/config"),
        *("before.dump", "backups/marrakech-2026-11-28T031500Z.pages.tar.gz"),
    ],
)
def test_the_docker_image_contains_no_secret(path: str) -> None:
    assert is_ignored(path)


@pytest.mark.parametrize("path", ["manage.py", "marrakech_site/env.py", "requirements.lock", "static/css/tokens.css"])
def test_the_docker_image_contains_the_program(path: str) -> None:
    assert not is_ignored(path)


@pytest.mark.django_db
@pytest.mark.one_database
def test_pages_of_an_account_are_not_cached() -> None:
    boss = make_user("boss", is_staff=True, is_superuser=True)
    client, game = signed_in(boss), started_game(boss, make_user())
    pages = [
        "/settings/",
        "/settings/tokens/",
        "/settings/data/",
        "/settings/delete/",
        "/accounts/sessions/",
        "/accounts/email/",
    ]
    pages += ["/accounts/2fa/", "/accounts/password/change/", "/mail/settings/", "/notifications/", "/time/"]
    pages += [f"/t/{game.code}/mail/", "/admin/", "/admin/accounts/user/"]
    for browser in (client, Client()):
        assert [page for page in pages if "no-store" not in browser.get(page).get("Cache-Control", "")] == []


def test_celery_beat_writes_into_the_data_folder() -> None:
    assert Path(settings.CELERY_BEAT_SCHEDULE_FILENAME).parent == Path(settings.DATA_DIR)
