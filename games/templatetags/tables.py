"""Template tags of the pages of tables: times, drawings and texts."""

import re
from datetime import datetime

from django import template
from django.template.context import Context
from django.utils import timezone
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from games.presenters.pictures.icons import PURSE_DEFINITION, purse_coins_svg
from games.presenters.robots import robot_mark
from games.presenters.table.log_lines import TurnView
from games.presenters.wording import join_names
from games.services.people.chat import MENTION
from games.views import table_urls
from games.views.table_urls import invite_code

from . import time_texts
from .time_texts import local_date, time_tag

register = template.Library()
register.filter(join_names)


@register.simple_tag
def local_time(at: datetime) -> SafeString:
    """Return a moment in the viewer's time zone; the year only if it is another one."""
    this_year = timezone.localtime(at).year == timezone.localtime().year
    style = pgettext("format of a date", "j M, H:i") if this_year else pgettext("format of a date", "j M Y, H:i")
    return time_tag(at, local_date(at, style))


@register.simple_tag
def local_day(at: datetime) -> SafeString:
    """Return a date in the viewer's time zone."""
    return time_tag(at, local_date(at, pgettext("format of a date", "j F Y")))


@register.simple_tag
def time_left(at: datetime) -> SafeString:
    """Return how long it is until a deadline, or how long it is overdue."""
    return time_tag(at, time_texts.time_left(at, timezone.now()), time_texts.LEFT)


@register.simple_tag
def time_since(at: datetime) -> SafeString:
    """Return how long ago a moment was."""
    return time_tag(at, time_texts.time_since(at, timezone.now()), time_texts.SINCE)


@register.simple_tag
def clock_texts() -> SafeString:
    """Return the texts of clocks as attributes, for static/js/clocks.js."""
    return format_html_join("", ' data-{}="{}"', time_texts.clock_texts().items())


@register.simple_tag(name="robot_mark")
def mark() -> SafeString:
    """Return the mark that stands beside a robot's name."""
    return robot_mark()


@register.simple_tag
def savings(dirhams: int) -> SafeString:
    """Return the picture of a seat's purse and coins; {% purse %} must stand on the page, too."""
    return SafeString(purse_coins_svg(dirhams))


@register.simple_tag
def purse() -> SafeString:
    """Return the drawing that all purses of a page share; it is not seen itself."""
    return SafeString(PURSE_DEFINITION)


@register.simple_tag(takes_context=True)
def table_url(context: Context, page: str, code: str, *args: object, **query: object) -> str:
    """Return the address of a page of the table, such as "table" or "notes", with the viewer's invitation."""
    invite = context["invite"] if "invite" in context else invite_code(context["request"])
    return table_urls.table_url(page, code, *args, invite=invite, **query)


@register.filter
def ply_in_turn(turn: TurnView, ply: int) -> int:
    """Return the ply if it is one of the turn's, else 0."""
    return ply if turn.texts[0].ply <= ply <= turn.last_ply else 0


@register.filter
def intersects(some: frozenset[int], others: frozenset[int]) -> bool:
    """Tell whether two sets have anything in common."""
    return not some.isdisjoint(others)


@register.filter
def highlight_mentions(text: str) -> SafeString:
    """Return a line of the chat, made safe, with the names in it pointed out."""
    pieces, end = [], 0
    for found in MENTION.finditer(text):
        pieces += [conditional_escape(text[end : found.start()]), format_html("<b>{}</b>", found.group())]
        end = found.end()
    pieces.append(conditional_escape(text[end:]))
    return SafeString(re.sub(r"\r\n|\r|\n", "<br>", "".join(pieces)))
