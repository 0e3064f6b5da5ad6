"""What a player's export contains of games: rows of each subject. Game files are added by ``games.replay``."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.exports import Subject, Table


def host_of(url: Any) -> str:
    """Return the host of a web address: the rest of it may be secret."""
    return str(url).partition("//")[2].partition("/")[0]


SUBJECTS = (
    Subject(
        "games.json",
        _("your tables, seats, turns, proposals, invitations and results"),
        (
            Table(
                "games.Game",
                "code name title ruleset options seat_count seat_order pace own_pace is_private is_rated status"
                " host__username created_at started_at finished_at end_reason",
                "host seats__user seats__owner",
            ),
            Table(
                "games.Seat",
                "game__code user__username owner__username number joined_at wants_abort bank stand_in_turns offered_at"
                " owner_bank taken_at is_acting acting_since is_out score place highlight finished_at seen_ply"
                " unread_messages",
                "user owner",
            ),
            Table("games.Entry", "game__code ply seat notation at note", "played_by"),
            Table("games.TableEvent", "game__code ply kind seat params at"),
            Table(
                "games.Turn",
                "game__code ply number came_at notified_at notified_by bank deadline deadline_cause overdue_at reminded"
                " ended_at ended_by charge bank_after",
            ),
            Table("games.TurnStep", "turn__game__code kind number at made_at", "turn__user"),
            Table("games.RobotTurn", "seat__game__code ply state", "seat__user"),
            Table(
                "games.Invitation",
                "game__code inviter__username user__username email state held_until created_at answered_at",
                "inviter user",
            ),
            Table("games.Proposal", "game__code kind params ply state created_at expires_at ended_at"),
            Table("games.ProposalAnswer", "proposal__game__code agrees at"),
            Table(
                "games.PlaceTally",
                "title ruleset seat_count place games scored score_sum best_score best_game__code highlight"
                " highlight_game__code",
            ),
            Table(
                "games.OpponentTally",
                "opponent__username games ahead behind public_games public_ahead public_behind",
            ),
            Table("games.Presence", "game__code at"),
        ),
    ),
    Subject(
        "time.json",
        _("your waking hours, holidays, deputies, and time that you gave or asked for"),
        (
            Table("games.WakingHours", "zone rows is_first saved_at"),
            Table("games.PlannedHoliday", "saved_at first last zone changes"),
            Table("games.AutomaticHoliday", "began_at"),
            Table(
                "games.Deputy",
                "user__username deputy__username first last created_at accepted_at ended_at ended_by__username",
                "user deputy",
            ),
            Table("games.TimeGift", "turn__game__code seconds at reason"),
            Table("games.TimeOutClaim", "turn__game__code at wants_substitute"),
            Table("games.UnreachableSpan", "began_at ended_at is_vague"),
            Table("games.Outage", "began_at ended_at reason", "declared_by"),
        ),
    ),
    Subject(
        "writing.json",
        _("your chat messages, notes, diaries, planning boards and orders in advance"),
        (
            Table("games.ChatMessage", "game__code text ply at", "author"),
            Table("games.Note", "game__code text updated_at"),
            Table("games.DiaryLine", "game__code ply text at"),
            Table("games.Study", "id game__code published_at created_at"),
            Table("games.StudyNode", "id study parent ply seat notation comment rank created_at", "study__user"),
            Table(
                "games.AdvanceOrder",
                "game__code number rank condition orders deed state reason params created_at settled_at turn ply",
            ),
        ),
    ),
    Subject(
        "ratings.json",
        _("your ratings and what changed them"),
        (
            Table("games.Rating", "version__number title pool mu var games opponents at listed_until"),
            Table(
                "games.RatingChange",
                "version__number rated_game__game__code pool mu_before var_before mu_after var_after place weight"
                " reason",
            ),
        ),
    ),
    Subject(
        "notifications.json",
        _("emails and other notifications to you, emails from you, your devices, feeds and webhooks"),
        (
            Table(
                "games.Notification",
                "channel kind game__code ply params state reason detail created_at sent_at sent_to",
            ),
            Table("games.DeliveryEvent", "event recipient reason at", "notification__user"),
            Table("games.InboundMail", "game__code source sender received_at state reason detail excerpt"),
            Table("games.MailBlock", "email reason detail began_at ended_at"),
            Table("games.MailPreference", "kind game__code frequency previous"),
            Table("games.Feed", "kind game__code created_at expires_at revoked_at"),
            Table("games.PushDevice", "name created_at last_sent_at"),
            Table(
                "games.Webhook",
                "url game__code shape created_at last_sent_at failing_since disabled_at last_error",
                shown={"url": host_of},
            ),
        ),
    ),
)
