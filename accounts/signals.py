"""Signals about accounts for other apps."""

from django.dispatch import Signal

# Sent by ``services.delete_account`` with ``user``, outside any transaction, before the user's row is deleted.
# An exception of a receiver stops the deletion.
account_deleting = Signal()

# Sent with ``user`` after the account was closed by ``services.deactivate`` or a sanction, outside any transaction.
account_closed = Signal()

# Sent by ``erasure.erase`` with ``user``, ``addresses`` (those of the account, in small letters) and
# ``removes_messages``, outside any transaction. An exception of a receiver stops the erasure; it is tried again.
account_erasing = Signal()

# Sent by ``exports`` with ``pk``, after the commit: a worker should make this export.
export_queued = Signal()

# Sent by ``services.merge_guest`` with ``guest`` and ``user``, inside its transaction, before the guest is deleted.
guest_merging = Signal()

# Sent by ``services.register`` with ``user``, new or a guest until now, inside its transaction.
registered = Signal()

# Sent by ``services.end_access`` with ``user``, inside its transaction: what opens the account without a password ends.
access_ended = Signal()

# Sent by ``User.save`` with ``user`` after a new password: from a page, the admin or a command.
password_stored = Signal()

# Sent by ``services.verify_address`` with ``user``, inside its transaction.
# The link in an email sends allauth's ``email_confirmed`` instead.
address_confirmed = Signal()

# Sent by ``services.update_profile`` with ``user`` before a new text about the player is stored. An exception of a
# receiver refuses it.
about_changing = Signal()

# Sent by ``Profile.save`` with ``user`` and ``before``, the former time zone, inside its transaction.
time_zone_changed = Signal()

# Sent with ``actor``, ``user``, ``what`` and ``reason`` after an act of an administrator on an account: by the
# administration, or by the service of the act inside its transaction.
account_administered = Signal()

# Sent by ``services.block`` and ``services.unblock`` with ``user``, ``other`` and ``is_blocked``, inside their
# transaction.
block_changed = Signal()
