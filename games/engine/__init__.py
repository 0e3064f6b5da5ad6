"""The rules of the titles this site plays, in plain Python.

It imports the standard library only, so it can be used without Django.
"""
