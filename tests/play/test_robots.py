import hashlib
from datetime import timedelta

import pytest

from accounts import rate_limits
from accounts.models import User
from accounts.selectors import person_by_address
from games.chat.services import post_message
from games.common.errors import Conflict, Forbidden, Invalid, TooMany
from games.core.choices import Status
from games.core.models import Game, Seat
from games.engine.registry import get_title
from games.lobby.invitations import accept_invitation, invite_address, invite_player, rematch
from games.lobby.tables import add_robots, join_table, leave_table
from games.notifications.models import Kind, Notification
from games.play import robots
from games.play.endings import resign
from games.play.proposals import answer_abort
from games.play.robots import robots_for
from tests.makers import host_of, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]
FEW_RUGS = {"rugs": "4/4/4"}
MARRAKECH = get_title("marrakech")


def names_at(game: Game) -> list[str]:
    return list(game.seats.order_by("id").values_list("user__username", flat=True))


def test_a_table_full_of_robots_starts_at_once() -> None:
    game = make_table(make_user("amina"), seat_count=3, robots=["greedy", "master"])
    assert game.status == Status.RUNNING
    assert names_at(game) == ["amina", "Greedy", "Master"]


def test_the_same_robot_twice_sits_as_two_players() -> None:
    make_table(robots=["greedy"])
    game = make_table(make_user("amina"), seat_count=4, robots=["greedy", "careful", "greedy"])
    assert names_at(game) == ["amina", "Greedy", "Careful", "Greedy-2"]
    assert User.objects.exclude(robot="").count() == 3


def test_a_robot_leaves_a_person_their_name() -> None:
    make_user("greedy")
    assert [robot.username for robot in robots_for(MARRAKECH, ["greedy"])] == ["Greedy-2"]


def test_a_closed_robot_is_left_out() -> None:
    robots_for(MARRAKECH, ["greedy"])
    User.objects.update(is_active=False)
    assert robots_for(MARRAKECH, ["greedy"])[0].username == "Greedy-2"


def test_an_unknown_robot_cannot_be_seated() -> None:
    with pytest.raises(Invalid) as refusal:
        make_table(robots=["deep-blue"])
    assert refusal.value.code == "unknown-robot"
    assert not Game.objects.exists()


def test_more_robots_than_seats_are_refused() -> None:
    with pytest.raises(Conflict) as refusal:
        make_table(robots=["greedy", "greedy"])
    assert refusal.value.code == "no-free-seat"
    assert not Game.objects.exists()


def test_anyone_can_check_a_robots_share_of_the_dice() -> None:
    game = make_table(robots=["greedy"])
    text = f"marrakech-robot-v1{game.code}{game.commitment}Greedy"
    share = Seat.objects.get(game=game, user__username="Greedy").entropy
    assert share == hashlib.sha256(text.encode()).hexdigest()[:32]


def test_robots_sit_down_at_a_waiting_table() -> None:
    game = make_table(make_user("amina"), seat_count=3)
    game = add_robots(game.pk, host_of(game), ["greedy"])
    assert (game.status, names_at(game)) == (Status.OPEN, ["amina", "Greedy"])
    game = add_robots(game.pk, host_of(game), ["greedy"])
    assert (game.status, names_at(game)) == (Status.RUNNING, ["amina", "Greedy", "Greedy-2"])


def test_no_robot_takes_a_seat_that_is_kept() -> None:
    game = make_table(make_user("amina"), seat_count=2)
    invite_player(game.pk, host_of(game), make_user("brahim").username)
    with pytest.raises(Conflict):
        add_robots(game.pk, host_of(game), ["greedy"])


def test_only_the_host_lets_robots_sit_down() -> None:
    game, guest = make_table(seat_count=3), make_user()
    join_table(game.pk, guest)
    with pytest.raises(Forbidden) as refusal:
        add_robots(game.pk, guest, ["greedy"])
    assert refusal.value.code == "not-host"


def test_no_robot_sits_down_at_a_running_game() -> None:
    game = started_game()
    with pytest.raises(Conflict) as refusal:
        add_robots(game.pk, host_of(game), ["greedy"])
    assert refusal.value.code == "not-open"


def test_people_play_with_a_limited_number_of_robots_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robots, "MAX_GAMES", 2)
    amina = make_user("amina")
    game = make_table(amina, robots=["greedy"])
    make_table(amina, robots=["greedy"])
    with pytest.raises(Conflict) as refusal:
        make_table(amina, robots=["greedy"])
    assert refusal.value.code == "too-many-robot-games"
    resign(game.pk, amina)
    assert make_table(amina, robots=["greedy"]).status == Status.RUNNING


def test_open_games_with_robots_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "seconds_to_wait", lambda key, *_: 9.0 if key.startswith("robots:") else 0.0)
    with pytest.raises(TooMany):
        make_table(robots=["greedy"])
    assert not Game.objects.exists()


def test_emails_about_turns_wait_for_a_player_who_plays_only_with_robots() -> None:
    game = make_table(robots=["greedy"], options=FEW_RUGS)
    while not (turn := Notification.objects.filter(kind=Kind.TURN).first()):
        game = play_on(game, 1)
    assert turn.due_at - turn.created_at > timedelta(minutes=4)


def test_the_email_about_a_turn_is_sent_at_once_where_people_play_too() -> None:
    game = make_table(seat_count=3, robots=["greedy"], options=FEW_RUGS)
    game = join_table(game.pk, make_user())
    while not (turn := Notification.objects.filter(kind=Kind.TURN).first()):
        game = play_on(game, 1)
    assert turn.due_at - turn.created_at < timedelta(minutes=1)


def test_robots_get_no_mail() -> None:
    assert play_on(make_table(robots=["greedy"], options=FEW_RUGS)).status == Status.FINISHED
    assert not Notification.objects.exclude(user__robot="").exists()


def test_robots_need_no_invitation() -> None:
    game = make_table()
    robots_for(MARRAKECH, ["greedy"])
    with pytest.raises(Invalid) as refusal:
        invite_player(game.pk, host_of(game), "Greedy")
    assert refusal.value.code == "is-robot"


def test_an_address_of_a_robot_is_not_found() -> None:
    robots_for(MARRAKECH, ["greedy"])
    assert person_by_address("") is None


def test_robots_agree_to_abort_when_all_people_do() -> None:
    amina, brahim = make_user(), make_user()
    game = make_table(amina, seat_count=3, robots=["greedy"])
    game = join_table(game.pk, brahim)
    assert answer_abort(game.pk, amina, agrees=True).status == Status.RUNNING
    assert answer_abort(game.pk, brahim, agrees=True).status == Status.ABORTED


def test_robots_play_on_among_themselves() -> None:
    amina = make_user()
    game = make_table(amina, seat_count=3, robots=["greedy", "greedy"])
    assert resign(game.pk, amina).status == Status.RUNNING


def test_a_robots_turn_has_no_deadline() -> None:
    game = make_table(make_user("amina"), robots=["greedy"])
    while not Seat.objects.filter(game=game, is_acting=True, user__username="Greedy").exists():
        game = play_on(game, 1)
    assert game.deadline is None
    while Seat.objects.filter(game=game, is_acting=True, user__username="Greedy").exists():
        game = play_on(game, 1)
    assert game.deadline is not None


def test_robots_accept_a_rematch_at_once() -> None:
    amina = make_user("amina")
    game = make_table(amina, seat_count=3, robots=["greedy", "careful"])
    answer_abort(game.pk, amina, agrees=True)
    again = rematch(game.pk, amina)
    assert again.status == Status.RUNNING
    assert sorted(names_at(again)) == ["Careful", "Greedy", "amina"]


def test_a_rematch_with_people_and_robots_waits_for_the_people() -> None:
    amina, brahim = make_user("amina"), make_user("brahim")
    game = make_table(amina, seat_count=3, robots=["greedy"])
    join_table(game.pk, brahim)
    for player in (amina, brahim):
        answer_abort(game.pk, player, agrees=True)
    again = rematch(game.pk, amina)
    assert (again.status, names_at(again)) == (Status.OPEN, ["amina", "Greedy"])
    assert rematch(game.pk, brahim).status == Status.RUNNING


def test_a_robot_never_becomes_host() -> None:
    game = make_table(seat_count=3, robots=["greedy"])
    assert leave_table(game.pk, host_of(game)).status == Status.CANCELLED


def test_a_person_becomes_host_before_a_robot() -> None:
    game, brahim = make_table(seat_count=4, robots=["greedy"]), make_user("brahim")
    join_table(game.pk, brahim)
    assert leave_table(game.pk, host_of(game)).host == brahim


@pytest.fixture
def newcomer() -> User:
    return make_user("newcomer", verified=False)


def test_a_newcomer_plays_with_robots_and_acts(newcomer: User) -> None:
    game = make_table(newcomer, robots=["greedy"])
    assert (game.status, game.is_private) == (Status.RUNNING, True)
    assert play_on(game, 4).ply > game.ply


def test_others_do_not_see_the_table_of_a_newcomer(newcomer: User) -> None:
    make_table(newcomer, robots=["greedy"], is_private=False)
    assert not Game.objects.open_tables().exists()


def test_a_newcomer_opens_no_table_for_people(newcomer: User) -> None:
    with pytest.raises(Forbidden) as refusal:
        make_table(newcomer, seat_count=3, robots=["greedy"])
    assert refusal.value.code == "address-unconfirmed"
    assert not Game.objects.exists()


def test_a_newcomer_joins_no_table(newcomer: User) -> None:
    game = make_table()
    with pytest.raises(Forbidden):
        join_table(game.pk, newcomer)
    assert game.seats.count() == 1


def test_a_newcomer_accepts_an_invitation_once_the_address_is_confirmed(newcomer: User) -> None:
    game = make_table()
    invitation = invite_player(game.pk, host_of(game), newcomer.username)
    with pytest.raises(Forbidden):
        accept_invitation(invitation.code, newcomer)
    newcomer.email = "newcomer@example.org"
    assert accept_invitation(invitation.code, newcomer).status == Status.RUNNING


def test_a_newcomer_cannot_invite(newcomer: User) -> None:
    game = make_table(seat_count=3)
    Seat.objects.create(game=game, user=newcomer, entropy="00" * 16)  # from before addresses had to be confirmed
    with pytest.raises(Forbidden):
        invite_address(game.pk, newcomer, "friend@example.org")
    assert not Notification.objects.exists()


def test_a_newcomer_does_not_talk(newcomer: User) -> None:
    game = make_table(newcomer, robots=["greedy"])
    with pytest.raises(Forbidden):
        post_message(game.pk, newcomer, "Buy my rugs!")


def test_a_newcomer_gets_no_mail(newcomer: User) -> None:
    play_on(make_table(newcomer, robots=["greedy"], options=FEW_RUGS))
    assert not Notification.objects.exists()


def test_a_newcomer_has_fewer_games_at_a_time(newcomer: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robots, "MAX_GAMES_UNCONFIRMED", 1)
    make_table(newcomer, robots=["greedy"])
    with pytest.raises(Conflict):
        make_table(newcomer, robots=["greedy"])
