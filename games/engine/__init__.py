"""The rules of the titles this site plays, in plain Python.

Nothing here knows of Django, of databases or of mail: ``import games.engine`` works with the standard library alone.
"""
