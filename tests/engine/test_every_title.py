"""Tests of what every title promises: those of the registry, and the toys."""

import pytest

from games.engine import registry
from games.engine.core import Title
from games.engine.prompts import WORDS

from .helpers.meadow.title import MEADOW
from .helpers.tiles import TILES
from .helpers.title_checks import check_title, phrases_of_rules
from .helpers.toy import STONES

TITLES: list[Title] = [*registry.TITLES.values(), STONES, TILES, MEADOW]
GAMES = [
    pytest.param(title, ruleset, seats, id=f"{title.key}-{ruleset}-{seats}")
    for title in TITLES
    for ruleset in title.rulesets
    for seats in {title.min_seats, title.max_seats}
]


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    for title in (STONES, TILES, MEADOW):
        monkeypatch.setitem(registry.TITLES, title.key, title)


@pytest.mark.parametrize(("title", "ruleset", "seats"), GAMES)
def test_a_random_game_keeps_every_promise(title: Title, ruleset: str, seats: int) -> None:
    check_title(title, ruleset, seats)


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.key)
def test_every_choice_of_a_form_has_words(title: Title) -> None:
    assert all(phrases_of_rules(title).values())


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.key)
def test_words_for_replies_are_plain_and_those_that_are_suggested_are_known(title: Title) -> None:
    words = title.reply_words
    texts = [*words.meanings.values(), *words.written.values(), words.fillers, words.others, words.openers]
    assert [text for text in texts if text != text.casefold()] == []
    assert {notation for known in words.suggested.values() for notation in known} <= {*words.meanings}
    assert not (words.meanings and words.written)


@pytest.mark.parametrize("title", [title for title in TITLES if title.orders], ids=lambda title: title.key)
def test_a_title_with_orders_has_the_words_of_their_forms_and_an_example(title: Title) -> None:
    assert title.orders is not None
    assert {f"orders.{word}" for word in WORDS} <= {*title.phrases}
    assert title.orders.write(title.orders.read(title.orders.example)) == title.orders.example
