import pytest

from games.common.errors import Illegal, StalePly, Unreadable
from games.core.log import log_of
from games.core.models import Entry, Game
from games.engine import registry
from games.notifications.models import Kind, Notification
from games.play.actions import play_actions
from tests.engine.helpers.tiles import TILES
from tests.helpers.page_client import signed_in
from tests.makers import acting_user, started_game

pytestmark = pytest.mark.django_db

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


def test_a_repeated_request_of_several_actions_is_stale(game: Game) -> None:
    player = acting_user(game)
    play_actions(game.pk, player, WHOLE, 0)
    with pytest.raises(StalePly):
        play_actions(game.pk, player, WHOLE, 0)


def test_the_page_sends_all_actions_under_one_name(game: Game) -> None:
    client = signed_in(acting_user(game))
    assert client.post(f"/t/{game.code}/act/", {"ply": 0, "action": WHOLE}).status_code == 302
    assert len(log_of(game)) == 2


def test_no_action_of_a_request_follows_a_roll() -> None:
    game = started_game()
    with pytest.raises(Illegal, match="turn-over"):
        play_actions(game.pk, acting_user(game), ["F", "a1a2"], game.ply)
    assert Game.objects.get(pk=game.pk).ply == game.ply
