"""Households: two players say that they live together, so that their games are not rated."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.blocks import is_blockable, swallows
from accounts.lock import lock_user
from accounts.models import Household, User
from accounts.selectors import household_between
from games.common import rate_limits
from games.common.errors import Conflict, Invalid
from games.common.people import person_named
from games.common.permissions import require_confirmed_address, require_unblocked
from games.notifications.letters import send_letter
from games.notifications.links import link

MAX_HOUSEHOLDS = 10


@transaction.atomic
def declare_household(user: User, name: str) -> Household:
    """Say that a player lives with another, or confirm what the other has said. The other gets an email.

    Repeating it changes nothing. Raises Invalid (unknown-player, not-a-person), Conflict (too-many-households),
    Forbidden (address-unconfirmed), TooMany.
    """
    other = person_named(name)
    if not is_blockable(user, other):
        raise Invalid("not-a-person", _("You can only name other players, not robots or guests."))
    require_confirmed_address(user)
    require_unblocked(user, [other.pk])
    for one in sorted((user, other), key=lambda person: person.pk):
        lock_user(one)
    row = household_between(user, other)
    if row is None:
        row = _declare(user, other)
    elif row.other_id == user.pk and row.confirmed_at is None:
        row.confirmed_at = timezone.now()
        row.save(update_fields=["confirmed_at"])
    return row


def _declare(user: User, other: User) -> Household:
    if Household.objects.filter(user=user).count() >= MAX_HOUSEHOLDS:
        raise Conflict("too-many-households", _("You have named ten players already. Remove one first."))
    rate_limits.count_recipient(user, other.pk)
    row = Household.objects.create(user=user, other=other)
    if not swallows(user, other):
        send_letter(other, "household", about=user, there=link("games:household"), label=_("Confirm or decline"))
    return row


def end_household(user: User, other: User) -> None:
    """Take back, decline or end what was said about two players. Repeating it changes nothing."""
    row = household_between(user, other)
    if row is not None:
        row.delete()
