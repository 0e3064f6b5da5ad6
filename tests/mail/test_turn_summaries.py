import pytest

from games.core.log import plies_of
from games.core.models import Game
from games.engine.registry import get_title
from games.mail.tables import MAX_TURNS, TurnSummary, turn_summary, turns_since
from games.play.endings import resign
from tests.makers import make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NAMES = ["Ada", "Bo", "Cy"]


def _three() -> Game:
    return started_game(make_user("Ada"), make_user("Bo"), make_user("Cy"))


def _told(game: Game, seat: int | None) -> list[TurnSummary]:
    title = get_title(game.title)
    return [turn_summary(title, group, NAMES) for group in turns_since(title, plies_of(game), seat)]


def test_a_turn_summary_begins_after_the_readers_last_turn() -> None:
    game = play_on(_three(), 12)  # turns 1 to 6: it is Ada's turn again
    assert [turn.number for turn in _told(game, 0)] == [5, 6]


def test_a_turn_in_progress_does_not_begin_a_turn_summary() -> None:
    game = play_on(_three(), 13)  # Ada has turned Assam in turn 7
    assert [turn.number for turn in _told(game, 0)] == [5, 6, 7]


def test_a_resignation_during_a_turn_does_not_end_the_turn_of_the_reader() -> None:
    game = play_on(_three(), 13)
    resign(game.pk, make_user("Bo"))
    turns = _told(Game.objects.get(), 0)
    assert [turn.number for turn in turns] == [5, 6, 7]
    assert "Bo resigned." in turns[-1].sentences


def test_a_summary_before_the_readers_first_turn_has_all_turns() -> None:
    assert [turn.number for turn in _told(play_on(_three(), 4), 2)] == [1, 2]


def test_a_turn_summary_without_a_seat_has_the_latest_turns() -> None:
    turns = _told(play_on(_three(), 40), None)
    assert [turn.number for turn in turns] == list(range(9, 21))
    assert len(turns) == MAX_TURNS


def test_a_new_game_has_an_empty_turn_summary() -> None:
    assert _told(_three(), 1) == []


def test_a_turn_summary_has_sentences_and_notation() -> None:
    (turn,) = _told(play_on(_three(), 2), 1)
    assert turn.sentences[0].startswith("Ada ")
    assert turn.line.startswith("1. A ")
