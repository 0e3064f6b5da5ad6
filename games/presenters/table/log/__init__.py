"""What has happened at a table, in sentences."""
