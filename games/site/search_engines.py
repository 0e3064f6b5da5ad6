"""What search engines and services that show links may know: which pages, in which words, and which games.

Everything else is answered with ``X-Robots-Tag: noindex`` (marrakech_site/middleware.py): tables in play, what belongs
to one player, and pages that list people, such as profiles, the lobby and leaderboards.
"""

import json
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.board.cards import TitleCard, title_cards
from games.core.models import Game
from games.engine.registry import TITLES

from .operator_texts import all_news

GAMES_IN_PART = 5_000  # ids of games, whether they are listed or not: no part grows any more once it is full
UNSAFE_IN_SCRIPT = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&"}

LISTED: Mapping[str, Promise] = {  # by the name of the page's address
    "games:home": gettext_lazy(
        "Play Marrakech and Marram with friends or robots, one turn at a time: here, or from the email with the board."
    ),
    "games:rules": gettext_lazy("The rules of the games, step by step and with pictures."),
    "games:title_rules": gettext_lazy("The rules of %(title)s, step by step and with pictures."),
    "games:learn": gettext_lazy("Learn Marrakech on a board, step by step and without an account."),
    "games:learn_marram": gettext_lazy("Learn Marram on a board, step by step and without an account."),
    "games:clocks": gettext_lazy("How much time you have for a turn, when the clock stops, and what happens after it."),
    "games:ratings": gettext_lazy("How ratings come about, and what they say about players and robots."),
    "games:replay_file": gettext_lazy("Replay a game from its file, and check its results."),
    "games:tours": gettext_lazy("Short explanations of what you meet on this site."),
    "games:news": gettext_lazy("What is new on this site."),
    "games:news_item": gettext_lazy("What is new on this site."),
    "games:privacy": gettext_lazy("What this site stores about you, for how long, and whom to ask."),
    "games:terms": gettext_lazy("What you and the people who run this site can expect of each other."),
    "games:contact": gettext_lazy("How to reach the people who run this site."),
    "games:imprint": gettext_lazy("Who runs this site."),
    "api:docs": gettext_lazy("The programming interface of this site, for robots and other programs."),
}
UNLISTED: Mapping[str, Promise] = {  # their words, for those who share a link to them
    "games:lobby": gettext_lazy("Tables that look for players, and games to watch."),
    "games:leaderboard": gettext_lazy("The best players of %(title)s."),
    "games:records": gettext_lazy("The records of %(title)s."),
    "games:seasons": gettext_lazy("The seasons of %(title)s and who was ahead."),
}
GAME_PAGE = "games:replay_game"  # of games that are over and public; the view leaves out the others


class Listed(NamedTuple):
    """A page in a sitemap."""

    path: str
    day: date | None = None


def description_of(request: HttpRequest) -> str:
    """Return what a public page is about, "" for any other."""
    match = request.resolver_match
    name = match.view_name if match else ""
    text = LISTED.get(name) or UNLISTED.get(name)
    if match is None or text is None:
        return ""
    title = TITLES.get(match.kwargs.get("title", ""))
    return str(text) % {"title": title.name if title else ""}


def is_listed(request: HttpRequest) -> bool:
    """Return True if search engines may list what this request shows, unless its view says otherwise."""
    match = request.resolver_match
    return match is not None and (match.view_name in LISTED or match.view_name == GAME_PAGE)


def robots_text() -> str:
    """Return robots.txt. Pages that are not to be listed are not in it: a robot must read them to learn that."""
    rules = ("User-agent: *", "Disallow: /admin/", "Disallow: /api/v1/", "Allow: /api/v1/docs/", "Disallow: /games.zip")
    return "\n".join([*rules, "", f"Sitemap: {_address(reverse('games:sitemap'))}", ""])


def site_pages() -> list[Listed]:
    """Return the public pages of the site, each once."""
    several = {"games:rules", "games:title_rules", "games:news_item"}  # by title, by name
    plain = [Listed(reverse(name)) for name in LISTED if name not in several]
    rules = [Listed(reverse("games:title_rules", args=[key])) for key in TITLES]
    return [*plain, *rules, *(Listed(reverse("games:news_item", args=[one.name]), one.day) for one in all_news())]


def game_parts() -> range:
    """Return the numbers of the parts, from that of the first public game that is over to that of the last one."""
    ids = Game.objects.public_and_finished().order_by("pk").values_list("pk", flat=True)
    ends = [pk // GAMES_IN_PART for pk in (ids.first(), ids.last()) if pk is not None]
    return range(ends[0], ends[-1] + 1) if ends else range(0)


def games_of_part(number: int) -> list[Listed]:
    """Return the games of one part: those whose ids lie in it, and that search engines may list."""
    first = number * GAMES_IN_PART
    games = Game.objects.for_search_engines().filter(pk__gte=first, pk__lt=first + GAMES_IN_PART).order_by("pk")
    rows = games.values_list("code", "finished_at")
    return [Listed(reverse(GAME_PAGE, args=[code]), ended.date() if ended else None) for code, ended in rows]


def rules_data(title: str) -> SafeString:
    """Return what schema.org knows of a game, as JSON for a script element."""
    card = next(card for card in title_cards() if card.key == title)
    text = json.dumps({"@context": "https://schema.org", "@graph": [_game(card), _path_to(card)]}, ensure_ascii=False)
    return SafeString(text.translate(UNSAFE_IN_SCRIPT))


def _game(card: TitleCard) -> dict[str, object]:
    return {
        "@type": "Game",
        "name": card.name,
        "description": card.summary,
        "url": _address(reverse("games:title_rules", args=[card.key])),
        "image": _address(static("img/mark-512.png")),
        "inLanguage": get_language(),
        "numberOfPlayers": {"@type": "QuantitativeValue", "minValue": card.min_seats, "maxValue": card.max_seats},
        "isPartOf": {"@type": "WebSite", "name": settings.SITE_NAME, "url": _address("/")},
    }


def _path_to(card: TitleCard) -> dict[str, object]:
    steps = [(_("Rules"), reverse("games:rules")), (card.name, reverse("games:title_rules", args=[card.key]))]
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": number, "name": name, "item": _address(path)}
            for number, (name, path) in enumerate(steps, 1)
        ],
    }


def _address(path: str) -> str:
    return f"{settings.SITE_URL}{path}"
