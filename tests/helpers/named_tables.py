"""Tables of Marram in every list of a player, and the pages on which they stand."""

import re
from collections.abc import Iterator

from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.core.models import Game, Seat
from games.lobby.invitations import invite_player
from games.notifications.models import Feed, FeedKind
from games.play.endings import resign
from tests.helpers.table_addresses import all_routes, table_addresses
from tests.makers import make_table, make_user, play_on, started_game

MARRAM = {"title": "marram", "ruleset": "classic-short"}
NAMES = ("Alpha Dune", "Beta Dune", "Gamma Dune", "Delta Dune", "Epsilon Dune", "Zeta Dune", "Eta Dune")


def player_with_tables() -> User:
    """Return a player with tables of Marram in every list: they must act at Alpha Dune, and wait at Eta Dune."""
    ada, bo, cy = make_user("Ada", is_staff=True, is_superuser=True), make_user("Bo"), make_user("Cy")
    play_on(started_game(ada, bo, name=NAMES[0], **MARRAM), 4)
    make_table(ada, name=NAMES[1], **MARRAM)
    resign(play_on(started_game(ada, bo, name=NAMES[2], **MARRAM), 4).pk, ada)
    invite_player(make_table(bo, name=NAMES[3], **MARRAM).pk, bo, "Ada")
    offered = started_game(bo, cy, name=NAMES[4], **MARRAM)
    Seat.objects.filter(game=offered, user=cy).update(offered_at=timezone.now())
    make_table(cy, name=NAMES[5], **MARRAM)
    started_game(bo, ada, name=NAMES[6], **MARRAM)
    Feed.objects.create(user=ada, kind=FeedKind.TABLE, game=Game.objects.get(name=NAMES[0]))
    return ada


def pages_with_tables(client: Client) -> Iterator[tuple[str, str]]:
    """Yield the address and HTML of each page that names one of these tables."""
    tables = [address for game in Game.objects.filter(name__in=NAMES[:3]) for address in table_addresses(game)]
    for address in [*_pages_of_site(), *(address for address in tables if "/api/" not in address)]:
        answer = client.get(address, follow=False)
        if answer.streaming:
            list(answer)  # its request ends with it
        elif answer.status_code == 200 and "text/html" in answer["Content-Type"]:
            html = answer.content.decode()
            if any(name in html for name in NAMES):
                yield address, html


def _pages_of_site() -> list[str]:
    routes = [f"/{route.replace('<str:name>', 'Ada')}" for route in all_routes()]
    listed = [route for route in routes if not re.search(r"[<(^]|/api/|logout|/dev/", route)]
    return [*listed, "/players/Bo/", "/admin/games/game/", "/admin/games/invitation/"]
