from datetime import timedelta

import pytest
from django.utils import timezone

from games.clocks.activity import note_accepted
from games.clocks.models import Turn
from games.core.events import add_event
from games.core.models import EventKind, Game, Seat
from games.mail.clock_contexts import clock_note
from games.mail.compose import compose
from games.mail.contexts import CONTEXTS
from games.mail.tables import Table
from games.notifications.models import Kind, Notification
from games.notifications.outbox import notify_players, queue
from tests.helpers.notifications import html_of, latest, reader, text_of
from tests.makers import make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

OWN_NEWS = [
    (EventKind.AUTOMATIC, {}, "Your deadline passed. A holiday of one day began by itself, for all your tables."),
    (EventKind.AUTOMATIC, {"asks": True}, "It is the last one for now. Are you still there?"),
    (EventKind.DEPUTY, {}, "Your deadline passed. Your deputy Ben can play this turn until "),
    (EventKind.STAND_IN, {}, "Your time ran out, and the house played your turn."),
    (EventKind.OFFERED, {}, "Your seat is looking for another player."),
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
        "The clock rests while you sleep, but not on holidays."
    )


def test_an_email_explains_the_clock_of_a_named_pace() -> None:
    assert first_note(pace="usual") == (
        "How the clock counts: you have 3 days in your bank. An answer within 6 hours costs nothing, a slower one "
        "takes time from the bank. Each turn adds 1 day. The clock rests while you sleep and on holidays."
    )


def test_a_reminder_of_several_tables_has_a_readable_subject() -> None:
    nora, ben = reader(), make_user("Ben")
    games = [started_game(nora, ben, name=name, pace="1d") for name in ("The Blue Table", "The Red Table")]
    turns = [Turn.objects.get(game=game, user=nora, ended_at=None).pk for game in games]
    row = queue(Kind.REMINDER, "last", user=nora, game=games[0], params={"turns": turns, "part": "fifth"})
    assert row
    assert compose(row).subject.endswith(" left at The Blue Table and 1 other table")
