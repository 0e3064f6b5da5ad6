from games.board.cards import MAX_BRIEF, _brief

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
