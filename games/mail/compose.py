"""The email of an outbox row."""

import re
from collections.abc import Mapping
from email.message import Message
from email.mime.image import MIMEImage
from email.utils import formataddr
from functools import cache
from itertools import groupby
from typing import Any

import css_inline
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import get_template, render_to_string
from django.utils.translation import get_language_bidi
from django.utils.translation import gettext as _

from games.models import Game, Kind, Notification
from games.selectors.notifications.threads import has_thread_of_table
from games.selectors.seats import seat_of

from .contexts.kinds import CONTEXTS, SITE_CONTEXTS, short_names
from .flowed import flowed
from .headers import headers_of, link, sender, table_link, unsubscribe_link
from .reasons import REASONS
from .recipient import Recipient, recipient_of
from .reply_addresses import reply_address_of
from .tables.table import MailBoard, Table
from .text import name_of, one_line

GAPS = re.compile(r"\n{3,}")  # left by empty parts of templates
FILL = "\u034f\u200c\u00a0" * 60  # invisible characters that end the preview in a list of emails
# The woven band at top and bottom: i(ndigo), s(affron), c(rimson), w(ool).
RIBBON = [[(thread, len(list(run))) for thread, run in groupby(row * 4)] for row in ("iisccs", "iswwsc", "iisccs")]


class MailWithPictures(EmailMultiAlternatives):
    """An email with pictures inside its HTML (multipart/related instead of attachments), or in flowed text."""

    is_flowed = False

    def message(self, *args: Any, **kwargs: Any) -> Message:  # type: ignore[override]
        """Return the message as it is sent."""
        message: Message = super().message(*args, **kwargs)
        if self.attachments:
            message.set_type("multipart/related")
            message.set_param("type", "multipart/alternative")
        if self.is_flowed:
            message.set_param("format", "flowed")
        return message


def compose(row: Notification) -> MailWithPictures:
    """Return the email of a row in its recipient's language and time zone. Writes nothing.

    Raises KeyError for a kind without templates, CorruptLog for a broken log.
    """
    reader = recipient_of(row)
    with reader.locale():
        context = _context(row, reader)
        folder = _folder(row)
        subject = _subject(row, folder, context)
        text = GAPS.sub("\n\n", render_to_string(f"{folder}/body.txt", context)).strip() + "\n"
        page = "" if reader.wants_text else render_to_string(f"{folder}/body.html", {**context, "subject": subject})
    reply_to = [formataddr((settings.SITE_NAME, address)) for address in [reply_address_of(row)] if address]
    mail = MailWithPictures(subject, text, sender(), [reader.address], headers=headers_of(row), reply_to=reply_to)
    if reader.wants_text:
        mail.body, mail.is_flowed = flowed(text), True
        return mail
    mail.attach_alternative(inliner().inline(page), "text/html")
    for board in boards_shown(context):
        mail.attach(_picture(board))
    return mail


def _subject(row: Notification, folder: str, context: Mapping[str, Any]) -> str:
    """Return what has happened, or the name of the conversation if the player wants one for each table."""
    if row.user and row.game and row.kind != Kind.INVITATION and has_thread_of_table(row):
        opponents = short_names(context["table"])
        return one_line(_("%(table)s with %(opponents)s") % {"table": context["short_table"], "opponents": opponents})
    return one_line(render_to_string(f"{folder}/subject.txt", context))


def _folder(row: Notification) -> str:
    """Return the folder of a row's templates. A request to become a deputy is about no table yet."""
    return "mail/deputy_request" if row.kind == Kind.DEPUTY and row.game is None else f"mail/{row.kind}"


@cache
def inliner() -> css_inline.CSSInliner:
    """Return the inliner of the style sheet. Its rules for dark screens stay in the head."""
    sheet = get_template("mail/mail.css").render()
    return css_inline.CSSInliner(extra_css=sheet, keep_at_rules=True, load_remote_stylesheets=False)


def _context(row: Notification, reader: Recipient) -> dict[str, Any]:
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "language": reader.language,
        "direction": "rtl" if get_language_bidi() else "ltr",
        "reader": name_of(reader.name),
        "zone": reader.zone.replace("_", " "),
        "ribbon": RIBBON,
        "fill": FILL,
        "reason": REASONS.get(Kind(row.kind), ""),
        "has_account": row.user is not None,
        "stop_url": "" if Kind(row.kind).policy.is_immediate else unsubscribe_link(row),
        "choice_url": _choice_url(row),
        "settings_url": link("games:mail_settings"),
        **(_table_context(row, row.game) if row.game else SITE_CONTEXTS[row.kind](row)),
    }


def _choice_url(row: Notification) -> str:
    """Return the link to the email settings of this table, "" if the recipient has no seat there."""
    is_seated = row.game is not None and row.user is not None and seat_of(row.game, row.user) is not None
    return link("games:table_mail", row.game.code) if row.game and is_seated else ""


def _table_context(row: Notification, game: Game) -> dict[str, Any]:
    table = Table(game, row.user)
    return {
        "game": game,
        "table": table,
        "table_name": name_of(game.name),
        "short_table": name_of(game.name, 32),
        "table_url": table_link(game),
        **CONTEXTS[row.kind](row, table),
    }


def boards_shown(context: Mapping[str, Any]) -> list[MailBoard]:
    """Return the boards of an email: its ``board`` or its ``boards``, each position once."""
    boards: list[MailBoard] = [context["board"]] if "board" in context else list(context.get("boards", ()))
    return list({board.content_id: board for board in boards}.values())


def _picture(board: MailBoard) -> MIMEImage:
    picture = MIMEImage(board.png, "png")
    picture.add_header("Content-ID", f"<{board.content_id}>")
    picture.add_header("Content-Disposition", "inline", filename="board.png")
    return picture
