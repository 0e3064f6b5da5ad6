"""Guides, and the first games of newcomers with them."""

from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.test import Client, override_settings
from django.utils import timezone

from accounts.models import Profile, User
from accounts.services import block
from games.chat.quiet import set_quiet
from games.chat.services import post_message
from games.clocks.waking_hours import save_hours
from games.common.errors import Conflict, Forbidden, Invalid
from games.conduct.models import Rule, SanctionKind
from games.conduct.services import sanction
from games.core.choices import Status
from games.core.models import Game
from games.guides.models import Guide, GuidedGame
from games.guides.services import be_guide, open_first_game
from games.mail.compose import compose
from games.notifications.models import Kind
from games.play.endings import abort_game, resign
from tests.helpers.notifications import both, latest
from tests.helpers.page_client import forms_of, signed_in, squeezed, text_at
from tests.helpers.programs import Program
from tests.makers import make_user
from tests.play.test_reliability import be_late

pytestmark = pytest.mark.django_db

OFFER = "Play your first game with a person"


def guide(name: str = "Gita", most_games: int = 1, **seen: timedelta) -> User:
    """Return a player who guides newcomers and was here just now, or before the time ``ago``."""
    user = make_user(name)
    User.objects.filter(pk=user.pk).update(seen_at=timezone.now() - seen.get("ago", timedelta()))
    Guide.objects.create(user=user, most_games=most_games)
    return User.objects.get(pk=user.pk)


def guide_in(game: Game) -> str:
    return GuidedGame.objects.get(game=game).guide.username


def test_a_first_game_is_short_unrated_and_begun_by_the_newcomer() -> None:
    guide()
    ned = make_user("Ned")
    game = open_first_game(ned, "marrakech")
    assert (game.status, game.is_rated, game.is_private, game.seat_count) == (Status.RUNNING, False, False, 2)
    assert game.options == {"rugs": "12/8/6"}
    assert [seat.user.username for seat in game.seats.order_by("number") if seat.user] == ["Ned", "Gita"]
    assert game.seats.get(user=ned).is_acting


def test_a_newcomer_has_one_guided_game_at_a_time() -> None:
    guide(most_games=2)
    ned = make_user("Ned")
    game = open_first_game(ned, "marrakech")
    assert open_first_game(ned, "marram") == game
    assert Game.objects.count() == 1


def test_newcomer_and_guide_are_locked_in_the_order_of_their_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    ned, gita, mia = make_user("Ned"), guide(most_games=2), make_user("Mia")
    locked: list[User] = []
    monkeypatch.setattr("accounts.lock.lock_user", locked.append)
    for newcomer in (ned, mia):
        open_first_game(newcomer, "marrakech")
    assert locked == [ned, gita, gita, mia]  # two who meet from both sides never wait for each other


def test_who_has_finished_a_game_with_people_is_not_new() -> None:
    guide()
    ned = make_user("Ned")
    game = open_first_game(ned, "marrakech")
    resign(game.pk, ned)
    with pytest.raises(Forbidden, match="not-new"):
        open_first_game(ned, "marrakech")


def test_an_aborted_first_game_can_be_followed_by_another() -> None:
    guide()
    ned = make_user("Ned")
    game = open_first_game(ned, "marrakech")
    abort_game(game.pk)
    assert open_first_game(ned, "marrakech") != game


def test_a_guide_has_no_more_games_at_once_than_wanted() -> None:
    guide(most_games=1)
    open_first_game(make_user("Ned"), "marrakech")
    with pytest.raises(Conflict, match="no-guide"):
        open_first_game(make_user("Mia"), "marrakech")
    assert Game.objects.count() == 1


def test_the_guide_is_awake_soonest() -> None:
    with time_machine.travel(datetime(2027, 3, 1, 12, tzinfo=UTC), tick=False):
        for name, start in (("Late", 20), ("Soon", 13), ("Later", 22)):
            save_hours(guide(name), [(time(start), time((start + 9) % 24))] * 7, timezone.now())
        assert guide_in(open_first_game(make_user("Ned"), "marrakech")) == "Soon"
        assert guide_in(open_first_game(make_user("Mia"), "marrakech")) == "Late"


def test_of_guides_who_are_awake_the_one_who_has_not_guided_for_longest_is_asked() -> None:
    guide("Often", most_games=3)
    open_first_game(make_user("Ned"), "marrakech")
    guide("Rarely")
    assert guide_in(open_first_game(make_user("Mia"), "marrakech")) == "Rarely"


def test_guides_who_are_away_paused_quiet_unreliable_blocked_or_under_a_sanction_are_not_asked() -> None:
    ned, admin = make_user("Ned"), make_user("Admin", is_staff=True)
    guide("Gone", ago=timedelta(days=20))
    Guide.objects.filter(user=guide("Paused")).update(is_active=False)
    block(guide("Enemy"), ned)
    sanction(admin, guide("Rude"), SanctionKind.NO_CHAT, Rule.RUDE, "Moths.", days=7)
    User.objects.filter(pk=guide("Closed").pk).update(is_active=False)
    set_quiet(guide("Quiet"), on=True)
    be_late(guide("Late"), 4)
    with pytest.raises(Conflict, match="no-guide"):
        open_first_game(ned, "marrakech")


def test_a_newcomer_who_may_start_no_games_gets_none() -> None:
    guide()
    ned = make_user("Ned")
    sanction(make_user("Admin", is_staff=True), ned, SanctionKind.NO_GAMES, Rule.RUDE, "Moths.", days=7)
    with pytest.raises(Forbidden):
        open_first_game(ned, "marrakech")
    assert not GuidedGame.objects.exists()


def test_a_guide_needs_five_finished_games(monkeypatch: pytest.MonkeyPatch) -> None:
    ada = make_user("Ada")
    with pytest.raises(Forbidden, match="too-few-games"):
        be_guide(ada, is_active=True)
    monkeypatch.setattr("games.guides.services.games_finished_by", lambda user, most: 5)
    assert be_guide(ada, is_active=True, most_games=3).most_games == 3
    with pytest.raises(Invalid):
        be_guide(ada, is_active=True, most_games=6)
    assert not be_guide(ada, is_active=False).is_active


@override_settings(CHAT="friends")
def test_guide_and_newcomer_write_to_each_other_among_friends_only() -> None:
    gita, ned = guide(), make_user("Ned")
    game = open_first_game(ned, "marrakech")
    post_message(game.pk, ned, "Hello!")
    post_message(game.pk, gita, "Welcome!")
    with pytest.raises(Invalid, match="link-to-strangers"):
        post_message(game.pk, gita, "See https://example.net/")
    with override_settings(CHAT="off"), pytest.raises(Forbidden):
        post_message(game.pk, ned, "Are you there?")


def test_a_first_sentence_is_suggested_until_someone_writes() -> None:
    gita, ned = guide(), make_user("Ned")
    game = open_first_game(ned, "marrakech")
    page = game.get_absolute_url()
    assert "Hello! This is my first game here.</textarea>" in text_at(signed_in(ned), page)
    assert "Hello and welcome! Ask me anything you like.</textarea>" in text_at(signed_in(gita), page)
    post_message(game.pk, ned, "Hi")
    assert "Hello and welcome!" not in text_at(signed_in(gita), page)


def test_the_email_tells_the_guide_what_the_game_is() -> None:
    gita = guide()
    game = open_first_game(make_user("Ned"), "marrakech")
    row = latest(Kind.STARTED, gita, game)
    for text in both(row):
        assert "Ned is new here, and this is their first game with a person. You are their guide." in text
        assert "What you write in a reply" not in text
    Profile.objects.filter(user=gita).update(plays_by_reply=True)
    row = latest(Kind.STARTED, gita, game)
    with override_settings(INBOUND_ADDRESS="play@example.org"):
        assert all("What you write in a reply to this email goes there." in text for text in both(row))
    assert compose(row).subject.startswith("Marrakech · You guide Ned")


def test_profile_and_settings_tell_how_many_newcomers_were_helped() -> None:
    gita, ned = guide(), make_user("Ned")
    client = signed_in(gita)
    assert "Newcomers helped" not in text_at(client, "/players/Gita/")
    game = open_first_game(ned, "marrakech")
    resign(game.pk, ned)
    assert "<dt>Newcomers helped</dt><dd>1</dd>" in squeezed(text_at(client, "/players/Gita/"))
    assert "Newcomers helped" not in text_at(Client(), "/players/Gita/")
    assert "You have helped 1 newcomer." in squeezed(text_at(client, "/settings/guide/"))


def test_newcomers_are_offered_a_guide_at_home_and_after_the_lesson() -> None:
    ned = signed_in(make_user("Ned"))
    assert OFFER not in text_at(ned, "/")
    guide()
    assert OFFER in text_at(ned, "/")
    for client in (ned, Client()):
        assert OFFER in text_at(client, "/learn/?log=R.e5f5.R.g4g5.F.2.d5e5.Brahim")
    form = next(form for form in forms_of(text_at(ned, "/first-game/")) if "draft" in form.values)
    answer = ned.post("/first-game/", {**form.values, "title": "marram"}, follow=True)
    assert "You go first." in answer.text
    assert Game.objects.get().title == "marram"
    assert OFFER not in text_at(ned, "/")
    assert "Go to your game" in text_at(ned, "/first-game/")


def test_the_page_of_a_first_game_says_that_no_guide_is_free() -> None:
    answer = signed_in(make_user("Ned")).post("/first-game/", {"title": "marrakech"})
    assert answer.status_code == 409
    assert "No guide is free at the moment." in answer.text


def test_a_visitor_signs_up_before_the_first_game() -> None:
    html = text_at(Client(), "/first-game/")
    assert 'href="/accounts/signup/?next=/first-game/"' in html
    assert "Become a guide" not in html


def test_a_player_switches_guiding_on_and_off(monkeypatch: pytest.MonkeyPatch) -> None:
    client = signed_in(make_user("Ada"))
    answer = client.post("/settings/guide/", {"is_active": "on", "most_games": "2"})
    assert answer.status_code == 403
    assert "Finish 5 games first" in answer.text
    monkeypatch.setattr("games.guides.services.games_finished_by", lambda user, most: 5)
    client.post("/settings/guide/", {"is_active": "on", "most_games": "2"})
    assert Guide.objects.get().most_games == 2
    client.post("/settings/guide/", {"most_games": "2"})
    assert not Guide.objects.get().is_active


def test_the_api_starts_a_first_game_and_shows_the_guide(ben: Program) -> None:
    guide()
    game = ben.post("first-game/", {"title": "marrakech"}, 201)
    assert [seat["player"] for seat in game["seats"]] == ["ben", "Gita"]
    assert ben.get("me/guide/") == {"active": False, "most_games": 1, "helped": 0}
