"""Filters of the list of games."""

from decimal import Decimal

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django_filters import rest_framework as filters  # type: ignore[import-untyped]

from accounts.models import User
from accounts.selectors import person_by_name
from games.api.permissions import player_of
from games.models import Game, GameQuerySet, Pace
from games.services.tables.suitable_tables import awake_with, open_to

LIST_NAMES = {
    "mine": _("tables where you have a seat"),
    "waiting": _("games waiting for you"),
    "open": _("tables with a free seat for you"),
    "running": _("games in progress"),
    "seats": _("games with a seat that looks for another player"),
    "finished": _("finished games"),
}
OWN_LISTS = {"mine", "waiting"}  # of games where the viewer has a seat, who may see all of them


class GameFilter(filters.FilterSet):  # type: ignore[misc]
    """The query of ``GET /games/``."""

    filter = filters.ChoiceFilter(
        method="by_list_name",
        choices=list(LIST_NAMES.items()),
        help_text="A list by name; without it, every table you may see.",
    )
    title = filters.CharFilter()
    ruleset = filters.CharFilter()
    pace = filters.ChoiceFilter(choices=Pace.choices)
    seat_count = filters.NumberFilter(min_value=1, max_value=10)
    open_to_me = filters.BooleanFilter(
        method="by_minimum", help_text="With `true`, only tables whose minimum you meet."
    )
    shared_hours = filters.NumberFilter(
        method="by_hours",
        min_value=1,
        max_value=24,
        help_text="Only tables at which you and everyone seated are awake together for so many hours a day.",
    )
    player = filters.CharFilter(method="by_player", max_length=30, help_text="The unique name of a player.")

    class Meta:
        model = Game
        fields = ["title", "ruleset", "pace", "seat_count"]

    def by_list_name(self, games: GameQuerySet, _field: str, name: str) -> GameQuerySet:
        """Return the games of a named list. Raises NotAuthenticated for a visitor who asks for their own games."""
        viewer = self.request.user
        match name:
            case "mine":
                return games.played_by(player_of(self.request))
            case "waiting":
                return games.waiting_for(player_of(self.request))
            case "open":
                return games.open_tables(viewer if isinstance(viewer, User) else None)
            case "running":
                return games.running()
            case "seats":
                return games.with_offered_seats(viewer if isinstance(viewer, User) else None)
            case _:
                return games.finished()

    def by_minimum(self, games: GameQuerySet, _field: str, wanted: bool) -> GameQuerySet:
        """Return the tables whose minimum the viewer meets. Raises NotAuthenticated for a visitor."""
        return open_to(games, player_of(self.request), timezone.now()) if wanted else games

    def by_hours(self, games: GameQuerySet, _field: str, hours: Decimal) -> GameQuerySet:
        """Return the tables where all are awake with the viewer. Raises NotAuthenticated for a visitor."""
        return awake_with(games.order_by("-id"), player_of(self.request), int(hours), timezone.now())

    def by_player(self, games: GameQuerySet, _field: str, name: str) -> GameQuerySet:
        """Return the games of this player, none if the player does not exist."""
        person = person_by_name(name)
        return games.played_by(person) if person else games.none()
