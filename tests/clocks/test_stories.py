import pytest

from games.board.log_lines import story_of
from games.core.selectors import events_of, seats_of
from games.play.proposals import answer, propose
from tests.makers import make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_the_log_has_one_line_for_a_proposal_that_has_ended() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game = started_game(ann, bob)
    row = propose(game.pk, ann, "pause")
    answer(game.pk, row.pk, bob, False)
    propose(game.pk, bob, "abort")
    story = story_of(seats_of(game), {}, events_of(game))
    assert [line.text for line in story.summary().events_between(0, None)] == [
        "Ann proposed to pause the game until everyone agrees to go on. Bob declined the proposal.",
        "Bob proposed to end the game without a result.",
    ]
    assert len(story.events_between(0, None)) == 4
    own = story_of(seats_of(game), {}, events_of(game), bob.pk).summary()
    assert [line.text for line in own.events_between(0, None)] == [
        "Ann proposed to pause the game until everyone agrees to go on. You declined the proposal.",
        "You proposed to end the game without a result.",
    ]
