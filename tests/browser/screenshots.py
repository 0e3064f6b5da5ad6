"""Screenshots of every page of the tours, which only ``python -m tooling.screenshots`` runs."""

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.core.cache import cache
from playwright.sync_api import Error, Page
from pytest_django import Settings

from accounts.models import Profile

from .tours.all_tours import TOURS
from .tours.stops import Stop
from .visitors import PATIENCE, Visitors

WISH = json.loads(os.environ.get("SCREENSHOTS", "{}"))
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
HEIGHTS = {320: 700, 390: 844, 768: 1024}


@dataclass(frozen=True)
class Album:
    """The folder of the pictures, and which are wanted."""

    folder: Path
    tour: str
    language: str

    def wants(self, stop: Stop) -> bool:
        """Return True if a stop is wanted: by part of its name or of its tour's, or because no name was given."""
        names = [name.lower() for name in WISH["names"]]
        return not names or any(name in f"{self.tour}/{stop.name}".lower() for name in names)

    def take(self, stop: Stop, page: Page) -> None:
        """Take the wanted pictures of a page, in all widths and themes, and those of the documents."""
        for scheme in WISH["schemes"]:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            for width in WISH["widths"]:
                page.set_viewport_size({"width": width, "height": HEIGHTS.get(width, 900)})
                page.evaluate(SETTLED)
                name = f"{slug(self.tour)}.{slug(stop.name)}.{width}-{scheme}-{self.language}.jpg"
                page.screenshot(path=self.folder / name, full_page=True, type="jpeg", quality=88, timeout=2 * PATIENCE)
        for name, shown in WISH["documents"].items():
            if (shown["tour"], shown["stop"], shown["language"]) == (self.tour, stop.name, self.language):
                page.emulate_media(color_scheme=shown["scheme"], reduced_motion="reduce")
                page.set_viewport_size({"width": shown["width"], "height": shown["height"]})
                page.evaluate(SETTLED)
                page.screenshot(path=self.folder / name, timeout=2 * PATIENCE)


def slug(name: str) -> str:
    """Return a name in a form for file names."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def tours() -> list[str]:
    """Return the tours that may have the wanted stops: a name like "tables/lay" begins with the tour."""
    tour_names = [name.partition("/")[0] for name in WISH.get("names", []) if "/" in name]
    return [tour for tour in TOURS if not tour_names or any(name in tour for name in tour_names)]


@pytest.mark.parametrize("language", WISH.get("languages", []))
@pytest.mark.parametrize("tour", tours())
def test_every_page_can_be_photographed(visit: Visitors, settings: Settings, tour: str, language: str) -> None:
    settings.ROOT_URLCONF = "tests.browser.urls"
    album = Album(Path(WISH["out"]), tour, language)
    wanted = [stop for stop in TOURS[tour]() if album.wants(stop)]
    Profile.objects.update(language=language)
    cache.clear()
    pages: dict[object, Page] = {}
    unreached = []
    for stop in wanted:
        if stop.user not in pages:
            pages[stop.user] = visit(stop.user, locale=f"{language}-{language.upper()}".replace("-EN", "-GB"))
        try:
            stop.reach(pages[stop.user])
        except Error as error:
            unreached.append(f"{stop.name}: {error.message.splitlines()[0]}")
        album.take(stop, pages[stop.user])
    assert not unreached
