"""The players' shares of the sealed dice: what they add with their seats, and the openings.

Everything but ``open_share`` runs inside the caller's transaction, under the game's lock.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.common.errors import Conflict, Forbidden, Invalid
from games.engine.dice import V1, share_commitment

from .choices import Status
from .dice import COMMITMENT, HEXADECIMAL, share_of, shares_of
from .lock import game_for_update
from .models import Game, Seat, ShareSource


@dataclass(frozen=True, slots=True)
class NewShare:
    """What a player adds to the dice with a seat: the commitment of their device, the words themselves, or nothing.

    ``is_words`` says that the device's share is words of the player's.
    """

    commitment: str = ""
    words: str = ""
    is_words: bool = False


NO_SHARE = NewShare()  # the site draws it


def share_columns(share: NewShare, version: int) -> dict[str, str]:
    """Return the columns of a new seat. Raises Invalid (bad-share, bad-commitment, two-shares, old-dice)."""
    commitment = share.commitment.strip()
    if not commitment:
        text = share_of(share.words) or secrets.token_hex(16)
        return site_columns(text, version, ShareSource.WORDS if share.words.strip() else ShareSource.SITE)
    if version == V1:
        message = _("This table has dice of an earlier kind. Join on its own page, or send your share as entropy.")
        raise Invalid("old-dice", message)
    if share.words.strip():
        raise Invalid("two-shares", _("Send either a commitment or a share of the dice, not both."))
    if not COMMITMENT.fullmatch(commitment):
        message = _("The commitment to your share of the dice must be a SHA-256 in 64 hexadecimal digits.")
        raise Invalid("bad-commitment", message)
    source = ShareSource.WORDS if share.is_words else ShareSource.DEVICE
    return {"entropy": "", "share_commitment": commitment, "share_source": source}


def site_columns(share: str, version: int, source: str = ShareSource.SITE) -> dict[str, str]:
    """Return the columns of a seat whose share the site knows, and opens at the start."""
    if version == V1:
        return {"entropy": share}
    return {"entropy": share, "share_commitment": share_commitment(bytes.fromhex(share)), "share_source": source}


def open_known_shares(game: Game, seats: Sequence[Seat]) -> None:
    """Open the shares that the site knows, in the order of seats, before the first result. Set K; save the seats."""
    known = [seat for seat in seats if seat.entropy and seat.share_commitment]
    for number, seat in enumerate(known):
        seat.opening_number, seat.opening_ply = number, game.ply
    Seat.objects.bulk_update(known, ["opening_number", "opening_ply"])
    game.entropy = shares_of(game, seats).mixed


@transaction.atomic
def open_share(game_id: int, user: User, text: str) -> Game:
    """Open the share of the user's seat. Opening it again changes nothing. Return the game.

    Raises Conflict (not-running, no-share), Forbidden (not-seated), Invalid (bad-share, wrong-share).
    """
    game = game_for_update(game_id)
    if game.status != Status.RUNNING:
        raise Conflict("not-running", _("This game is not running."))
    if add_opening(game, user, text):
        game.version += 1
        game.save(update_fields=["version"])
    return game


def add_opening(game: Game, user: User, text: str) -> bool:
    """Open the share that the user's device sends. Return True if it was not open. Raises like ``open_share``."""
    seats = list(game.seats.order_by("number"))
    seat = next((seat for seat in seats if user.pk in {seat.user_id, seat.owner_id}), None)
    if seat is None:
        raise Forbidden("not-seated", _("You do not have a seat at this table."))
    if not seat.share_commitment:
        raise Conflict("no-share", _("At this table, all shares of the dice were known from the start."))
    share = text.strip().lower()
    if not HEXADECIMAL.fullmatch(share):
        raise Invalid("bad-share", _("An opened share of the dice must be 16 to 64 bytes in hexadecimal digits."))
    if share_commitment(bytes.fromhex(share)) != seat.share_commitment:
        message = _("This is not the share of the dice whose commitment you sent when you took your seat.")
        raise Invalid("wrong-share", message)
    if seat.opening_number is not None:
        return False
    seat.entropy, seat.opening_ply = share, game.ply
    seat.opening_number = sum(one.opening_number is not None for one in seats)
    seat.save(update_fields=["entropy", "opening_number", "opening_ply"])
    game.entropy = shares_of(game, seats).mixed
    game.save(update_fields=["entropy"])
    return True
