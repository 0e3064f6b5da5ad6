"""What the session of a browser knows about the links by which its visitor came."""

from django.http import HttpRequest

BY_MAIL = "invited_by_mail"  # code and key of the invitation whose email was opened last


def note_invited_by_mail(request: HttpRequest, code: str, key: str) -> None:
    request.session[BY_MAIL] = [code, key]


def take_invited_by_mail(request: HttpRequest, code: str) -> str:
    """Return the key of the email, once, if this browser came by that of this invitation; "" if not."""
    noted, key = request.session.pop(BY_MAIL, ["", ""])
    return str(key) if noted == code else ""
