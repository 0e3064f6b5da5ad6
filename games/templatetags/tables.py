"""Template tags of the pages of tables: times, drawings, texts and orders in advance."""

import re
from collections.abc import Container
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django import template
from django.db.models import QuerySet
from django.template.context import Context
from django.utils import timezone
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from accounts.models import User
from accounts.selectors import get_profile
from games.board.log_lines import TurnView
from games.board.robots import robot_mark
from games.board.viewed_table import ViewedTable
from games.chat.services import MENTION
from games.clocks.presenters import pace_label
from games.common.wording import full_date, join_names, phrase, title_and_rules, titled
from games.core.dice import new_draft
from games.core.models import Game
from games.core.selectors import Viewer, is_rated_for, seat_name
from games.engine.core import Title
from games.engine.registry import TITLES
from games.lobby.models import Invitation
from games.lobby.selectors import held_for, table_of_link
from games.planning.presenters import OrderView, unfit_views
from games.planning.selectors import note_of
from games.play import decorators
from games.play.decorators import invite_code
from games.site.tours import TOURS
from games.table.view import TableView

from . import time_texts
from .time_texts import local_date, time_tag

CURRENT = SafeString('aria-current="true" ')

register = template.Library()
register.filter(full_date)
register.filter(join_names)
register.filter(pace_label)
register.filter(seat_name)
register.simple_tag(robot_mark)
register.simple_tag(new_draft, name="dice_draft")


@register.simple_block_tag
def kept_text(content: SafeString) -> SafeString:
    """Keep, with ``as``, what stands between the tags, for several places of the page."""
    return SafeString(" ".join(content.split()))


@register.filter
def rated_for(game: Game, user: Viewer) -> bool:
    """Return True if a game is rated, or will be if this viewer plays there."""
    return is_rated_for(game, user)


@register.filter
def running_games(user: User) -> QuerySet[Game]:
    """Return the running games in which this user has a seat, latest first."""
    return Game.objects.running_for(user).order_by("-id")


@register.simple_tag
def all_titles() -> list[Title]:
    return list(TITLES.values())


@register.simple_tag(takes_context=True)
def table_to_join(context: Context) -> Game | None:
    """Return the table to which the address leads that follows this form, if it is an invitation."""
    request = context["request"]
    return table_of_link(str(request.POST.get("next") or request.GET.get("next", "")))


@register.simple_tag(takes_context=True)
def held_seat(context: Context) -> Invitation | None:
    """Return the seat that is held until the reader of an email has confirmed the address, if there is one."""
    user = context.get("user")
    return held_for(user) if isinstance(user, User) else None


@register.inclusion_tag("games/site/_tour.html", takes_context=True)
def short_tour(context: Context, key: str) -> dict[str, object]:
    """Show a short tour to a player who has not dismissed it."""
    user = context.get("user")
    is_shown = isinstance(user, User) and key not in get_profile(user).tours_seen
    return {"tour": TOURS[key] if is_shown else None, "back": context["request"].get_full_path()}


@register.simple_tag
def own_note(view: ViewedTable) -> str:
    """Return what the viewer has noted about a table, on their own turn."""
    return note_of(view.game, view.player) if view.player and view.is_my_turn else ""


@register.simple_tag
def local_time(at: datetime) -> SafeString:
    """Return a date and time in the viewer's time zone, with the year unless it is the current one."""
    this_year = timezone.localtime(at).year == timezone.localtime().year
    style = pgettext("format of a date", "j M, H:i") if this_year else pgettext("format of a date", "j M Y, H:i")
    return time_tag(at, local_date(at, style))


@register.simple_tag
def local_day(at: datetime) -> SafeString:
    return time_tag(at, local_date(at, pgettext("format of a date", "j F Y")))


@register.simple_tag
def short_day(at: datetime) -> SafeString:
    return time_tag(at, local_date(at, pgettext("format of a date", "j M Y")))


@register.simple_tag
def time_left(at: datetime) -> SafeString:
    return time_tag(at, time_texts.time_left(at, timezone.now()), time_texts.LEFT)


@register.simple_tag
def time_since(at: datetime) -> SafeString:
    return time_tag(at, time_texts.time_since(at, timezone.now()), time_texts.SINCE)


@register.simple_tag
def clock_texts() -> SafeString:
    """Return the texts of clocks as data attributes for static/js/clocks/clocks.js."""
    return format_html_join("", ' data-{}="{}"', time_texts.clock_texts().items())


@register.simple_tag(takes_context=True)
def table_url(context: Context, page: str, code: str, *args: object, **query: object) -> str:
    invite = context["invite"] if "invite" in context else invite_code(context["request"])
    return decorators.table_url(page, code, *args, invite=invite, **query)


@register.simple_tag
def picture_query(game: Game, ply: int, **query: object) -> str:
    return f"?{urlencode({'ply': ply, **game.undo_query, **{name: value for name, value in query.items() if value}})}"


@register.filter
def rules_label(game: Game) -> str:
    """Return the title and the ruleset of a table."""
    return title_and_rules(game.title, game.ruleset, game.seat_count)


@register.filter
def titled_name(game: Game) -> str:
    """Return the name of a table after its title, where the ruleset has no place."""
    return titled(game.title, game.name)


@register.filter
def at_ply(address: str, ply: int) -> str:
    """Return an address with a placeholder at a ply."""
    return address.replace("{ply}", str(ply))


@register.simple_tag
def step_links(turn: TurnView, ply_link: str, here: int) -> SafeString:
    """Return the sentences of a turn as links to their positions; ``here`` is the ply of the current one."""
    links = ((CURRENT if entry.ply == here else "", ply_link, entry.ply, entry.text) for entry in turn.texts)
    return format_html_join("\n", '<a {}href="{}{}#play">{}</a>', links)


@register.filter
def ply_in_turn(turn: TurnView, ply: int) -> int:
    """Return the ply if it belongs to the turn, else 0."""
    return ply if turn.texts[0].ply <= ply <= turn.last_ply else 0


@register.filter
def intersects(first: frozenset[int], second: frozenset[int]) -> bool:
    return not first.isdisjoint(second)


@register.filter
def is_in(value: object, values: Container[object]) -> bool:
    return value in values


@register.filter
def highlight_mentions(text: str) -> SafeString:
    pieces, end = [], 0
    for mention in MENTION.finditer(text):
        pieces += [conditional_escape(text[end : mention.start()]), format_html("<b>{}</b>", mention.group())]
        end = mention.end()
    pieces.append(conditional_escape(text[end:]))
    return SafeString(re.sub(r"\r\n|\r|\n", "<br>", "".join(pieces)))


@dataclass(frozen=True, slots=True)
class OrderPart:
    """One part of orders: the action after ``face`` is rolled, "" for any face."""

    face: str
    text: str


@register.filter
def order_parts(text: str) -> list[OrderPart]:
    """Return the parts of canonical orders, as in ``L; 1: e6e7; 2: d4d5``."""
    parts = [part.partition(": ") for part in text.split("; ")]
    return [OrderPart(face, action) if colon else OrderPart("", face) for face, colon, action in parts]


@register.simple_tag
def unfit_orders(view: TableView) -> list[tuple[OrderView, str]]:
    return unfit_views(view)


@register.simple_tag
def undo_phrase(game: Game) -> str:
    """Return why a turn cannot be undone any more, in the words of the game's title."""
    return phrase(TITLES[game.title], "undo.late")


@register.simple_tag
def order_word(title: Title, word: str, **params: str) -> str:
    """Return one of the title's words for the forms of orders (``games.engine.prompts.WORDS``)."""
    return phrase(title, f"orders.{word}") % params
