import hashlib

import pytest

from accounts import rate_limits
from accounts.services import deactivate
from games.common.errors import Conflict, Forbidden, Invalid, NotFound, TooMany
from games.core.choices import Status
from games.core.dice import NewShare, new_draft, open_dice, share_of
from games.core.models import DiceSecret, Game, Seat
from games.lobby.tables import NewTable, create_table, join_table, leave_table
from games.notifications.models import Kind, Notification
from tests.makers import host_of, make_table, make_user, started_game

pytestmark = pytest.mark.django_db


def test_a_new_table_is_open_and_seats_its_host() -> None:
    host = make_user("amina")
    game = make_table(host)
    assert game.status == Status.OPEN
    assert [seat.user for seat in game.seats.all()] == [host]


def test_a_table_without_a_name_gets_one() -> None:
    assert make_table(name="   ").name.startswith("The ")


def test_a_table_name_that_is_too_long_is_cut() -> None:
    assert make_table(name="x" * 200).name == "x" * 60


def test_the_commitment_of_a_table_is_the_hash_of_secret_and_table() -> None:
    draft = new_draft()
    game = make_table(make_user(), draft=draft.token)
    assert game.commitment == draft.commitment
    leave_table(game.pk, host_of(game))
    secret = bytes.fromhex(DiceSecret.objects.get(game=game).opened)
    assert hashlib.sha256(b"marrakech-dice-v2.1" + game.code.encode() + secret).hexdigest() == draft.commitment


def test_sending_the_form_twice_makes_one_table() -> None:
    host, draft = make_user(), new_draft()
    assert make_table(host, draft=draft.token) == make_table(host, draft=draft.token)
    assert Game.objects.count() == 1


def test_a_forged_draft_of_a_table_is_refused() -> None:
    with pytest.raises(Invalid, match="old-draft"):
        make_table(draft="nonsense")
    assert not Game.objects.exists()


def test_the_secret_of_the_dice_is_stored_encrypted() -> None:
    draft = new_draft()
    game = make_table(draft=draft.token)
    sealed = bytes(game.dice_secret.sealed)
    leave_table(game.pk, host_of(game))
    game.dice_secret.refresh_from_db()
    assert bytes.fromhex(game.dice_secret.opened) not in sealed


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"pace": "2h"}, "unknown-pace"),
        ({"seat_order": "loudest"}, "unknown-seat-order"),
        ({"title": "chess"}, "unknown-title"),
        ({"ruleset": "house"}, "unknown-ruleset"),
        ({"seat_count": 5}, None),
        ({"options": {"rotate": "sometimes"}}, None),
        ({"share": NewShare(words="too short")}, "bad-share"),
        ({"share": NewShare(words="x" * 49)}, "bad-share"),
        ({"share": NewShare(commitment="ab" * 32)}, "no-draft"),
        ({"share": NewShare(commitment="ab" * 31), "draft": new_draft().token}, "bad-commitment"),
        ({"share": NewShare(commitment="ab" * 32, words="words of my own"), "draft": new_draft().token}, "two-shares"),
    ],
)
def test_invalid_settings_make_no_table(settings: dict[str, object], code: str | None) -> None:
    with pytest.raises(Invalid) as caught:
        make_table(make_user(), **settings)
    assert code in {None, caught.value.code}
    assert not Game.objects.exists()


def test_new_tables_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    host = make_user()
    monkeypatch.setattr(rate_limits, "seconds_to_wait", lambda *_: 9.0)
    with pytest.raises(TooMany):
        make_table(host)
    assert not Game.objects.exists()


def test_a_hexadecimal_share_is_kept_as_bytes_and_any_other_as_text() -> None:
    assert share_of("ab" * 16) == "ab" * 16
    assert bytes.fromhex(share_of("sixteen letters!")).decode() == "sixteen letters!"
    assert share_of("") == ""


def test_the_last_seat_taken_starts_the_game() -> None:
    ann, bob = make_user("ann"), make_user("bob")
    game = join_table(make_table(ann).pk, bob)
    assert game.status == Status.RUNNING
    assert game.started_at is not None
    assert [(seat.number, seat.user) for seat in game.seats.all()] == [(0, ann), (1, bob)]


def test_seats_are_drawn_by_lot_if_the_host_chose_so() -> None:
    people = [make_user() for _ in range(4)]
    orders = set()
    for _attempt in range(12):
        game = started_game(*people, seat_order="random")
        orders.add(tuple(Seat.objects.filter(game=game).order_by("number").values_list("user", flat=True)))
    assert len(orders) > 1


def test_the_start_of_a_game_mixes_all_shares_in_seat_order() -> None:
    ann, bob = make_user(), make_user()
    game = make_table(ann, share=NewShare(words="11" * 16))
    game = join_table(game.pk, bob, share=NewShare(words="22" * 16))
    shares = [b"\x11" * 16, b"\x22" * 16]
    bound = b"marrakech-share" + game.code.encode()
    commitments = [hashlib.sha256(bound + share).digest() for share in shares]
    assert game.entropy == hashlib.sha256(b"".join([*commitments, *shares])).hexdigest()


def test_waiting_players_are_notified_of_the_start_and_the_acting_one_of_the_turn() -> None:
    ann, bob = make_user(), make_user()
    started_game(ann, bob)
    queued = set(Notification.objects.values_list("kind", "user"))
    assert queued == {(Kind.TURN, ann.pk), (Kind.STARTED, bob.pk)}


def test_joining_a_table_twice_changes_nothing() -> None:
    game, bob = make_table(seat_count=3), make_user()
    join_table(game.pk, bob)
    join_table(game.pk, bob)
    assert game.seats.count() == 2


def test_a_running_game_cannot_be_joined() -> None:
    game = started_game()
    with pytest.raises(Conflict, match="not-open"):
        join_table(game.pk, make_user())
    assert game.seats.count() == 2


def test_a_table_that_does_not_exist_cannot_be_joined() -> None:
    with pytest.raises(NotFound):
        join_table(4711, make_user())


def test_leaving_a_table_frees_the_seat() -> None:
    game, bob = make_table(seat_count=3), make_user()
    join_table(game.pk, bob)
    leave_table(game.pk, bob)
    assert list(game.seats.values_list("user", flat=True)) == [game.host_id]


def test_a_leaving_host_hands_the_table_on() -> None:
    game, bob = make_table(seat_count=3), make_user()
    join_table(game.pk, bob)
    assert leave_table(game.pk, host_of(game)).host == bob


def test_a_table_without_players_is_cancelled_and_its_dice_are_published() -> None:
    game = make_table()
    assert leave_table(game.pk, host_of(game)).status == Status.CANCELLED
    assert DiceSecret.objects.get(game=game).opened


def test_strangers_cannot_leave_a_table() -> None:
    game = make_table()
    with pytest.raises(Forbidden, match="not-seated"):
        leave_table(game.pk, make_user())
    assert game.seats.count() == 1


def test_a_player_cannot_leave_a_running_game() -> None:
    game = started_game()
    with pytest.raises(Conflict, match="not-open"):
        leave_table(game.pk, host_of(game))
    assert game.seats.count() == 2


def test_every_change_of_a_table_raises_its_version() -> None:
    game = make_table(seat_count=3)
    joined = join_table(game.pk, make_user())
    assert joined.version > game.version
    assert leave_table(game.pk, host_of(game)).version > joined.version


def test_a_table_can_be_made_without_naming_anything_but_the_rules() -> None:
    game = create_table(make_user(), NewTable(title="marrakech", ruleset="slides", seat_count=3))
    assert (game.pace, game.seat_order, game.is_private) == ("3d", "random", False)


def test_only_options_that_differ_from_the_ruleset_are_kept_with_a_table() -> None:
    assert make_table(options={"rotate": "end", "straight": "yes"}).options == {"rotate": "end"}


def test_a_deleted_user_cannot_take_a_seat() -> None:
    game, gone = make_table(), make_user()
    deactivate(gone)
    with pytest.raises(Forbidden, match="account-closed"):
        join_table(game.pk, gone)
    with pytest.raises(Forbidden, match="account-closed"):
        make_table(gone)
    assert Seat.objects.count() == 1


def test_opening_the_dice_twice_changes_nothing() -> None:
    game = make_table()
    left = leave_table(game.pk, host_of(game))
    before = DiceSecret.objects.values().get(game=game)
    open_dice(left, left.created_at)
    assert DiceSecret.objects.values().get(game=game) == before
