import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Profile, User
from games.clocks.activity import note_accepted
from games.clocks.models import Turn
from games.clocks.pauses import begin_pause
from games.clocks.reminders import remind_due
from games.core.log import add_event
from games.core.models import EventKind, Game, Seat
from games.delivery.pacing import Drop, Hold, Send, decide
from games.delivery.push import payload_of
from games.delivery.relevance import reason_to_drop
from games.mail.clock_contexts import clock_note
from games.mail.compose import compose
from games.mail.contexts import CONTEXTS
from games.mail.event_line import event_line
from games.mail.tables import Table
from games.notifications.models import Kind, Notification, NotificationReason
from games.notifications.outbox import notify_players, queue
from games.play.actions import play_action
from games.play.models import Proposal, ProposalState
from games.table.presence import note_presence
from tests.helpers.notifications import both, html_of, latest, reader, row_of, text_of
from tests.helpers.page_client import signed_in, text_at
from tests.makers import acting_user, any_action, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
HOUR = timedelta(hours=1)


def last_reminder(user: User, *, pace: str = "1d", count: int = 1) -> Notification:
    """Return the row of the last reminder about the turns of a player at some tables."""
    turns = []
    for number in range(count):
        game = started_game(user, make_user(), name=f"Table {number + 1}", pace=pace)
        turns.append(Turn.objects.get(game=game, user=user, ended_at=None))
    params = {"turns": [turn.pk for turn in turns], "part": "fifth"}
    row = queue(Kind.REMINDER, "last", user=user, game=turns[0].game, params=params)
    assert row
    return row


def move_deadline(row: Notification, deadline: object) -> None:
    Turn.objects.filter(pk__in=row.params["turns"]).update(deadline=deadline)


@pytest.mark.pictures
def test_the_first_reminder_is_friendly_and_can_be_answered() -> None:
    row = row_of(Kind.REMINDER, reader())
    for part in both(row):
        assert "still your turn at The Blue Table" in part
        assert "You have until " in part
        assert "holiday of one day" not in part
    mail = compose(row)
    assert mail.subject.endswith("left for your turn at The Blue Table")
    assert "/turn/" in html_of(mail) or "cid:board" in html_of(mail)


def test_the_last_reminder_says_what_happens_and_when() -> None:
    row = last_reminder(reader(), count=2)
    for part in both(row):
        assert part.count("a holiday of one day will begin by itself, for all your tables.") >= 2
        assert "1 other table is waiting too" in part
        assert "Table 2" in part
    assert compose(row).subject.startswith("Marrakech · Last reminder: ")


def test_the_last_reminder_without_holidays_says_that_a_stand_in_plays() -> None:
    user = reader()
    Profile.objects.filter(user=user).update(takes_automatic_holidays=False)
    row = last_reminder(User.objects.get(pk=user.pk))
    assert all("a stand-in robot will play this turn for you." in part for part in both(row))
    Game.objects.update(late_rule="out")
    assert all("you will be out of the game." in part for part in both(latest(Kind.REMINDER)))
    Game.objects.update(has_soft_deadlines=True)
    assert all("can ask for the game to go on without you." in part for part in both(latest(Kind.REMINDER)))


def test_the_reminder_is_french_for_french_readers() -> None:
    for part in both(last_reminder(reader("fr"))):
        assert "un congé d’un jour commencera de lui-même" in part


def test_an_email_to_a_deputy_says_whom_to_play_for_and_until_when() -> None:
    row = row_of(Kind.DEPUTY, reader())
    for part in both(row):
        assert "Nora" in part
        assert "As their deputy, you can play this turn for them until" in part
        assert "Play from this email" in part or "Ways to play" in part
    assert compose(row).subject == "Marrakech · Can you play for Nora at The Blue Table?"


def test_an_email_about_a_proposal_is_a_sentence_with_a_date() -> None:
    row = row_of(Kind.PROPOSAL, reader())
    for part in both(row):
        assert "Amina proposes to end the game without a result." in part
        assert "Please answer by " in part
    Proposal.objects.update(state=ProposalState.AGREED)
    assert reason_to_drop(row) == NotificationReason.OUTDATED


def test_an_email_with_news_is_the_sentence_of_the_log() -> None:
    row = row_of(Kind.NEWS, reader())
    for part in both(row):
        assert "A stand-in robot played this turn for Amina." in part
    Game.objects.update(status="aborted")
    row.refresh_from_db()
    assert reason_to_drop(row) == NotificationReason.GAME_OVER


def test_an_email_with_news_explains_them_to_the_player() -> None:
    row_of(Kind.NEWS, reader())
    row = Notification.objects.get(kind=Kind.NEWS, user__username="Amina")
    assert all("after two such turns in a row, your seat is offered" in part for part in both(row))


@pytest.mark.parametrize("kind", [Kind.REMINDER, Kind.DEPUTY, Kind.PROPOSAL, Kind.NEWS])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_push_and_webhooks_get_clock_news_as_a_sentence(kind: Kind, language: str) -> None:
    row = row_of(kind, reader(language))
    assert row.game
    line = event_line(row, Table(row.game, row.user))
    assert line.text.endswith((".", "?"))
    assert line.text != str(kind.label)
    assert line.title.encode() in payload_of(row)


def test_a_reminder_is_dropped_when_the_turn_was_played() -> None:
    row = row_of(Kind.REMINDER, reader())
    assert row.game
    assert row.user
    game = row.game
    assert reason_to_drop(row) is None
    while acting_user(game) == row.user:
        game = play_action(game.pk, row.user, any_action(game), game.ply)
    assert reason_to_drop(row) == NotificationReason.TURN_PLAYED


def test_a_reminder_is_dropped_when_the_deadline_has_moved_away() -> None:
    row = last_reminder(reader())
    turn = Turn.objects.get(pk=row.params["turns"][0])
    assert turn.deadline
    row.params["deadlines"] = [turn.deadline.isoformat()]
    assert reason_to_drop(row) is None
    move_deadline(row, turn.deadline + HOUR)
    assert reason_to_drop(row) == NotificationReason.TURN_PLAYED


def quiet_now(user: User) -> None:
    """Give the player quiet hours that began an hour ago and last five hours more."""
    now = timezone.now()
    times = {"quiet_from": (now - HOUR).time(), "quiet_until": (now + 5 * HOUR).time()}
    Profile.objects.filter(user=user).update(**times)


def test_a_reminder_waits_for_the_end_of_quiet_hours() -> None:
    row = last_reminder(reader())
    assert row.user
    quiet_now(row.user)
    row = latest(Kind.REMINDER)
    decision = decide(row, timezone.now())
    assert isinstance(decision, Hold)
    assert decision.reason == NotificationReason.QUIET_HOURS


def test_a_reminder_does_not_wait_past_the_deadline() -> None:
    row = last_reminder(reader())
    assert row.user
    quiet_now(row.user)
    move_deadline(row, timezone.now() + 2 * HOUR)
    assert decide(latest(Kind.REMINDER), timezone.now()) == Send()


def test_a_reminder_is_sent_while_its_reader_looks_at_the_table() -> None:
    row = last_reminder(reader())
    assert row.user
    assert row.game
    note_presence(row.game, row.user, timezone.now())
    assert decide(latest(Kind.REMINDER), timezone.now()) == Send()


def test_reminders_come_even_if_other_emails_come_in_digests_or_when_urgent() -> None:
    row = last_reminder(reader())
    assert row.user
    for frequency in ("daily", "urgent"):
        row.user.mail_preferences.update_or_create(kind="", game=None, defaults={"frequency": frequency})
        assert decide(latest(Kind.REMINDER), timezone.now()) == Send()
    row.user.mail_preferences.update_or_create(kind="reminder", game=None, defaults={"frequency": "never"})
    assert isinstance(decide(latest(Kind.REMINDER), timezone.now()), Drop)


def test_the_email_about_the_first_turn_explains_the_clock_once() -> None:
    user = reader()
    game = started_game(user, make_user(), pace="usual")
    row = latest(Kind.TURN, user, game)
    note = "An answer within 6 hours costs nothing"
    assert all(note in part for part in both(row))
    game = play_on(game, 4)
    while acting_user(game) != user:
        game = play_on(game, 1)
    assert not any(note in part for part in both(latest(Kind.TURN, user, game)))


def test_the_sweep_queues_a_due_reminder() -> None:
    user = reader()
    started_game(user, make_user(), pace="1d")
    turn = Turn.objects.get(user=user, ended_at=None)
    assert turn.remind_at
    assert remind_due(turn.remind_at) == 1
    row = latest(Kind.REMINDER, user)
    assert row.params["part"] == "half"
    assert len(row.params["deadlines"]) == 1


def test_one_reminder_is_about_all_tables_within_an_hour_of_the_first() -> None:
    user, first = reader(), timezone.now().replace(microsecond=0)
    due = {}
    for after in (timedelta(), timedelta(minutes=59, seconds=59), HOUR):
        turn = Turn.objects.get(game=started_game(user, make_user(), pace="3d"), user=user, ended_at=None)
        Turn.objects.filter(pk=turn.pk).update(remind_at=first + after)
        due[after] = turn.pk
    together, alone = [due[timedelta()], due[timedelta(minutes=59, seconds=59)]], [due[HOUR]]
    assert remind_due(first) == 1
    assert sorted(latest(Kind.REMINDER, user).params["turns"]) == sorted(together)
    assert remind_due(first + HOUR) == 1
    assert latest(Kind.REMINDER, user).params["turns"] == alone


@pytest.mark.parametrize("kind", [Kind.TURN, Kind.REMINDER])
def test_emails_about_a_turn_say_what_the_bank_holds(kind: Kind) -> None:
    user = make_user("leila")
    game = started_game(user, make_user(), pace="usual")
    game.turns.filter(user=user).update(bank=2 * 86400 + 3 * 3600)
    params = {"turns": [turn.pk for turn in game.turns.filter(user=user)], "part": "half"}
    row = queue(kind, "bank", user=user, game=game, params=params)
    assert row
    for part in both(row):
        assert "Bank: 2 days, 3 hours." in part
    game.turns.update(pace={**(game.turns.get().pace or {}), "is_fixed": True})
    for part in both(row):
        assert "Bank:" not in part


def test_emails_treat_a_clock_paused_without_end_as_a_clock() -> None:
    user = make_user("leila")
    game = started_game(user, make_user(), pace="usual", name="The Blue Table")
    begin_pause(game, None, timezone.now())
    row = latest(Kind.TURN, user)
    for part in both(row):
        assert "The clock is stopped at the moment. Bank: 3 days." in part
        assert "no clock" not in part
    page = text_at(signed_in(user), "/")
    assert "clock stopped" in page
    assert "no clock" not in page


OWN_NEWS = [
    (EventKind.AUTOMATIC, {}, "Your deadline passed. A holiday of one day began by itself, for all your tables."),
    (EventKind.AUTOMATIC, {"asks": True}, "It is the last one for now. Are you still there?"),
    (EventKind.DEPUTY, {}, "Your deadline passed. Your deputy Ben can play this turn until "),
    (EventKind.STAND_IN, {}, "Your time ran out, and a stand-in robot played your turn."),
    (EventKind.OFFERED, {}, "Your seat is open to another player."),
    (EventKind.OUT, {}, "You ran out of time and are out of the game."),
    (EventKind.UNDONE, {}, "Your last turn was taken back."),
    (EventKind.GIFT, {"seconds": 86400}, "Ben gave you more time: 1 day."),
]


@pytest.mark.parametrize(("kind", "params", "sentence"), OWN_NEWS)
def test_an_email_addresses_its_reader_as_you(kind: EventKind, params: dict[str, object], sentence: str) -> None:
    nora, ben = reader(), make_user("Ben")
    game = started_game(nora, ben, name="The Blue Table")
    seat = Seat.objects.get(game=game, user=nora).number
    notify_players(add_event(game, kind, timezone.now(), seat=seat, user=ben, params=params))  # type: ignore[arg-type]
    mine, others = latest(Kind.NEWS, nora), latest(Kind.NEWS, ben)
    for part in (text_of(compose(mine)), html_of(compose(mine))):
        assert sentence in " ".join(part.split())
    is_about_all = kind == EventKind.AUTOMATIC  # a holiday
    assert ("Marrakech" in compose(mine).subject, "The Blue Table" in compose(mine).subject) == (not is_about_all,) * 2
    assert sentence not in " ".join(text_of(compose(others)).split())


def test_a_player_whose_seat_was_taken_is_addressed_as_you() -> None:
    nora, ben = reader(), make_user("Ben")
    game = started_game(nora, make_user("Amina"), name="The Blue Table")
    seat = Seat.objects.get(game=game, user=nora)
    add_event(game, EventKind.OFFERED, timezone.now(), seat=seat.number)
    Seat.objects.filter(pk=seat.pk).update(user=ben, owner=nora, taken_at=timezone.now())
    notify_players(add_event(game, EventKind.SUBSTITUTE, timezone.now(), seat=seat.number, user=ben), also=[nora])
    text = " ".join(text_of(compose(latest(Kind.NEWS, nora))).split())
    assert "Ben has taken your seat. It was your seat: you can take it back for 14 days." in text


def test_an_email_names_the_deadline_that_its_arrival_causes() -> None:
    nora = reader()
    game = started_game(nora, make_user("Ben"), pace="1d")
    row = latest(Kind.TURN, nora, game)
    promised = CONTEXTS[Kind.TURN](row, Table(game, nora))["deadline"]
    assert game.deadline is not None
    assert promised < game.deadline - timedelta(hours=11)
    note_accepted(row, timezone.now())
    game.refresh_from_db()
    assert game.deadline is not None
    assert abs(game.deadline - promised) <= timedelta(seconds=5)


def first_note(**settings: object) -> str:
    """Return how the clock counts, for a first turn at a table with these settings."""
    nora = reader()
    game = started_game(nora, make_user("Ben"))
    Game.objects.filter(pk=game.pk).update(**settings)
    game.refresh_from_db()
    return clock_note(Notification(user=nora, game=game, kind=Kind.TURN), Table(game, nora))


def test_an_email_explains_the_clock_without_zero_times() -> None:
    own = {"bank": 7200, "increment": 0, "cap": 7200, "grace": 0, "ceiling": 864000}
    note = first_note(pace="own", own_pace=own, forbids_holidays=True)
    assert note == (
        "How the clock counts: you have 2 hours in your bank. Your turns take time from it. "
        "The clock stops while you sleep, but not on holidays."
    )


def test_an_email_explains_the_clock_of_a_named_pace() -> None:
    assert first_note(pace="usual") == (
        "How the clock counts: you have 3 days in your bank. An answer within 6 hours costs nothing, a slower one "
        "takes time from the bank. Each turn adds 1 day. The clock stops while you sleep and on holidays."
    )


def test_a_reminder_of_several_tables_has_a_readable_subject() -> None:
    nora, ben = reader(), make_user("Ben")
    games = [started_game(nora, ben, name=name, pace="1d") for name in ("The Blue Table", "The Red Table")]
    turns = [Turn.objects.get(game=game, user=nora, ended_at=None).pk for game in games]
    row = queue(Kind.REMINDER, "last", user=nora, game=games[0], params={"turns": turns, "part": "fifth"})
    assert row
    assert compose(row).subject.endswith(" left at The Blue Table and 1 other table")


def _news(kind: EventKind, who: int, seat: int = 0, **params: str | int) -> list[str]:
    """Return both parts of an email to one of two players about an event at a table where Ada is to play."""
    ada, ben = make_user("Ada"), make_user("Ben")
    game = started_game(ada, ben, pace="3d")
    note_accepted(latest(Kind.TURN, ada, game), timezone.now())
    game.refresh_from_db()
    notify_players(add_event(game, kind, timezone.now(), seat=seat, params=params))
    return both(latest(Kind.NEWS, (ada, ben)[who], game))


@pytest.mark.parametrize("kind", [EventKind.GIFT, EventKind.RESUMED, EventKind.PACE, EventKind.UNDONE])
def test_news_about_time_have_the_new_deadline_and_what_to_do(kind: EventKind) -> None:
    for part in _news(kind, 0, seconds=86400):
        assert re.search(r"Your new deadline: \w+day \d+ \w+, \d\d:\d\d \(3(?: |&nbsp;)days left\)\.", part)
        assert "It’s your turn: open the table to play." in part


def test_news_about_time_tell_an_opponent_whose_turn_it_is() -> None:
    for part in _news(EventKind.GIFT, 1, seconds=86400):
        assert re.search(r"It’s Ada’s turn, until \w+day \d+ \w+, \d\d:\d\d\. You don’t need to do anything\.", part)
        assert "Your new deadline" not in part


def test_news_of_an_automatic_holiday_have_the_days_left() -> None:
    for part in _news(EventKind.AUTOMATIC, 0, number=1):
        assert re.search(r"Days of holiday left: \d+ days", part)
        assert "Your new deadline: " in part


def test_news_of_a_planned_holiday_have_the_days_left_after_it() -> None:
    last = (timezone.now() + timedelta(days=30)).date().isoformat()  # no holiday is stored: the account only grows
    for part in _news(EventKind.HOLIDAY, 0, first=last, last=last, zone="UTC"):
        assert re.search(r"Days of holiday left when you are back: 12 days", part)
        assert "Your new deadline: " in part


def test_news_of_an_opponents_holiday_have_neither_their_days_nor_a_new_deadline() -> None:
    assert not any("Days of holiday" in part for part in _news(EventKind.AUTOMATIC, 1, number=1))
    for part in _news(EventKind.HOLIDAY, 0, seat=1, first="2026-05-01", last="2026-05-02", zone="UTC"):
        assert "deadline" not in part
        assert "It’s your turn: open the table to play." in part


def test_news_without_a_change_of_time_have_no_deadline() -> None:
    assert not any("deadline" in part for part in _news(EventKind.ANSWERED, 0, seat=1, agrees=True))
