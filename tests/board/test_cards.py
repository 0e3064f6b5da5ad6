from games.board.cards import MAX_BRIEF, _last_sentences

WALK = (
    "Brahim turned Assam left. He now faces west. Brahim rolled 4. Assam walked round a mosaic via c6, b6, a6 and a5. "
)
END = "You pay Brahim 3 dirhams. Brahim laid a rug on b5 and b6."


def test_a_card_has_the_last_whole_sentences_of_what_was_played() -> None:
    found = _last_sentences(WALK + END)
    assert found == "Assam walked round a mosaic via c6, b6, a6 and a5. " + END
    assert len(found) <= MAX_BRIEF


def test_a_card_has_one_sentence_however_long_and_nothing_of_nothing() -> None:
    assert _last_sentences(f"One. {'x' * 200}.") == f"{'x' * 200}."
    assert _last_sentences("") == ""
