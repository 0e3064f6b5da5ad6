from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.clocks.activity import note_opened
from games.clocks.models import Turn
from games.common.errors import Conflict, Invalid
from games.core.models import Game, Seat, TableEvent
from games.time_outs import operators
from games.time_outs.operators import Operator
from tests.helpers.moving_time import START, MovingTime
from tests.makers import acting_user, make_user, started_game

pytestmark = [pytest.mark.slow, pytest.mark.one_database]

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def told_game(moving: MovingTime) -> Game:
    """Return a game with a day for each turn, whose first player knows of the turn."""
    game = started_game(pace="1d")
    note_opened(game.pk, acting_user(game), moving.now)
    return game


def by(reason: str, version: int | None = None) -> Operator:
    return Operator(make_user("op"), reason, version)


def reasons(game: Game) -> list[str]:
    return [event.params["reason"] for event in TableEvent.objects.filter(game=game) if "reason" in event.params]


def printed(*arguments: str) -> str:
    """Return what ``manage.py clocks`` prints."""
    out = StringIO()
    call_command("clocks", *arguments, stdout=out)
    return out.getvalue()


def test_an_operator_gives_time_with_a_reason(moving: MovingTime) -> None:
    game = told_game(moving)
    operators.give_time(game.pk, 0, DAY, by("Your  provider was down"))
    assert Turn.objects.get(game=game, ended_at=None).deadline == START + 2 * DAY
    assert reasons(game) == ["Your provider was down"]


def test_an_operator_without_a_reason_or_a_turn_is_refused(moving: MovingTime) -> None:
    game = told_game(moving)
    with pytest.raises(Invalid):
        operators.give_time(game.pk, 0, DAY, by(" "))
    with pytest.raises(Conflict):
        operators.give_time(game.pk, 1, DAY, by("not their turn"))
    assert Turn.objects.get(game=game, ended_at=None).deadline == START + DAY
    assert not reasons(game)


def test_a_pause_by_an_operator_moves_the_deadline_and_its_end_moves_it_back(moving: MovingTime) -> None:
    game = told_game(moving)
    operators.pause(game.pk, moving.now + 5 * DAY, by("a tournament"))
    assert Turn.objects.get(game=game, ended_at=None).deadline == START + 6 * DAY
    moving.pass_by(HOUR)
    operators.end_pauses(game.pk, by("it was cancelled"))
    assert Turn.objects.get(game=game, ended_at=None).deadline == START + DAY + HOUR
    assert reasons(game) == ["a tournament", "it was cancelled"]
    with pytest.raises(Conflict):
        operators.end_pauses(game.pk, by("again"))


def test_an_operator_offers_a_seat_to_others(moving: MovingTime) -> None:
    game = told_game(moving)
    operators.offer_seat(game.pk, 0, by("the player asked for it"))
    assert Seat.objects.get(game=game, number=0).offered_at == moving.now
    assert reasons(game) == ["the player asked for it"]
    with pytest.raises(Conflict):
        operators.offer_seat(game.pk, 0, by("again"))


def test_a_declared_outage_is_credited(moving: MovingTime) -> None:
    game = told_game(moving)
    moving.pass_by(10 * HOUR)
    since = moving.now - 2 * HOUR
    operators.declare_outage(since, moving.now, by("no email left"))
    assert Turn.objects.get(game=game, ended_at=None).deadline == START + DAY + 2 * HOUR
    with pytest.raises(Invalid):
        operators.declare_outage(moving.now, since, by("the wrong way round"))


def test_the_clocks_command_prints_due_and_late_turns(moving: MovingTime) -> None:
    told_game(moving)
    assert "turns with a deadline: 1" in printed()
    moving.be_down(DAY + HOUR)
    assert "steps due: 1, the first 2026-05-05 09:00 UTC" in printed()
    assert "deadlines late: 1, the first 2026-05-05 09:00 UTC" in printed()


def test_the_clocks_command_prints_credited_outages(moving: MovingTime) -> None:
    game = told_game(moving)
    operators.give_time(game.pk, 0, HOUR, by("a bad day"))
    moving.be_down(5 * HOUR)
    moving.start_again()
    assert "gifts of time in 30 days: 1, the first 2026-05-04 09:00 UTC" in printed()
    assert "outages credited in 30 days: 1, the first 2026-05-04 09:00 UTC" in printed()
    assert "deadlines late: 0" in printed()


def test_the_clocks_command_explains_the_clocks_of_a_table(moving: MovingTime) -> None:
    game = told_game(moving)
    operators.give_time(game.pk, 0, HOUR, by("a bad day"))
    operators.pause(game.pk, moving.now + DAY, by("a feast"))
    moving.pass_by(30 * DAY)
    assert "The operator op gives time: 1 hour. Reason: a bad day" in printed("--game", game.code)
    with pytest.raises(CommandError):
        printed("--game", "nowhere")
