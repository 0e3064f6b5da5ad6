"""Who sees a private table only as a deputy reads what was written during the deputyship."""

from io import BytesIO
from zipfile import ZipFile

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.chat.services import post_message
from games.core.models import Game
from games.deputies.models import Deputy
from games.deputies.services import end_deputy
from games.mail.compose import compose
from games.notifications.models import Kind, Notification
from tests.helpers.late_games import DAY, game_of_ada, make_deputy
from tests.helpers.moving_time import ROUND, MovingTime
from tests.helpers.page_client import signed_in, text_at
from tests.helpers.visits import tag_of, visit
from tests.makers import finished_game, make_user, play_on, started_game

pytestmark = [pytest.mark.one_database, pytest.mark.slow]
BEFORE, DURING, AFTER = "Secret plans", "Welcome, stand-in", "Between ourselves again"


def words_seen(game: Game, user: User) -> set[str]:
    """Return which of the messages are on the page, in the API and in the replay; they must agree."""
    client = APIClient()
    client.force_authenticate(user)
    pages = [
        *(text_at(signed_in(user), f"{game.get_absolute_url()}{query}") for query in ("", "?log=all")),
        text_at(signed_in(user), f"{game.get_absolute_url()}replay/"),
        client.get(f"/api/v1/games/{game.code}/messages/").content.decode(),
    ]
    seen = [{words for words in (BEFORE, DURING, AFTER) if words in page} for page in pages]
    assert all(words == seen[0] for words in seen), seen
    return seen[0]


def talk(game: Game, words: str, moving: MovingTime) -> None:
    post_message(game.pk, make_user("Cleo"), words)
    moving.pass_by(ROUND)


def test_a_deputy_reads_the_chat_of_the_deputyship_only(moving: MovingTime) -> None:
    game, ada, ben = game_of_ada(moving, is_private=True, pace="none"), make_user("Ada"), make_user("Ben")
    talk(game, BEFORE, moving)
    row = make_deputy(ada, ben, moving)
    talk(game, DURING, moving)
    assert words_seen(game, ben) == {DURING}
    assert words_seen(game, ada) == {BEFORE, DURING}
    end_deputy(ada, row.pk, moving.now)
    talk(game, AFTER, moving)
    moving.pass_by(DAY)
    make_deputy(ada, ben, moving)
    assert words_seen(game, ben) == set()


def test_a_deputy_for_some_days_reads_the_chat_of_these_days(moving: MovingTime) -> None:
    game, ada, ben = game_of_ada(moving, is_private=True, pace="none"), make_user("Ada"), make_user("Ben")
    tomorrow = moving.now.date() + DAY
    make_deputy(ada, ben, moving, first=tomorrow, last=tomorrow)
    for words in (BEFORE, DURING):
        talk(game, words, moving)
        moving.pass_by(DAY)
    talk(game, AFTER, moving)
    assert words_seen(game, ben) == {DURING}


def test_a_deputy_reads_the_chat_of_a_public_table_like_everyone(moving: MovingTime) -> None:
    game, ada, ben = game_of_ada(moving, pace="none"), make_user("Ada"), make_user("Ben")
    talk(game, BEFORE, moving)
    make_deputy(ada, ben, moving)
    talk(game, DURING, moving)
    assert words_seen(game, ben) == words_seen(game, make_user("Dora")) == {BEFORE, DURING}


def test_a_deputy_with_a_seat_there_reads_the_whole_chat(moving: MovingTime) -> None:
    ada, ben, cleo = make_user("Ada"), make_user("Ben"), make_user("Cleo")
    game = play_on(started_game(ada, ben, cleo, is_private=True), 2)
    talk(game, BEFORE, moving)
    make_deputy(ada, ben, moving)
    assert words_seen(game, ben) == {BEFORE}


def test_emails_and_files_of_a_deputy_have_no_chat(moving: MovingTime) -> None:
    game, ada, ben = game_of_ada(moving, is_private=True), make_user("Ada"), make_user("Ben")
    make_deputy(ada, ben, moving)
    talk(game, BEFORE, moving)
    moving.pass_by(DAY + ROUND)
    mails = [compose(row) for row in Notification.objects.filter(user=ben, game=game)]
    assert {Kind.DEPUTY} <= set(Notification.objects.filter(user=ben, game=game).values_list("kind", flat=True))
    assert not any(BEFORE in mail.message().as_string() for mail in mails)
    files = [signed_in(ben).get(f"/t/{game.code}/{name}") for name in ("game.json", "game.mkg")]
    archive = b"".join(signed_in(ben).get("/games.zip").streaming_content)  # type: ignore[attr-defined]
    contents = [ZipFile(BytesIO(archive)).read(name) for name in ZipFile(BytesIO(archive)).namelist()]
    assert not any(BEFORE.encode() in content for content in [*(file.content for file in files), *contents])


def test_the_page_of_a_deputy_changes_with_the_deputyship_after_the_end_too(moving: MovingTime) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    game = finished_game(ada, make_user("Cleo"), is_private=True)
    make_deputy(ada, ben, moving)
    talk(game, DURING, moving)
    client = signed_in(ben)
    tag = tag_of(client, game)
    assert visit(client, game, tag).status_code == 304
    Deputy.objects.update(accepted_at=moving.now)
    answer = visit(client, game, tag)
    assert DURING not in answer.content.decode()


def test_the_page_of_a_deputy_changes_with_the_time_zone_of_the_player(moving: MovingTime) -> None:
    game, ada, ben = game_of_ada(moving, is_private=True, pace="none"), make_user("Ada"), make_user("Ben")
    talk(game, BEFORE, moving)
    today = moving.now.date()
    make_deputy(ada, ben, moving, first=today, last=today)
    Deputy.objects.update(accepted_at=moving.now - DAY)
    client = signed_in(ben)
    tag = tag_of(client, game)
    assert BEFORE in text_at(client, game.get_absolute_url())
    ada.profile.time_zone = "Pacific/Honolulu"
    ada.profile.save()
    assert visit(client, game, tag).status_code == 200
