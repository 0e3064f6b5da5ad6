"""What emails say and show."""
