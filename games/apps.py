"""The games app and its signals."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Identify the release and connect the receivers. They import models, which do not exist earlier."""
        from allauth.account.signals import email_confirmed, user_signed_up
        from anymail.signals import inbound, tracking

        from accounts import exports, validators
        from accounts.signals import (
            access_ended,
            account_administered,
            account_closed,
            account_deleting,
            account_erasing,
            address_confirmed,
            block_changed,
            export_queued,
            guest_merging,
            time_zone_changed,
        )
        from games import receivers  # connects those of games.common.signals
        from games.common import converters  # noqa: F401 -- registers the converters of addresses
        from games.common.release import release
        from games.engine.registry import robot_names
        from games.people.exports import SUBJECTS

        release()
        exports.SUBJECTS.extend(SUBJECTS)
        exports.MORE_FILES.append(receivers.GAME_FILES)
        validators.reserve_robot_names(robot_names)

        user_signed_up.connect(receivers.on_sign_up, dispatch_uid="games.on_sign_up")
        email_confirmed.connect(receivers.on_email_confirmed, dispatch_uid="games.on_email_confirmed")
        account_erasing.connect(receivers.on_account_erasing, dispatch_uid="games.on_account_erasing")
        export_queued.connect(receivers.on_export_queued, dispatch_uid="games.on_export_queued")
        address_confirmed.connect(receivers.on_address_confirmed, dispatch_uid="games.on_address_confirmed")
        access_ended.connect(receivers.on_access_ended, dispatch_uid="games.on_access_ended")
        account_administered.connect(receivers.on_account_administered, dispatch_uid="games.on_account_administered")
        account_closed.connect(receivers.on_account_closed, dispatch_uid="games.on_account_closed")
        account_deleting.connect(receivers.on_account_deleting, dispatch_uid="games.on_account_deleting")
        block_changed.connect(receivers.on_block_changed, dispatch_uid="games.on_block_changed")
        guest_merging.connect(receivers.on_guest_merging, dispatch_uid="games.on_guest_merging")
        time_zone_changed.connect(receivers.on_time_zone_changed, dispatch_uid="games.on_time_zone_changed")
        inbound.connect(receivers.on_inbound_mail, dispatch_uid="games.on_inbound_mail")
        tracking.connect(receivers.on_mail_tracking, dispatch_uid="games.on_mail_tracking")
