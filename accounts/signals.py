"""What other apps may want to know about people."""

from django.dispatch import Signal

# Sent by ``services.delete_account`` outside any transaction, before the user's row goes, with ``user``.
# Receivers take the player out of whatever still waits for them. An exception keeps the account.
account_deleting = Signal()
