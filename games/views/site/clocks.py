"""View of the page about clocks."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.presenters.clocks.paces import named_paces


@require_safe
def clocks(request: HttpRequest) -> HttpResponse:
    """Explain the paces, and what happens to a clock."""
    return render(request, "games/site/clocks.html", {"paces": named_paces()})
