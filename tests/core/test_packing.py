"""Packing of logs, and that all that reads a log reads a packed one."""

import json
import re
import zlib
from copy import copy
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.core.cache import caches
from django.core.management import call_command
from django.db import OperationalError, transaction
from django.test import Client
from django.utils import timezone

from accounts import exports
from accounts.models import User
from games.analysis import analyses
from games.analysis.models import Analysis
from games.common.errors import BrokenGame
from games.core import packing
from games.core.lock import game_for_update
from games.core.log import entries_of, every_entry_of, fault_of, hashed, log_with_origins, whole_log_of
from games.core.models import Entry, Game, Heartbeat, PackedLog, PackedPlayer
from games.core.packed import value_of
from games.engine.registry import TITLES
from games.lobby.invitations import give_games
from games.play.after_action import difference_from_log, rebuild_derived
from games.play.endings import leave_out_of_time
from games.play.undo import rewind_game
from games.replay.game_files import game_file, game_record
from games.site.trouble import troubled_games
from tests.helpers.page_client import signed_in
from tests.helpers.table_addresses import table_addresses
from tests.makers import finished_game, fresh, host_of, make_user, play_on, started_game
from tests.time_outs.test_repairs import operator

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
RULESETS = [(title.key, ruleset) for title in TITLES.values() for ruleset in title.rulesets]
FEW_RUGS = {"rugs": "2/2/2"}
PER_REQUEST = re.compile(
    rb'csrfmiddlewaretoken" value="\w+"|X-CSRFToken[^}]+|data-table="\w+"|name="draft" value="[^"]+"'
)


def rows_of(game: Game) -> list[dict[str, Any]]:
    """Return the whole log with all columns but ids."""
    found = [{**entry.__dict__} for entry in Entry.every.filter(game=game).order_by("pk")]
    return [{name: value for name, value in row.items() if name not in {"_state", "id"}} for row in found]


def packed(game: Game) -> Game:
    assert packing.pack_log(game.pk)
    assert not Entry.every.filter(game=game).exists()
    return fresh(game)


def rewound_game() -> Game:
    """Return a finished game of three, taken back twice, in which a deputy has played."""
    game = play_on(started_game(*(make_user() for _number in range(3)), options=FEW_RUGS), 7)
    rewind_game(game.pk, 2, operator())
    game = play_on(fresh(game), 5)
    rewind_game(game.pk, 4, operator())
    game = fresh(play_on(fresh(game)))
    deputy = make_user("Dora")
    Entry.every.filter(game=game, seat=1).update(note="deputy", played_by=deputy)
    return game


def game_with_time_outs() -> Game:
    game = play_on(started_game(*(make_user() for _number in range(4)), options=FEW_RUGS), 4)
    with transaction.atomic():
        leave_out_of_time(game_for_update(game.pk), 2, timezone.now())
    return fresh(play_on(fresh(game)))


GAMES = {"rewound": rewound_game, "time-outs": game_with_time_outs}


@pytest.mark.parametrize(("title", "ruleset"), RULESETS)
def test_the_log_of_every_ruleset_comes_back_as_it_was(title: str, ruleset: str) -> None:
    options = FEW_RUGS if title == "marrakech" else {}
    game = fresh(play_on(started_game(title=title, ruleset=ruleset, options=options), 24))
    Game.objects.filter(pk=game.pk).update(status="finished", finished_at=timezone.now())
    before = rows_of(game)
    assert (fault_of(packed(game)), packing.unpack_log(game.pk)) == ("", True)
    assert rows_of(game) == before


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_with_rewinds_or_time_outs_comes_back_as_it_was(kind: str) -> None:
    game = GAMES[kind]()
    assert game.is_over
    before, file, origins = rows_of(game), game_file(game, game_record(game)), log_with_origins(game)
    game = packed(game)
    assert (fault_of(game), difference_from_log(fresh(game)), rebuild_derived(game.pk)) == ("", "", False)
    assert [(entry.ply, entry.at, entry.note) for entry in every_entry_of(game)] == [
        (row["ply"], row["at"], row["note"]) for row in before
    ]
    hashes = [entry.state_hash for entry in hashed(game, entries_of(game))]
    assert hashes == [row["state_hash"] for row in before if not row["rewind"]]
    assert whole_log_of(game) == [(row["seat"], row["notation"]) for row in before]
    assert log_with_origins(game) == origins
    assert game_file(game, game_record(game)) == file
    assert packing.unpack_log(game.pk)
    assert rows_of(game) == before


def answers(clients: list[Client], addresses: list[list[str]]) -> dict[str, bytes]:
    """Return what is shown at the addresses, if it is shown: first those for a player, then those for an operator."""
    found = {}
    for client, paths in zip(clients, addresses, strict=True):
        for path in paths:
            answer = client.get(path)
            content = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
            if answer.status_code == 200:
                found[path] = PER_REQUEST.sub(b"", content)
    return found


def test_every_address_of_a_table_shows_the_same_of_a_packed_log() -> None:
    game = rewound_game()
    analyses.compute(Analysis.objects.get(game=game).pk)
    clients = [signed_in(host_of(game)), signed_in(make_user(is_staff=True, is_superuser=True))]
    admin = [f"/admin/games/game/{game.pk}/change/"]
    clients[0].get(f"/t/{game.code}/")  # what is new to a player is so once
    before = answers(clients, [[*table_addresses(game), f"/t/{game.code}/?log=1"], admin])
    del before[f"/t/{game.code}/branch/"]  # its name for the new table is another one each time
    pages = {f"/t/{game.code}/{page}" for page in ("", "replay/", "dice/", "game.mkg", "game.json", "times.csv")}
    parts = {f"/api/v1/games/{game.code}/{part}" for part in ("", "log/", "times/", "analysis/", "file/")}
    assert {*pages, *parts, *admin} <= before.keys()
    packed(game)
    assert Analysis.objects.get(game=game).result is None
    caches["games"].clear()
    after = answers(clients, [[path for path in before if path not in admin], admin])
    assert [path for path in before if after.get(path) != before[path]] == []


def test_an_export_has_what_a_player_has_played_for_others_from_a_packed_log_too() -> None:
    game, user = rewound_game(), User.objects.get(username="Dora")

    def exported() -> list[dict[str, Any]]:
        return [row for one in exports.SUBJECTS for row in json.loads(one.document(user)).get("Entry") or ()]

    before = exported()
    packed(game)
    assert exported() == before != []
    assert packing.unpack_log(game.pk)
    assert exported() == before
    packed(game)
    PackedLog.objects.update(data=b"")
    assert exported() == []


def test_what_a_guest_has_played_for_others_goes_with_the_guest_from_a_packed_log_too() -> None:
    game, guest, user = rewound_game(), User.objects.get(username="Dora"), make_user()
    packed(game)
    give_games(guest, user)
    assert {entry.played_by_id for entry in entries_of(game)} == {None, user.pk}


def test_a_packed_log_names_no_account_that_is_deleted() -> None:
    game, user = rewound_game(), User.objects.get(username="Dora")
    assert b"Dora" not in zlib.decompress(PackedLog.objects.get(pk=packed(game).pk).data)
    assert {entry.played_by_id for entry in entries_of(game)} == {None, user.pk}
    User.objects.filter(pk=user.pk).delete()
    assert PackedPlayer.objects.get(game=game).user is None
    assert {entry.played_by_id for entry in entries_of(game)} == {None}


def test_a_log_that_does_not_replay_is_not_packed_and_is_a_game_in_trouble() -> None:
    game, running = finished_game(), started_game()
    Entry.objects.filter(game=game, ply=2).update(state_hash="0" * 16)
    before = rows_of(game)
    assert packing.pack_each([game.pk, running.pk], packing.pack_log) == 0
    assert rows_of(game) == before
    assert not PackedLog.objects.exists()
    (found,) = troubled_games(timezone.now())
    assert "position at step 3" in found.troubles[0].text


def test_a_fault_of_the_database_makes_no_game_one_in_trouble() -> None:
    def fail(_game: int) -> bool:
        raise OperationalError("deadlock detected")

    game = finished_game()
    assert packing.pack_each([game.pk], fail) == 0
    assert fresh(game).troubled_at is None


def test_a_game_at_which_the_time_of_a_task_ends_is_not_in_trouble() -> None:
    game, faults = finished_game(), [SoftTimeLimitExceeded()]

    def pack(pk: int) -> bool:
        if faults:
            raise faults.pop()
        return packing.pack_log(pk)

    assert packing.pack_each([game.pk], pack) == 1
    assert fresh(game).troubled_at is None


def test_an_analysis_of_another_form_does_not_keep_the_log_from_being_packed() -> None:
    game = finished_game()
    analyses.compute(Analysis.objects.get(game=game).pk)
    row = Analysis.objects.get(game=game)
    decisions = [one for turn in row.result["turns"] for one in turn["decisions"]]  # type: ignore[index]
    decisions[0]["old"] = 1
    row.save()
    packed(game)
    assert Analysis.objects.get(game=game).result == row.result


def test_a_value_that_is_not_the_log_deletes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game, real = finished_game(), value_of
    before = rows_of(game)

    def without_times(entries: list[Entry], *rest: Any) -> bytes:
        copies = [copy(entry) for entry in entries]
        for entry in copies:
            entry.at = entry.at.replace(microsecond=0)
        return real(copies, *rest)

    monkeypatch.setattr(packing, "value_of", without_times)
    with pytest.raises(BrokenGame, match="not the log"):
        packing.pack_log(game.pk)
    assert (rows_of(game), PackedLog.objects.exists(), fresh(game).packed) == (before, False, 0)


@pytest.mark.parametrize("damage", [b"", b"\x00" * 9, zlib.compress(b"{}"), zlib.compress(b'{"format":1,"ply":[0]}')])
def test_a_damaged_value_is_refused_and_shown_as_trouble(damage: bytes) -> None:
    game = packed(finished_game())
    PackedLog.objects.update(data=damage)
    assert fault_of(game)
    assert Client().get(f"/t/{game.code}/").status_code == 409
    assert fresh(game).troubled_at
    with pytest.raises(BrokenGame):
        packing.unpack_log(game.pk)
    assert PackedLog.objects.get().data == damage


def test_a_packed_position_that_is_another_one_is_found() -> None:
    game = packed(finished_game())
    value = json.loads(zlib.decompress(PackedLog.objects.get().data))
    PackedLog.objects.update(data=zlib.compress(json.dumps({**value, "digest": "0" * 16}).encode()))
    assert "positions of the packed log" in fault_of(game)


def test_the_sweep_packs_what_has_been_over_for_long_but_not_on_the_first_day_of_a_release() -> None:
    old, new, now = finished_game(), finished_game(), timezone.now()
    Game.objects.filter(pk=old.pk).update(finished_at=now - timedelta(days=31))
    assert packing.pack_due(now) == 0
    Heartbeat.objects.filter(name="packing").update(at=now - timedelta(days=2))
    assert (packing.pack_due(now), packing.pack_due(now)) == (1, 0)
    assert (fresh(old).packed, fresh(new).packed) == (1, 0)


def test_the_command_packs_and_unpacks_all() -> None:
    games, out = [finished_game(), finished_game()], StringIO()
    before = [rows_of(game) for game in games]
    call_command("pack_games", days=0, stdout=out)
    assert "2 logs packed." in out.getvalue()
    call_command("pack_games", unpack=True, stdout=out)
    assert [rows_of(game) for game in games] == before
