import pytest

from games.board.prompt import MAX_PLACES, PromptView, Selection, selection_view
from games.core.models import Game
from games.engine import registry
from games.engine.messages import Message
from games.engine.prompts import Choice, Prompt
from games.table.view import live_region_text, table_view
from tests.engine.helpers.toy import STONES
from tests.makers import acting_user, any_action, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def asked(text: str, *, plies: int = 1) -> PromptView:
    """Return the prompt of the acting player after this number of actions, with a typed text."""
    return asked_in(play_on(started_game(), plies), text)


def asked_in(game: Game, text: str) -> PromptView:
    """Return what the acting player of a game is asked, having typed this."""
    ask = table_view(game, acting_user(game), chosen=text).ask
    assert ask
    return ask


@pytest.mark.parametrize("text", ["l", "L", " L "])
def test_a_rotation_is_recognised_in_any_spelling(text: str) -> None:
    ask = asked(text, plies=0)
    assert (ask.chosen and ask.chosen.notation, ask.refusal) == ("L", "")


def test_a_rug_is_recognised_with_its_squares_in_any_order() -> None:
    game = play_on(started_game(), 1)
    place = any_action(game)
    ask = asked_in(game, f"{place[2:]}-{place[:2]}".upper())
    assert (ask.chosen and ask.chosen.notation, ask.refusal) == (place, "")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a1a2", "Too far from Assam: a rug must touch a side of his square."),
        ("zzz", "This action is not written correctly."),
        ("L", "You can’t play this at this point in the turn."),
        ("resigns", "You can’t play this now."),
    ],
)
def test_an_impossible_choice_gets_its_reason(text: str, why: str) -> None:
    ask = asked(text)
    assert (ask.chosen, ask.refusal) == (None, why)


def test_a_reason_without_words_of_its_title_gets_the_general_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.TITLES, STONES.key, STONES)
    game = started_game(title="stones", ruleset="standard")
    assert asked_in(game, "7").refusal == "The rules do not allow this."


def test_a_rotation_is_read_out_with_the_effect_of_each_face() -> None:
    spoken = asked("", plies=0).choices[0].spoken
    assert spoken.startswith("Straight on, to the ")
    assert [f"{face}, {weight} in 6: " in spoken for face, weight in enumerate((1, 2, 2, 1), 1)] == [True] * 4


def test_a_place_is_read_out_with_what_it_covers_and_joins() -> None:
    assert "; starts a new patch" in asked("").choices[0].spoken


def test_the_prompt_is_read_out_with_what_happened_since() -> None:
    game = play_on(started_game(), 1)
    announcement = live_region_text(table_view(game, acting_user(game)), 0)
    assert [part in announcement for part in ("Assam", " rolled ", "Lay your")] == [True] * 3


def test_the_end_of_a_game_is_read_out_once() -> None:
    game = play_on(started_game(options={"rugs": "1/1/1"}))
    assert live_region_text(table_view(game, None), game.ply - 1).count("the game is over") == 1


def test_a_viewer_who_has_seen_all_hears_the_question_alone() -> None:
    game = play_on(started_game(), 1)
    view = table_view(game, acting_user(game))
    assert live_region_text(view, game.ply) == live_region_text(view, None)
    assert live_region_text(view, None).startswith("Lay your")


def test_what_every_choice_brings_is_said_once_and_not_in_each() -> None:
    shared, own = Message("shared"), Message("own")
    choices = (Choice("a", Message("a"), details=(shared, own)), Choice("b", Message("b"), details=(shared,)))
    prompt = Prompt(0, "turn", Message("question"), choices, notes=(Message("note"),))
    view = selection_view(STONES, Selection((), None, False, prompt, is_stepwise=True), lambda message: message.key)
    assert view
    assert (view.common, [choice.details for choice in view.choices]) == ("shared note", ["own", ""])
    alone = Selection((), None, False, prompt._replace(choices=choices[:1]), is_stepwise=True)
    view = selection_view(STONES, alone, lambda message: message.key)
    assert view
    assert (view.common, len(view.choices)) == ("note", 1)


def test_the_places_of_a_step_are_listed_in_words_unless_they_are_too_many() -> None:
    def asks(places: int) -> PromptView:
        choices = tuple(Choice(f"t{n}", Message(f"t{n}"), (f"c{n}",), is_step=True) for n in range(places))
        found = Selection((), None, False, Prompt(0, "place", Message("question"), choices), is_stepwise=True)
        view = selection_view(STONES, found, lambda message: message.key, on_board=[one.notation for one in choices])
        assert view
        return view

    assert [asks(places).folds_places for places in (1, MAX_PLACES, MAX_PLACES + 1)] == [True, True, False]
