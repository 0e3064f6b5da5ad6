"""The email of the site that a player answers, composed again to know its words in the reply."""

import logging
from collections.abc import Iterator
from dataclasses import replace

from games.core.log import note_if_broken
from games.mail.compose import texts_of
from games.mail.selectors import MESSAGE_ID
from games.notifications.models import Notification
from games.notifications.selectors import emails_to

from .incoming_mail import IncomingMail
from .message_text import has_unmarked_words, text_of_html
from .sender_check import Sender
from .sent_words import SentText

MAX_MAILS = 2  # that are composed again: the one that is answered, and one that it may repeat
FEW_WORDS = 12  # with fewer, a reply repeats nothing that is taken for the email of the site
PREVIEW, HIDDEN = 'class="preheader"', 'style="display:none"'  # as the style sheet says
logger = logging.getLogger(__name__)


def with_answered_mail(mail: IncomingMail, sender: Sender) -> IncomingMail:
    """Return an email with the texts of those that it answers.

    They are composed again, because no text is kept, and only for a proved player whose reply is long enough.
    """
    if not has_unmarked_words(mail.message, FEW_WORDS):
        return mail
    named = MESSAGE_ID.findall(f"{mail.field('in-reply-to')} {mail.field('references')}"[:2000])
    rows = emails_to(sender.user, sender.game, named)[:MAX_MAILS]
    return replace(mail, sent=tuple(text for row in rows for text in sent_texts(row)))


def sent_texts(row: Notification) -> Iterator[SentText]:
    """Yield the text and the page of an email, as they would be composed now."""
    try:
        text, page = texts_of(row)
    except Exception as error:  # a reply is read without them, too
        note_if_broken(error)
        logger.exception("an answered email could not be composed again", extra={"notification": row.pk})
        return
    yield SentText(text)
    if page:
        yield SentText(text_of_html(page.replace(PREVIEW, HIDDEN)))
