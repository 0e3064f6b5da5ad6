"""Why a recipient gets an email: one sentence for each kind, at the foot of the email."""

from django.utils.translation import gettext_lazy as _

from games.models import Kind

REASONS = {
    Kind.INVITATION: _("You are receiving this because someone invited you to a table."),
    Kind.STARTED: _("You are receiving this because one of your games has started."),
    Kind.TURN: _("You are receiving this because it is your turn."),
    Kind.OVER: _("You are receiving this because one of your games is over."),
    Kind.RESIGNED: _("You are receiving this because a player resigned from one of your games."),
    Kind.MENTION: _("You are receiving this because someone mentioned you in a chat."),
    Kind.ORDERS: _("You are receiving this because your orders in advance were played or dropped."),
    Kind.REMINDER: _("You are receiving this because your time is running out."),
    Kind.DEPUTY: _("You are receiving this because you have agreed to be someone’s deputy."),
    Kind.PROPOSAL: _("You are receiving this because someone made a proposal at one of your tables."),
    Kind.NEWS: _("You are receiving this because clocks or seats have changed in one of your games."),
    Kind.BOUNCE: _("You are receiving this because emails to a player in one of your games are bouncing."),
    Kind.REPLY: _("You are receiving this because you sent us an email."),
    Kind.DIGEST: _("You are receiving this because you chose to get digests."),
}
