"""Views of the installed app: manifest, service worker and offline page."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.presenters.pwa import web_manifest


@require_safe
@cache_control(public=True, max_age=3600)
def app_manifest(request: HttpRequest) -> HttpResponse:
    """Send the web app manifest in the browser's language."""
    return JsonResponse(web_manifest(), content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Send the service worker, from the root so that it may open every page."""
    return render(request, "games/site/sw.js", content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(private=True, no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Show the tables stored on this device. The service worker shows this page instead of those it has not stored."""
    return render(request, "games/site/offline.html")
