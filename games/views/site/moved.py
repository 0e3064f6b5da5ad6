"""View of addresses that have moved."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse


def moved(request: HttpRequest, to: str, **kwargs: object) -> HttpResponse:
    """Redirect permanently to the view ``to``, with the same method, body and query."""
    query = request.META["QUERY_STRING"]
    address = reverse(to, kwargs=kwargs)
    return redirect(f"{address}?{query}" if query else address, permanent=True, preserve_request=True)
