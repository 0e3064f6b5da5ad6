"""Receivers of signals about accounts, incoming emails, delivery reports, and work for the workers."""

import logging
import time
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from allauth.account.signals import password_changed, password_set
from allauth.usersessions.models import UserSession
from celery import Task
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.http import HttpRequest, QueryDict
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from accounts.errors import SiteError
from accounts.exports import MoreFiles
from accounts.models import User
from accounts.services import verify_address
from games import tasks
from games.analysis import analyses
from games.chat.services import keep_within_log, recount_unread
from games.clocks.activity import begin_unreachable, end_unreachable
from games.clocks.waking_hours import change_zone
from games.common import signals
from games.common.forms import query_values
from games.conduct.models import RecordRole, Verb
from games.conduct.selectors import Act, require_may
from games.conduct.services import add_record
from games.core.forms import InviteCodeForm
from games.core.models import Game
from games.delivery.reports import receive_tracking_event
from games.deputies.services import end_deputies_between
from games.following.services import end_between, notify_of_end
from games.inbound.webhook import receive_from_service
from games.lobby.invitations import (
    claim_invitations,
    give_games,
    hold_seat,
    link_sign_up,
    rematch,
    take_mail_key,
    withdraw_invitations_to,
)
from games.lobby.presenters import joined_text
from games.moderation.services import forget_name, report_by_site
from games.notifications import push_devices
from games.notifications.bounces import unblock_confirmed_address
from games.notifications.feeds import revoke_all_feeds
from games.pairing.presenters import terms_refusals
from games.pairing.services import start_games_after
from games.people.erasure import erase_player
from games.planning import notes
from games.play.models import AdvanceOrder, OrderDeed
from games.play.orders import carry_out
from games.play.proposals import answer_abort
from games.ratings.inputs import freeze
from games.ratings.records import store_records
from games.ratings.services import freeze_luck_free
from games.replay.game_files import add_games
from games.table.closed_accounts import leave_all_games

BROKER_FAILURES = (OperationalError, RedisError, OSError)
AWAY_SECONDS = 10.0  # for which a broker that has not answered is left alone
WAKE_EXPIRY = 60  # seconds: by then the scheduler has woken a worker anyway
GAME_FILES = MoreFiles("games", _("your games, each as a game file and as JSON"), add_games)
logger = logging.getLogger(__name__)


class Broker:
    """Whether the broker has failed to answer in the last seconds."""

    def __init__(self) -> None:
        self._away_until = 0.0

    def is_away(self) -> bool:
        return time.monotonic() < self._away_until

    def note_failure(self) -> None:
        self._away_until = time.monotonic() + AWAY_SECONDS


broker = Broker()


def on_sign_up(request: Any, user: Any, **_kwargs: Any) -> None:
    """Link a new account to its invitation if ``next`` is the invitation's page, or hold a seat at the table there.

    A refusal does not stop the sign-up: the account exists already, and the page itself says what is
    wrong.
    """
    try:
        path, _mark, query = request.POST.get("next", "").partition("?")
        page = resolve(path)
        if page.view_name == "games:invitation":
            code = page.kwargs["code"]
            if link_sign_up(code, user, take_mail_key(request.session, code)):
                verify_address(user)
        elif page.view_name == "games:table":
            invite = query_values(InviteCodeForm, QueryDict(query)).get("invite", "")
            game = Game.objects.filter(code=page.kwargs["code"], invite_code=invite).first()
            if game is not None:
                hold_seat(game.pk, user)
    except Resolver404:
        return
    except SiteError as error:
        logger.info("nothing was prepared for a new account", extra={"code": error.code})


def on_email_confirmed(email_address: Any, request: Any = None, **_kwargs: Any) -> None:
    """Unblock an address that a player has confirmed by a link, and claim the invitations to it."""
    unblock_confirmed_address(email_address.user, timezone.now())
    for game in claim_invitations(email_address.user, email_address.email):
        if request is not None:
            messages.success(request, joined_text(game))
            request.says_more = True  # than that the address is confirmed


def on_address_confirmed(user: Any, **_kwargs: Any) -> None:
    """Do the same for an address that an administrator has confirmed."""
    unblock_confirmed_address(user, timezone.now())
    claim_invitations(user, user.email)


def on_inbound_mail(event: Any, esp_name: str, **_kwargs: Any) -> None:
    receive_from_service(event, esp_name)


def on_mail_tracking(**event: Any) -> None:
    receive_tracking_event(**event)


def on_account_administered(actor: User, user: User, what: str, reason: str, **_kwargs: Any) -> None:
    about = {"person": user, "after": what, "reason": reason}
    add_record(actor, RecordRole.ADMIN, Verb.CHANGED, user.username, **about)


def on_account_closed(user: Any, **_kwargs: Any) -> None:
    leave_all_games(user)


def on_account_deleting(user: Any, **_kwargs: Any) -> None:
    leave_all_games(user)


def on_account_erasing(user: Any, addresses: set[str], removes_messages: bool, **_kwargs: Any) -> None:
    erase_player(user, addresses, removes_messages=removes_messages)
    forget_name(user)


def on_export_queued(pk: int, **_kwargs: Any) -> None:
    """Wake a worker that makes the export. If the message is lost, the sweep sends it again."""
    _start(tasks.make_export, pk)


def on_guest_merging(guest: Any, user: Any, **_kwargs: Any) -> None:
    notes.give_notes(guest, user)  # first: it needs the guest's seats
    give_games(guest, user)


def on_access_ended(user: Any, **_kwargs: Any) -> None:
    """Revoke the private addresses of a player who ends all access without a password."""
    revoke_all_feeds(user)


def on_about_changing(user: User, **_kwargs: Any) -> None:
    """Refuse a new text of a profile to whom a sanction forbids to write."""
    require_may(user, Act.WRITE)


def on_block_changed(user: User, other: User, is_blocked: bool, **_kwargs: Any) -> None:
    """End what the two have agreed or asked, and let the pages of their tables show whose messages are hidden."""
    if is_blocked:
        end_deputies_between(user, other, timezone.now())
        end_between(user, other)
        withdraw_invitations_to(user, other)
    recount_unread(user, other)
    recount_unread(other, user)


def on_time_zone_changed(user: Any, before: str, **_kwargs: Any) -> None:
    change_zone(user, before, timezone.now())


@receiver(user_logged_out)
def on_sign_out(request: HttpRequest, user: User | None, **_kwargs: Any) -> None:
    """Remove the push device of a browser that signs out; it sends its address if it has one."""
    if user is not None and (endpoint := request.POST.get("endpoint")):
        push_devices.remove_ended(user.pk, endpoint=endpoint)


@receiver(pre_delete, sender=UserSession)
def on_session_ended(instance: UserSession, **_kwargs: Any) -> None:
    """Remove the push device of a session that has ended in any way."""
    if pk := instance.data.get(push_devices.DEVICE_KEY):
        push_devices.remove_ended(instance.user_id, pk=pk)


@receiver([password_changed, password_set])
def on_password_changed(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """Keep the push device of the browser in which the player has chosen a new password: its session has a new key."""
    if pk := request.session.get(push_devices.DEVICE_KEY):
        push_devices.keep_with_session(user, pk, request.session.session_key or "")


@receiver(signals.game_over)
def on_game_over(game: Game, **_kwargs: Any) -> None:
    analyses.queue(game)
    freeze(game)
    notify_of_end(game)
    store_records(game)
    transaction.on_commit(partial(start_games_after, game.pk), robust=True)


@receiver(signals.log_shortened)
def on_log_shortened(game: Game, **_kwargs: Any) -> None:
    keep_within_log(game)
    notes.keep_within_log(game)


@receiver(signals.analysis_damaged)
def on_analysis_damaged(pk: int, **_kwargs: Any) -> None:
    analyses.requeue(pk)


@receiver(signals.log_packed)
def on_log_packed(game: Game, **_kwargs: Any) -> None:
    analyses.pack_result(game)


@receiver(signals.log_unpacked)
def on_log_unpacked(game: Game, **_kwargs: Any) -> None:
    analyses.unpack_result(game)


@receiver(signals.order_asks)
def on_order_asks(order: AdvanceOrder, **_kwargs: Any) -> None:
    carry_out(order, rematch if order.deed == OrderDeed.REMATCH else partial(answer_abort, agrees=True))


@receiver(signals.game_analysed)
def on_game_analysed(game: Game, version: int, points: Sequence[float], **_kwargs: Any) -> None:
    freeze_luck_free(game, version, points)


@receiver(signals.table_left)
def on_table_left(game: Game, user: User, **_kwargs: Any) -> None:
    notes.delete_notes(game, user)


@receiver(signals.terms_asked)
def on_terms_asked(games: list[int], user: User, now: datetime, **_kwargs: Any) -> dict[int, str]:
    return terms_refusals(games, user, now)


@receiver(signals.address_blocked)
def on_address_blocked(user: User, now: datetime, **_kwargs: Any) -> None:
    begin_unreachable(user, now)


@receiver(signals.address_unblocked)
def on_address_unblocked(user: User, now: datetime, **_kwargs: Any) -> None:
    end_unreachable(user, now)


@receiver(signals.emails_queued)
def on_emails_queued(**_kwargs: Any) -> None:
    """Wake a worker that sends all due emails. If it starts late, it finds nothing to do."""
    _start(tasks.drain, expires=WAKE_EXPIRY)


@receiver(signals.calls_queued)
def on_calls_queued(**_kwargs: Any) -> None:
    _start(tasks.drain_calls, expires=WAKE_EXPIRY)


@receiver(signals.robot_due)
def on_robot_due(game_id: int, within: float | None = None, **_kwargs: Any) -> None:
    """Wake a worker that plays a robot's turn; the message expires after ``within`` seconds."""
    _start(tasks.play_robot, game_id, expires=within)


@receiver(signals.analysis_queued)
def on_analysis_queued(pk: int, **_kwargs: Any) -> None:
    _start(tasks.analyse, pk)


@receiver(signals.game_rated)
def on_game_rated(**_kwargs: Any) -> None:
    """Wake a worker that rates all games that wait. If it starts late, it finds nothing to do."""
    _start(tasks.rate_games, expires=WAKE_EXPIRY)


@receiver(signals.film_queued)
def on_film_queued(pk: int, **_kwargs: Any) -> None:
    _start(tasks.make_film, pk)


@receiver(signals.message_is_critical)
def on_critical_message(pk: int, why: str, **_kwargs: Any) -> None:
    report_by_site(pk, why)


def _start(task: Task, *arguments: int, **options: float | None) -> None:
    """Send a task to the workers. Without Redis do nothing: the embedded worker finds its work itself.

    A broker that has not answered is left alone for some seconds, so that players do not wait for it: the scheduler
    finds the work as soon as the broker is back.
    """
    if not settings.REDIS_URL or broker.is_away():
        return
    try:
        task.apply_async(list(arguments), retry=False, **options)
    except BROKER_FAILURES as error:
        broker.note_failure()
        logger.warning("the broker does not answer", extra={"error": f"{type(error).__name__}: {error}"[:200]})
