from typing import TYPE_CHECKING, Any, cast

import pytest

from accounts.models import User
from games.core.log import log_of, state_of
from games.core.models import Game
from games.engine.marram.title import MARRAM
from games.mail.compose import compose
from games.mail.reply_words import in_notation
from games.notifications.models import InboundState
from tests.helpers.reply_mails import answer_to, game_by_mail, letter, received

if TYPE_CHECKING:
    from games.engine.marram.state import State

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.usefixtures("mail_comes_in")]


@pytest.fixture
def table() -> tuple[Game, User]:
    """Return a game before its first turn, and the acting player, who plays by reply."""
    return game_by_mail(title="marram", ruleset="classic-short")


def first_place(game: Game) -> list[str]:
    """Return the parts of a legal placement with a claim: tile, cell, rotation, segment."""
    texts = [MARRAM.notation(action).split() for action in MARRAM.legal_actions(cast("State", state_of(game)))]
    return next(text for text in texts if len(text) == 4)


def played(game: Game) -> list[str]:
    return [notation for seat, notation in log_of(game) if seat is not None]


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("14 n2e3 1 L0, f57", "14 n2e3 1 l0, f57"),
        ("Flip 57 rotated 2, then discard tile 14", "f 57 2, , d 14"),
        ("I'll put tile 14 on n2e3 with a boot on L0", "14 n2e3 l0"),
        ("I pass", "pass"),
        ("Turn over 57 without a boot", "f 57"),
        ("Je pose la tuile 14 en n2e3 tournée 1 fois", "14 n2e3 1"),
        ("retourne 57 puis défausse 14", "f 57 , d 14"),
        ("Lege Plättchen 14 auf n2e3 mit Stiefel auf L0 und wende 57", "14 n2e3 l0 , f 57"),
    ],
)
def test_words_in_a_reply_stand_for_notation(text: str, notation: str) -> None:
    assert in_notation("marram", text) == notation


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("14 n2, boot on the grass", "14 n2 claimgrass"),
        ("14 en n2 avec une botte sur l'herbe", "14 n2 claimgrass"),
        ("14 auf n2, mein Stiefel kommt auf die orange Schlange", "14 n2 claimorange"),
        ("14 n2, my boot goes on the end of the orange snake", "14 n2 claimendorange"),
        ("14 n2, botte sur la queue du serpent bleu", "14 n2 claimtailblue"),
        ("14 n2, Stiefel in den Sand", "14 n2 claimsand"),
    ],
)
def test_what_a_boot_stands_on_in_words_has_a_name(text: str, notation: str) -> None:
    assert in_notation("marram", text).replace(" ,", "").replace(",", "") == notation


def test_the_names_of_what_a_boot_stands_on_are_those_of_the_choices(table: tuple[Game, User]) -> None:
    game, _user = table
    tile, cell, rotation, _segment = first_place(game)
    prompt = MARRAM.prompt(cast("State", state_of(game)), f"{tile} {cell} {rotation}")
    assert prompt is not None
    labels = [cast("Any", choice.label) for choice in prompt.choices]
    keys = {label.params["segment"].params["what"].key for label in labels if label.params}
    named = {key for names in MARRAM.reply_words.named.values() for key in names}
    assert keys <= named
    assert {key for key in MARRAM.phrases if key.startswith("the.") and key != "the.all"} <= named


@pytest.mark.parametrize("text", ["don't flip 57", "I won't discard 14", "I'd pass", "maybe pass", "pass me the salt"])
def test_an_unknown_word_in_a_reply_is_left_as_it_is(table: tuple[Game, User], text: str) -> None:
    game, user = table
    assert received(letter(game, user, text)).state == InboundState.ANSWERED
    assert played(game) == []


@pytest.mark.parametrize(
    "wording", ["{} {} {} {}", "Put tile {} on {} {} {}", "Tile {} to {} rotated {} with a boot on {}"]
)
def test_an_action_of_marram_is_played_by_its_words(table: tuple[Game, User], wording: str) -> None:
    game, user = table
    parts = first_place(game)
    row = received(letter(game, user, wording.format(*parts)))
    assert (row.state, played(game)) == (InboundState.PLAYED, [" ".join(parts)])


def test_an_impossible_action_in_words_is_answered_with_the_reason(table: tuple[Game, User]) -> None:
    game, user = table
    assert received(letter(game, user, "flip 0 1")).state == InboundState.ANSWERED
    assert played(game) == []
    assert "The board" in compose(answer_to(user)).body


@pytest.mark.parametrize(
    ("text", "code"), [("resign", "confirm"), ("board", "board"), ("help", "help"), ("undo", "undo")]
)
def test_words_for_every_title_work_in_replies_of_marram(table: tuple[Game, User], text: str, code: str) -> None:
    game, user = table
    received(letter(game, user, text))
    assert answer_to(user).params["code"] == code
    assert played(game) == []


@pytest.mark.parametrize(
    "text", ["\u0301", "\u0301\u0302 \u0303", "left \u0301", "pass\u20e3 \u0301", "\ufe0f", ",", "; , ;"]
)
@pytest.mark.parametrize("title", ["marram", "marrakech"])
def test_a_reply_of_combining_marks_is_answered(title: str, text: str) -> None:
    game, user = game_by_mail(title=title, ruleset={"marram": "classic-short", "marrakech": "gigamic"}[title])
    found = received(letter(game, user, text))
    assert found.state in (InboundState.ANSWERED, InboundState.PLAYED)
    assert not {"\u0301", ""} & set(played(game))
