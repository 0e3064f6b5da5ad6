import pytest
from django.utils import timezone

from games.board.cards import MAX_BRIEF, _brief, _turns, game_cards, with_news
from games.core.models import Seat
from tests.makers import acting_user, play_on, started_game

TURN = "Brahim turned Assam left. He now faces west."
WALK = "Brahim rolled 4. Assam walked round a mosaic via c6, b6, a6 and a5. You pay Brahim 3 dirhams."
RUG = "Brahim laid a rug on b5 and b6."


def test_a_card_has_the_last_whole_steps_of_what_was_played() -> None:
    found = _brief((TURN, WALK, RUG))
    assert found == f"{WALK} {RUG}"
    assert len(found) <= MAX_BRIEF


def test_a_card_has_one_step_however_long_and_nothing_of_nothing() -> None:
    assert _brief((TURN, "x" * 200)) == "x" * 200
    assert _brief(()) == ""


def test_news_are_counted_in_turns_and_not_in_steps() -> None:
    assert _turns([(0, "L"), (None, "3"), (0, "a1a2"), (1, "F"), (None, "2"), (1, "b1b2"), (0, "R")]) == 3
    assert _turns([(None, "3")]) == 0


@pytest.mark.django_db
def test_news_of_marrakech_do_not_say_that_nothing_was_paid() -> None:
    game = play_on(started_game(), 3)  # the second player has turned Assam on a board with one rug
    (card,) = with_news(game_cards([game], None), timezone.now())
    told = [" ".join(one) for one in (card.last_steps, card.new_steps)]
    assert "laid" in " ".join(told) or "rolled" in " ".join(told)
    assert "is empty" not in " ".join(told)


@pytest.mark.django_db
def test_news_of_marram_are_tiles_on_the_board_and_not_those_drawn() -> None:
    game = play_on(started_game(title="marram", ruleset="classic-short"), 12)
    Seat.objects.filter(game=game).update(seen_ply=0)
    (card,) = with_news(game_cards([game], acting_user(game)), timezone.now())
    (others,) = with_news(game_cards([game], None), timezone.now())
    for text in (card.brief_news, others.brief_last):
        assert "tile" in text
        assert "drew" not in text
