"""What a player's export contains of games: rows of each subject. Game files are added by ``games.replay``."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from django.db.models import Model, Q
from django.utils.translation import gettext_lazy as _

from accounts.exports import ExportedFile, ExportedRows
from accounts.models import User
from games.clocks.models import Turn
from games.clocks.selectors import turns_of
from games.common.errors import BrokenGame
from games.core.log import every_entry_of
from games.core.models import Game, Packed


def host_of(url: Any) -> str:
    """Return the host of a web address: the rest of it may be secret."""
    return str(url).partition("//")[2].partition("/")[0]


ENTRY = "ply seat notation at note rewind is_lost"
TURN = (
    "ply number came_at notified_at notified_by bank deadline deadline_cause overdue_at reminded ended_at ended_by"
    " charge bank_after"
)
STEP, GIFT, CLAIM = "kind number at made_at", "seconds at reason", "at wants_substitute"
Rows = Iterator[dict[str, Any]]


def packed_entries(user: User) -> Rows:
    """Yield the player's entries of packed logs, but not of damaged ones, which a backup may bring back."""
    mine = Game.objects.filter(packed_players__user=user).exclude(packed=Packed.NOTHING)
    for game in mine.distinct().order_by("pk"):
        with suppress(BrokenGame):
            own = (entry for entry in every_entry_of(game) if entry.played_by_id == user.pk)
            yield from (_row("game", game, ENTRY, entry) for entry in own)


def packed_turns(user: User) -> Rows:
    return (_row("game", turn.game, TURN, turn) for turn in _packed_turns(user) if turn.user_id == user.pk)


def packed_steps(user: User) -> Rows:
    for turn in _packed_turns(user):
        if turn.user_id == user.pk:
            yield from (_row("turn", turn.game, STEP, step) for step in turn.all_steps)


def packed_gifts(user: User) -> Rows:
    for turn in _packed_turns(user):
        yield from (_row("turn", turn.game, GIFT, one) for one in turn.all_gifts if one.user_id == user.pk)


def packed_claims(user: User) -> Rows:
    for turn in _packed_turns(user):
        yield from (_row("turn", turn.game, CLAIM, one) for one in turn.all_claims if one.user_id == user.pk)


def _packed_turns(user: User) -> Iterator[Turn]:
    """Yield all turns of the games with packed turns in which a player has a part."""
    mine = Q(seats__user=user) | Q(seats__owner=user) | Q(packed_players__user=user)
    for game in Game.objects.filter(mine, packed=Packed.TURNS).distinct().order_by("pk"):
        with suppress(BrokenGame):
            yield from turns_of(game)


def _row(key: str, game: Game, names: str, row: Model) -> dict[str, Any]:
    return {key: game.code, **{name: getattr(row, name) for name in names.split()}}


SUBJECTS = (
    ExportedFile(
        "games.json",
        _("your tables, seats, turns, proposals, invitations and results"),
        (
            ExportedRows(
                "games.Game",
                "code name title ruleset options seat_count seat_order pace own_pace is_private is_rated status"
                " host__username created_at started_at finished_at end_reason",
                "host seats__user seats__owner",
            ),
            ExportedRows(
                "games.Seat",
                "game__code user__username owner__username number joined_at wants_abort bank stand_in_turns offered_at"
                " owner_bank taken_at is_acting acting_since is_out score place highlight finished_at seen_ply"
                " unread_messages start_rating start_deviation",
                "user owner",
            ),
            ExportedRows("games.Entry", f"game__code {ENTRY}", "played_by", more=packed_entries),
            ExportedRows("games.TableEvent", "game__code ply kind seat params at"),
            ExportedRows("games.Turn", f"game__code {TURN}", more=packed_turns),
            ExportedRows("games.TurnStep", f"turn__game__code {STEP}", "turn__user", more=packed_steps),
            ExportedRows("games.RobotTurn", "seat__game__code ply state", "seat__user"),
            ExportedRows(
                "games.Invitation",
                "game__code inviter__username user__username email state held_until created_at answered_at",
                "inviter user",
            ),
            ExportedRows(
                "games.Challenge",
                "title ruleset seat_count pace is_rated min_rating max_rating min_hours max_games created_at ended_at",
            ),
            ExportedRows("games.PairedGame", "game__code"),
            ExportedRows("games.PairingSettings", "is_paused max_running"),
            ExportedRows("games.Proposal", "game__code kind params ply state created_at expires_at ended_at"),
            ExportedRows("games.ProposalAnswer", "proposal__game__code agrees at"),
            ExportedRows(
                "games.PlaceTally",
                "title ruleset seat_count place games scored score_sum best_score best_game__code highlight"
                " highlight_game__code public_games public_scored public_score_sum public_best_score"
                " public_best_game__code public_highlight public_highlight_game__code",
            ),
            ExportedRows(
                "games.OpponentTally",
                "opponent__username games ahead behind public_games public_ahead public_behind",
            ),
            ExportedRows("games.Presence", "game__code at"),
            ExportedRows("games.SavedFilter", "criteria news told_at created_at"),
            ExportedRows("games.Guide", "is_active most_games since"),
            ExportedRows("games.GuidedGame", "game__code", "guide"),
            ExportedRows("games.Follow", "followed__username created_at", "follower"),
            ExportedRows("games.Mark", "game__code created_at"),
        ),
    ),
    ExportedFile(
        "time.json",
        _("your waking hours, holidays, deputies, and time that you gave or asked for"),
        (
            ExportedRows("games.WakingHours", "zone rows is_first saved_at"),
            ExportedRows("games.PlannedHoliday", "saved_at first last zone changes"),
            ExportedRows("games.AutomaticHoliday", "began_at"),
            ExportedRows(
                "games.Deputy",
                "user__username deputy__username first last created_at accepted_at ended_at ended_by__username",
                "user deputy",
            ),
            ExportedRows("games.TimeGift", f"turn__game__code {GIFT}", more=packed_gifts),
            ExportedRows("games.TimeOutClaim", f"turn__game__code {CLAIM}", more=packed_claims),
            ExportedRows("games.UnreachableSpan", "began_at ended_at is_vague"),
            ExportedRows("games.Outage", "began_at ended_at reason", "declared_by"),
        ),
    ),
    ExportedFile(
        "writing.json",
        _("your chat messages, notes, diaries, planning boards and orders in advance"),
        (
            ExportedRows("games.ChatMessage", "game__code text ply at", "author"),
            ExportedRows("games.Note", "game__code text updated_at"),
            ExportedRows("games.DiaryLine", "game__code ply text at"),
            ExportedRows("games.Study", "id game__code published_at created_at"),
            ExportedRows("games.StudyNode", "id study parent ply seat notation comment rank created_at", "study__user"),
            ExportedRows(
                "games.AdvanceOrder",
                "game__code number rank condition orders deed state reason params created_at settled_at turn ply",
            ),
        ),
    ),
    ExportedFile(
        "ratings.json",
        _("your ratings and what changed them"),
        (
            ExportedRows("games.Rating", "version__number title pool mu var games opponents at listed_until"),
            ExportedRows(
                "games.RatingChange",
                "version__number rated_game__game__code pool mu_before var_before mu_after var_after place weight"
                " reason",
            ),
            ExportedRows("games.SeasonPlace", "version__number title season place"),
            ExportedRows("games.PersonalRecord", "title kind value game__code at is_best"),
        ),
    ),
    ExportedFile(
        "conduct.json",
        _("your reports, what moderators decided about you, and what administrators did to your account"),
        (
            ExportedRows("games.PlayerReport", "kind machine text copy at", "reporter"),
            ExportedRows("games.Trace", "at address network device"),
            ExportedRows(
                "games.Sanction",
                "kind rule facts machine at ends_at read_at appeal appealed_at answer answered_at lifted_at",
            ),
            ExportedRows("games.RecordedAct", "at role verb object before after reason", "person actor"),
        ),
    ),
    ExportedFile(
        "notifications.json",
        _("emails and other notifications to you, emails from you, your devices, feeds and webhooks"),
        (
            ExportedRows(
                "games.Notification",
                "channel kind game__code ply state reason detail created_at sent_at sent_to",
            ),
            ExportedRows("games.DeliveryEvent", "event recipient reason at", "notification__user"),
            ExportedRows("games.InboundMail", "game__code source sender received_at state reason detail excerpt"),
            ExportedRows("games.MailBlock", "email reason detail began_at ended_at"),
            ExportedRows("games.MailPreference", "kind game__code frequency previous"),
            ExportedRows("games.Feed", "kind game__code created_at expires_at revoked_at"),
            ExportedRows("games.PushDevice", "name created_at last_sent_at"),
            ExportedRows(
                "games.Webhook",
                "url game__code shape created_at last_sent_at failing_since disabled_at last_error",
                shown={"url": host_of},
            ),
        ),
    ),
)
