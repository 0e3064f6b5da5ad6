"""The site's URLs, the mailbox, and views that raise, for tests."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from accounts.errors import LastAdmin, SiteError
from games.common.errors import Conflict, Forbidden, Illegal, NotFound, StalePly, TooMany
from marrakech_site import mailbox
from marrakech_site.urls import handler400, handler403, handler404, handler500, urlpatterns

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

REFUSALS: dict[str, SiteError] = {
    "not-found": NotFound(),
    "not-your-turn": Forbidden("not-your-turn", "It’s not your turn."),
    "stale-ply": StalePly(),
    "table-full": Conflict("table-full", "The table is full."),
    "under-assam": Illegal("under-assam", "A rug cannot lie under Assam."),
    "too-many": TooMany(5),
}


def refuse(request: HttpRequest, name: str) -> HttpResponse:
    """Raise the domain error of that code."""
    raise REFUSALS[name]


def refuse_account(request: HttpRequest) -> HttpResponse:
    """Raise an error of the accounts."""
    raise LastAdmin


def recovering(request: HttpRequest, name: str) -> HttpResponse:
    """Raise an error that this view can answer itself."""
    raise REFUSALS[name]


def recover(request: HttpRequest, error: SiteError, name: str) -> HttpResponse:
    """Answer with a page of its own."""
    return HttpResponse(f"fresh table, {name}: {error.message}")


recovering.recover = recover  # type: ignore[attr-defined]


def deny(request: HttpRequest) -> HttpResponse:
    """Raise Django's own refusal."""
    raise PermissionDenied


def crash(request: HttpRequest, token: str = "") -> HttpResponse:
    """Fail."""
    raise ZeroDivisionError


urlpatterns = [
    *urlpatterns,
    path("dev/mailbox/", include(mailbox.urls)),
    path("refuse/<str:name>/", refuse),
    path("api/v1/refuse/<str:name>/", refuse),
    path("refuse-account/", refuse_account),
    path("recovering/<str:name>/", recovering),
    path("deny/", deny),
    path("crash/", crash),
    path("reset/<str:token>/", crash),
]
