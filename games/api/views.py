"""Views of the API's documentation."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from .reference import as_json, operation_groups


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    return HttpResponse(as_json(), content_type="application/vnd.oai.openapi+json")


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    return render(request, "api/reference.html", {"groups": operation_groups()})
