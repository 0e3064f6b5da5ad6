"""Pages that are kept whole: whatever changes, everybody gets the page that would be made anew."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import Profile, User
from accounts.shelf import Shelf
from games.models import ChatMessage, Game, Seat
from games.presenters.pictures import board_png
from games.services.people.chat import post_message
from games.services.play.endings import agree_to_abort
from games.views import keeping
from tests.games.page_client import signed_in, text_at
from tests.makers import make_user, play_on, started_game

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value=)"\w{64}"')


@pytest.fixture
def game() -> Game:
    return play_on(started_game(make_user("Ada"), make_user("Bo")), 2)


def page(client: Client, game: Game) -> str:
    """Return the page of a table, whatever the token of its forms."""
    return TOKEN.sub(r"\1", text_at(client, f"/t/{game.code}/"))


def anew(client: Client, game: Game, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the page as it is made when none is kept."""
    monkeypatch.setattr(keeping, "_kept", Shelf(1))
    return page(client, game)


def rename(game: Game) -> None:
    Profile.objects.filter(user__username="Bo").update(display_name="Zoubida")


def hold_up(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(minutes=2))


def hurry(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() + timedelta(hours=1))


def say(game: Game) -> None:
    post_message(game.pk, make_user("Bo"), "Mint tea?")


def unsay(game: Game) -> None:
    ChatMessage.objects.all().delete()


def play_elsewhere(game: Game) -> None:
    ada, bo = make_user("Ada"), make_user("Bo")
    for _ in range(2):  # Ada must act in one of the two at least
        started_game(ada, bo)
    Seat.objects.filter(user=ada).exclude(game=game).update(is_acting=True)


def want_an_end(game: Game) -> None:
    agree_to_abort(game.pk, make_user("Bo"), agrees=True)


def see_all(game: Game) -> None:
    Seat.objects.filter(game=game).update(seen_ply=game.ply)


def forget_bo(game: Game) -> None:
    User.objects.get(username="Bo").delete()


def lose_the_address(game: Game) -> None:
    User.objects.filter(username="Ada").update(email="")


def speak_french(game: Game) -> None:
    profile = Profile.objects.get(user__username="Ada")
    profile.language = "fr"
    profile.save()


CHANGES = [
    rename,
    hold_up,
    hurry,
    say,
    unsay,
    play_elsewhere,
    want_an_end,
    see_all,
    forget_bo,
    lose_the_address,
    speak_french,
    lambda game: play_on(game, 1),
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_seen_by_whoever_has_seen_the_page_before(
    game: Game, change: Callable[[Game], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    post_message(game.pk, make_user("Ada"), "Anybody there?")
    client = signed_in(make_user("Ada"))
    before = page(client, game)
    change(game)
    after = page(client, game)
    assert after == anew(client, game, monkeypatch)
    assert after != before


def test_everybody_gets_a_page_of_their_own(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    people = [signed_in(make_user("Ada")), signed_in(make_user("Bo")), signed_in(make_user("Cleo")), Client()]
    kept = [page(client, game) for client in people]
    assert kept == [anew(client, game, monkeypatch) for client in people]
    assert len(set(kept)) == len(people)


def test_a_look_is_seen_at_once(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    client = signed_in(make_user("Ada"))
    page(client, game)
    client.cookies["look"] = "dark"
    assert 'data-theme="dark"' in page(client, game)


def test_every_page_has_the_token_of_its_own_request(game: Game) -> None:
    for client in (signed_in(make_user("Ada")), signed_in(make_user("Ada"))):
        text = text_at(client, f"/t/{game.code}/")
        token = re.findall(r'name="csrfmiddlewaretoken" value="(\w{64})"', text)
        assert len(set(token)) == 1
        strict = Client(enforce_csrf_checks=True)
        strict.cookies = client.cookies
        answer = strict.post(f"/t/{game.code}/chat/", {"text": "tea", "csrfmiddlewaretoken": token[0]})
        assert answer.status_code == 302


def test_a_private_table_is_asked_for_every_time(game: Game) -> None:
    stranger = Client()
    page(stranger, game)
    Game.objects.filter(pk=game.pk).update(is_private=True)
    assert stranger.get(f"/t/{game.code}/").status_code == 404


def test_what_is_told_once_is_told_once(game: Game) -> None:
    client = signed_in(make_user("Ada"))
    page(client, game)
    client.get(f"/next/?after={game.code}")
    told = ["No other game is waiting for you." in page(client, game) for _ in range(2)]
    assert told == [True, False]


def test_what_somebody_types_is_shown_again_but_not_kept(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[str] = []

    def put(_: object, key: object, thing: object) -> object:
        kept.append(f"{key} {thing}")
        return thing

    monkeypatch.setattr(Shelf, "put", put)
    tea = "tea" * 2000
    assert tea in signed_in(make_user("Ada")).post(f"/t/{game.code}/chat/", {"text": tea}).content.decode()
    assert not any(tea in one for one in kept)


def test_a_picture_that_is_drawn_while_somebody_plays_is_kept_for_the_ply_it_shows(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_png, "smooth", lambda svg, _pixels: svg.encode())
    game.refresh_from_db()
    later = play_on(Game.objects.get(pk=game.pk), 3)
    shown, newest = (board_png.board_png(later, ply, 200, "Ada") for ply in (game.ply, None))
    cache.clear()
    assert board_png.board_png(game, None, 200, "Ada") == shown != newest
