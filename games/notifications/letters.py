"""Emails about no game and no table: a few sentences as text and HTML, and a button."""

from allauth.account.adapter import get_adapter

from accounts.models import User

from .recipient import user_locale


def send_letter(user: User, name: str, **context: object) -> None:
    """Send the email of templates/mail/<name>/ to a player at once, in their language; not without a confirmed address.

    ``there`` is the address of its button, and ``label`` what is on it.
    """
    if not user.is_confirmed:
        return
    templates = {"subject_template": f"mail/{name}/subject.txt", "text_template": f"mail/{name}/body.txt"}
    with user_locale(user):
        get_adapter().send_mail("mail/letter/email", user.email, {"user": user, **templates, **context})
