import random

import pytest
from django.core.management import call_command

from accounts.models import User
from games.analysis import analyses
from games.analysis.models import Analysis
from games.board.dice import dice_view
from games.common.errors import Conflict, Invalid, NotFound
from games.core.choices import Status
from games.core.dice import new_draft
from games.core.log import log_of
from games.core.models import Entry, Game, Seat
from games.engine import gamefile
from games.engine.registry import get_title
from games.lobby.robot_games import branch_from
from games.play.actions import play_action
from games.play.after_action import rebuild_derived
from games.play.endings import resign
from games.play.robots import play_one
from games.play.tallies import record_of as record_in_lists
from games.replay.game_files import game_file, game_record
from tests.makers import any_action, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
AT = 3  # after the first of two turns
SHORT = {"rugs": "1/1/1"}


@pytest.fixture
def source() -> Game:
    return play_on(started_game(options=SHORT))


@pytest.fixture
def player() -> User:
    return make_user()


def branch(source: Game, player: User, **changes: object) -> Game:
    values = {"ply": AT, "seat": 0, "robot": "greedy", **changes}
    return branch_from(source, player, **values)  # type: ignore[arg-type]


def to_the_end(game: Game, player: User) -> Game:
    """Return the game played at random by its player, by the robots as they like."""
    chooser = random.Random(3)
    for _step in range(60):
        game.refresh_from_db()
        if game.is_over:
            break
        if game.seats.filter(is_acting=True, user=player).exists():
            play_action(game.pk, player, any_action(game, chooser), game.ply)
        else:
            play_one(game.pk)
    return game


def test_a_branch_begins_with_the_first_entries_of_the_other_game(source: Game, player: User) -> None:
    game = branch(source, player)
    assert log_of(game)[:AT] == log_of(source)[:AT]
    assert (game.branched_from, game.branched_at) == (source, AT)


def test_a_branch_is_private_and_has_no_clock(source: Game, player: User) -> None:
    game = branch(source, player)
    assert (game.status, game.is_private, game.pace, game.deadline) == (Status.RUNNING, True, "none", None)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_player_of_a_branch_takes_the_chosen_seat_and_a_robot_the_other(source: Game, seat: int) -> None:
    player = make_user()
    game = branch(source, player, seat=seat)
    assert Seat.objects.get(game=game, user=player).number == seat
    assert Seat.objects.get(game=game, number=1 - seat, user__robot="greedy")


def test_a_branch_leaves_the_other_game_as_it_is(source: Game, player: User) -> None:
    before = log_of(source)
    branch(source, player)
    source.refresh_from_db()
    assert (source.status, log_of(source)) == (Status.FINISHED, before)


def test_the_same_form_sent_twice_makes_one_branch(source: Game, player: User) -> None:
    draft = new_draft()
    first = branch(source, player, draft=draft.token)
    assert branch(source, player, draft=draft.token) == first
    assert Entry.objects.filter(game=first, ply__lt=AT).count() == AT


def test_a_running_game_cannot_be_branched(player: User) -> None:
    with pytest.raises(Conflict) as raised:
        branch(play_on(started_game(), 3), player)
    assert raised.value.code == "not-over"
    assert not Game.objects.filter(branched_at=AT).exists()


def test_a_decided_position_cannot_be_branched(source: Game, player: User) -> None:
    with pytest.raises(Conflict) as raised:
        branch(source, player, ply=source.ply)
    assert raised.value.code == "nothing-to-play"


def test_no_branch_begins_after_the_end(source: Game, player: User) -> None:
    with pytest.raises(NotFound):
        branch(source, player, ply=source.ply + 1)


def test_the_seat_of_a_player_who_left_cannot_be_taken_in_a_branch(player: User) -> None:
    people = [make_user() for _ in range(3)]
    game = play_on(started_game(*people, options=SHORT), 2)
    resign(game.pk, people[1])
    game = play_on(Game.objects.get(pk=game.pk))
    with pytest.raises(Invalid) as raised:
        branch(game, player, ply=4, seat=1)
    assert raised.value.code == "no-such-seat"


def test_the_dice_of_a_branch_cover_only_its_own_plies(source: Game, player: User) -> None:
    game = to_the_end(branch(source, player), player)
    record = gamefile.read_one(game_file(game, game_record(game)))
    assert game.status == Status.FINISHED
    assert (record.inherited_plies, record.headers["Branch of"]) == (AT, source.code)
    assert gamefile.verify(record) == ()


def test_the_dice_page_of_a_branch_leaves_out_inherited_results(source: Game, player: User) -> None:
    view = dice_view(to_the_end(branch(source, player), player), None)
    assert view.results
    assert view.is_sound
    assert all(result.ply is not None and result.ply > AT for result in view.results)


def test_a_branch_counts_in_no_record(source: Game, player: User) -> None:
    to_the_end(branch(source, player), player)
    record = record_in_lists(player, player)
    assert (record.running, record.finished, record.wins) == (0, 0, 0)


def test_a_branch_is_not_analysed(source: Game, player: User) -> None:
    game = to_the_end(branch(source, player), player)
    assert analyses.queue(game) is None
    assert analyses.queue_missing() == 0
    assert not Analysis.objects.filter(game=game).exists()


def test_a_branch_can_be_replayed_and_rebuilt(source: Game, player: User) -> None:
    assert rebuild_derived(branch(source, player).pk) is False
    call_command("replay_all", verbosity=0)


def test_a_branch_can_be_branched(source: Game, player: User) -> None:
    first = to_the_end(branch(source, player), player)
    second = branch(first, player, ply=AT + 1)
    assert (second.branched_from, second.branched_at) == (first, AT + 1)
    assert get_title(second.title).key == first.title
