import re

import pytest
from django.utils.translation import gettext, override

from games.core.log import state_of
from games.core.models import Game
from games.engine.marrakech.title import MARRAKECH
from games.inbound.services import MailAnswer, MailIdentity, MailOutcome, handle_once
from games.mail.compose import compose
from games.mail.offers import examples
from games.mail.reply_context import EXPLANATIONS, HEADLINES
from games.mail.reply_words import (
    holiday_vocabulary,
    invitation_vocabulary,
    over_vocabulary,
    plain_answer_vocabulary,
    proposal_vocabulary,
    vocabulary_of,
    words_for_notation,
    words_in,
)
from games.notifications.models import InboundReason, InboundState, Notification
from tests.helpers.notifications import html_of, text_of
from tests.helpers.reply_mails import answer_to, game_by_mail, letter, received
from tests.makers import fresh, play_on
from tooling.translate import COMPLETE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in"), pytest.mark.one_database]
READ = "hm <b>what</b>?"


def answered(code: str, game: Game, language: str = "en") -> Notification:
    """Return the row of an answer to the acting player."""
    user = game.seats.get(is_acting=True).user
    assert user
    user.profile.language = language
    user.profile.save(update_fields=["language"])
    params: dict[str, object] = {
        "read": READ,
        "since": 2,
        "refusal": {"code": "not-your-turn", "messages": []},
        "sender": "eve@example.net",
    }
    result = MailOutcome(InboundState.ANSWERED, InboundReason.UNCLEAR, user, game, READ, MailAnswer(user, code, params))
    handle_once(MailIdentity("0" * 64, "<1@x.example>", "pipe", user.email), lambda: result)
    return answer_to(user)


@pytest.mark.parametrize("code", HEADLINES)
def test_every_answer_to_a_reply_has_text_and_html(code: str) -> None:
    game, _user = game_by_mail(1)
    mail = compose(answered(code, game))
    expected = [str(HEADLINES[code]), "It’s not your turn.", "The board", "The players"]
    expected += [str(EXPLANATIONS[code]) % {"sender": "eve@example.net"}] if code in EXPLANATIONS else []
    assert all(sentence in text_of(mail) for sentence in expected)
    assert "<i>so" not in html_of(mail)
    assert mail.subject.startswith(f"Marrakech · {HEADLINES[code]}")


def test_an_answer_that_the_first_release_queued_keeps_its_reason() -> None:
    game, _user = game_by_mail(1)
    row = answered("illegal", game)
    row.params = {"code": "illegal", "read": "L", "since": 1, "reason": "Assam cannot turn round."}
    mail = compose(row)
    assert "Assam cannot turn round." in text_of(mail)
    assert "Assam cannot turn round." in html_of(mail)


def test_an_answer_to_a_reply_ends_with_the_reason_for_the_email() -> None:
    game, _user = game_by_mail(1)
    mail = compose(answered("illegal", game))
    reason = "You are receiving this because we got an email from you, or in your name."
    assert reason in text_of(mail)
    assert reason in html_of(mail)
    assert text_of(mail).count("It’s not your turn.") == 1


def test_an_answer_to_a_reply_quotes_the_command_as_written() -> None:
    game, _user = game_by_mail(1)
    mail = compose(answered("unclear", game))
    assert READ in text_of(mail)
    assert "<b>what" not in html_of(mail)


def test_a_reply_without_own_text_is_answered() -> None:
    game, user = game_by_mail()
    received(letter(game, user, "> L\n"))
    assert "Your email contains nothing but quoted text." in text_of(compose(answer_to(user)))


def test_a_question_in_a_reply_is_never_played() -> None:
    game, user = game_by_mail()
    received(letter(game, user, "Left?\n"))
    assert "A line that ends with a question mark is never played." in text_of(compose(answer_to(user)))


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "to the north: F, straight, forward"),
        ("fr", "vers le nord\u202f: F, tout droit, devant"),
        ("de", "nach Norden: F, geradeaus, vorwärts"),
    ],
)
def test_an_answer_teaches_the_words_of_its_readers_language(language: str, line: str) -> None:
    game, _user = game_by_mail()
    assert f"{line}\n" in text_of(compose(answered("help", game, language)))


@pytest.mark.parametrize("language", ["en", *sorted(COMPLETE)])
def test_every_word_taught_by_an_answer_is_understood(language: str) -> None:
    with override(language):
        for notation, text in MARRAKECH.reply_words.suggested.items():
            assert words_for_notation("marrakech", notation) == tuple(gettext(text).split(", "))


QUOTED = re.compile(r"[“„«]\s?(.+?)\s?[”“»]")
ASKED_FOR = [  # sentences of emails, and what their words in quotation marks mean
    ("Or reply to this email with “yes” or “no”.", plain_answer_vocabulary(), ["yes", "no"]),
    ("Or reply to this email: “yes” to join, “no” to decline.", invitation_vocabulary(), ["yes", "no"]),
    ("Reply to this email with one word: “yes” or “no”.", proposal_vocabulary(), ["yes", "no"]),
    ("Back earlier? Reply “I’m back” to this email to end your holiday.", holiday_vocabulary("marrakech"), ["back"]),
    ("Or reply “rematch” to this email to play again.", over_vocabulary(), ["rematch"]),
    (
        "At any time, reply “board” to get the table or “help” to get these instructions.",
        vocabulary_of("marrakech"),
        ["board", "help"],
    ),
]


@pytest.mark.parametrize("language", sorted(COMPLETE))
def test_every_word_that_an_email_asks_for_is_understood(language: str) -> None:
    with override(language):
        for text, vocabulary, meanings in ASKED_FOR:
            words = QUOTED.findall(gettext(text))
            assert [vocabulary.phrases.get(tuple(words_in(word))) for word in words] == meanings, text


def test_the_answer_to_the_end_of_a_turn_has_the_number_of_that_turn() -> None:
    game, user = game_by_mail(1)
    received(letter(game, user, examples(MARRAKECH, state_of(game))[0]))
    assert compose(answer_to(user)).subject == f"Marrakech · Played: your turn is over · {game.name}, turn 1"


def test_an_answer_after_the_turns_of_the_others_says_that_it_is_the_players_turn_again() -> None:
    game, user = game_by_mail(1)
    received(letter(game, user, examples(MARRAKECH, state_of(game))[0]))
    play_on(fresh(game), 2)
    assert "Played: it’s your turn again" in compose(answer_to(user)).subject


def test_a_late_reply_is_answered_with_the_number_of_its_turn() -> None:
    game, user = game_by_mail(1)
    late = letter(game, user, "board")
    play_on(game, 1)
    received(late)
    assert compose(answer_to(user)).subject == f"Marrakech · This turn is over · {game.name}, turn 1"


def test_the_answer_to_a_whole_turn_stays_small() -> None:
    game, _user = game_by_mail(15)
    mail = compose(answered("unclear", game))
    assert len(html_of(mail).encode()) < 100_000
    assert "http" not in "".join(part for part in html_of(mail).split('src="')[1:] if not part.startswith("cid:"))
