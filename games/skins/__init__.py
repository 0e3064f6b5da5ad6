"""How titles are drawn: ``registry.skin_of`` returns the skin of a title."""
