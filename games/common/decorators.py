"""What views of players share: who asks, what shows a refusal, whether htmx wants a part of a page."""

from collections.abc import Callable
from typing import cast

from django.http import HttpRequest, HttpResponse

from accounts.models import User

View = Callable[..., HttpResponse]


def player_of(request: HttpRequest) -> User:
    """Return the signed-in user of a view behind ``login_required``."""
    return cast("User", request.user)


def recover_with(view: View, render: Callable[..., HttpResponse | None]) -> None:
    """Let ``render(request, error, **kwargs)`` show a refusal of this view (marrakech_site/problems.py).

    Where it returns None, the table is shown with the reason.
    """
    view.recover = render  # type: ignore[attr-defined]


def wants_fragment(request: HttpRequest) -> bool:
    """Return True if htmx asks for parts of an open page (and not for the whole page, to restore its history)."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and headers.get("HX-History-Restore-Request") != "true"
