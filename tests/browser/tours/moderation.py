"""The pages of reports and of moderators."""

from games.chat.services import post_message
from games.conduct.models import Rule, SanctionKind
from games.conduct.services import appeal, sanction
from games.moderation.selectors import ReportSubject
from games.moderation.services import claim, report
from tests.makers import make_user, started_game

from .stops import Stop


def moderation() -> list[Stop]:
    """Return the pages of who reports, who is reported, and who decides."""
    leila, nasim, chief = make_user("Leila"), make_user("Nasim"), make_user("Chief", is_superuser=True)
    game = started_game(leila, nasim, make_user("Omar"))
    said = post_message(game.pk, nasim, "You roll like a donkey, and your rugs are rags.")
    case = report(leila, ReportSubject(nasim, game, said), Rule.RUDE, "At every roll.").case
    claim(chief, case.pk)
    warning = sanction(chief, nasim, SanctionKind.WARNING, Rule.RUDE, "You called another player a donkey.")
    sanction(chief, nasim, SanctionKind.NO_CHAT, Rule.RUDE, "You went on after a warning.", days=7)
    appeal(nasim, warning.pk, "It was a joke among friends.")
    return [
        Stop("report", f"/t/{game.code}/report/?message={said.pk}", leila),
        Stop("report, whom", f"/t/{game.code}/report/", leila),
        Stop("table record", f"/t/{game.code}/record/", leila),
        Stop("reports", "/settings/conduct/", leila),
        Stop("sanctions", "/settings/conduct/", nasim),
        Stop("cases", "/moderation/", chief),
        Stop("case", f"/moderation/cases/{case.pk}/", chief),
        Stop("messages of a table", f"/moderation/tables/{game.code}/", chief),
    ]
