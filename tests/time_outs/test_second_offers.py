"""Seats and proposals that have changed between the look and the lock: nothing is done twice."""

from datetime import timedelta

import pytest

from games.clocks.models import NotifiedBy, Turn
from games.common.errors import Conflict
from games.core.choices import Status
from games.core.models import EventKind, Game, Seat, TableEvent
from games.play import open_proposals, proposals
from games.play.models import Proposal, ProposalState
from games.play.proposals import propose, withdraw
from games.table.closed_accounts import abandon_seat
from games.table.presence import note_presence
from games.time_outs import substitutes
from tests.helpers.late_games import DAY, game_of_ada, play_turn_by
from tests.helpers.moving_time import MovingTime
from tests.makers import acting_user, make_user, started_game

pytestmark = [pytest.mark.slow, pytest.mark.one_database]
HOUR = timedelta(hours=1)


def events(game: Game, kind: str) -> int:
    return TableEvent.objects.filter(game=game, kind=kind).count()


def test_a_seat_is_not_given_to_a_robot_twice(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    seat = Seat.objects.get(game=game, number=0)
    assert not substitutes._take_by_robot(seat.pk, game.pk, moving.now, moving.now)  # nobody offered it
    substitutes.offer(game, seat, moving.now, moving.now)
    assert substitutes._take_by_robot(seat.pk, game.pk, moving.now, moving.now)
    assert not substitutes._take_by_robot(seat.pk, game.pk, moving.now, moving.now)
    assert events(game, EventKind.ROBOT) == 1


def test_a_failing_seat_does_not_stop_other_offers(moving: MovingTime, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [started_game(pace="1d") for _ in range(2)]
    for game in games:
        substitutes.offer(game, Seat.objects.get(game=game, number=0), moving.now, moving.now)
    real = substitutes.free_robot

    def failing(game: Game) -> object:
        if game.pk == games[0].pk:
            raise RuntimeError("a broken table")
        return real(game)

    monkeypatch.setattr(substitutes, "free_robot", failing)
    assert substitutes.take_seats_by_robots(moving.now + 2 * DAY) == 1
    assert Seat.objects.get(game=games[1], number=0).user != make_user("Ada")


def test_a_substitute_has_the_bank_of_the_pace_and_the_owner_returns_to_theirs(moving: MovingTime) -> None:
    game = game_of_ada(moving, pace="usual")
    game.turns.update(bank=12345)
    seat = game.seats.get(number=0)
    substitutes.offer(game, seat, moving.now, moving.now)
    substitutes.take_seat(game.pk, 0, make_user("Zoe"), moving.now)
    assert game.turns.get(ended_at=None).bank == 3 * 86400
    substitutes.take_back(game.pk, make_user("Ada"), moving.now)
    assert game.turns.get(ended_at=None).bank == 12345


def test_a_player_can_take_only_one_seat_of_a_table(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    substitutes.offer(game, Seat.objects.get(game=game, number=0), moving.now, moving.now)
    with pytest.raises(Conflict) as caught:
        substitutes.take_seat(game.pk, 0, make_user("Cleo"), moving.now)
    assert caught.value.code == "already-seated"


def test_a_seat_that_need_not_act_is_taken_back_without_a_turn(moving: MovingTime) -> None:
    game, cleo = game_of_ada(moving), make_user("Cleo")
    substitutes.offer(game, Seat.objects.get(game=game, number=1), moving.now, moving.now)
    substitutes.take_back(game.pk, cleo, moving.now)
    assert Seat.objects.get(game=game, number=1).offered_at is None
    assert not Turn.objects.filter(game=game, user=cleo).exists()


def test_a_player_who_looks_at_the_table_is_notified_of_the_turn_at_once(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    note_presence(game, make_user("Cleo"), moving.now)
    play_turn_by(make_user("Ada"), game)
    turn = Turn.objects.get(ended_at=None)
    assert (turn.notified_at, turn.notified_by) == (moving.now, NotifiedBy.TABLE)


def test_the_owner_can_take_an_offered_seat_as_a_substitute(moving: MovingTime) -> None:
    game, ada = game_of_ada(moving), make_user("Ada")
    substitutes.offer(game, Seat.objects.get(game=game, number=0), moving.now, moving.now)
    substitutes.take_seat(game.pk, 0, make_user("Dora"), moving.now)
    substitutes.offer(game, Seat.objects.get(game=game, number=0), moving.now, moving.now)
    substitutes.take_seat(game.pk, 0, ada, moving.now)
    assert Seat.objects.get(game=game, number=0).user == ada


def test_an_abandoned_seat_is_offered_once(moving: MovingTime) -> None:
    game, ada = game_of_ada(moving), make_user("Ada")
    for _ in range(2):
        abandon_seat(game.pk, ada, moving.now)
    assert events(game, EventKind.OFFERED) == 1


def test_a_substitute_keeps_the_seat_after_fourteen_days(moving: MovingTime) -> None:
    game, ada, dora = game_of_ada(moving), make_user("Ada"), make_user("Dora")
    substitutes.offer(game, Seat.objects.get(game=game, number=0), moving.now, moving.now)
    substitutes.take_seat(game.pk, 0, dora, moving.now)
    with pytest.raises(Conflict) as caught:
        substitutes.take_back(game.pk, ada, moving.now + 15 * DAY)
    assert caught.value.code == "too-late"
    assert Seat.objects.get(game=game, number=0).user == dora


def test_a_proposal_is_withdrawn_once(moving: MovingTime) -> None:
    game, ada = game_of_ada(moving), make_user("Ada")
    row = propose(game.pk, ada, "pause")
    for _ in range(2):
        withdraw(game.pk, row.pk, ada)
    assert events(game, EventKind.CLOSED) == 1


def test_a_closed_proposal_does_not_expire(moving: MovingTime) -> None:
    game, ada = game_of_ada(moving), make_user("Ada")
    row = propose(game.pk, ada, "pause")
    withdraw(game.pk, row.pk, ada)
    assert not proposals._expire(row.pk, game.pk, moving.now + 9 * DAY)
    open_proposals.after_change(game, [Proposal.objects.get()], [], moving.now)
    assert Proposal.objects.get().state == ProposalState.WITHDRAWN


def undoable(pace: str) -> Game:
    """Return a game of three in which Ada has just laid a rug and proposes to take it back."""
    ada, cleo, eve = make_user("Ada"), make_user("Cleo"), make_user("Eve")
    game = play_turn_by(ada, started_game(ada, cleo, eve, pace=pace))
    row = propose(game.pk, ada, "undo")
    proposals.answer(game.pk, row.pk, cleo, True)
    return game


def agreed_by_eve(game: Game) -> str:
    """Return what becomes of the proposal with the last answer."""
    return proposals.answer(game.pk, Proposal.objects.get().pk, make_user("Eve"), True).state


def test_a_proposal_to_undo_a_deleted_turn_expires(moving: MovingTime) -> None:
    game, row = undoable("none"), Proposal.objects.get()
    Proposal.objects.update(params={**row.params, "ply": row.params["ply"] - 1})
    agreed_by_eve(game)
    assert Proposal.objects.get().state == ProposalState.EXPIRED
    assert Game.objects.get(pk=game.pk).ply == game.ply


@pytest.mark.parametrize("pace", ["none", "usual"])
def test_turns_are_taken_back_with_and_without_a_clock(moving: MovingTime, pace: str) -> None:
    game = undoable(pace)
    assert agreed_by_eve(game) == ProposalState.AGREED
    assert Game.objects.get(pk=game.pk).ply < game.ply
    assert acting_user(game) == make_user("Ada")


def test_no_seat_is_taken_in_a_game_that_has_ended(moving: MovingTime) -> None:
    game = started_game()
    Game.objects.filter(pk=game.pk).update(status=Status.FINISHED)
    with pytest.raises(Conflict, match="not-running"):
        substitutes.take_seat(game.pk, 0, make_user(), moving.now)
