"""The text that the writer of an email has added."""
