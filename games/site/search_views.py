"""Views of what search engines read: robots.txt, the sitemaps, and the icon at its old address."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.common.errors import NotFound

from .search_engines import Listed, game_parts, games_of_part, robots_text, site_pages

HOUR = 3600
XML = "application/xml"


@require_safe
@cache_control(public=True, max_age=HOUR)
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(robots_text(), content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=HOUR)
def sitemap(request: HttpRequest) -> HttpResponse:
    """List the sitemaps: that of pages, and one for each part of the games."""
    return render(request, "games/site/sitemap.xml", {"parts": game_parts()}, content_type=XML)


@require_safe
@cache_control(public=True, max_age=HOUR)
def sitemap_pages(request: HttpRequest) -> HttpResponse:
    return _sitemap(request, site_pages())


@require_safe
@cache_control(public=True, max_age=HOUR)
def sitemap_games(request: HttpRequest, part: int) -> HttpResponse:
    if part not in game_parts():
        raise NotFound
    return _sitemap(request, games_of_part(part))


def _sitemap(request: HttpRequest, pages: Sequence[Listed]) -> HttpResponse:
    return render(request, "games/site/sitemap_part.xml", {"pages": pages}, content_type=XML)


@require_safe
@cache_control(public=True, max_age=HOUR)
def favicon(request: HttpRequest) -> HttpResponse:
    """Send browsers that ask for this address, as for a picture or an error page, to the icon."""
    return redirect(static("img/favicon.ico"))
