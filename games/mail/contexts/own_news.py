"""News for the player whom they are about, who reads "you"."""

from django.utils.translation import gettext as _

from games.models import EventKind, TableEvent
from games.presenters.clocks.durations import duration_text
from games.presenters.table.log.event_lines import EventPeople, deputy_time


def own_news(event: TableEvent, people: EventPeople) -> str:
    """Return the sentence about an event for the player concerned, "" where the log's sentence will do."""
    who = people.who(event)
    match event.kind:
        case EventKind.AUTOMATIC:
            text = _("Your deadline passed. A holiday of one day began by itself, for all your tables.")
            asks = _("It is the last one for now. Are you still there?")
            return f"{text} {asks}" if event.params.get("asks") else text
        case EventKind.DEPUTY:
            values = {"who": who, "when": deputy_time(event)}
            return _("Your deadline passed. Your deputy %(who)s can play this turn until %(when)s.") % values
        case EventKind.HOUSE:
            return _("Your time ran out, and the house played your turn.")
        case EventKind.OFFERED:
            return _("Your seat is looking for another player.")
        case EventKind.SUBSTITUTE:
            return _("%(who)s has taken your seat.") % {"who": who}
        case EventKind.ROBOT:
            return _("No player took your seat. The robot %(who)s plays on.") % {"who": who}
        case EventKind.OUT:
            return _("You ran out of time and are out of the game.")
        case EventKind.UNDONE if not event.params.get("what"):
            return _("Your last turn was taken back.")
        case EventKind.GIFT if event.user_id and not event.params.get("reason"):
            time = duration_text(int(event.params.get("seconds", 0)))
            return _("%(who)s gave you more time: %(time)s.") % {"who": who, "time": time}
    return ""
