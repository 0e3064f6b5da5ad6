"""The home page: a player's lists, the board that plays the latest finished game again; web manifest and news feed."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, NamedTuple

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from games.board.pictures import (
    HOME_EXAMPLE,
    AnimatedBoard,
    animatable_board,
    example_board,
    make_frames,
)
from games.board.still_boards import still_picture
from games.common.errors import BrokenGame, NotFound
from games.core.lists import MAX_COUNTED, MAX_CURRENT, MAX_FINISHED, latest_finished_games, waiting_count
from games.core.log import note_trouble, plies_of
from games.core.models import Game
from games.core.position_cache import cached
from games.core.querysets import PLAYER_ORDERS
from games.core.selectors import seat_names
from games.engine.core import Title
from games.engine.registry import get_title
from games.feeds.calendars import DatedFeed
from games.lobby.models import Invitation
from games.lobby.selectors import invitations_of
from games.play.models import Proposal
from games.play.open_proposals import proposals_waiting_for

from .operator_texts import News

SECONDS = 600
MAX_IN_FEED = 20  # news
NO_NEWS = datetime(2000, 1, 1, tzinfo=UTC)  # the age of a feed without any
TRIED = 5  # games: one whose log does not replay is passed over
START_FRACTION = 2 / 5  # the part of a game that its film leaves out


@dataclass(frozen=True, slots=True)
class TitleBoard:
    """A still board of a title, or a picture of one, which is in light colours and has no stall."""

    title: Title
    board: SafeString
    is_picture: bool = False


def latest_game_board() -> AnimatedBoard:
    stored = _stored()
    if not stored["code"]:
        return example_board(HOME_EXAMPLE, 0)
    board = SafeString(stored["board"])
    return AnimatedBoard(board, stored["address"], stored["at"], stored["link"], stored["title"])


def other_title_board(shown: AnimatedBoard) -> TitleBoard:
    """Return a board of the other one of the two titles that the home page shows."""
    if shown.title == "marram":
        return TitleBoard(get_title("marrakech"), example_board(HOME_EXAMPLE, 0).board)
    return TitleBoard(get_title("marram"), still_picture("dunes"), is_picture=True)


def home_board_frames(code: str) -> str:
    """Return the frames of the home page's game as JSON text, from its board on. Raises NotFound for any other game."""
    stored = _stored()
    if stored["code"] != code:
        raise NotFound
    return str(stored["frames"])


def _stored() -> dict[str, Any]:
    """Return the board, its frames and its game's code ("" for an example), without a query if they are cached."""
    found: dict[str, Any] = json.loads(cached(f"home-boards:{get_language()}", _new_text, SECONDS))
    return found


def _new_text() -> str:
    for game in latest_finished_games()[:TRIED]:
        try:
            return _text_of(game)
        except BrokenGame:
            note_trouble(game.pk)
    return json.dumps({"code": ""})


def _text_of(game: Game) -> str:
    """Return the board of a game and its frames. Raises BrokenGame."""
    plies, names, at = plies_of(game), tuple(seat_names(game)), int(game.ply * START_FRACTION)
    title = get_title(game.title)
    return json.dumps(
        {
            "code": game.code,
            "board": animatable_board(title, plies[at].before, names, ident="home"),
            "address": reverse("games:home_board_frames", args=[game.code]) + f"?in={get_language()}",
            "at": 0,
            "link": reverse("games:replay_game", args=[game.code]) + f"?ply={game.ply}",
            "title": game.title,
            "frames": json.dumps(make_frames(title, plies, names, start=at)),
        }
    )


def web_manifest() -> dict[str, Any]:
    places = {_("My games"): "games:home", _("Lobby"): "games:lobby", _("New table"): "games:new_table"}
    return {
        "name": settings.SITE_NAME,
        "short_name": "Marrakech",
        "description": _("Board games by email: one turn at a time, wherever you are."),
        "lang": get_language(),
        "dir": "ltr",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "categories": ["games"],
        "background_color": "#f8efe1",
        "theme_color": "#f8efe1",
        "icons": [_icon("mark.svg", "any"), *(_icon(f"mark-{size}.png", f"{size}x{size}") for size in (192, 512))]
        + [_icon(f"mark-maskable-{size}.png", f"{size}x{size}", purpose="maskable") for size in (192, 512)],
        "shortcuts": [{"name": name, "url": reverse(place)} for name, place in places.items()],
    }


def _icon(name: str, sizes: str, purpose: str = "any") -> dict[str, str]:
    kind = "image/svg+xml" if name.endswith(".svg") else "image/png"
    return {"src": static(f"img/{name}"), "sizes": sizes, "type": kind, "purpose": purpose}


def news_feed(news: Sequence[News]) -> bytes:
    """Return the news of the site for feed readers (Atom)."""
    site, page = settings.SITE_URL, reverse("games:news")
    feed = DatedFeed(
        title=_("News of %(site)s") % {"site": settings.SITE_NAME},
        link=f"{site}{page}",
        description=_("What is new on this site."),
        language=get_language(),
        feed_url=site + reverse("games:news_feed"),
        made=news[0].at if news else NO_NEWS,
    )
    for one in news[:MAX_IN_FEED]:
        address = site + reverse("games:news_item", args=[one.name])
        feed.add_item(title=one.title, link=address, description=one.text.body, unique_id=address, updateddate=one.at)
    return feed.writeString("utf-8").encode()


@dataclass(frozen=True, slots=True)
class Dashboard:
    """A player's games. ``waiting_count`` counts all that wait, ``has_more`` tells that some are left out.

    ``others`` are open tables, and running games that wait for other players.
    """

    waiting: Sequence[Game]
    others: Sequence[Game]
    finished: Sequence[Game]
    invitations: Sequence[Invitation]
    proposals: Sequence[Proposal]
    waiting_count: int
    has_more: bool


def dashboard_of(user: User, order: str = "") -> Dashboard:
    """Return a player's games in an order (PLAYER_ORDERS), by deadline if it is unknown."""
    waiting = list(Game.objects.waiting_for(user).with_unread().by(order)[: MAX_CURRENT + 1])
    has_room = len(waiting) <= MAX_CURRENT
    room = MAX_CURRENT + 1 - len(waiting)
    others = list(Game.objects.others_for(user).with_unread().by(order)[:room]) if has_room else []
    has_more = len(waiting) + len(others) > MAX_CURRENT
    return Dashboard(
        waiting=waiting[:MAX_CURRENT],
        others=others[: MAX_CURRENT - len(waiting)] if has_room else [],
        finished=list(Game.objects.finished_by(user).with_unread()[:MAX_FINISHED]),
        invitations=list(invitations_of(user)),
        proposals=proposals_waiting_for(user, MAX_COUNTED),
        waiting_count=len(waiting) if has_room else waiting_count(user),
        has_more=has_more,
    )


class OrderLink(NamedTuple):
    label: str
    order: str
    is_chosen: bool


def order_links(order: str) -> list[OrderLink]:
    """Return the orders of a player's lists as links to the home page."""
    names = {"deadline": _("Deadline"), "new": _("What is new"), "waiting": _("Longest waiting"), "name": _("Name")}
    chosen = order or PLAYER_ORDERS[0]
    return [OrderLink(names[one], "" if one == PLAYER_ORDERS[0] else one, one == chosen) for one in PLAYER_ORDERS]


def dashboard_version(user: User) -> str:
    """Return a digest of the player's latest current games and their versions, and of the invitations, in two queries.

    New names, of players and tables, do not change it.
    """
    games = Game.objects.current_for(user).order_by("-seats__game_id").values_list("id", "version", "seats__is_acting")
    invitations = invitations_of(user).order_by("id").values_list("id", flat=True)
    return sha256(repr((list(games[:MAX_COUNTED]), list(invitations))).encode()).hexdigest()[:16]
