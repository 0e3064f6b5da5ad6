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

        user_signed_up.connect(remember_goal, dispatch_uid="games.remember_goal")
        email_confirmed.connect(take_seat, dispatch_uid="games.take_seat")
        address_confirmed.connect(follow_address, dispatch_uid="games.follow_address")
        inbound.connect(take_mail, dispatch_uid="games.take_mail")
        tracking.connect(note_report, dispatch_uid="games.note_report")
        account_deleting.connect(give_up_seats, dispatch_uid="games.give_up_seats")


def remember_goal(request: Any, user: Any, **_kwargs: Any) -> None:
    """Do for a new account what it was made for (``next`` names the page): keep an invitation, begin a first game."""
    from django.urls import Resolver404, resolve

    from games.services.first_games import play_robot
    from games.services.invitations import sign_up_from

    try:
        page = resolve(request.POST.get("next", ""))
    except Resolver404:
        return
    if page.view_name == "games:invitation":
        sign_up_from(page.kwargs["code"], user)
    elif page.view_name == "games:play_robot":
        play_robot(user, page.kwargs["robot"])


def take_seat(email_address: Any, **_kwargs: Any) -> None:
    """Hand over the invitations sent to an address that has just been verified."""
    from games.services.invitations import claim_invitations

    follow_address(email_address.user)
    claim_invitations(email_address.user, email_address.email)


def follow_address(user: Any, **_kwargs: Any) -> None:
    """Send mail again to somebody who has just confirmed an address that works."""
    from django.utils import timezone

    from games.services.bounces import follow_address

    follow_address(user, timezone.now())


def take_mail(event: Any, esp_name: str, **_kwargs: Any) -> None:
    """Deal with a mail that a mail service hands over."""
    from games.inbound.webhook import take

    take(event, esp_name)


def note_report(**event: Any) -> None:
    """Store what a mail service reports about a mail."""
    from games.delivery.reports import receive

    receive(**event)


def give_up_seats(user: Any, **_kwargs: Any) -> None:
    """Let the others' games go on when an account is deleted."""
    from games.services.endings import leave_everything

    leave_everything(user)
