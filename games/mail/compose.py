"""The email of an outbox row."""

import re
from collections.abc import Mapping
from email.message import Message
from email.mime.image import MIMEImage
from email.utils import formataddr
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from accounts.mail.flowed import flowed
from accounts.mail.style import FlowedMail, frame, inliner
from games.models import Game, Kind, Notification
from games.selectors.notifications.threads import has_thread_of_table
from games.selectors.tables.seats import seat_of

from .contexts.kinds import CONTEXTS, SITE_CONTEXTS, short_names
from .headers import headers_of, link, sender, table_link, unsubscribe_link
from .links.reply_addresses import reply_address_of
from .reasons import REASONS
from .recipient import Recipient, recipient_of
from .tables.table import MailBoard, Table
from .text import name_of, one_line

GAPS = re.compile(r"\n{3,}")  # left by empty parts of templates


class MailWithPictures(FlowedMail):
    """An email with pictures inside its HTML: multipart/related instead of attachments."""

    def message(self, *args: Any, **kwargs: Any) -> Message:  # type: ignore[override]
        """Return the message as it is sent."""
        message: Message = super().message(*args, **kwargs)
        if self.attachments:
            message.set_type("multipart/related")
            message.set_param("type", "multipart/alternative")
        return message


def compose(row: Notification) -> MailWithPictures:
    """Return the email of a row in its recipient's language and time zone. Writes nothing.

    Raises KeyError for a kind without templates, CorruptLog for a broken log.
    """
    recipient = recipient_of(row)
    with recipient.locale():
        context = _context(row, recipient)
        folder = _folder(row)
        subject = _subject(row, folder, context)
        text = GAPS.sub("\n\n", render_to_string(f"{folder}/body.txt", context)).strip() + "\n"
        page = "" if recipient.wants_text else render_to_string(f"{folder}/body.html", {**context, "subject": subject})
    reply_to = [formataddr((settings.SITE_NAME, address)) for address in [reply_address_of(row)] if address]
    mail = MailWithPictures(subject, text, sender(), [recipient.address], headers=headers_of(row), reply_to=reply_to)
    if recipient.wants_text:
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


def _context(row: Notification, recipient: Recipient) -> dict[str, Any]:
    return {
        **frame(),
        "reader": name_of(recipient.name),
        "zone": recipient.zone.replace("_", " "),
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
