"""What other apps may want to know about people."""

from django.dispatch import Signal

# Sent by ``services.delete_account`` outside any transaction, before the user's row goes, with ``user``.
# Receivers take the player out of whatever still waits for them. An exception keeps the account.
account_deleting = Signal()

# Sent by ``services.verify_address`` inside its transaction, with ``user``, whose address counts from now on.
# The link in a mail is allauth's: that one sends ``email_confirmed``.
address_confirmed = Signal()
