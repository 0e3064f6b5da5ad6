"""Reports and sanctions in the API."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.selectors import person_by_name
from games.common.api import JSONView, NameField, NothingForm, Values, cleaned, operation
from games.common.errors import Invalid
from games.conduct.models import Rule, Sanction
from games.conduct.selectors import sanctions_of
from games.conduct.services import MAX_LENGTH, appeal, read_sanction
from games.core.selectors import game_for_viewer

from .models import CaseOutcome, PlayerReport
from .selectors import ReportSubject, message_subject, reportable_at, reports_by
from .services import MAX_TEXT, report


class ReportForm(serializers.Serializer[Values]):
    """A report about a player, by name, or about a message at a table."""

    kind = serializers.ChoiceField(Rule.choices)
    player = NameField(max_length=60, required=False, help_text="The name of the player; not with a message.")
    game = serializers.CharField(max_length=16, required=False, help_text="The id of the table where it happened.")
    message = serializers.IntegerField(
        min_value=1, max_value=2**63 - 1, required=False, help_text="The id of a message at that table."
    )
    text = serializers.CharField(max_length=MAX_TEXT, required=False, default="", help_text="In your words.")


class ReportSerializer(serializers.ModelSerializer[PlayerReport]):
    """What you have reported."""

    player = serializers.CharField(source="case.accused.username")
    outcome = serializers.SerializerMethodField(help_text="Null while nobody has decided.")

    class Meta:
        model = PlayerReport
        fields = ["id", "player", "kind", "text", "at", "outcome"]
        read_only_fields = fields

    @extend_schema_field({"type": ["string", "null"], "enum": ["nothing", "done", None]})
    def get_outcome(self, row: PlayerReport) -> str | None:
        if row.case.closed_at is None:
            return None
        return "nothing" if row.case.outcome == CaseOutcome.NOTHING else "done"


class SanctionSerializer(serializers.ModelSerializer[Sanction]):
    """What a moderator has decided about you."""

    facts = serializers.CharField(help_text="Why, in the moderator’s words.")
    machine = serializers.BooleanField(help_text="A program pointed it out; a person has decided.")
    ends_at = serializers.DateTimeField(allow_null=True, help_text="Null for what does not end by itself.")

    class Meta:
        model = Sanction
        fields = [
            "id", "kind", "rule", "facts", "machine", "at", "ends_at", "read_at", "lifted_at", "appeal", "answer"
        ]  # fmt: skip
        read_only_fields = fields


class AppealForm(serializers.Serializer[Values]):
    """Why a sanction is wrong."""

    text = serializers.CharField(max_length=MAX_LENGTH)


def _subject(user: User, sent: dict[str, Any]) -> ReportSubject:
    game = game_for_viewer(sent["game"], user) if "game" in sent else None
    if game is not None and "message" in sent:
        return message_subject(game, user, sent["message"])
    person = person_by_name(sent.get("player", ""))
    if person is None or (game is not None and person not in reportable_at(game, user)):
        raise Invalid("unknown-player", _("There is no player with this name."))
    return ReportSubject(person, game)


class Reports(JSONView):
    permission_classes = [IsAuthenticated]

    @operation("list_reports", "people", {200: ReportSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """List what you have reported, latest first, and how it ended."""
        return Response(ReportSerializer(reports_by(self.player), many=True).data)

    @operation("report", "people", {201: ReportSerializer}, 404, 409, 422, request=ReportForm)
    def post(self, request: Request) -> Response:
        """Report a player. A message is sent with up to ten before and ten after it. Repeating it changes nothing."""
        sent = cleaned(ReportForm, request)
        row = report(self.player, _subject(self.player, sent), Rule(sent["kind"]), sent["text"])
        return Response(ReportSerializer(row).data, 201)


class Sanctions(JSONView):
    permission_classes = [IsAuthenticated]

    @operation("list_sanctions", "people", {200: SanctionSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """List what moderators have decided about you, latest first."""
        return Response(SanctionSerializer(sanctions_of(self.player), many=True).data)


class ReadSanction(JSONView):
    @operation("read_sanction", "people", {200: SanctionSerializer}, 404)
    def post(self, request: Request, pk: int) -> Response:
        """Say that you have read a sanction. Until you have read a warning, you cannot write or start new games."""
        cleaned(NothingForm, request)
        return Response(SanctionSerializer(read_sanction(self.player, pk)).data)


class Appeal(JSONView):
    @operation("appeal", "people", {200: SanctionSerializer}, 404, 409, request=AppealForm)
    def post(self, request: Request, pk: int) -> Response:
        """Ask for another look at a sanction, once."""
        text = cleaned(AppealForm, request)["text"]
        return Response(SanctionSerializer(appeal(self.player, pk, text)).data)
