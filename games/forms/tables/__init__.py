"""Forms of tables: new ones, and what players and operators do there."""
