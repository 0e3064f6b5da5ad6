"""Events in one line, for push notifications and webhooks."""

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.selectors import display_name
from games.common.wording import join_names, labelled, name_of, one_line, titled
from games.notifications.links import link, table_link
from games.notifications.models import Kind, Notification

from .clock_contexts import deputy_line, deputy_request, deputy_request_line, news_line, proposal_line, reminder_line
from .contexts import orders_line
from .selectors import invitation_of, message_of
from .table_news import tables_line
from .tables import Table

MAX_LENGTH = 300


@dataclass(frozen=True, slots=True)
class EventLine:
    """``title`` names the table or the site, ``text`` is the event, ``url`` the page to open."""

    title: str
    text: str
    url: str


def event_line(row: Notification, table: Table) -> EventLine:
    """Return the line of a row in the active language. A kind without a sentence uses its label."""
    sentence = SENTENCES.get(row.kind)
    text = sentence(row, table) if sentence else str(Kind(row.kind).label)
    url = link("games:invitation", row.params["invitation"]) if row.kind == Kind.INVITATION else table_link(table.game)
    return EventLine(titled(table.game.title, name_of(table.game.name)), one_line(text, MAX_LENGTH), url)


def line_of(row: Notification) -> EventLine:
    """Return the line of a row in the active language. Some are about no table."""
    if row.kind == Kind.TABLES:
        return EventLine(settings.SITE_NAME, tables_line(row), link("games:lobby"))
    if row.game is None:
        return EventLine(
            settings.SITE_NAME, one_line(deputy_request_line(row), MAX_LENGTH), deputy_request(row)["answer_url"]
        )
    return event_line(row, Table(row.game, row.user))


def _turn(row: Notification, table: Table) -> str:
    text = _("It’s your turn (turn %(number)d).") % {"number": table.game.turn}
    return f"{text} {table.question}".strip()


def _started(row: Notification, table: Table) -> str:
    return _("The game has started. First turn: %(names)s.") % {"names": table.first_names}


def _over(row: Notification, table: Table) -> str:
    outcome = table.title.outcome(table.state)
    winners = [table.names[standing.seat] for standing in (outcome.standings if outcome else ()) if standing.place == 1]
    if not winners:
        return _("The game ended without a result.")
    return _("The game is over. %(why)s First place: %(names)s.") % {
        "why": table.end_text(),
        "names": join_names(winners),
    }


def _resigned(row: Notification, table: Table) -> str:
    return _("%(name)s has resigned.") % {"name": table.names[int(row.params["seat"])]}


def _mention(row: Notification, table: Table) -> str:
    message = message_of(row)
    author = name_of(display_name(message.author)) if message and message.author else _("a former player")
    return labelled(author, message.text if message else "…")


def _invitation(row: Notification, table: Table) -> str:
    invitation = invitation_of(row)
    inviter = invitation.inviter if invitation else None
    name = name_of(display_name(inviter)) if inviter else _("A former player")
    return _("%(name)s invites you to a game of %(title)s.") % {"name": name, "title": table.title.name}


SENTENCES: dict[str, Callable[[Notification, Table], str]] = {
    Kind.TURN: _turn,
    Kind.STARTED: _started,
    Kind.OVER: _over,
    Kind.MARKED: _over,
    Kind.RESIGNED: _resigned,
    Kind.MENTION: _mention,
    Kind.INVITATION: _invitation,
    Kind.ORDERS: orders_line,
    Kind.REMINDER: reminder_line,
    Kind.DEPUTY: deputy_line,
    Kind.PROPOSAL: proposal_line,
    Kind.NEWS: news_line,
}
