"""Reports, sanctions, the queue of moderators and the record in the API."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.selectors import person_by_name
from games.board.api import LogLineSerializer, PositionField, described_log, position_of
from games.chat.api import MessageSerializer
from games.common.api import JSONView, NameField, NewestFirst, NothingForm, Values, cleaned, operation
from games.common.errors import Forbidden, Invalid, NotFound
from games.conduct.models import RecordedAct, Rule, Sanction
from games.conduct.selectors import looks_until, open_appeals, record_about, record_of_table, sanctions_of
from games.conduct.services import MAX_LENGTH, appeal, read_sanction
from games.core.models import Game
from games.core.selectors import game_for_viewer, seat_names

from .models import Case, CaseOutcome, PlayerReport
from .selectors import (
    Line,
    ReportSubject,
    accuracy_of,
    all_messages,
    case_for,
    earlier_cases,
    message_subject,
    open_cases,
    reportable_at,
    reports_by,
    reports_in,
)
from .services import MAX_TEXT, answer, claim, decide, look_at, report


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


class RecordedActSerializer(serializers.ModelSerializer[RecordedAct]):
    """An act of an administrator or a moderator. Who is concerned reads no names of staff."""

    about = serializers.CharField(source="object", help_text="What was changed or decided about.")
    game = serializers.CharField(source="game.code", default=None, allow_null=True, help_text="The id of a table.")

    class Meta:
        model = RecordedAct
        fields = ["id", "at", "role", "verb", "about", "game", "before", "after", "reason"]
        read_only_fields = fields


class FullRecordedActSerializer(RecordedActSerializer):
    """The same with names, for administrators."""

    actor = serializers.CharField(source="actor.username", default=None, allow_null=True)
    person = serializers.CharField(source="person.username", default=None, allow_null=True)

    class Meta(RecordedActSerializer.Meta):
        fields = ["actor", "person", *RecordedActSerializer.Meta.fields]
        read_only_fields = fields


class ShownRecord(JSONView):
    permission_classes = [IsAuthenticated]

    @operation(
        "list_record",
        "people",
        {200: RecordedActSerializer(many=True)},
        404,
        parameters=[OpenApiParameter("game", str, description="The id of a table where you sit.")],
    )
    def get(self, request: Request) -> Response:
        """List what administrators and moderators have done about you, or at a table where you sit, latest first."""
        code = request.query_params.get("game")
        if code is None:
            return Response(RecordedActSerializer(record_about(self.player), many=True).data)
        game = game_for_viewer(code, self.player)
        if not game.seats.filter(user=self.player).exists():
            raise NotFound
        return Response(RecordedActSerializer(record_of_table(game.pk), many=True).data)


class LineSerializer(serializers.Serializer[Line]):
    """What was sent with a report: a message, or the text of a profile."""

    name = serializers.CharField()
    text = serializers.CharField()
    reported = serializers.BooleanField(help_text="This is what was reported.")
    at = serializers.CharField(help_text="Empty for the text of a profile.")


class ModeratedReportSerializer(serializers.ModelSerializer[PlayerReport]):
    """A report as moderators read it."""

    machine = serializers.BooleanField(help_text="The site itself reports a message with words of its list.")
    reporter = serializers.CharField(source="reporter.username", default=None, allow_null=True)
    accuracy = serializers.SerializerMethodField(help_text="In how many of 100 decided reports they were right.")
    game = serializers.CharField(source="game.code", default=None, allow_null=True, help_text="The id of the table.")
    copy = LineSerializer(many=True)

    class Meta:
        model = PlayerReport
        fields = ["id", "kind", "machine", "text", "reporter", "accuracy", "game", "copy", "at"]
        read_only_fields = fields

    def get_accuracy(self, row: PlayerReport) -> int | None:
        known: dict[int, int] = self.context["accuracy"]
        return known.get(row.reporter_id or 0)


class CaseSerializer(serializers.ModelSerializer[Case]):
    """All that is reported about one player."""

    player = serializers.CharField(source="accused.username")
    claimed_by = serializers.CharField(source="claimed_by.username", default=None, allow_null=True)
    closed_by = serializers.CharField(
        source="closed_by.username", default=None, allow_null=True, help_text="The moderator who decided it."
    )
    outcome = serializers.CharField(help_text="Empty while it is open.")

    class Meta:
        model = Case
        fields = [
            "id", "player", "score", "opened_at", "claimed_by", "claimed_until", "closed_at", "closed_by", "outcome",
            "reason",
        ]  # fmt: skip
        read_only_fields = fields


class WholeCaseSerializer(CaseSerializer):
    """A case with its reports, and how earlier ones of the player ended."""

    reports = serializers.SerializerMethodField()
    earlier = serializers.SerializerMethodField()

    class Meta(CaseSerializer.Meta):
        fields = [*CaseSerializer.Meta.fields, "reports", "earlier"]
        read_only_fields = fields

    @extend_schema_field(ModeratedReportSerializer(many=True))
    def get_reports(self, case: Case) -> list[Any]:
        rows = reports_in(case)
        context = {"accuracy": accuracy_of(row.reporter_id for row in rows)}
        return list(ModeratedReportSerializer(rows, many=True, context=context).data)

    @extend_schema_field(CaseSerializer(many=True, help_text="Latest first."))
    def get_earlier(self, case: Case) -> list[Any]:
        return list(CaseSerializer(earlier_cases(case), many=True).data)


class DecisionForm(serializers.Serializer[Values]):
    """The outcome of a case, with its obligatory reason."""

    outcome = serializers.ChoiceField(CaseOutcome.choices)
    rule = serializers.ChoiceField(Rule.choices, help_text="What it is about.")
    reason = serializers.CharField(max_length=MAX_LENGTH, help_text="The player reads it.")
    machine = serializers.BooleanField(required=False, default=False, help_text="A program pointed it out.")


class AppealSerializer(SanctionSerializer):
    """A sanction with an appeal, for moderators."""

    player = serializers.CharField(source="user.username")
    decided_by = serializers.CharField(
        source="decided_by.username",
        default=None,
        allow_null=True,
        help_text="The moderator who decided it. Another one answers the appeal, if there is one.",
    )

    class Meta(SanctionSerializer.Meta):
        fields = ["player", "decided_by", "appealed_at", *SanctionSerializer.Meta.fields]
        read_only_fields = fields


class AppealAnswerForm(serializers.Serializer[Values]):
    """The answer to an appeal."""

    text = serializers.CharField(max_length=MAX_LENGTH, help_text="The player reads it.")
    lifts = serializers.BooleanField(help_text="Lift the sanction.")


class MayModerate(BasePermission):
    def has_permission(self, request: Request, view: Any) -> bool:
        return isinstance(request.user, User) and request.user.has_perm("games.moderate")


class MayReadRecord(BasePermission):
    def has_permission(self, request: Request, view: Any) -> bool:
        return isinstance(request.user, User) and request.user.has_perm("games.view_recordedact")


class ModeratorView(JSONView):
    permission_classes = [IsAuthenticated, MayModerate]


class Cases(ModeratorView):
    @operation("list_cases", "people", {200: CaseSerializer(many=True)}, 403)
    def get(self, request: Request) -> Response:
        """List the open cases, the gravest first, for moderators; none about yourself."""
        return Response(CaseSerializer(open_cases(self.player), many=True).data)


class OneCase(ModeratorView):
    @operation("get_case", "people", {200: WholeCaseSerializer}, 403, 404)
    def get(self, request: Request, pk: int) -> Response:
        """Show a case with its reports."""
        return Response(WholeCaseSerializer(case_for(self.player, pk)).data)


class ClaimCase(ModeratorView):
    @operation("claim_case", "people", {200: CaseSerializer}, 403, 404, 409)
    def post(self, request: Request, pk: int) -> Response:
        """Take a case for 30 minutes, so that nobody else decides it meanwhile."""
        cleaned(NothingForm, request)
        return Response(CaseSerializer(claim(self.player, pk)).data)


class DecideCase(ModeratorView):
    @operation("decide_case", "people", {200: CaseSerializer}, 403, 404, 409, request=DecisionForm)
    def post(self, request: Request, pk: int) -> Response:
        """Decide a case that you have taken. Everyone concerned gets an email."""
        sent = cleaned(DecisionForm, request)
        outcome, rule = CaseOutcome(sent.pop("outcome")), Rule(sent.pop("rule"))
        return Response(CaseSerializer(decide(self.player, pk, outcome, rule, **sent)).data)


class Appeals(ModeratorView):
    @operation("list_appeals", "people", {200: AppealSerializer(many=True)}, 403)
    def get(self, request: Request) -> Response:
        """List the appeals that wait for an answer, longest waiting first, for moderators."""
        return Response(AppealSerializer(open_appeals().exclude(user=self.player), many=True).data)


class AnswerAppeal(ModeratorView):
    @operation("answer_appeal", "people", {200: AppealSerializer}, 403, 404, 409, request=AppealAnswerForm)
    def post(self, request: Request, pk: int) -> Response:
        """Answer an appeal: lift the sanction, or keep it. The player gets an email."""
        return Response(AppealSerializer(answer(self.player, pk, **cleaned(AppealAnswerForm, request))).data)


class TableReasonForm(serializers.Serializer[Values]):
    """Why you read a table."""

    reason = serializers.CharField(max_length=MAX_LENGTH, help_text="It is recorded, and the players can read it.")


class LookedTableSerializer(serializers.Serializer[Any]):
    """A table and its messages, for who has given a reason to read it."""

    until = serializers.DateTimeField(help_text="You can read it until then.")
    game = serializers.CharField(source="game.code", help_text="The id of the table.")
    name = serializers.CharField(source="game.name")
    players = serializers.ListField(child=serializers.CharField(), help_text="The names to show, in order of play.")
    messages = MessageSerializer(many=True, help_text="The latest ones, oldest first.")
    log = LogLineSerializer(many=True)
    position = PositionField(allow_null=True, help_text="As everyone may know it; null before the start.")


class MayReadPrivate(BasePermission):
    def has_permission(self, request: Request, view: Any) -> bool:
        return isinstance(request.user, User) and request.user.has_perm("games.read_private")


class LookedTable(JSONView):
    permission_classes = [IsAuthenticated, MayReadPrivate]

    @operation("read_table", "people", {200: LookedTableSerializer}, 403, 404)
    def get(self, request: Request, **_address: str) -> Response:
        """Read a table and its messages, private ones too, within 30 minutes after you have given a reason."""
        return self._show(self._game())

    @operation("look_at_table", "people", {200: LookedTableSerializer}, 403, 404, request=TableReasonForm)
    def post(self, request: Request, **_address: str) -> Response:
        """Give a reason and read a table and its messages for 30 minutes. Its players can read the reason."""
        game = self._game()
        look_at(self.player, game, cleaned(TableReasonForm, request)["reason"])
        return self._show(game)

    def _game(self) -> Game:
        game = Game.objects.filter(code=self.kwargs["id"]).first()
        if game is None:
            raise NotFound
        return game

    def _show(self, game: Game) -> Response:
        until = looks_until(self.player, game.pk, timezone.now())
        if until is None:
            raise Forbidden("no-look", _("Give a reason first: send it to this address."))
        position = position_of(game, None, game.ply) if game.started_at else None
        facts = {"players": seat_names(game), "messages": all_messages(game), "log": described_log(game, None)}
        return Response(LookedTableSerializer({"until": until, "game": game, "position": position, **facts}).data)


class FullRecord(generics.ListAPIView[RecordedAct], JSONView):
    queryset = RecordedAct.objects.select_related("actor", "person", "game")
    serializer_class = FullRecordedActSerializer
    permission_classes = [IsAuthenticated, MayReadRecord]
    pagination_class = NewestFirst

    @operation("list_full_record", "people", {200: FullRecordedActSerializer}, 400, 403)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List all acts of administrators and moderators, latest first, in pages, for administrators."""
        return self.list(request, *args, **kwargs)
