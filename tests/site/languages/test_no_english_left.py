import html
import re
from functools import cache

import pytest
from django.test import Client

from accounts.models import User
from games.core.log import state_of
from games.engine.registry import get_title
from tests.helpers.notifications import ROWS, html_of, mail_of, reader, text_of
from tests.makers import play_on, started_game
from tooling.translate import COMPLETE

from .test_translations import PLACEHOLDER, catalogue_of, entries

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

MIN_LENGTH = 12  # letters: shorter pieces may be words of names
PAGES = (
    "/",
    "/lobby/",
    "/lobby/games/",
    "/rules/",
    "/rules/marram/",
    "/tables/new/",
    "/settings/",
    "/mail/settings/",
    "/offline/",
    "/learn/",
)
TABLE = ("", "?ply=3", "dice/", "mail/", "resign/", "plan/", "orders/")
MARRAM = ("", "?log=all", "?ply=9", "dice/", "replay/", "study/", "notes/")


@cache
def english(language: str) -> tuple[str, ...]:
    """Return pieces of English texts, some words long, that no text of another language contains."""
    messages = entries(catalogue_of(language))
    translated = " ".join(text for message in messages for text in message.translations)
    pieces = {piece.strip() for m in messages for text in m.texts for piece in PLACEHOLDER.split(text)}
    return tuple(piece for piece in pieces if len(piece) >= MIN_LENGTH and " " in piece and piece not in translated)


def left_in(text: str, language: str) -> list[str]:
    """Return the pieces of English texts in a page or mail."""
    plain = html.unescape(re.sub(r"\s+", " ", text))
    beginnings = {plain[at : at + MIN_LENGTH] for at in range(len(plain))}
    return [piece for piece in english(language) if piece[:MIN_LENGTH] in beginnings and piece in plain]


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("language", sorted(COMPLETE))
def test_no_page_of_another_language_contains_english(language: str) -> None:
    john, jeanne = reader("en", name="John"), reader(language, name="Jeanne")
    game = play_on(started_game(john, jeanne, name="Table", options={"rugs": "3/3/3"}), 5)
    table = game.get_absolute_url()
    for address in (*PAGES, *(table + part for part in TABLE)):
        browser_of(john).get(address)
        answer = browser_of(jeanne).get(address)
        assert (answer.status_code < 400, left_in(answer.content.decode(), language)) == (True, []), address


@pytest.mark.parametrize("language", sorted(COMPLETE))
def test_no_page_of_marram_in_another_language_contains_english(language: str) -> None:
    john, jeanne = reader("en", name="John"), reader(language, name="Jeanne")
    game = play_on(started_game(john, jeanne, name="Table", title="marram", ruleset="pitchfork-short"), 16)
    first = next(iter(get_title("marram").prompt(state_of(game)).choices)).notation  # type: ignore[union-attr]
    for part in (*MARRAM, f"?choose={first}"):
        answer = browser_of(jeanne).get(f"{game.get_absolute_url()}{part}")
        assert (answer.status_code, left_in(answer.content.decode(), language)) == (200, []), part


@pytest.mark.parametrize("language", sorted(COMPLETE))
def test_no_email_in_another_language_contains_english(language: str) -> None:
    jeanne = reader(language, name="Jeanne")
    for kind in ROWS:
        mail = mail_of(kind, jeanne)
        text = " ".join((mail.subject.replace("The Blue Table", ""), text_of(mail), html_of(mail)))
        assert left_in(text, language) == [], kind


def test_the_check_finds_english_words() -> None:
    assert left_in(f"<p>{english('fr')[0]}</p>", "fr") != []
