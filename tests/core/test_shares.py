import hashlib

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from games.board.dice import dice_view
from games.common.errors import Conflict, Forbidden, Illegal, Invalid
from games.core.dice import NewShare, new_draft, open_share
from games.core.models import Game, Seat, ShareSource
from games.engine.gamefile import read_one, verify
from games.lobby.invitations import rematch
from games.lobby.robot_games import branch_from, start_robot_game
from games.lobby.tables import join_table
from games.mail.compose import compose
from games.notifications.models import Kind, Notification, NotificationState
from games.play.actions import play_action
from games.play.endings import resign
from games.play.undo import take_back
from games.replay.game_files import game_document, game_file, game_record
from tests.engine.helpers.verify_dice_script import faults_in
from tests.helpers.device_shares import SHARES, SHORT, by_device, commitment_of, device_game, device_table
from tests.helpers.notifications import html_of, text_of
from tests.helpers.page_client import signed_in
from tests.makers import acting_user, any_action, fresh, make_table, make_user, play_on, started_game

pytestmark = pytest.mark.django_db


def mixed(game: Game, *opened: str) -> str:
    """Return K after these openings."""
    known = "".join(game.seats.order_by("number").values_list("share_commitment", flat=True)) + "".join(opened)
    return hashlib.sha256(bytes.fromhex(known)).hexdigest()


def assert_sound(game: Game) -> None:
    """Check the file of a finished game with the engine and the stand-alone program."""
    game = fresh(game)
    text = game_file(game, game_record(game))
    assert verify(read_one(text)) == ()
    assert faults_in(text) == []
    assert dice_view(game, None).is_sound


def test_a_device_sends_its_commitment_and_keeps_the_share() -> None:
    game, _people = device_game()
    seats = list(Seat.objects.filter(game=game).order_by("number"))
    assert [seat.share_commitment for seat in seats] == [commitment_of(share, game.code) for share in SHARES[:2]]
    assert {(seat.entropy, seat.share_source, seat.opening_number) for seat in seats} == {("", "device", None)}
    assert game.entropy == mixed(game)


def test_shares_known_to_the_site_are_opened_at_the_start() -> None:
    ann, bob, cy = (make_user() for _ in range(3))
    game = make_table(ann, seat_count=3, share=NewShare(words="words of my very own"))
    join_table(game.pk, bob)
    game = join_table(game.pk, cy, share=by_device(SHARES[2], game.code))
    seats = list(game.seats.order_by("number"))
    assert [(seat.share_source, seat.opening_number, seat.opening_ply) for seat in seats] == [
        (ShareSource.WORDS, 0, 0),
        (ShareSource.SITE, 1, 0),
        (ShareSource.DEVICE, None, None),
    ]
    assert bytes.fromhex(seats[0].entropy) == b"words of my very own"
    assert game.entropy == mixed(game, seats[0].entropy, seats[1].entropy)


def test_opening_a_share_changes_only_later_results() -> None:
    game, people = device_game()
    before, version = game.entropy, game.version
    game = open_share(game.pk, people[1], SHARES[1])
    assert before != game.entropy == mixed(game, SHARES[1])
    assert game.version == version + 1
    game = open_share(game.pk, people[0], SHARES[0])
    assert game.entropy == mixed(game, SHARES[1], SHARES[0])


def test_opening_a_share_twice_changes_nothing() -> None:
    game, people = device_game()
    first = open_share(game.pk, people[0], SHARES[0])
    second = open_share(game.pk, people[0], SHARES[0].upper())
    assert (first.version, first.entropy) == (second.version, fresh(game).entropy)


@pytest.mark.parametrize(("share", "code"), [(SHARES[1], "wrong-share"), ("a1" * 15, "bad-share"), ("?", "bad-share")])
def test_a_share_that_was_not_committed_is_refused(share: str, code: str) -> None:
    game, people = device_game()
    with pytest.raises(Invalid) as refusal:
        open_share(game.pk, people[0], share)
    assert refusal.value.code == code
    assert fresh(game).entropy == game.entropy


def test_another_share_than_the_open_one_is_refused() -> None:
    game, people = device_game()
    open_share(game.pk, people[0], SHARES[0])
    with pytest.raises(Invalid):
        open_share(game.pk, people[0], SHARES[1])


def test_strangers_cannot_open_a_share() -> None:
    game, _people = device_game()
    with pytest.raises(Forbidden):
        open_share(game.pk, make_user(), SHARES[0])


def test_no_share_is_opened_before_the_start_or_after_the_end() -> None:
    ann = make_user()
    table = device_table(ann)
    with pytest.raises(Conflict):
        open_share(table.pk, ann, SHARES[0])
    game, people = device_game()
    resign(game.pk, people[0])
    with pytest.raises(Conflict):
        open_share(game.pk, people[0], SHARES[0])
    assert fresh(game).seats.get(user=people[0]).entropy == ""


def test_the_first_action_opens_the_share_before_its_roll() -> None:
    game, _people = device_game()
    player = acting_user(game)
    seat = game.seats.get(user=player)
    share = SHARES[seat.number or 0]
    play_action(game.pk, player, any_action(game), game.ply, share=share)
    seat.refresh_from_db()
    assert (seat.entropy, seat.opening_ply) == (share, game.ply)
    assert fresh(game).entropy == mixed(game, share)
    play_on(fresh(game))
    assert_sound(game)


def test_a_refused_action_opens_no_share() -> None:
    game, _people = device_game()
    player = acting_user(game)
    share = SHARES[game.seats.get(user=player).number or 0]
    with pytest.raises(Illegal):
        play_action(game.pk, player, "c1c2", game.ply, share=share)
    assert fresh(game).entropy == game.entropy


def test_a_wrong_share_refuses_the_action() -> None:
    game, _people = device_game()
    with pytest.raises(Invalid):
        play_action(game.pk, acting_user(game), any_action(game), game.ply, share="ee" * 16)
    assert fresh(game).ply == game.ply


def test_opening_a_share_makes_no_action_stale() -> None:
    game, people = device_game()
    action, player = any_action(game), acting_user(game)
    other = next(one for one in people if one != player)
    open_share(game.pk, other, SHARES[people.index(other)])
    own = SHARES[people.index(player)]
    assert play_action(game.pk, player, action, game.ply, undone=game.undone, share=own).ply > game.ply


@pytest.mark.parametrize("count", [2, 3, 4])
def test_games_with_shares_opened_at_any_time_verify(count: int) -> None:
    game, people = device_game(count)
    for number in range(count - 1):  # the last share stays closed
        while not game.seats.get(number=number).is_acting:
            play_on(fresh(game), 1, seed=number)
        open_share(game.pk, people[number], SHARES[number])
    play_on(fresh(game))
    assert_sound(game)
    record = game_record(fresh(game))
    assert record.entropy[count - 1] == ""
    assert len({opening.ply for opening in record.openings}) == count - 1


def test_a_game_with_a_roll_off_verifies() -> None:
    game, people = device_game(3, options={**SHORT, "order": "rolloff"})
    open_share(game.pk, people[2], SHARES[2])
    play_on(fresh(game))
    assert_sound(game)


def test_a_running_game_shows_no_share_that_is_not_open() -> None:
    game, people = device_game()
    open_share(game.pk, people[0], SHARES[0])
    document = game_document(fresh(game), game_record(fresh(game)))
    assert [seat["entropy"] for seat in document["seats"]] == [SHARES[0], ""]
    known = [commitment_of(share, game.code) for share in SHARES[:2]]
    assert [seat["commitment"] for seat in document["seats"]] == known
    assert [(seat["opening"], seat["opened_at"]) for seat in document["seats"]] == [(0, game.ply), (None, None)]
    assert {seat["drawn_by"] for seat in document["seats"]} == {"device"}


def test_the_site_draws_the_shares_of_robots_and_says_so() -> None:
    draft = new_draft()
    game = start_robot_game(make_user(), "greedy", share=by_device(SHARES[0], draft.code), draft=draft.token)
    assert dict(game.seats.values_list("user__robot", "share_source")) == {"greedy": "site", "": "device"}


def test_commitments_are_on_the_table_in_the_first_emails_the_file_and_the_api() -> None:
    game, _people = device_game(3)
    rows = Notification.objects.filter(game=game, kind__in=[Kind.STARTED, Kind.TURN])
    assert rows.count() == 3  # every player is a witness
    emails = [compose(row) for row in rows]
    seen = [Client().get(path).content.decode() for path in (f"/t/{game.code}/", f"/api/v1/games/{game.code}/")]
    seen += [text_of(email) for email in emails] + [game_file(game, game_record(game))]
    for share in SHARES[:3]:
        commitment = commitment_of(share, game.code)
        assert [commitment in one for one in seen] == [True] * len(seen)
    assert [html_of(email).count(game.commitment) for email in emails] == [1] * 3


def test_a_player_who_saw_the_start_gets_the_commitments_with_the_first_turn_email() -> None:
    game, people = device_game(2)
    other = next(player for player in people if player != acting_user(game))
    Notification.objects.filter(user=other).update(state=NotificationState.DROPPED)  # nothing new in it
    play_on(game, 2)
    row = Notification.objects.get(user=other, kind=Kind.TURN)
    assert all(commitment_of(share, game.code) in text_of(compose(row)) for share in SHARES[:2])
    row.sent_at = timezone.now()
    row.save()
    play_on(fresh(game), 4)
    later = Notification.objects.filter(user=other, kind=Kind.TURN).latest("pk")
    assert later != row
    assert commitment_of(SHARES[0], game.code) not in text_of(compose(later))


def test_a_rematch_and_a_continued_game_take_the_share_of_the_device() -> None:
    game = play_on(started_game(options={"rugs": "2/2/2"}))
    ann = game.seats.get(number=0).user
    assert ann
    draft, second = new_draft(), new_draft()
    new = rematch(game.pk, ann, share=by_device(SHARES[0], draft.code), draft=draft.token)
    assert new.seats.get(user=ann).share_source == "device"
    own = by_device(SHARES[1], second.code)
    branch = branch_from(fresh(game), ann, ply=2, seat=0, robot="greedy", share=own, draft=second.token)
    open_share(branch.pk, ann, SHARES[1])
    while not (branch := fresh(branch)).is_over:
        play_on(branch, 1)
    assert_sound(branch)


def test_an_opening_keeps_its_place_in_the_log_when_a_turn_is_taken_back() -> None:
    game, people = device_game(3)
    game = play_on(game, 1)
    ply, player = game.ply, acting_user(game)
    game = play_action(game.pk, player, any_action(game), ply)
    assert game.ply == ply + 1  # a rug; nothing of chance follows it
    open_share(game.pk, people[2], SHARES[2])
    take_back(fresh(game), ply, game.seats.get(user=player).number or 0, player, timezone.now())
    assert game.seats.get(user=people[2]).opening_ply == ply + 1
    play_on(fresh(game))
    assert_sound(game)


def test_tables_of_dice_version_1_go_on_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = make_user(), make_user()
    with monkeypatch.context() as before:
        before.setattr("games.engine.dice.V21", 1)
        game = make_table(ann, options=SHORT, share=NewShare(words=SHARES[0]))
    with pytest.raises(Invalid):
        join_table(game.pk, bob, share=by_device(SHARES[1], game.code))
    game = join_table(game.pk, bob, share=NewShare(words=SHARES[1]))
    assert game.entropy == hashlib.sha256(bytes.fromhex(SHARES[0] + SHARES[1])).hexdigest()
    with pytest.raises(Conflict):
        open_share(game.pk, bob, SHARES[1])
    play_on(fresh(game))
    assert_sound(game)
    assert "marrakech-dice-v2" not in game_file(fresh(game), game_record(fresh(game)))
    assert "first kind of seal" in Client().get(f"/t/{game.code}/dice/").content.decode()


def test_the_dice_page_says_who_drew_each_share() -> None:
    game, people = device_game(3)
    open_share(game.pk, people[1], SHARES[1])
    html = Client().get(f"/t/{game.code}/dice/").content.decode()
    assert "Of 3 shares, 1 was drawn by a player’s own device and opened in time." in html
    assert "Opened in time, before result 1" in html
    assert game.seats.get(number=1).receipt["signature"] in html
    assert SHARES[1] in html
    assert SHARES[0] not in html
    assert all(commitment_of(share, game.code) in html for share in SHARES[:3])
    assert html.count("’s device has not opened its share yet") == 2


def test_the_commitment_of_another_seat_is_refused() -> None:
    """With it, a player could open the other's share as their own: two equal shares, and one player's."""
    game, player = device_table(make_user()), make_user()
    with pytest.raises(Invalid, match="used-commitment"):
        join_table(game.pk, player, share=by_device(SHARES[0], game.code))
    with pytest.raises(Invalid, match="used-commitment"):
        join_table(game.pk, player, share=NewShare(words=SHARES[0]))
    assert game.seats.count() == 1
    assert join_table(game.pk, player, share=by_device(SHARES[1], game.code)).seats.count() == 2


def test_a_used_commitment_is_refused_by_page_api_and_rematch() -> None:
    game, player = device_table(make_user()), make_user("Mallory")
    sent = {"commitment": commitment_of(SHARES[0], game.code)}
    client = signed_in(player)
    assert client.post(f"/t/{game.code}/join/", {**sent, "table": game.code}).status_code == 422
    api = APIClient()
    api.force_authenticate(player)
    answer = api.post(f"/api/v1/games/{game.code}/join/", sent, format="json")
    assert (answer.status_code, answer.json()["code"]) == (422, "used-commitment")
    assert game.seats.count() == 1
    finished = resign(join_table(game.pk, player).pk, player)
    host = finished.seats.get(share_source=ShareSource.DEVICE).user
    assert host
    draft = new_draft()
    new = rematch(finished.pk, host, share=by_device(SHARES[2], draft.code), draft=draft.token)
    with pytest.raises(Invalid, match="used-commitment"):
        rematch(finished.pk, player, share=by_device(SHARES[2], new.code))
    assert new.seats.count() == 1


def test_equal_words_of_two_players_are_refused() -> None:
    words = NewShare(words="sand and saffron, sand")
    game = make_table(share=words)
    with pytest.raises(Invalid, match="used-commitment"):
        join_table(game.pk, make_user(), share=words)
