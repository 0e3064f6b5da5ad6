"""Tests of what the chat does not carry: links to strangers, long texts at many tables, and what CHAT excludes."""

import pytest
from pytest_django import Settings

from accounts.errors import SiteError
from accounts.models import User
from games.chat.services import post_message
from games.core.models import Game
from tests.helpers.page_client import signed_in
from tests.makers import finished_game, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

LINK = "Carpets at https://shop.example.org/!"


def refusal(game: Game, user: User, text: str) -> str:
    with pytest.raises(SiteError) as refused:
        post_message(game.pk, user, text)
    return refused.value.code


def test_links_wait_for_a_finished_game_with_everyone_at_the_table(settings: Settings) -> None:
    ada, ben = make_user(), make_user()
    game = started_game(ada, ben)
    assert refusal(game, ada, LINK) == refusal(game, ada, "www.shop.example.org") == "link-to-strangers"
    post_message(game.pk, ada, f"Look at {settings.SITE_URL}/rules/")
    post_message(started_game(ada, make_user(), is_private=True).pk, ada, LINK)
    finished_game(ada, ben)
    post_message(game.pk, ada, LINK)
    assert refusal(started_game(ada, ben, make_user()), ada, LINK) == "link-to-strangers"


@pytest.mark.parametrize(
    "text",
    [
        "http://evil.example",
        "www.evil.example",
        "evil.com/x",
        "discord.gg/abc",
        "Come to DISCORD.GG/abc!",
        "bit.ly/3xYz",
        "(evil.com)",
        "evil.com",
        "carpets.co.uk, really",
        "shop.teppiche.de.",
        "evil.com:8080",
        "https://site.example.evil.com/x",
        "site.example.evil.com",
        "evil-site.example/x",
        "https://evil.com/site.example",
    ],
)
def test_a_link_is_found_also_without_its_scheme(text: str, settings: Settings) -> None:
    settings.SITE_URL = "https://site.example"
    assert refusal(started_game(make_user("Ada"), make_user()), make_user("Ada"), text) == "link-to-strangers"


@pytest.mark.parametrize(
    "text",
    [
        "a3.b4",
        "Nf3.Qd2",
        "3.5",
        "1.2/3.4",
        "e.g.",
        "i.e. this/that",
        "etc.So",
        "Good.It is yours.me too",
        "Well played.gg",
        "game.mkg",
        "Nora-Ben.mkg, board.svg and README.md",
        "classic-short 1 A/2 A:0/7.0.3/0.0/4.16.15 B:0/7.0.3/0.0/23.22.52 0@0r0 - ?",
        "nora.k@example.org",
        "https://site.example/rules/",
        "See https://site.example.",
        "site.example/t/abc/: look",
    ],
)
def test_words_and_places_with_points_are_no_links(text: str, settings: Settings) -> None:
    settings.SITE_URL = "https://site.example"
    ada = make_user("Ada")
    assert post_message(started_game(ada, make_user()).pk, ada, text).text == text


def test_a_long_text_is_not_sent_at_a_third_table() -> None:
    ada = make_user()
    games = [started_game(ada, make_user()) for _number in range(3)]
    advertisement = "The finest carpets of the town, today only at my stall!"
    for game in games[:2]:
        post_message(game.pk, ada, advertisement)
        post_message(game.pk, ada, "Good luck!")
    assert refusal(games[2], ada, advertisement) == "repeated-text"
    post_message(games[2].pk, ada, "Good luck!")


def test_an_operator_restricts_messages_to_friends_or_switches_them_off(settings: Settings) -> None:
    ada, ben = make_user(), make_user()
    game = started_game(ada, ben)
    post_message(game.pk, ada, "Before.")
    settings.CHAT = "friends"
    assert refusal(game, ada, "Hello.") == "strangers"
    post_message(started_game(ada, ben, is_private=True).pk, ada, "Hello.")
    settings.CHAT = "off"
    assert refusal(game, ada, "Hello.") == "chat-off"
    page = signed_in(ada).get(f"/t/{game.code}/").content.decode()
    assert ("Before." in page, 'id="chat-text"' in page) == (True, False)
