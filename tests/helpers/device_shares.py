"""Tables whose players' devices have drawn their shares of the dice."""

import hashlib

from accounts.models import User
from games.core.dice import NewShare, new_draft
from games.core.models import Game
from games.lobby.tables import join_table
from tests.makers import make_table, make_user

SHARES = ["a1" * 24, "b2" * 32, "c3" * 16, "d4" * 64]
SHORT = {"rugs": "4/4/4"}


def commitment_of(share: str, table: str) -> str:
    return hashlib.sha256(b"marrakech-share" + table.encode() + bytes.fromhex(share)).hexdigest()


def by_device(share: str, table: str) -> NewShare:
    return NewShare(commitment=commitment_of(share, table))


def device_table(host: User | None = None, share: str = SHARES[0], **settings: object) -> Game:
    """Return an open table whose host's device has drawn the share."""
    draft = new_draft()
    return make_table(host, share=by_device(share, draft.code), draft=draft.token, **settings)


def device_game(count: int = 2, **settings: object) -> tuple[Game, list[User]]:
    """Return a running game whose players' devices have drawn their shares, and the players in order of seats."""
    people = [make_user() for _ in range(count)]
    game = device_table(people[0], **{"options": SHORT, "seat_count": count, **settings})  # type: ignore[arg-type]
    for player, share in zip(people[1:], SHARES[1:], strict=False):
        game = join_table(game.pk, player, share=by_device(share, game.code))
    return game, people


def share_of(game: Game, player: User) -> str:
    """Return the share of the device of a player of a ``device_game``."""
    return SHARES[game.seats.get(user=player).number or 0]
