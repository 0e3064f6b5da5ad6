from importlib import import_module
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command

from accounts.models import User
from games.core.log import state_of
from games.core.models import Game, Seat
from games.engine import registry
from games.engine.marrakech.scoring import longest_patches
from games.engine.marrakech.state import State
from games.engine.values import Highlight
from games.lobby.invitations import give_games
from games.lobby.robot_games import branch_from
from games.lobby.tables import join_table
from games.play import tallies
from games.play.actions import play_action
from games.play.after_action import rebuild_derived
from games.play.endings import abort_game, resign
from games.play.models import OpponentTally, PlaceTally
from games.play.tallies import recount, recount_all
from tests.engine.helpers.toy import STONES
from tests.makers import finished_game, make_table, make_user, play_on, started_game

pytestmark = pytest.mark.django_db

VALUES = ("games", "scored", "score_sum", "best_score", "best_game", "highlight", "highlight_game")
TALLY = ("user", "title", "ruleset", "seat_count", "place", *VALUES, *(f"public_{name}" for name in VALUES))
OPPONENT = ("user", "opponent", "games", "ahead", "behind", "public_games", "public_ahead", "public_behind")


def stored() -> tuple[set[object], set[object]]:
    """Return all tallies, but for those of no games."""
    places = PlaceTally.objects.filter(games__gt=0).values_list(*TALLY)
    return set(places), set(OpponentTally.objects.filter(games__gt=0).values_list(*OPPONENT))


def games_of_three() -> list[User]:
    """Play games of two and three players, public and private. Return the players."""
    people = [make_user() for _ in range(3)]
    for number in range(3):
        play_on(started_game(*people[:2], options={"rugs": "2/2/2"}, is_private=number == 1), seed=number)
        play_on(started_game(*people, options={"rugs": "2/2/2"}, ruleset="slides"), seed=number)
    return people


@pytest.mark.slow
def test_adding_each_game_to_tallies_gives_the_same_as_counting_them_all() -> None:
    people = games_of_three()
    added = stored()
    assert sum(tally.games for tally in PlaceTally.objects.all()) == 3 * 2 + 3 * 3
    recount_all()
    assert stored() == added
    recount(user.pk for user in people)
    assert stored() == added


@pytest.mark.slow
def test_tallies_agree_with_the_seats() -> None:
    ann, *others = games_of_three()
    seats = Seat.objects.filter(user=ann)
    for viewer, games in ((ann, seats), (others[0], seats.filter(game__is_private=False))):
        rows = tallies.places_of(ann, viewer)
        assert sum(row.games for row in rows) == games.count() == (6 if viewer is ann else 5)
        assert sum(row.score_sum for row in rows) == sum(seat.score or 0 for seat in games)
        assert max(row.best_score or 0 for row in rows) == max(seat.score or 0 for seat in games)
        assert max(row.highlight or 0 for row in rows) == max(seat.highlight or 0 for seat in games) > 0
        assert tallies.record_of(ann, viewer).wins == games.filter(place=1).count()


@pytest.mark.slow
def test_strangers_see_tallies_against_opponents_of_public_games_only() -> None:
    ann, bob, cid = games_of_three()
    assert [(one.opponent, one.games) for one in tallies.opponents_of(ann, ann)] == [(bob, 6), (cid, 3)]
    for stranger in (None, cid, bob):
        assert [(one.opponent, one.games) for one in tallies.opponents_of(ann, stranger)] == [(bob, 5), (cid, 3)]
    one = tallies.opponents_of(ann, ann)[0]
    other = next(one for one in tallies.opponents_of(bob, bob) if one.opponent == ann)
    assert (one.ahead, one.behind, one.level) == (other.behind, other.ahead, other.level)


def test_private_games_count_for_their_player_alone() -> None:
    ann, bob = make_user(), make_user()
    started_game(ann, bob, is_private=True)
    secret = finished_game(ann, bob, is_private=True)
    wins = int(secret.seats.get(user=ann).place == 1)
    assert tallies.record_of(ann, ann) == tallies.PlayerRecord(running=1, finished=1, wins=wins)
    best = tallies.places_of(ann, ann)[0]
    assert best.best_game == best.highlight_game == secret
    for viewer in (None, bob, make_user()):
        assert tallies.record_of(ann, viewer) == tallies.PlayerRecord(0, 0, 0)
        assert tallies.places_of(ann, viewer) == []


def test_games_without_a_result_and_branches_do_not_count_in_tallies() -> None:
    ann, bob = make_user(), make_user()
    abort_game(started_game(ann, bob).pk)
    over = finished_game(ann, bob)
    before = stored()
    branch = branch_from(over, ann, ply=2, seat=0, robot="greedy")
    resign(branch.pk, ann)
    assert Game.objects.get(pk=branch.pk).status == "finished"
    assert stored() == before
    assert tallies.record_of(ann, ann).finished == 1


def test_a_lower_highlight_and_a_missing_score_leave_the_best_of_a_tally() -> None:
    ann = make_user()
    for highlight, score in ((5, 40), (3, None)):
        game = finished_game(ann, make_user())
        game.seats.filter(user=ann).update(highlight=highlight, score=score, place=1)
    recount_all()
    tally = PlaceTally.objects.get(user=ann, games=2)
    assert (tally.games, tally.scored, tally.best_score, tally.highlight) == (2, 1, 40, 5)


def test_the_highlight_of_a_tally_is_that_of_the_last_position() -> None:
    game = finished_game()
    state = state_of(game)
    assert isinstance(state, State)
    patches = longest_patches(state)
    assert [seat.highlight for seat in game.seats.all()] == list(patches)
    assert 2 <= max(patches) <= 8


@pytest.mark.slow
def test_a_changed_result_changes_the_tallies() -> None:
    game = finished_game()
    before = stored()
    Seat.objects.filter(game=game).update(score=999, place=2, highlight=None)
    recount_all()
    assert stored() != before
    assert rebuild_derived(game.pk)
    assert stored() == before


@pytest.mark.slow
def test_the_command_recounts_all_tallies() -> None:
    finished_game()
    before = stored()
    PlaceTally.objects.all().delete()
    OpponentTally.objects.all().delete()
    Seat.objects.update(highlight=None)
    call_command("rebuild_derived", stdout=StringIO())
    assert stored() == before


@pytest.mark.slow
def test_the_migration_counts_earlier_games_in_tallies() -> None:
    games_of_three()
    Seat.objects.update(highlight=None)
    recount_all()
    before = stored()
    PlaceTally.objects.all().delete()
    OpponentTally.objects.all().delete()
    for name in ("0035_fill_tallies", "0074_public_tallies"):
        import_module(f"games.migrations.{name}").fill(apps, None)
    assert stored() == before


@pytest.mark.slow
def test_the_migration_counts_public_games_of_tallies_apart() -> None:
    games_of_three()
    before = stored()
    nothing = {"public_games": 0, "public_scored": 0, "public_score_sum": 0, "public_best_score": None}
    PlaceTally.objects.update(**nothing, public_best_game=None, public_highlight=None, public_highlight_game=None)
    assert stored() != before
    import_module("games.migrations.0074_public_tallies").fill(apps, None)
    assert stored() == before


def test_games_of_a_guest_count_in_the_tallies_of_the_account() -> None:
    guest, user, other = make_user(), make_user(), make_user()
    finished_game(guest, other)
    give_games(guest, user)
    assert tallies.record_of(user, user).finished == 1
    assert tallies.record_of(guest, guest) == tallies.PlayerRecord(0, 0, 0)


def test_tallies_of_a_deleted_player_are_deleted() -> None:
    ann, bob = make_user(), make_user()
    finished_game(ann, bob)
    bob.delete()
    assert tallies.record_of(ann, ann).finished == 1
    assert tallies.opponents_of(ann, ann) == []


class StonesWithHighlight(type(STONES)):  # type: ignore[misc]
    """The toy title, whose players' best is how few stones they were left with."""

    phrases = {**STONES.phrases, "highlight.seat": "Highest seat", "amount.seats": "seat %(count)s"}
    highlight = Highlight("highlight.seat", "amount.seats", lambda state: (0, 7))


def test_another_title_has_a_highlight_of_its_own_in_tallies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.TITLES, "stones", StonesWithHighlight())
    ann, bob = make_user(), make_user()
    game = join_table(make_table(ann, title="stones", ruleset="standard").pk, bob)
    for user, action in ((ann, "2"), (bob, "2"), (ann, "1")):
        game = play_action(game.pk, user, action, game.ply)
    assert [seat.highlight for seat in game.seats.all()] == [0, 7]
    assert tallies.places_of(bob, None)[0].highlight == 7
