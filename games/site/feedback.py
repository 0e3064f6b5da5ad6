"""What visitors and players write to the people who run the site."""

from collections.abc import Collection

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import display_name
from games.common.errors import Conflict
from games.common.wording import name_of
from games.core.selectors import Viewer
from games.notifications.alerts import mail_administrators


def administrators() -> list[str]:
    """Return the addresses of ADMINS; without any, those of the accounts that may do everything."""
    if settings.ADMINS:
        return [address for _name, address in settings.ADMINS]
    accounts = User.objects.filter(is_superuser=True, is_active=True).exclude(email="")
    return list(accounts.order_by("pk").values_list("email", flat=True))


def tell_administrators(viewer: Viewer, text: str, address: str = "") -> None:
    """Queue what someone has written to the administrators. Raises Conflict if there are none.

    It is in the outbox until it is sent. If it cannot be sent for a day, it stays there, and an administrator can send
    it again.
    """
    to = administrators()
    if not to:
        raise Conflict("no-administrator", _("This site has no address that messages could go to. Copy your text."))
    with translation.override(settings.LANGUAGE_CODE):
        _queue(viewer, text, address, to)


def _queue(viewer: Viewer, text: str, address: str, to: Collection[str]) -> None:
    address = (viewer.email if isinstance(viewer, User) else "") or address
    reply = _("Answer to: %(address)s") % {"address": address} if address else _("No address for an answer was given.")
    mail_administrators(
        _("Message from %(name)s") % {"name": _name(viewer)}, text, reply, to=to, reply_to=[address] if address else ()
    )


def _name(viewer: Viewer) -> str:
    if not isinstance(viewer, User):
        return _("a visitor")
    return _("a guest") if viewer.is_guest else f"{name_of(display_name(viewer))} ({viewer.username})"
