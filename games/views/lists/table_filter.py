"""The filter of open tables and of offered seats."""

from typing import Any

from django.http import HttpRequest

from accounts.models import User
from games.forms.filters import LobbyForm
from games.forms.values import valid_values


def filter_values(request: HttpRequest) -> dict[str, Any]:
    """Return what the viewer has chosen. Only players can ask for tables that suit them."""
    form = LobbyForm(request.GET, is_player=isinstance(request.user, User))
    return {name: value for name, value in valid_values(form).items() if value}


def filter_context(values: dict[str, Any], *, is_player: bool) -> dict[str, Any]:
    """Return the form with the values, and whether it leaves out anything."""
    chosen = {name: str(value) for name, value in values.items()}
    return {"form": LobbyForm(chosen, is_player=is_player), "is_filtered": any(name != "sort" for name in chosen)}
