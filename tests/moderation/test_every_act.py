"""Every action and every form of the administration asks for a reason and leaves one row of the record."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.db.models import Model
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import deactivate
from games.analysis.models import Analysis
from games.chat.services import post_message
from games.conduct.models import RecordedAct, RecordRole
from games.core.models import Game, JobState
from games.lobby.invitations import invite_player
from games.notifications.bounces import note_bounce
from games.notifications.models import BlockReason, Notification, NotificationState
from games.planning.models import DiaryLine, Study
from games.play.models import RobotTurn, RobotTurnState
from games.ratings.services import rate_waiting
from games.replay import films
from games.time_outs.admin import ACTS
from tests.helpers.admin_pages import act, ask
from tests.makers import finished_game, make_table, make_user, play_on, started_game
from tests.ratings.rated_games import written_rated_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]
WHY = "The press asked."


def closed_account() -> User:
    user = make_user()
    deactivate(user)
    return user


def sent_game() -> Game:
    game = started_game()
    Notification.objects.update(state=NotificationState.SENT)
    return game


def failed_email() -> Notification:
    started_game()
    row = Notification.objects.filter(user__isnull=False)[0]
    Notification.objects.filter(pk=row.pk).update(state=NotificationState.FAILED)
    return row


def invitation() -> Model:
    table = make_table()
    assert table.host
    return invite_player(table.pk, table.host, make_user().username)


def failed_robot() -> RobotTurn:
    game = make_table(make_user(), robots=["greedy"])
    while not (seat := game.seats.filter(is_acting=True, user__robot="greedy").first()):
        game = play_on(game, 1)
    return RobotTurn.objects.create(seat=seat, ply=game.ply, due_at=timezone.now(), state=RobotTurnState.FAILED)


def failed_film() -> Model:
    row = films.request_film(play_on(started_game(options={"rugs": "1/1/1"})), make_user(), "gif")
    type(row).objects.filter(pk=row.pk).update(state=JobState.FAILED)
    return row


def failed_analysis() -> Analysis:
    row = Analysis.objects.get(game=finished_game())
    Analysis.objects.filter(pk=row.pk).update(state=JobState.FAILED)
    return row


def bounced_address() -> Model:
    block = note_bounce(make_user().email, BlockReason.BOUNCE, "550 no such user", timezone.now())
    assert block
    return block


def open_diary_line() -> DiaryLine:
    return DiaryLine.objects.create(game=finished_game(), user=make_user(), ply=1, text="Dear.", at=timezone.now())


ROWS: dict[str, Callable[[], Model]] = {
    "accounts.user deactivate": make_user,
    "accounts.user reactivate": closed_account,
    "accounts.user verify": lambda: make_user(verified=False),
    "mfa.authenticator remove": lambda: Authenticator.objects.create(user=make_user(), type="totp", data={}),
    "games.analysis again": failed_analysis,
    "games.chatmessage remove": lambda: post_message((game := started_game()).pk, game.host or make_user(), "Foul."),
    "games.diaryline take_down": open_diary_line,
    "games.film again": failed_film,
    "games.film remove": failed_film,
    "games.game abort": started_game,
    "games.game rebuild": started_game,
    "games.game replay": started_game,
    "games.game resend": sent_game,
    "games.invitation withdraw": invitation,
    "games.mailblock lift": bounced_address,
    "games.notification retry": failed_email,
    "games.robotturn retry": failed_robot,
    "games.study take_down": lambda: Study.objects.create(
        game=started_game(), user=make_user(), published_at=timezone.now()
    ),
}


def boss_request() -> Any:
    request = RequestFactory().get("/admin/")
    request.user = make_user("boss", is_staff=True, is_superuser=True)
    return request


def require_one_row() -> RecordedAct:
    """Check that there is one row of the record, by whom and why."""
    row = RecordedAct.objects.get()
    assert (row.role, row.actor and row.actor.username, row.reason) == (RecordRole.ADMIN, "boss", WHY)
    assert row.after
    return row


def test_every_action_of_the_administration_is_in_this_test() -> None:
    request = boss_request()
    found = {
        f"{model._meta.label_lower} {name}"
        for model, pages in admin.site._registry.items()
        for name in pages.get_actions(request)
    }
    assert found == set(ROWS)


@pytest.mark.parametrize("action", ROWS)
def test_an_action_asks_first_and_is_recorded_with_its_reason(admin_client: Client, action: str) -> None:
    row, name = ROWS[action](), action.partition(" ")[2]
    page = ask(admin_client, name, row)
    assert 'name="reason"' in page
    assert 'name="confirmed"' in page
    assert not RecordedAct.objects.exists()
    act(admin_client, name, row, reason=WHY)
    recorded = require_one_row()
    assert recorded.person or recorded.game


def test_nothing_else_is_changed_in_the_administration_but_by_the_forms_below() -> None:
    request = boss_request()
    standard = ("changelist", "add", "history", "delete", "change", None)
    forms, pages = set(), set()
    for model, one in admin.site._registry.items():
        label = model._meta.model_name
        may_change, may_delete = (
            one.has_change_permission(request, model()),
            one.has_delete_permission(request, model()),
        )
        allowed = {"add": one.has_add_permission(request), "change": may_change, "delete": may_delete}
        forms |= {f"{label} {kind}" for kind, is_allowed in allowed.items() if is_allowed}
        usual = {f"{model._meta.app_label}_{label}_{name}" for name in standard} | {None}
        pages |= {url.name for url in one.get_urls()} - usual
    assert forms == {"user add", "user change"}
    assert pages == {"auth_user_password_change", "games_game_clocks", "games_outage_declare"}


NO_INLINES = {f"{name}-{part}_FORMS": "0" for name in ("profile", "api_tokens") for part in ("TOTAL", "INITIAL")}
PASSWORD = {"password1": "grey-camels-8", "password2": "grey-camels-8", "usable_password": "true"}


def change_user(client: Client, user: User) -> None:
    sent = {"username": "layla", "email": user.email, "reason": WHY, **NO_INLINES}
    client.post(reverse("admin:accounts_user_change", args=[user.pk]), sent)


def add_user(client: Client, _user: User) -> None:
    sent = {"username": "layla", "email": "", "reason": WHY, **PASSWORD, **NO_INLINES}
    client.post(reverse("admin:accounts_user_add"), sent)


def set_password(client: Client, user: User) -> None:
    client.post(reverse("admin:auth_user_password_change", args=[user.pk]), {**PASSWORD, "reason": WHY})


@pytest.mark.parametrize("change", [change_user, add_user, set_password])
def test_a_form_about_accounts_is_recorded_with_its_reason(
    admin_client: Client, change: Callable[[Client, User], None]
) -> None:
    change(admin_client, make_user("leila"))
    assert require_one_row().person


def test_an_outage_is_recorded_with_its_reason(admin_client: Client) -> None:
    began, ended = (timezone.now() - timedelta(hours=hours) for hours in (3, 2))
    sent = {"began_at": f"{began:%Y-%m-%dT%H:%M}", "ended_at": f"{ended:%Y-%m-%dT%H:%M}", "reason": WHY}
    admin_client.post(reverse("admin:games_outage_declare"), sent)
    assert not RecordedAct.objects.exists()
    admin_client.post(reverse("admin:games_outage_declare"), {**sent, "confirmed": "yes"})
    require_one_row()


AT_A_TABLE: dict[str, dict[str, str | int]] = {
    "time": {"time_number": 1, "time_unit": "hours"},
    "pause": {"until": f"{timezone.now() + timedelta(days=2):%Y-%m-%dT%H:%M}"},
    "resume": {},
    "seat": {"to": "robot"},
    "rewind": {"ply": 2},
    "rebuild": {},
    "abort": {},
    "void": {},
    "restore": {},
}


def send(client: Client, game: Game, action: str, **more: str) -> None:
    """Send a form of the page of a game's clocks."""
    acting = game.seats.filter(is_acting=True).first()
    sent = {"action": action, "version": Game.objects.get(pk=game.pk).version, "reason": WHY, **AT_A_TABLE[action]}
    seat = {"seat": acting.number} if acting else {}
    client.post(reverse("admin:games_game_clocks", args=[game.pk]), {**sent, **seat, **more})


def test_every_form_at_a_table_is_recorded_with_its_reason(admin_client: Client) -> None:
    assert set(AT_A_TABLE) == set(ACTS)
    rated = written_rated_game(make_user("Ada"), make_user("Ben")).game
    rate_waiting()
    for action in AT_A_TABLE:
        game = rated if action in {"void", "restore"} else play_on(started_game(pace="1d"), 8, in_steps=True)
        if action == "resume":
            send(admin_client, game, "pause", confirmed="yes")
        before = RecordedAct.objects.count()
        send(admin_client, game, action)
        assert RecordedAct.objects.count() == before, action
        send(admin_client, game, action, confirmed="yes")
        assert RecordedAct.objects.count() == before + 1, action
        row = RecordedAct.objects.latest("pk")
        assert (row.game, row.reason, row.actor and row.actor.username) == (game, WHY, "boss")
