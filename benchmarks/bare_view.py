"""The bare Django view that pages are measured against: session and user, one row locked, one updated, one inserted."""

from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone

from games.chat.models import ChatMessage
from games.core.models import Game

# What django-admin startproject gives, without anything of this site.
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "benchmarks.bare_view.use_bare_view",
]


def use_bare_view(get_response):  # type: ignore[no-untyped-def]
    def middleware(request: HttpRequest) -> HttpResponse:
        request.urlconf = "benchmarks.bare_view"  # type: ignore[attr-defined]
        response: HttpResponse = get_response(request)
        return response

    return middleware


def write(request: HttpRequest, pk: int) -> HttpResponse:
    assert request.user.is_authenticated
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=pk)
        Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
        ChatMessage.objects.create(game=game, text="bare", at=timezone.now())
    return HttpResponse(b"done")


urlpatterns = [path("bare/<int:pk>/", write)]
