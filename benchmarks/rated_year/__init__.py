"""A year of rated games between players whose skills are known: ``python -m benchmarks.rated_year``."""
