import pytest

from games.common.errors import Conflict, Forbidden, Illegal, StalePly
from games.core.log import log_of, state_of
from games.core.models import Entry, Game
from games.engine import registry
from games.engine.registry import get_title
from games.lobby.tables import join_table
from games.notifications.models import Kind, Notification
from games.play.actions import play_action
from games.play.orders import play_turn
from tests.engine.helpers.toy import STONES
from tests.helpers.order_texts import load_dice
from tests.makers import acting_user, make_table, make_user, play_on, started_game

pytestmark = pytest.mark.django_db


def orders_for(game: Game, rotation: str = "L") -> str:
    """Return orders for every face that can come, by the places that the plan suggests."""
    form = get_title(game.title).orders
    assert form is not None
    state = state_of(game)
    faces = form.plan(state, game.seats.get(is_acting=True).number or 0, rotation)
    return "; ".join([rotation, *(f"{face.label}: {face.suggested}" for face in faces if face.suggested)])


def test_a_turn_with_orders_is_played_at_once() -> None:
    game = started_game()
    player = acting_user(game)
    before = game.ply
    game = play_turn(game.pk, player, orders_for(game), before)
    seats = [seat for seat, _notation in log_of(game)[before:]]
    assert seats[:3] == [0, None, 0]
    assert acting_user(game) != player


@pytest.mark.parametrize("ruleset", ["gigamic", "gigamic-variant", "slides"])
def test_turns_played_at_once_are_the_same_actions_one_by_one(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"rugs": "2/2/2"}
    load_dice(monkeypatch, "2134" * 9)
    whole = started_game(ruleset=ruleset, options=options)
    while not whole.is_over:
        whole = play_turn(whole.pk, acting_user(whole), orders_for(whole), whole.ply)
    load_dice(monkeypatch, "2134" * 9)
    single = started_game(ruleset=ruleset, options=options)
    actions = [notation for seat, notation in log_of(whole) if seat is not None]
    for notation in actions:
        single = play_action(single.pk, acting_user(single), notation, single.ply)
    assert log_of(single) == log_of(whole)
    assert _hashes(single) == _hashes(whole)
    assert single.is_over
    assert not Entry.objects.exclude(note="").exists()


def _hashes(game: Game) -> list[str]:
    return list(Entry.objects.filter(game=game).values_list("state_hash", flat=True))


def test_a_turn_without_an_order_for_the_rolled_face_waits_for_the_rug() -> None:
    game = started_game()
    player = acting_user(game)
    game = play_turn(game.pk, player, "f", game.ply)
    assert acting_user(game) == player
    assert [notation for seat, notation in log_of(game) if seat is not None] == ["F"]


def test_the_rest_of_a_turn_is_played_by_orders_too() -> None:
    game = started_game()
    player = acting_user(game)
    game = play_action(game.pk, player, "F", game.ply)
    game = play_turn(game.pk, player, orders_for(game, "L").removeprefix("L; "), game.ply)
    assert acting_user(game) != player


REFUSED = [
    ("", "orders-empty", "empty"),
    ("hello", "orders-unreadable", "“hello”"),
    ("L; 7: a1a2", "orders-no-face", "no 7"),
    ("L; 1: c4c5; 4: a1a2", "orders-face", "With a 4 Assam stops on"),
    ("L; 2: a1a2; 4: d4d5", "orders-face", "With a 2 Assam stops on"),
    ("1: c4c5", "orders-no-rotation", "L, F or R"),
]


def test_orders_that_do_not_fit_are_refused_before_the_roll() -> None:
    game = started_game()
    for text, code, words in REFUSED:
        with pytest.raises(Illegal, match=code) as caught:
            play_turn(game.pk, acting_user(game), text, game.ply)
        assert words in str(caught.value.message)
    assert Game.objects.get(pk=game.pk).ply == game.ply


def test_every_face_whose_orders_do_not_fit_is_named() -> None:
    game = started_game()
    with pytest.raises(Illegal) as caught:
        play_turn(game.pk, acting_user(game), "L; 1: a1a2; 2: g6g7", game.ply)
    assert "With a 1" in str(caught.value.message)
    assert "With a 2" in str(caught.value.message)


def test_a_turn_for_a_stale_ply_is_refused() -> None:
    game = play_on(started_game(), 1)
    with pytest.raises(StalePly):
        play_turn(game.pk, acting_user(game), "L", game.ply - 1)


def test_a_turn_sent_again_after_a_lost_answer_is_a_success() -> None:
    game = started_game()
    player, ply = acting_user(game), game.ply
    turn = orders_for(game)
    log = log_of(play_turn(game.pk, player, turn, ply))
    assert play_turn(game.pk, player, turn, ply).ply == len(log)
    game = play_on(Game.objects.get(pk=game.pk), 2)
    assert play_turn(game.pk, player, turn, ply).ply == game.ply
    for other in (turn.replace("L", "R", 1), "nonsense"):
        with pytest.raises(StalePly):
            play_turn(game.pk, player, other, ply)
    with pytest.raises(StalePly):
        play_turn(game.pk, player, turn, ply, undone=1)


def test_a_turn_of_a_player_out_of_turn_is_refused() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    with pytest.raises(Forbidden, match="not-your-turn"):
        play_turn(game.pk, bob, "L", game.ply)


def test_a_turn_of_a_title_without_orders_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.TITLES, STONES.key, STONES)
    game = join_table(make_table(title="stones", ruleset="standard").pk, make_user())
    with pytest.raises(Conflict, match="no-orders"):
        play_turn(game.pk, acting_user(game), "2", game.ply)


def test_the_next_player_gets_one_email_for_a_turn_played_at_once() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    play_turn(game.pk, ann, orders_for(game), game.ply)
    assert Notification.objects.filter(kind=Kind.TURN, user=bob, channel="email").count() == 1


@pytest.mark.parametrize("rotation", ["L", "R"])
def test_rug_and_rotation_are_played_together_where_assam_is_turned_at_the_end(rotation: str) -> None:
    game = started_game(ruleset="gigamic-variant")
    player = acting_user(game)
    game = play_turn(game.pk, player, orders_for(game, rotation), game.ply)
    assert [notation for seat, notation in log_of(game) if seat is not None][1:] == [rotation]
    assert acting_user(game) != player
