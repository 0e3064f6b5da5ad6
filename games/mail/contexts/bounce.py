"""What a mail says about a fellow player whom mail does not reach."""

from typing import Any

from games.models import Notification

from ..tables.table import Table


def bounce(row: Notification, table: Table) -> dict[str, Any]:
    """Return the variables of the templates in mail/bounce."""
    who = int(row.params["seat"])
    return {"who": table.names[who], "is_acting": who in table.title.acting(table.state)}
