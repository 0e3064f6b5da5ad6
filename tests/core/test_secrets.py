"""What a seat may not know leaves the server by no door while the game runs: every address, email, feed and webhook."""

import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from games.core.models import Game
from games.core.selectors import seat_names
from games.engine import registry
from games.engine.values import Ply
from games.feeds.calendars import atom_of, calendar_of
from games.mail.compose import compose
from games.mail.webhook_body import body_of
from games.notifications.feeds import make_feed
from games.notifications.models import FeedKind, Notification
from games.notifications.webhooks import add_webhook
from games.planning.notes import add_diary_line
from games.play.actions import play_action
from games.replay.game_files import game_archive
from tests.engine.helpers.meadow.rules import HIDDEN, Meadow
from tests.engine.helpers.meadow.title import MEADOW
from tests.helpers.meadow_games import game_with_secret
from tests.helpers.page_client import signed_in, text_at
from tests.makers import acting_user, any_action, make_user, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]

PLACEHOLDER = re.compile(r"<(?:\w+:)?(\w+)>")
NOT_OURS = ("admin/", "accounts/", "static/", "dev/", "anymail/", "readyz")
OPTIONS: tuple[str, ...] = ("ply=0", "ply=2", "log=all", "from=0", "kind=json", "choose=tea")
if "FULL" not in os.environ:
    OPTIONS = ("ply=0&log=all", "ply=2&from=0", "kind=json&choose=tea")


@pytest.fixture(autouse=True)
def second_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.TITLES, MEADOW.key, MEADOW)


@pytest.fixture
def secret_game() -> tuple[Game, User, str]:
    """A running game, the player who must act, and a tile that only the other player holds."""
    return game_with_secret()


def routes(patterns: list[Any], head: str = "") -> Iterator[str]:
    """Yield every address of the site, with its placeholders."""
    for one in patterns:
        route = head + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, route)
        elif isinstance(one, URLPattern):
            yield route


def addresses(game: Game, *, with_options: bool) -> Iterator[str]:
    """Yield every address about games, filled in for this game."""
    holder = seat_names(game)[1]
    filled = {"code": game.code, "id": game.code, "ply": str(game.ply), "name": holder, "pk": "1", "number": "0"}
    for route in routes(get_resolver().url_patterns):
        plain = route.replace("^", "").replace("$", "").replace("\\", "")
        if plain.startswith(NOT_OURS) or "(" in plain:
            continue
        address = "/" + PLACEHOLDER.sub(lambda found: filled.get(found[1], "x"), plain)
        yield address
        if game.code in address and with_options:
            yield from (f"{address}?{option}" for option in OPTIONS)


def everything(client: Client, game: Game, *, with_options: bool) -> Iterator[tuple[str, int, str]]:
    """Yield every address with the status and the text of its answer."""
    for address in addresses(game, with_options=with_options):
        answer = client.get(address)
        content = answer.getvalue()
        yield address, answer.status_code, f"{content.decode(errors='replace')} {dict(answer.headers)}"


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[Meadow]:
    """The states that are drawn or told: pictures cannot be read, but what they are drawn from can be looked at."""
    states: list[Meadow] = []
    for name in ("scene", "prompt", "panels"):
        plain = getattr(MEADOW, name)

        def noted(state: Meadow, *more: Any, _plain: Any = plain) -> Any:
            states.append(state)
            return _plain(state, *more)

        monkeypatch.setattr(MEADOW, name, noted, raising=False)
    describe = MEADOW.describe

    def noted_ply(ply: Ply) -> Any:
        states.extend((ply.before, ply.after))
        return describe(ply)

    monkeypatch.setattr(MEADOW, "describe", noted_ply, raising=False)
    return states


@pytest.mark.parametrize("viewer", ["opponent", "stranger", "another player"])
def test_no_address_tells_a_secret(secret_game: tuple[Game, User, str], viewer: str, seen: list[Meadow]) -> None:
    game, ada, secret = secret_game
    add_diary_line(game.pk, ada, "Hm.")
    client = Client() if viewer == "stranger" else signed_in(ada if viewer == "opponent" else make_user())
    statuses, with_options = [], viewer == "opponent" or "FULL" in os.environ
    for address, status, text in everything(client, game, with_options=with_options):
        assert secret not in text, (address, status)
        assert status < 500, address
        statuses.append((address, status))
    shown = {address for address, status in statuses if status == 200 and game.code in address}
    assert len(shown) > (25 if with_options else 15), shown
    assert any("/log/" in address for address in shown)
    assert any("/frames/" in address for address in shown)
    assert len(seen) > (60 if with_options else 25)
    assert {tile for state in seen for tile in state.hands[1]} == {HIDDEN}


def test_the_admin_tells_no_secret(secret_game: tuple[Game, User, str], admin_client: Client) -> None:
    game, _ada, secret = secret_game
    assert secret not in text_at(admin_client, f"/admin/games/game/{game.pk}/change/")


def test_the_holder_of_a_secret_sees_it(secret_game: tuple[Game, User, str]) -> None:
    game, ada, secret = secret_game
    while acting_user(game) == ada:
        game = play_action(game.pk, ada, any_action(game), game.ply)
    client = signed_in(acting_user(game))
    assert secret in text_at(client, f"/t/{game.code}/")
    assert secret in text_at(client, f"/api/v1/games/{game.code}/")
    assert secret in text_at(client, f"/api/v1/games/{game.code}/log/")


def test_no_refusal_tells_a_secret(secret_game: tuple[Game, User, str]) -> None:
    game, ada, secret = secret_game
    for action in (f"{secret[:2]} 0 0", "quart 0 0", "x"):
        sent = {"ply": game.ply, "action": action}
        assert secret not in signed_in(ada).post(f"/t/{game.code}/act/", sent).content.decode()
        sent = {"ply": 0, "action": action}
        assert secret not in signed_in(ada).post(f"/t/{game.code}/act/", sent).content.decode()


def test_no_email_feed_or_webhook_tells_a_secret(secret_game: tuple[Game, User, str]) -> None:
    game, ada, secret = secret_game
    rows = list(Notification.objects.filter(user=ada).select_related("user__profile", "game"))
    assert rows
    hook = add_webhook(ada, "https://example.org/hook", "json")
    for row in rows:
        mail = compose(row)
        texts = [mail.body, mail.subject, *(str(part.content) for part in mail.alternatives)]  # type: ignore[attr-defined]
        assert not [text for text in texts if secret in text]
        assert secret not in body_of(row, hook).decode()
    for kind in FeedKind.values:
        feed = make_feed(ada, kind, game if kind == FeedKind.TABLE else None)
        told = calendar_of(feed) if kind == FeedKind.CALENDAR else atom_of(feed)
        assert secret not in told.decode()


def test_game_files_with_secrets_wait_for_the_end(secret_game: tuple[Game, User, str]) -> None:
    game, ada, secret = secret_game
    client = signed_in(ada)
    for address in (f"/t/{game.code}/game.mkg", f"/t/{game.code}/game.json", f"/api/v1/games/{game.code}/file/"):
        answer = client.get(address)
        assert answer.status_code == 409
        assert b"some of it is secret" in answer.content
    assert client.get(f"/t/{game.code}/study/").status_code == 409
    zipped = b"".join(game_archive(ada))
    assert game.code.encode() not in zipped
    game = play_on(game)
    assert secret in text_at(client, f"/t/{game.code}/game.mkg")
    assert game.code.encode() in b"".join(game_archive(ada))


def test_no_email_draws_or_tells_the_whole_state(secret_game: tuple[Game, User, str], seen: list[Meadow]) -> None:
    _game, ada, _secret = secret_game
    for row in Notification.objects.filter(user=ada).select_related("user__profile", "game"):
        compose(row).message()
    assert seen
    assert {tile for state in seen for tile in state.hands[1]} == {HIDDEN}
