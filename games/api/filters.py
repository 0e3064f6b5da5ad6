"""Which tables a list is to show."""

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django_filters import rest_framework as filters  # type: ignore[import-untyped]
from rest_framework.request import Request

from accounts.models import User
from accounts.selectors import person_by_name
from games.api.permissions import player_of
from games.api.serializers.game_rows import COLUMNS
from games.models import Game, Pace
from games.selectors.browse import OWN, PUBLIC, with_player
from games.selectors.browsed import Browsed

LIST_NAMES = {
    "mine": _("tables where you have a seat"),
    "waiting": _("games waiting for you"),
    "open": _("tables with a free seat for you"),
    "running": _("games in progress"),
    "finished": _("finished games"),
}


def named_list(request: Request) -> Browsed | None:
    """Return the list that a query asks for by name, or every table; None where it says more than that.

    Raises NotAuthenticated like ``GameFilter``, which is slower and knows the rest.
    """
    said = request.query_params
    name = said.get("filter", "")
    if any(said.get(other) for other in GameFilter.base_filters if other != "filter") or name not in {"", *LIST_NAMES}:
        return None
    user = player_of(request) if name in OWN else request.user
    return Browsed(user if isinstance(user, User) else None, name, COLUMNS)


class GameFilter(filters.FilterSet):  # type: ignore[misc]
    """The query of ``GET /games/``."""

    filter = filters.ChoiceFilter(
        method="named",
        choices=list(LIST_NAMES.items()),
        help_text="A list by name; without it, every table you may see.",
    )
    title = filters.CharFilter()
    ruleset = filters.CharFilter()
    pace = filters.ChoiceFilter(choices=Pace.choices)
    seat_count = filters.NumberFilter(min_value=1, max_value=10)
    player = filters.CharFilter(method="with_player", max_length=30, help_text="The unique name of somebody who plays.")

    class Meta:
        model = Game
        fields = ["title", "ruleset", "pace", "seat_count"]

    def named(self, games: QuerySet[Game], _field: str, name: str) -> QuerySet[Game]:
        """Narrow to a list by name. Raises NotAuthenticated for one's own lists if nobody is signed in."""
        if name in OWN:
            return OWN[name](games, player_of(self.request))
        user = self.request.user
        return PUBLIC[name](games, user if isinstance(user, User) else None)

    def with_player(self, games: QuerySet[Game], _field: str, name: str) -> QuerySet[Game]:
        """Narrow to tables where this player sits; to none for somebody who does not exist."""
        person = person_by_name(name)
        return with_player(games, person) if person else games.none()
