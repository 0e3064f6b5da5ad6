"""The email of an outbox row."""

import re
from collections.abc import Mapping
from email.message import Message
from email.mime.image import MIMEImage
from email.utils import format_datetime, formataddr, parseaddr
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext

from accounts.emails import FlowedMail, frame, styled
from accounts.time_zones import in_zone
from games.common.wording import name_of, title_and_rules
from games.core.models import Game
from games.core.selectors import seat_of
from games.notifications.links import host, link, message_key, table_link, unsubscribe_token
from games.notifications.models import Kind, Notification
from games.notifications.recipient import Recipient

from .contexts import CONTEXTS, SITE_CONTEXTS, short_names, titled_subject
from .reply_addresses import reply_address_of, reply_token_of
from .selectors import has_thread_of_table, recipient_of, thread_of, turn_of
from .tables import MailBoard, MailHand, Table

FOLDERS_WITHOUT_TABLE: Mapping[str, str] = {Kind.DEPUTY: "deputy_request", Kind.REPLY: "reply_about_no_table"}
GAPS = re.compile(r"\n{3,}")  # left by empty parts of templates


class MailWithPictures(FlowedMail):
    """An email with pictures inside its HTML: multipart/related instead of attachments."""

    def message(self, *args: Any, **kwargs: Any) -> Message:  # type: ignore[override]
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
    context, subject, text, page = _render(row, recipient)
    reply_to = [formataddr((settings.SITE_NAME, address)) for address in [reply_address_of(row)] if address]
    mail = MailWithPictures(subject, text, sender(), [recipient.address], headers=headers_of(row), reply_to=reply_to)
    if page:
        mail.attach_alternative(styled(page), "text/html")
        pictures: list[MailBoard | MailHand] = [*boards_shown(context), *hands_shown(context)]
        for shown in pictures:
            mail.attach(_picture(shown))
    return mail


def texts_of(row: Notification) -> tuple[str, str]:
    """Return the text and the page of a row's email as they would be now, without styles and pictures. Writes nothing.

    The page is "" if the recipient wants text. Raises the same as ``compose``.
    """
    _context, _subject, text, page = _render(row, recipient_of(row))
    return text, page


def _render(row: Notification, recipient: Recipient) -> tuple[dict[str, Any], str, str, str]:
    """Return context, subject, text and page of an email in its recipient's language and time zone."""
    with recipient.locale():
        context = _context(row, recipient)
        folder = _folder(row)
        subject = _subject(row, folder, context)
        text = GAPS.sub("\n\n", render_to_string(f"{folder}/body.txt", context)).strip() + "\n"
        page = "" if recipient.wants_text else render_to_string(f"{folder}/body.html", {**context, "subject": subject})
    return context, subject, text, page


def _subject(row: Notification, folder: str, context: Mapping[str, Any]) -> str:
    """Return what has happened, or the name of the conversation if the player wants one for each table."""
    is_about_table = row.kind != Kind.INVITATION and not context.get("is_about_all_tables")
    if row.user and row.game and is_about_table and has_thread_of_table(row):
        opponents = short_names(context["table"])
        names = gettext("%(table)s with %(opponents)s") % {"table": context["short_table"], "opponents": opponents}
        return titled_subject(context, names)
    return titled_subject(context, render_to_string(f"{folder}/subject.txt", context))


def _folder(row: Notification) -> str:
    """Return the folder of a row's templates. Some kinds have others for an email that is about no table."""
    return f"mail/{row.kind if row.game else FOLDERS_WITHOUT_TABLE.get(row.kind, row.kind)}"


def _context(row: Notification, recipient: Recipient) -> dict[str, Any]:
    return {
        **frame(),
        "reader": name_of(recipient.name),
        "zone": in_zone(recipient.zone),
        "reason": Kind(row.kind).policy.why,
        "has_account": row.user is not None,
        "stop_url": "" if Kind(row.kind).policy.is_immediate else unsubscribe_link(row),
        "choice_url": _choice_url(row),
        "settings_url": link("games:mail_settings"),
        **(_table_context(row, row.game) if row.game else SITE_CONTEXTS[row.kind](row)),
    }


def _choice_url(row: Notification) -> str:
    is_seated = row.game is not None and row.user is not None and seat_of(row.game, row.user) is not None
    return link("games:table_mail", row.game.code) if row.game and is_seated else ""


def _table_context(row: Notification, game: Game) -> dict[str, Any]:
    table = Table(game, row.user)
    return {
        "game": game,
        "table": table,
        "table_name": name_of(game.name),
        "short_table": name_of(game.name, 32),
        "rules_label": title_and_rules(game.title, game.ruleset, game.seat_count),
        "table_url": table_link(game),
        **CONTEXTS[row.kind](row, table),
    }


def boards_shown(context: Mapping[str, Any]) -> list[MailBoard]:
    """Return the boards of an email: its ``board`` or its ``boards``, each position once."""
    boards: list[MailBoard] = [context["board"]] if "board" in context else list(context.get("boards", ()))
    return list({board.content_id: board for board in boards}.values())


def hands_shown(context: Mapping[str, Any]) -> list[MailHand]:
    """Return the recipient's pieces: those of the email's table, or those of the tables of a digest."""
    hands = [item["hand"] for item, _board in context["tables"]] if "tables" in context else [context.get("hand")]
    return [hand for hand in hands if hand]


def _picture(shown: MailBoard | MailHand) -> MIMEImage:
    picture = MIMEImage(shown.png, "png")
    picture.add_header("Content-ID", f"<{shown.content_id}>")
    picture.add_header("Content-Disposition", "inline", filename="board.png")
    return picture


def sender() -> str:
    """Return the From address of the settings, with the site's name if it has no name."""
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return formataddr((name or settings.SITE_NAME, address))


def message_id(row: Notification) -> str:
    """Return the Message-ID of a row. Its last part is signed, so a reply that has lost its address can be known."""
    place = row.game.code if row.game else "site"
    return f"<{row.kind}.{place}.{row.pk}.{message_key(reply_token_of(row), row.pk)}@{host()}>"


def thread_id(row: Notification) -> str:
    """Return the id that all emails of one conversation refer to. No email has this id itself."""
    place, turn = row.kind, turn_of(row)
    if row.game and has_thread_of_table(row):
        place = f"table.{row.game.code}"
    elif row.game:
        place = f"{row.kind}.{row.game.code}" if turn is None else f"{Kind.TURN}.{row.game.code}.{turn}"
    return f"<{place}.{row.user_id or 'guest'}@{host()}>"


def headers_of(row: Notification) -> dict[str, str]:
    """Return the headers of a row's email, except From, To, Subject and Reply-To.

    "Auto-Submitted" and the like suppress automatic replies, but not bounce reports.
    """
    root, earlier = thread_id(row), thread_of(row)
    headers = {
        "Message-ID": message_id(row),
        "Date": format_datetime(timezone.now()),
        "In-Reply-To": earlier[-1] if earlier else root,
        "References": " ".join([root, *earlier]),
        "Auto-Submitted": "auto-replied" if row.kind == Kind.REPLY else "auto-generated",
        "X-Auto-Response-Suppress": "RN, NRN, OOF, AutoReply",
        "Precedence": "list",
        "List-Id": f"<{row.game.code}.tables.{host()}>" if row.game else f"<{row.kind}.{host()}>",
        "Feedback-ID": _feedback_id(row),
    }
    if not Kind(row.kind).policy.is_immediate:
        headers["List-Unsubscribe"] = f"<{unsubscribe_link(row)}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def _feedback_id(row: Notification) -> str:
    """Return the id for complaint statistics: kind, title, and a site name of 5 to 15 characters."""
    site = re.sub(r"[^a-z0-9]+", "-", host().lower()).strip("-")[-15:].strip("-")
    return f"{row.kind}:{row.game.title if row.game else 'site'}:mail:{site.ljust(5, '0')}"


def unsubscribe_link(row: Notification) -> str:
    return link("games:unsubscribe", unsubscribe_token(row.user or row.email, row.kind, row.game))
