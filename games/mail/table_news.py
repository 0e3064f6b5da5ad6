"""Emails about new tables that match a saved filter of the lobby."""

from typing import Any

from django.utils import timezone
from django.utils.translation import ngettext

from games.clocks.presenters import pace_label
from games.common.wording import join_names, name_of, title_and_rules, titled
from games.core.selectors import seat_name, seats_by_game
from games.lobby.fit import table_facts
from games.lobby.presenters import fit_texts
from games.lobby.selectors import tables_of_news
from games.notifications.links import link, table_link
from games.notifications.models import Notification

MAX_NAMES = 3  # in the subject


def tables(row: Notification) -> dict[str, Any]:
    """Return the variables of the templates in mail/tables: the tables that the player can still join, best first."""
    assert row.user is not None
    games = tables_of_news(row.user, row.params["tables"])
    fits, seats = table_facts(row.user, games, timezone.now()).fits, seats_by_game(games)
    games.sort(key=lambda game: -fits[game.pk].score)
    shown = list[dict[str, Any]]()
    for game in games:
        reasons, chance = fit_texts(game, fits[game.pk])
        shown.append(
            {
                "name": name_of(game.name),
                "url": table_link(game),
                "rules": title_and_rules(game.title, game.ruleset, game.seat_count),
                "pace": pace_label(game),
                "players": join_names([name_of(seat_name(seat)) for seat in seats[game.pk]]),
                "reasons": [*reasons, *([chance] if chance else [])],
            }
        )
    names = join_names([titled(game.title, name_of(game.name)) for game in games[:MAX_NAMES]])
    return {"new_tables": shown, "names": names, "count": len(shown), "filters_url": link("games:saved_filters")}


def tables_line(row: Notification) -> str:
    """Return what has happened, in one line."""
    count = len(tables_of_news(row.user, row.params["tables"])) if row.user else 0
    text = ngettext("%(count)d new table matches your filters.", "%(count)d new tables match your filters.", count)
    return text % {"count": count}
