"""Emails to the administrators of the site."""

from django.conf import settings
from django.core.mail import EmailMessage


def mail_administrators(subject: str, *sentences: str) -> None:
    """Queue an email to all administrators: the sentences, and the address of the site."""
    addresses = [address for _name, address in settings.ADMINS]
    text = "\n\n".join([*sentences, settings.SITE_URL]) + "\n"
    headers = {"Auto-Submitted": "auto-generated"}
    EmailMessage(f"[{settings.SITE_NAME}] {subject}", text, settings.SERVER_EMAIL, addresses, headers=headers).send()
