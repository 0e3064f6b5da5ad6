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

from .test_translations import FRENCH, PLACEHOLDER, entries

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
def english() -> tuple[str, ...]:
    """Return pieces of English texts, some words long, that no French text contains."""
    messages = entries(FRENCH)
    french = " ".join(text for message in messages for text in message.translations)
    pieces = {piece.strip() for m in messages for text in m.texts for piece in PLACEHOLDER.split(text)}
    return tuple(piece for piece in pieces if len(piece) >= MIN_LENGTH and " " in piece and piece not in french)


def left_in(text: str) -> list[str]:
    """Return the pieces of English texts in a page or mail."""
    plain = html.unescape(re.sub(r"\s+", " ", text))
    return [piece for piece in english() if piece in plain]


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_no_french_page_contains_english() -> None:
    john, jeanne = reader("en", name="John"), reader("fr", name="Jeanne")
    game = play_on(started_game(john, jeanne, name="Table", options={"rugs": "3/3/3"}), 5)
    table = game.get_absolute_url()
    for address in (*PAGES, *(table + part for part in TABLE)):
        browser_of(john).get(address)
        answer = browser_of(jeanne).get(address)
        assert (answer.status_code < 400, left_in(answer.content.decode())) == (True, []), address


def test_no_french_page_of_marram_contains_english() -> None:
    john, jeanne = reader("en", name="John"), reader("fr", name="Jeanne")
    game = play_on(started_game(john, jeanne, name="Table", title="marram", ruleset="pitchfork-short"), 16)
    first = next(iter(get_title("marram").prompt(state_of(game)).choices)).notation  # type: ignore[union-attr]
    for part in (*MARRAM, f"?choose={first}"):
        answer = browser_of(jeanne).get(f"{game.get_absolute_url()}{part}")
        assert (answer.status_code, left_in(answer.content.decode())) == (200, []), part


def test_no_french_email_contains_english() -> None:
    jeanne = reader("fr", name="Jeanne")
    for kind in ROWS:
        mail = mail_of(kind, jeanne)
        assert left_in(" ".join((mail.subject.replace("The Blue Table", ""), text_of(mail), html_of(mail)))) == [], kind


def test_the_check_finds_english_words() -> None:
    assert left_in(f"<p>{english()[0]}</p>") != []
