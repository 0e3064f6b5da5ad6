"""The second toy: a title shaped unlike Marrakech, as docs/new-title.md explains it."""
