import importlib.util
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.urls import resolve

from accounts.models import User
from games.api.views import operation_groups
from games.core.dice import NewShare, new_draft
from games.core.models import Game, Seat
from games.core.receipts import Receipt, new_receipt
from games.lobby.invitations import invite_player
from games.lobby.tables import join_table
from tests.helpers.programs import Program
from tests.makers import make_table, make_user

pytestmark = pytest.mark.one_database

DOCS = Path(settings.BASE_DIR) / "docs"
TEXT = (DOCS / "api.md").read_text()
CLIENT = DOCS / "examples" / "client.py"


@pytest.fixture
def client_module() -> Any:
    spec = importlib.util.spec_from_file_location("example_client", CLIENT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_client_in_the_docs_is_the_tested_example() -> None:
    assert CLIENT.read_text() in TEXT


def test_every_address_of_the_curl_example_exists_and_takes_what_is_sent(ann: Program, ben: Program) -> None:
    variables = {"SITE": "/api/v1", "ID": ""}
    programs = {"ann": ann.client, "ben": ben.client}
    lines = [line.strip() for line in TEXT.splitlines() if re.match(r"    (ann|ben) ", line)]
    assert len(lines) >= 25, "The curl example has lost lines, or they no longer begin with ann or ben."
    for line in lines:
        who, *words = shlex.split(re.sub(r"\$(\w+)", lambda found: variables[found[1]], line), comments=True)
        path = next(word for word in words if word.startswith("/"))
        resolve(path.partition("?")[0])
        if "-d" in words:
            response = programs[who].post(path, words[words.index("-d") + 1], content_type="application/json")
        else:
            response = programs[who].generic("POST" if "POST" in words else "GET", path)
        refused = {400, 401, 405, 415, 500} if "/7/" in path else {400, 401, 404, 405, 415, 500}  # 7 is made up
        assert response.status_code not in refused, (line, response.content)
        if response.status_code == 201 and not variables["ID"]:
            variables["ID"] = response.json()["id"]


@pytest.mark.django_db(transaction=True)
def test_the_example_client_plays_with_its_own_shares(live_server: Any, client_module: Any, tmp_path: Path) -> None:
    ann, ben = make_user("ann"), make_user("ben")
    tokens = [_key(ann), _key(ben)]
    draft = new_draft()
    share = NewShare(commitment=client_module.draw_share(tmp_path, draft.code))
    game = make_table(ann, options={"rugs": "1/1/1"}, share=share, draft=draft.token)
    invite_player(game.pk, ann, "ben")
    client_module.accept(live_server.url, tokens[1], tmp_path)
    for number in range(20):
        client_module.play(live_server.url, tokens[number % 2], tmp_path)
        if Game.objects.get(pk=game.pk).is_over:
            break
    assert Game.objects.get(pk=game.pk).status == "finished"
    assert set(game.seats.values_list("share_source", "opening_number")) == {("device", 0), ("device", 1)}


@pytest.fixture
def waiting_share(client_module: Any, tmp_path: Path) -> Game:
    """Return a running game in which Ann's program has the first turn and has not opened its share."""
    ann, draft = make_user("ann"), new_draft()
    share = NewShare(commitment=client_module.draw_share(tmp_path, draft.code))
    game = make_table(ann, share=share, draft=draft.token)
    return join_table(game.pk, make_user("ben"))


@pytest.mark.parametrize(
    "lie",
    [
        {},
        {"receipt": None},
        {"key": "A" * 120},
        {"opened": []},
        {"commitments": ["ab" * 32, "cd" * 32]},
        {"receipt": {"mixed": "ab" * 32}},
        {"receipt": {"results": 0}},
        {"receipt": {"step": 0}},
    ],
)
@pytest.mark.django_db(transaction=True)
def test_the_example_client_keeps_its_share_and_does_not_play_without_a_true_receipt(
    live_server: Any,
    client_module: Any,
    tmp_path: Path,
    waiting_share: Game,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lie: dict[str, Any],
) -> None:
    key, honest, kept = _key(User.objects.get(username="ann")), client_module.ask, set(tmp_path.iterdir())

    def answer(site: str, token: str, path: str, body: object = None) -> Any:
        told = honest(site, token, path, body)
        if not path.endswith("/share/"):
            return told
        false = {**told["receipt"], **lie["receipt"]} if lie.get("receipt") else lie.get("receipt")
        return {**told, **lie, **({"receipt": false} if "receipt" in lie else {})} if lie else {}

    monkeypatch.setattr(client_module, "ask", answer)
    assert client_module.play(live_server.url, key, tmp_path) == 0
    assert "your share of the dice is not in the log" in capsys.readouterr().out
    assert set(tmp_path.iterdir()) == kept
    assert not waiting_share.entries.exclude(seat=None).exists()


@pytest.mark.django_db(transaction=True)
def test_the_example_client_takes_no_receipt_for_a_step_that_the_game_has_not_reached(
    live_server: Any,
    client_module: Any,
    tmp_path: Path,
    waiting_share: Game,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def sign(game: Game, seat: Seat, results: int) -> Receipt:
        seat.opening_ply = game.ply + 4
        return new_receipt(game, seat, results + 2)

    monkeypatch.setattr("games.core.dice.new_receipt", sign)
    key, kept = _key(User.objects.get(username="ann")), set(tmp_path.iterdir())
    assert client_module.play(live_server.url, key, tmp_path) == 0
    assert "your share of the dice is not in the log" in capsys.readouterr().out
    assert set(tmp_path.iterdir()) == kept


@pytest.mark.django_db(transaction=True)
def test_the_example_client_compares_its_receipt_with_the_game_for_good(
    live_server: Any, client_module: Any, tmp_path: Path, waiting_share: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    key, seat = _key(User.objects.get(username="ann")), waiting_share.seats.get(user__username="ann")
    assert client_module.play(live_server.url, key, tmp_path) == 1
    assert {file.name for file in tmp_path.iterdir()} == {f"{seat.share_commitment}.receipt", "site.key"}
    seat.refresh_from_db()
    seat.receipt["results"] += 1
    seat.save()
    assert client_module.play(live_server.url, key, tmp_path) == 0
    assert "is not in the log" in capsys.readouterr().out


def test_the_example_client_waits_after_429(
    live_server: Any, client_module: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rest_framework.throttling import SimpleRateThrottle

    key = _key(make_user("ann"))
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "user", "1/min")
    waited: list[int] = []

    def sleep(seconds: int) -> None:
        waited.append(seconds)
        monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "user", None)

    monkeypatch.setattr(client_module.time, "sleep", sleep)
    assert client_module.ask(live_server.url, key, "me/")["name"] == "ann"
    assert client_module.ask(live_server.url, key, "me/")["name"] == "ann"
    assert len(waited) == 1


def _key(player: Any) -> str:
    from accounts.services import create_token

    return create_token(player, "example")[1]


def test_every_member_of_a_position_is_explained(game: Game, ann: Program) -> None:
    after = ann.play(game, "L", game.ply)
    hidden = {"current", "order", "rolloff"}  # only needed to parse a position
    for member in set(after["position"]) - hidden:
        assert f"`{member}`" in TEXT


def test_the_reference_page_shows_every_endpoint(anonymous_client: Program) -> None:
    page = anonymous_client.client.get("/api/v1/docs/").content.decode().replace("<wbr>", "")
    for group in operation_groups():
        for operation in group.operations:
            assert f'id="{operation.id}"' in page
            assert operation.path in page
            for answer in operation.answers:
                assert f"<strong>{answer.status}</strong>" in page


def test_the_reference_page_respects_the_content_security_policy(anonymous_client: Program) -> None:
    response = anonymous_client.client.get("/api/v1/docs/")
    page = response.content.decode()
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page)


def test_the_root_of_the_api_leads_to_the_reference_page(anonymous_client: Program) -> None:
    response = anonymous_client.client.get("/api/v1/")
    assert (response.status_code, response.headers["Location"]) == (302, "/api/v1/docs/")


def test_the_reference_page_names_kinds_in_few_words(anonymous_client: Program) -> None:
    fields = {
        (operation.id, field.name): field.kind
        for group in operation_groups()
        for operation in group.operations
        for field in [*operation.parameters, *operation.body]
    }
    assert fields["create_game", "pace"] == '"brisk" | "usual" | "leisurely" | "own" | "1d" | "3d" | "7d" | "none"'
    assert fields["play_action", "ply"] == "integer"
    answers = {
        field.name: field.kind
        for group in operation_groups()
        for operation in group.operations
        if operation.id == "get_game"
        for answer in operation.answers
        if answer.is_success
        for field in answer.members
    }
    assert answers["seats"] == "list of Seat"
    assert answers["deadline"] == "string or null, date-time"
