import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import Profile, User
from accounts.services import delete_account
from games.analysis.analyses import compute, requeue
from games.analysis.models import Analysis
from games.chat.models import ChatMessage
from games.chat.services import post_message, remove_message
from games.clocks.holidays import plan_holiday
from games.conduct.models import Rule, SanctionKind
from games.conduct.services import sanction
from games.core.choices import Pace
from games.core.models import Game, JobState
from games.lobby.invitations import rematch
from games.lobby.tables import join_table, leave_table
from games.notifications.models import Frequency, Kind
from games.notifications.preferences import UnsubscribeScope, set_preferences, stop_mail
from games.play.proposals import answer_abort
from games.table.presence import note_presence
from tests.helpers.page_client import signed_in, text_at
from tests.helpers.visits import tag_of, visit
from tests.makers import acting_user, finished_game, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w{64})"')


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """Let the time stand still: while a game runs, its page is made again every minute."""
    with time_machine.travel(datetime(2026, 3, 2, 12, tzinfo=UTC), tick=False) as traveller:
        yield traveller


@pytest.fixture
def game() -> Game:
    return play_on(started_game(make_user("Ada"), make_user("Bo")), 2)


def rename(game: Game) -> None:
    Profile.objects.filter(user__username="Bo").update(display_name="Zoubida")


def rename_viewer(game: Game) -> None:
    Profile.objects.filter(user__username="Ada").update(display_name="Zoubida")


def hold_up(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(minutes=2))


def hurry(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() + timedelta(hours=1))


def change_the_pace(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(pace=Pace.WEEK)


def say(game: Game) -> None:
    post_message(game.pk, make_user("Bo"), "Mint tea?")


def remove_messages(game: Game) -> None:
    for message in ChatMessage.objects.all():
        remove_message(message.pk)


def propose_an_end(game: Game) -> None:
    answer_abort(game.pk, make_user("Bo"), agrees=True)


def see_all(game: Game) -> None:
    note_presence(game, make_user("Ada"), timezone.now(), seen=game.ply)


def take_a_holiday(game: Game) -> None:
    plan_holiday(make_user("Bo"), date(2026, 3, 4), date(2026, 3, 5), timezone.now())


def forget_bo(game: Game) -> None:
    User.objects.get(username="Bo").delete()


def lose_the_address(game: Game) -> None:
    User.objects.filter(username="Ada").update(email="")


def speak_french(game: Game) -> None:
    profile = Profile.objects.get(user__username="Ada")
    profile.language = "fr"
    profile.save()


def move_away(game: Game) -> None:
    profile = Profile.objects.get(user__username="Ada")
    profile.time_zone = "Africa/Casablanca"
    profile.save()


def mute(game: Game) -> None:
    set_preferences(make_user("Ada"), {"": Frequency.NEVER}, game)


def mute_everything(game: Game) -> None:
    stop_mail(make_user("Ada"), UnsubscribeScope.ALL)


def mute_an_opponent(game: Game) -> None:
    set_preferences(make_user("Bo"), {Kind.TURN: Frequency.NEVER})


def rename_the_table(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(name="The blue door")


def become_staff(game: Game) -> None:
    User.objects.filter(username="Ada").update(is_staff=True)


def lose_the_chat(game: Game) -> None:
    sanction(make_user(), make_user("Ada"), SanctionKind.NO_CHAT, Rule.RUDE, "Moths.", days=1)


CHANGES = [
    lose_the_chat,
    rename,
    rename_viewer,
    hold_up,
    hurry,
    change_the_pace,
    say,
    remove_messages,
    propose_an_end,
    see_all,
    take_a_holiday,
    rename_the_table,
    forget_bo,
    lose_the_address,
    speak_french,
    move_away,
    mute,
    mute_everything,
    mute_an_opponent,
    become_staff,
    lambda game: play_on(game, 1),
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_the_table_page_is_seen_at_the_next_visit(game: Game, change: Callable[[Game], object]) -> None:
    post_message(game.pk, make_user("Ada"), "Anybody there?")
    client = signed_in(make_user("Ada"))
    tag = tag_of(client, game)
    assert visit(client, game, tag).status_code == 304
    change(game)
    response = visit(client, game, tag)
    assert response.status_code == 200
    assert response.headers.get("ETag") != tag


def test_a_rematch_is_seen_when_it_opens_and_when_it_starts() -> None:
    ada, bo = make_user("Ada"), make_user("Bo")
    game = finished_game(ada, bo)
    client = signed_in(ada)
    tag = tag_of(client, game)
    again = rematch(game.pk, bo)
    assert f"/t/{again.code}/" in visit(client, game, tag).content.decode()
    tag = tag_of(client, game)
    join_table(again.pk, ada)
    assert visit(client, game, tag).status_code == 200


def test_a_new_name_of_who_is_named_in_the_log_is_seen(game: Game) -> None:
    dora = make_user("Dora")
    game.entries.filter(seat=0).update(note="deputy", played_by=dora)
    client = Client()
    tag = tag_of(client, game)
    assert visit(client, game, tag).status_code == 304
    Profile.objects.filter(user=dora).update(display_name="Zoubida")
    assert visit(client, game, tag).status_code == 200


def test_the_progress_of_the_analysis_is_seen() -> None:
    game, client = finished_game(), Client()
    tag = tag_of(client, game)
    Analysis.objects.filter(game=game).update(state=JobState.FAILED)
    assert visit(client, game, tag).status_code == 200


def test_a_repeated_analysis_is_seen(clock: time_machine.Traveller) -> None:
    game, client = finished_game(), Client()
    row = Analysis.objects.get(game=game)
    compute(row.pk)
    tag = tag_of(client, game)
    requeue(row.pk)
    clock.shift(1)
    compute(row.pk)
    assert visit(client, game, tag).status_code == 200


@pytest.mark.parametrize(
    "change", [delete_account, lambda user: User.objects.filter(pk=user.pk).update(username="Karl")]
)
def test_a_new_name_of_someone_who_wrote_before_the_start_is_seen(change: Callable[[User], object]) -> None:
    ada, carl = make_user("Ada"), make_user("Carl")
    game = make_table(ada, seat_count=3)
    join_table(game.pk, carl)
    post_message(game.pk, carl, "I have to leave.")
    leave_table(game.pk, carl)
    for name in ("Bo", "Dee"):
        game = join_table(game.pk, make_user(name))
    client = signed_in(ada)
    tag = tag_of(client, game)
    assert visit(client, game, tag).status_code == 304
    change(carl)
    assert visit(client, game, tag).status_code == 200


def test_an_unchanged_page_is_answered_without_content(game: Game) -> None:
    client = signed_in(acting_user(game))
    response = visit(client, game, tag_of(client, game))
    assert (response.status_code, response.content) == (304, b"")


def test_changed_display_settings_are_seen_at_once(game: Game) -> None:
    client = signed_in(make_user("Ada"))
    tag = tag_of(client, game)
    client.cookies["look"] = "dark"
    assert 'data-theme="dark"' in visit(client, game, tag).content.decode()


def test_a_closed_message_is_gone_at_the_next_visit(game: Game) -> None:
    client = signed_in(acting_user(game))
    tag = tag_of(client, game)
    client.cookies["closed"] = "1"
    assert visit(client, game, tag).status_code == 200


def test_the_csrf_token_of_a_cached_page_is_accepted(game: Game) -> None:
    client = signed_in(make_user("Ada"))
    text = text_at(client, f"/t/{game.code}/")
    token, tag = TOKEN.findall(text)[0], tag_of(client, game)
    assert visit(client, game, tag).status_code == 304
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    answer = strict.post(f"/t/{game.code}/chat/", {"text": "tea", "csrfmiddlewaretoken": token})
    assert answer.status_code == 302


def test_a_cached_page_from_before_signing_in_again_is_rendered_again(game: Game) -> None:
    ada = make_user("Ada")
    client = signed_in(ada)
    tag = tag_of(client, game)
    client.cookies["csrftoken"] = "a" * 32
    client.force_login(ada)
    assert visit(client, game, tag).status_code == 200


def test_a_browser_without_cookies_gets_a_page_whose_forms_work(game: Game) -> None:
    tag = visit(Client(), game).headers.get("ETag", "")
    fresh = Client(enforce_csrf_checks=True)
    page = visit(fresh, game, tag)
    token = TOKEN.findall(page.content.decode())[0]
    answer = fresh.post("/look/", {"theme": "dark", "csrfmiddlewaretoken": token, "next": "/"})
    assert (page.status_code, answer.status_code) == (200, 302)


def test_an_unchanged_page_has_the_headers_of_the_whole_one(game: Game) -> None:
    client = signed_in(make_user("Ada"))
    tag = tag_of(client, game)
    whole, unchanged = visit(client, game), visit(client, game, tag)
    assert unchanged.status_code == 304
    for name in ("Cache-Control", "Vary"):
        assert set(unchanged[name].split(", ")) == set(whole[name].split(", "))


def test_a_table_made_private_is_not_found_by_a_stranger(game: Game) -> None:
    stranger = Client()
    tag = tag_of(stranger, game)
    Game.objects.filter(pk=game.pk).update(is_private=True)
    assert visit(stranger, game, tag).status_code == 404


def test_a_message_is_shown_once(game: Game) -> None:
    client = signed_in(make_user("Ada"))
    tag = tag_of(client, game)
    client.get(f"/next/?after={game.code}")
    has_no_other = ["No other game" in visit(client, game, tag).content.decode() for _ in range(2)]
    assert has_no_other == [True, False]
    assert visit(client, game, tag).status_code == 304


def test_fragments_of_a_page_have_no_etag(game: Game) -> None:
    client = Client()
    assert tag_of(client, game)
    assert "ETag" not in client.get(f"/t/{game.code}/", headers={"HX-Request": "true"}).headers


def test_open_tables_are_always_rendered_again() -> None:
    game = started_game()
    Game.objects.filter(pk=game.pk).update(branched_at=1)
    client = Client()
    assert ["ETag" in visit(client, game).headers for _ in range(2)] == [False, False]
