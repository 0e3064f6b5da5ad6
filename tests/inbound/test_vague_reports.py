from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.clocks.models import Turn, UnreachableSpan
from games.clocks.turns import recompute
from games.core.choices import Pace
from games.core.models import Game
from games.inbound.incoming_mail import parse_mail
from games.inbound.message_text import with_parts
from games.inbound.reports import failure_in, is_failure
from games.notifications import bounces
from games.notifications.links import return_address
from games.notifications.models import BlockReason, Channel, InboundReason, Kind, MailBlock, Notification
from tests.helpers.notifications import latest
from tests.helpers.reply_mails import received
from tests.makers import make_user, started_game

from .bounce_forms import FORMS, Result

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in"), pytest.mark.one_database]

NOW = datetime(2031, 5, 5, 9, 0, tzinfo=UTC)
DAY = timedelta(days=1)
MISSED = {"Postfix, text", "Exchange, text", "Gmail, new text"}  # our copies of texts that flufl.bounce does not know


@pytest.mark.parametrize("name", FORMS)
def test_a_report_is_read_as_what_it_means(name: str) -> None:
    data, meant = FORMS[name]
    message = parse_mail(data)
    failure = failure_in(with_parts(message))
    found: Result = "nothing"
    if failure.is_final:
        found = "final"
    elif failure.is_vague and is_failure(message):
        found = "vague"
    assert found == ("nothing" if name in MISSED else meant)


def test_a_report_of_line_ends_costs_little() -> None:
    began = timezone.now()
    assert not is_failure(parse_mail(b"From: a@b.example\n\n" + b"\n" * 1_000_000))
    assert timezone.now() - began < timedelta(seconds=2)


def emails(user: User, number: int) -> list[Notification]:
    """Return the emails about turns at new tables, sent to the player."""
    rows = []
    for _table in range(number):
        game = started_game(user, make_user(), pace=Pace.USUAL)
        row = latest(Kind.TURN, user, game)
        tasks.deliver(row.pk)
        row.refresh_from_db()
        rows.append(row)
    return rows


def returned(row: Notification, form: str = "Postfix, no reason", number: int = 1) -> InboundReason:
    data = f"To: {return_address(row.pk)}\nMessage-ID: <{row.pk}.{number}@mx.example.org>\n".encode() + FORMS[form][0]
    return InboundReason(received(data).reason)


def test_a_failure_with_a_comment_is_final() -> None:
    (row,) = emails(make_user("Amina"), 1)
    assert returned(row, "Exchange, comment") == InboundReason.FINAL_REPORT
    assert MailBlock.objects.get().reason == BlockReason.BOUNCE


def test_five_vague_reports_in_a_week_block_the_address() -> None:
    rows = emails(make_user("Amina"), 5)
    for row in rows[:4]:
        assert returned(row) == InboundReason.VAGUE_REPORT
    assert not MailBlock.objects.exists()
    returned(rows[4])
    assert MailBlock.objects.get().reason == BlockReason.REPORTS
    assert User.objects.get(username="Amina").bounced_at


def test_several_reports_about_one_email_count_once() -> None:
    rows = emails(make_user("Amina"), 2)
    for number in range(6):
        returned(rows[number % 2], number=number)
    assert not MailBlock.objects.exists()


def test_vague_reports_of_two_weeks_block_nothing() -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        for row in emails(make_user("Amina"), 5):
            returned(row)
            clock.shift(2 * DAY)
    assert not MailBlock.objects.exists()


def test_reports_from_before_the_end_of_a_block_do_not_count_again() -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        user = make_user("Amina")
        for row in emails(user, 5):
            returned(row)
        clock.shift(timedelta(minutes=5))
        bounces.unblock(User.objects.get(pk=user.pk), timezone.now())
        (row,) = emails(user, 1)
        clock.shift(timedelta(minutes=5))
        returned(row)
    assert not MailBlock.objects.filter(ended_at=None).exists()


def block_vaguely(user: User) -> list[Notification]:
    rows = emails(user, 5)
    for row in rows:
        returned(row)
    return rows


def test_vague_reports_pause_the_clock_for_three_days_of_a_game() -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        user = make_user("Amina")
        rows = emails(user, 5)
        game = rows[0].game
        assert game
        turn = Turn.objects.get(game=game, user=user)
        deadline = deadline_of(game, turn)
        for row in rows:
            returned(row)
        assert UnreachableSpan.objects.get().is_vague
        assert deadline_of(game, turn) == deadline + 3 * DAY
        clock.shift(DAY)
        Turn.objects.filter(pk=turn.pk).update(ended_at=timezone.now(), ended_by="player")
        values = {"game": game, "seat": turn.seat, "user": user, "ply": 4, "number": 2, "pace": turn.pace}
        values |= {"came_at": timezone.now(), "bank": turn.bank}
        later = Turn.objects.create(**values)
        UnreachableSpan.objects.update(is_vague=False)
        with_clear_bounces = deadline_of(game, later)
        UnreachableSpan.objects.update(is_vague=True)
        assert deadline_of(game, later) == with_clear_bounces - 5 * DAY  # two days are left, instead of seven


def deadline_of(game: Game, turn: Turn) -> datetime:
    recompute(game, timezone.now())
    turn.refresh_from_db()
    assert turn.deadline
    return turn.deadline


@pytest.mark.parametrize("sign", ["seen", "push"])
def test_vague_reports_pause_no_clock_of_a_player_who_knows(sign: str) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        user = make_user("Amina")
        rows = emails(user, 5)
        clock.shift(timedelta(minutes=5))
        if sign == "seen":
            User.objects.filter(pk=user.pk).update(seen_at=timezone.now())
        else:
            values = {"key": "push", "channel": Channel.PUSH, "kind": Kind.TURN, "due_at": NOW}
            Notification.objects.create(user=user, sent_at=timezone.now(), **values)
        for row in rows:
            returned(row)
        assert MailBlock.objects.filter(reason=BlockReason.REPORTS).exists()
        assert not UnreachableSpan.objects.exists()
        clock.shift(timedelta(minutes=5))
        started_game(user, make_user())
        assert not UnreachableSpan.objects.exists()


def test_a_new_turn_after_vague_reports_waits_for_a_player_who_was_not_seen() -> None:
    block_vaguely(make_user("Amina"))
    UnreachableSpan.objects.all().delete()
    started_game(User.objects.get(username="Amina"), make_user())
    assert UnreachableSpan.objects.get().is_vague
