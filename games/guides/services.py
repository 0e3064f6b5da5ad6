"""Becoming a guide, and the first game of a newcomer with one."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.lock import lock_users
from accounts.models import User
from games.clocks.selectors import games_finished_by
from games.common.errors import Conflict, Forbidden, Invalid
from games.common.permissions import require_confirmed_address
from games.core.choices import Pace, SeatOrder, Status
from games.core.dice import NO_SHARE, NewShare
from games.core.models import Game
from games.core.selectors import first_rules
from games.engine.registry import TITLES
from games.lobby.tables import NewTable, create_table, join_table
from games.play.reliability import require_reliable
from games.play.table_times import TimeSettings

from .models import Guide, GuidedGame
from .selectors import free_guides, guided_game_of, is_newcomer

MIN_FINISHED = 5  # games of a guide
MAX_GAMES = 5  # with newcomers at once


@transaction.atomic
def be_guide(user: User, *, is_active: bool, most_games: int = 1) -> Guide:
    """Begin or stop to play first games with newcomers, at most so many at once. Running games go on.

    Raises Forbidden (address-unconfirmed, too-few-games), Invalid (bad-number).
    """
    require_confirmed_address(user)
    if not 1 <= most_games <= MAX_GAMES:
        raise Invalid("bad-number", _("Choose a number from 1 to %(most)s.") % {"most": MAX_GAMES})
    if is_active and games_finished_by(user, most=MIN_FINISHED) < MIN_FINISHED:
        text = ngettext(
            "Finish %(count)d game first, then you can guide newcomers.",
            "Finish %(count)d games first, then you can guide newcomers.",
            MIN_FINISHED,
        )
        raise Forbidden("too-few-games", text % {"count": MIN_FINISHED})
    values = {"is_active": is_active, "most_games": most_games}
    return Guide.objects.update_or_create(user=user, defaults=values)[0]


def open_first_game(newcomer: User, title: str, *, share: NewShare = NO_SHARE, draft: str = "") -> Game:
    """Start a short unrated game of two with a guide who is free. The newcomer goes first.

    A newcomer who plays such a game gets that one. Raises Forbidden (address-unconfirmed, not-new), Conflict
    (no-guide), Invalid (unknown-title), and what ``create_table`` raises.
    """
    require_confirmed_address(newcomer)
    if title not in TITLES:
        raise Invalid("unknown-title", _("This game does not exist."))
    if running := _guided_game(newcomer):
        return running
    for guide in free_guides(newcomer, timezone.now()):
        if game := _start_with(newcomer, guide, _first_game(title, share, draft)):
            return game
    raise Conflict("no-guide", _("No guide is free at the moment. Play a robot in the meantime, or look in the lobby."))


def _guided_game(newcomer: User) -> Game | None:
    """Return the running first game of a newcomer. Raises Forbidden for who is not new."""
    running = guided_game_of(newcomer)
    if running is None and not is_newcomer(newcomer):
        raise Forbidden("not-new", _("Guides play first games. You have already finished a game with other people."))
    return running


@transaction.atomic
def _start_with(newcomer: User, guide: User, table: NewTable) -> Game | None:
    """Start a first game with a guide, whose games are counted under a lock. None if the guide is not free any more.

    A guide who must not start games with people for now is passed over.
    """
    lock_users([newcomer, guide])
    if running := _guided_game(newcomer):
        return running
    count = GuidedGame.objects.filter(guide=guide, game__status=Status.RUNNING).count()
    if not Guide.objects.filter(user=guide, is_active=True, most_games__gt=count).exists():
        return None
    try:
        require_reliable(guide)
    except Forbidden:
        return None
    game = create_table(newcomer, table)
    GuidedGame.objects.create(game=game, guide=guide)
    return join_table(game.pk, guide)


def _first_game(title: str, share: NewShare, draft: str) -> NewTable:
    """Return a short game by the first rules of a title, as a first game against a robot is."""
    played = TITLES[title]
    return NewTable(
        title=title,
        ruleset=first_rules(played),
        options=played.short_game,
        seat_count=played.min_seats,
        times=TimeSettings(Pace.USUAL),
        seat_order=SeatOrder.JOINED,
        share=share,
        draft=draft,
    )
