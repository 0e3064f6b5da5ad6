"""What becomes of a player's rows about games when the account is erased.

Games, and what others have played and written with the player, stay with an account that has no name any more.
"""

from django.db import transaction
from django.db.models import Model, Q

from accounts.models import User
from games.chat.models import ChatMessage
from games.chat.services import remove_message
from games.clocks.models import AutomaticHoliday, ClockUpdate, PlannedHoliday, UnreachableSpan, WakingHours
from games.common.errors import NotFound
from games.conduct.models import Trace
from games.conduct.services import forget_name
from games.deputies.models import Deputy
from games.following.models import Follow, Mark
from games.guides.models import Guide
from games.lobby.models import Invitation, SavedFilter
from games.notifications.models import (
    DeliveryEvent,
    Feed,
    InboundMail,
    Kind,
    MailBlock,
    MailPreference,
    Notification,
    Presence,
    PushDevice,
    Webhook,
)
from games.pairing.models import Challenge, PairedGame, PairingSettings
from games.planning.models import DiaryLine, Note, Study
from games.play.models import AdvanceOrder

OWN: tuple[type[Model], ...] = (  # of nobody else
    AdvanceOrder,
    AutomaticHoliday,
    Challenge,
    ClockUpdate,
    DiaryLine,
    Feed,
    Guide,
    MailPreference,
    Mark,
    Note,
    PairedGame,
    PairingSettings,
    PlannedHoliday,
    Presence,
    PushDevice,
    SavedFilter,
    Study,
    Trace,
    UnreachableSpan,
    WakingHours,
    Webhook,
)


def erase_player(user: User, addresses: set[str], *, removes_messages: bool) -> None:
    """Delete what only the player had, and every trace of the addresses of the account.

    Chat messages stay at their tables unless ``removes_messages``: the answers of others would make no sense. Then each
    is removed as by an administrator. All of it can run twice.
    """
    if removes_messages:
        for pk in list(ChatMessage.objects.filter(author=user).values_list("pk", flat=True)):
            _remove(pk)
    with transaction.atomic():
        for model in OWN:
            model._default_manager.filter(user=user).delete()
        Deputy.objects.filter(Q(user=user) | Q(deputy=user)).delete()
        Follow.objects.filter(Q(follower=user) | Q(followed=user)).delete()
        Invitation.objects.filter(Q(user=user) | Q(email__in=addresses)).delete()
        Notification.objects.filter(Q(user=user) | Q(email__in=addresses) | Q(sent_to__in=addresses)).delete()
        for row in Notification.objects.filter(kind=Kind.INVITATION, params__inviter=user.username):
            row.params.pop("inviter")  # as emails of earlier releases have it
            row.save(update_fields=["params"])
        DeliveryEvent.objects.filter(recipient__in=addresses).delete()
        InboundMail.objects.filter(Q(user=user) | Q(sender__in=addresses)).delete()
        MailBlock.objects.filter(Q(user=user) | Q(email__in=addresses)).delete()
        forget_name(user)


def _remove(pk: int) -> None:
    try:
        remove_message(pk)
    except NotFound:  # an administrator was faster
        return
