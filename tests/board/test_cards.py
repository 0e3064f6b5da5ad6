import pytest
from django.utils import timezone

from games.board.cards import MAX_BRIEF, _brief, game_cards, with_news
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


@pytest.mark.django_db
def test_news_of_marram_are_tiles_on_the_board_and_not_those_drawn() -> None:
    game = play_on(started_game(title="marram", ruleset="classic-short"), 12)
    Seat.objects.filter(game=game).update(seen_ply=0)
    (card,) = with_news(game_cards([game], acting_user(game)), timezone.now())
    (others,) = with_news(game_cards([game], None), timezone.now())
    for text in (card.brief_news, others.brief_last):
        assert "tile" in text
        assert "drew" not in text
