"""The filter of open tables and of offered seats."""

from functools import lru_cache
from typing import Any, TypeAlias

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts.models import User
from games.engine.registry import TITLES
from games.forms.filters import FOR_PLAYERS, LobbyForm
from games.forms.values import query_values

TEMPLATE = "games/parts/lists/_lobby_filter.html"
Chosen: TypeAlias = tuple[tuple[str, str], ...]  # names of fields and their values


def filter_values(request: HttpRequest) -> dict[str, Any]:
    """Return what the viewer has chosen. Only players can ask for tables that suit them."""
    values = query_values(LobbyForm, request.GET)
    left_out = () if isinstance(request.user, User) else FOR_PLAYERS
    return {name: value for name, value in values.items() if value and name not in left_out}


def filter_context(values: dict[str, Any], *, is_player: bool, has_order: bool = False) -> dict[str, Any]:
    """Return the rendered filter, and whether it leaves out anything."""
    chosen = tuple((name, str(value)) for name, value in values.items())
    return {
        "filter": _rendered(chosen, is_player, has_order, get_language(), tuple(TITLES)),
        "is_filtered": _is_filtered(chosen),
    }


def _is_filtered(chosen: Chosen) -> bool:
    return any(name != "sort" for name, _value in chosen)


@lru_cache(256)
def _rendered(
    chosen: Chosen, is_player: bool, has_order: bool, language: str | None, titles: tuple[str, ...]
) -> SafeString:
    """Return the filter. Making and rendering its form takes 1 ms, and mostly nothing is chosen.

    ``language`` and ``titles`` are those of the site at the moment, on which the choices depend.
    """
    form = LobbyForm(dict(chosen), is_player=is_player)
    context = {"form": form, "has_order": has_order, "is_filtered": _is_filtered(chosen)}
    return render_to_string(TEMPLATE, context)
