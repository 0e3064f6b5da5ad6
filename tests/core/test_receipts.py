"""Receipts for opened shares: what they say, who can check them, and that they stay the same."""

import base64
import re

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from rest_framework.test import APIClient

from games.common.errors import Conflict
from games.core.dice import count_results, open_share, opening_answer
from games.core.models import ReceiptKey
from games.core.receipts import Receipt, receipt_key, receipt_text
from games.engine.gamefile import read_one, verify
from games.mail.compose import compose
from games.notifications.links import TurnToken, turn_link_token
from games.notifications.models import Kind, Notification
from games.play.actions import play_action
from games.play.undo import go_back, take_back
from games.replay.game_files import game_file, game_record
from marrakech_site.checks import receipts
from tests.helpers.device_shares import SHARES, device_game, share_of
from tests.helpers.notifications import text_of
from tests.helpers.page_client import signed_in
from tests.makers import acting_user, any_action, fresh, make_user, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def check(receipt: Receipt, key: str) -> None:
    """Check the signature as a stranger would. Raises InvalidSignature."""
    public = load_der_public_key(base64.b64decode(key))
    assert isinstance(public, ec.EllipticCurvePublicKey)
    raw = base64.b64decode(receipt["signature"])
    assert len(raw) == 64
    signature = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public.verify(signature, receipt_text(receipt).encode(), ec.ECDSA(SHA256()))


def test_the_answer_to_an_opening_is_a_signed_receipt_with_all_that_gives_k() -> None:
    game, people = device_game(3)
    sent = signed_in(people[1]).post(f"/t/{game.code}/share/", {"share": SHARES[1]})
    answer = sent.json()
    game = fresh(game)
    receipt = answer["receipt"]
    check(receipt, answer["key"])
    known = [game.code, 1, game.seats.get(number=1).share_commitment, 0, 0, game.entropy]
    assert [receipt[key] for key in ("table", "seat", "commitment", "step", "results", "mixed")] == known
    assert answer["commitments"] == list(game.seats.order_by("number").values_list("share_commitment", flat=True))
    assert answer["opened"] == [{"seat": 1, "share": SHARES[1]}]
    text = f"marrakech-receipt-v1\n{game.code}\n1\n{receipt['commitment']}\n0\n0\n{game.entropy}"
    assert receipt_text(receipt) == text


def test_a_changed_receipt_does_not_fit_its_signature() -> None:
    game, people = device_game()
    open_share(game.pk, people[0], SHARES[0])
    answer = opening_answer(game, people[0])
    assert answer["receipt"]
    with pytest.raises(InvalidSignature):
        check({**answer["receipt"], "results": 5}, answer["key"])


def test_the_same_receipt_comes_again_after_a_lost_answer() -> None:
    game, people = device_game()
    client, sent = signed_in(people[0]), {"share": SHARES[0]}
    first = client.post(f"/t/{game.code}/share/", sent).json()
    play_on(fresh(game), 3)
    assert client.post(f"/t/{game.code}/share/", sent).json() == first


def test_a_receipt_says_how_many_results_there_were() -> None:
    game, people = device_game()
    first = acting_user(game)
    other = next(player for player in people if player != first)
    game = play_action(game.pk, first, any_action(game), game.ply, share=share_of(game, first))
    before = fresh(game)
    open_share(game.pk, other, share_of(game, other))
    receipt = game.seats.get(user=other).receipt
    assert (receipt["step"], receipt["results"]) == (before.ply, count_results(before))
    assert receipt["results"] > 0


def test_the_first_action_brings_the_receipt_to_the_page_and_to_the_api() -> None:
    game, _people = device_game()
    player = acting_user(game)
    client, sent = signed_in(player), {"action": any_action(game), "ply": game.ply, "share": share_of(game, player)}
    headers = {"HX-Request": "true"}
    html = client.post(f"/t/{game.code}/act/", sent, headers=headers).content.decode()
    seat = game.seats.get(user=player)
    assert f'data-my-commitment="{seat.share_commitment}"' in html
    assert seat.receipt["signature"] in html
    assert f'data-receipt-key="{receipt_key().public}"' in html
    told = APIClient().get(f"/api/v1/games/{game.code}/").json()["dice"]
    assert (told["receipts"], told["receipt_key"]) == ([seat.receipt], receipt_key().public)


def test_every_page_with_receipts_says_how_far_the_game_is() -> None:
    game, _people = device_game()
    player = acting_user(game)
    link = f"/m/{turn_link_token(TurnToken.of(player, game), '')}/"
    for address in (f"/t/{game.code}/", f"/t/{game.code}/plan/", link):
        assert f'data-ply="{game.ply}"' in signed_in(player).get(address).content.decode(), address


def test_a_page_before_the_first_opening_lists_no_receipt() -> None:
    game, people = device_game()
    html = signed_in(people[0]).get(f"/t/{game.code}/").content.decode()
    assert 'data-receipts="[]"' in html
    assert "data-receipt-key" not in html
    assert "data-receipts" not in Client().get(f"/t/{game.code}/").content.decode()


def test_the_key_of_receipts_is_public_from_the_first_table_on_and_stays_the_same() -> None:
    assert APIClient().get("/api/v1/dice-key/").json()["key"] == ""
    assert not ReceiptKey.objects.exists()
    device_game()
    first = APIClient().get("/api/v1/dice-key/").json()
    assert first == {"algorithm": "ECDSA P-256 SHA-256", "key": ReceiptKey.objects.get().public}
    assert APIClient().get("/api/v1/dice-key/").json() == first


def test_two_servers_that_make_the_key_at_once_keep_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one has seen no key, and comes to write its own when the first one's is there."""
    first = receipt_key()
    with monkeypatch.context() as racing:
        racing.setattr(type(ReceiptKey.objects.all()), "first", lambda _rows: None)
        assert receipt_key().public == first.public
    assert ReceiptKey.objects.count() == 1


def test_the_key_of_receipts_survives_the_rotation_of_the_secret_key(settings: Settings) -> None:
    game, people = device_game()
    public = receipt_key().public
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "a newer key"
    call_command("reseal")
    settings.SECRET_KEY_FALLBACKS = []
    open_share(game.pk, people[0], SHARES[0])
    answer = opening_answer(game, people[0])
    assert answer["receipt"]
    check(answer["receipt"], public)


def test_with_a_lost_key_no_share_is_opened_until_the_operator_makes_another(settings: Settings) -> None:
    receipt_key()
    settings.SECRET_KEY = "another key"
    game, people = device_game()
    with pytest.raises(Conflict, match="dice-key-missing"):
        open_share(game.pk, people[0], SHARES[0])
    assert game.seats.get(user=people[0]).opening_number is None
    assert fresh(game).entropy == game.entropy
    assert [message.id for message in receipts(None)] == ["site.E023"]
    with pytest.raises(CommandError):
        call_command("reseal")
    call_command("reseal", "--new-receipt-key")
    assert receipts(None) == []
    assert open_share(game.pk, people[0], SHARES[0]).entropy != game.entropy


def test_a_receipt_stays_as_it_was_when_a_turn_is_taken_back() -> None:
    game, people = device_game(3)
    player = acting_user(game)
    game = play_action(game.pk, player, any_action(game), game.ply, share=share_of(game, player))
    ply = game.ply
    game = play_action(game.pk, player, any_action(game), ply)
    other = next(one for one in people if one != player)
    open_share(game.pk, other, share_of(game, other))
    receipt = game.seats.get(user=other).receipt
    take_back(fresh(game), ply, game.seats.get(user=player).number or 0, player, timezone.now())
    assert game.seats.get(user=other).receipt == receipt
    assert (receipt["step"], receipt["results"], receipt["mixed"]) == (
        ply + 1,
        count_results(game),
        fresh(game).entropy,
    )


def test_the_next_emails_repeat_what_was_opened_after_which_step() -> None:
    game, people = device_game()
    first = acting_user(game)
    other = next(player for player in people if player != first)
    game = play_action(game.pk, first, any_action(game), game.ply, share=share_of(game, first))
    game = play_action(game.pk, first, any_action(game), game.ply)
    row = Notification.objects.get(user=other, kind=Kind.TURN)
    email = compose(row)
    seat = game.seats.get(user=first)
    text = text_of(email)
    assert f"Shares opened after step {seat.opening_ply}: {first.username}." in " ".join(text.split())
    assert seat.receipt["mixed"][:16] in text
    assert seat.receipt["mixed"] not in text
    row.sent_at = timezone.now()
    row.save()
    while game.ply == row.ply or acting_user(game) == other:
        game = play_action(game.pk, acting_user(game), any_action(game), game.ply, without_share=True)
    email = compose(Notification.objects.filter(user=first, kind=Kind.TURN).latest("pk"))
    assert re.search(rf"Shares given up after step \d+: {other.username}\.", text_of(email))


def test_a_share_that_was_opened_before_the_game_was_taken_back_keeps_its_place_and_its_receipt() -> None:
    game, people = device_game()
    ply, game = game.ply, play_on(game, 2)
    late = next(player for player in people if not game.seats.get(user=player).share_given_up)
    open_share(game.pk, late, share_of(game, late))
    before = game.seats.get(user=late)
    go_back(fresh(game), ply, timezone.now(), "disk fault")
    seat = game.seats.get(user=late)
    assert (seat.opening_ply, seat.receipt) == (before.opening_ply, before.receipt)
    assert seat.opening_ply == seat.receipt["step"] > ply
    game = fresh(play_on(fresh(game)))
    assert verify(read_one(game_file(game, game_record(game)))) == ()


def test_a_stranger_gets_no_receipt() -> None:
    game, people = device_game()
    open_share(game.pk, people[0], SHARES[0])
    assert signed_in(make_user()).post(f"/t/{game.code}/share/", {"share": SHARES[0]}).status_code == 403
