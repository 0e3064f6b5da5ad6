"""Sentences about proposals to everyone at a table."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.models import Pace, ProposalKind, ProposalState

from ...clocks.paces import pace_view
from ..log.event_dates import stored_moment


def proposal_text(who: str, kind: str, params: Mapping[str, Any]) -> str:
    """Return what a player proposes, as a sentence."""
    when = stored_moment(params.get("until"))
    match kind:
        case ProposalKind.ABORT:
            return _("%(who)s proposes to end the game without a result.") % {"who": who}
        case ProposalKind.PAUSE if when:
            return _("%(who)s proposes to pause the game until %(when)s.") % {"who": who, "when": when}
        case ProposalKind.PAUSE if "until" not in params:
            return _("%(who)s proposes a pause.") % {"who": who}
        case ProposalKind.PAUSE:
            return _("%(who)s proposes to pause the game until everyone agrees to go on.") % {"who": who}
        case ProposalKind.RESUME:
            return _("%(who)s proposes to end the pause.") % {"who": who}
        case ProposalKind.UNDO:
            return _("%(who)s asks to take back their last turn.") % {"who": who}
        case ProposalKind.PACE if "pace" not in params:
            return _("%(who)s proposes another pace.") % {"who": who}
        case ProposalKind.PACE:
            return _("%(who)s proposes another pace: %(pace)s.") % {"who": who, "pace": pace_text(params)}
    return _("%(who)s proposes something.") % {"who": who}


def pace_text(params: Mapping[str, Any]) -> str:
    """Return the name of a stored pace; with the times if they are the table's own."""
    pace, own = params.get("pace"), params.get("own_pace")
    if pace not in Pace.values:
        return ""
    view = pace_view(str(pace), own)
    return f"{view.name} ({view.in_brief})" if own and view.in_brief else view.name


def result_text(state: str) -> str:
    """Return how a proposal ended."""
    return {
        ProposalState.AGREED: _("Everyone has agreed to the proposal."),
        ProposalState.DECLINED: _("The proposal was declined."),
        ProposalState.WITHDRAWN: _("The proposal was withdrawn."),
        ProposalState.EXPIRED: _("The proposal has expired: not everyone answered in time."),
    }.get(ProposalState(state) if state in ProposalState.values else ProposalState.OPEN, _("The proposal has ended."))
