"""Admin of devices, webhooks and feeds, without their secrets."""

from django.contrib import admin
from django.utils.translation import gettext_lazy

from games.models import Feed, PushDevice, Webhook

from .common import SEARCH_BY_PLAYER, SEARCH_BY_TABLE_OR_PLAYER, ReadOnlyAdmin


@admin.register(PushDevice)
class PushDeviceAdmin(ReadOnlyAdmin[PushDevice]):
    """Browsers of players, without endpoint and keys, which would let anyone push to them."""

    list_display = ("user", "name", "created_at", "last_sent_at")
    list_select_related = ("user",)
    search_fields = ("user",)
    search_help_text = SEARCH_BY_PLAYER
    fields = list_display


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin[Webhook]):
    """Called hosts and their failures. The rest of an address is a secret at Discord and Slack."""

    list_display = ("user", "game", "shape", "server", "last_sent_at", "failing_since", "disabled_at", "latest_error")
    list_filter = (("disabled_at", admin.EmptyFieldListFilter),)
    list_select_related = ("user", "game")
    search_fields = ("user", "game")
    search_help_text = SEARCH_BY_TABLE_OR_PLAYER
    fields = (*list_display, "created_at")
    readonly_fields = ("server", "latest_error")

    @admin.display(description=gettext_lazy("server"))
    def server(self, webhook: Webhook) -> str:
        """Return the host that is called."""
        return webhook.host

    @admin.display(description=gettext_lazy("latest error"))
    def latest_error(self, webhook: Webhook) -> str:
        """Return why the latest call failed."""
        return webhook.why


@admin.register(Feed)
class FeedAdmin(ReadOnlyAdmin[Feed]):
    """Feeds of players, without their codes, which let anyone read the feed."""

    list_display = ("user", "kind", "game", "created_at", "expires_at", "revoked_at")
    list_select_related = ("user", "game")
    search_fields = ("user", "game")
    search_help_text = SEARCH_BY_TABLE_OR_PLAYER
    fields = list_display
