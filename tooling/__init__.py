"""Tools beside the site: the environment, ./run and ./test. Standard library only."""
