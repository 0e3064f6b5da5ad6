import re

import allauth
import django
import pytest
from django.apps import apps
from django.conf import settings

from games.common.release import CODE_FILES, release
from games.engine import __version__

FOLDERS = ("accounts", "games", "locale", "marrakech_site", "templates")
SOURCES = {".html", ".json", ".mo", ".py", ".ttf", ".txt"}


def test_every_source_of_a_page_changes_the_release() -> None:
    covered = {path for pattern in CODE_FILES for path in settings.BASE_DIR.glob(pattern)}
    present = {path for folder in FOLDERS for path in (settings.BASE_DIR / folder).rglob("*")}
    assert {path for path in present if path.suffix in SOURCES} <= covered


@pytest.mark.parametrize("library", [django, allauth])
def test_another_version_of_a_library_is_another_release(library: object, monkeypatch: pytest.MonkeyPatch) -> None:
    before = release()
    monkeypatch.setattr(library, "__version__", "99.0")
    assert release.__wrapped__() != before


def test_the_release_is_known_from_the_start() -> None:
    release.cache_clear()
    apps.get_app_config("games").ready()
    assert release.cache_info().currsize == 1


def test_the_changelog_begins_with_the_version() -> None:
    sections = re.findall(r"^## \[(.+)\]", (settings.BASE_DIR / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert sections[0] == __version__
