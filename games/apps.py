"""The games app and its signals."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Tables")

    def ready(self) -> None:
        """Identify the release and connect the receivers. They import models, which do not exist earlier."""
        from allauth.account.signals import email_confirmed, user_signed_up
        from anymail.signals import inbound, tracking
        from django.db.models.signals import post_delete

        from accounts import exports, signals, validators
        from games import receivers  # connects those of games.common.signals
        from games.common import converters  # noqa: F401 -- registers the converters of addresses
        from games.common.release import release
        from games.engine.registry import robot_names
        from games.people.exports import SUBJECTS
        from games.replay import films

        release()
        post_delete.connect(films.on_deleted, sender="games.Film", dispatch_uid="games.films.on_deleted")
        exports.register(SUBJECTS, receivers.GAME_FILES)
        validators.reserve_robot_names(robot_names)

        for signal, receiver in (
            (user_signed_up, receivers.on_sign_up),
            (email_confirmed, receivers.on_email_confirmed),
            (signals.about_changing, receivers.on_about_changing),
            (signals.account_erasing, receivers.on_account_erasing),
            (signals.export_queued, receivers.on_export_queued),
            (signals.address_confirmed, receivers.on_address_confirmed),
            (signals.access_ended, receivers.on_access_ended),
            (signals.account_administered, receivers.on_account_administered),
            (signals.account_closed, receivers.on_account_closed),
            (signals.account_deleting, receivers.on_account_deleting),
            (signals.block_changed, receivers.on_block_changed),
            (signals.guest_merging, receivers.on_guest_merging),
            (signals.time_zone_changed, receivers.on_time_zone_changed),
            (inbound, receivers.on_inbound_mail),
            (tracking, receivers.on_mail_tracking),
        ):
            signal.connect(receiver, dispatch_uid=f"games.{receiver.__name__}")
