"""The games app, and what it does when accounts come and go."""

from typing import Any

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Connect to the life of accounts."""
        from allauth.account.signals import email_confirmed, user_signed_up
        from anymail.signals import inbound, tracking

        from accounts.signals import account_deleting, address_confirmed

        user_signed_up.connect(on_sign_up, dispatch_uid="games.on_sign_up")
        email_confirmed.connect(on_email_confirmed, dispatch_uid="games.on_email_confirmed")
        address_confirmed.connect(on_address_confirmed, dispatch_uid="games.follow_address")
        inbound.connect(on_inbound_mail, dispatch_uid="games.on_inbound_mail")
        tracking.connect(on_mail_tracking, dispatch_uid="games.on_mail_tracking")
        account_deleting.connect(on_account_deleting, dispatch_uid="games.on_account_deleting")


def on_sign_up(request: Any, user: Any, **_kwargs: Any) -> None:
    """Do for a new account what it was made for (``next`` names the page): keep an invitation, begin a first game."""
    from django.urls import Resolver404, resolve

    from games.services.tables.invitations import link_sign_up
    from games.services.tables.robot_games import start_robot_game

    try:
        page = resolve(request.POST.get("next", ""))
    except Resolver404:
        return
    if page.view_name == "games:invitation":
        link_sign_up(page.kwargs["code"], user)
    elif page.view_name == "games:play_robot":
        start_robot_game(user, page.kwargs["robot"])


def on_email_confirmed(email_address: Any, **_kwargs: Any) -> None:
    """Hand over the invitations sent to an address that has just been verified."""
    from games.services.tables.invitations import claim_invitations

    on_address_confirmed(email_address.user)
    claim_invitations(email_address.user, email_address.email)


def on_address_confirmed(user: Any, **_kwargs: Any) -> None:
    """Send mail again to somebody who has just confirmed an address that works."""
    from django.utils import timezone

    from games.services.notifications.bounces import unblock_confirmed_address

    unblock_confirmed_address(user, timezone.now())


def on_inbound_mail(event: Any, esp_name: str, **_kwargs: Any) -> None:
    """Deal with a mail that a mail service hands over."""
    from games.inbound.webhook import receive_from_service

    receive_from_service(event, esp_name)


def on_mail_tracking(**event: Any) -> None:
    """Store what a mail service reports about a mail."""
    from games.delivery.reports import receive_tracking_event

    receive_tracking_event(**event)


def on_account_deleting(user: Any, **_kwargs: Any) -> None:
    """Let the others' games go on when an account is deleted."""
    from games.services.play.endings import leave_all_games

    leave_all_games(user)
