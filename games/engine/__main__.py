"""``python -m games.engine``: the command line of the engine."""

import sys

from .commands import main

if __name__ == "__main__":
    sys.exit(main())
