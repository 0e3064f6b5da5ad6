"""Context of the email about another player whose address is blocked."""

from typing import Any

from games.models import Notification

from ..tables.table import Table


def bounce(row: Notification, table: Table) -> dict[str, Any]:
    """Return the variables of the templates in mail/bounce."""
    seat = int(row.params["seat"])
    return {"who": table.names[seat], "is_acting": seat in table.title.acting(table.state)}
