"""Settings of drf-spectacular, which generates the OpenAPI document."""

from games.engine import __version__

SPECTACULAR_SETTINGS = {
    "TITLE": "Marrakech by Mail",
    "DESCRIPTION": "Tables, turns and players, for bots and other programs. docs/api.md explains how to use it.",
    "VERSION": __version__,
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v[0-9]",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {
        "Status": "games.core.choices.Status",
        "Pace": "games.core.choices.Pace",
        "SeatOrder": "games.core.choices.SeatOrder",
        "InvitationState": "games.lobby.models.InvitationState",
        "EventKind": "games.core.models.EventKind",
        "ProposalKind": "games.play.models.ProposalKind",
        "ProposalState": "games.play.models.ProposalState",
    },
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
}
