import io
import json
import zipfile
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from accounts.services import delete_account, update_profile
from games.board.sharing import file_name
from games.core.log import log_of
from games.core.models import DiceSecret, Game, TableEvent
from games.engine import gamefile
from tests.engine.helpers.verify_dice_script import faults_in
from tests.helpers.page_client import signed_in, text_at
from tests.makers import make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]
SHORT = {"rugs": "2/2/2"}


def finished(*players: User, **settings: Any) -> Game:
    return play_on(started_game(*players, options=SHORT, **settings))


def mkg(game: Game, **query: str) -> str:
    response = Client().get(f"/t/{game.code}/game.mkg", query)
    assert response.status_code == 200
    return response.content.decode()


def test_the_game_file_of_a_finished_game_holds_the_whole_game_and_its_dice() -> None:
    game = finished(name="The Copper Kettle")
    record = gamefile.read_one(mkg(game))
    assert list(record.log) == log_of(game)
    assert record.headers["Secret"] == DiceSecret.objects.get(game=game).opened
    assert record.headers["Name"] == "The Copper Kettle"
    assert gamefile.verify(record) == ()


def test_the_game_file_of_a_running_game_has_no_secret_and_no_end() -> None:
    record = gamefile.read_one(mkg(play_on(started_game(), 5)))
    assert not {"Secret", "Ended"} & set(record.headers)
    assert all(record.entropy)


@pytest.mark.parametrize("kind", ["mkg", "json"])
def test_an_open_table_has_no_game_file(kind: str) -> None:
    assert Client().get(f"/t/{make_table().code}/game.{kind}").status_code == 404


def test_a_game_file_is_a_download_with_a_helpful_name() -> None:
    game = finished(name="Café, à l'ombre")
    response = Client().get(f"/t/{game.code}/game.mkg")
    name = f"{game.started_at:%Y-%m-%d}-cafe-a-lombre-{game.code}.mkg"
    assert response["Content-Disposition"] == f'attachment; filename="{name}"'
    assert response["Content-Type"] == "text/plain; charset=utf-8"


def test_the_name_of_a_game_file_ends_as_the_title_says() -> None:
    me = make_user()
    game = play_on(started_game(me, make_user(), title="marram", ruleset="classic-short"), 4)
    response, name = Client().get(f"/t/{game.code}/game.mkg"), f"{file_name(game)}.mrm"
    assert response["Content-Disposition"] == f'attachment; filename="{name}"'
    assert unzipped(me)[name] == response.content
    assert f"verify_dice.py {name}" in text_at(Client(), f"/t/{game.code}/dice/")


def test_the_name_of_a_file_without_letters_is_date_and_code() -> None:
    game = started_game(name="!!!")
    assert file_name(game) == f"{game.started_at:%Y-%m-%d}-{game.code}"


def test_a_deleted_player_has_no_name_in_the_game_file() -> None:
    host, other = make_user("Amina"), make_user("Brahim")
    game = finished(host, other)
    delete_account(other)
    assert gamefile.read_one(mkg(game)).names == ("Amina", "a former player")


def test_the_json_file_has_the_log_and_the_last_position() -> None:
    game = finished()
    found = json.loads(Client().get(f"/t/{game.code}/game.json").content)
    assert [(line["seat"], line["action"]) for line in found["log"]] == [
        (None if seat is None else "AB"[seat], notation) for seat, notation in log_of(game)
    ]
    assert found["position"]["phase"] == "over"
    assert found["secret"] == DiceSecret.objects.get(game=game).opened


@pytest.mark.parametrize("kind", ["mkg", "json"])
def test_a_game_file_takes_few_queries(kind: str, django_assert_max_num_queries: Any) -> None:
    game = finished()
    with django_assert_max_num_queries(20):
        assert Client().get(f"/t/{game.code}/game.{kind}").status_code == 200


def test_every_game_file_tells_how_its_dice_are_checked() -> None:
    game = finished()
    assert f"/t/{game.code}/dice/" in mkg(game)
    assert "verify_dice.py" in mkg(game)


def unzipped(user: User) -> dict[str, bytes]:
    response: Any = signed_in(user).get("/games.zip")
    assert response.status_code == 200
    with zipfile.ZipFile(io.BytesIO(b"".join(response.streaming_content))) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_archive_has_all_games_of_the_player_and_no_others() -> None:
    me = make_user()
    mine = [finished(me, make_user()), started_game(make_user(), me, is_private=True)]
    finished()
    make_table(me)
    found = unzipped(me)
    names = {f"{file_name(game)}.{kind}" for game in mine for kind in ("mkg", "json")}
    assert set(found) == {*names, "verify_dice.py"}
    assert found[f"{file_name(mine[0])}.mkg"].decode() == mkg(mine[0])


def test_the_archive_of_a_player_without_games_has_only_the_program() -> None:
    assert b"Check the sealed dice" in unzipped(make_user())["verify_dice.py"]


def test_the_archive_is_in_the_language_of_the_request() -> None:
    me, other = make_user(), make_user()
    game = finished(me, other)
    delete_account(other)
    update_profile(me, language="fr")
    response: Any = signed_in(me).get("/games.zip")
    with translation.override("en"):
        whole = b"".join(response.streaming_content)
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        assert "a former player" not in archive.read(f"{file_name(game)}.mkg").decode()


def test_an_archive_of_many_games_takes_no_more_queries_than_of_a_few(django_assert_max_num_queries: Any) -> None:
    me = make_user()
    for _ in range(3):
        finished(me, make_user())
    client: Any = signed_in(me)
    with django_assert_max_num_queries(20):
        b"".join(client.get("/games.zip").streaming_content)


def test_downloads_of_archives_are_limited() -> None:
    client = signed_in(make_user())
    statuses = [client.get("/games.zip").status_code for _ in range(7)]
    assert statuses == [200] * 6 + [429]


def test_the_archive_requires_signing_in() -> None:
    assert Client().get("/games.zip").status_code == 302


def told_game(me: User) -> Game:
    """Return a game of a player in which a stand-in has played, and of which its table has something to tell."""
    game = finished(me, make_user("Brahim"))
    laid = game.entries.filter(seat=0).order_by("-ply")[0]
    game.entries.filter(pk=laid.pk).update(note="house")
    event = {"game": game, "at": datetime(2026, 5, 4, 9, tzinfo=UTC), "seat": 0}
    TableEvent.objects.create(kind="house", ply=laid.ply, params={"player": me.pk}, **event)
    text = 'Down;\n[Title "x"] ' + "tea " * 300
    TableEvent.objects.create(kind="outage", ply=game.ply, params={"reason": text}, **event)
    return game


def test_comments_of_a_game_file_say_who_played_and_what_happened() -> None:
    game = told_game(make_user("Amina"))
    text, ply = mkg(game), game.entries.get(note="house").ply
    assert f"\n; 2026-05-04 09:00, step {ply}: A stand-in robot played this turn for Amina.\n" in text
    assert f"\n; step {ply + 1} (played by a stand-in robot)\n" in text
    assert "Reason: Down; [Title" in text


def test_the_json_file_says_who_played_and_what_happened() -> None:
    game = told_game(make_user("Amina"))
    story = json.loads(Client().get(f"/t/{game.code}/game.json").content)["story"]
    step = game.entries.get(note="house").ply
    assert story[0] == {
        "step": step,
        "text": "A stand-in robot played this turn for Amina.",
        "at": "2026-05-04T09:00:00Z",
    }
    assert story[1] == {"step": step + 1, "text": "(played by a stand-in robot)", "at": None}
    assert len(story) == 3


def test_game_files_with_comments_are_read_and_verified() -> None:
    game = told_game(make_user("Amina"))
    text = mkg(game)
    record = gamefile.read_one(text)
    assert record.log == tuple(log_of(game))
    assert gamefile.write(record) == text[: text.index("\n; ")]
    assert faults_in(text) == []
    assert gamefile.verify(record) == ()
    assert len(gamefile.read(text + text)) == 2


def test_comments_of_game_files_are_the_same_for_every_reader_and_in_the_archive() -> None:
    me = make_user("Amina")
    game = told_game(me)
    text = mkg(game)
    update_profile(me, language="fr", time_zone="Africa/Casablanca")
    assert signed_in(me).get(f"/t/{game.code}/game.mkg").content.decode() == text
    assert unzipped(me)[f"{file_name(game)}.mkg"].decode() == text


def test_too_long_comments_are_left_out_of_game_files() -> None:
    me = make_user("Amina")
    game = told_game(me)
    event = {"game": game, "at": datetime(2026, 5, 4, 9, tzinfo=UTC), "kind": "resumed", "ply": game.ply}
    TableEvent.objects.bulk_create(TableEvent(**event) for _ in range(1100))
    assert gamefile.read_one(mkg(game)).log == tuple(log_of(game))
