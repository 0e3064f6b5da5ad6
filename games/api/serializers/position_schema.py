"""The description of a position in the OpenAPI document."""

POSITION = {
    "type": "object",
    "description": "The position, as its title has it. docs/position.schema.json describes those of Marrakech, "
    "docs/position-marram.schema.json those of Marram; other titles may have other fields beside title.",
    "properties": {
        "title": {"type": "string"},
        "ruleset": {"type": "string"},
        "options": {"type": "object", "additionalProperties": {"type": "string"}},
        "ply": {"type": "integer"},
        "turn": {"type": "integer"},
        "phase": {"type": "string"},
        "acting": {"type": "array", "items": {"type": "string"}, "description": "Letters of the acting seats."},
        "seats": {"type": "array", "items": {"type": "object", "additionalProperties": {}}},
        "legal": {"type": "array", "items": {"type": "string"}, "description": "The acting seat's legal actions."},
        "outcome": {"type": ["object", "null"], "additionalProperties": {}},
    },
    "required": ["title"],
    "additionalProperties": {},
}
