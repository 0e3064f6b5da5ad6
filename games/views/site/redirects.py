"""View of old addresses, which redirects to the new ones."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse


def redirect_moved(request: HttpRequest, to: str, **kwargs: object) -> HttpResponse:
    """Redirect permanently to the view ``to``, with the same method, body and query."""
    query = request.META["QUERY_STRING"]
    address = reverse(to, kwargs=kwargs)
    return redirect(f"{address}?{query}" if query else address, permanent=True, preserve_request=True)
