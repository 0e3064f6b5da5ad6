from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.common.errors import Conflict, Forbidden, Illegal, NotFound, StalePly, Unreadable
from games.core.choices import Status
from games.core.lock import game_for_update
from games.core.log import fault_of, log_of, plies_of, state_of
from games.core.models import DiceSecret, Entry, Game
from games.engine import dice, registry
from games.engine.registry import get_title
from games.engine.replay import state_hash
from games.notifications.models import Kind, Notification
from games.play.actions import play_action, play_actions
from tests.engine.helpers.tiles import TILES
from tests.helpers.full_runs import full_only
from tests.helpers.page_client import signed_in
from tests.makers import acting_user, any_action, finished_game, host_of, make_table, make_user, play_on, started_game

pytestmark = pytest.mark.django_db


def test_a_rotation_is_stored_with_the_roll_that_answers_it() -> None:
    game = started_game()
    before = game.ply
    game = play_action(game.pk, acting_user(game), "L", before)
    seats = [seat for seat, _notation in log_of(game)[before:]]
    assert seats == [0, None]
    assert game.ply == before + 2


def test_every_log_entry_has_the_hash_of_the_position_after_it() -> None:
    game = play_on(started_game(), 6)
    hashes = list(Entry.objects.filter(game=game).values_list("state_hash", flat=True))
    assert hashes == [state_hash(get_title("marrakech"), ply.after) for ply in plies_of(game)]


def test_a_stale_ply_is_refused_and_changes_nothing() -> None:
    game = play_on(started_game(), 1)
    log = log_of(game)
    with pytest.raises(StalePly):
        play_action(game.pk, acting_user(game), any_action(game), game.ply - 1)
    assert log_of(game) == log


def test_an_action_out_of_turn_is_refused() -> None:
    game = started_game()
    waiting = User.objects.get(seats__in=game.seats.filter(is_acting=False))
    with pytest.raises(Forbidden, match="not-your-turn"):
        play_action(game.pk, waiting, "L", game.ply)
    assert Game.objects.get(pk=game.pk).ply == game.ply


def test_an_action_of_a_user_without_a_seat_is_refused() -> None:
    game = started_game()
    with pytest.raises(Forbidden, match="not-seated"):
        play_action(game.pk, make_user(), "L", game.ply)


def test_an_open_table_accepts_no_actions() -> None:
    game = make_table()
    with pytest.raises(Conflict, match="not-running"):
        play_action(game.pk, host_of(game), "L", 0)


@pytest.mark.parametrize("notation", ["", "X", "a1a2", "LL", "e6e9", "💥", "resigns", "4"])
def test_an_illegal_action_is_refused_with_a_reason(notation: str) -> None:
    game = started_game()
    with pytest.raises(Illegal) as caught:
        play_action(game.pk, acting_user(game), notation, game.ply)
    assert caught.value.code
    assert str(caught.value.message)
    assert Game.objects.get(pk=game.pk).ply == game.ply


def test_a_missing_game_is_not_found() -> None:
    with pytest.raises(NotFound):
        play_action(4711, make_user(), "L", 0)


def test_the_lock_of_a_game_requires_a_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_table()
    monkeypatch.setattr("games.core.lock.transaction.get_connection", lambda: _Bare())
    with pytest.raises(RuntimeError):
        game_for_update(game.pk)


class _Bare:
    in_atomic_block = False


@pytest.mark.slow
@pytest.mark.one_database
@pytest.mark.parametrize(
    ("ruleset", "players"),
    [
        *[full_only("gigamic", 2), full_only("gigamic", 3), ("gigamic", 4), ("gigamic-variant", 2), ("bga-help", 3)],
        *[full_only("summary", 4), ("slides", 2), full_only("slides", 4), ("summary-strict", 3)],
    ],
)
def test_a_whole_game_ends_with_places_and_opened_dice(ruleset: str, players: int) -> None:
    options = {} if (ruleset, players) == ("gigamic", 4) else {"rugs": "4/3/3"}  # one of full length is enough
    people = [make_user() for _ in range(players)]
    game = play_on(started_game(*people, ruleset=ruleset, options=options), seed=players, in_steps=True)
    assert game.status == Status.FINISHED
    assert 1 in game.seats.values_list("place", flat=True)
    assert not game.seats.filter(is_acting=True).exists()
    assert DiceSecret.objects.get(game=game).opened
    assert fault_of(game) == ""


def test_the_opened_dice_explain_every_roll() -> None:
    game = play_on(started_game(options={"rugs": "8/4/4"}))
    secret, entropy = bytes.fromhex(game.dice_secret.opened), bytes.fromhex(game.entropy)
    title = get_title("marrakech")
    draws = [ply for ply in plies_of(game) if ply.action.seat is None]
    rolled = [title.notation(ply.action) for ply in draws]
    drawn = [dice.draw(secret, entropy, chance) for ply in draws if (chance := title.chance(ply.before))]
    assert drawn == rolled
    assert len(drawn) > 10


def test_the_dice_stay_sealed_while_the_game_runs() -> None:
    game = play_on(started_game(), 4)
    assert DiceSecret.objects.get(game=game).opened == ""


def test_a_turn_has_one_deadline_from_its_first_action_to_its_last() -> None:
    with time_machine.travel("2026-03-01T12:00Z", tick=False) as clock:
        game = started_game(pace="1d")
        begun = game.deadline
        assert begun is not None
        clock.shift(timedelta(hours=2))
        game = play_action(game.pk, acting_user(game), "F", game.ply)
        assert game.deadline == begun
        game = play_action(game.pk, acting_user(game), any_action(game), game.ply)
        assert game.deadline == begun + timedelta(hours=2)


def test_the_waiting_time_counts_from_the_start_of_the_turn() -> None:
    with time_machine.travel("2026-03-01T12:00Z", tick=False) as clock:
        game = started_game()
        since = game.seats.get(is_acting=True).acting_since
        clock.shift(timedelta(hours=1))
        game = play_action(game.pk, acting_user(game), "F", game.ply)
        assert game.seats.get(is_acting=True).acting_since == since


def test_a_turn_without_a_clock_has_no_deadline() -> None:
    assert started_game(pace="none").deadline is None


def test_a_turn_of_two_actions_is_announced_by_one_notification() -> None:
    ann, bob = make_user(), make_user()
    play_on(started_game(ann, bob), 2)
    assert Notification.objects.filter(kind=Kind.TURN).count() == 2
    assert Notification.objects.get(kind=Kind.TURN, user=bob).params == {"turn": 2}


@pytest.mark.slow
def test_the_end_of_the_game_notifies_all_players() -> None:
    game = finished_game()
    notified = Notification.objects.filter(kind=Kind.OVER, game=game).values_list("user", flat=True)
    assert set(notified) == set(game.seats.values_list("user", flat=True))


def test_scores_are_stored_with_the_seats_while_the_game_runs() -> None:
    game = play_on(started_game(), 6)
    panels = get_title("marrakech").panels(state_of(game))
    shown = [next(stat.value for stat in panel.stats if stat.kind == "score") for panel in panels]
    assert list(game.seats.order_by("number").values_list("score", flat=True)) == shown


WHOLE = ["b n1 2", "a e1 x"]


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Return a game of the title whose turns have two actions."""
    monkeypatch.setitem(registry.TITLES, TILES.key, TILES)
    return started_game(title="tiles", ruleset="standard")


def test_a_whole_turn_is_played_by_one_request(game: Game) -> None:
    player = acting_user(game)
    game = play_actions(game.pk, player, WHOLE, 0)
    assert log_of(game) == [(0, "b n1 2"), (0, "a e1 x")]
    assert acting_user(game) != player
    assert Notification.objects.filter(game=game, kind=Kind.TURN, user=acting_user(game)).count() == 1


def test_a_player_may_play_the_first_action_only(game: Game) -> None:
    player = acting_user(game)
    game = play_actions(game.pk, player, WHOLE[:1], 0)
    assert acting_user(game) == player
    game = play_actions(game.pk, player, WHOLE[1:], 1)
    assert acting_user(game) != player


@pytest.mark.parametrize(
    ("actions", "error", "code"),
    [
        (["b n1 2", "a n1"], Illegal, "taken"),
        (["b n1 2", "?"], Unreadable, "unreadable"),
        (["b n1 2", "a e1", "a e2"], Illegal, "turn-over"),
        (["b n1 2", "resigns"], Illegal, "not-offered"),
    ],
)
def test_an_impossible_action_stops_the_request(
    game: Game, actions: list[str], error: type[Illegal], code: str
) -> None:
    with pytest.raises(error) as raised:
        play_actions(game.pk, acting_user(game), actions, 0)
    assert raised.value.code == code
    assert not Entry.objects.filter(game=game).exists()
    assert Game.objects.get(pk=game.pk).ply == 0


def test_a_repeated_request_of_several_actions_changes_nothing(game: Game) -> None:
    player = acting_user(game)
    first = play_actions(game.pk, player, WHOLE, 0)
    log = log_of(game)
    assert play_actions(game.pk, player, WHOLE, 0).ply == first.ply
    assert log_of(game) == log
    for other in ([WHOLE[1]], [*WHOLE, WHOLE[1]], [WHOLE[0], "?"]):
        with pytest.raises(StalePly):
            play_actions(game.pk, player, other, 0)


def test_an_action_sent_again_after_a_lost_answer_is_a_success() -> None:
    game = started_game()
    player, ply = acting_user(game), game.ply
    play_action(game.pk, player, "L", ply)
    game = play_on(Game.objects.get(pk=game.pk), 4)
    log = log_of(game)
    for notation in ("L", "l"):
        assert play_action(game.pk, player, notation, ply).ply == len(log)
    client = signed_in(player)
    answer = client.post(f"/t/{game.code}/act/", {"ply": ply, "action": "L"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "The game has moved on" not in answer.content.decode()
    assert log_of(game) == log


def test_the_last_action_of_a_game_sent_again_is_a_success() -> None:
    game = started_game()
    player, ply = acting_user(game), game.ply
    play_action(game.pk, player, "L", ply)
    Game.objects.filter(pk=game.pk).update(status=Status.FINISHED)
    assert signed_in(player).post(f"/t/{game.code}/act/", {"ply": ply, "action": "L"}).status_code == 302


def test_another_action_or_the_action_of_another_player_is_stale() -> None:
    game = started_game()
    player, ply = acting_user(game), game.ply
    waiting = User.objects.exclude(pk=player.pk).get(seats__game=game, seats__number=1)
    play_action(game.pk, player, "L", ply)
    for user, notation, undone in ((player, "F", None), (waiting, "L", None), (player, "L", 1)):
        with pytest.raises(StalePly):
            play_action(game.pk, user, notation, ply, undone=undone)


@pytest.mark.parametrize("changes", [{"note": "order"}, {"note": "house"}, {"note": "deputy"}])
def test_what_the_site_has_played_is_no_repeated_action(changes: dict[str, str]) -> None:
    game = started_game()
    player, ply = acting_user(game), game.ply
    play_action(game.pk, player, "L", ply)
    Entry.objects.filter(game=game, ply=ply).update(**changes)
    with pytest.raises(StalePly):
        play_action(game.pk, player, "L", ply)


def test_the_page_sends_all_actions_under_one_name(game: Game) -> None:
    client = signed_in(acting_user(game))
    assert client.post(f"/t/{game.code}/act/", {"ply": 0, "action": WHOLE}).status_code == 302
    assert len(log_of(game)) == 2


def test_no_action_of_a_request_follows_a_roll() -> None:
    game = started_game()
    with pytest.raises(Illegal, match="turn-over"):
        play_actions(game.pk, acting_user(game), ["F", "a1a2"], game.ply)
    assert Game.objects.get(pk=game.pk).ply == game.ply
