"""Wishes to end games without a result become proposals, open for three days more."""

from datetime import timedelta
from typing import Any

from django.db import migrations
from django.utils import timezone


def propose(apps: Any, _schema_editor: Any) -> None:
    """Make a proposal for each running game in which someone wishes to end it: by the first of them in seat order."""
    Seat, Proposal, Answer = (apps.get_model("games", name) for name in ("Seat", "Proposal", "ProposalAnswer"))
    Seat.objects.filter(wants_abort=True).exclude(game__status="running").update(wants_abort=False)
    now, rows = timezone.now(), dict[int, Any]()
    wishes = Seat.objects.filter(wants_abort=True, is_out=False, user__isnull=False).select_related("game")
    for seat in wishes.order_by("game_id", "number"):
        if seat.game_id not in rows:
            rows[seat.game_id] = Proposal.objects.create(
                game=seat.game,
                user_id=seat.user_id,
                kind="abort",
                ply=seat.game.ply,
                created_at=now,
                expires_at=now + timedelta(days=3),
            )
        Answer.objects.create(proposal=rows[seat.game_id], user_id=seat.user_id, agrees=True, at=now)


def forget(apps: Any, _schema_editor: Any) -> None:
    """Delete the proposals again. The seats still have the wishes."""
    apps.get_model("games", "Proposal").objects.filter(kind="abort", state="open").delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0021_proposals")]

    operations = [migrations.RunPython(propose, forget)]
